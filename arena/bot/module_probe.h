/* arena/bot/module_probe.h - declarations shared by the parent and the child of a probe. Only
 * module_probe.c and module_describe.c include it. */
#ifndef ARENA_BOT_MODULE_PROBE_H
#define ARENA_BOT_MODULE_PROBE_H

#include "arena/sandbox/crash_trace.h"
#include "arena/sandbox/clean_exec.h"

/* A module to probe. */
struct probe {
    const char *path;
    const struct skat_bot_setting *settings; /* NULL: do not create an instance */
    int count;
    struct crash *crash; /* shared: how it crashed; NULL: not sandboxed */
};

/* A sandboxed probe runs in a clean image: a fork of this process would have the config in its
 * memory, and with the seed the cards of all deals. */
struct probe_memory {
    struct clean_exec_module module;
    uint32_t starts; /* create an instance */
    struct crash crash;
};

enum { PROBE_OUT = 3, PROBE_MEMORY = 4 };

/* The names of option types in a description: OPTION_TYPES words, by enum skat_bot_option_type. */
enum { OPTION_TYPES = SKAT_BOT_OPTION_TEXT + 1 };
extern const char *const module_option_types[OPTION_TYPES];

/* In the child: probes the module; writes "+" and its description, or "-" and the reason. */
_Noreturn void probe_child(const struct probe *probe, int out);
/* In the child: becomes a clean image of the program that runs probe_child(). */
_Noreturn void become_probe(int out, int memory_file);

#endif
