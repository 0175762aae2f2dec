// SPDX-License-Identifier: MIT
/* arena/play/person.h - a person who plays in a seat: is told what happens at the table, and asked,
 * in text. */
#ifndef ARENA_PLAY_PERSON_H
#define ARENA_PLAY_PERSON_H

#include <stdbool.h>
#include <stdio.h>

#include "engine/game/game.h"

struct person {
    FILE *in, *out;
    bool symbols;      /* suits as symbols */
    unsigned position; /* in this deal */
    int told;          /* moves of the record */
    bool left;         /* said "quit", or the input ended */
};

/* A deal begins. */
void person_begin(struct person *person, unsigned position);

/* Tells what was done since the last time, as far as this player may know it. */
void person_tell(struct person *person, const struct skat_game *game);

/* Stand-in (bot/deal_play.h): asks the person for decisions of their position; others are left to
 * the bots. Who leaves gives no answer, and the game ends by that. */
bool person_decides(const void *context, const struct skat_game *game,
                    const struct skat_decision *decision);
bool person_answer(void *context, const struct skat_game *game,
                   const struct skat_decision *decision, struct skat_action *action);

#endif
