#!/bin/sh
# Writes the list of positions that belongs to a theorem file, positions-K.txt.zst of the results where it says all-of K; else an empty
# list.
#
#   checker/verified/positions.sh THEOREM [RESULTS]     the folder above that of the theorem, if none is named
set -eu
k=$(tr -d '\r' <"$1" | awk '$1 == "all-of" { print $2 }')
if [ -n "$k" ]; then zstd -dcq "${2:-$(dirname "$1")/..}/positions-$k.txt.zst"; else echo "morpion-positions 1"; fi
