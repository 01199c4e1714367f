#!/bin/sh
# Checks from this archive alone that no game of Morpion Solitaire 5D has more than 82 moves, on any x86-64 Linux with a shell, dirname,
# grep and sha256sum. Rust is not needed.
#
#   ./check.sh                 the whole theorem: 45 minutes of one core, on all cores
#   ./check.sh --sample 10m    what ten minutes allow, drawn at random; then it is not called proven
#   ./check.sh --jobs 2        other options are those of bin/morpion-check (--help)
#
# Exit status: 0 the theorem is proven, or nothing wrong was found in a sample; 1 it is not; 2 the archive is damaged.
set -u
cd "$(dirname "$0")" || exit 2

say() { printf 'check: %s\n' "$*" >&2; }

# The program and the certificates are those that were packed. (Who distrusts the program builds it from these sources.)
if command -v sha256sum >/dev/null 2>&1; then
    sha256sum -c SHA256SUMS >/dev/null || { say "the files named above are not those that were packed"; exit 2; }
    say "all files are as they were packed"
else
    say "NOT RUN: the checksums were not compared, since sha256sum is missing"
fi

check=bin/morpion-check
if grep -q '^flags.* avx2 .*bmi2 ' /proc/cpuinfo 2>/dev/null && bin/morpion-check-avx2 --version >/dev/null 2>&1; then check=bin/morpion-check-avx2; fi
"$check" "$@" results/5D/certificates/theorem.txt
