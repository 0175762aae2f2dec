// SPDX-License-Identifier: MIT
#include "arena/base/input_line.h"
#include "arena/base/fields_lines.h"

#include <stdlib.h>
#include <string.h>

#include "arena/base/input_file.h"
#include "arena/base/memory.h"

bool fields_read_line(const struct fields *fields, const char *text, const char *where, void *into,
                      struct pool *pool, struct errors *errors)
{
    cJSON *line = json_parse(text, strlen(text), where, errors);
    bool read = line && fields_read_root(fields, line, where, into, pool, errors);

    cJSON_Delete(line);
    return read;
}

bool fields_read_lines(const struct fields *fields, const char *path,
                       bool (*take)(void *context, const void *line, const char *text),
                       void *context, struct errors *errors)
{
    FILE *file;
    size_t size = 0;
    bool ok = input_file_open_optional(path, &file, errors), more = file;
    char *text = NULL;

    void *line = xcalloc(1, fields->size);
    for (uint64_t number = 1; ok && more && input_line_read(&text, &size, file) > 0; number++) {
        struct pool pool = {0};
        char *where = xasprintf("%s:%llu", path, (unsigned long long)number);
        text[strcspn(text, "\n")] = '\0';
        ok = fields_read_line(fields, text, where, line, &pool, errors);
        more = ok && take(context, line, text);
        free(where);
        pool_free(&pool);
    }
    free(line);
    free(text);
    if (file)
        fclose(file);
    return ok;
}
