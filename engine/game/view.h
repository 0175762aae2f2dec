// SPDX-License-Identifier: MIT
/* engine/game/view.h - what the player at one position may know.
 *
 * Hands get into a view here and in view.c; a variant changes them in its hook (variant_games.c); a
 * bot that is told all hands (`sees`) gets them from arena/bot/deal_play.c.
 *
 * `make generate` copies struct skat_view into bots/skat_bot.h, comments included. */
#ifndef SKAT_ENGINE_GAME_VIEW_H
#define SKAT_ENGINE_GAME_VIEW_H

#include <stddef.h>
#include <string.h>

#include "engine/game/state.h"
#include "engine/game/table.h"

/* Rebuilt for every call; the bot may keep a copy. It never contains hidden cards, the number of
 * the deal, the seating or the identity of the other bots: a bot must not know them. */
struct skat_view {
    uint32_t size;
    uint8_t position; /* the player's own: 0 forehand, 1 middlehand, 2 rearhand */
    /* The position of the dummy, or NOBODY. Two players (the option `seats` is 2) sit in forehand
     * and rearhand; middlehand is the dummy. It passes and helps the declarer's opponent. From the
     * first lead on its cards lie open (`seen`), and the opponent plays them: then
     * decision->position and `turn` are the dummy's, decision->cards are of the dummy's hand, and
     * the view is still the opponent's own. In the game "oma" the third hand is a pile face down
     * instead: on its turn its top card goes to the trick, whatever was led, and nobody decides. */
    uint8_t dummy;
    uint8_t reserved[2];
    /* Own cards. */
    skat_cards dealt;     /* as dealt; in Räuberskat five of them until forehand has chosen */
    skat_cards hand;      /* now; twelve for a declarer who holds the skat */
    skat_cards skat;      /* for a declarer who picked up: the skat, after the announcement the
                        discards; schieberamsch, PASS_ON: the cards that were taken; empty for
                        everybody else */
    skat_cards passed_on; /* schieberamsch, revolution: own cards that were passed on */
    /* Others' cards still in hand that are open to this player. */
    skat_cards shown;   /* the declarer's in an ouvert game */
    skat_cards partner; /* revolution: the other defender's */
    /* By position, 0 if they are not open. In Idiotenskat, both other hands (`dealt` and `hand` are
     * empty); with a dummy, its cards once they are open. The game "offiziersskat" has two hands of
     * sixteen cards, forehand's (0) and the dealer's (1), each open card on top of a covered one:
     * `seen` has the other player's open cards, `hand` the own open cards, `dealt` also those
     * played; tricks have two cards. In any game both other hands, if the config says that this bot
     * sees all ("sees": "all"). */
    skat_cards seen[SKAT_PLAYERS];
    /* What everybody at the table sees. */
    skat_cards open_skat; /* shown after rum */
    skat_cards gone;      /* all cards played so far */
    struct skat_table table;
    struct skat_extra extra;
    struct skat_turned turned;
    struct skat_called calls;
    uint8_t duties[SKAT_PLAYERS]; /* Räuberskat, by position: game types still to play, including
                                     this deal's, as bits 1 << DUTY_... */
};

/* What the player at `position`, not a dummy's, may know. */
void skat_game_view(const struct skat_game *game, unsigned position, struct skat_view *view);

/* The four functions below bring up to date what skat_game_view() has filled in before for the same
 * position, and change only what can have changed since. They are inline for loops that play many
 * games (arena/bot/deal_play.c). skat_game_view_again() is right at any time; the others where they
 * say so, and never in a game whose views show more than usual (skat_game.shows_more). */

/* Since then, values were bid and held, and nothing else was done: a fifth of the table. */
static inline void skat_game_view_auction(const struct skat_game *game, struct skat_view *view)
{
    memcpy(&view->table, &game->table, offsetof(struct skat_table, trick_count));
}

/* After the auction: all but the table, and the cards that are played. */
static inline void skat_game_view_own(const struct skat_game *game, unsigned position,
                                      struct skat_view *view)
{
    const struct skat_table *table = &game->table;

    view->hand = game->hands[position];
    if (table->declarer != SKAT_NOBODY) {
        view->skat = position == table->declarer && table->picked_up ? game->skat : 0;
        view->shown = skat_game_shown(game);
    }
    view->open_skat = game->open_skat;
    view->extra = game->extra;
}

/* At any time: the result is that of skat_game_view(). */
static inline void skat_game_view_again(const struct skat_game *game, unsigned position,
                                        struct skat_view *view)
{
    if (game->shows_more) {
        skat_game_view(game, position, view);
        return;
    }
    if (game->phase <= SKAT_PHASE_HOLD) {
        skat_game_view_auction(game, view);
        return;
    }
    skat_game_view_own(game, position, view);
    view->gone = game->gone;
    view->table = game->table;
}

/* Since skat_game_view_own() was called for the announced game, cards were played, and nothing else
 * was done. */
static inline void skat_game_view_cards(const struct skat_game *game, unsigned position,
                                        struct skat_view *view)
{
    view->hand = game->hands[position];
    if (game->table.contract.with & SKAT_WITH_OUVERT) /* also if it was covered then */
        view->shown = game->hands[game->table.declarer];
    view->gone = game->gone;
    view->table = game->table;
}

#endif
