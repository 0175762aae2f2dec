// SPDX-License-Identifier: MIT
/* bots/pipe/arrays.h - questions as arrays of numbers, for children that learned from them: the
 * observations, masks and actions of engine/learn, made by the same code as for learners.
 *
 * A message is a line, followed by a row for each question; the answer has a number for each. A
 * decision of several numbers (an announcement with cards put aside) is asked number by number. */
#ifndef PIPE_ARRAYS_H
#define PIPE_ARRAYS_H

#include <cjson/cJSON.h>

#include "bots/pipe/text.h"
#include "bots/skat_bot.h"
#include "engine/learn/observation.h"

/* What a player heard in the auction of this deal. */
struct heard_auction {
    uint16_t count;
    uint8_t over; /* something else was heard */
    struct skat_move moves[2 * SKAT_LADDER_MAX + 8];
};

/* Shared by all players of a child. Zero at first; freed with arrays_free(). */
struct arrays {
    struct skat_rules read, rules; /* as read, and prepared */
    struct skat_action_space space;
    struct array_choice {
        struct skat_choice choice;
        uint32_t question; /* its index */
    } * choices;
    uint32_t room;
};

void arrays_free(struct arrays *arrays);

/* A session begins. Returns 0 if libskat does not know these rules. */
int arrays_take_rules(struct arrays *arrays, const struct skat_bot_rules *rules, uint32_t deals);

/* Notes a bid, hold or pass that the player heard. To be called for each event of the deal. */
void arrays_hear(struct heard_auction *heard, const struct skat_bot_event *event);

/* Begins to answer the questions, except those for which skip() returns nonzero. Returns how many
 * are open. */
uint32_t arrays_begin(struct arrays *arrays, const struct skat_bot_question *questions,
                      uint32_t count, int (*skip)(const struct skat_bot_question *));

/* The members of a message, and after its end, the rows: of the first `count` open questions;
 * `heard` and `random` are asked for what a player heard and its next random number. */
struct arrays_source {
    const struct heard_auction *(*heard)(const struct skat_bot_question *);
    uint64_t (*random)(const struct skat_bot_question *);
};
void arrays_put_head(const struct arrays *arrays, struct text *text, uint32_t count);
void arrays_put_rows(const struct arrays *arrays, struct text *text,
                     const struct skat_bot_question *questions, uint32_t count,
                     const struct arrays_source *source);

/* Takes the answer to the first `count` open questions; those that are complete fill in their
 * action, and with a number that is not allowed, none. Returns how many are still open; `wrong` is
 * called for each that was not allowed. */
uint32_t arrays_take(struct arrays *arrays, const struct skat_bot_question *questions,
                     uint32_t open, uint32_t count, const cJSON *actions,
                     void (*wrong)(const struct skat_bot_question *, const cJSON *));

#endif
