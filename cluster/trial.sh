# What the trials of this folder share; read by try-*.sh. shellcheck shell=sh
#
# A small real box is cut into units, worked on in a place that goes wrong in the ways that clusters go wrong, and joined. What is proven
# then must be what the box in one piece proves.

box=4,2,3,2
least=40
here=$PWD/cluster
: "${MORPION:=$PWD/target/release/morpion}"
: "${CHECKER:=$PWD/target/release/morpion-check}"
export MORPION
trial=$(mktemp -d "${TMPDIR:-/tmp}/morpion-trial.XXXXXX")
cd "$trial"
units=units
results=results
started=$(date +%s)

say() { printf '%4d s  %s\n' "$(($(date +%s) - started))" "$*"; }

fail() {
    say "FAILED: $*" >&2
    exit 1
}

# Installs what is missing: need PROGRAM PACKAGE... Where that cannot be, the trial is not run, and says so.
need() {
    command -v "$1" >/dev/null 2>&1 && return
    missing=$1
    shift
    fetch "$@" && command -v "$missing" >/dev/null 2>&1 && return
    say "NOT RUN: there is no $missing, and apt-get does not install it"
    cd /
    rm -rf "$trial"
    trap - EXIT
    exit
}

fetch() {
    command -v apt-get >/dev/null 2>&1 || return
    as_root apt-get update -qq || return
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo -n "$@"
    fi
}

cut_box() {
    "$MORPION" split "$box" --objects games --at-least 83 --units 56 -o "$units"
    count=$(find "$units" -name '*.unit' | wc -l)
    [ "$count" -ge "$least" ] || fail "there are only $count units"
    say "$count units of the box $box"
}

# The number of units that are done.
done_units() { "$MORPION" join "$units" -o others --json | sed -n 's/^ *"done": \([0-9]*\),/\1/p'; }

# The processes of units that are being worked on; a place may name them by their whole path.
workers() { pgrep -f "$@" "^$MORPION run (.*/)?$units/" || true; }

# One of them.
worker() {
    for _ in $(seq 600); do
        found=$(workers -o)
        [ -z "$found" ] || break
        sleep 0.05
    done
    [ -n "$found" ] || fail "no unit is being worked on"
    echo "$found"
}

kill_worker() {
    victim=$(worker)
    kill -9 "$victim"
    say "killed with -9: process $victim"
}

# One unit done twice, in another folder, too; one result cut in half; one file from nowhere.
spoil() {
    first=$(find "$units" -name '*.result' | sort | head -n 1)
    second=$(find "$units" -name '*.result' | sort | sed -n 2p)
    mkdir -p elsewhere
    "$MORPION" run "${first%.result}.unit" -o elsewhere/twice.result >/dev/null
    size=$(wc -c <"$second")
    head -c "$((size / 2))" "$second" >half && mv half "$second"
    say "a unit run twice: $(basename "$first"); a result cut in half: $(basename "$second")"
    said=$("$MORPION" join "$units" elsewhere -o "$results" || true)
    echo "$said" | sed 's/^/        /'
    echo "$said" | grep -q 'it is damaged' || fail "the half result was not named"
    echo "$said" | grep -q 'is of the same unit' || fail "the unit done twice was not named"
}

# The joined certificate is valid and claims what that of one piece claims.
compare() {
    "$MORPION" join "$units" elsewhere -o "$results" | sed 's/^/        /'
    "$MORPION" box "$box" --at-least 83 --order cuts --certificate one.cert >/dev/null
    claim() { "$CHECKER" "$1" | sed 's/^[^:]*: //; s/ ([^)]*)$//'; }
    joined=$(claim "$results"/certificates/*.cert*)
    one=$(claim one.cert)
    say "joined:       $joined"
    say "in one piece: $one"
    [ "$joined" = "$one" ] || fail "the claims differ"
    case $joined in valid:*) ;; *) fail "the joined certificate is not valid" ;; esac
    "$MORPION" join "$units" -o "$results" | grep -q 'already known' || fail "joining again was not harmless"
    say "PASSED"
}
