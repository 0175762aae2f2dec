/* arena/sandbox/clean_exec.h - a fresh image of this program in a child, for foreign code: what the parent has in its
 * memory - configs, seeds, other bots - is not there, and no descriptor but those that are given. */
#ifndef ARENA_SANDBOX_CLEAN_EXEC_H
#define ARENA_SANDBOX_CLEAN_EXEC_H

#include <stddef.h>

#include "bots/skat_bot.h"

enum {
    MODULE_PATH_SIZE = 1024, /* of a bot module */
    SETTINGS_MAX = 64,       /* options of a module */
    IMAGE_NAME_SIZE = 64,
    IMAGE_TEXT_SIZE = 1024
};

/* A module to be loaded there, as shared memory holds it. */
struct image_setting {
    char name[IMAGE_NAME_SIZE];
    int64_t value;
    uint32_t has_text;
    char text[IMAGE_TEXT_SIZE];
};
struct image_module {
    char path[MODULE_PATH_SIZE];
    uint32_t setting_count;
    struct image_setting settings[SETTINGS_MAX];
};
void image_put_module(struct image_module *module, const char *path,
                      const struct skat_bot_setting *settings, int count);
/* Its settings as modules get them; texts point into it. */
void image_settings(const struct image_module *module,
                    struct skat_bot_setting settings[SETTINGS_MAX]);

/* Shared memory as a descriptor, and its address; NULL with errno set when there is none. */
void *image_memory(const char *name, size_t size, int *descriptor);

/* In a child: becomes the hidden command `command` of this program, without environment, and with
 * descriptors 0 .. count-1: descriptors[i] becomes i, -1 is nothing to read. */
_Noreturn void image_become(const char *command, const int *descriptors, int count);

#endif
