/* arena/match/verify.h - every game of a log replayed, every field recomputed. */
#ifndef ARENA_MATCH_VERIFY_H
#define ARENA_MATCH_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/base/errors.h"

/* What was found right. */
struct verified {
    char path[1200]; /* of the log */
    uint64_t games;
    bool partial;    /* the log keeps a part of the games: summary.json is not compared */
};

/* Replays the games of a folder or log by `rules`, a rule set, or by those of its manifest (NULL). Every
 * difference is an error that names file, line and field; after a hundred of them it stops. False when
 * there are any. */
bool verify_log(const char *path, const char *rules, struct verified *verified,
                struct errors *errors);

#endif
