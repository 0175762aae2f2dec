// SPDX-License-Identifier: MIT
#include "arena/cli/format_option.h"

struct cli_option format_option(const char **format)
{
    return (struct cli_option){
        "format", 0, CLI_CHOICE, TABLE_FORMATS_WORDS, "how the table is printed (default text)",
        format,   0, 0};
}
