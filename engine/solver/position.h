// SPDX-License-Identifier: MIT
/* engine/solver/position.h - what the solver is asked about. */
#ifndef SKAT_ENGINE_SOLVER_POSITION_H
#define SKAT_ENGINE_SOLVER_POSITION_H

#include "engine/contract.h"

/* The hands and the game. */
struct skat_solver_deal {
    uint8_t game;                   /* enum skat_game_type */
    uint8_t alone;                  /* position: the declarer; in ramsch the player considered */
    uint8_t last_trick_points;      /* card points added to the last trick: a ramsch skat */
    skat_cards hands[SKAT_PLAYERS]; /* disjoint; at most SKAT_HAND_MAX cards each */
};

/* A position in the play of the current deal. */
struct skat_solver_position {
    skat_cards hands[SKAT_PLAYERS]; /* cards still in hand, without those of the open trick */
    uint8_t leader;                 /* who led, or will lead, the open trick */
    uint8_t count;                  /* cards in the open trick, 0..2 */
    skat_card trick[2];
};

/* The player to move. */
static inline unsigned skat_solver_turn(const struct skat_solver_position *position)
{
    return (position->leader + position->count) % SKAT_PLAYERS;
}

/* Techniques that make the search fast. None changes a result: a test switches each one off.
 * docs/research/solver.md has the measured effect of each. */
enum {
    SKAT_SOLVER_TABLE = 1,       /* a table of positions at the beginning of tricks */
    SKAT_SOLVER_CANONICAL = 2,   /* merges positions that differ only in equivalent cards */
    SKAT_SOLVER_EQUIVALENT = 4,  /* plays one of adjacent cards in a hand with equal points */
    SKAT_SOLVER_NEAR = 8,        /* values of adjacent cards differ at most by their points */
    SKAT_SOLVER_BOUNDS = 16,     /* sure tricks of the leader */
    SKAT_SOLVER_LOOK_AHEAD = 32, /* looks up all ends of a trick before searching any */
    SKAT_SOLVER_ORDER = 64,      /* tries promising cards first */
    SKAT_SOLVER_TECHNIQUES = 127
};
#endif
