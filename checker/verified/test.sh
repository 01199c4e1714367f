#!/bin/sh
# Compiles the proofs in Coq and checks what they assume.
#
#   checker/verified/test.sh             where Coq is installed; elsewhere it says that they were not checked
#   checker/verified/test.sh --install   installs Coq first, from Debian's or Ubuntu's packages, and fails if it cannot
set -eu
cd "$(dirname "$0")"

say() { printf 'verified: %s\n' "$*" >&2; }

have_coq() { command -v coqc >/dev/null 2>&1 && command -v coq_makefile >/dev/null 2>&1 && command -v make >/dev/null 2>&1; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo -n "$@"
    fi
}

if [ "${1:-}" = --install ] && ! have_coq; then
    say "installing Coq"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends coq make ocaml-nox ocaml-findlib >&2
fi

if ! have_coq; then
    say "NOT RUN: the proofs in Coq were not checked, since coqc, coq_makefile or make is missing"
    say "install them with:  sudo apt-get update && sudo apt-get install -y --no-install-recommends coq make ocaml-nox ocaml-findlib"
    [ "${1:-}" != --install ]
    exit
fi

if grep -nE '\<(Admitted|admit|Axiom|Parameter|Conjecture|bypass_check)\>' ./*.v; then
    say "the proofs above are unfinished, or assume something"
    exit 1
fi
make --no-print-directory check
say "all proofs compile, and they assume no more than assumptions.expected says"

# The program: a few certificates of each kind, repeated from hints through a pipe, and damaged hints of a false claim.
if ! command -v ocamlfind >/dev/null 2>&1 || ! command -v cargo >/dev/null 2>&1; then
    say "NOT RUN: the program in OCaml was not built, since ocamlfind or cargo is missing"
    exit
fi
make --no-print-directory program
cargo build --release --locked --quiet -p morpion-check
certificates=../../results/5D/certificates
check=${CARGO_TARGET_DIR:-../../target}/release/morpion-check
place=$(mktemp -d)
trap 'rm -r "$place"' EXIT
mkfifo "$place/pipe"
for name in 5-0-0-0.graphs.at-most-82 2-2-2-2.graphs.at-most-82 7-0-1-0.graphs.empty 7-3-0-0.games.empty \
    7-3-2-1.games.not-by-top-right 6-3-3-1.games.not-by-right-bottom; do
    program/checked <"$place/pipe" &
    shown=$!
    "$check" --quiet --hints "$place/pipe" "$certificates/$name.cert.zst"
    wait "$shown"
done
# A theorem of all games within a small box, in one run, and inside Coq itself.
small=$certificates/theorem-graphs-within-2-1-1-1.txt
./whole.sh "$small" >"$place/theorem"
cat "$place/theorem"
grep -qx 'no game that keeps within the box 2,1,1,1 has more than 75 moves' "$place/theorem"
make --no-print-directory check="$check" inside >"$place/inside"
say "inside Coq itself: $(grep -A 1 'at_most =' "$place/inside" | head -n 1), $(grep 'within =' "$place/inside")"
# A graph of 75 moves is known there, so the same hints must not show that there are none of more than 74.
for file in *.vo Inside.v Inside_statements.v; do cp "$file" "$place"; done
(
    cd "$place"
    sed 's/^\(Definition at_most : Z := \)75\./\174./; s/\((Box 2 1 1 1)\) 75$/\1 74/' Inside_statements.v >false.v
    mv false.v Inside_statements.v
    coqc -Q . Morpion Inside_statements.v
    if coqc -Q . Morpion Inside.v >false.log 2>&1; then
        echo "verified: inside Coq, hints have shown what is false" >&2
        exit 1
    fi
    grep -q 'prove_within .* next at_most within statements' false.log
)
MORPION_CHECKED=$PWD/program/checked cargo test --release --locked --quiet -p morpion-check --test suite -- --ignored damaged_certificates >/dev/null
say "of 200 damaged certificates it showed only valid ones"
