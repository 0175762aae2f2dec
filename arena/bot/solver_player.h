// SPDX-License-Identifier: MIT
/* arena/bot/solver_player.h - lets the solver play the cards of a declared game, with all hands
 * open and perfect play on both sides, so that only bidding is judged. */
#ifndef ARENA_BOT_SOLVER_PLAYER_H
#define ARENA_BOT_SOLVER_PLAYER_H

#include "engine/game/game.h"
#include "engine/solver/solver.h"

/* A solver with its memory and the games that it played last: tables with the same game and cards
 * get the same play. For one thread. The play depends only on game and hands at the lead. */
struct solver_player;

/* It takes 2 MB. */
struct solver_player *solver_player_new(void);
void solver_player_free(struct solver_player *play); /* NULL is allowed */

/* Plays a game from its lead by the position `leader` and stores the cards in the order of play.
 * Returns their number; a null game ends with declarer's first trick. Not for ramsch.
 *
 * Both sides optimise: in suit games and grands declarer's card points and, if declarer can get all
 * of them, every trick; in null whether declarer takes a trick. Of equally good cards it plays the
 * one with the fewest points, of these the weakest, of these the one of the lowest suit. */
int solver_player_line(struct solver_player *play, const struct skat_solver_deal *deal,
                       unsigned leader, skat_card cards[SKAT_DECK_MAX]);

/* A stand-in (deal_play.h): plays every card of a game with a declarer this way and never concedes.
 * Kontra and the auction are left to the bots. `context` is the struct solver_player. */
bool solver_player_answer(void *context, const struct skat_game *game,
                          const struct skat_decision *decision, struct skat_action *action);

#endif
