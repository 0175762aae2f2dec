/* engine/variants/schieben.h - how ramsch begins: a grand hand instead, and passing on the skat
 * (rules.md 7.5, schieberamsch and bock).
 *
 * Part of the state machine, called by game.c. The scores of ramsch are in ramsch.c. */
#ifndef SKAT_ENGINE_VARIANTS_SCHIEBEN_H
#define SKAT_ENGINE_VARIANTS_SCHIEBEN_H

#include "engine/game.h"

/* A deal of a ramsch round: asks everybody who may still declare grand hand, from forehand on; then
 * schieberamsch follows. */
void skat_ramsch_round_start(struct skat_game *game);
/* The player being asked declares grand hand, or does not. */
void skat_grand_hand_declare(struct skat_game *game);
void skat_grand_hand_decline(struct skat_game *game);

/* Starts ramsch, with the skat passed on first if `schieben`. */
void skat_ramsch_start(struct skat_game *game, bool schieben);

/* The player offered the skat takes it, or passes it on unseen. */
void skat_schieben_take(struct skat_game *game);
void skat_schieben_unseen(struct skat_game *game);

/* The cards that the player who took the skat may pass on. */
skat_cards skat_schieben_cards(const struct skat_game *game);
/* Passes on the cards of the action; false if they may not be passed on. */
bool skat_schieben_pass_on(struct skat_game *game, const struct skat_action *action);

#endif
