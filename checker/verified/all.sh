#!/bin/sh
# Puts every certificate of a theorem, that of 82 if none is named, before the checker that is proven in Coq, the smallest first, and
# keeps a line for each that it has shown: name, SHA-256, seconds, sentence. What the log has already, by name, digest and sentence, is
# not run again, so this can be stopped at any time. Two to three core-hours for the theorem of 82; 14 MB. A theorem of lists needs
# zstd; the first line is then about the list of positions. That such statements are enough, Longest.v says
# (..._if_certificates_hold).
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
# A theorem file may have the line ends of another system.
tr -d '\r' <"$theorem" >"$place/theorem"
./positions.sh "$place/theorem" "$certificates/.." >"$place/positions"
if grep -q '^all-of ' "$place/theorem"; then
    digest=$(sha256sum <"$place/positions" | cut -d ' ' -f 1)
    if grep '^positions,' "$log" | grep -qv "^positions,$digest,"; then
        echo "$log is about another list of positions: name another log" >&2
        exit 2
    fi
    if ! grep -q "^positions,$digest," "$log"; then
        begin=$(date +%s)
        said=$("$place/checked" --positions "$place/positions" --census "$place/theorem")
        echo "positions,$digest,$(($(date +%s) - begin)),\"$said\"" >>"$log"
    fi
fi
./sentences.awk positions="$(($(wc -l <"$place/positions") - 1))" "$place/theorem" >"$place/sentences"
cut -f 1 "$place/sentences" | sed "s|^|$certificates/|" | tr '\n' '\0' | xargs -0 ls -rS >"$place/files"
shown=0
while IFS= read -r file; do
    name=$(basename "$file")
    digest=$(sha256sum "$file" | cut -d ' ' -f 1)
    sentence=$(awk -F '\t' -v name="$name" '$1 == name { print $2 }' "$place/sentences")
    if ! awk -v begin="$name,$digest," -v end=",\"$sentence\"" '
        index($0, begin) == 1 && substr($0, length($0) - length(end) + 1) == end { found = 1 }
        END { exit !found }' "$log"; then
        begin=$(date +%s)
        # The program is told what is to be shown by the theorem's own line, not by the hints.
        {
            echo "morpion-theorem 1"
            grep '^objects ' "$place/theorem"
            echo "at-most listed"
            awk -v name="$name" '$1 != "witness" && $NF == name' "$place/theorem"
        } >"$place/line"
        "$place/checked" --positions "$place/positions" --theorem "$place/line" <"$place/pipe" >"$place/shown" &
        checking=$!
        # What the other program prints is not what was shown.
        written=0
        "$place/morpion-check" --quiet --hints "$place/pipe" "$file" </dev/null >&2 || written=$?
        if ! wait "$checking" || [ "$written" -ne 0 ]; then
            echo "$name: $(cat "$place/shown")" >&2
            exit 1
        fi
        if [ "$(cat "$place/shown")" != "$sentence" ]; then
            echo "$name: shown is something else: $(cat "$place/shown")" >&2
            exit 1
        fi
        echo "$name,$digest,$(($(date +%s) - begin)),\"$sentence\"" >>"$log"
    fi
    shown=$((shown + 1))
done <"$place/files"
all=$(grep -c . "$place/sentences")
if [ "$shown" -ne "$all" ] || [ "$all" -eq 0 ]; then
    echo "only $shown of $all certificates are shown" >&2
    exit 1
fi
echo "all $shown certificates are shown" >&2
