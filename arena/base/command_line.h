// SPDX-License-Identifier: MIT
/* arena/base/command_line.h - the command line of this process, as a user could repeat it. */
#ifndef ARENA_BASE_COMMAND_LINE_H
#define ARENA_BASE_COMMAND_LINE_H

/* "skat-arena run configs/duel.json --deals 100", quoted for a shell where that is needed; what is
 * not printable is "?". The caller frees it; never NULL. */
char *command_line(void);

#endif
