/* arena/results.h - the files of a result folder besides the log, and the table at the end. */
#ifndef ARENA_RESULTS_H
#define ARENA_RESULTS_H

#include <stdio.h>

#include "arena/analysis.h"
#include "arena/config.h"
#include "arena/run.h"

enum { RESULT_FORMAT = 1 }; /* of all these files */

/* Everything needed to run it again. The same for the same config, bots and build, and for any
 * number of workers. The caller deletes it. */
cJSON *manifest_of(const struct config *config);

/* What is read back of a manifest. */
struct manifest {
    cJSON *root;
    struct skat_rules rules; /* prepared */
    const char *names[BOTS_MAX];
    int bot_count;
    struct schedule schedule;
    struct question question;
    struct log_plan log;     /* what the run kept of its games */
    bool uses_clock;         /* some bot says so of itself */
};
bool manifest_load(struct manifest *manifest, const char *path, struct problems *problems);
/* The same for JSON that is in memory, of which it becomes the owner; `path` is named in problems. */
bool manifest_read(struct manifest *manifest, cJSON *from, const char *path,
                   struct problems *problems);
void manifest_free(struct manifest *manifest);

/* All statistics. `names` are of the bots of the tally; `planned` games were to be played;
 * `uses_clock`: some bot says that it does. `analysis`
 * has seen the same games (NULL: there is none), `log` is the path of games.jsonl, or NULL. */
cJSON *summary_of(const struct tally *tally, const struct skat_rules *rules,
                  const char *const names[], int bots, uint64_t planned, bool uses_clock,
                  const struct analysis *analysis, const char *log);

/* Does some bot of a config say that it uses the clock? */
bool config_uses_clock(const struct config *config);

/* A summary read back, as far as commands rely on it: the members that every summary has, and of a
 * comparison, where there is one, those that are shown. NULL and problems when it is none. The caller
 * deletes it. */
cJSON *summary_load(const char *path, struct problems *problems);

/* Wall time, host, workers, rates: what differs from run to run. */
cJSON *timing_of(const struct config *config, const struct run_result *result);

#endif
