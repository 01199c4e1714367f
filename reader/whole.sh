#!/bin/sh
# Has the second reader read theorems whole, and prints a log: the SHA-256 of the reader, of each theorem file and of all files that it
# names, then what the reader says, and the seconds of processor time that it took.
#
#   reader/whole.sh THEOREM... > LOG
set -eu
[ $# -gt 0 ] || { echo "usage: reader/whole.sh THEOREM... > LOG" >&2; exit 2; }
source=$(dirname "$0")/reader.cpp
place=$(mktemp -d)
trap 'rm -r "$place"' EXIT
"${CXX:-c++}" -std=c++17 -O3 -march=native -o "$place/reader" "$source"

echo "# $(date -u '+%Y-%m-%d %H:%M:%S') UTC, $("${CXX:-c++}" --version | head -n 1)"
(cd "$(dirname "$0")" && sha256sum reader.cpp octagons.hpp)
for theorem in "$@"; do
    (cd "$(dirname "$theorem")" && sha256sum "$(basename "$theorem")" && sed -nE 's/^(box|arrival|witness) .* ([^ ]+)$/\2/p' "$(basename "$theorem")" | sort -u | xargs sha256sum)
done
failed=0
"$place/reader" "$@" || failed=$?
echo "# $(date -u '+%Y-%m-%d %H:%M:%S') UTC, exit status $failed"
times
exit $failed
