// SPDX-License-Identifier: MIT
/* engine/game/game.h - one deal as a state machine of typed decisions.
 *
 *     skat_game_start(&game, &rules, &deal, &terms);
 *     while (skat_game_pending(&game, &decision))
 *         ... skat_game_apply(&game, decision.position, &action) ...
 *     skat_game_result(&game, &result);
 *
 * The arena, replay, verify, import and bots' simulations all use this one state machine. Nothing
 * allocates. phases.c has the table of what is asked in each phase. */
#ifndef SKAT_ENGINE_GAME_GAME_H
#define SKAT_ENGINE_GAME_GAME_H

#include "engine/game/result.h"
#include "engine/game/state.h"
#include "engine/game/view.h"

/* Starts a deal. `rules` must be prepared and must outlive the game; `deal` is of its deck. `terms`
 * come from earlier deals (skat_session_terms); NULL: an ordinary deal. */
void skat_game_start(struct skat_game *game, const struct skat_rules *rules,
                     const struct skat_deal *deal, const struct skat_terms *terms);

/* The pending decision. Returns false and a decision of kind NOTHING if the game is over. */
bool skat_game_pending(const struct skat_game *game, struct skat_decision *decision);

/* Checks an action of `position` and applies it. While the rules allow it, the declarer may concede
 * out of turn (rules.md 4), and a defender may propose to give up or, with kontra.when first_trick,
 * say kontra (7). All other actions are only for the player whose turn it is. A dummy's card is an
 * action of the dummy's position; skat_game_player() says who decides. */
enum skat_refusal skat_game_apply(struct skat_game *game, unsigned position,
                                  const struct skat_action *action);

/* Ends the game by a fault of the bot at `position`, not a dummy's (rules.md 8.3): at any moment,
 * even after the last card if the result was not used yet. Only the first fault counts. */
void skat_game_fail(struct skat_game *game, unsigned position);

#endif
