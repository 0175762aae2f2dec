/* bots/pimc/rollout.h - plays a game to its end as stammtisch would, in a world that is possible.
 *
 * Each player decides by what that player would see. So nobody profits from hidden cards, as the players of the solver
 * do, though they play less well. A game takes some fifteen microseconds, a thousandth of what the solver needs. */
#ifndef PIMC_ROLLOUT_H
#define PIMC_ROLLOUT_H

#include "bots/pimc/worlds.h"
#include "bots/stammtisch/memory.h"

/* A table where a suit game, grand or null is played. */
struct rollout {
    struct skat_bot_view
        view; /* of the player whose turn it is; not the hand, which is the world's */
    struct memory memory;
};

/* What the declarer of null has to show at the end, as card points: all or none. */
enum { ROLLOUT_NULL_WON = 120, ROLLOUT_NULL_LOST = 0 };

/* The table of this view, after the announcement. */
struct rollout rollout_at(const struct skat_bot_view *view);

/* The table before the first card of a game that `declarer` announces; `view` is any player's before it, `ten` are
 * the declarer's cards, which are shown in ouvert games. */
struct rollout rollout_announced(const struct skat_bot_view *view, int declarer,
                                 struct skat_bot_contract contract, cards ten);

/* The cards of view->hand that the player may play, in a suit game, grand or null; `trumps` of the game. */
cards rollout_legal(const struct skat_bot_view *view, cards trumps);

/* Plays what is left of a game in a world, of which `hands` are the cards still held and `skat` the discards, or the
 * skat. `first` is played first, unless it is SKAT_BOT_NO_CARD. Returns the declarer's card points with the skat, in
 * null one of the constants above. */
int rollout_play(struct rollout table, const struct world *world, card first);

#endif
