#!/bin/bash
# SPDX-License-Identifier: MIT
# A run on a cluster with Slurm: each task of a job array plays one shard, on the cores it gets.
#
#   job=$(sbatch --parsable --array=1-8 docs/cluster/slurm-array.sh CONFIG OUT [SHARDS])
#   sbatch --dependency=afterok:$job --wrap "skat-arena merge OUT/part-* --out OUT/whole"
#
# A task that was cut off (time limit, preemption, a node that failed) continues where it stopped when it
# is queued again; a finished one does nothing. SKAT_ARENA is the path of the program, visible to all
# nodes. SHARDS is the number of shards of the run, by default the number of tasks in the array; give it
# when you submit only some tasks again.
#SBATCH --job-name=skat-arena
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --signal=TERM@30
set -euo pipefail

config=$1 out=$2 shards=${3:-$SLURM_ARRAY_TASK_COUNT}
arena=${SKAT_ARENA:-build/plain/skat-arena}
part=$out/part-$SLURM_ARRAY_TASK_ID
workers=${SLURM_CPUS_PER_TASK:-1}

if [[ -e $part/resume.json ]]; then
    exec "$arena" run --resume "$part" --workers "$workers" --quiet
elif [[ ! -e $part/summary.json ]]; then
    exec "$arena" run "$config" --shard "$SLURM_ARRAY_TASK_ID/$shards" \
        --out "$part" --workers "$workers" --quiet
fi
