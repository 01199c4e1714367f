#!/bin/sh
# Tries Debian's Slurm on this machine, one controller and one node: an array over the units of a real box. One job is killed, the node's
# daemon is stopped for longer than the controller waits and started again, one unit is run twice, one result is cut in half.
#   cluster/try-slurm.sh     (from the root of the repository, after `cargo build --release --workspace`)
set -eu
PATH=$PATH:/usr/sbin
cd "$(dirname "$0")/.."
. cluster/trial.sh
need slurmctld slurmctld slurmd slurm-client munge
need munged munge

stop() {
    cd /
    for daemon in slurmd slurmctld munged; do
        [ -s "$trial/$daemon.pid" ] || continue
        daemon=$(cat "$trial/$daemon.pid")
        kill "$daemon" 2>/dev/null || continue
        while kill -0 "$daemon" 2>/dev/null; do sleep 0.2; done
    done
    rm -r "$trial"
}
trap stop EXIT
trap 'exit 1' INT TERM

# A key and a socket of its own: a Slurm that runs here already is left alone.
chmod 755 "$trial"
dd if=/dev/urandom of="$trial/munge.key" bs=128 count=1 2>/dev/null
chmod 600 "$trial/munge.key"
munged --force --key-file="$trial/munge.key" --socket="$trial/munge.socket" --pid-file="$trial/munged.pid" \
    --log-file="$trial/munged.log" --seed-file="$trial/munge.seed"
node=$(hostname -s)
cat >"$trial/slurm.conf" <<END
ClusterName=trial
SlurmctldHost=$node(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$trial/munge.socket
SlurmctldPort=26817
SlurmdPort=26818
SlurmctldPidFile=$trial/slurmctld.pid
SlurmdPidFile=$trial/slurmd.pid
SlurmctldLogFile=$trial/slurmctld.log
SlurmdLogFile=$trial/slurmd.log
StateSaveLocation=$trial/state
SlurmdSpoolDir=$trial/spool
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=2
SlurmdTimeout=5
KillWait=5
ReturnToService=2
MpiDefault=none
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=1000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
mkdir "$trial/state" "$trial/spool"
export SLURM_CONF="$trial/slurm.conf"
slurmctld
slurmd
for _ in $(seq 60); do
    sinfo -h -o %T 2>/dev/null | grep -qE 'idle|mixed' && break
    sleep 0.5
done
sinfo -h -o %T | grep -q idle || fail "the node does not come up: $(tail -n 3 "$trial/slurmd.log")"
say "$(slurmd -V), node $(sinfo -h -o '%T, %c cores')"

# Submits the array, and waits until no task is left.
submit() {
    sbatch --quiet --mem=0 --output=/dev/null --array="1-$count" "$here/slurm.sh" "$units"
}
finish() {
    for _ in $(seq 600); do
        [ -n "$(squeue -h -o %i)" ] || return 0
        sleep 0.5
    done
    fail "the array does not end: $(squeue -h -r -o '%T %r' | sort | uniq -c)"
}

cut_box
submit
kill_worker
kill "$(cat "$trial/slurmd.pid")"
say "the node's daemon is stopped"
for _ in $(seq 60); do
    sinfo -h -o %T | grep -q down && break
    sleep 0.5
done
say "the node is $(sinfo -h -o %T); $(squeue -h -r -t pending | wc -l) tasks wait"
slurmd
say "the node's daemon is started again"
finish
say "the array has ended: $(done_units) of $count units done"
spoil
submit
finish
say "submitted again: $(done_units) of $count units done"
compare
