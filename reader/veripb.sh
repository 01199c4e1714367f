#!/bin/sh
# Has VeriPB, a checker for pseudo-Boolean proofs that is not ours, check what certificates show of graphs: the bounds of the boxes within
# (2,1,1,1), and of (2,2,2,2) that it has no graph of 83 moves.
#
#   reader/veripb.sh [FOLDER]   where veripb (cargo install veripb --locked --version 3.0.2), a C++ compiler, zstd and the program morpion
#                               (in FOLDER, target/release if nothing is said) are there; elsewhere it says that nothing was checked (77)
set -eu
cd "$(dirname "$0")"
morpion=${1:-../target/release}/morpion certificates=../results/5D/certificates

say() { printf 'veripb: %s\n' "$*" >&2; }

for program in veripb "${CXX:-c++}" zstd "$morpion"; do
    if ! command -v "$program" >/dev/null 2>&1; then
        say "NOT RUN: no proof was given to VeriPB, since $program is missing"
        exit 77
    fi
done

place=$(mktemp -d)
trap 'rm -r "$place"' EXIT
"${CXX:-c++}" -std=c++17 -O2 -march=native -o "$place/veripb_proof" veripb.cpp

# Writes a program of BOX at N moves, and succeeds if VeriPB accepts the proof of CERTIFICATE for it.
accepts() {
    "$morpion" model "$1" --at-least "$2" --format opb >"$place/box.opb" 2>"$place/said" || { cat "$place/said" >&2; exit 1; }
    "$place/veripb_proof" "$place/box.opb" "$3" >"$place/box.pbp"
    veripb --opb "$place/box.opb" "$place/box.pbp" 2>&1 | grep -q '^s VERIFIED BOUNDS INF <= obj <= INF$'
}

bounds='0-0-0-0 64 1-0-0-0 68 1-0-1-0 72 1-1-0-0 70 1-1-1-0 72 1-1-1-1 73 2-0-0-0 70 2-0-1-0 72 2-1-0-0 72 2-1-0-1 73 2-1-1-0 74 2-1-1-1 75 2-2-2-2 82'
# shellcheck disable=SC2086 # pairs of words
set -- $bounds
while [ $# -gt 0 ]; do
    box=$(echo "$1" | tr - ,)
    accepts "$box" $(($2 + 1)) "$certificates/$1.graphs.at-most-$2.cert.zst" || { say "the proof of $box is not accepted"; exit 1; }
    shift 2
done
# There is a graph of 75 moves: the same proof must not do for it.
if accepts 2,1,1,1 75 "$certificates/2-1-1-1.graphs.at-most-75.cert.zst"; then say "a false statement was accepted"; exit 1; fi
say "VeriPB accepts the bounds of all twelve boxes within (2,1,1,1), and 82 of (2,2,2,2)"
