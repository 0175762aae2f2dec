// SPDX-License-Identifier: MIT
/* arena/base/errors.h - collects all errors in the input and prints them at once. */
#ifndef ARENA_BASE_ERRORS_H
#define ARENA_BASE_ERRORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Zero-initialise; errors_free() at the end. */
struct errors {
    char *text; /* lines, each ends with '\n' */
    size_t length;
    int count;
    bool shortage; /* one says that the machine is short of something (base/machine.h) */
    bool ignored;  /* they are only counted, and nothing is to be freed */
};

/* Adds one line "where: message"; `where` names file and place and may be NULL. */
__attribute__((format(printf, 3, 4))) void errors_add(struct errors *errors, const char *where,
                                                      const char *format, ...);
/* The same, of something that the machine is short of: `format` says what could not be done. */
__attribute__((format(printf, 2, 3))) void errors_add_shortage(struct errors *errors,
                                                               const char *format, ...);
/* Moves all lines of `from` behind those of `errors`; `from` is then empty. */
void errors_move(struct errors *errors, struct errors *from);
/* Prints all to standard error, each after "skat-arena: ". */
void errors_print(const struct errors *errors);
void errors_free(struct errors *errors);
/* The same, and frees them: what a command does at its end. */
void errors_report(struct errors *errors);
/* The same again; returns the exit status: `code`, or EXIT_INTERRUPTED if the machine was short of
 * something, since the same command may do where there is enough. */
int errors_end(struct errors *errors, int code);

#endif
