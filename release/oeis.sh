#!/bin/sh
# Writes the counts in results/ as data files of the OEIS ("b-files": a number n and a term a(n) on each line).
#
#   release/oeis.sh [DIR]      default: target/oeis
set -eu
cd "$(dirname "$0")/.."

place=${1:-target/oeis}
mkdir -p "$place"

# terms FOLDER FIELD FILE: the FIELD (classes or positions) of each level, numbered from 0.
terms() {
    awk -v field="\"$2\":" '$1 == field { gsub(/,/, "", $2); print n++, $2 }' "results/$1/count.json" >"$place/$3"
    printf '%s: %s terms\n' "$place/$3" "$(grep -c . "$place/$3")"
}

terms 4D classes b204109.txt
terms 4T classes b204110.txt
terms 4D positions 4D-positions.txt
terms 4D-symmetric positions 4D-symmetric.txt
terms 4T-symmetric positions 4T-symmetric.txt
