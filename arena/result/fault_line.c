// SPDX-License-Identifier: MIT
#include "arena/result/fault_line.h"

#include <string.h>

#include "arena/base/fields.h"
#include "arena/base/folder.h"

FIELDS_ROWS(fault_line, FAULT_LINE_FIELDS);

struct fault_reading {
    bool (*take)(void *context, const struct fault_line *fault, const char *text);
    void *context;
};

static bool take_line(void *context, const void *line, const char *text)
{
    const struct fault_reading *reading = context;
    return reading->take(reading->context, line, text);
}

bool fault_lines_read(const char *folder,
                      bool (*take)(void *context, const struct fault_line *fault, const char *text),
                      void *context, struct errors *errors)
{
    struct fault_reading reading = {take, context};
    char path[FOLDER_PATH_SIZE];

    return fields_read_lines(&fault_line_fields, folder_file(folder, "faults.jsonl", path),
                             take_line, &reading, errors);
}

struct wanted_faults {
    const char *bot;
    int most, count;
    struct fault_line *faults;
    struct pool *pool;
    struct errors *errors;
};

static bool take_wanted(void *context, const struct fault_line *fault, const char *text)
{
    struct wanted_faults *wanted = context;

    /* Read once more, for the caller's pool. */
    if (!wanted->bot || strcmp(wanted->bot, fault->bot) == 0)
        wanted->count +=
            fields_read_line(&fault_line_fields, text, "faults.jsonl",
                             &wanted->faults[wanted->count], wanted->pool, wanted->errors);
    return wanted->count < wanted->most;
}

int fault_lines_of(const char *folder, const char *bot, int most, struct fault_line *faults,
                   struct pool *pool, struct errors *errors)
{
    struct wanted_faults wanted = {
        .bot = bot, .most = most, .faults = faults, .pool = pool, .errors = errors};

    return fault_lines_read(folder, take_wanted, &wanted, errors) ? wanted.count : 0;
}
