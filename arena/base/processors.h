// SPDX-License-Identifier: MIT
/* arena/base/processors.h - how many processors there are, and what runs on which. */
#ifndef ARENA_BASE_PROCESSORS_H
#define ARENA_BASE_PROCESSORS_H

#include <sched.h>
#include <sys/types.h>

/* The number of processors that are online, within 1..`most`: how many workers a command has unless
 * it is told. */
int processors_online(int most);

/* Has a process (0: this one) and what it starts later run on processor `number` of `allowed`,
 * counted from 0 and round again. Nothing happens where the system does not allow it. */
void processors_run_on(pid_t process, const cpu_set_t *allowed, int number);

#endif
