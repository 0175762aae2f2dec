/* arena/iss/import_issue.h - what there is to say about a record that is imported: why it was left out, what is
 * odd about it, where its result differs from ours. A line of import.jsonl each. */
#ifndef ARENA_ISS_IMPORT_ISSUE_H
#define ARENA_ISS_IMPORT_ISSUE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum import_issue_kind {
    ISSUE_REFUSED,    /* the record was not imported */
    ISSUE_ODD,        /* it was, and something about it is not as usual */
    ISSUE_DIFFERENCE, /* it was, and its R says something else than the rules */
    ISSUE_KINDS
};
extern const char *const import_issue_kind_names[ISSUE_KINDS]; /* "refused" ... */

enum import_issue_reason {
    ISSUE_NO_RECORD, ISSUE_CUT_OFF, ISSUE_TOO_LONG, ISSUE_OTHER_GAME, ISSUE_NO_MOVES, ISSUE_DAMAGED,
    ISSUE_BAD_DEAL, ISSUE_BAD_MOVE, ISSUE_ILLEGAL_MOVE, ISSUE_WRONG_SKAT, ISSUE_UNFINISHED,

    ISSUE_JUMP, ISSUE_SPLIT_DECLARATION, ISSUE_SHOWN_HAND, ISSUE_SHOWS_CARDS, ISSUE_RESIGNED,
    ISSUE_TIMEOUT, ISSUE_LEFT, ISSUE_AFTER_END, ISSUE_NO_RESULT, ISSUE_UNKNOWN_RESULT,
    ISSUE_BAD_RESULT, ISSUE_MISSING_FIELDS, ISSUE_UNKNOWN_PROPERTY, ISSUE_NAME_CHANGED,

    ISSUE_OTHER_RESULT,
    ISSUE_REASONS
};

/* What is the same for all issues of a reason. */
struct import_issue_info {
    const char *word;       /* in import.jsonl */
    enum import_issue_kind kind;
    const char *text;       /* for a person */
};
extern const struct import_issue_info import_issue_infos[ISSUE_REASONS];

enum { IMPORT_ISSUE_SIZE = 128, IMPORT_ISSUE_VALUE_SIZE = 16, IMPORT_ISSUES_MAX = 24 };

struct import_issue {
    enum import_issue_reason reason;
    char found[IMPORT_ISSUE_SIZE]; /* what stands there, cut; or what is wrong with it */
    const char *detail;     /* more than the reason says, static, or NULL */
    const char *field;      /* of a difference, static: a word of R */
    char theirs[IMPORT_ISSUE_VALUE_SIZE], ours[IMPORT_ISSUE_VALUE_SIZE]; /* of a difference: numbers or words */
};

/* All issues of one record. When there are more, the last one is always there. */
struct import_issues {
    int count;
    struct import_issue list[IMPORT_ISSUES_MAX];
};

/* Adds an issue about `length` bytes at `text`; they are cut and made printable. Returns it, to fill in
 * more; never NULL. */
struct import_issue *import_issues_add(struct import_issues *issues, enum import_issue_reason reason,
                             const char *text, size_t length);

/* Where a record stands, and which game it became. */
struct import_issue_place {
    const char *file;
    uint64_t line;         /* from 1: the one that it begins in */
    const char *id;        /* its ID property, `id_length` bytes, as written */
    size_t id_length;
    int64_t game;          /* -1: it was not imported */
};

/* Writes the issues of a record to import.jsonl, a line each. */
void import_issues_write(const struct import_issues *issues, const struct import_issue_place *place, FILE *file);

#endif
