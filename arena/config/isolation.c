// SPDX-License-Identifier: MIT
#include "arena/config/isolation.h"

#include <stddef.h>
#include <string.h>

#include "arena/bot/module_file.h"

const char *const isolation_names[ISOLATIONS] = {"auto", "process", "none"};

enum isolation isolation_of(const char *name)
{
    int found = ISOLATION_AUTO;

    while (name && found < ISOLATION_NONE && strcmp(isolation_names[found], name) != 0)
        found++;
    return (enum isolation)found;
}

bool isolation_starts_programs(const char *name) { return strcmp(name, "pipe") == 0; }

/* A path is no name of a bot of the program, wherever it leads: another module may lie there. Nor
 * has all that is found by a name come with the program (SKAT_ARENA_PATH). */
static bool is_own(const char *name, const char *path)
{
    return !strchr(name, '/') && module_file_is_own(path);
}

bool isolation_covers(enum isolation isolation, const char *name, const char *path)
{
    return isolation != ISOLATION_NONE && !isolation_starts_programs(name) &&
           !(isolation == ISOLATION_AUTO && is_own(name, path));
}

const char *isolation_way_out(const char *reason)
{
    return strstr(reason, "the sandbox forbids") || strstr(reason, "an isolated bot can")
               ? "; --isolation none runs it outside the sandbox, with your rights"
               : "";
}
