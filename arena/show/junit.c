// SPDX-License-Identifier: MIT
#include "arena/show/junit.h"

#include "arena/base/output_file.h"

/* Text between tags or in an attribute. XML 1.0 does not allow control characters. */
static void put_text(const char *text, FILE *file)
{
    for (; *text; text++) {
        if (*text == '&')
            fputs("&amp;", file);
        else if (*text == '<')
            fputs("&lt;", file);
        else if (*text == '>')
            fputs("&gt;", file);
        else if (*text == '"')
            fputs("&quot;", file);
        else
            fputc((unsigned char)*text < ' ' && *text != '\n' ? ' ' : *text, file);
    }
}

static void put_attribute(const char *name, const char *text, FILE *file)
{
    fprintf(file, " %s=\"", name);
    put_text(text, file);
    fputc('"', file);
}

/* Nothing without a text. */
static void put_element(const char *name, const char *text, FILE *file)
{
    if (!text || !*text)
        return;
    fprintf(file, "    <%s>", name);
    put_text(text, file);
    fprintf(file, "</%s>\n", name);
}

static void put_case(const char *suite, const struct junit_case *item, FILE *file)
{
    fputs("  <testcase", file);
    put_attribute("classname", suite, file);
    put_attribute("name", item->name, file);
    fputs(">\n", file);
    if (item->failure) {
        fputs("    <failure", file);
        if (item->type)
            put_attribute("type", item->type, file);
        put_attribute("message", item->failure, file);
        fputs(">", file);
        if (item->details)
            put_text(item->details, file);
        fputs("</failure>\n", file);
    }
    put_element("system-out", item->output, file);
    put_element("system-err", item->errors, file);
    fputs("  </testcase>\n", file);
}

bool junit_write(const char *path, const char *suite, const struct junit_case *cases, int count,
                 struct errors *errors)
{
    struct output_file save;
    int failures = 0;

    for (int i = 0; i < count; i++)
        failures += cases[i].failure != NULL;
    if (output_file_begin(&save, path, OUTPUT_NAMED)) {
        fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite", save.file);
        put_attribute("name", suite, save.file);
        fprintf(save.file, " tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"0\">\n", count,
                failures);
        for (int i = 0; i < count; i++)
            put_case(suite, &cases[i], save.file);
        fputs("</testsuite>\n", save.file);
    }
    return output_file_end(&save, errors);
}
