/* engine/variants/duties.h - Räuberskat: each plays a suit game, grand, null and ramsch
 * (rules.md 10.3).
 *
 * Nobody bids. Forehand chooses one of its remaining game types, knowing only the first five cards
 * it was dealt; then it sees all cards, and picks up and announces as in Skat, within that type.
 * The session keeps track of the remaining types (terms.duties). */
#ifndef SKAT_ENGINE_VARIANTS_DUTIES_H
#define SKAT_ENGINE_VARIANTS_DUTIES_H

#include "engine/game.h"

enum { SKAT_DUTY_CARDS = 5, SKAT_DUTIES_ALL = (1 << SKAT_DUTIES) - 1 };

/* "suit", "grand", "null", "ramsch": the words of the log. */
extern const char *const skat_duty_names[SKAT_DUTIES];

/* Begins a deal. */
void skat_duties_open(struct skat_game *game);

/* Forehand chooses. Returns false and changes nothing if `duty` is not left to it. */
bool skat_duties_choose(struct skat_game *game, unsigned duty);

/* struct skat_variant, `view`: until it has chosen, forehand sees five of its cards. */
void skat_duties_view(const struct skat_game *game, unsigned position, struct skat_view *view);

#endif
