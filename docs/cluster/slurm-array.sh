#!/bin/bash
# SPDX-License-Identifier: MIT
# A run on a cluster with Slurm: each task of a job array plays one shard, on the cores it gets.
#
#   job=$(sbatch --parsable --array=1-8 docs/cluster/slurm-array.sh CONFIG OUT [SHARDS])
#   sbatch --dependency=afterok:$job --wrap "skat-arena merge OUT/shard-* --out OUT/whole"
#
# A task that is stopped is queued again and continues where it was: at its time limit by this script, which
# Slurm tells thirty seconds before (USR1); after preemption, or when a node failed, by Slurm. A task that was
# cancelled is not. A finished one does nothing. All tasks share the board OUT/board: once they have a verdict together, those that play stop, and those that wait play nothing. SKAT_ARENA
# is the path of the program, visible to all nodes. SHARDS is the number of shards of the run, by default the
# number of tasks in the array; give it when you submit only some tasks again.
#SBATCH --job-name=skat-arena
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:USR1@30
set -euo pipefail

config=$1 out=$2 shards=${3:-$SLURM_ARRAY_TASK_COUNT}
arena=${SKAT_ARENA:-build/plain/skat-arena}
shard=$out/shard-$SLURM_ARRAY_TASK_ID
workers=${SLURM_CPUS_PER_TASK:-1}

if [[ -e $shard/resume.json ]]; then
    words=(run --resume "$shard")
elif [[ ! -e $shard/summary.json ]]; then
    words=(run "$config" --shard "$SLURM_ARRAY_TASK_ID/$shards" --board "$out/board" --out "$shard")
else
    exit 0
fi

# Slurm signals this script, which hands it on and waits: a signal ends a wait, too.
"$arena" "${words[@]}" --workers "$workers" --quiet &
run=$! again=false
trap 'again=true; kill -TERM "$run" || true' USR1
trap 'kill -TERM "$run" || true' TERM
status=0
wait "$run" || status=$?
while kill -0 "$run" 2>/dev/null; do
    status=0
    wait "$run" || status=$?
done

# 75: interrupted, and can be continued.
if [[ $again == true && $status == 75 ]]; then
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
fi
exit "$status"
