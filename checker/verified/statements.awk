# Turns theorem files (paper/certificate.md, section 7) into the lists of their statements, for Coq. Before each file stands what its
# list is to be called: awk -f statements.awk name=NAME FILE ... Positions that a statement lists are left out: Longest.v speaks of any.
# What it does not know it refuses; what it gets wrong cannot do harm: Longest.v and Inside.v check the list that it wrote.

# Ends the list of the file before.
function finish() { if (list != "") { sub(/;\n$/, "\n", list); print list "]." }; list = "" }
function box(distances) { gsub(/,/, " ", distances); return "(Box " distances ")" }

BEGIN {
    print "(** Made by statements.awk from theorem files: what their certificates show. *)"
    print "From Coq Require Import ZArith List."
    print "From Morpion Require Import Boxes Coverage."
    print "Import ListNotations."
    print "Open Scope Z_scope."
    split("top right bottom left top-right right-bottom bottom-left top-left", names, " ")
    split("1,0,0,0 0,1,0,0 0,0,1,0 0,0,0,1 1,1,0,0 0,1,1,0 0,0,1,1 1,0,0,1", steps, " ")
    for (i in names) sides[names[i]] = steps[i]
}
FNR == 1 { finish(); print "Definition " name " : list statement := [" }
{ sub(/\r$/, "") }
/^objects games$/ { objects = "Games"; next }
/^objects graphs$/ { objects = "Graphs"; next }
/^objects symmetric-games$/ { objects = "SymmetricGames"; next }
/^morpion-theorem 1$/ || /^within / || /^at-most / || /^all-of / || /^witness / { next }
/^box .* all-of / { list = list "  AllBut " objects " " box($2) " " ($4 - 1) " [];\n"; next }
/^box .* at-most / { list = list "  AtMost " objects " " box($2) " " $4 ";\n"; next }
/^box .* empty / { list = list "  Nothing " objects " " box($2) ";\n"; next }
/^arrival / && ($3 in sides) { list = list "  NoArrival " box($2) " " box(sides[$3]) ";\n"; next }
{ print "statements.awk: line " NR " is not understood: " $0 > "/dev/stderr"; failed = 1; exit 1 }
END { if (!failed) finish() }
