// SPDX-License-Identifier: MIT
/* arena/base/interrupt.h - signals that end a command which plays runs. Within a run the supervisor
 * handles them; before, after and between runs these do, and a run that then begins ends at once.
 */
#ifndef ARENA_BASE_INTERRUPT_H
#define ARENA_BASE_INTERRUPT_H

#include <stdbool.h>

/* From now on SIGINT, SIGTERM and SIGHUP are only noted. */
void interrupt_hear(void);

/* Notes that a run was ended by one of them. */
void interrupt_note(void);

/* Whether one has come: then no other run is to start. */
bool interrupt_heard(void);

#endif
