// SPDX-License-Identifier: MIT
#include "arena/positions/known_failures.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/input_file.h"
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
    FILE *file = input_file_open(path, INPUT_NAMED);
    int before = errors->count;
    char *text = NULL, where[1300];
    unsigned number = 0;
    size_t size = 0;

    if (!file) {
        input_file_refused(path, errno, errors);
        return false;
    }
    while (getline(&text, &size, file) > 0) {
        number++;
        text[strcspn(text, "\r\n")] = '\0';
        if (!*text || *text == '#')
            continue;
        int found = find(set, text);
        snprintf(where, sizeof where, "%.1200s:%u", path, number);
        if (found < 0)
            errors_add(errors, where, "\"%.60s\" is not a position of the set", text);
        else
            known[found] = true;
    }
    free(text);
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
