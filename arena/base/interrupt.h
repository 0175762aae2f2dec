// SPDX-License-Identifier: MIT
/* arena/base/interrupt.h - signals that end a command which plays runs: while a run is played, and
 * before, after and between runs. A run that begins after one of them ends at once. */
#ifndef ARENA_BASE_INTERRUPT_H
#define ARENA_BASE_INTERRUPT_H

#include <stdbool.h>

/* From now on SIGINT, SIGTERM and SIGHUP are only counted. */
void interrupt_hear(void);

/* How many have come. */
int interrupt_count(void);

/* Whether one has come: then no other run is to start. */
static inline bool interrupt_heard(void) { return interrupt_count() > 0; }

#endif
