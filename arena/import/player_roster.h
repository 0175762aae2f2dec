/* arena/import/player_roster.h - who sits at the tables of imported games: players become bots, and tables arrangements
 * of a schedule, of which a run can have so many (BOTS_MAX, ARRANGEMENTS_MAX) and an archive more.
 *
 * First all games are counted, then those who played most keep their names, as many as fit; all others
 * are one bot, "(others)". Then bots and arrangements are given out in the order in which games need
 * them. Memory grows with players and tables, not with games. */
#ifndef ARENA_IMPORT_PLAYER_ROSTER_H
#define ARENA_IMPORT_PLAYER_ROSTER_H

#include "arena/config/schedule.h"

struct player_roster;

/* Out of memory ends the program. The caller frees it. */
struct player_roster *player_roster_new(void);
void player_roster_free(struct player_roster *roster); /* NULL is allowed */

/* Counts a game of these three: names of positions 0, 1, 2, as the log can have them. */
void player_roster_count(struct player_roster *roster, const char *const names[SKAT_PLAYERS]);

/* All games are counted: decides who keeps his name. */
void player_roster_settle(struct player_roster *roster);

/* The arrangement of a game of these three. New bots and tables are added: schedule->arrangements and its
 * count grow. The dealer has seat 0, forehand seat 1. UINT32_MAX when one of them was not counted: the
 * file has changed since. */
uint32_t player_roster_seat(struct player_roster *roster, const char *const names[SKAT_PLAYERS],
                     struct schedule *schedule);

/* The bots so far, in the order of their first games. The array stays where it is; names are the
 * roster's. */
const char *const *player_roster_names(const struct player_roster *roster);
int player_roster_bots(const struct player_roster *roster);

/* How many players were counted, and how many of them are "(others)". */
uint64_t player_roster_players(const struct player_roster *roster);
uint64_t player_roster_others(const struct player_roster *roster);

#endif
