#!/bin/sh
# Tries HyperQueue on this machine, one server and one worker: units of a real box. One unit's process is killed, the worker is killed with
# what runs on it and another one started, one unit is run twice, one result is cut in half.
#   cluster/try-hyperqueue.sh     (from the root of the repository, after `cargo build --release --workspace`, with hq on the PATH)
set -eu
cd "$(dirname "$0")/.."
. cluster/trial.sh
trap 'cd / && rm -r "$trial"' EXIT
if ! command -v hq >/dev/null 2>&1; then
    say "NOT RUN: there is no hq; take it from HyperQueue's releases"
    exit
fi

# A folder of its own: a server that runs here already is left alone.
HQ_SERVER_DIR=$trial/hq
export HQ_SERVER_DIR
start_worker() {
    hq worker start --cpus "$(nproc)" >worker.log 2>&1 &
    worker_process=$!
}
stop() {
    cd /
    hq server stop >/dev/null 2>&1 || true
    kill "$worker_process" 2>/dev/null || true
    wait
    rm -r "$trial"
}
hq server start >server.log 2>&1 &
worker_process=
trap stop EXIT
trap 'exit 1' INT TERM
for _ in $(seq 60); do
    hq server info >/dev/null 2>&1 && break
    sleep 0.5
done
hq server info >/dev/null || fail "the server does not come up: $(tail -n 3 server.log)"
start_worker
say "$(hq --version), a worker of $(nproc) cores"

cut_box
"$here/hyperqueue.sh" "$units" >log 2>&1 &
all=$!
kill_worker
running=$(workers)
kill -9 "$worker_process"
say "killed with -9: the worker, on which $(echo "$running" | wc -w) units ran"
start_worker
say "another worker is started"
wait "$all" || fail "the job does not end: $(tail -n 3 log)"
say "the job has ended: $(done_units) of $count units done"
# The unit whose own process was killed has failed; those that ran on the lost worker were run again.
[ "$(done_units)" -ge "$((count - 1))" ] || fail "what ran on the lost worker was not run again"
spoil
"$here/hyperqueue.sh" "$units" >log 2>&1 || fail "submitted again: $(tail -n 3 log)"
say "submitted again: $(done_units) of $count units done"
compare
