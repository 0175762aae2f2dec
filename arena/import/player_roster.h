// SPDX-License-Identifier: MIT
/* arena/import/player_roster.h - the players of imported games become bots, their tables
 * arrangements of a schedule. An archive may have more than a run allows (BOTS_MAX,
 * ARRANGEMENTS_MAX).
 *
 * First all games are counted. Then the players with the most games keep their names, as many as
 * fit; all others are one bot, "(others)". Bots and arrangements are then assigned in the order in
 * which games need them. Memory use grows with players, not with games or tables. */
#ifndef ARENA_IMPORT_PLAYER_ROSTER_H
#define ARENA_IMPORT_PLAYER_ROSTER_H

#include <stdbool.h>

#include "arena/config/schedule.h"

extern const char players_others[]; /* "(others)": the bot of those without one */

struct player_roster;

/* Out of memory ends the program. The caller frees it. */
struct player_roster *player_roster_new(void);
void player_roster_free(struct player_roster *roster); /* NULL is allowed */

/* Counts a game of these three: names of positions 0, 1, 2, valid for a log. */
void player_roster_count(struct player_roster *roster, const char *const names[SKAT_PLAYERS]);

/* After all games are counted, ranks the players. Returns whether their tables must be met, too:
 * all games have to be gone through once more, with player_roster_meet(), since so many may not
 * fit. */
bool player_roster_rank(struct player_roster *roster);

/* Notes who played together in a game. Only the players with the most games count, so this needs no
 * more memory for more tables. */
void player_roster_meet(struct player_roster *roster, const char *const names[SKAT_PLAYERS]);

/* Decides which players keep their names. */
void player_roster_settle(struct player_roster *roster);

/* The arrangement of a game of these three. Adds new bots and tables, so schedule->arrangements and
 * its count grow. The dealer has seat 0, forehand seat 1. UINT32_MAX when one of them was not
 * counted, because the file has changed. */
uint32_t player_roster_seat(struct player_roster *roster, const char *const names[SKAT_PLAYERS],
                            struct schedule *schedule);

/* The bots so far, in the order of their first games. The array does not move; the roster owns it
 * and the names. */
const char *const *player_roster_names(const struct player_roster *roster);
int player_roster_bots(const struct player_roster *roster);

/* How many players were counted, and how many of them are "(others)". */
uint64_t player_roster_players(const struct player_roster *roster);
uint64_t player_roster_others(const struct player_roster *roster);

#endif
