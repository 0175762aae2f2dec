// SPDX-License-Identifier: MIT
/* arena/serve/run_state.h - what goes on in a result folder. Looks, and changes nothing: not even
 * for a moment does it take the lock of a run. */
#ifndef ARENA_SERVE_RUN_STATE_H
#define ARENA_SERVE_RUN_STATE_H

#include <stdint.h>

enum run_state {
    RUN_STATE_NONE,     /* no run, or the folder is gone */
    RUN_STATE_PLAYING,  /* a process plays it */
    RUN_STATE_STOPPED,  /* it was interrupted or killed, and can be resumed */
    RUN_STATE_FINISHED, /* its summary is there, and nothing to resume */
    RUN_STATES
};
extern const char *const run_state_names[RUN_STATES];

enum run_state run_state_of(const char *folder);

/* A number that is another one when the files of a folder that a page is made of have changed, were
 * made or were removed. */
uint64_t folder_stamp(const char *folder);

#endif
