#!/bin/sh
# Builds the second reader and has it read certificates of every kind and one theorem. (compare.sh puts its verdicts on damaged ones beside
# the checker's.)
#
#   reader/test.sh             where a C++ compiler and zstd are installed; elsewhere it says that nothing was read, and ends with 77
#   reader/test.sh --install   installs zstd, from Debian's or Ubuntu's packages, and tests nothing
set -eu
cd "$(dirname "$0")"

say() { printf 'reader: %s\n' "$*" >&2; }

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi; }

if [ "${1:-}" = --install ]; then
    if command -v zstd >/dev/null 2>&1; then exit; fi
    say "installing zstd"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends zstd >&2
    exit
fi
for program in "${CXX:-c++}" zstd; do
    if ! command -v "$program" >/dev/null 2>&1; then
        say "NOT RUN: nothing was read by the second reader, since $program is missing"
        exit 77
    fi
done

place=$(mktemp -d)
trap 'rm -r "$place"' EXIT
"${CXX:-c++}" -std=c++17 -O3 -march=native -o "$place/reader" reader.cpp
games=../results/5D/certificates symmetric=../results/5D-symmetric/certificates
"$place/reader" "$games"/7-0-1-0.graphs.empty.cert.zst "$games"/2-2-2-2.graphs.at-most-82.cert.zst \
    "$games"/3-2-1-2.games.at-most-82.cert.zst "$games"/7-3-2-1.games.not-by-top-right.cert.zst \
    "$symmetric"/2-1-2-1.graphs.at-most-74.cert.zst ../checker/tests/lists/*.zst "$games"/theorem-graphs-within-2-1-1-1.txt >"$place/said"
grep -q '2,1,1,1.*75 moves' "$place/said" && grep -q 'none is listed' "$place/said" && grep -q '1568 positions.* 33 listings of ' "$place/said" || { cat "$place/said" >&2; say "it does not say what the theorem says"; exit 1; }
# All octagons of 5T that may hold more than 700 moves, by a table of zeros and 40 steps.
{
    printf 'morpion-octagons 1 5T at-most 700\n\0\0\0\0\067\0\0\0\001'
    head -c 16128 /dev/zero
    printf '\001\050\0'
    for _ in $(seq 40); do printf '\013\334\005\310\054\001\310\0'; done
    for _ in $(seq 55); do printf '\0\100\0\050\0\0'; done
} >"$place/octagons.cert"
"$place/reader" "$place/octagons.cert" | grep -q 'valid: no game of 5T has more than 700 moves (55 nodes, 2200 steps)' ||
    { say "it does not read what is about octagons"; exit 1; }
say "certificates of every kind and a theorem hold: $(tail -n 1 "$place/said")"
