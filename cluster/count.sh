#!/bin/sh
# Slurm: counts all positions of a variant, 4D or 4T (paper/counting.md), by an array of any length. COUNTS is a folder that all nodes see.
#   sbatch --array=0-99 cluster/count.sh 4T COUNTS
# A task that is lost loses the unit it was at; the same array, or one of another length, goes on with what is missing.
# `morpion enumerate --variant 4T --units COUNTS` says what the folder holds together.
#SBATCH --job-name=morpion-count
#SBATCH --cpus-per-task=1
#SBATCH --mem=200M
#SBATCH --time=24:00:00
#SBATCH --requeue
exec "${MORPION:-morpion}" enumerate --variant "$1" --units "$2" --jobs 1 \
    --share "$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN))/$SLURM_ARRAY_TASK_COUNT"
