// SPDX-License-Identifier: MIT
/* arena/positions/position_mine.h - finds positions for tests in the games of a log: `positions
 * --mine`.
 *
 * A card that lost its player's side a game that was won with all cards open may have been right:
 * the player did not see them. So all layouts of the hidden cards that agree with what the player
 * knew (engine/game/worlds.h) are solved, late in the game, where they are few. It is a position if
 * another card wins in many more of them than the one that was played.
 *
 * What is found is kept in a journal beside the file, so that the search can be gone on with after
 * an interruption. */
#ifndef ARENA_POSITIONS_POSITION_MINE_H
#define ARENA_POSITIONS_POSITION_MINE_H

#include <stdbool.h>

#include "arena/base/errors.h"
#include "arena/base/exit_code.h"

/* The end of the journal's name, after that of the file. */
#define MINED_POSITIONS_JOURNAL ".part"

struct mined_positions_plan {
    const char *log, *out; /* a folder or a log; the file */
    const char *rules;     /* of the games; NULL: those of the manifest */
    int most;              /* positions */
    int workers;           /* threads that read the log; 0: one for each processor */
    bool resume;           /* goes on with the journal, if there is one */
    bool progress;         /* is shown on standard error */
};

/* Finds positions in the games of a log, in its order (position_set.h), and writes them to
 * plan->out, with plan->resume the same bytes as without an interruption. Sets *found to how many.
 * SIGINT, SIGTERM and SIGHUP end it with EXIT_INTERRUPTED: what is found is kept. EXIT_USAGE, with
 * errors, for a journal that is there though it is not to be gone on with, or that is of other
 * work, and for a file that is to be gone on with but has no journal; EXIT_BAD_FILE for the log,
 * EXIT_INTERNAL for the file. */
enum exit_code mined_positions_write(const struct mined_positions_plan *plan, int *found,
                                     struct errors *errors);

#endif
