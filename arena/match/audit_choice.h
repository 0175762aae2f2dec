// SPDX-License-Identifier: MIT
/* arena/match/audit_choice.h - which decision of a game is asked again, how it was answered there,
 * and with which other hidden cards. It follows from the plan and from the moves of the game. */
#ifndef ARENA_MATCH_AUDIT_CHOICE_H
#define ARENA_MATCH_AUDIT_CHOICE_H

#include "arena/match/audit_cases.h"
#include "arena/record/game_trace.h"

/* Plain data; some 50 kB. What it was made from must outlive it. */
struct audit_choice {
    const struct audit_plan *plan;
    const struct audit_case *of;
    uint8_t seat_of[SKAT_PLAYERS];
    struct skat_game game; /* after the last of the moves */
    struct game_trace played;
    /* Of each step of `played`: how many moves were before it; and the position of the player who
     * decided, or SKAT_NOBODY if that is not the bot, or cannot be asked again. */
    uint16_t moves[GAME_TRACE_STEPS_MAX];
    uint8_t decided[GAME_TRACE_STEPS_MAX];
    bool conceded[SKAT_PLAYERS];
    int step;         /* the chosen one */
    uint8_t position; /* who decided it */
};

/* Chooses one of the decisions that the bot was asked for and said to make deterministically, any
 * with the same chance. False if there is none, or if the moves of the case are not those of a
 * game. */
bool audit_choice_make(struct audit_choice *choice, const struct audit_plan *plan,
                       const struct audit_case *of);

/* Deals the cards anew that the player does not see: `other` is the game up to the chosen step,
 * with these cards. False if there are no others that the player could not tell apart; then it is
 * the game as played. */
bool audit_choice_redeal(const struct audit_choice *choice, struct game_trace *other);

/* Which move of the record a step of the game is, or would be: from 1, an actor and its action
 * each. */
int audit_choice_move(struct audit_choice *choice, int step);

/* An answer to the decision of a step as it is written: cards that are put aside in one order. */
void audit_choice_answer(const struct audit_choice *choice, int step,
                         const struct skat_action *answer, char text[SKAT_TOKEN_SIZE]);

#endif
