/* arena/config/config.h - a tournament: everything that `run` needs to know, checked before it starts. */
#ifndef ARENA_CONFIG_CONFIG_H
#define ARENA_CONFIG_CONFIG_H

#include "arena/config/config_bots.h"
#include "arena/config/given_deals.h"
#include "arena/config/log_plan.h"
#include "arena/bot/player_host.h"
#include "arena/config/comparison_plan.h"
#include "arena/config/schedule.h"
#include "arena/record/table_limits.h"
#include "engine/rules.h"

enum { WORKERS_MAX = 256 };
#define SEED_MAX (((int64_t)1 << 53) - 1) /* the integers that JSON keeps exactly */

/* Where bots' code runs: in the workers, or each instance in a process of its own (process.h). */
enum isolation { ISOLATION_NONE, ISOLATION_PROCESS };
extern const char *const isolation_names[2];

/* Who plays the cards: the bots, or the solver for all of them (solverplay.h). */
enum card_play { PLAY_BOTS, PLAY_SOLVER };
extern const char *const card_play_names[2];

/* Where contracts come from: the bots bid, or they are given with the deals (auction.h). */
enum contracts { CONTRACTS_BID, CONTRACTS_FIXED };
extern const char *const contracts_names[2];

/* What the command line says beats the config; -1 and NULL where it says nothing. */
struct config_overrides {
    int64_t seed, deals, workers;
    const char *log;
    const char *isolation;
    const char *play;
    int64_t shard, shards; /* part of the run that is to be played; 0, 0: all */
    bool study; /* the command is `study`: `variations` and `grid` are read by it */
};

struct config {
    cJSON *root;             /* the file; texts below point into it */
    char *path;
    char *folder;            /* of the file */
    const char *name;
    const char *description; /* or NULL */
    struct skat_rules rules; /* prepared; seats and deals as the config has them */
    struct bot *bots;        /* bot_count of them */
    int bot_count;
    int seats[BOTS_MAX];     /* seat_count bots: of the first seating, or those that take part */
    int seat_count;
    struct schedule schedule;
    struct comparison_plan compared;
    uint64_t seed;           /* 0..2^53-1 */
    enum card_play play;
    enum contracts contract;
    struct given_deals given;      /* deals given in the config or a file; none: from the seed */
    const char *given_file;  /* as the config names it, or NULL */
    int workers;             /* 1.. */
    struct player_limits limits; /* of each call of a bot */
    enum isolation isolation;
    uint32_t memory_mb;      /* address space of an isolated bot, 0: no limit */
    struct log_plan log;
    struct config_overrides overrides; /* that were given */
};

#define CONFIG_NO_OVERRIDES ((struct config_overrides){-1, -1, -1, NULL, NULL, NULL, 0, 0, false})

/* Reads and checks a config, its rule set, deals and modules (each is probed). All errors are
 * gathered before it returns. On false the config is still to be freed. */
bool config_load(struct config *config, const char *path,
                 const struct config_overrides *overrides, struct errors *errors);

/* The same for text that is in memory; `folder` is where its relative names start. */
bool config_parse(struct config *config, const char *text, size_t length, const char *name,
                  const char *folder, const struct config_overrides *overrides,
                  struct errors *errors);
void config_free(struct config *config);

/* Why these rules cannot be played with the config's `play` and `contract`: NULL, or a sentence's end. */
const char *config_rules_wrong(const struct config *config, const struct skat_rules *rules);

/* The names of all bots, in order: an array of BOTS_MAX to fill. */
void config_names(const struct config *config, const char *names[BOTS_MAX]);

/* Does some bot of a config say that it uses the clock? */
bool config_uses_clock(const struct config *config);

#endif
