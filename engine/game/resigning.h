// SPDX-License-Identifier: MIT
/* engine/game/resigning.h - giving up after the window of `concede`: the option concede_later
 * (rules.md 4); and what needs the consent of others, as a claim may (rules.md 5). */
#ifndef SKAT_ENGINE_GAME_RESIGNING_H
#define SKAT_ENGINE_GAME_RESIGNING_H

#include "engine/game/refusal.h"
#include "engine/game/state.h"

/* May the player at `position`, in turn or not, say during card play that it gives up? Never
 * without the option, in ramsch, and once it has said so. */
bool skat_may_resign(const struct skat_game *game, unsigned position);

/* The player says so; the record has it as a concession. With concede_later "consent" the others
 * are asked: for a declarer the defenders, by position, until one agrees; for a defender the
 * partner, and then the declarer. With "rest" a declarer ends the game, and the defenders get the
 * rest (null: as conceded); once both defenders have said so, the declarer gets it. Refused with
 * SKAT_REFUSED_CONCEDE if it may not. */
enum skat_refusal skat_game_resign(struct skat_game *game, unsigned position);

/* A claim that is not sure (claim.h): asks the others, in order of play, whether it may stand. */
void skat_ask_about_claim(struct skat_game *game);

/* The phase: what is asked, and the answer of a player who is asked. A claim stands if both others
 * agree; who refuses it plays on against open cards. */
void skat_consent_offer(const struct skat_game *game, struct skat_decision *decision);
enum skat_refusal skat_consent_answer(struct skat_game *game, const struct skat_action *action);

#endif
