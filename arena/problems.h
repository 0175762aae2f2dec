/* arena/problems.h - everything that is wrong with the input, gathered and printed at once. */
#ifndef ARENA_PROBLEMS_H
#define ARENA_PROBLEMS_H

#include <stddef.h>
#include <stdio.h>

/* Exit codes are verdicts (design decision 8); --help, README and tests have the same. */
enum exit_code {
    EXIT_OK = 0,
    EXIT_REJECTED = 1,
    EXIT_UNDECIDED = 2,
    EXIT_USAGE = 64,    /* usage or config error */
    EXIT_BAD_FILE = 65, /* bad input file */
    EXIT_INTERNAL = 70,
    EXIT_INTERRUPTED = 75
};

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

/* The word nearest to `word` among `count` words, or NULL when none is near enough to be what
 * was meant. `stride` is the distance in bytes from one char pointer to the next. */
const char *nearest_word(const char *word, const char *const *words, size_t count, size_t stride);

/* The end of a message: `; did you mean "..."?` with the nearest word, or nothing. Returns `text`. */
enum { SUGGESTION_SIZE = 160 };
const char *did_you_mean(const char *word, const char *const *words, size_t count, size_t stride,
                         char text[SUGGESTION_SIZE]);

#endif
