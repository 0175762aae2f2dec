// SPDX-License-Identifier: MIT
/* arena/play/casual_table.h - a person and bots at a table: deal after deal in this process, with
 * what the solver says after each; or a person and positions with a known answer.
 *
 * The bots run with the user's rights and without limits of time. One that crashes ends the
 * process; one that answers illegally loses the deal, as in a run. */
#ifndef ARENA_PLAY_CASUAL_TABLE_H
#define ARENA_PLAY_CASUAL_TABLE_H

#include "arena/config/bot_spec.h"
#include "arena/play/play_setup.h"
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

/* How a person plays with bots. */
struct casual_plan {
    const struct play_setup *setup;
    const char *person;           /* what the person is called */
    bool brief;                   /* the solver is not asked after a deal */
    bool explains;                /* bots are asked what they thought, for the end of a deal */
    const char *log;              /* gets a line of games.jsonl for each deal, or NULL */
    struct casual_shared *shared; /* with the process that has forked this one */
};

/* Plays the deals of the setup, or until the person leaves. Returns an exit code: EXIT_OK, also for
 * one who leaves; EXIT_USAGE with errors if they cannot be played; EXIT_INTERNAL with an error if
 * the log cannot be written. What cannot be loaded ends the process. */
int casual_table_play(const struct casual_plan *plan, const struct table_face *face,
                      struct errors *errors);

/* Whether the log can be written, if there is one (else NULL), or an error. Leaves a file behind,
 * empty if there was none. */
bool casual_log_possible(const char *log, struct errors *errors);

/* Asks the person for the answers of the positions in a file, by the rules of the setup, as many as
 * it has deals, and says whether they are right. Ends when the person leaves. EXIT_OK, or with
 * errors EXIT_USAGE (the rules) or EXIT_BAD_FILE. */
int puzzles_play(const char *path, const struct play_setup *setup, const struct table_face *face,
                 struct errors *errors);

#endif
