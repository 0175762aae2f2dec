// SPDX-License-Identifier: MIT
/* arena/iss/import_issue.h - import issues of a record: why it was refused, what is odd about it,
 * how its result differs from ours. Each is a line of import.jsonl. */
#ifndef ARENA_ISS_IMPORT_ISSUE_H
#define ARENA_ISS_IMPORT_ISSUE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum import_issue_kind {
    ISSUE_REFUSED,    /* the record was not imported */
    ISSUE_ODD,        /* it was imported, but something is unusual */
    ISSUE_DIFFERENCE, /* it was imported, but R differs from the rules */
    ISSUE_KINDS
};
extern const char *const import_issue_kind_names[ISSUE_KINDS]; /* "refused" ... */

enum import_issue_reason {
    ISSUE_NO_RECORD,
    ISSUE_CUT_OFF,
    ISSUE_TOO_LONG,
    ISSUE_OTHER_GAME,
    ISSUE_NO_MOVES,
    ISSUE_DAMAGED,
    ISSUE_BAD_DEAL,
    ISSUE_BAD_MOVE,
    ISSUE_ILLEGAL_MOVE,
    ISSUE_WRONG_SKAT,
    ISSUE_UNFINISHED,
    ISSUE_DUPLICATE,

    ISSUE_JUMP,
    ISSUE_SPLIT_DECLARATION,
    ISSUE_SHOWN_HAND,
    ISSUE_SHOWS_CARDS,
    ISSUE_BROKEN_ANNOUNCEMENT,
    ISSUE_NO_DISCARDS,
    ISSUE_TIMEOUT,
    ISSUE_LEFT,
    ISSUE_AFTER_END,
    ISSUE_NO_RESULT,
    ISSUE_UNKNOWN_RESULT,
    ISSUE_BAD_RESULT,
    ISSUE_MISSING_FIELDS,
    ISSUE_UNKNOWN_PROPERTY,
    ISSUE_NAME_CHANGED,

    ISSUE_OTHER_RESULT,
    ISSUE_REASONS
};

/* The properties of all issues with the same reason. */
struct import_issue_info {
    const char *word; /* in import.jsonl */
    enum import_issue_kind kind;
    const char *text; /* for users */
};
extern const struct import_issue_info import_issue_infos[ISSUE_REASONS];

enum { IMPORT_ISSUE_SIZE = 128, IMPORT_ISSUE_VALUE_SIZE = 16, IMPORT_ISSUES_MAX = 24 };

struct import_issue {
    enum import_issue_reason reason;
    char found[IMPORT_ISSUE_SIZE]; /* the text found, cut; or what is wrong with it */
    const char *detail;            /* in addition to the reason, static, or NULL */
    const char *field;             /* of a difference, static: a word of R */
    char theirs[IMPORT_ISSUE_VALUE_SIZE],
        ours[IMPORT_ISSUE_VALUE_SIZE]; /* of a difference: numbers or words */
};

/* The issues of one record. If there are too many, the last one is always kept. */
struct import_issues {
    int count;
    struct import_issue list[IMPORT_ISSUES_MAX];
};

/* Adds an issue about `length` bytes at `text`, cut and made printable. Returns it so that the
 * caller can fill in more; never NULL. */
struct import_issue *import_issues_add(struct import_issues *issues,
                                       enum import_issue_reason reason, const char *text,
                                       size_t length);

enum { IMPORT_PLACE_SIZE = 48 };
/* Writes the line of a record, and its column unless it begins there: "12", "12:480". Returns
 * `text`. */
const char *import_place_text(uint64_t line, uint64_t column, char text[IMPORT_PLACE_SIZE]);

/* The place of a record, and the game it became. */
struct import_issue_place {
    const char *file;
    uint64_t line, column; /* where it begins, from 1 */
    const char *id;        /* its ID property, `id_length` bytes, as written */
    size_t id_length;
    int64_t game; /* -1: it was not imported */
};

/* Writes the issues of a record to import.jsonl, a line each. */
void import_issues_write(const struct import_issues *issues, const struct import_issue_place *place,
                         FILE *file);

#endif
