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

static void put_seconds(double seconds, FILE *file) { fprintf(file, " time=\"%.3f\"", seconds); }

static void put_case(const char *suite, const struct junit_case *item, FILE *file)
{
    fputs("  <testcase", file);
    put_attribute("classname", suite, file);
    put_attribute("name", item->name, file);
    put_seconds(item->seconds, file);
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
    if (item->skipped) {
        fputs("    <skipped", file);
        put_attribute("message", item->skipped, file);
        fputs("/>\n", file);
    }
    put_element("system-out", item->output, file);
    put_element("system-err", item->errors, file);
    fputs("  </testcase>\n", file);
}

static void put_property(const char *name, const char *value, FILE *file)
{
    fputs("    <property", file);
    put_attribute("name", name, file);
    put_attribute("value", value, file);
    fputs("/>\n", file);
}

static void put_verdict(const struct run_verdict *verdict, FILE *file)
{
    fputs("  <properties>\n", file);
    put_property("verdict", verdict->sentence, file);
    put_property("result", verdict->result, file);
    for (int i = 0; i < verdict->warnings_count; i++)
        put_property("warning", verdict->warnings[i], file);
    if (verdict->needed)
        put_property("needed", verdict->needed, file);
    fputs("  </properties>\n", file);
}

bool junit_write(const char *path, const struct junit_suite *suite, const struct junit_case *cases,
                 int count, struct errors *errors)
{
    struct output_file save;
    int failures = 0, skipped = 0;

    for (int i = 0; i < count; i++) {
        failures += cases[i].failure != NULL;
        skipped += cases[i].skipped != NULL;
    }
    if (output_file_begin(&save, path, OUTPUT_NAMED)) {
        fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite", save.file);
        put_attribute("name", suite->name, save.file);
        fprintf(save.file, " tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\"", count,
                failures, skipped);
        put_seconds(suite->seconds, save.file);
        fputs(">\n", save.file);
        if (suite->verdict)
            put_verdict(suite->verdict, save.file);
        for (int i = 0; i < count; i++)
            put_case(suite->name, &cases[i], save.file);
        fputs("</testsuite>\n", save.file);
    }
    return output_file_end(&save, errors);
}
