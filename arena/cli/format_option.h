// SPDX-License-Identifier: MIT
/* arena/cli/format_option.h - --format and --json, for commands whose result is a table of rows. */
#ifndef ARENA_CLI_FORMAT_OPTION_H
#define ARENA_CLI_FORMAT_OPTION_H

#include "arena/cli/command.h"
#include "arena/show/table.h"

/* For people: the option; its word is stored in *format, for table_format_of(). */
struct cli_option format_option(const char **format);
/* For programs: the whole result, not the table. */
struct cli_option json_option(bool *json);

#endif
