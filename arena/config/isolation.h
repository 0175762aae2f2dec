// SPDX-License-Identifier: MIT
/* arena/config/isolation.h - whose code runs in the workers, and whose in processes of its own, in
 * the sandbox (bot/bot_process.h). Decided once for each module, when it is read
 * (bot_module.isolated). */
#ifndef ARENA_CONFIG_ISOLATION_H
#define ARENA_CONFIG_ISOLATION_H

#include <stdbool.h>

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

#endif
