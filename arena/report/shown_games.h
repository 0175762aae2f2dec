// SPDX-License-Identifier: MIT
/* arena/report/shown_games.h - the games of a run that its page shows card by card: which of them,
 * and what of each. */
#ifndef ARENA_REPORT_SHOWN_GAMES_H
#define ARENA_REPORT_SHOWN_GAMES_H

#include <cjson/cJSON.h>

#include "arena/export/game_filter.h"
#include "arena/record/language.h"
#include "arena/log/log_reader.h"

enum { PICKED_GAMES_MAX = 32 };

/* What a user asks for. */
struct game_wishes {
    struct game_filter filter;
    bool filtered; /* games that `filter` accepts are wanted */
    int64_t games[PICKED_GAMES_MAX];
    int game_count;           /* these numbers are wanted */
    bool single_game;         /* the page is of the first of them, and has nothing else */
    struct language language; /* in which games are shown */
};
/* Is anything wished for? */
static inline bool game_wishes_any(const struct game_wishes *wishes)
{
    return wishes->filtered || wishes->game_count;
}
#define GAME_WISHES_NONE ((struct game_wishes){.filter = GAME_FILTER_ALL})

/* Games of a deal that a page shows: more would make it large. */
enum { PICKED_GAMES_OF_A_DEAL = 6 };

/* Reads a log and picks deals of it, each with its first PICKED_GAMES_OF_A_DEAL games, of which the
 * last may be another that is wanted. An object with the arrays
 *   "asked"    the wishes: all numbers, and at most PICKED_GAMES_MAX deals for the filter
 *   "largest"  the ten deals with the largest swings, largest first
 *   "turns"    of an analysed log: six deals with the most expensive game that one card turned
 *   "sample"   five deals, evenly through the log
 * Each deal is {"session", "deal", "swing", "games": [numbers]}; `swing` is null where deals are
 * played once, and "all_games" is how many there are if that is more. A turn has "game" and "cost"
 * too. Reads at most two million games. The same log gives the same picks. The caller deletes it;
 * NULL with errors. */
cJSON *game_picks(const char *folder, const struct game_wishes *wishes, struct errors *errors);

/* Adds to `run`, reading the log from its beginning:
 *   "swings"  the deals of the summary's comparison (largest swings, first differences) and of
 *             `picks` (game_picks()): {"swing": the deal, "kind", "games"}
 *   "faults"  the first games that ended by a fault, or that `fault_games` (an array of numbers, or
 *             NULL) names
 * Games are as game_json() has them, in that language. `summary` and `picks` may be NULL. */
void shown_games_add(cJSON *run, struct log_reader *log, const struct language *language,
                     const cJSON *summary, const cJSON *picks, const cJSON *fault_games,
                     struct errors *errors);

#endif
