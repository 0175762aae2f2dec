// SPDX-License-Identifier: MIT
/* arena/config/config_bots.h - the bots of a config: modules, probed and with their options; and
 * populations, which take the place of a config's own bots. */
#ifndef ARENA_CONFIG_CONFIG_BOTS_H
#define ARENA_CONFIG_CONFIG_BOTS_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "arena/base/errors.h"
#include "arena/base/folder.h"
#include "arena/base/json_read.h"
#include "arena/base/command_line.h"
#include "arena/bot/module_file.h"
#include "arena/bot/player.h"
#include "arena/config/bot_spec.h"
#include "arena/sandbox/clean_exec.h"

/* The files by which a shell command starts a bot in another language: the program, and where that
 * is an interpreter, its script. */
enum { COMMAND_FILES_MAX = 2 };
struct command_file {
    char word[FOLDER_PATH_SIZE]; /* as the command names it, without quotes */
    char sha256[65];             /* of the file at this moment, in hexadecimal */
};

/* A module with its options, as one part of a bot. */
struct bot_module {
    const char *name;               /* as in the config; points into the bot's source */
    char path[MODULE_PATH_SIZE];    /* that was found */
    const struct module_file *file; /* what all processes load */
    cJSON *description;             /* from the probe */
    struct skat_bot_setting settings[SETTINGS_MAX]; /* point into source and description */
    int setting_count;
    bool samples;     /* its answers are drawn from its policy */
    bool unsandboxed; /* our own module, which starts processes: never sandboxed */
    bool isolated;    /* its code runs in processes of its own, in the sandbox */
    /* Of `pipe`: what its command is started from, as it was when this was read. */
    struct command_file files[COMMAND_FILES_MAX];
    int file_count;
};

struct bot {
    char *name;
    struct skat_bot_limits limits;
    cJSON *source; /* a copy of its own: names and texts of its modules point into it */
    bool composed;
    bool sees_all; /* the other hands, too: for measuring what it would be worth to know them */
    struct bot_module parts[PLAYER_PARTS]; /* parts[PLAYER_PART_BID] alone unless composed */
};

/* The requirements of the rest of the config for its bots. */
struct bot_needs {
    const char *folder;            /* of the config: paths of modules are relative to it */
    struct module_files *modules;  /* gets their files, and outlives the bots */
    enum isolation isolation;      /* which of them run in processes of their own */
    struct skat_bot_limits limits; /* of bots that do not say otherwise */
    bool bid, play;                /* what they decide */
};

/* Reads an object of bots, in which texts like "stammtisch:caution=50" (bot_spec.h) become objects
 * of module and options, so that all who read it later find those; adds errors to those of `bots`.
 * Returns *count bots, which need nothing of that object afterwards, and which the caller frees
 * with bots_free(); NULL and 0 if the object cannot be read. */
struct bot *bots_read(const struct json_value *bots, const struct bot_needs *needs, int *count);
void bots_free(struct bot *bots, int count);

/* Reads the member `limits` of a config, which are defaults, or of one of its bots. What it lacks
 * stays as it is. */
void limits_read(const struct json_value *object, struct skat_bot_limits *limits);
/* Puts words like "time_ms=500" into the member `limits` of a config. */
void limits_from_words(cJSON *root, const struct word_list *words, struct errors *errors);
/* All of them, as an object for a manifest. */
cJSON *limits_json(const struct skat_bot_limits *limits);

/* The first module of a bot, as an object of a config or manifest has it, that starts programs;
 * NULL if none does. */
const cJSON *bot_starter(const cJSON *bot);

/* The module of a part (enum player_part). */
static inline const struct bot_module *bot_part(const struct bot *bot, int part)
{
    return &bot->parts[bot->composed ? part : PLAYER_PART_BID];
}

/* Bytes of memory that each isolated process of the bot may take; 0: no limit. */
static inline uint64_t bot_memory(const struct bot *bot)
{
    return (uint64_t)bot->limits.memory_mb << 20;
}

/* A player of this bot in a seat, without its modules and what it is to fill in. It points
 * into the bot. */
struct player_plan bot_player_plan(const struct bot *bot, int seat);

/* Whether a bot declares that it uses the clock, or that it remembers earlier deals. */
bool bot_uses_clock(const struct bot *bot);
bool bot_remembers(const struct bot *bot);
/* The most games that a part of it answers in one call; 0: it answers them one by
 * one. */
uint32_t bot_batch(const struct bot *bot);
/* Whether a part of it runs in processes of its own, or starts programs. */
bool bot_is_isolated(const struct bot *bot);
bool bot_starts_programs(const struct bot *bot);
/* Whether each of its players starts processes, however many there are: unless one answers for
 * many. */
bool bot_starts_processes(const struct bot *bot);

/* ---- populations: who sits at the table, as a file of its own in configs/populations ---- */

/* Puts `bots` and `seats` of the population into a config's root, in place of its own. `name` is
 * that of a file in configs/populations, or a path; relative ones start from the current folder.
 * `place` is the place of errors. A config that compares two of its own bots has no use for others:
 * an error. */
bool population_seat(cJSON *root, const char *name, const char *place, struct errors *errors);

/* The description of a population, which the caller frees; NULL if the file cannot be read. */
char *population_description(const char *name);

#endif
