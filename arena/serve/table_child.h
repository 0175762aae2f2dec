// SPDX-License-Identifier: MIT
/* arena/serve/table_child.h - the process of a table: its bots run there, and one that crashes
 * costs the table, not the server. */
#ifndef ARENA_SERVE_TABLE_CHILD_H
#define ARENA_SERVE_TABLE_CHILD_H

#include "arena/play/casual_table.h"
#include "arena/play/play_setup.h"
#include "arena/record/language.h"

/* What is played at the table. The texts must outlive it. */
struct table_plan {
    struct play_setup setup; /* with a seed, or a game that is taken over */
    const char *puzzles;     /* a file of positions instead of deals; NULL: none */
    struct language language;
    const char *log; /* gets the games, or NULL */
    struct {
        const char *folder; /* of a log whose game setup.taken becomes when the table begins, in
                             * its process; NULL: setup is whole */
        const char *root;   /* input_stay_below() while it is read */
        int64_t game, move;
    } from;
    const char *name; /* of the table in addresses; NULL: it is the only one of its server */
};

struct table_work {
    const struct table_plan *plan;
    uint64_t state; /* the number of the last state before this table's */
    struct casual_shared *shared;
};

/* For serve_child.h: plays `context`, a struct table_work, with a page (page_face.h): states go to
 * `out`, and answers come from there. An exit code. */
int table_child(const void *context, int out);

#endif
