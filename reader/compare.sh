#!/bin/sh
# Compares the reader with morpion-check: the same verdicts, nodes and evaluations on random certificates with all operations, on planted
# games, and on damaged certificates, packed ones, lists, theorem files and witnesses. Differences are printed, and then it fails.
#
#   [RESULTS=FOLDER] reader/compare.sh CHECKER [DAMAGED [GROWN [LISTS [SEED]]]]
#
# CHECKER is the program morpion-check; then how many files; 10000, 1000 and 10000 if nothing is said. FOLDER is results if nothing is said.
set -eu
checker=$(command -v "$1") || { echo "compare.sh: there is no program $1" >&2; exit 2; }
checker=$(realpath "$checker")
damaged=${2:-10000} grown=${3:-1000} lists=${4:-10000} seed=${5:-1}
cd "$(dirname "$0")"
results=$(realpath "${RESULTS:-../results}")
certificates=$results/5D/certificates symmetric=$results/5D-symmetric/certificates tests=$(realpath ../checker/tests/lists)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for program in reader compare; do ${CXX:-c++} -std=c++17 -O3 -march=native -o "$work/$program" $program.cpp; done
for folder in base certificates packed theorems grown planted lists; do mkdir "$work/$folder"; done

# What is damaged byte by byte: small certificates of every kind, in folders where equal names do not meet.
for path in $(ls -SL "$certificates"/*.zst | tail -110) $(ls -SL "$symmetric"/*.zst | tail -12); do
    name=$(basename "$path" .zst)
    case $path in "$symmetric"/*) name=symmetric-$name ;; esac
    zstd -dqf "$path" -o "$work/base/$name"
    cp "$path" "$work/base/$name.zst"
done
cp "$certificates"/0-0-0-0.*.zst "$certificates"/1-0-0-0.*.zst "$certificates"/7-3-0-0.*.zst "$certificates"/7-3-2-1.*.zst \
    "$certificates"/0-0-0-0.*.moves "$certificates"/1-0-0-0.*.moves "$work/theorems"
cat > "$work/base/listed.txt" <<'END'
morpion-theorem 1
objects games
at-most listed
box 0,0,0,0 at-most 64 0-0-0-0.graphs.at-most-64.cert.zst
arrival 7,3,2,1 top-right 7-3-2-1.games.not-by-top-right.cert.zst
witness 0,0,0,0 12 0-0-0-0.games.moves
box 1,0,0,0 at-most 68 1-0-0-0.graphs.at-most-68.cert.zst
END
cat > "$work/base/within.txt" <<'END'
morpion-theorem 1
within 1,0,0,0
objects graphs
at-most 68
box 0,0,0,0 at-most 64 0-0-0-0.graphs.at-most-64.cert.zst
witness 1,0,0,0 68 1-0-0-0.graphs.moves
box 1,0,0,0 at-most 68 1-0-0-0.graphs.at-most-68.cert.zst
END

"$work/compare" damage $((damaged * 7 / 10)) "$seed" "$work/certificates" "$work"/base/*.cert
"$work/compare" damage $((damaged / 10)) "$((seed + 1))" "$work/packed" "$work"/base/*.zst
"$work/compare" damage $((damaged / 10)) "$((seed + 2))" "$work/theorems" "$work"/base/*.txt
"$work/compare" damage $((damaged / 10)) "$((seed + 3))" "$work/theorems" "$certificates"/0-0-0-0.graphs.moves
"$work/compare" grow "$grown" "$((seed + 4))" "$work/grown"
for path in "$work"/theorems/damaged*.moves; do
    name=$(basename "$path")
    printf 'morpion-theorem 1\nobjects graphs\nat-most listed\nbox 0,0,0,0 at-most 64 0-0-0-0.graphs.at-most-64.cert.zst\nwitness 0,0,0,0 64 %s\n' \
        "$name" > "$work/theorems/damaged-$name.txt"
done

# What is damaged as a tree: planted games, small certificates about games, and ways through larger ones to a LISTED.
"$work/compare" plant $((lists / 5 + 1)) "$((seed + 5))" "$work/planted" "$certificates"/*.games*.moves
for path in "$certificates"/2-1-0-0.games.at-most-70.* "$certificates"/2-1-1-0.games.at-most-73.* "$certificates"/3-2-1-2.games.at-most-81.* \
    "$certificates"/3-3-2-1.games.all-82.* "$symmetric"/2-2-2-2.games.all-68.* "$symmetric"/3-1-3-1.games.at-most-67.* "$tests"/*.zst; do
    zstd -dqf "$path" -o "$work/base/$(basename "$path" .zst).tree"
done
"$work/compare" lists "$lists" "$((seed + 6))" "$work/lists" "$work"/planted/planted* $(ls -S "$work"/base/*games*.cert | tail -50 | head -30) "$work"/base/*.tree

# The whole lines of valid certificates, else the verdict alone; of texts that are not UTF-8 only that they are refused (section 7).
# The checker does not print listings and their steps; of witnesses that hold it tells only how many there are; what follows from them shows in their theorems.
verdicts() {
    grep -av ': valid: there is a ' "$1" |
        sed 's/^\([^:]*: \(rejected\|cannot be read\)\):.*/\1/; s/\(: unfinished: .*\) (byte.*/\1/; s/, [0-9]* listings\{0,1\} of .*)$/)/; s/: proven: no [a-z -]* \(with a listed\|has, by its\) .*/: proven as listed/' |
        grep -aE '^(damaged|grown|planted|denied|list-)' | sort |
        while IFS= read -r line; do
            name=${line%%:*}
            case $name in
            *.txt | *.moves) iconv -f UTF-8 -t UTF-8 "$name" >"$work/nothing" 2>&1 || line="$name: refused" ;;
            esac
            printf '%s\n' "$line"
        done
}
differences=0
for kind in certificates packed grown theorems planted lists; do
    cd "$work/$kind"
    case $kind in theorems) pattern='damaged*.txt' ;; *) pattern='*' ;; esac
    # shellcheck disable=SC2086 # a pattern
    printf '%s\n' $pattern | xargs -n 500 "$work/reader" > "$work/reader.out" || true
    # shellcheck disable=SC2086
    printf '%s\n' $pattern | xargs -n 500 "$checker" --jobs 1 > "$work/checker.out" 2>&1 || true
    verdicts "$work/reader.out" > "$work/reader.own"
    verdicts "$work/checker.out" > "$work/checker.own"
    echo "$kind: $(wc -l < "$work/reader.own") verdicts, of these $(grep -cE ': (valid|proven)' "$work/reader.own" || true) valid, $(grep -c ': unfinished' "$work/reader.own" || true) unfinished"
    diff "$work/reader.own" "$work/checker.own" || differences=1
    # Of some lists it is known what must be said, and the rest are counted by what was done to them.
    if grep -E '^planted.*: rejected|^list-same.*: rejected|^(denied|list-twice).*: (valid|unfinished)' "$work/reader.own"; then differences=1; fi
    sed -nE 's/^list-([a-z-]+)[0-9].*: (valid|unfinished|rejected).*/  \1: \2/p' "$work/reader.own" | sort | uniq -c
done
exit $differences
