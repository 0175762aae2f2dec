/* engine/variants/duties.h - Räuberskat: everybody must play a suit game, a grand, a null and a ramsch (rules.md 10.3).
 *
 * Nobody bids. Forehand of each deal is in turn: by the first five cards that he was dealt he chooses one
 * of the kinds that are left to him; then he sees all, and picks up and announces as in Skat, within
 * that kind. What is left to whom is carried by the session (terms.duties). */
#ifndef SKAT_ENGINE_VARIANTS_DUTIES_H
#define SKAT_ENGINE_VARIANTS_DUTIES_H

#include "engine/game.h"

enum { SKAT_DUTY_CARDS = 5, SKAT_DUTIES_ALL = (1 << SKAT_DUTIES) - 1 };

/* "suit", "grand", "null", "ramsch": the words of the log. */
extern const char *const skat_duty_names[SKAT_DUTIES];

/* Begins a deal. */
void skat_duties_open(struct skat_game *game);

/* Forehand chooses. False, and nothing done, where that is not left to him. */
bool skat_duties_choose(struct skat_game *game, unsigned duty);

/* struct skat_variant: until he has chosen, forehand sees five of his cards. */
void skat_duties_view(const struct skat_game *game, unsigned position, struct skat_view *view);

#endif
