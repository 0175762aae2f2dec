/* arena/report/game_picks.h - which games of a log a page shows, beside those that its summary names. */
#ifndef ARENA_REPORT_GAME_PICKS_H
#define ARENA_REPORT_GAME_PICKS_H

#include <cjson/cJSON.h>

#include "arena/log/game_filter.h"

enum { PICKED_GAMES_MAX = 32 };

/* What a user asks for. */
struct game_wishes {
    struct game_filter filter;
    bool filtered; /* games that `filter` accepts are wanted */
    int64_t games[PICKED_GAMES_MAX];
    int game_count; /* these numbers are wanted */
    bool alone;     /* the page is of the first of them, and has nothing else */
};
/* Is anything wished for? */
static inline bool game_wishes_any(const struct game_wishes *wishes)
{
    return wishes->filtered || wishes->game_count;
}
#define GAME_WISHES_NONE ((struct game_wishes){.filter = GAME_FILTER_ALL})

/* Reads a log and picks deals of it, with all their games: an object with arrays "asked" (the wishes, at most
 * PICKED_GAMES_MAX deals), "largest" (the ten with the largest swings, largest first), "turns" (of an analysed log: the
 * deals of the ten games in which the card that turned them cost its bot the most points) and "sample" (five, evenly
 * through the log). Each deal is {"session", "deal", "swing", "games": [numbers]}; `swing` is null where deals are played
 * once. With more than six games
 * a deal, fewer deals of the last three. Reads at most two million games. The same log gives the same picks. The caller deletes it; NULL with errors. */
cJSON *game_picks(const char *folder, const struct game_wishes *wishes, struct errors *errors);

#endif
