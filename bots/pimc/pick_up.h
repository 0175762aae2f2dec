// SPDX-License-Identifier: MIT
/* bots/pimc/pick_up.h - what picking up is worth, if a certain skat is there. */
#ifndef PIMC_PICK_UP_H
#define PIMC_PICK_UP_H

#include "bots/pimc/judge.h"

#include "bots/stammtisch/player.h"

/* Suit games, grand, null and null ouvert. */
enum { PICK_UP_OUVERT = NULL_GAME + 1, PICK_UP_GAMES };
struct skat_bot_contract pick_up_contract(int game);

/* A world, with the games that could be announced in it. */
struct pick_up {
    struct world world;
    cards twelve; /* of the player, with the skat */
    struct {
        cards aside;
        int chance; /* of winning, in thousandths, by the tables */
        int points; /* what playing it out brought, once it was */
    } game[PICK_UP_GAMES];
};

/* `view` is the player's before the pick-up. */
void pick_up_look(struct pick_up *pick_up, const struct club_player *club,
                  const struct skat_bot_view *view, const struct world *world);

/* The worth of declaring at this bid, in thousandths of a point. */
int pick_up_worth(struct judge *judge, const struct club_player *club,
                  const struct skat_bot_view *view, struct pick_up *pick_up, int bid);

#endif
