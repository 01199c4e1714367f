# Which axioms theorems assume, by name: the first file holds lines "Print Assumptions NAME.", the second what Coq answers to them.
# Theorems that assume the same stand together. Of an axiom only its own name is kept, so nothing depends on how Coq breaks lines,
# or on the module it puts a primitive in; that all axioms are Coq's own, coqchk says.

FNR == NR { if ($1 == "Print" && $2 == "Assumptions") asked[++asked_count] = substr($3, 1, length($3) - 1); next }
/^Closed under the global context/ { end(); answer = "" }
/^Axioms:/ { end(); answer = "" }
answered && /^[A-Za-z_][A-Za-z0-9_.']* *(:|$)/ && !/^Axioms:/ { sub(/ *:.*/, ""); sub(/.*\./, ""); names[++count] = $0 }
END { end(); answered--; if (answered != asked_count) { print "of " asked_count " theorems Coq said of " answered > "/dev/stderr"; exit 1 } report() }

# Takes up what was said of the theorem before.
function end(    i, j, name, set) {
    for (i = 2; i <= count; i++) {
        name = names[i]
        for (j = i - 1; j && names[j] > name; j--) names[j + 1] = names[j]
        names[j + 1] = name
    }
    for (i = 1; i <= count; i++) set = set "    " names[i] "\n"
    count = 0
    if (answered) {
        if (!(set in theorems)) sets[++set_count] = set
        theorems[set] = theorems[set] "  " asked[answered] "\n"
    }
    answered++
}

function report(    i) {
    for (i = 1; i <= set_count; i++) printf "%s%s", theorems[sets[i]], sets[i] == "" ? "assume nothing\n" : "assume\n" sets[i]
}
