/* engine/solver/solver.h - what the play of a game is worth when all cards lie open.
 *
 * With every hand known, play is a game of two sides without chance: one player alone and the other
 * two. The solver finds its exact value, or faster, whether it reaches a given number. It serves
 * bots that sample the hidden cards, the analysis of played games, and play by the solver.
 *
 *     struct skat_solver *solver = skat_solver_init(memory, 16);    (skat_solver_size(16) bytes)
 *     skat_solver_deal(solver, &deal);
 *     bool won = skat_solver_reaches(solver, &position, 61 - points_in_the_skat);
 *
 * What is solved:
 *   suit games, grand, upside-down grand   the card points that the player alone (declarer) takes from
 *                    here on, both sides doing their best about them
 *   null, revolution 1 when the player alone can be made to take a trick, else 0
 *   ramsch           the card points that the player looked at takes from here on, he avoiding them and
 *                    both others doing their worst. Each for himself is no game of two sides and has
 *                    no one value; this is what he need fear, not what will be.
 *
 * A solver owns nothing: its memory is the caller's, of a size that the caller chooses. No globals,
 * no allocation; one solver is for one thread at a time. Results do not depend on the size of the
 * table, on what was asked before, or on the machine; the number of nodes depends on all but
 * the machine. */
#ifndef SKAT_ENGINE_SOLVER_SOLVER_H
#define SKAT_ENGINE_SOLVER_SOLVER_H

#include <stddef.h>

#include "engine/contract.h"

struct skat_solver; /* opaque */

/* The table holds 2^bits positions of 8 bytes. 14 (128 kB) stays in a processor's own cache and is
 * right for won or lost in a bot; 20 (8 MB) is right for exact values from the first card. */
enum { SKAT_SOLVER_BITS_MIN = 8, SKAT_SOLVER_BITS_MAX = 28 };

/* Bytes that a solver with a table of 2^bits positions needs. */
size_t skat_solver_size(unsigned bits);

/* Makes a solver in `memory`, of skat_solver_size(bits) bytes, aligned as malloc aligns. It is valid as
 * long as the memory is; there is nothing to close. */
struct skat_solver *skat_solver_init(void *memory, unsigned bits);

/* Who holds what, and what is played. */
struct skat_solver_deal {
    uint8_t game;                   /* enum skat_game_type */
    uint8_t alone;                  /* position: declarer; in ramsch the player looked at */
    uint8_t last_trick_points;      /* card points that go with the last trick: a ramsch skat */
    skat_cards hands[SKAT_PLAYERS]; /* no card in two hands; at most SKAT_HAND_MAX each */
};

/* Begins a deal: what was known of another one is forgotten. Costs a microsecond, and each
 * fifteenth time the clearing of the table. */
void skat_solver_deal(struct skat_solver *solver, const struct skat_solver_deal *deal);

/* A moment in the play of the deal that was begun. */
struct skat_solver_position {
    skat_cards hands[SKAT_PLAYERS]; /* still held: of the deal's hands; those of the open trick are out */
    uint8_t leader;                 /* who led, or is to lead, the open trick */
    uint8_t count;                  /* cards in the open trick, 0..2 */
    skat_card trick[2];
};

/* The position before the first card, forehand (position 0) to lead. */
struct skat_solver_position skat_solver_start(const struct skat_solver_deal *deal);

/* Who is to play. */
static inline unsigned skat_solver_turn(const struct skat_solver_position *position)
{
    return (position->leader + position->count) % SKAT_PLAYERS;
}

/* The cards that the player to play may play. */
skat_cards skat_solver_legal(const struct skat_solver *solver,
                             const struct skat_solver_position *position);

/* Plays a card, which is legal. Returns the position that won the trick which it ended, else
 * SKAT_NO_TRICK. */
enum { SKAT_NO_TRICK = 0xff };
unsigned skat_solver_play(const struct skat_solver *solver, struct skat_solver_position *position,
                          skat_card card);

/* A search may be given so many nodes, after which it gives up; 0 (the default) is no limit. A count of
 * nodes, and so where it gives up, is the same on every machine. The count begins anew here. */
void skat_solver_limit(struct skat_solver *solver, uint64_t nodes);

/* Nodes visited since the last skat_solver_limit() or skat_solver_init(). */
uint64_t skat_solver_nodes(const struct skat_solver *solver);

enum { SKAT_SOLVER_GAVE_UP = -1 }; /* the limit of nodes was reached */

/* The value of the position: what the player alone takes from here on, the cards of the open trick
 * included, those of finished tricks and of the skat not. Or SKAT_SOLVER_GAVE_UP. */
int skat_solver_value(struct skat_solver *solver, const struct skat_solver_position *position);

/* Is the value at least `points`? 1, 0 or SKAT_SOLVER_GAVE_UP. Much faster than the value. */
int skat_solver_reaches(struct skat_solver *solver, const struct skat_solver_position *position,
                        int points);

/* The value of every legal card: value[n] for card n, -1 for all others. Returns the value of the
 * position, or SKAT_SOLVER_GAVE_UP, and then value[] means nothing. */
int skat_solver_cards(struct skat_solver *solver, const struct skat_solver_position *position,
                      int16_t value[SKAT_CARD_CODES]);

/* Of `cards`, which are legal, those after which the value is at least `points`: *reaching. Returns false
 * when it gave up, and *reaching means nothing. */
bool skat_solver_reaching(struct skat_solver *solver, const struct skat_solver_position *position,
                          skat_cards cards, int points, skat_cards *reaching);

/* Does the player alone take every trick from here on (schwarz)? 1, 0 or SKAT_SOLVER_GAVE_UP. Of suit
 * games and grands. */
int skat_solver_all_tricks(struct skat_solver *solver, const struct skat_solver_position *position);

/* The techniques that make the search fast. None changes a result: a test runs with each switched off,
 * and the measured worth of each stands in engine/README.md. */
enum {
    SKAT_SOLVER_TABLE = 1,          /* positions seen before, at the beginning of a trick */
    SKAT_SOLVER_CANONICAL = 2,      /* those that differ in cards without difference are one */
    SKAT_SOLVER_EQUIVALENT = 4,     /* of neighbours in a hand with the same points, one is played */
    SKAT_SOLVER_NEAR = 8,           /* neighbours in a hand differ by no more than their points */
    SKAT_SOLVER_BOUNDS = 16,        /* tricks that the leader has for sure */
    SKAT_SOLVER_LOOK_AHEAD = 32,    /* the table is asked for all ends of a trick before one is searched */
    SKAT_SOLVER_ORDER = 64,         /* promising cards first */
    SKAT_SOLVER_TECHNIQUES = 127
};
void skat_solver_use(struct skat_solver *solver, unsigned techniques);

#endif
