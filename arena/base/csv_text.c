// SPDX-License-Identifier: MIT
#include "arena/base/csv_text.h"

#include <string.h>

static const char *guard(const char *text)
{
    const char *first = text + strspn(text, "'");

    return *first && strchr("=+-@\t\r", *first) ? "'" : "";
}

void markdown_print_text(const char *text, FILE *out)
{
    for (; *text; text++)
        fprintf(out, strchr("\\|<&", *text) ? "\\%c" : "%c", *text);
}

void csv_print_text(const char *text, FILE *out)
{
    const char *before = guard(text), *quote = strpbrk(text, ",\"\r\n") ? "\"" : "";

    fprintf(out, "%s%s", quote, before);
    for (; *text; text++)
        fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
    fputs(quote, out);
}
