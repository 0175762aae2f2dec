// SPDX-License-Identifier: MIT
/* arena/match/audit_cases.h - the games of a run of which a decision is asked again, with their
 * moves: taken from the games as they are played, or from a log. */
#ifndef ARENA_MATCH_AUDIT_CASES_H
#define ARENA_MATCH_AUDIT_CASES_H

#include "arena/match/audit_plan.h"
#include "arena/match/audit_sample.h"
#include "arena/record/played_moves.h"

/* A game of which one decision is to be asked again. */
struct audit_case {
    struct game_id id;
    int bot;       /* whose decision */
    uint32_t pick; /* any number: chooses among its decisions */
    bool played;   /* its moves are there */
    struct played_moves moves;
};

/* Zero-initialise; some kilobytes for each game of the sample. */
struct audit_cases {
    const struct audit_plan *plan;
    struct audit_sample samples[BOTS_MAX]; /* empty of bots that are not audited */
    struct audit_case *cases;              /* in the order of games, then of bots */
    int known; /* so many are of games that are over, played or not; those after them are
                  expected */
    int count, room;
};

/* Begins with none. The plan must outlive them. The caller ends with audit_cases_free(). */
void audit_cases_begin(struct audit_cases *cases, const struct audit_plan *plan);
void audit_cases_free(struct audit_cases *cases);

/* Whether the next game in the order of the schedule is in the sample, so that its moves are
 * wanted. Each game that is to be played is asked about once. */
bool audit_cases_expect(struct audit_cases *cases, const struct game_id *id);

/* Adds the moves of a game that is expected, in the same order: they are copied, and not believed,
 * since a worker may have written them. */
void audit_cases_add(struct audit_cases *cases, const struct game_id *id,
                     const struct played_moves *moves);

/* The case of a bot in a game that was played; NULL if there is none. */
const struct audit_case *audit_cases_find(const struct audit_cases *cases, uint64_t game, int bot);

#endif
