// SPDX-License-Identifier: MIT
/* arena/base/word_list.h - words of a command line: the values of an option that may be repeated.
 */
#ifndef ARENA_BASE_WORD_LIST_H
#define ARENA_BASE_WORD_LIST_H

enum { WORD_LIST_MAX = 16 };
struct word_list {
    const char *of[WORD_LIST_MAX]; /* the first `count`; they belong to the command line */
    int count;
};

#endif
