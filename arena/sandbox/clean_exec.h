// SPDX-License-Identifier: MIT
/* arena/sandbox/clean_exec.h - runs a clean image of this program in a child, for foreign code: it
 * has none of the parent's memory (configs, seeds, other bots) and only the given descriptors. */
#ifndef ARENA_SANDBOX_CLEAN_EXEC_H
#define ARENA_SANDBOX_CLEAN_EXEC_H

#include <limits.h>
#include <stddef.h>

#include "bots/skat_bot.h"

enum {
    MODULE_PATH_SIZE = 1024, /* of a bot module */
    SETTINGS_MAX = 64,       /* options of a module */
    CLEAN_EXEC_NAME_SIZE = 64,
    CLEAN_EXEC_TEXT_SIZE = 1024
};

/* A module to load in the clean image, as stored in shared memory. */
struct clean_exec_setting {
    char name[CLEAN_EXEC_NAME_SIZE];
    int64_t value;
    uint32_t has_text;
    char text[CLEAN_EXEC_TEXT_SIZE];
};
struct clean_exec_module {
    char path[PATH_MAX];
    uint32_t setting_count;
    struct clean_exec_setting settings[SETTINGS_MAX];
};
void clean_exec_put_module(struct clean_exec_module *module, const char *path,
                           const struct skat_bot_setting *settings, int count);
/* Its settings in the form that modules get; texts point into it. */
void clean_exec_settings(const struct clean_exec_module *module,
                         struct skat_bot_setting settings[SETTINGS_MAX]);

/* Creates shared memory: its descriptor and address. NULL with errno set on failure. */
void *clean_exec_shm(const char *name, size_t size, int *descriptor);

enum { CLEAN_EXEC_FAILED = 127 }; /* exit status if that is not possible; nothing has run then */

/* In a child: becomes the hidden command `command` of this program, without environment and with
 * descriptors 0 .. count-1 only: descriptors[i] becomes i; -1 becomes /dev/null. */
_Noreturn void clean_exec(const char *command, const int *descriptors, int count);

#endif
