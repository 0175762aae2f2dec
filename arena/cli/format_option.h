// SPDX-License-Identifier: MIT
/* arena/cli/format_option.h - --format, for commands whose result is a table of rows. */
#ifndef ARENA_CLI_FORMAT_OPTION_H
#define ARENA_CLI_FORMAT_OPTION_H

#include "arena/cli/command.h"
#include "arena/show/row_table.h"

/* The option; its word is stored in *format, for table_format_of(). */
struct cli_option format_option(const char **format);

#endif
