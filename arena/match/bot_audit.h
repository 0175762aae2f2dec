// SPDX-License-Identifier: MIT
/* arena/match/bot_audit.h - a bot alone, before it is compared: does it fail, and does it answer
 * the same history alike?
 *
 * It sits in all seats and plays twelve deals twice. A bot that fails in every game is found before
 * it costs hours of time limits (LONE_FAULTS end it); one whose answers differ although all it was
 * told was the same is not deterministic, and then different play is no sign of a change. */
#ifndef ARENA_MATCH_BOT_AUDIT_H
#define ARENA_MATCH_BOT_AUDIT_H

#include "arena/config/config.h"

enum { AUDIT_DEALS = 12 };

struct bot_audit {
    const char *bot;      /* its name */
    int games, faults;    /* of the first time */
    bool repeated;        /* played twice, without faults */
    char difference[300]; /* the first decision that was answered differently; "" if none was */
};

/* Plays bot number `bot` of a config, its rules and limits, in the open result folder `out`, whose
 * results it leaves there if there were faults and removes otherwise. `step`: of a command that has
 * its resume.json there and its claim, which stay (tournament.h). Returns an exit code: EXIT_OK,
 * EXIT_INTERRUPTED, or EXIT_INTERNAL with errors. */
int bot_audit_play(struct bot_audit *audit, const struct config *config, int bot, const char *out,
                   bool step, struct errors *errors);

#endif
