// SPDX-License-Identifier: MIT
/* arena/report/page/solver_wasm.c - engine/solver for the page, compiled to WebAssembly by `make
 * wasm`.
 *
 * A page has one solver, in a worker of its own, and asks it about one position at a time. Sets of
 * cards have 64 bits, which JavaScript passes as BigInt; cards are numbered as in engine/card.h.
 * All functions are called from page/solver.js. */
#include "engine/solver/solver.h"

/* 2 MB of positions: an exact value from the first card takes a tenth of a second. */
enum { TABLE_BITS = 18 };
static _Alignas(16) uint8_t memory[(8u << TABLE_BITS) + (1u << 16)];

static struct skat_solver *solver;
static struct skat_solver_position position;
static skat_card trick_cards[2];
static int16_t values[SKAT_CARD_CODES];

#define EXPORT(name) __attribute__((export_name(#name), visibility("default"), used))

/* False if the solver does not fit into the memory above. */
EXPORT(begin) bool begin(void);
bool begin(void)
{
    if (skat_solver_size(TABLE_BITS) > sizeof memory)
        return false;
    solver = skat_solver_init(memory, TABLE_BITS);
    return true;
}

/* The position: cards in hand without those of the open trick, of which there are `count`, first
 * and second. The deal is what is still to be played, which has the same values. `game` is an enum
 * skat_game_type with a declarer, `alone` the declarer's position. Returns the player to move. */
EXPORT(set)
int set(int game, int alone, skat_cards hand0, skat_cards hand1, skat_cards hand2, int leader,
        int count, int first, int second);
int set(int game, int alone, skat_cards hand0, skat_cards hand1, skat_cards hand2, int leader,
        int count, int first, int second)
{
    struct skat_solver_deal deal = {
        .game = (uint8_t)game, .alone = (uint8_t)alone, .hands = {hand0, hand1, hand2}};

    trick_cards[0] = (skat_card)first;
    trick_cards[1] = (skat_card)second;
    for (int i = 0; i < count; i++)
        deal.hands[(leader + i) % SKAT_PLAYERS] |= skat_card_bit(trick_cards[i]);
    skat_solver_deal(solver, &deal);
    position = (struct skat_solver_position){.hands = {hand0, hand1, hand2},
                                             .leader = (uint8_t)leader,
                                             .count = (uint8_t)count,
                                             .trick = {trick_cards[0], trick_cards[1]}};
    return (int)skat_solver_turn(&position);
}

/* The cards that may be played. */
EXPORT(legal) skat_cards legal(void);
skat_cards legal(void) { return skat_solver_legal(solver, &position); }

/* Solves the position: card points that declarer takes from here on (null: 1 for a trick), after
 * each card. */
EXPORT(solve) int solve(void);
int solve(void) { return skat_solver_cards(solver, &position, values); }

/* The value after a card, when solve() was called; -1 if it may not be played. */
EXPORT(value) int value(int card);
int value(int card) { return values[card]; }

/* Plays a card, which must be legal. Returns the position that took the trick, or 255 if it is
 * still open. */
EXPORT(play) int play(int card);
int play(int card) { return (int)skat_solver_play(solver, &position, (skat_card)card); }
