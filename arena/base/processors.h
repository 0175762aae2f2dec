// SPDX-License-Identifier: MIT
/* arena/base/processors.h - how many processors there are. */
#ifndef ARENA_BASE_PROCESSORS_H
#define ARENA_BASE_PROCESSORS_H

/* The number of processors that are online, within 1..`most`: how many workers a command has unless
 * it is told. */
int processors_online(int most);

#endif
