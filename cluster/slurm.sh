#!/bin/sh
# Slurm: an array with one task for each unit of a folder (after its OFFSET first ones, where an array may not be as long).
#   sbatch --array=1-$(ls UNITS/*.unit | wc -l) cluster/slurm.sh UNITS [OFFSET [OPTION OF RUN...]]
# Before the time is over the unit is told to stop, and saves; the next time the same array is submitted it goes on there.
#SBATCH --job-name=morpion
#SBATCH --cpus-per-task=1
#SBATCH --mem=200M
#SBATCH --time=4:00:00
#SBATCH --signal=B:TERM@60
#SBATCH --requeue
#SBATCH --open-mode=append
unit=$(find "$1" -name '*.unit' | sort | sed -n "$((SLURM_ARRAY_TASK_ID + ${2:-0}))p")
shift "$(($# < 2 ? $# : 2))"
exec "${MORPION:-morpion}" run "$unit" "$@"
