/* arena/log/manifest.h - what was played, by which rules and bots: everything needed to run it again. */
#ifndef ARENA_LOG_MANIFEST_H
#define ARENA_LOG_MANIFEST_H

#include "arena/config/config.h"

enum { RESULT_FORMAT = 1 }; /* of all files of a result folder */

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
    struct comparison_plan compared;
    struct log_plan log;     /* what the run kept of its games */
    bool uses_clock;         /* some bot says so of itself */
};
bool manifest_load(struct manifest *manifest, const char *path, struct errors *errors);
/* The same for JSON that is in memory, of which it becomes the owner; `path` is named in errors. */
bool manifest_read(struct manifest *manifest, cJSON *from, const char *path,
                   struct errors *errors);
void manifest_free(struct manifest *manifest);

#endif
