// SPDX-License-Identifier: MIT
/* arena/compare/inconsistency.h - answers of a bot that differ from its own in another game of the
 * same deal, with the same cards and history.
 *
 * In duplicate play a bot has the same seat in several games of a deal: the same cards and the same
 * random numbers. As long as it also sees the same, a bot that claims to be deterministic gives the
 * same answers, whoever else sits at the table. If it does not, it remembers what it should not,
 * learns of it from elsewhere, or is not deterministic. That is counted; it changes no score.
 *
 * Two games are compared move by move, and for nearly all that is enough: they first differ by a
 * move of somebody else, or not at all. Only if the first difference is a move of the bot itself,
 * both games are replayed up to that decision, and every view, every decision and everything that
 * the bot was told must be equal. So what is public is decided by the engine, not here.
 *
 * Two bots are the same bot if module (by its SHA-256), options and what they may see are equal.
 * The two parts of a composed bot are examined separately: each answers for its own decisions. Not
 * examined: bots that use the clock; runs of whole sessions, where rules or bots carry something
 * from deal to deal; cards that the solver plays; the decision with which a fault ended a game,
 * which is a fault already; moves after the first PLAYED_MOVES_MAX. */
#ifndef ARENA_COMPARE_INCONSISTENCY_H
#define ARENA_COMPARE_INCONSISTENCY_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

#include "arena/config/config.h"
#include "arena/record/game_trace.h"
#include "arena/record/tally.h"

enum {
    /* A game is compared with the first so many before it that have the same bot in the same seat,
     * so that the work for a game does not grow with the number of tables. */
    INCONSISTENCY_COMPARED = 3,
    INCONSISTENCIES_KEPT = 5, /* of a bot */
    INCONSISTENCY_TEXT = 400
};

/* A decision that two games of a deal put to the same bot. */
struct inconsistency {
    uint64_t games[2];                /* the earlier, the later */
    int bots[2];                      /* in these */
    int move;                         /* that answered it, or would have: from 1 */
    uint8_t position;                 /* whose decision it was */
    char answers[2][SKAT_TOKEN_SIZE]; /* as in `moves`, or in words if it leaves no move */
};

/* For the games of a run: `bots` is the list in its manifest, `solver` says that the solver plays
 * the cards. NULL if there is nothing to examine: no bot that claims to be deterministic has the
 * same seat twice in a deal. `rules` and `schedule` must outlive it. */
struct inconsistency_finder *inconsistency_finder_new(const struct skat_rules *rules,
                                                      const struct schedule *schedule,
                                                      const cJSON *bots, bool solver);
/* NULL is allowed. */
void inconsistency_finder_free(struct inconsistency_finder *finder);

/* Whether it examines a bot; false for NULL. */
bool inconsistency_finder_watches(const struct inconsistency_finder *finder, int bot);

/* Adds the next game in the order of the schedule. For each seat whose bot differs from its own
 * answers in an earlier game of the deal, adds 1 to `inconsistent` of that bot in the tally. */
void inconsistency_finder_add(struct inconsistency_finder *finder, const struct game_id *id,
                              const struct played_moves *moves, struct tally *tally);

/* The first that were found of a bot, at most INCONSISTENCIES_KEPT; returns their number. */
int inconsistencies_of(const struct inconsistency_finder *finder, int bot,
                       const struct inconsistency **first);

/* "in game 14, move 1, forehand answers p, but 18 in game 11". `names` are those of the bots. */
void inconsistency_text(const struct inconsistency *found, const struct skat_rules *rules,
                        const char *const names[], char text[INCONSISTENCY_TEXT]);

/* Prints a warning for each bot that has some, with the first `most` of them; none for NULL. */
void inconsistencies_warn(const struct inconsistency_finder *finder, const struct tally *tally,
                          const char *const names[], int most);

#endif
