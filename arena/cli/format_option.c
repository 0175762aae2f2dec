// SPDX-License-Identifier: MIT
#include "arena/cli/format_option.h"

struct cli_option format_option(const char **format)
{
    return (struct cli_option){
        "format", 0, CLI_CHOICE, TABLE_FORMATS_WORDS, "how the table is printed (default text)",
        format,   0, 0};
}

struct cli_option json_option(bool *json)
{
    return (struct cli_option){
        "json", 0, CLI_FLAG, NULL, "print the whole result as JSON, for programs", json, 0, 0};
}
