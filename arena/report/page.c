// SPDX-License-Identifier: MIT
#include "arena/report/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/output_file.h"
#include "arena/report/assets.h"

const char *const page_solver_names[3] = {"auto", "always", "never"};

/* What a page has in place of the solver, so that it can say so: page/solver.js. */
#define SOLVER_LEFT_OUT "left out"

bool page_has_solver(void) { return *report_page_solver; }

/* The data goes into a script element, so none of its "<" may look like the element's end. */
static void put_data(const char *text, FILE *file)
{
    for (const char *at = text; *at; at++)
        if (*at == '<')
            fputs("\\u003c", file);
        else
            fputc(*at, file);
}

/* A marker of the frame, and the text that replaces it. */
struct page_part {
    const char *marker, *text;
};

static void put_page(const struct page_part *parts, int count, FILE *file)
{
    const char *at = report_page_html;

    for (int i = 0; i < count; i++) {
        const char *marker = strstr(at, parts[i].marker);
        fwrite(at, 1, (size_t)(marker - at), file);
        if (strcmp(parts[i].marker, "/*DATA*/") == 0)
            put_data(parts[i].text, file);
        else
            fputs(parts[i].text, file);
        at = marker + strlen(parts[i].marker);
    }
    fputs(at, file);
}

bool page_save(const cJSON *data, enum page_solver solver, const char *path, enum output_name name,
               struct errors *errors)
{
    struct output_file save;
    char *text = cJSON_PrintUnformatted(data);
    size_t size = strlen(report_page_html) + strlen(report_page_css) + strlen(report_page_js) +
                  strlen(report_page_solver) + strlen(text);
    bool with =
        solver == PAGE_SOLVER_ALWAYS || (solver == PAGE_SOLVER_AUTO && size <= PAGE_SIZE_AIM);
    /* In the order of the frame. */
    const struct page_part parts[] = {{"/*CSS*/", report_page_css},
                                      {"/*DATA*/", text},
                                      {"/*SOLVER*/", with                ? report_page_solver
                                                     : page_has_solver() ? SOLVER_LEFT_OUT
                                                                         : ""},
                                      {"/*JS*/", report_page_js}};

    if (output_file_begin(&save, path, name))
        put_page(parts, sizeof parts / sizeof *parts, save.file);
    free(text);
    return output_file_end(&save, errors);
}
