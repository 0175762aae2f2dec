// SPDX-License-Identifier: MIT
#include "arena/positions/known_failures.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/input_file.h"
#include "arena/base/input_line.h"
#include "arena/base/memory.h"

static int find(const struct position_set *set, const char *id)
{
    for (int i = 0; i < set->count; i++)
        if (strcmp(set->positions[i].id, id) == 0)
            return i;
    return -1;
}

/* Sets known[i] of each position that is listed. */
static bool read_ids(const char *path, const struct position_set *set, bool *known,
                     struct errors *errors)
{
    enum { ERRORS_SHOWN = 20 };
    FILE *file = input_file_open(path, INPUT_NAMED);
    int before = errors->count;
    struct input_line line = {0};
    char where[1300];

    if (!file) {
        input_file_refused(path, errno, errors);
        return false;
    }
    while (errors->count < before + ERRORS_SHOWN && input_line_next(&line, file, path, errors)) {
        if (!*line.text || *line.text == '#')
            continue;
        int found = find(set, line.text);
        snprintf(where, sizeof where, "%.1200s:%" PRIu64, path, line.number);
        if (found < 0)
            errors_add(errors, where, "\"%.60s\" is not a position of the set", line.text);
        else
            known[found] = true;
    }
    input_line_free(&line);
    fclose(file);
    return errors->count == before;
}

static int print_those(const struct position_set *set, const struct position_answer *answers,
                       const bool *known, bool passes, FILE *out)
{
    int count = 0;

    for (int i = 0; i < set->count; i++) {
        if (answers[i].passes != passes || known[i] != passes)
            continue;
        fprintf(out, "%s %s\n", passes ? "newly passes:" : "newly fails: ", set->positions[i].id);
        count++;
    }
    return count;
}

bool *known_failures_read(const char *path, const struct position_set *set, struct errors *errors)
{
    bool *known = xcalloc((size_t)set->count, sizeof *known);

    if (read_ids(path, set, known, errors))
        return known;
    free(known);
    return NULL;
}

int known_failures_compare(const bool *known, const struct position_set *set,
                           const struct position_answer *answers, FILE *out)
{
    const int changed =
        print_those(set, answers, known, false, out) + print_those(set, answers, known, true, out);

    return changed ? EXIT_REJECTED : EXIT_OK;
}
