// SPDX-License-Identifier: MIT
#include "arena/bot/module.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/program_dirs.h"
#include "arena/base/spelling.h"

/* ---- finding ---- */

/* What may not be looked at is there, too: whoever reads it says why not. */
static bool is_there(const char *path) { return access(path, F_OK) == 0 || errno == EACCES; }

bool module_find(const char *name, const char *folder, char path[MODULE_PATH_SIZE])
{
    char found[FOLDER_PATH_SIZE];

    if (!strchr(name, '/')) {
        bool there = program_file(PROGRAM_BOTS, name, found);
        return snprintf(path, MODULE_PATH_SIZE, "%s", found) < MODULE_PATH_SIZE && there;
    }
    if (folder && name[0] != '/' && strcmp(folder, ".") != 0) {
        snprintf(path, MODULE_PATH_SIZE, "%s/%s", folder, name);
        if (is_there(path))
            return true;
    }
    /* dlopen() searches its own places for names without a slash; this one has one. */
    snprintf(path, MODULE_PATH_SIZE, "%s", name);
    return is_there(path);
}

static bool is_file(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* The file that is meant by a name without a slash: in the working directory, or in the folder of
 * that name that `new-bot` made. False if none is there. */
static bool file_meant(const char *name, char *path, size_t size)
{
    static const char *const forms[] = {"./%.60s", "./%.60s.so", "./%.60s.py", "%.60s/%.60s.so",
                                        "%.60s/%.60s.py"};

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        snprintf(path, size, forms[i], name, name);
        if (is_file(path))
            return true;
    }
    return false;
}

void module_missing(const char *name, const char *path, const char *place, struct errors *errors)
{
    char suggestion[SUGGESTION_SIZE] = "", meant[140];
    int count;
    char **names = program_names(PROGRAM_BOTS, &count);

    if (!strchr(name, '/') && file_meant(name, meant, sizeof meant))
        snprintf(suggestion, sizeof suggestion, "; did you mean \"%s\"?", meant);
    else if (!strchr(name, '/'))
        did_you_mean(name, (const char *const *)names, (size_t)count, sizeof *names, suggestion);
    errors_add(errors, place, "no bot module \"%s\" (looked for %s)%s", name, path,
               *suggestion ? suggestion : "; `skat-arena bots` lists all bots");
    program_names_free(names, count);
}

/* ---- what an instance offers ---- */

uint32_t module_batch_of(const struct skat_bot_module *module, void *bot)
{
    const struct skat_bot_batch *batch = module->batch;
    const bool sound =
        batch && batch->size >= sizeof *batch && batch->most && batch->join && batch->act;

    return bot && sound ? batch->most(bot) : 0;
}

const struct skat_bot_policy *module_policy_of(const struct skat_bot_module *module, void *bot)
{
    const struct skat_bot_policy *policy = module->policy;
    const bool sound = policy && policy->size >= sizeof *policy && policy->options;

    return bot && sound && (!policy->offered || policy->offered(bot)) ? policy : NULL;
}
