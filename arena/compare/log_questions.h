// SPDX-License-Identifier: MIT
/* arena/compare/log_questions.h - asks two bots what they would do at each decision of a log,
 * whoever played it.
 *
 * Each sits at all seats of a table of its own, sees what the players saw and is told what they
 * did, so that it knows at each decision what it would know had it played like them. Bots run in a
 * child process. */
#ifndef ARENA_COMPARE_LOG_QUESTIONS_H
#define ARENA_COMPARE_LOG_QUESTIONS_H

#include <cjson/cJSON.h>
#include <stdint.h>

#include "arena/base/errors.h"

struct log_questions {
    const char *log;      /* a result folder or a log file */
    const char *rules;    /* its rule set, instead of the manifest's; or NULL */
    const char *words[2]; /* names of bots of the folder, or bot specs (bot_spec.h) */
    int64_t games;        /* the first so many; 0: all */
    /* As isolation_of() reads it. Programs that only the folder names are refused, unless it is
     * "none". */
    const char *isolation;
    const char *policies; /* a file that gets a line for each decision, or NULL */
};

/* The result as JSON (docs/formats.md), which the caller deletes; NULL with errors, and the exit
 * code of the program in *code. */
cJSON *log_questions_ask(const struct log_questions *asked, int *code, struct errors *errors);

#endif
