/* arena/base/errors.h - everything that is wrong with the input, gathered and printed at once. */
#ifndef ARENA_BASE_ERRORS_H
#define ARENA_BASE_ERRORS_H

#include <stddef.h>
#include <stdio.h>

/* Zero-initialise; problems_free() at the end. */
struct problems {
    char *text; /* lines, each ends with '\n' */
    size_t length;
    int count;
};

/* Adds one line "where: message"; `where` names file and place and may be NULL. */
__attribute__((format(printf, 3, 4))) void problems_add(struct problems *problems,
                                                        const char *where, const char *format,
                                                        ...);
/* Prints all, each behind "skat-arena: ", to `out`. */
void problems_print(const struct problems *problems, FILE *out);
void problems_free(struct problems *problems);

#endif
