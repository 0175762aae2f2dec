// SPDX-License-Identifier: MIT
/* engine/solver/solver.h - the value of the play of a game when all cards are open.
 *
 * If every hand is known, play is a two-sided game without chance: one player alone against the
 * other two. The solver finds its exact value or, faster, whether it reaches a given number. It is
 * used by bots that sample the hidden cards, game analysis, and play by the solver.
 *
 *     struct skat_solver *solver = skat_solver_init(memory, 16);    (skat_solver_size(16) bytes)
 *     skat_solver_deal(solver, &deal);
 *     bool won = skat_solver_reaches(solver, &position, 61 - points_in_the_skat);
 *
 * What is solved:
 *   suit games, grand, upside-down grand   the card points that the player alone (the declarer)
 *                    takes from here on with best play by both sides
 *   null, revolution 1 if the player alone can be forced to take a trick, else 0
 *   ramsch           the card points that one player takes from here on if that player avoids
 *                    points and both others play against it. Ramsch itself is not a two-sided game
 *                    and has no single value; this is the worst case, not a prediction.
 *
 * A solver owns nothing: its memory is the caller's, of a size that the caller chooses. No globals,
 * no allocation; only one thread at a time may use a solver. Results do not depend on the size of
 * the table, earlier queries or the machine; the number of nodes depends on all of these except the
 * machine. */
#ifndef SKAT_ENGINE_SOLVER_SOLVER_H
#define SKAT_ENGINE_SOLVER_SOLVER_H

#include <stddef.h>

#include "engine/solver/position.h"

struct skat_solver; /* opaque */

/* The table holds 2^bits positions of 8 bytes. 14 (128 kB) fits in a core's own cache and suits
 * won-or-lost queries in a bot; 20 (8 MB) suits exact values from the first card. */
enum { SKAT_SOLVER_BITS_MIN = 8, SKAT_SOLVER_BITS_MAX = 28 };

/* Bytes that a solver with a table of 2^bits positions needs. */
size_t skat_solver_size(unsigned bits);

/* Makes a solver in `memory`: skat_solver_size(bits) bytes, aligned as by malloc. It is valid as
 * long as the memory; nothing needs closing. */
struct skat_solver *skat_solver_init(void *memory, unsigned bits);

/* Begins a deal and discards what is known of the previous one. Costs a microsecond, and every
 * fifteenth time also clearing the table. */
void skat_solver_deal(struct skat_solver *solver, const struct skat_solver_deal *deal);

/* The position before the first card, forehand (position 0) to lead. */
struct skat_solver_position skat_solver_start(const struct skat_solver_deal *deal);

/* The cards that the player to move may play. */
skat_cards skat_solver_legal(const struct skat_solver *solver,
                             const struct skat_solver_position *position);

/* Plays a card, which must be legal. If it ends the trick, returns the position that won it, else
 * SKAT_NO_TRICK. */
enum { SKAT_NO_TRICK = 0xff };
unsigned skat_solver_play(const struct skat_solver *solver, struct skat_solver_position *position,
                          skat_card card);

/* Limits the nodes after which a search gives up; 0 (the default) is no limit. The node count, and
 * so the point where a search gives up, is the same on every machine. Resets the count. */
void skat_solver_limit(struct skat_solver *solver, uint64_t nodes);

/* Nodes visited since the last skat_solver_limit() or skat_solver_init(). */
uint64_t skat_solver_nodes(const struct skat_solver *solver);

enum { SKAT_SOLVER_GAVE_UP = -1 }; /* the node limit was reached */

/* The value of the position: what the player alone takes from here on, including the open trick but
 * not finished tricks or the skat. Or SKAT_SOLVER_GAVE_UP. */
int skat_solver_value(struct skat_solver *solver, const struct skat_solver_position *position);

/* Is the value at least `points`? 1, 0 or SKAT_SOLVER_GAVE_UP. Much faster than the value. */
int skat_solver_reaches(struct skat_solver *solver, const struct skat_solver_position *position,
                        int points);

/* The value of every legal card: value[n] for card n, -1 for all others. Returns the value of the
 * position, or SKAT_SOLVER_GAVE_UP; then value[] is undefined. */
int skat_solver_cards(struct skat_solver *solver, const struct skat_solver_position *position,
                      int16_t value[SKAT_CARD_CODES]);

/* Sets *reaching to those of `cards`, all legal, after which the value is at least `points`.
 * Returns false if it gave up; then *reaching is undefined. */
bool skat_solver_reaching(struct skat_solver *solver, const struct skat_solver_position *position,
                          skat_cards cards, int points, skat_cards *reaching);

/* Does the player alone take every trick from here on (schwarz)? 1, 0 or SKAT_SOLVER_GAVE_UP. For
 * suit games and grands. */
int skat_solver_all_tricks(struct skat_solver *solver, const struct skat_solver_position *position);

/* Uses only these techniques: bits SKAT_SOLVER_*. */
void skat_solver_use(struct skat_solver *solver, unsigned techniques);

#endif
