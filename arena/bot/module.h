// SPDX-License-Identifier: MIT
/* arena/bot/module.h - finds and loads bot modules. */
#ifndef ARENA_BOT_MODULE_H
#define ARENA_BOT_MODULE_H

#include <stdbool.h>
#include <sys/types.h>

#include "arena/base/errors.h"
#include "arena/bot/module_file.h"
#include "arena/sandbox/sandbox.h"
#include "bots/skat_bot.h"

/* Finds a module: a name without '/' is NAME.so among the program's own bots (the folder bots/ next
 * to it), anything else a path, relative to `folder` (that of the config; may be NULL) or else to
 * the current directory. Returns false with the path tried last in `path`. */
bool module_find(const char *name, const char *folder, char path[MODULE_PATH_SIZE]);

/* Adds the error at `place` that there is no module `name`; `path` is from module_find(). */
void module_missing(const char *name, const char *path, const char *place, struct errors *errors);

/* Loads a module, from what was read of its file, and checks symbol, ABI and sizes. NULL and the
 * reason in `reason` if it is not a bot for this program; errno then says whether the machine was
 * short of something (base/machine.h). Runs the module's constructors: only for workers and
 * probes. It finds itself, and what lies beside it, by the path of the file: $ORIGIN, dladdr()
 * (sandbox/loader.h). What a process has loaded, it cannot load again from a file that has changed.
 */
const struct skat_bot_module *module_load(const struct module_file *file, char *reason,
                                          size_t size);

/* The same in a sandbox: the arguments are those of sandbox_load(). */
const struct skat_bot_module *module_load_sandboxed(int file, const char *path,
                                                    const struct sandbox_limits *limits, int in,
                                                    int out, char *reason, size_t size);

/* fork(), while no thread of this process loads a module: so the child can load some. As fork(). */
pid_t module_load_fork(void);

/* What an instance offers: the most questions that it answers in one call of module->batch, 0 if
 * it does not; and how likely its answers are, NULL if it does not say, or not as skat_bot.h
 * says. `bot` may be NULL. Runs its code. */
uint32_t module_batch_of(const struct skat_bot_module *module, void *bot);
const struct skat_bot_policy *module_policy_of(const struct skat_bot_module *module, void *bot);

#endif
