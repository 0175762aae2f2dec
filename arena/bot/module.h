/* arena/bot/module.h - bot modules: finding, describing and loading them.
 *
 * The supervisor never runs a bot's code. It learns what a module is from a probe: a child that
 * loads it, makes and destroys one instance, and writes the descriptor down a pipe. Only
 * workers load modules for good. */
#ifndef ARENA_BOT_MODULE_H
#define ARENA_BOT_MODULE_H

#include <stdbool.h>

#include "arena/sandbox/clean_exec.h"
#include "arena/base/json_read.h"
#include "bots/skat_bot.h"

/* Finds a module: a name without '/' is NAME.so among the program's own bots (the folder bots/
 * beside it), anything else a path, relative to `folder` (that of the config; may be NULL) or
 * else to the current directory. Returns false and leaves in `path` where it looked last. */
bool module_find(const char *name, const char *folder, char path[MODULE_PATH_SIZE]);

/* Says at `place` that there is no module `name`; `path` is what module_find() left. */
void module_missing(const char *name, const char *path, const char *place,
                    struct errors *errors);

/* Loads a module and checks symbol, ABI and sizes. NULL, and the reason in `reason`, when it is
 * no bot for this program. Runs the module's constructors: in workers and probes only. */
const struct skat_bot_module *module_load(const char *path, char *reason, size_t size);

enum { CHOICES_MAX = 64 }; /* of an option */

/* What a probe found: the descriptor as JSON (`bots --json` prints it), to be deleted by the
 * caller: id, version, author, description, abi, flags, decisions, variants, options. NULL, and the reason,
 * when the module cannot be used. `settings` may be NULL: then no instance is made. `sandboxed`:
 * its code runs in the sandbox (sandbox.h), in a fresh image of the program (image.h). `start_ms`:
 * how long it may take in all, 0 for no limit. */
cJSON *module_probe(const char *path, const struct skat_bot_setting *settings, int count, bool sandboxed,
                    uint32_t start_ms, char *reason, size_t size);

/* The life of a probe in the sandbox: the hidden command `skat-arena probe`. Returns only where
 * nothing is to be probed, an exit status. */
int module_probe_main(void);

/* Does the described module answer all decisions in `needed` (bits)? */
bool module_decides(const cJSON *description, uint64_t needed);
bool module_has_flag(const cJSON *description, const char *flag);
/* Was it written for a rule variant? Names for a person are module_variant_names[]. */
bool module_knows(const cJSON *description, enum skat_bot_variant variant);
extern const char *const module_variant_names[SKAT_BOT_VARIANTS];

/* Checks an object of options (or a missing one) against a description and fills `settings`, one
 * for each option of the module, in its order; texts point into the JSON. Returns how many, -1
 * after errors. */
int module_settings(const cJSON *description, const struct json_value *options,
                    struct skat_bot_setting *settings, int max);

#endif
