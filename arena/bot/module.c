// SPDX-License-Identifier: MIT
#include "arena/bot/module.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/float_control.h"
#include "arena/base/hash.h"
#include "arena/base/memory.h"
#include "arena/base/program_dirs.h"
#include "arena/base/text.h"
#include "arena/bot/module_description.h"
#include "arena/sandbox/loader.h"

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

/* ---- whether it is a bot for this program ---- */

/* A bot that was built for an older minor version has shorter structs: they have grown at their
 * ends since. An action never grows: it is an element of lists (struct skat_bot_likely). */
static bool fits(const struct skat_bot_module *module, char *reason, size_t size)
{
    /* Only the sizes and the version may be read before they are checked. */
    if (module->abi_major != SKAT_BOT_ABI_MAJOR || module->abi_minor > SKAT_BOT_ABI_MINOR) {
        snprintf(reason, size, "is built for ABI %u.%u, but this program has %d.%d",
                 module->abi_major, module->abi_minor, SKAT_BOT_ABI_MAJOR, SKAT_BOT_ABI_MINOR);
        return false;
    }
    const struct {
        const char *what;
        uint32_t has;
        size_t expected;
        bool grows;
    } sizes[] = {
        {"module", module->size, sizeof(struct skat_bot_module), true},
        {"view", module->view_size, sizeof(struct skat_bot_view), true},
        {"decision", module->decision_size, sizeof(struct skat_bot_decision), true},
        {"action", module->action_size, sizeof(struct skat_bot_action), false},
        {"option", module->option_size, sizeof(struct skat_bot_option), true},
    };
    const bool older = module->abi_minor != SKAT_BOT_ABI_MINOR;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (sizes[i].has > sizes[i].expected ||
            (sizes[i].has < sizes[i].expected && !(older && sizes[i].grows))) {
            snprintf(reason, size,
                     "has %u bytes in its %s struct, but ABI %d.%d has %zu: a stale build?",
                     sizes[i].has, sizes[i].what, SKAT_BOT_ABI_MAJOR, SKAT_BOT_ABI_MINOR,
                     sizes[i].expected);
            return false;
        }
    return true;
}

/* The module with structs as this program has them: what an older one lacks at their ends is 0. It
 * is never freed, as no module is unloaded. */
static const struct skat_bot_module *whole_module(const struct skat_bot_module *module)
{
    if (module->abi_minor == SKAT_BOT_ABI_MINOR)
        return module;
    struct skat_bot_module *whole = xcalloc(1, sizeof *whole);
    memcpy(whole, module, module->size);
    struct skat_bot_option *options = xcalloc((size_t)whole->option_count + 1, sizeof *options);
    for (size_t i = 0; whole->options && i < whole->option_count; i++)
        memcpy(&options[i], (const char *)whole->options + i * whole->option_size,
               whole->option_size);
    whole->options = options;
    return whole;
}

static bool is_complete(const struct skat_bot_module *module, char *reason, size_t size)
{
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

static const struct skat_bot_module *usable(const struct skat_bot_module *module, char *reason,
                                            size_t size)
{
    if (!fits(module, reason, size))
        return NULL;
    module = whole_module(module);
    return is_complete(module, reason, size) && options_are_sound(module, reason, size) ? module
                                                                                        : NULL;
}

/* The module in what dlopen() has just returned, NULL too. NULL with the reason and errno. */
static const struct skat_bot_module *module_of(void *handle, char *reason, size_t size)
{
    const int error = errno;

    float_control_put_back(); /* a library linked with -ffast-math has changed it */
    if (!handle) {
        const char *why = dlerror();
        snprintf(reason, size, "cannot be loaded: %s%s", why,
                 strstr(why, "static TLS")
                     ? ": compile it, and the libraries in it, without -ftls-model=initial-exec"
                     : "");
        errno = error;
        return NULL;
    }
    const struct skat_bot_module *module = dlsym(handle, "skat_bot");
    errno = 0;
    if (!module) {
        snprintf(reason, size, "exports no symbol \"skat_bot\": not a bot");
        return NULL;
    }
    return usable(module, reason, size);
}

/* ---- what is loaded ---- */

/* The loader knows what it has loaded by its path alone, and nothing is ever unloaded: so this
 * process must remember which content that was. */
static struct {
    pthread_mutex_t lock;
    struct known_module {
        char *path;
        char sha256[65];
        void *handle;
    } * of;
    int count;
} loaded = {.lock = PTHREAD_MUTEX_INITIALIZER};

static const struct known_module *find(const struct module_file *file)
{
    for (int i = 0; i < loaded.count; i++)
        if (strcmp(loaded.of[i].path, file->path) == 0)
            return &loaded.of[i];
    return NULL;
}

static void add(const struct module_file *file, void *handle)
{
    loaded.of = xrealloc(loaded.of, (size_t)(loaded.count + 1) * sizeof *loaded.of);
    struct known_module *known = &loaded.of[loaded.count++];

    *known = (struct known_module){.path = xstrdup(file->path), .handle = handle};
    memcpy(known->sha256, file->sha256, sizeof known->sha256);
}

/* ---- loading ---- */

static bool is_still(const struct module_file *file)
{
    char sha256[65];
    return hash_file(file->path, sha256) && strcmp(sha256, file->sha256) == 0;
}

/* NULL with the reason, and errno. */
static const struct skat_bot_module *refuse(const char *why, int error, char *reason, size_t size)
{
    snprintf(reason, size, "cannot be loaded: %s", why);
    errno = error;
    return NULL;
}

/* Runs the module's constructors. NULL with the reason and errno. */
static const struct skat_bot_module *load(const struct module_file *file, char *reason, size_t size)
{
    enum loader_end how;
    const int descriptor = module_file_open(file);

    if (descriptor < 0)
        return refuse(strerror(errno), errno, reason, size);
    void *handle = loader_load(file->path, descriptor, &how);
    if (handle && how == LOADER_BY_PATH && !is_still(file))
        return refuse("its file has changed since it was read", 0, reason, size);
    if (handle && how == LOADER_NOT_ASKED)
        return refuse("this process has another library of its name", 0, reason, size);
    if (handle)
        add(file, handle);
    return module_of(handle, reason, size);
}

const struct skat_bot_module *module_load(const struct module_file *file, char *reason, size_t size)
{
    const struct skat_bot_module *module;

    pthread_mutex_lock(&loaded.lock);
    const struct known_module *known = find(file);
    if (!known)
        module = load(file, reason, size);
    else if (strcmp(known->sha256, file->sha256) == 0)
        module = module_of(known->handle, reason, size);
    else
        module = refuse("its file has changed since this process loaded it", 0, reason, size);
    const int error = errno;
    pthread_mutex_unlock(&loaded.lock);
    errno = error;
    return module;
}

/* Else the child might wait for a thread that it does not have, to end what it loads. */
pid_t module_load_fork(void)
{
    pthread_mutex_lock(&loaded.lock);
    const pid_t child = child_fork();
    const int error = errno;
    pthread_mutex_unlock(&loaded.lock);
    errno = error;
    return child;
}

const struct skat_bot_module *module_load_sandboxed(int file, const char *path,
                                                    const struct sandbox_limits *limits, int in,
                                                    int out, char *reason, size_t size)
{
    void *handle = sandbox_load(file, path, limits, in, out, reason, size);

    return handle || !*reason ? module_of(handle, reason, size) : NULL;
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
