// SPDX-License-Identifier: MIT
/* arena/bot/module.h - finds, describes and loads bot modules.
 *
 * The supervisor never runs a bot's code. It gets the description of a module from a probe: a child
 * that loads it, creates and destroys one instance, and writes the descriptor to a pipe. Only
 * workers load modules permanently. */
#ifndef ARENA_BOT_MODULE_H
#define ARENA_BOT_MODULE_H

#include <stdbool.h>
#include <sys/types.h>

#include "arena/bot/module_description.h"
#include "arena/bot/module_file.h"
#include "arena/sandbox/clean_exec.h"
#include "bots/skat_bot.h"

/* Finds a module: a name without '/' is NAME.so among the program's own bots (the folder bots/ next
 * to it), anything else a path, relative to `folder` (that of the config; may be NULL) or else to
 * the current directory. Returns false with the path tried last in `path`. */
bool module_find(const char *name, const char *folder, char path[MODULE_PATH_SIZE]);

/* Adds the error at `place` that there is no module `name`; `path` is from module_find(). */
void module_missing(const char *name, const char *path, const char *place, struct errors *errors);

/* Loads a module, from what was read of its file, and checks symbol, ABI and sizes. NULL and the
 * reason in `reason` if it is not a bot for this program; errno then says whether the machine was
 * short of something (base/shortage.h). Runs the module's constructors: only for workers and
 * probes. It finds itself, and what lies beside it, by the path of the file: $ORIGIN, dladdr();
 * only where this kernel cannot do that (sandbox/loader_substitute.h), $ORIGIN and constructors do
 * not. What a process has loaded, it cannot load again from a file that has changed. */
const struct skat_bot_module *module_load(const struct module_file *file, char *reason,
                                          size_t size);

/* dlopen() by the number of a descriptor, which stays open, so that no other module gets this name;
 * closed if that fails. The loader has looked for libraries by then, but dladdr() and backtraces
 * name the file. */
void *module_load_number(int descriptor, const char *path);

/* fork(), while no thread of this process loads a module: so the child can load some. As fork(). */
pid_t module_load_fork(void);

/* The same checks of what dlopen() has just returned, NULL too. */
const struct skat_bot_module *module_of(void *handle, char *reason, size_t size);

/* What an instance offers: the most questions that it answers in one call of module->batch, 0 if
 * it does not; and how likely its answers are, NULL if it does not say, or not as skat_bot.h
 * says. `bot` may be NULL. Runs its code. */
uint32_t module_batch_of(const struct skat_bot_module *module, void *bot);
const struct skat_bot_policy *module_policy_of(const struct skat_bot_module *module, void *bot);

/* Probes a module. Returns its descriptor as JSON (as printed by `bots --json`), which the caller
 * deletes: id, version, author, description, abi, flags, decisions, variants, options. NULL and the
 * reason if the module cannot be used; errno then says whether the machine was short of something
 * for some seconds (base/shortage.h). `settings` may be NULL: then no instance is created.
 * `sandboxed`: its code runs in the sandbox (sandbox.h), in a clean image of the program
 * (clean_exec.h). `start_ms`: how long loading may take, and then create(); 0: no
 * limit. */
cJSON *module_probe(const struct module_file *file, const struct skat_bot_setting *settings,
                    int count, bool sandboxed, uint32_t start_ms, char *reason, size_t size);

/* The main function of a sandboxed probe: the hidden command `skat-arena probe`. Returns, with an
 * exit status, only if there is nothing to probe. */
int module_probe_main(void);

/* Checks an object of options (or a missing one) against a description and fills `settings`, one
 * per option of the module, in its order; texts point into the JSON. Returns their number, or -1
 * after errors. */
int module_settings(const cJSON *description, const struct json_value *options,
                    struct skat_bot_setting *settings, int max);

#endif
