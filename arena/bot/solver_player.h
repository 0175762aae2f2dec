/* arena/bot/solver_player.h - the cards of a declared game, played by the solver: all hands open, both sides
 * doing their best. So bidding is judged without card play. */
#ifndef ARENA_BOT_SOLVER_PLAYER_H
#define ARENA_BOT_SOLVER_PLAYER_H

#include "engine/game.h"
#include "engine/solver/solver.h"

/* A solver with its memory, and the games that it has played out last: tables that play the same game with
 * the same cards play it alike. For one thread; which cards are played depends on nothing but the
 * game and the hands at the lead. */
struct solver_player;

/* NULL when out of memory (it takes 2 MB). */
struct solver_player *solver_player_new(void);
void solver_player_free(struct solver_player *play); /* NULL is allowed */

/* Plays a game out from its lead, which is the position `leader`'s: cards in the order in which they are
 * played. Returns how many; null ends with the first trick of the player alone. Not of ramsch.
 *
 * What both sides do their best about: in suit games and grands the card points of the player alone,
 * and where he can have all of them, every trick; in null whether he takes one. Of cards that are as
 * good the one with the fewest points is played, of these the weakest, of these that of the lowest suit. */
int solver_player_line(struct solver_player *play, const struct skat_solver_deal *deal, unsigned leader,
                    skat_card cards[SKAT_DECK_MAX]);

/* A stand-in (player.h): plays every card of a game with a declarer so, and concedes none. Kontra and what
 * belongs to the auction are left to the bots. `context` is the struct solver_player. */
bool solver_player_answer(void *context, const struct skat_game *game,
                       const struct skat_decision *decision, struct skat_action *action);

#endif
