/* arena/match/tournament.h - a config played into a result folder: what run, compare, regress and study do
 * alike. */
#ifndef ARENA_MATCH_TOURNAMENT_H
#define ARENA_MATCH_TOURNAMENT_H

#include "arena/config/config.h"
#include "arena/match/supervisor_outputs.h"

struct tournament_options {
    bool quiet;  /* no announcement, warnings only, no progress */
    FILE *game_stats; /* that take the statistics of all games, or NULL */
};

/* What was played. */
struct tournament {
    cJSON *summary;
    struct supervisor_result result;
    enum verdict verdict; /* of the sequential test */
    bool tested;
};

/* Plays `config` into the open folder `out`: manifest, log, summary, timing. Returns the exit code:
 * EXIT_OK, EXIT_INTERRUPTED, or EXIT_INTERNAL with errors. The caller frees the tournament, also
 * after a failure. */
int tournament_play(struct tournament *tournament, const struct config *config, const char *out,
                    const struct tournament_options *options, struct errors *errors);
/* Goes on with a run that was cut off: `config` is what resume_load() gave of the folder `out`. Returns the
 * same, or EXIT_BAD_FILE with errors when what is there does not fit. */
int tournament_resume(struct tournament *tournament, const struct config *config, const char *out,
                      const struct tournament_options *options, struct errors *errors);
void tournament_free(struct tournament *tournament);

/* Warns when a config has too few deals (sessions) for intervals, or for its test to decide. Runs that
 * compare two bots do so by themselves. */
void tournament_warn_of_units(const struct config *config);

#endif
