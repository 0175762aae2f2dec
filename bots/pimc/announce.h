// SPDX-License-Identifier: MIT
/* bots/pimc/announce.h - what games are worth to their declarer, by stammtisch's tables and by
 * games played out: picking up, or which game to announce by hand.
 *
 * The tables were fitted to games of other players than those who search, so they are corrected, by
 * kind of game: announce.c has the corrections. */
#ifndef PIMC_ANNOUNCE_H
#define PIMC_ANNOUNCE_H

#include "bots/pimc/judge.h"

/* ---- prospects ---- */

/* What a game is worth by the tables and by games played out in `worlds` worlds, of which `played`
 * is the mean. */
int prospect_mean(struct skat_bot_contract contract, int by_tables, int played, int worlds);

/* ---- picking up ---- */

/* A world, with the games that could be announced in it. */
struct pick_up {
    struct world world;
    cards twelve; /* of the player, with the skat */
    struct {
        cards aside;
        int chance; /* of winning, in thousandths, by the tables */
        int points; /* what playing it out brought, once it was */
    } game[BIDDING_GAMES];
};

/* `view` is the player's before the pick-up. */
void pick_up_look(struct pick_up *pick_up, const struct club_player *club,
                  const struct skat_bot_view *view, const struct world *world);

/* The worth of declaring at this bid, in thousandths of a point. */
int pick_up_worth(struct judge *judge, const struct skat_bot_view *view, struct pick_up *pick_up,
                  int bid);

/* ---- hand games ---- */

enum { HAND_GAME_WORLDS = 200 }; /* the most that can be played out */

/* Plays out suit games, grands and null by hand, and after the pick-up, in up to `worlds` sampled
 * worlds. Is one by hand clearly better? Then fills in *contract. Announces neither schneider nor
 * schwarz. */
int hand_game(struct judge *judge, const struct skat_bot_view *view, int worlds,
              struct skat_bot_contract *contract);

/* Plays such a game out in up to `worlds` sampled worlds. Returns `contract`, with schneider and
 * schwarz announced if so many of a thousand worlds made them. */
struct skat_bot_contract hand_game_announced(struct judge *judge, const struct skat_bot_view *view,
                                             int worlds, int needed,
                                             struct skat_bot_contract contract);

#endif
