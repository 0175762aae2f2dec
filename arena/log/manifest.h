// SPDX-License-Identifier: MIT
/* arena/log/manifest.h - rules, bots and settings of a run: everything needed to repeat it. */
#ifndef ARENA_LOG_MANIFEST_H
#define ARENA_LOG_MANIFEST_H

#include "arena/base/hash.h"
#include "arena/config/config.h"

/* The manifest as JSON. The same for the same config, bots and build, whatever the number of
 * workers. The caller deletes it. */
cJSON *manifest_of(const struct config *config);
/* The manifest of a whole run, made from `root`, the manifest of a shard with this schedule. The
 * caller deletes it. */
cJSON *manifest_of_whole(const cJSON *root, const struct schedule *shard);
/* The same for other shards of it, or the whole: those of the schedule `of`. */
cJSON *manifest_of_shards(const cJSON *root, const struct schedule *of);
/* Is this member of the manifest of a run the same in `other`, that of another shard as a whole?
 * `log` need not be, since both kinds are read; nor `played_alone`, which each shard finds out: a
 * bot that is not deterministic plays otherwise there. */
bool manifest_shards_agree(const cJSON *member, const cJSON *other);
/* The SHA-256 of a manifest as summary.json has it: of its text without white space. */
void manifest_sha256(const cJSON *root, char hash[HASH_SIZE]);

/* The parts of a manifest that are read back. */
struct manifest {
    cJSON *root;
    struct skat_rules rules; /* prepared */
    const char *names[BOTS_MAX];
    int bot_count;
    struct schedule schedule;
    struct comparison_plan compared;
    enum log_mode log;     /* the games that the log keeps */
    bool uses_clock;       /* a bot declares it */
    int64_t extended_from; /* deals of the run when it was first finished; 0: it got no more */
};
bool manifest_load(struct manifest *manifest, const char *path, struct errors *errors);
/* The same for JSON in memory, of which it takes ownership; errors name `path`. */
bool manifest_read(struct manifest *manifest, cJSON *from, const char *path, struct errors *errors);
void manifest_free(struct manifest *manifest);

/* config_seed_can_be_tried() of the config that the manifest was made from. */
bool manifest_seed_can_be_tried(const cJSON *root);

/* The config whose run has the same log, to the byte, as the run with this manifest (the root of a
 * checked manifest.json; of a merged run and of a shard, the whole run): all rules, all options of
 * all bots, and given deals, so that it needs no other file but the modules. The caller deletes it.
 * NULL if there is none, with *why the reason as a sentence without a full stop, a constant. */
cJSON *config_of_run(const cJSON *manifest, const char **why);

#endif
