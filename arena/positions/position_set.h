// SPDX-License-Identifier: MIT
/* arena/positions/position_set.h - positions with what must, or must not, be played: a file of
 * lines of JSON (docs/positions.md).
 *
 *     {"id":"a12","deal":"CJ.SJ...|...|...|D7.H9","moves":"1 18 0 p ... 2 D9","play":["HA"],
 *      "theme":"declarer grand"}
 */
#ifndef ARENA_POSITIONS_POSITION_SET_H
#define ARENA_POSITIONS_POSITION_SET_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "arena/base/errors.h"
#include "engine/game/game.h"

enum { POSITION_ID_MAX = 40, POSITION_THEME_MAX = 60, POSITION_REASON_MAX = 200 /* bytes */ };

/* A position. The texts belong to the set. */
struct position {
    const char *id, *theme;           /* a theme is "" if it has none */
    const char *reason;               /* why, for readers; "" if it does not say */
    const char *theme_de, *reason_de; /* the same in German; in English where it is not said */
    const char *deal, *moves;
    /* Actions as in records: those that pass, those that do not; one of them is NULL. */
    const cJSON *play, *avoid;
};

/* Zero-initialise; position_set_free() at the end. */
struct position_set {
    cJSON *lines;
    struct position *positions;
    int count;
};

/* Reads a file. Deals and moves are checked by the rules, which are prepared; what is to be played
 * or avoided must be a legal answer of the position, and no two positions may have the same id.
 * False with errors that name the line. */
bool position_set_read(struct position_set *set, const char *path, const struct skat_rules *rules,
                       struct errors *errors);
/* Adds the position of one line; an empty line has none. False with errors at `where`. */
bool position_set_add(struct position_set *set, const char *text, const struct skat_rules *rules,
                      const char *where, struct errors *errors);
void position_set_free(struct position_set *set);

/* Replays a position of a set that was read by these rules. */
void position_replay(const struct position *position, const struct skat_rules *rules,
                     struct skat_game *game);

/* Whether this answer, an action as in records, passes. */
bool position_passes(const struct position *position, const char *answer);

#endif
