// SPDX-License-Identifier: MIT
/* arena/cli/generated_lists.h - lists from which files are generated, and which tests check: `make
 * generate`. */
#ifndef ARENA_CLI_GENERATED_LISTS_H
#define ARENA_CLI_GENERATED_LISTS_H

#include <stdio.h>

/* {"files": {file: struct}, "structs": {struct: [{"key", "type", "of", "presence", "since",
 * "meaning"}]}, "counters": [{"key", "since"}]}: each file with the struct of its root, or of its
 * lines, and each struct once. `of` is the struct of a field, null if it is none. Keys that
 * functions write have no row, but the counters of a bot in a summary. */
void print_field_list(FILE *out);

/* {"decisions": [{"name", "bit", "asked", "fields", "answers", "default", "silence"}], "actions":
 * [{"word", "code", "operand"}]}: words as in the pipe protocol, codes as in records. */
void print_decision_list(FILE *out);

#endif
