/* arena/iss/import_issue.h - what there is to say about a record that is imported: why it was left out, what is
 * odd about it, where its result differs from ours. A line of import.jsonl each. */
#ifndef ARENA_ISS_IMPORT_ISSUE_H
#define ARENA_ISS_IMPORT_ISSUE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum finding_kind {
    FINDING_REFUSED,    /* the record was not imported */
    FINDING_ODD,        /* it was, and something about it is not as usual */
    FINDING_DIFFERENCE, /* it was, and its R says something else than the rules */
    FINDING_KINDS
};
extern const char *const finding_kind_names[FINDING_KINDS]; /* "refused" ... */

enum finding_reason {
    FOUND_NO_RECORD, FOUND_CUT_OFF, FOUND_TOO_LONG, FOUND_OTHER_GAME, FOUND_NO_MOVES, FOUND_DAMAGED,
    FOUND_BAD_DEAL, FOUND_BAD_MOVE, FOUND_ILLEGAL_MOVE, FOUND_WRONG_SKAT, FOUND_UNFINISHED,

    FOUND_JUMP, FOUND_SPLIT_DECLARATION, FOUND_SHOWN_HAND, FOUND_SHOWS_CARDS, FOUND_RESIGNED,
    FOUND_TIMEOUT, FOUND_LEFT, FOUND_AFTER_END, FOUND_NO_RESULT, FOUND_UNKNOWN_RESULT,
    FOUND_BAD_RESULT, FOUND_MISSING_FIELDS, FOUND_UNKNOWN_PROPERTY, FOUND_NAME_CHANGED,

    FOUND_OTHER_RESULT,
    FINDING_REASONS
};

/* What is the same for all findings of a reason. */
struct finding_info {
    const char *word;       /* in import.jsonl */
    enum finding_kind kind;
    const char *text;       /* for a person */
};
extern const struct finding_info finding_infos[FINDING_REASONS];

enum { FOUND_SIZE = 128, FOUND_VALUE_SIZE = 16, FINDINGS_MAX = 24 };

struct finding {
    enum finding_reason reason;
    char found[FOUND_SIZE]; /* what stands there, cut; or what is wrong with it */
    const char *detail;     /* more than the reason says, static, or NULL */
    const char *field;      /* of a difference, static: a word of R */
    char theirs[FOUND_VALUE_SIZE], ours[FOUND_VALUE_SIZE]; /* of a difference: numbers or words */
};

/* All findings of one record. When there are more, the last one is always there. */
struct findings {
    int count;
    struct finding list[FINDINGS_MAX];
};

/* Adds a finding about `length` bytes at `text`; they are cut and made printable. Returns it, to fill in
 * more; never NULL. */
struct finding *findings_add(struct findings *findings, enum finding_reason reason,
                             const char *text, size_t length);

/* Where a record stands, and which game it became. */
struct finding_place {
    const char *file;
    uint64_t line;         /* from 1: the one that it begins in */
    const char *id;        /* its ID property, `id_length` bytes, as written */
    size_t id_length;
    int64_t game;          /* -1: it was not imported */
};

/* Writes the findings of a record to import.jsonl, a line each. */
void findings_write(const struct findings *findings, const struct finding_place *place, FILE *file);

#endif
