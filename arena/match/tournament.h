// SPDX-License-Identifier: MIT
/* arena/match/tournament.h - plays a config into a folder, for run, compare, regress and study. */
#ifndef ARENA_MATCH_TOURNAMENT_H
#define ARENA_MATCH_TOURNAMENT_H

#include "arena/config/config.h"
#include "arena/match/supervisor.h"
#include "arena/result/run_summary.h"

struct tournament_options {
    bool quiet;          /* no announcement, warnings only, no progress */
    bool silent;         /* no warnings either: one of many runs of the same kind */
    const char *part_of; /* of which many runs, and how far they are: progress begins with it, also
                            that of a quiet run; or NULL */
    FILE *game_stats;    /* gets the statistics of all games, or NULL */
    int most_faults;     /* ends the run after so many; 0: never */
    const char *board; /* of a shard of a run: a folder that all shards share (board.h), or NULL */
    const cJSON *command; /* for resume.json: what `run --resume` is to conclude with, or NULL */
    bool step; /* of a command that has its own resume.json in the folder, and its claim: both stay,
                  and the command tells of an interruption */
};

/* The result. */
struct tournament {
    struct run_summary *summary; /* NULL if nothing was played */
    struct pool pool;            /* of the summary */
    struct supervisor_result result;
};

/* Plays `config` into the open folder `out`: manifest, log, summary, timing. Returns the exit code:
 * EXIT_OK, EXIT_INTERRUPTED, or EXIT_INTERNAL with errors. The caller frees the tournament, even
 * after a failure. */
int tournament_play(struct tournament *tournament, const struct config *config, const char *out,
                    const struct tournament_options *options, struct errors *errors);
/* Continues a run that was cut off: `config` comes from resume_load() of the folder `out`. Returns
 * the same, or EXIT_BAD_FILE with errors when the folder does not fit. */
int tournament_resume(struct tournament *tournament, const struct config *config, const char *out,
                      const struct tournament_options *options, struct errors *errors);
void tournament_free(struct tournament *tournament);

#endif
