/* engine/variants/offer.h - Herzblatt: each player in turn may play alone (rules.md 10.6).
 *
 * Part of the state machine, called by game.c. The first player to say yes is the declarer, without
 * a bid. If nobody does, the deal is passed in. */
#ifndef SKAT_ENGINE_VARIANTS_OFFER_H
#define SKAT_ENGINE_VARIANTS_OFFER_H

#include "engine/game.h"

/* Begins a deal: forehand is asked first. */
void skat_offer_open(struct skat_game *game);

/* The player being asked plays alone, or passes. */
void skat_offer_accept(struct skat_game *game);
void skat_offer_pass(struct skat_game *game);

#endif
