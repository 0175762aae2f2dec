/* engine/variants/revolution.h - the defenders' exchange of cards in a revolution (rules.md 7.7).
 *
 * Part of the state machine; game.c asks. Each defender in turn, by position, makes his new hand
 * out of what lies before him: his own cards, his partner's and the skat, as `revolution` says.
 * What the first one leaves is his partner's, and the skat. */
#ifndef SKAT_ENGINE_VARIANTS_REVOLUTION_H
#define SKAT_ENGINE_VARIANTS_REVOLUTION_H

#include "engine/game.h"

/* Asks the first defender. */
void skat_revolution_start(struct skat_game *game);

/* The cards that the new hand of whose turn it is can be made of. */
skat_cards skat_revolution_cards(const struct skat_game *game);

/* Makes it; false when these cards cannot be it. */
bool skat_revolution_exchange(struct skat_game *game, const struct skat_action *action);

/* Do the defenders see each other's cards? */
bool skat_revolution_open(const struct skat_game *game);

/* Who leads: forehand, or declarer where all is allowed (Wikipedia). */
unsigned skat_revolution_leader(const struct skat_game *game);

#endif
