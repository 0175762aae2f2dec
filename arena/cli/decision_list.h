// SPDX-License-Identifier: MIT
/* arena/cli/decision_list.h - the rows of decisions and actions (engine/decision.h) as JSON, for
 * what is made from them and checked against them: packaging/generate.py, tests. */
#ifndef ARENA_CLI_DECISION_LIST_H
#define ARENA_CLI_DECISION_LIST_H

#include <stdio.h>

/* {"decisions": [{"name", "bit", "asked", "fields", "answers", "default", "silence"}], "actions":
 * [{"word", "code", "operand"}]}: words as in the pipe protocol, codes as in records. */
void print_decision_list(FILE *out);

#endif
