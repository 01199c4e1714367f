#!/bin/sh
# Compiles the proofs in Coq, checks them once more with coqchk, and checks what they assume; then the program that is made of them.
#
#   checker/verified/test.sh             where Coq is installed; elsewhere it says that they were not checked, and ends with 77
#   checker/verified/test.sh --install   installs Coq, from Debian's or Ubuntu's packages, fails if it cannot, and tests nothing
set -eu
cd "$(dirname "$0")"

say() { printf 'verified: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

packages="coq make ocaml-nox ocaml-findlib"
have_coq() { command -v coqc >/dev/null 2>&1 && command -v coq_makefile >/dev/null 2>&1 && command -v make >/dev/null 2>&1; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo -n "$@"
    fi
}

if [ "${1:-}" = --install ]; then
    if have_coq; then exit; fi
    say "installing Coq"
    as_root apt-get update -qq
    # shellcheck disable=SC2086 # these are several words
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >&2
    have_coq || fail "apt-get installed no Coq"
    exit
fi

if ! have_coq; then
    say "NOT RUN: the proofs in Coq were not checked, since coqc, coq_makefile or make is missing"
    say "install them with:  sudo apt-get update && sudo apt-get install -y --no-install-recommends $packages"
    exit 77
fi

# Coq 8.13 to 8.16.0 and their coqchk take some arrays for equal that are not (rocq#16829), and the proofs are about arrays.
version=$(coqc --print-version | cut -d ' ' -f 1)
[ "$(printf '%s\n' 8.16.1 "$version" | sort -V | head -n 1)" = 8.16.1 ] ||
    fail "Coq $version is too old: before 8.16.1 its arrays are unsound (rocq#16829); install 8.16.1 or a later one"

if grep -nE '\<(Admitted|admit|Axiom|Parameter|Conjecture|bypass_check)\>' ./*.v; then
    fail "the proofs above are unfinished, or assume something"
fi
make --no-print-directory check
say "all proofs compile, and they assume no more than assumptions.expected says"
make --no-print-directory recheck
say "coqchk accepts them, and no axiom is there but Coq's own"

# The program: a few certificates of each kind, repeated from hints through a pipe.
if ! command -v ocamlfind >/dev/null 2>&1 || ! command -v cargo >/dev/null 2>&1; then
    say "NOT RUN: the program in OCaml was not built, since ocamlfind or cargo is missing"
    exit 77
fi
make --no-print-directory program
cargo build --release --locked --quiet -p morpion-check
certificates=../../results/5D/certificates
check=${CARGO_TARGET_DIR:-../../target}/release/morpion-check
place=$(mktemp -d)
trap 'rm -r "$place"' EXIT
mkfifo "$place/pipe"

# shows FILE SENTENCE: that the program says this of the hints of a certificate, and nothing else.
shows() {
    program/checked <"$place/pipe" >"$place/said" &
    shown=$!
    "$check" --quiet --hints "$place/pipe" "$certificates/$1.cert.zst" >&2
    wait "$shown"
    [ "$(cat "$place/said")" = "shown: $2" ] || fail "of $1 the program said: $(cat "$place/said")"
}
shows 5-0-0-0.graphs.at-most-82 "no graph whose bounding box is 5,0,0,0 has more than 82 moves"
shows 2-2-2-2.graphs.at-most-82 "no graph whose bounding box is 2,2,2,2 has more than 82 moves"
shows 7-0-1-0.graphs.empty "no graph has the bounding box 7,0,1,0"
shows 7-3-0-0.games.empty "no game has the bounding box 7,3,0,0"
shows 7-3-2-1.games.not-by-top-right "no game's last move made its bounding box 7,3,2,1 by growing 1,1,0,0"
shows 6-3-3-1.games.not-by-right-bottom "no game's last move made its bounding box 6,3,3,1 by growing 0,1,1,0"
# These have listings that find nothing, with moves that count and without.
shows 2-1-1-0.games.at-most-73 "no game whose bounding box is 2,1,1,0 has more than 73 moves"
shows 5-4-2-0.games.empty "no game has the bounding box 5,4,2,0"
turned=../../5D-symmetric/certificates
shows $turned/1-0-1-0.games.at-most-68 "no point-symmetric game whose bounding box is 1,0,1,0 has more than 68 moves"
shows $turned/1-0-1-0.graphs.at-most-72 "no point-symmetric graph whose bounding box is 1,0,1,0 has more than 72 moves"
say "of ten certificates the program says what they show"

# Lists: one without positions, one with 784, and what may not be shown of it.
# lists FILE POSITIONS CODE SENTENCE
lists() {
    code=0
    program/checked --positions "$2" <"$place/pipe" >"$place/said" &
    shown=$!
    "$check" --quiet --hints "$place/pipe" "$1" >/dev/null 2>&1 || true
    wait "$shown" || code=$?
    [ "$code $(cat "$place/said")" = "$3 $4" ] || fail "of the list $1 the program said: $(cat "$place/said")"
}
says() { echo "every $1 moves whose bounding box is $2 ends, up to symmetry, in one of the $3 positions"; }
listed=../tests/lists/4-1-4-1.symmetric-games.all-64.cert.zst
echo "morpion-positions 1" >"$place/none"
lists ../tests/lists/2-2-2-1.games.all-82.cert.zst "$place/none" 0 "shown: $(says 'game of 82 or more' 2,2,2,1 0)"
"$check" --quiet --positions "$place/list" "$listed" >/dev/null
lists "$listed" "$place/list" 0 "shown: $(says 'point-symmetric game of 64 or more' 4,1,4,1 784)"
sed 400d "$place/list" >"$place/short"
lists "$listed" "$place/short" 1 "refused: the hints do not show that $(says 'point-symmetric game of 64 or more' 4,1,4,1 783)"
# The whole list of symmetric games, and three that are none: a position twice, one that no game ends in, and one with a move less.
theorem=../../results/5D-symmetric/certificates/theorem-all-68.txt
./positions.sh "$theorem" >"$place/list"
census() { program/checked --positions "$1" --census "$theorem" || true; }
counted="in each of 1208 positions a point-symmetric game of 68 or more moves ends, and no two are images of each other"
[ "$(census "$place/list")" = "$counted" ] || fail "the 1,208 positions are no list"
sed '2{p;}' "$place/list" >"$place/twice"
sed '2s/^\([^ ]*\),[0-4] /\1,5 /' "$place/list" >"$place/beside"
sed '2s/ [^ ]*$//' "$place/list" >"$place/less"
for damaged in twice beside less; do
    case $(census "$place/$damaged") in
    "refused: the list of positions has one"*) ;;
    *) fail "a list is accepted with a position that is $damaged" ;;
    esac
done
say "lists are shown with their positions, and not without one of them; no damaged list has the right census"
if program/checked </dev/null >/dev/null; then fail "the program accepts no hints at all"; fi
# A claim, then an operation that there is no more, 3, 11 or 17, or not yet.
for code in 003 013 021 026; do
    said=$(printf '\023\003\006\001\000\000\122\'$code'\000\000\000\000' | program/checked) && fail "operation $code is accepted"
    [ "$said" = "refused: there is no such operation" ] || fail "of operation $code the program said: $said"
done

# A theorem of all graphs within a small box, in one run, and inside Coq itself.
small=$certificates/theorem-graphs-within-2-1-1-1.txt
./whole.sh "$small" >"$place/theorem"
[ "$(cat "$place/theorem")" = 'no graph that keeps within the box 2,1,1,1 has more than 75 moves' ] ||
    fail "of the theorem the program said: $(cat "$place/theorem")"

# One by one, kept in a log: neither a bound that is changed later nor a missing file passes for what the log has.
mkdir "$place/one-by-one"
awk '$1 == "box" { print $NF }' "$small" | sed "s|^|$certificates/|" | xargs -I '{}' cp '{}' "$place/one-by-one"
sed 's/$/\r/' "$small" >"$place/one-by-one/theorem.txt"
./all.sh "$place/log" "$place/one-by-one/theorem.txt" 2>"$place/said"
grep -q '^all 12 certificates are shown$' "$place/said" || { cat "$place/said" >&2; fail "all.sh does not show what there is"; }
[ "$(wc -l <"$place/log")" -eq 12 ] || fail "the log of all.sh has not one line for each certificate"
sed 's/^box 2,1,1,1 at-most 75 /box 2,1,1,1 at-most 60 /' "$small" >"$place/one-by-one/theorem.txt"
if ./all.sh "$place/log" "$place/one-by-one/theorem.txt" >"$place/said" 2>&1; then fail "all.sh has shown what is false"; fi
grep -q '^2-1-1-1.graphs.at-most-75.cert.zst: refused: ' "$place/said" || { cat "$place/said" >&2; fail "all.sh fails for another reason"; }
cp "$small" "$place/one-by-one/theorem.txt"
rm "$place/one-by-one"/1-0-0-0.*
if ./all.sh "$place/log" "$place/one-by-one/theorem.txt" >"$place/said" 2>&1; then fail "all.sh does without a certificate"; fi
grep -q '1-0-0-0.graphs.at-most-68.cert.zst' "$place/said" || { cat "$place/said" >&2; fail "all.sh names no missing certificate"; }
say "certificates are shown one by one, and kept in a log"
# Numbers are those of certificate.md: the largest of the machine plus one is none.
for k in -4611686018427387904 0x52 082 +82 0; do
    printf 'morpion-theorem 1\nobjects games\nall-of %s\nbox 0,0,0,0 empty x\n' "$k" >"$place/theorem"
    if program/checked --theorem "$place/theorem" </dev/null >"$place/said"; then fail "a theorem about games of $k moves is accepted"; fi
    grep -qE 'a number that is none|not understood: all-of 0' "$place/said" || { cat "$place/said" >&2; fail "games of $k moves are refused for another reason"; }
done
make --no-print-directory check="$check" inside
say "the same is a theorem inside Coq itself"
# A graph of 75 moves is known there, so the same hints must not show that there are none of more than 74.
for file in *.vo Inside.v Inside_statements.v; do cp "$file" "$place"; done
(
    cd "$place"
    sed 's/^\(.*(Box 2 1 1 1)\) 75$/\1 74/' Inside_statements.v >false.v
    mv false.v Inside_statements.v
    sed 's/\<75\>/74/' Inside.v >false.v
    mv false.v Inside.v
    coqc -Q . Morpion Inside_statements.v
    if coqc -Q . Morpion Inside.v >false.log 2>&1; then fail "inside Coq, hints have shown what is false"; fi
    grep -q 'prove_within .* next Graphs 74' false.log || { cat false.log >&2; fail "inside Coq, 74 is refused for another reason"; }
)
say "that none has more than 74 moves, Coq refuses"
MORPION_CHECKED=$PWD/program/checked cargo test --release --locked --quiet -p morpion-check --test suite -- --ignored damaged_certificates >"$place/damaged"
grep -q '^test result: ok. 1 passed' "$place/damaged" || { cat "$place/damaged" >&2; fail "the test of damaged certificates did not run"; }
say "of 200 damaged certificates the program showed only valid ones"
./mutants.sh >"$place/mutants" || fail "a planted bug was not caught, or a known game was lost"
say "no known game was lost by the program; $(tail -n 1 "$place/mutants")"
