// SPDX-License-Identifier: MIT
/* arena/import/player_table.h - how each player of an archive fared, however many there are:
 * players.jsonl of imported games. Tables are added up, so parts of an archive can be imported one
 * by one. Memory grows with players, not with games. */
#ifndef ARENA_IMPORT_PLAYER_TABLE_H
#define ARENA_IMPORT_PLAYER_TABLE_H

#include <stdio.h>

#include "arena/base/errors.h"
#include "arena/iss/iss_record.h"
#include "arena/record/game_stats.h"
#include "arena/stats/moments.h"

extern const char player_table_file[]; /* "players.jsonl" */

struct player_results {
    char name[ISS_NAME_SIZE];
    int64_t games;    /* dealt to the player, those passed in too */
    int64_t declared; /* as declarer */
    int64_t won;      /* of these */
    int64_t beaten;   /* as defender, games that declarer lost */
    int64_t classic;  /* points, summed */
    /* Seeger points of a game: sum and sum of squares; a game is a unit. */
    struct moments seeger;
};

struct player_table;

/* Out of memory ends the program. The caller frees it. */
struct player_table *player_table_new(void);
void player_table_free(struct player_table *table); /* NULL is allowed */

/* Adds a game, whose players have these names by position. */
void player_table_add_game(struct player_table *table, const struct game_stats *stats,
                           const char *const names[SKAT_PLAYERS]);

/* Adds a file, or the table of a folder. False with an error. */
bool player_table_read(struct player_table *table, const char *path, struct errors *errors);

/* The players, those with the most games first, then by name; *count of them. The table owns them,
 * and adds nothing afterwards. */
const struct player_results *player_table_sorted(struct player_table *table, uint32_t *count);

/* The interval of the share of `part` in `whole`, by Wilson, confidence STATS_CONFIDENCE; NaN
 * without any. */
struct estimate player_share(int64_t part, int64_t whole);

/* The mean of Seeger points a game with its interval, which is missing (NaN) below
 * PLAYER_GAMES_LEAST games: a few alike would make it look exact. */
enum { PLAYER_GAMES_LEAST = 30 };
struct estimate player_seeger(const struct player_results *player);

/* The line of a player in the table, without its newline. The caller frees it. */
char *player_table_line(const struct player_results *player);

/* Writes the sorted table as JSON, a line each; whoever closes the file sees errors. */
void player_table_write(struct player_table *table, FILE *file);

#endif
