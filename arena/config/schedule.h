// SPDX-License-Identifier: MIT
/* arena/config/schedule.h - who sits where in which game, with the same deals for all bots.
 *
 * A table is a seating: a bot for each seat. The tables of a schedule form groups of equal size;
 * each deal is played at all tables of one group, and the groups alternate from deal to deal (from
 * session to session if sessions are played in one piece). Most schedules have one group. */
#ifndef ARENA_CONFIG_SCHEDULE_H
#define ARENA_CONFIG_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/base/json_read.h"
#include "arena/record/game_outcome.h"

enum {
    SESSION_GAMES_MAX = 20000, /* of a session played in one piece: its lines stay in memory */
    SHARDS_MAX = 1000000
};

enum schedule_kind {
    SCHEDULE_FIXED,        /* one seating */
    SCHEDULE_ROTATIONS,    /* all rotations of it */
    SCHEDULE_PERMUTATIONS, /* all orders of it */
    SCHEDULE_DUEL,         /* two bots at tables of three, or of two in games for two */
    SCHEDULE_ROUND_ROBIN,  /* all triples (or pairs) of three or more bots */
    SCHEDULE_GAUNTLET,     /* a duel of the first bot with each of the others */
    SCHEDULE_AGAINST, /* a duel of the first two, and all orders of both with each of the others */
    SCHEDULE_PLAYED,  /* number of kinds that a config can request */
    /* Games that were played elsewhere, each once, as its own session. The arrangements are the
     * different tables in the order of their first games; each line has its arrangement. */
    SCHEDULE_RECORDED = SCHEDULE_PLAYED,
    SCHEDULE_KINDS
};
extern const char *const schedule_names[SCHEDULE_KINDS];

/* How the last four seat their bots. Tables of two have two seatings, both of which are played. */
enum seatings {
    /* Three rotations per deal. Duels: one A and two B on even deals, two A and one B on odd ones.
     * Triples: one way round on even deals, the other way on odd ones. */
    SEATINGS_ROTATIONS,
    SEATINGS_ALL, /* all six seatings of every deal */
    SEATINGS
};
extern const char *const seatings_names[SEATINGS];

struct schedule {
    enum schedule_kind kind;
    enum seatings seatings;
    int seats; /* of a table */
    uint64_t sessions;
    uint64_t deals;        /* of a session */
    uint64_t missing;      /* deals by which the last session is shorter; 0 for whole sessions */
    bool whole_sessions;   /* rules or a bot carry state from deal to deal: each session is played
                                in one piece, arrangement by arrangement */
    int shard, shards;     /* shard `shard` of 1..`shards`, split between units; 0, 0: all */
    int last_shard;        /* of several shards that were merged, `shard` the first; 0: of one */
    int per_deal;          /* tables of a group: arrangements of each deal */
    int arrangement_count; /* of all groups */
    uint8_t arrangements[ARRANGEMENTS_MAX][SKAT_SEATS_MAX]; /* bot by seat */
};

/* Whether this kind makes tables from any number of bots instead of taking one seating. */
static inline bool schedule_makes_tables(enum schedule_kind kind)
{
    return kind >= SCHEDULE_DUEL && kind < SCHEDULE_PLAYED;
}

/* Lists the arrangements: `members` are the bots of the first seating, or all that take part. kind,
 * seatings and seats must be set. Equal seatings are listed once. Returns NULL, or the error as the
 * end of a sentence. */
const char *schedule_build(struct schedule *schedule, const int *members, int count);

/* The last of its shards; of one shard, this one. */
int schedule_last_shard(const struct schedule *schedule);

/* Number of deals, games and units of the run, or of its shard if it is a shard. */
uint64_t schedule_deals(const struct schedule *schedule);
uint64_t schedule_games(const struct schedule *schedule);
uint64_t schedule_units(const struct schedule *schedule);
/* The first of these deals, counted over all sessions, and the first of these games. */
uint64_t schedule_first_deal(const struct schedule *schedule);
uint64_t schedule_first_game(const struct schedule *schedule);

/* The game of deal `deal`, counted over all sessions, at table `place` of its group. For recorded
 * games, the arrangement is 0 here; the line has the real one. */
struct game_id schedule_game(const struct schedule *schedule, uint64_t deal, uint32_t place);

/* How many seats a bot has at a table of so many seats. */
static inline int table_seats_of(const uint8_t *table, int seats, int bot)
{
    int count = 0;

    for (int seat = 0; seat < seats; seat++)
        count += table[seat] == bot;
    return count;
}
/* Whether the bot sits at the table of this arrangement. */
static inline bool schedule_seats_bot(const struct schedule *schedule, int arrangement, int bot)
{
    return table_seats_of(schedule->arrangements[arrangement], schedule->seats, bot) > 0;
}

/* The number of the bot with this name among those of all; -1 if there is none. */
int bot_number_of(const char *const *names, int bots, const char *name);

/* The number of different bots at the tables; sets sits[bot] for each of them. */
int schedule_bots(const struct schedule *schedule, bool sits[BOTS_MAX]);

/* Reads `total_deals` of a config or manifest: the last session ends there. sessions, deals and
 * whole_sessions must be set. */
void schedule_read_total(struct schedule *schedule, const struct json_value *value);

/* Converts to the manifest's form and back. `names` are those of the bots, in order. */
cJSON *schedule_to_json(const struct schedule *schedule, const char *const *names);
/* Adds only which shards of the run it is, if it is not all. */
void schedule_shard_to_json(const struct schedule *schedule, cJSON *root);
bool schedule_read(struct schedule *schedule, const struct json_value *value,
                   const char *const *names, int bots, const struct skat_rules *rules);

#endif
