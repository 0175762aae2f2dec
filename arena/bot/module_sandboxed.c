// SPDX-License-Identifier: MIT
#include "arena/bot/module_sandboxed.h"

#include <dlfcn.h>
#include <errno.h>
#include <gelf.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "arena/bot/module.h"

/* Loads a library that the module needs, unless it is one of another place than the system's, where
 * the module itself may lie. The loader says whether it was found, when it loads the module.
 */
static bool load_library(const char *name, char *reason, size_t size)
{
    if (!name || strchr(name, '/')) {
        snprintf(reason, size, "needs \"%.100s\": an isolated bot can have libraries of the system",
                 name ? name : "");
        return false;
    }
    if (dlopen(name, RTLD_NOW | RTLD_LOCAL))
        return true;
    snprintf(reason, size, "cannot be loaded: %s", dlerror());
    return false;
}

static bool load_needed(Elf *elf, Elf_Scn *section, char *reason, size_t size)
{
    Elf_Data *data = elf_getdata(section, NULL);
    GElf_Shdr header;
    GElf_Dyn entry;

    if (!gelf_getshdr(section, &header))
        return true;
    for (int i = 0; data && gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; i++)
        if (entry.d_tag == DT_NEEDED &&
            !load_library(elf_strptr(elf, header.sh_link, entry.d_un.d_val), reason, size))
            return false;
    return true;
}

/* Loads all libraries that the module names, since the loader cannot open them in the final
 * stage. What is no ELF file is refused by the loader. */
static bool load_libraries(int file, char *reason, size_t size)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header;
    bool ok = true;

    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(file, ELF_C_READ, NULL);
    while (ok && (section = elf_nextscn(elf, section)))
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_DYNAMIC)
            ok = load_needed(elf, section, reason, size);
    elf_end(elf);
    return ok;
}

const struct skat_bot_module *module_load_sandboxed(int file, const char *path,
                                                    const struct sandbox_limits *limits, int in,
                                                    int out, char *reason, size_t size)
{
    static char own_path[PATH_MAX]; /* no other process can change it */
    const struct skat_bot_module *module = NULL;

    snprintf(own_path, sizeof own_path, "%s", path);
    if (sandbox_begin(limits, out, reason, size) && load_libraries(file, reason, size) &&
        sandbox_seal(own_path, file, in, out, reason, size)) {
        errno = 0;
        module = module_of(dlopen(own_path, RTLD_NOW | RTLD_LOCAL), reason, size);
    }
    sandbox_loaded();
    return module;
}
