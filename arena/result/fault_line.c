// SPDX-License-Identifier: MIT
#include "arena/result/fault_line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/folder.h"

FIELDS_ROWS(fault_line, FAULT_LINE_FIELDS);

static bool read_line(const char *text, const char *where, struct fault_line *fault,
                      struct pool *pool, struct errors *errors)
{
    cJSON *line = json_parse(text, strlen(text), where, errors);
    bool read = line && fields_read_root(&fault_line_fields, line, where, fault, pool, errors);

    cJSON_Delete(line);
    return read;
}

bool fault_lines_read(const char *folder,
                      bool (*take)(void *context, const struct fault_line *fault, const char *text),
                      void *context, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE], where[FOLDER_PATH_SIZE + 30], *text = NULL;
    FILE *file = fopen(folder_file(folder, "faults.jsonl", path), "r");
    size_t size = 0;
    bool ok = file || errno == ENOENT, more = file;

    if (!ok)
        errors_add(errors, path, "%s", strerror(errno));
    for (uint64_t number = 1; ok && more && getline(&text, &size, file) > 0; number++) {
        struct pool pool = {0};
        struct fault_line fault;
        text[strcspn(text, "\n")] = '\0';
        snprintf(where, sizeof where, "%s:%llu", path, (unsigned long long)number);
        ok = read_line(text, where, &fault, &pool, errors);
        more = ok && take(context, &fault, text);
        pool_free(&pool);
    }
    free(text);
    if (file)
        fclose(file);
    return ok;
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
        wanted->count += read_line(text, "faults.jsonl", &wanted->faults[wanted->count],
                                   wanted->pool, wanted->errors);
    return wanted->count < wanted->most;
}

int fault_lines_of(const char *folder, const char *bot, int most, struct fault_line *faults,
                   struct pool *pool, struct errors *errors)
{
    struct wanted_faults wanted = {
        .bot = bot, .most = most, .faults = faults, .pool = pool, .errors = errors};

    return fault_lines_read(folder, take_wanted, &wanted, errors) ? wanted.count : 0;
}
