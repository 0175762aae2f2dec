// SPDX-License-Identifier: MIT
/* arena/serve/table_child.h - the process of a table: its bots run there, and one that crashes
 * costs the table, not the server. */
#ifndef ARENA_SERVE_TABLE_CHILD_H
#define ARENA_SERVE_TABLE_CHILD_H

#include "arena/play/casual_table.h"
#include "arena/play/play_setup.h"
#include "arena/record/language.h"
#include "arena/serve/child_store.h"

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

/* What the code of a text says: the table goes on, or this text is its last. */
enum table_code { TABLE_GOES_ON, TABLE_OVER };

/* For child_store.h, of a struct table_plan, with casual_shared_size() bytes that are shared: plays
 * with a page. Each text that it is told is an answer. Each text that it says is all that the page
 * shows, as a JSON object, with the number of the state as its stamp:
 *   "state"     its number, one more than that of the state before
 *   "phase"     "waiting": a bot is asked; "asked": the person is; "over": the deal is over, or
 *               the position answered, and "next" continues; "done": the same, and none follows;
 *               "failed": there is no table, and "note" says why
 *   "deal", "deals", "own", "players", "positions"; "sheet": record/score_sheet.h, with "names"
 *   "table"     table_state.h
 *   "question"  table_state.h, too; "why": why the last answer was refused
 *   "game"      report/game_steps.h, of a deal that is over, with "thoughts": what bots thought,
 *               [{"position", "card", "text"}, ...], "card" where they played one; "fault_of"
 *   "puzzle"    {"number", "count", "id", "theme", "solved"}, and when it is answered {"right",
 *               "play" or "avoid", "reason"} */
int table_child(const struct child_task *task);

/* The state of a table that has failed. The caller deletes it. */
cJSON *table_failed_json(uint64_t state, const char *why);

#endif
