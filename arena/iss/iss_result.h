// SPDX-License-Identifier: MIT
/* arena/iss/iss_result.h - the R property of an ISS record: the result of a game by the server. */
#ifndef ARENA_ISS_ISS_RESULT_H
#define ARENA_ISS_ISS_RESULT_H

#include "arena/iss/import_issue.h"
#include "arena/record/game_outcome.h"

/* In the order in which they are written: "d:2 loss v:-72 m:1 overbid p:41 ...". */
enum iss_field {
    ISS_DECLARER,  /* position, -1 */
    ISS_OUTCOME,   /* enum iss_outcome */
    ISS_VALUE,     /* declarer's credit or charge, doubled if lost */
    ISS_MATADORS,  /* with +, without -, 0 in null */
    ISS_OVERBID,   /* 1, 0 */
    ISS_POINTS,    /* declarer's card points with the skat */
    ISS_TRICKS,    /* declarer's */
    ISS_SCHNEIDER, /* made or suffered: 1, 0 */
    ISS_SCHWARZ,
    ISS_PENALTY_0,
    ISS_PENALTY_1,
    ISS_PENALTY_2, /* at fault for the lack of a game: 1, 0 */
    ISS_LEFT,      /* position, -1 */
    ISS_TIMEOUT,   /* position, -1 */
    ISS_RESIGNED,  /* one side gave up: 1, 0. Older records lack it */
    ISS_FIELDS
};
enum iss_outcome { ISS_LOSS, ISS_WIN, ISS_PENALTY };

enum iss_result_kind { ISS_RESULT_GAME, ISS_RESULT_PASSED, ISS_RESULT_UNKNOWN };

struct iss_result {
    enum iss_result_kind kind;
    uint32_t present; /* of a game: bits 1 << enum iss_field */
    int32_t value[ISS_FIELDS];
};

/* Reads the text of an R. False if it is not one. Fields may be missing. */
bool iss_result_read(struct iss_result *result, const char *text, size_t length);

/* The correct R of a finished game. `outcome` is that of the game: a timeout is a timeout in R, and
 * a crash means that the player left. */
void iss_result_of(const struct skat_game *game, const struct game_outcome *outcome,
                   struct iss_result *result);

enum { ISS_RESULT_SIZE = 160 };
/* Writes it. Returns the length. */
int iss_result_write(const struct iss_result *result, char text[ISS_RESULT_SIZE]);

/* Adds an issue for each field of both that differs, and for fields missing in theirs. */
void iss_result_compare(const struct iss_result *theirs, const struct iss_result *ours,
                        struct import_issues *issues);

#endif
