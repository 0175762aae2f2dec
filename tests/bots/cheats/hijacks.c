// SPDX-License-Identifier: MIT
/* tests/bots/cheats/hijacks.c - bots/basic.c that looks for the other bots of its process when it
 * is created, and sees to it that they pass and play the first legal card. */
#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

static void overwrite(struct skat_bot_module *module)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), field = (uintptr_t)&module->act;

    if (mprotect((char *)module - (uintptr_t)module % page,
                 field + sizeof module->act - ((uintptr_t)module - (uintptr_t)module % page),
                 PROT_READ | PROT_WRITE) == 0)
        module->act = pass_and_follow;
}

static int hijack(struct dl_phdr_info *object, size_t size, void *own)
{
    void *handle = *object->dlpi_name ? dlopen(object->dlpi_name, RTLD_NOW | RTLD_NOLOAD) : NULL;
    struct skat_bot_module *module = handle ? dlsym(handle, "skat_bot") : NULL;

    (void)size;
    if (module && module != own)
        overwrite(module);
    return 0;
}

static void *create_hijacking(const struct skat_bot_host *host,
                              const struct skat_bot_setting *settings, uint32_t count);

TEST_BOT(.id = "hijacks", .description = "plays for the others, too",
         .flags = SKAT_BOT_DETERMINISTIC, .variants = SKAT_BOT_KNOWS_SKAT,
         .create = create_hijacking, .destroy = destroy, .act = act);

static void *create_hijacking(const struct skat_bot_host *host,
                              const struct skat_bot_setting *settings, uint32_t count)
{
    dl_iterate_phdr(hijack, (void *)(uintptr_t)&skat_bot);
    return create(host, settings, count);
}
