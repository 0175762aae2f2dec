// SPDX-License-Identifier: MIT
/* engine/learn/tables.h - many tables played side by side, one decision of each at a time: for
 * programs that learn.
 *
 *     struct skat_tables *tables = skat_tables_init(memory, &plan); (skat_tables_size(&plan) bytes)
 *     for (;;) {
 *         ... choose actions[t] among plan.out.mask of table t, for each t ...
 *         skat_tables_step(tables, actions, &error);
 *     }
 *
 * A table whose deal is over begins the next one in the same step, so every table always has a
 * decision. All that callers see is in arrays that belong to them, written by init and by each
 * step; those that are NULL are not computed.
 *
 * Cards: table t plays the sessions first_session + t, + t + count, + t + 2 count ... of the seed,
 * deal by deal, with the cards that `skat-arena run` and `deal` have for the same seed, session and
 * deal. An agent is a seat; the dealer moves on from deal to deal. Nothing allocates, results
 * depend on nothing but plan and actions. One thread at a time may use a set of tables; any number
 * of sets may be used side by side. */
#ifndef SKAT_ENGINE_LEARN_TABLES_H
#define SKAT_ENGINE_LEARN_TABLES_H

#include <stddef.h>

#include "engine/game/game.h"
#include "engine/learn/observation.h"
#include "engine/random.h"

struct skat_tables; /* opaque */

/* What a step tells, in arrays of `count` tables, row after row. */
struct skat_tables_out {
    uint8_t *seat;                        /* who decides */
    uint8_t *position;                    /* where it sits: 0 forehand, 1 middlehand, 2 rearhand */
    uint8_t *mask;                        /* [table][number]: skat_choice_mask() */
    struct skat_observation *observation; /* [table] */
    struct skat_observation_open *open;   /* [table]: all cards, for a critic */
    /* Deals that ended in this step: more than one if guests play whole deals, as those in which
     * the learner sits out; then one may end in init, too. */
    uint8_t *done;
    int32_t
        *reward; /* [table][seat]: what those deals brought each seat together, 0 if none ended */
    uint64_t *session, *deal; /* of the decision: session of the seed, deal of the session */
    /* [table][SKAT_TABLES_SCORES][seat]: what the first deal that ended in this step brought each
     * seat, as each kind of reward; as it was if none ended. */
    int32_t *scores;
};

/* Which score is the reward. */
enum skat_tables_reward {
    SKAT_REWARD_RULES,   /* that of the rule set, with the extras of Seeger and Fabian if it has
                          them */
    SKAT_REWARD_CLASSIC, /* as in classic scoring, without extras */
    SKAT_REWARD_SEEGER,  /* classic with the extras (rules.md 8.1) */
    SKAT_TABLES_SCORES
};

/* Others who decide at some seats: bots, for instance. They are called in the order of the game,
 * for one table at a time. */
struct skat_tables_guests {
    void *context;
    /* A deal begins. `game` is started; its players sit at seat_of[position]. */
    void (*begin)(void *context, int table, struct skat_game *game,
                  const uint8_t seat_of[SKAT_PLAYERS], uint64_t session, uint64_t deal);
    /* Plays until a seat of the learner decides: fills in *decision and returns true. False: the
     * deal is over. */
    bool (*pending)(void *context, int table, struct skat_game *game,
                    struct skat_decision *decision);
    /* The learner's answer, which the game accepts: applies it. */
    void (*apply)(void *context, int table, struct skat_game *game,
                  const struct skat_decision *decision, const struct skat_action *action);
    /* The deal is over; then the result is read. */
    void (*end)(void *context, int table, struct skat_game *game);
};

struct skat_tables_plan {
    const struct skat_rules *rules; /* prepared; must outlive the tables */
    struct skat_random_key run;     /* skat_seed_key() */
    uint64_t first_session;
    int count; /* of tables, 1 .. SKAT_TABLES_MAX */
    enum skat_tables_reward reward;
    const struct skat_tables_guests *guests; /* NULL: the learner decides everything */
    struct skat_tables_out out;
    /* Where deals begin: games of these rules that wait for a decision, `start_count` of them,
     * which must outlive the tables: in the auction, before the announcement, at the first card or
     * later. Table t plays start t, t + count ... and so on, from the first again after the last;
     * `deal` is its number and `session` the round, in which the seats move on. Not with guests,
     * nor under rules that carry something from deal to deal. NULL: the deals of the seed. */
    const struct skat_game *starts;
    int start_count;
};
enum { SKAT_TABLES_MAX = 1 << 20 };
/* In place of actions: the table stays as it is; the player gives the deal up. */
enum { SKAT_TABLES_STAY = -1, SKAT_TABLES_FORFEIT = -2 };

/* Bytes that tables of this plan need, aligned as by malloc(). */
size_t skat_tables_size(const struct skat_tables_plan *plan);

/* Sets the tables up in `memory` and begins the first deal of each. They are valid as long as the
 * memory. */
struct skat_tables *skat_tables_init(void *memory, const struct skat_tables_plan *plan);

/* What they were made of; valid as long as the tables. */
const struct skat_tables_plan *skat_tables_plan_of(const struct skat_tables *tables);

/* Tables that go on from here by themselves, in `memory` as for the plan of the others, which had
 * no guests: the same actions bring the same deals. They write to `out`, where the caller has put
 * what the arrays of the others have, and begin deals at `starts`, a copy of the plan's (NULL if it
 * had none), which must outlive them. */
struct skat_tables *skat_tables_copy(void *memory, const struct skat_tables *tables,
                                     const struct skat_tables_out *out,
                                     const struct skat_game *starts);

/* The numbers of all actions. Valid as long as the tables. */
const struct skat_action_space *skat_tables_space(const struct skat_tables *tables);

/* Picks actions[t], a number that table t allows, at each table; or, with SKAT_TABLES_FORFEIT, ends
 * its deal by a fault of who decides, as an illegal answer of a bot does (rules.md 8.3). If a
 * number is not allowed, returns false with table and number in *error, and nothing has changed. */
bool skat_tables_step(struct skat_tables *tables, const int32_t *actions, struct skat_error *error);

/* Whether these actions may be picked now: at all tables, or, if `may_stay`, as skat_tables_go_on()
 * wants them; if not, says why. */
bool skat_tables_allow(const struct skat_tables *tables, const int32_t *actions, bool may_stay,
                       struct skat_error *error);

/* Part of a step, for callers who decide for some seats by themselves, one after the other: picks
 * actions[t] where it is not SKAT_TABLES_STAY, and leaves the other tables and their arrays as they
 * are; rewards and done are added to those of the step. */
bool skat_tables_go_on(struct skat_tables *tables, const int32_t *actions,
                       struct skat_error *error);

/* Sets actions[t] to one of the allowed numbers of each table, all equally likely: for opponents,
 * and to measure. */
void skat_tables_random(const struct skat_tables *tables, struct skat_random *random,
                        int32_t *actions);

/* A table's game in progress, to look at; valid until the next step. */
const struct skat_game *skat_tables_game(const struct skat_tables *tables, int table);

/* Deals that are over, and numbers that were picked, at all tables so far. */
uint64_t skat_tables_deals(const struct skat_tables *tables);
uint64_t skat_tables_decisions(const struct skat_tables *tables);

#endif
