// SPDX-License-Identifier: MIT
/* arena/bot/module_sandboxed.h - loads a bot module inside the sandbox (sandbox.h). */
#ifndef ARENA_BOT_MODULE_SANDBOXED_H
#define ARENA_BOT_MODULE_SANDBOXED_H

#include "arena/sandbox/sandbox.h"
#include "bots/skat_bot.h"

/* In a clean image of the program (clean_exec.h), once: sets up the sandbox and loads the module
 * from `file`, a descriptor at offset 0 that is closed when its code runs, under its absolute
 * `path`. From then on this process may read `in` (-1: nothing) and write to `out`, 1 and 2. NULL
 * and the reason if the module is none, or the sandbox cannot be set up. */
const struct skat_bot_module *module_load_sandboxed(int file, const char *path,
                                                    const struct sandbox_limits *limits, int in,
                                                    int out, char *reason, size_t size);

#endif
