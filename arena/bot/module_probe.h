// SPDX-License-Identifier: MIT
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

/* In the child: probes the module; writes "+" and its description, or "-" and the reason, to `out`.
 * What the module prints goes to `output`; it has no terminal and nothing to read. With a file of
 * probe_memory, the child becomes a clean image of the program, in the sandbox. */
_Noreturn void probe_begin(const struct probe *probe, int out, int output, int memory_file);

#endif
