// SPDX-License-Identifier: MIT
/* arena/base/errors.h - collects all errors in the input and prints them at once. */
#ifndef ARENA_BASE_ERRORS_H
#define ARENA_BASE_ERRORS_H

#include <stddef.h>
#include <stdio.h>

/* Zero-initialise; errors_free() at the end. */
struct errors {
    char *text; /* lines, each ends with '\n' */
    size_t length;
    int count;
};

/* Adds one line "where: message"; `where` names file and place and may be NULL. */
__attribute__((format(printf, 3, 4))) void errors_add(struct errors *errors, const char *where,
                                                      const char *format, ...);
/* Moves all lines of `from` behind those of `errors`; `from` is then empty. */
void errors_move(struct errors *errors, struct errors *from);
/* Prints all to `out`, each after "skat-arena: ". */
void errors_print(const struct errors *errors, FILE *out);
void errors_free(struct errors *errors);
/* Prints all to standard error, and frees them: what a command does at its end. */
void errors_report(struct errors *errors);

#endif
