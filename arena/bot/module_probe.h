// SPDX-License-Identifier: MIT
/* arena/bot/module_probe.h - what a module says of itself.
 *
 * The supervisor never runs a bot's code. It gets the description of a module from a probe: a child
 * that loads it, creates and destroys one instance, and writes the description to a pipe. Only
 * workers load modules permanently. */
#ifndef ARENA_BOT_MODULE_PROBE_H
#define ARENA_BOT_MODULE_PROBE_H

#include "arena/bot/module_description.h"
#include "arena/bot/module_file.h"

/* Probes a module. Returns its description as JSON (as printed by `bots --json`), which the caller
 * deletes: id, version, author, description, abi, flags, decisions, variants, options. NULL and the
 * reason if the module cannot be used; errno then says whether the machine was short of something
 * for some seconds (base/machine.h). `settings` may be NULL: then no instance is created.
 * `sandboxed`: its code runs in the sandbox (sandbox.h), in a clean image of the program
 * (clean_exec.h). `start_ms`: how long loading may take, and then create(); 0: no
 * limit. */
cJSON *module_probe(const struct module_file *file, const struct skat_bot_setting *settings,
                    int count, bool sandboxed, uint32_t start_ms, char *reason, size_t size);

/* The main function of a sandboxed probe: the hidden command `skat-arena probe`. Returns, with an
 * exit status, only if there is nothing to probe. */
int module_probe_main(void);

#endif
