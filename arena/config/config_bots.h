/* arena/config/config_bots.h - the bots of a config: modules, probed and with their options. */
#ifndef ARENA_CONFIG_CONFIG_BOTS_H
#define ARENA_CONFIG_CONFIG_BOTS_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "arena/sandbox/clean_exec.h"
#include "arena/base/json_read.h"
#include "arena/bot/player_host.h"

/* A module with its options, as one part of a bot. */
struct bot_module {
    const char *name;              /* as the config has it */
    char path[MODULE_PATH_SIZE];
    cJSON *description;            /* from the probe */
    struct skat_bot_setting settings[SETTINGS_MAX];
    int setting_count;
    bool unsandboxed;                 /* our own module that starts processes: never in a bot process */
    char sha256[65];               /* of the file, in hexadecimal */
};

struct bot {
    char *name;
    bool composed;
    struct bot_module parts[PLAYER_PARTS]; /* parts[PLAYER_PART_BID] alone unless composed */
};

/* What the rest of a config means for its bots. */
struct bot_needs {
    const char *folder;  /* of the config: paths of modules are relative to it */
    bool isolated;       /* they are to run in processes of their own */
    uint32_t start_ms;   /* how long a module may take to start, 0: no limit */
    bool bid, play;      /* what they decide */
};

/* Reads an object of bots; errors are those of `bots`. Returns them, *count of them, to be freed with
 * bots_free(); NULL, and 0, where there is nothing to be read. */
struct bot *bots_read(const struct json_value *bots, const struct bot_needs *needs, int *count);
void bots_free(struct bot *bots, int count);

/* Does a bot say that it uses the clock, that it remembers earlier deals? */
bool bot_uses_clock(const struct bot *bot);
bool bot_remembers(const struct bot *bot);

#endif
