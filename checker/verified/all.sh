#!/bin/sh
# Puts every certificate of a theorem, that of 82 if none is named, before the checker that is proven in Coq, the smallest first, and
# keeps a line for each that it has shown: name, SHA-256, seconds, sentence. What the log has already, by name and digest, is not run
# again, so this can be stopped at any time. Two to three core-hours for the theorem of 82; 14 MB. A theorem of lists needs zstd; the
# first line is then about the list of positions. That such statements are enough, Longest.v says (..._if_certificates_hold).
#
#   checker/verified/all.sh LOG [THEOREM]
set -eu
log=$(realpath "${1:?a file for the log}")
theorem=$(realpath "${2:-$(dirname "$0")/../../results/5D/certificates/theorem.txt}")
cd "$(dirname "$0")"
make --no-print-directory program >&2
cargo build --release --locked --quiet -p morpion-check
certificates=$(dirname "$theorem")
check=${CARGO_TARGET_DIR:-../../target}/release/morpion-check
place=$(mktemp -d)
trap 'rm -r "$place"' EXIT
cp program/checked "$check" "$place"
mkfifo "$place/pipe"
touch "$log"
./positions.sh "$theorem" >"$place/positions"
if grep -q '^all-of ' "$theorem"; then
    digest=$(sha256sum <"$place/positions" | cut -d ' ' -f 1)
    if ! grep -q "^positions,$digest," "$log"; then
        begin=$(date +%s)
        said=$("$place/checked" --positions "$place/positions" --census "$theorem")
        echo "positions,$digest,$(($(date +%s) - begin)),\"$said\"" >>"$log"
    fi
fi
for file in $(awk '$1 == "box" || $1 == "arrival" { print $NF }' "$theorem" |
    sed "s|^|$certificates/|" | xargs ls -rS); do
    name=$(basename "$file")
    digest=$(sha256sum "$file" | cut -d ' ' -f 1)
    if grep -Eq "^$name,$digest,[0-9]*,\"(no|every) " "$log"; then continue; fi
    begin=$(date +%s)
    # The program is told what is to be shown by the theorem's own line, not by the hints.
    {
        grep '^objects ' "$theorem"
        echo "at-most listed"
        awk -v name="$name" '$1 != "witness" && $NF == name' "$theorem"
    } >"$place/line"
    "$place/checked" --positions "$place/positions" --theorem "$place/line" <"$place/pipe" >"$place/shown" &
    shown=$!
    # What the other program prints is not what was shown.
    "$place/morpion-check" --quiet --hints "$place/pipe" "$file" >&2
    wait "$shown"
    echo "$name,$digest,$(($(date +%s) - begin)),\"$(cat "$place/shown")\"" >>"$log"
done
echo "all $(awk '$1 == "box" || $1 == "arrival"' "$theorem" | wc -l) certificates are shown" >&2
