// SPDX-License-Identifier: MIT
/* arena/sandbox/no_writing.h - lets a process and its children write to no file (Landlock), so that
 * what bots in a worker remember stays in it.
 *
 * They can read and run files, print, and use devices and what is open already. What is not a file
 * is left: sockets, shared memory and queues of System V, properties of files, processes that they
 * start (docs/security.md). */
#ifndef ARENA_SANDBOX_NO_WRITING_H
#define ARENA_SANDBOX_NO_WRITING_H

#include <stdbool.h>

/* Whether this kernel can do it. */
bool no_writing_possible(void);

/* The rules, a descriptor that the caller closes: one for each device in /dev, so that they are
 * made once and inherited by all processes that begin. -1 where that is not possible. */
int no_writing_rules(void);

/* From now on, this process and what it starts can write to no file; it cannot gain rights by
 * running a program either. Closes `rules`; with -1, nothing happens. */
void no_writing_begin(int rules);

#endif
