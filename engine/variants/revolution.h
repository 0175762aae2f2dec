/* engine/variants/revolution.h - the defenders' exchange of cards in a revolution (rules.md 7.7).
 *
 * Part of the state machine, called by game.c. Each defender in turn, by position, chooses a new
 * hand from the own cards and, as option `revolution` says, the partner's and the skat. What the
 * first defender leaves goes to the partner and the skat. */
#ifndef SKAT_ENGINE_VARIANTS_REVOLUTION_H
#define SKAT_ENGINE_VARIANTS_REVOLUTION_H

#include "engine/game.h"

/* Asks the first defender. */
void skat_revolution_start(struct skat_game *game);

/* The cards from which the player to move chooses a new hand. */
skat_cards skat_revolution_cards(const struct skat_game *game);

/* Takes the new hand; false if these cards cannot be one. */
bool skat_revolution_exchange(struct skat_game *game, const struct skat_action *action);

/* Do the defenders see each other's cards? */
bool skat_revolution_open(const struct skat_game *game);

/* Who leads: forehand, or the declarer with SKAT_REVOLUTION_EXCHANGE_AND_SKAT (Wikipedia). */
unsigned skat_revolution_leader(const struct skat_game *game);

#endif
