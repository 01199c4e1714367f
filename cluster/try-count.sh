#!/bin/sh
# Tries cluster/count.sh on two units of 4D, as two tasks of an array of 2,048 with the variables that Slurm sets; one is killed and begun
# again. Their lines are compared with results/4D/units.txt. One second of a core.
#   cluster/try-count.sh     (after `cargo build --release --workspace`)
set -eu
cd "$(dirname "$0")/.."
export MORPION="${MORPION:-$PWD/target/release/morpion}"
COUNTS=$(mktemp -d)
trap 'rm -rf "$COUNTS"' EXIT
export SLURM_ARRAY_TASK_MIN=100 SLURM_ARRAY_TASK_COUNT=2048
task() { # by the unit that it counts
    SLURM_ARRAY_TASK_ID=$((100 + $1)) timeout -s KILL "$2" cluster/count.sh 4D "$COUNTS" >/dev/null || true
}
task 565 0.1
task 565 600
task 1622 600
task 1622 600
for unit in 565 1622; do
    found=$(cat "$COUNTS"/* | grep "^$unit ")
    [ "$found" = "$(grep "^$unit " results/4D/units.txt)" ] || { echo "unit $unit differs"; exit 1; }
    echo "unit $unit: as results/4D/units.txt says"
done
