// SPDX-License-Identifier: MIT
/* arena/base/spelling.h - suggests the word that was probably meant. */
#ifndef ARENA_BASE_SPELLING_H
#define ARENA_BASE_SPELLING_H

#include <stddef.h>

/* The word nearest to `word` among `count` words, or NULL if none is near enough. `stride` is the
 * distance in bytes from one char pointer to the next. */
const char *nearest_word(const char *word, const char *const *words, size_t count, size_t stride);

/* The end of a message: `; did you mean "..."?` with the nearest word, or "". Returns `text`. */
enum { SUGGESTION_SIZE = 160 };
const char *did_you_mean(const char *word, const char *const *words, size_t count, size_t stride,
                         char text[SUGGESTION_SIZE]);

/* The same for keys: with no near word, all of them, "; allowed: a, b", unless there are more than
 * WORDS_LISTED, which documents list. The caller frees it. */
enum { WORDS_LISTED = 48 };
char *words_allowed(const char *word, const char *const *words, size_t count, size_t stride);

#endif
