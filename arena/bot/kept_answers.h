// SPDX-License-Identifier: MIT
/* arena/bot/kept_answers.h - what bots answered in the other games of a deal, so that nobody is
 * asked the same twice.
 *
 * A deal is played in several seatings, each by players of their own. In a duel of two bots that
 * differ little, most of its games are the same for most players: a bot in the same seat sees the
 * same views, and being deterministic (skat_bot.h), gives the same answers. So before a game its
 * players' stores get what the same bots in the same seats did in earlier games of the deal, as it
 * follows from the moves of these games (worker_table.h), which no bot can change: as long as all
 * views and decisions of a game so far are those of such a game, its answer is given without
 * asking. Where the game goes another way, the bot is first asked again what it was not asked in
 * this game, so that it is in the same state as if it had always been asked; only then does it
 * answer what is new. The games of one deal of KEPT_ASKED_EVERY, chosen by its key, are asked all
 * the same, and compared: an answer that differs is a fault of the bot.
 *
 * It is worth it for bots whose decisions take long (call_timer.h), and only possible for bots
 * that run in the worker, know no clock, and are told of nothing but the beginning of a deal. Which
 * games are kept never changes a result. */
#ifndef ARENA_BOT_KEPT_ANSWERS_H
#define ARENA_BOT_KEPT_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

#include "bots/skat_bot.h"
#include "engine/game/game.h"
#include "engine/random.h"

enum {
    KEPT_GAMES = 6,       /* of a deal: earlier seatings in which a bot has the same seat */
    KEPT_DECISIONS = 64,  /* of a game; longer ones are not kept */
    KEPT_ASKED_EVERY = 64 /* deals, of which one is asked all the same */
};

/* A decision as it was put, and its answer. */
struct kept_decision {
    struct skat_view view;
    struct skat_decision decision;
    struct skat_action action;
};

struct kept_game {
    int count;
    bool broken; /* too long, or no record of such a game: nothing follows from it */
    struct kept_decision decisions[KEPT_DECISIONS];
};

struct kept_answers {                      /* zero to begin with */
    int games;                             /* earlier ones of the deal; 0 at its begin */
    struct kept_game game[KEPT_GAMES + 1]; /* and the one that is played */
};

/* A player's place in a store: which games are the same so far, and how much of its own it was not
 * asked. */
struct kept_place {
    struct kept_answers *store; /* NULL: nothing is kept for this player */
    bool on;                    /* in this game */
    bool asked_anyway;          /* asked all the same */
    uint8_t same;               /* bits 1 << game */
    int unasked;                /* answers of this game that were not asked */
    uint64_t *given; /* counts the answers that were not asked and needed not be; or NULL */
};

/* Which decisions of a game a player was asked: those of `position` of these kinds, but for those
 * that something else decided. */
struct kept_asked {
    unsigned position;
    uint64_t kinds; /* bits 1 << decision kind */
    bool (*elsewhere)(const void *context, const struct skat_game *game,
                      const struct skat_decision *decision);
    const void *context;
};
/* Adds a game of this deal: what a player answered in it. *started is the game before its first
 * move; `moves` is its record to the end. Nothing happens once there are KEPT_GAMES. */
void kept_learn(struct kept_answers *store, const struct kept_asked *asked,
                const struct skat_game *started, const char *moves);

/* A game of a deal begins for a player with a store. If the bot's decisions are not `costly`, no
 * answer is kept in it. */
void kept_begin(struct kept_place *place, const struct skat_random_key *deal, bool costly);

/* The answer to this decision in a kept game that was the same until now, or NULL. */
const struct skat_action *kept_find(struct kept_place *place, const struct skat_view *view,
                                    const struct skat_decision *decision);

/* The game that is played. */
struct kept_game *kept_own(const struct kept_place *place);
/* Adds its next decision. */
void kept_add(struct kept_game *game, const struct skat_view *view,
              const struct skat_decision *decision, const struct skat_action *action);

#endif
