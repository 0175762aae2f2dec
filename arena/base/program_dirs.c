#include "arena/base/program_dirs.h"

#include <dirent.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/memory.h"

const char *program_bots_dir(void)
{
    static char home[PATH_MAX + 8]; /* cannot change while the program runs */
    char program[PATH_MAX];

    if (!home[0]) {
        ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
        if (length < 0)
            return "bots";
        program[length] = '\0';
        snprintf(home, sizeof home, "%s/bots", dirname(program));
    }
    return home;
}

const char *program_dir(enum program_dir which)
{
    static const char *const folders[PROGRAM_DIRS] = {
        [PROGRAM_RULES] = "configs/rules",
        [PROGRAM_POPULATIONS] = "configs/populations",
        [PROGRAM_REFERENCE] = "results/reference",
    };
    static char built_in[PROGRAM_DIRS][PATH_MAX]; /* cannot change while the program runs */
    const char *here = folders[which];
    char bots[PATH_MAX];

    if (access(here, R_OK) == 0)
        return here;
    /* The program is in build/KIND, its bots in a folder next to it. */
    snprintf(bots, sizeof bots, "%s", program_bots_dir());
    if ((size_t)snprintf(built_in[which], sizeof built_in[which], "%s/../../%s", dirname(bots),
                         here) >= sizeof built_in[which] ||
        access(built_in[which], R_OK) != 0)
        return here;
    return built_in[which];
}

/* The length of a file name without `suffix`; 0 if it does not end with it. */
static size_t stem_length(const char *name, const char *suffix)
{
    size_t length = strlen(name), end = strlen(suffix);
    return length > end && strcmp(name + length - end, suffix) == 0 ? length - end : 0;
}

char **file_stems(const char *folder, const char *suffix, int *count)
{
    struct dirent **entries = NULL;
    int found = scandir(folder, &entries, NULL, alphasort);
    char **stems = xcalloc(found > 0 ? (size_t)found : 1, sizeof *stems);

    *count = 0;
    for (int i = 0; i < found; i++) {
        size_t length = stem_length(entries[i]->d_name, suffix);
        if (length)
            stems[(*count)++] = xstrndup(entries[i]->d_name, length);
        free(entries[i]);
    }
    free(entries);
    return stems;
}

void file_stems_free(char **stems, int count)
{
    for (int i = 0; i < count; i++)
        free(stems[i]);
    free(stems);
}
