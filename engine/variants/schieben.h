/* engine/variants/schieben.h - how a ramsch begins: grand hand instead, and passing on the skat
 * (rules.md 7.5, schieberamsch and bock).
 *
 * Part of the state machine; game.c asks. What ramsch costs stands in ramsch.c. */
#ifndef SKAT_ENGINE_VARIANTS_SCHIEBEN_H
#define SKAT_ENGINE_VARIANTS_SCHIEBEN_H

#include "engine/game.h"

/* A deal of a ramsch round: whoever may still declare grand hand is asked, from forehand on; then
 * comes schieberamsch. */
void skat_ramsch_round_start(struct skat_game *game);
/* Who is asked declares grand hand, or not. */
void skat_grand_hand_declare(struct skat_game *game);
void skat_grand_hand_decline(struct skat_game *game);

/* Ramsch, with the skat passed on before or without. */
void skat_ramsch_start(struct skat_game *game, bool schieben);

/* Who is offered the skat takes it, or passes it on unseen. */
void skat_schieben_take(struct skat_game *game);
void skat_schieben_unseen(struct skat_game *game);

/* The cards that may be passed on by who took the skat. */
skat_cards skat_schieben_cards(const struct skat_game *game);
/* Passes on the cards of the action; false when they may not be. */
bool skat_schieben_pass_on(struct skat_game *game, const struct skat_action *action);

#endif
