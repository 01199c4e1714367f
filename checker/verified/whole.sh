#!/bin/sh
# Puts a whole theorem, that of 82 if none is named, before the checker that is proven in Coq, in one run: morpion-check writes
# hints into a pipe, and program/checked says at the end what all games have at most. Two cores, an hour and a half for that of 82.
# A theorem of lists needs zstd.
#
#   checker/verified/whole.sh [THEOREM]
set -eu
theorem=$(realpath "${1:-$(dirname "$0")/../../results/5D/certificates/theorem.txt}")
cd "$(dirname "$0")"
make --no-print-directory program >&2
cargo build --release --locked --quiet -p morpion-check
check=$(realpath "${CARGO_TARGET_DIR:-../../target}/release/morpion-check")
place=$(mktemp -d)
trap 'rm -r "$place"' EXIT
# A build meanwhile does not disturb what runs.
cp program/checked "$check" "$place"
mkfifo "$place/pipe"
./positions.sh "$theorem" >"$place/positions"
cd "$(dirname "$theorem")"
# On the standard output is what the proven program says, and nothing else.
"$place/checked" --positions "$place/positions" --theorem "$theorem" <"$place/pipe" &
shown=$!
awk '$1 == "box" || $1 == "arrival" { print $NF }' "$theorem" | xargs "$place/morpion-check" --quiet --hints "$place/pipe" >&2
wait "$shown"
