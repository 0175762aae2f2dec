// SPDX-License-Identifier: MIT
/* arena/cli/cmd_compare.h - what `compare` concludes with, also after `run --resume`. */
#ifndef ARENA_CLI_CMD_COMPARE_H
#define ARENA_CLI_CMD_COMPARE_H

#include "arena/cli/play_options.h"
#include "arena/match/tournament.h"

/* Prints the run in `folder`, which `compare` began with `command` (resume.json). Returns the exit
 * code; `code` is that of the play. */
int compare_conclude(const cJSON *command, const struct tournament *tournament, const char *folder,
                     const struct play_options *options, int code);

/* "the bots gave about 23,000 answers", into `text`: in what was played now, not in games from
 * before a run was continued. Of fast bots one answer in 64 is counted (bot/call_sampling.h), and
 * answers of other seatings are kept or not as a run goes (bot/kept_answers.h), so this is no part
 * of its result. */
enum { ANSWER_COST_TEXT = 64 };
const char *answer_cost_text(const struct supervisor_result *result, char text[ANSWER_COST_TEXT]);

#endif
