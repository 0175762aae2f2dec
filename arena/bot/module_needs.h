// SPDX-License-Identifier: MIT
/* arena/bot/module_needs.h - the libraries that a module's file names. Whoever wrote the module
 * wrote that, too: it is read in the process that is to have the module's code. */
#ifndef ARENA_BOT_MODULE_NEEDS_H
#define ARENA_BOT_MODULE_NEEDS_H

#include <stddef.h>

/* The names of the libraries that a module needs; "/" for one that cannot be read. */
struct module_needs {
    char **names;
    size_t count;
};

/* Reads them from an open file. What is no ELF file needs nothing, and is refused by the loader.
 * The caller frees the result with the next function. */
struct module_needs module_needs_read(int file);
void module_needs_free(struct module_needs *needed);

#endif
