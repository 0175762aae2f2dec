// SPDX-License-Identifier: MIT
/* arena/base/pager.h - long text on a terminal, shown page by page by the user's own program. */
#ifndef ARENA_BASE_PAGER_H
#define ARENA_BASE_PAGER_H

#include <stddef.h>
#include <stdio.h>

/* A text that is being written. */
struct paged {
    FILE *memory;
    char *text;
    size_t size;
};

/* Begins a text. Returns the stream to write it to, which pager_end() closes; never NULL. */
FILE *pager_begin(struct paged *paged);

/* Shows the text: on a terminal that has fewer lines, through the command in the environment
 * variable PAGER ("less" if it is not set; none if it is empty or "cat"); else, and if that command
 * cannot be run, on standard output. */
void pager_end(struct paged *paged);

/* --no-pager: from now on pager_end() writes to standard output. */
void pager_disable(void);

#endif
