// SPDX-License-Identifier: MIT
/* engine/game/schieben.h - how ramsch begins: passing on the skat, knocking (rules.md 7.5,
 * schieberamsch).
 *
 * Phases SCHIEBEN, PASS_ON and KNOCK. engine/ramsch.c has the scores. */
#ifndef SKAT_ENGINE_GAME_SCHIEBEN_H
#define SKAT_ENGINE_GAME_SCHIEBEN_H

#include "engine/game/refusal.h"
#include "engine/game/state.h"

/* Makes the game a ramsch, in which nobody says kontra. */
void skat_ramsch_announce(struct skat_game *game);

/* Starts ramsch, with the skat passed on first if `schieben`. */
void skat_ramsch_start(struct skat_game *game, bool schieben);

/* How many times the loss of this ramsch has been doubled by pass-ons and knocks; before the first
 * card, how many times it can be. Depends on what a record tells. */
int skat_ramsch_doublings_most(const struct skat_game *game);

/* The player offered the skat takes it, or passes it on unseen. */
enum skat_refusal skat_schieben_answer(struct skat_game *game, const struct skat_action *action);

/* The player who took the skat passes on cards. */
void skat_pass_on_offer(const struct skat_game *game, struct skat_decision *decision);
enum skat_refusal skat_pass_on_answer(struct skat_game *game, const struct skat_action *action);

/* A player knocks or does not (ramsch.klopfen): in schieberamsch whoever has just passed on cards,
 * in other ramsch everybody in turn, from forehand on. */
enum skat_refusal skat_knock_answer(struct skat_game *game, const struct skat_action *action);

#endif
