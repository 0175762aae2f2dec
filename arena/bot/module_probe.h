/* arena/bot/module_probe.h - how a module is looked at: what the parent and the child of a probe share. Only module_probe.c
 * and module_describe.c include it. */
#ifndef ARENA_BOT_MODULE_PROBE_H
#define ARENA_BOT_MODULE_PROBE_H

#include "arena/sandbox/crash_trace.h"
#include "arena/sandbox/clean_exec.h"

/* A module that is to be looked at. */
struct probe {
    const char *path;
    const struct skat_bot_setting *settings; /* NULL: no instance is made */
    int count;
    struct crash *crash; /* shared: how its end came, in the sandbox; NULL: there is none */
};

/* In the sandbox it is a fresh image that probes: a copy of this process would have the config in its
 * memory, and with the seed the cards of all deals. */
struct probe_memory {
    struct clean_exec_module module;
    uint32_t starts; /* an instance is to be made */
    struct crash crash;
};

enum { PROBE_OUT = 3, PROBE_MEMORY = 4 };

/* What a description calls the types of options: OPTION_TYPES words, by enum skat_bot_option_type. */
enum { OPTION_TYPES = SKAT_BOT_OPTION_TEXT + 1 };
extern const char *const module_option_types[OPTION_TYPES];

/* In the child: looks at the module and writes "+" and its description, or "-" and the reason, to `out`. */
_Noreturn void probe_child(const struct probe *probe, int out);
/* In the child: becomes a fresh image of the program that does so. */
_Noreturn void become_probe(int out, int memory_file);

#endif
