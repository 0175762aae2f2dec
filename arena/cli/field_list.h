// SPDX-License-Identifier: MIT
/* arena/cli/field_list.h - the fields of result files (arena/result) as JSON, for what is made from
 * them and checked against them: docs/fields.md, tests. */
#ifndef ARENA_CLI_FIELD_LIST_H
#define ARENA_CLI_FIELD_LIST_H

#include <stdio.h>

/* {"files": {file: struct}, "structs": {struct: [{"key", "type", "of", "presence", "since",
 * "meaning"}]}, "counters": [{"key", "since"}]}: each file with the struct of its root, or of its
 * lines, and each struct once. `of` is the struct of a field, null if it is none. Keys that
 * functions write have no row, but the counters of a bot in a summary. */
void print_field_list(FILE *out);

#endif
