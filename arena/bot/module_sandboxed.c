// SPDX-License-Identifier: MIT
#include "arena/bot/module_sandboxed.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/bot/module.h"
#include "arena/bot/module_needs.h"
#include "arena/sandbox/own_mappings.h"
#include "arena/sandbox/private_pages.h"

/* Loads a library that the module needs, unless it is one of another place than the system's, where
 * the module itself may lie. The loader says whether it was found, when it loads the module.
 */
static bool load_library(const char *name, char *reason, size_t size)
{
    if (strchr(name, '/')) {
        snprintf(reason, size, "needs \"%.100s\": an isolated bot can have libraries of the system",
                 name);
        return false;
    }
    if (dlopen(name, RTLD_NOW | RTLD_LOCAL))
        return true;
    snprintf(reason, size, "cannot be loaded: %s", dlerror());
    return false;
}

/* Loads all libraries that the module names, since the loader cannot open them in the final stage;
 * from then on what this process has mapped is its own. */
static bool load_libraries(int file, int mappings, char *reason, size_t size)
{
    struct module_needs needed = module_needs_read(file);
    bool ok = true;

    for (size_t i = 0; i < needed.count && ok; i++)
        ok = load_library(needed.names[i], reason, size);
    module_needs_free(&needed);
    return ok && private_pages_begin(mappings, reason, size);
}

const struct skat_bot_module *module_load_sandboxed(int file, const char *path,
                                                    const struct sandbox_limits *limits, int in,
                                                    int out, char *reason, size_t size)
{
    static char own_path[PATH_MAX]; /* no other process can change it */
    const struct skat_bot_module *module = NULL;
    const int own = private_pages_file(file), mappings = own < 0 ? -1 : own_mappings_open();

    if (mappings < 0) {
        snprintf(reason, size, "cannot be loaded: %s", strerror(errno));
        return NULL;
    }
    snprintf(own_path, sizeof own_path, "%s", path);
    if (sandbox_begin(limits, out, reason, size) && load_libraries(own, mappings, reason, size) &&
        close(mappings) == 0 && sandbox_seal(limits, own_path, own, in, out, reason, size)) {
        errno = 0;
        module = module_of(sandbox_filters() ? dlopen(own_path, RTLD_NOW | RTLD_LOCAL)
                                             : module_load_number(own, own_path),
                           reason, size);
    }
    sandbox_loaded();
    return module;
}
