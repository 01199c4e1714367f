#!/bin/sh
# Writes the list of positions that belongs to a theorem file, ../positions-K.txt.zst where it says all-of K; else an empty list.
#
#   checker/verified/positions.sh THEOREM
set -eu
k=$(awk '$1 == "all-of" { print $2 }' "$1")
if [ -n "$k" ]; then zstd -dcq "$(dirname "$1")/../positions-$k.txt.zst"; else echo "morpion-positions 1"; fi
