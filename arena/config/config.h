// SPDX-License-Identifier: MIT
/* arena/config/config.h - the config of a tournament, read and checked before `run` starts. */
#ifndef ARENA_CONFIG_CONFIG_H
#define ARENA_CONFIG_CONFIG_H

#include "arena/config/config_bots.h"
#include "arena/config/given_deals.h"
#include "arena/config/isolation.h"
#include "arena/config/log_mode.h"
#include "arena/config/rule_words.h"
#include "arena/bot/player_host.h"
#include "arena/config/comparison_plan.h"
#include "arena/config/schedule.h"
#include "arena/record/table_limits.h"
#include "engine/rules.h"
#include "engine/seed.h"

enum { WORKERS_MAX = 256 };

enum { CONFIG_MEMORY_MB = 1024 }; /* of an isolated bot, unless a config says otherwise */

/* Who plays the cards: the bots, or the solver for all of them (solver_player.h). */
enum card_play { PLAY_BOTS, PLAY_SOLVER };
extern const char *const card_play_names[2];

/* The source of contracts: bots bid, or the deals include them; or all moves up to a position
 * (fixed_auction.h). */
enum contracts { CONTRACTS_BID, CONTRACTS_FIXED, CONTRACTS_POSITION, CONTRACT_SOURCES };
extern const char *const contracts_names[CONTRACT_SOURCES];

/* The command that reads a config: only `study` reads `variations` and `grid`, and `tune` `tune`.
 */
enum config_purpose { CONFIG_PLAY, CONFIG_STUDY, CONFIG_TUNE };

/* Command-line options that override the config; -1 and NULL if not given. */
struct config_overrides {
    const char *seed;      /* as skat_seed_parse() reads it */
    int64_t deals;         /* of the whole run: sessions, and what the last one lacks, follow */
    int64_t session_deals; /* of a session */
    int64_t workers;
    const char *log;
    const char *isolation;
    const char *play;
    const char *population; /* who sits at the table (population.h) */
    int64_t shard, shards;  /* the shard of the run to play; 0, 0: all */
    const char *redeals;    /* comparison_plan.redeals: REDEAL_WORDS */
    bool bidding;           /* comparison_plan.bidding */
    enum config_purpose purpose;
    struct module_files *modules;   /* of another config, which outlives this one; NULL: none */
    const struct word_list *rules;  /* options that change the rules; NULL: none */
    const struct word_list *limits; /* that bots have by default; NULL: none */
};

struct config {
    cJSON *root; /* the file; texts below point into it */
    char *path;
    char *folder; /* of the file */
    const char *name;
    const char *description;      /* or NULL */
    struct skat_rules rules;      /* prepared, with the config's seats and deals */
    struct module_files *modules; /* files of the bots; its own, unless given by the overrides */
    struct bot *bots;             /* bot_count of them */
    int bot_count;
    int seats[BOTS_MAX]; /* seat_count bots: the first seating, or all that take part */
    int seat_count;
    struct schedule schedule;
    struct comparison_plan compared;
    struct skat_seed seed;
    struct skat_random_key key; /* of the seed */
    bool seed_drawn;            /* or what the environment says: nothing else named it */
    enum card_play play;
    enum contracts contract;
    struct given_deals given; /* from the config or a file; empty: deals from the seed */
    const char *given_file;   /* as named in the config, or NULL */
    int workers;              /* 1.. */
    bool keep_answers;        /* of deterministic bots, for other games of a deal */
    /* Games that a worker plays side by side, so that a bot can answer many in one call; 1: none.
     * As read, the most that are wanted. */
    int tables;
    struct skat_bot_limits limits; /* of bots that do not say otherwise */
    enum isolation isolation;      /* as asked for */
    bool isolates;                 /* some bot: each place has players of its own */
    enum log_mode log;
    struct config_overrides overrides; /* as given */
    cJSON *given_overrides;            /* of a resumed run: has their texts; else NULL */
};

#define CONFIG_NO_OVERRIDES                                                                        \
    ((struct config_overrides){                                                                    \
        .deals = -1, .session_deals = -1, .workers = -1, .purpose = CONFIG_PLAY})

/* The keys of a config, ended by NULL; results/schemas/config.schema.json has the same. */
extern const char *const config_keys[];

/* Reads and checks a config, the file `name` or one that is found by this name
 * (base/program_dirs.h); its rule set, deals and modules (each is probed). Collects all errors
 * before it returns. A single session of rules that carry something on is one, but for a run of
 * fewer than 72 deals, an evening to look at. The caller frees the config even on false. */
bool config_load(struct config *config, const char *name, const struct config_overrides *overrides,
                 struct errors *errors);

/* The same for text in memory; its relative names start from `folder`. */
bool config_parse(struct config *config, const char *text, size_t length, const char *name,
                  const char *folder, const struct config_overrides *overrides,
                  struct errors *errors);
void config_free(struct config *config);

/* Why `play` or `contract` of the config excludes these rules: a sentence's end, or NULL. */
const char *config_rules_wrong(const struct config *config, const struct skat_rules *rules);

/* Fills an array of BOTS_MAX with the names of all bots, in order. */
void config_names(const struct config *config, const char *names[BOTS_MAX]);

/* drawn_seed_keep(), also for the config, if its seed was drawn. */
bool config_keep_seed(struct config *config, const char *folder, bool resume,
                      struct errors *errors);

/* Whether isolated bots, against which isolation was asked for, could find the seed of the deals by
 * trying: then they know all cards. */
bool config_seed_can_be_tried(const struct config *config);

/* The cards of a deal (0..) of a session (0..): dealt from the seed, or given. */
struct dealt config_deal(const struct config *config, uint64_t session, uint64_t deal);

/* Whether answers of a bot may be given again in other games of a deal (bot/kept_answers.h), as far
 * as that can be known before its module is loaded. */
bool config_keeps_answers_of(const struct config *config, int bot);
/* Whether games of a deal are of use for its later games: answers of some bot are, or the solver's
 * play is. */
bool config_uses_earlier_games(const struct config *config);
/* Says that so many deals are not whole sessions of `session` deals, and which numbers are. */
void config_refuse_deals(int64_t deals, int64_t session, struct errors *errors);

/* Whether there is only one session under rules that carry something from deal to deal (`carrier`:
 * " of ..." says which, or ""). That is an error, which says what to write instead, except with
 * given deals, which have only one. */
bool config_refuse_single_session(const struct config *config, const char *carrier,
                                  struct errors *errors);

/* Whether two bots are the same module with the same options and limits, neither composed. */
bool config_same_bot(const struct config *config, int one, int other);

/* Whether a bot of the config starts programs of its own, which may need to write files. */
bool config_starts_programs(const struct config *config);

/* Whether bots of the config are processes of their own, isolated or as programs. */
bool config_starts_bot_processes(const struct config *config);

/* Whether any bot of the config declares that it uses the clock. */
bool config_uses_clock(const struct config *config);

#endif
