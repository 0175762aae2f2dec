// SPDX-License-Identifier: MIT
#include "arena/bot/module.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/program_dirs.h"
#include "arena/base/spelling.h"

/* ---- finding ---- */

bool module_find(const char *name, const char *folder, char path[MODULE_PATH_SIZE])
{
    char found[FOLDER_PATH_SIZE];

    if (!strchr(name, '/')) {
        bool there = program_file(PROGRAM_BOTS, name, found);
        return snprintf(path, MODULE_PATH_SIZE, "%s", found) < MODULE_PATH_SIZE && there;
    }
    if (folder && name[0] != '/') {
        snprintf(path, MODULE_PATH_SIZE, "%s/%s", folder, name);
        if (access(path, R_OK) == 0)
            return true;
    }
    /* dlopen() searches its own places for names without a slash; this one has one. */
    snprintf(path, MODULE_PATH_SIZE, "%s", name);
    return access(path, R_OK) == 0;
}

bool module_is_own(const char *path)
{
    char own[FOLDER_PATH_SIZE], folder[PATH_MAX], file[PATH_MAX];
    size_t length;

    if (!realpath(program_own_dir(PROGRAM_BOTS, own), folder) || !realpath(path, file))
        return false;
    length = strlen(folder);
    return strncmp(file, folder, length) == 0 && file[length] == '/';
}

void module_missing(const char *name, const char *path, const char *place, struct errors *errors)
{
    char suggestion[SUGGESTION_SIZE] = "";
    int count;
    char **names = program_names(PROGRAM_BOTS, &count);

    if (!strchr(name, '/') && access(name, R_OK) == 0)
        snprintf(suggestion, sizeof suggestion, "; did you mean \"./%.60s\"?", name);
    else if (!strchr(name, '/'))
        did_you_mean(name, (const char *const *)names, (size_t)count, sizeof *names, suggestion);
    errors_add(errors, place, "no bot module \"%s\" (looked for %s)%s", name, path,
               *suggestion ? suggestion : "; `skat-arena bots` lists all bots");
    program_names_free(names, count);
}

/* ---- loading ---- */

static bool fits(const struct skat_bot_module *module, char *reason, size_t size)
{
    /* Only `size` and the version may be read before they are checked. */
    if (module->abi_major != SKAT_BOT_ABI_MAJOR) {
        snprintf(reason, size, "is built for ABI %u.%u, but this program has %d.%d",
                 module->abi_major, module->abi_minor, SKAT_BOT_ABI_MAJOR, SKAT_BOT_ABI_MINOR);
        return false;
    }
    if (module->abi_minor > SKAT_BOT_ABI_MINOR) {
        snprintf(reason, size, "is built for ABI %u.%u, but this program has only %d.%d",
                 module->abi_major, module->abi_minor, SKAT_BOT_ABI_MAJOR, SKAT_BOT_ABI_MINOR);
        return false;
    }
    /* Structs only grow: a bot of an older minor version has the members of that version. */
    const bool first = module->abi_minor < 1;
    const struct {
        const char *what;
        uint32_t has;
        size_t expected;
    } sizes[] = {
        {"module", module->size, sizeof(struct skat_bot_module)},
        {"view", module->view_size,
         first ? offsetof(struct skat_bot_view, kontra) : sizeof(struct skat_bot_view)},
        {"decision", module->decision_size,
         first ? offsetof(struct skat_bot_decision, may_give_up)
               : sizeof(struct skat_bot_decision)},
        {"action", module->action_size, sizeof(struct skat_bot_action)},
        {"option", module->option_size, sizeof(struct skat_bot_option)},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (sizes[i].has != sizes[i].expected) {
            snprintf(reason, size,
                     "has a %s struct of %u bytes, but ABI %u.%u has %zu: a stale build?",
                     sizes[i].what, sizes[i].has, module->abi_major, module->abi_minor,
                     sizes[i].expected);
            return false;
        }
    if (!module->id || !module->version || !module->create || !module->destroy || !module->act ||
        (module->option_count && !module->options)) {
        snprintf(reason, size, "lacks one of id, version, create, destroy, act, options");
        return false;
    }
    return true;
}

static bool option_is_sound(const struct skat_bot_option *option)
{
    int64_t choices = 0;

    if (!option->name || !*option->name || option->type > SKAT_BOT_OPTION_TEXT)
        return false;
    if (option->type == SKAT_BOT_OPTION_INT)
        return option->min <= option->fallback && option->fallback <= option->max;
    if (option->type != SKAT_BOT_OPTION_CHOICE)
        return true;
    while (option->choices && option->choices[choices])
        choices++;
    return option->fallback >= 0 && option->fallback < choices && choices <= CHOICES_MAX;
}

static bool options_are_sound(const struct skat_bot_module *module, char *reason, size_t size)
{
    for (uint32_t i = 0; i < module->option_count; i++)
        if (!option_is_sound(&module->options[i])) {
            snprintf(
                reason, size,
                "describes option %u wrongly: it needs a name, a known type, at most %d choices "
                "and an allowed default",
                i, CHOICES_MAX);
            return false;
        }
    return true;
}

const struct skat_bot_module *module_load(const char *path, char *reason, size_t size)
{
    errno = 0;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        int error = errno;
        snprintf(reason, size, "cannot be loaded: %s", dlerror());
        errno = error;
        return NULL;
    }
    const struct skat_bot_module *module = dlsym(handle, "skat_bot");
    errno = 0;
    if (!module) {
        snprintf(reason, size, "exports no symbol \"skat_bot\": not a bot");
        return NULL;
    }
    return fits(module, reason, size) && options_are_sound(module, reason, size) ? module : NULL;
}

static const void *extension_of(const struct skat_bot_module *module, void *bot, const char *id)
{
    return bot && module->extension ? module->extension(bot, id) : NULL;
}

const struct skat_bot_batch *module_batch_of(const struct skat_bot_module *module, void *bot)
{
    const struct skat_bot_batch *batch = extension_of(module, bot, "skat.batch/1");
    return batch && batch->size >= sizeof *batch && batch->most && batch->join && batch->act ? batch
                                                                                             : NULL;
}

const struct skat_bot_policy *module_policy_of(const struct skat_bot_module *module, void *bot)
{
    const struct skat_bot_policy *policy = extension_of(module, bot, "skat.policy/1");
    return policy && policy->size >= sizeof *policy && policy->options ? policy : NULL;
}
