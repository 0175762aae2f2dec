// SPDX-License-Identifier: MIT
/* arena/sandbox/trapped_call.h - arguments and result of a system call that was stopped, for the
 * handler of SIGSYS, which may answer it in the kernel's place. */
#ifndef ARENA_SANDBOX_TRAPPED_CALL_H
#define ARENA_SANDBOX_TRAPPED_CALL_H

#include <stdbool.h>

/* Whether this program knows where they are on this processor. */
bool trapped_call_known(void);

/* `context` is what the handler got. Arguments count from 0 to 5. */
long trapped_call_argument(void *context, int number);
/* The call returns this, a negative errno as the kernel would, when the handler returns. */
void trapped_call_return(void *context, long result);

#endif
