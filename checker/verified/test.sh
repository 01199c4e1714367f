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
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends coq make >&2
fi

if ! have_coq; then
    say "NOT RUN: the proofs in Coq were not checked, since coqc, coq_makefile or make is missing"
    say "install them with:  sudo apt-get update && sudo apt-get install -y --no-install-recommends coq make"
    [ "${1:-}" != --install ]
    exit
fi

if grep -nE '\<(Admitted|admit|Axiom|Parameter|Conjecture|bypass_check)\>' ./*.v; then
    say "the proofs above are unfinished, or assume something"
    exit 1
fi
make --no-print-directory check
say "all proofs compile, and they assume no more than assumptions.expected says"
