// SPDX-License-Identifier: MIT
/* arena/base/shortage.h - when the machine is short of something: what cannot be had now is tried
 * again for some seconds, before anybody gives up. */
#ifndef ARENA_BASE_SHORTAGE_H
#define ARENA_BASE_SHORTAGE_H

#include <stdbool.h>

/* Whether `error` (errno) says that there are no more processes, memory or descriptors. */
bool shortage_is(int error);

/* After attempt `number` (1..) has failed: waits a moment and returns true, or returns false when
 * it is time to give up, after about five seconds. Signals may shorten the wait. */
bool shortage_wait(int number);

#endif
