// SPDX-License-Identifier: MIT
/* arena/match/worker_table.h - a table of a worker: the players, and the game that they play.
 *
 * Bots that run in the worker sit at one table, whatever is played: one that is deterministic
 * answers the same there. Isolated ones have a table for each place, and for each thing that is
 * done in re-deals, with processes of their own: none sees a deal twice. */
#ifndef ARENA_MATCH_WORKER_TABLE_H
#define ARENA_MATCH_WORKER_TABLE_H

#include "arena/bot/abi_rules.h"
#include "arena/bot/bot_process.h"
#include "arena/bot/deal_play.h"
#include "arena/bot/kept_answers.h"
#include "arena/bot/program_host.h"
#include "arena/match/worker_pool.h"

/* A table at which the games of all places are played. */
#define WORKER_ANY_PLACE UINT32_MAX

/* The moves of a game that was played at another place of the deal, as players may have to know
 * them (kept_answers.h). */
enum { PLAYED_RECORD_SIZE = 508 }; /* a game has some 200 characters; longer ones are not kept */
struct played_record {
    uint32_t arrangement;
    const char *moves;
};
/* Most of them for a deal: as many as a store keeps for each of three players. */
enum { PLAYED_RECORDS_MAX = KEPT_GAMES * SKAT_PLAYERS };

/* What all tables of a worker have in common. */
struct worker_bots {
    const struct config *config;
    struct worker_shm *shm; /* of the worker: the mark, times and counts of calls of bots */
    const struct skat_bot_module *modules[BOTS_MAX][PLAYER_PARTS];
    struct bot_process_spec processes[BOTS_MAX][PLAYER_PARTS]; /* of isolated bots */
    struct program_plan programs[BOTS_MAX]; /* of bots that start programs: pipe */
    struct bot_groups {
        struct cgroup_set processes, programs;
    } groups[BOTS_MAX];
    struct abi_rules rules;
    struct skat_bot_session session; /* as every player is told of it */
    struct solver_player *solver;    /* plays the cards; NULL: the bots do */
};

/* How many processes of a bot a worker has at a time: one for each isolated part, seat and place.
 */
int worker_bot_processes(const struct config *config, int bot);
/* How many programs it has at most that are not isolated, in a run with isolation. */
int worker_programs(const struct config *config, int bot);

/* Loads the modules, and closes the module files unless bot processes are started from them. What
 * cannot be loaded ends the process. The groups of bot processes are made when they are needed;
 * `name` as in cgroup_set_open(); `tree` NULL: in none. */
void worker_bots_open(struct worker_bots *bots, const struct config *config, struct worker_shm *shm,
                      const struct cgroup_tree *tree, const char *name);
void worker_bots_close(struct worker_bots *bots);

struct worker_table {
    const struct worker_bots *bots;
    /* The game; outlives the table. */
    struct skat_game *game;
    struct game_id *id;
    char *illegal;                /* SKAT_TOKEN_SIZE */
    struct skat_session *carried; /* what the rules carry to the next deal, or NULL */
    const uint8_t *seated;        /* bots by seat, instead of those of the arrangement; or NULL */
    struct player (*players)[SKAT_SEATS_MAX];  /* by bot; those that have a host are open */
    struct player *at[SKAT_PLAYERS];           /* who plays, by position */
    struct kept_answers *kept[SKAT_SEATS_MAX]; /* of whoever sits there; or NULL */
    struct skat_deal deal;                     /* of the game */
    struct skat_random_key key;                /* of the deal */
    struct stand_ins stand_ins;
    struct stand_in *auction; /* repeats the auction of the given deal; NULL if bots bid */
};

/* A table without players. */
void worker_table_open(struct worker_table *table, const struct worker_bots *bots,
                       struct skat_game *game, struct game_id *id, char *illegal);
/* Opens the player of a bot in a seat, unless it is open; what cannot start ends the process.
 * `leaders`: the table whose players it joins if it answers many games in one call, or is
 * isolated; or NULL.
 * `keeps`: answers are kept, if they may be (kept_answers.h). */
void worker_table_open_player(struct worker_table *table, int bot, int seat,
                              const struct worker_table *leaders, bool keeps);
/* The same for all players that any arrangement at a place, or at all of them, needs. */
void worker_table_open_players(struct worker_table *table, uint32_t place,
                               const struct worker_table *leaders, bool keeps);
/* Ends their sessions and destroys them. */
void worker_table_close(struct worker_table *table);

/* Prepares game table->id: deals the cards, seats the players, ends their former sessions and
 * starts the game. Nothing in it can be charged to this game. */
void worker_table_prepare(struct worker_table *table);
/* The same with other cards, as deals are dealt again. */
void worker_table_prepare_cards(struct worker_table *table, const struct skat_deal *deal);
/* After it: the players whose answers are kept know what was played of this deal at other places
 * (kept_answers.h). */
void worker_table_learn(struct worker_table *table, const struct played_record *records, int count);
/* The players' session begins, unless it has: from now on a fault costs this game. */
void worker_table_begin(struct worker_table *table);

/* After a game that ended like this: writes its moves for other places. False: nobody there would
 * use them, or they are too long. */
bool worker_table_record(const struct worker_table *table, enum game_status fault,
                         char moves[PLAYED_RECORD_SIZE]);

/* Sends what is collected for the bot processes of players that others have joined, and stops these
 * processes until they are used again. False: one of the players has failed. */
bool worker_table_flush(const struct worker_table *leaders);

/* What decides instead of the bots here; NULL: nothing. */
const struct stand_ins *worker_table_stand_ins(const struct worker_table *table);

#endif
