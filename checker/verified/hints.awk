# Packs bytes, one decimal a field, six to a word, into a list for Coq.
BEGIN { print "From Coq Require Import List Uint63.\nImport ListNotations.\nOpen Scope uint63_scope." }
function flush() { if (n) { words = words (words == "" ? "" : "; ") word; n = 0; word = 0; scale = 1; if (++count == 1000) chunk() } }
function chunk() { print "Definition hints_" chunks " := [" words "]."; chunks++; words = ""; count = 0 }
BEGIN { scale = 1; chunks = 0; words = "" }
{ for (i = 1; i <= NF; i++) { word += $i * scale; scale *= 256; if (++n == 6) flush() } }
END { flush(); if (count) chunk(); print "Definition hints := concat ["; for (i = 0; i < chunks; i++) print "  hints_" i (i < chunks - 1 ? ";" : ""); print "]." }
