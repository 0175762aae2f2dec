// SPDX-License-Identifier: MIT
/* arena/config/bot_spec.h - a bot spec on a command line: "stammtisch",
 * "./mine.so:depth=4,fast=true", "new=stammtisch:caution=48", "./mine.py".
 *
 * NAME= before the module names the bot, in letters of any alphabet, digits and ._+-. A path of a
 * program that is no .so is a bot in another language: the pipe bot runs it (a .py that is not
 * executable, by python3).
 *
 * The module may be followed by a colon and options, KEY=VALUE separated by commas. In the value of
 * a text option, a comma is part of the text unless NAME= of an option of the module follows:
 * "pipe:command=python3 bot.py a,b,c" is one option. "limit.time_ms=50" among them is a limit of
 * the bot, as its "limits" in a config; programs have limits, too:
 * "./mine.py:limit.start_ms=90000".
 *
 * Which of the modules are isolated is decided here, too. */
#ifndef ARENA_CONFIG_BOT_SPEC_H
#define ARENA_CONFIG_BOT_SPEC_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "arena/base/errors.h"

/* Whose code runs in the workers, and whose in processes of its own, in the sandbox
 * (bot/bot_process.h). Decided once for each module, when it is read (bot_module.isolated). */
enum isolation {
    ISOLATION_AUTO,    /* modules that did not come with the program are isolated, */
    ISOLATION_PROCESS, /* or all, */
    ISOLATION_NONE,    /* or none */
    ISOLATIONS
};
#define ISOLATION_WORDS "auto|process|none"
extern const char *const isolation_names[ISOLATIONS];

/* The one that an option names; ISOLATION_AUTO if it is not given (NULL). */
enum isolation isolation_of(const char *name);

/* Whether a module is isolated: `name` as a config or a command has it, `path` where it was found.
 */
bool isolation_covers(enum isolation isolation, const char *name, const char *path);

/* Whether a module of this name is the program's own that starts programs (`pipe`). They have the
 * user's rights, whatever a config says, from the moment at which its bots are read. */
bool isolation_starts_programs(const char *name);

/* What to try with a module that `reason` says the sandbox has stopped: the end of a message, or
 * "". */
const char *isolation_way_out(const char *reason);

/* ---- bot specs ---- */

/* Returns {"module": ..., "options": {...}, "limits": {...}} as in a config; the caller deletes it.
 * Probes the module for the types of its options, in the sandbox if it is isolated; does not report
 * errors of the module itself. */
cJSON *bot_spec_json(const char *word, enum isolation isolation, struct errors *errors);

/* The same for a text in a config in `folder`, where a path starts from; `place` begins the
 * messages. NULL if it is the name or path of a module alone, which is a whole bot already. */
cJSON *bot_spec_in_config(const char *word, const char *folder, enum isolation isolation,
                          const char *place, struct errors *errors);

enum { BOT_SPEC_NAME_SIZE = 41 };

/* Copies as many whole UTF-8 characters as fit. */
void bot_spec_copy_name(char name[BOT_SPEC_NAME_SIZE], const char *text);

/* The name of a bot: "mine:x=1" for "builds/new/mine.so:x=1", or "mine" if it is to be `brief`;
 * what stands before the "=" of NAME=, if the spec names it. */
void bot_spec_name(const char *word, bool brief, char name[BOT_SPEC_NAME_SIZE]);

#endif
