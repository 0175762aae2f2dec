// SPDX-License-Identifier: MIT
/* arena/play/casual_table.h - a person and bots at a table: deal after deal in this process, with
 * what the solver says after each; or a person and positions with a known answer.
 *
 * The bots run with the user's rights and without limits of time. One that crashes ends the
 * process; one that answers illegally loses the deal, as in a run. */
#ifndef ARENA_PLAY_CASUAL_TABLE_H
#define ARENA_PLAY_CASUAL_TABLE_H

#include <stdio.h>

#include "arena/config/config.h"
#include "arena/config/bot_spec.h"
#include "arena/play/table_face.h"

/* A player's name, with a number where two bots have the same. */
enum { CASUAL_NAME_SIZE = BOT_SPEC_NAME_SIZE + sizeof " 2147483647" };

/* Zeroed memory of casual_shared_size() bytes that the process of the table shares with the one
 * that forked it: it tells whose code ended the table. */
struct casual_shared;
size_t casual_shared_size(void);
/* Where the calls of bots are marked. */
struct call_mark *casual_shared_mark(struct casual_shared *shared);
/* After the process has ended: the bot whose code ran then, into `name`, as printable text. False
 * if none did, and of NULL. */
bool casual_shared_bot(const struct casual_shared *shared, char name[CASUAL_NAME_SIZE]);

struct casual_plan {
    const struct config *config;  /* one arrangement; the bot in the person's seat is not asked */
    int seat;                     /* of the person */
    const char *person;           /* what the person is called */
    bool brief;                   /* the solver is not asked after a deal */
    bool explains;                /* bots are asked what they thought, for the end of a deal */
    FILE *log;                    /* gets a line of games.jsonl for each deal, or NULL */
    struct casual_shared *shared; /* with the process that has forked this one */
};

/* Plays all deals of the config, or until the person leaves. Returns an exit code: EXIT_OK, also
 * for one who leaves; EXIT_INTERNAL with an error if the log cannot be written. What cannot be
 * loaded ends the process. */
int casual_table_play(const struct casual_plan *plan, const struct table_face *face,
                      struct errors *errors);

/* Asks the person for the answer of each position, the first `most` of the set, and says whether it
 * is right. Ends when the person leaves. Returns how many were solved, of *asked. */
int puzzles_play(const struct position_set *set, const struct skat_rules *rules, int most,
                 const struct table_face *face, int *asked);

#endif
