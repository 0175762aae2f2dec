/* arena/config/schedule.h - who sits where in which game: the same deals for everybody.
 *
 * A table is a seating: a bot for each seat. The tables of a schedule form groups of equal size;
 * each deal is played at all tables of one group, and the groups take turns from deal to deal
 * (from session to session where sessions are played in one piece). Most schedules have one group. */
#ifndef ARENA_CONFIG_SCHEDULE_H
#define ARENA_CONFIG_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/base/json_read.h"
#include "arena/record/game_outcome.h"
#include "arena/record/table_limits.h"

enum {
    SESSION_GAMES_MAX = 20000, /* of a session played in one piece: its lines are kept in memory */
    SHARDS_MAX = 1000000
};

enum schedule_kind {
    SCHEDULE_FIXED,        /* one seating */
    SCHEDULE_ROTATIONS,    /* all rotations of it */
    SCHEDULE_PERMUTATIONS, /* all orders of it */
    SCHEDULE_DUEL,         /* two bots at tables of three, or of two in games for two */
    SCHEDULE_ROUND_ROBIN,  /* all triples (or pairs) of three or more bots */
    SCHEDULE_GAUNTLET,     /* a duel of the first bot with each of the others */
    SCHEDULE_PLAYED,       /* so many kinds can be asked for */
    /* Games that were played elsewhere, each once, as a session of its own. Its arrangements are the
     * different tables in the order of their first games; which one a game has stands in its line. */
    SCHEDULE_RECORDED = SCHEDULE_PLAYED,
    SCHEDULE_KINDS
};
extern const char *const schedule_names[SCHEDULE_KINDS];

/* How the last three seat their bots. At tables of two there are two seatings, and all are played. */
enum seatings {
    /* Three rotations a deal. Duels: one A and two B on even deals, two A and one B on odd ones.
     * Triples: one way round on even deals, the other way on odd ones. */
    SEATINGS_ROTATIONS,
    SEATINGS_ALL, /* all six seatings of every deal */
    SEATINGS
};
extern const char *const seatings_names[SEATINGS];

struct schedule {
    enum schedule_kind kind;
    enum seatings seatings;
    int seats;               /* of a table */
    uint64_t sessions;
    uint64_t deals;          /* of a session */
    bool whole_sessions;     /* rules, or some bot, carry something from deal to deal: each session
                                is played in one piece, arrangement by arrangement */
    int shard, shards;       /* part `shard` of 1..`shards` of the whole, cut between units; 0, 0: all */
    int per_deal;            /* tables of a group: arrangements of each deal */
    int arrangement_count;   /* of all groups */
    uint8_t arrangements[ARRANGEMENTS_MAX][SKAT_SEATS_MAX]; /* bot by seat */
};

/* Does this kind make tables of three out of any number of bots, rather than take one seating? */
static inline bool schedule_makes_tables(enum schedule_kind kind)
{
    return kind >= SCHEDULE_DUEL && kind < SCHEDULE_PLAYED;
}

/* Lists the arrangements: `members` are the bots of the first seating, or those that take part.
 * kind, seatings and seats are set. Equal seatings are listed once. Returns NULL, or what is wrong,
 * a sentence's end. */
const char *schedule_build(struct schedule *schedule, const int *members, int count);

/* Deals and games of the run - of its part, where it is a shard - and the units that they make. */
uint64_t schedule_deals(const struct schedule *schedule);
uint64_t schedule_games(const struct schedule *schedule);
uint64_t schedule_units(const struct schedule *schedule);
/* The first of these deals, counted over all sessions, and the first of the games. */
uint64_t schedule_first_deal(const struct schedule *schedule);
uint64_t schedule_first_game(const struct schedule *schedule);

/* The game of deal `deal`, counted over all sessions, at table `place` of its group. Recorded games:
 * the arrangement is that of its line, and 0 here. */
struct game_id schedule_game(const struct schedule *schedule, uint64_t deal, uint32_t place);

/* Number of the unit that a deal belongs to: of the deal, or of its session. */
uint64_t schedule_unit(const struct schedule *schedule, uint64_t session, uint64_t deal);

/* How many different bots sit at the tables; sits[bot] is set for each of them. */
int schedule_bots(const struct schedule *schedule, bool sits[BOTS_MAX]);

/* As the manifest has it, and back. `names` are of the bots, in order. */
cJSON *schedule_to_json(const struct schedule *schedule, const char *const *names);
bool schedule_read(struct schedule *schedule, const struct json_value *value,
                   const char *const *names, int bots, const struct skat_rules *rules);

#endif
