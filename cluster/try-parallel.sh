#!/bin/sh
# Tries GNU parallel on this machine: units of a real box, one worker killed, one unit run twice, one result cut in half.
#   cluster/try-parallel.sh     (from the root of the repository, after `cargo build --release --workspace`)
set -eu
cd "$(dirname "$0")/.."
. cluster/trial.sh
trap 'cd / && rm -r "$trial"' EXIT
need parallel parallel
cut_box
nproc | sed 's|$|/:|' >machines
"$here/parallel.sh" "$units" machines >log 2>&1 &
all=$!
kill_worker
wait "$all" || fail "parallel says that some units failed: $(tail -n 3 log)"
say "parallel has ended: $(done_units) of $count units done"
[ "$(done_units)" -eq "$count" ] || fail "the killed unit was not run again"
spoil
"$MORPION" run "${second%.result}.unit" >/dev/null
compare
