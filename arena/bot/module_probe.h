// SPDX-License-Identifier: MIT
/* arena/bot/module_probe.h - declarations shared by the parent and the child of a probe. Only
 * module_probe.c and module_describe.c include it. */
#ifndef ARENA_BOT_MODULE_PROBE_H
#define ARENA_BOT_MODULE_PROBE_H

#include "arena/bot/module_file.h"
#include "arena/sandbox/crash_trace.h"
#include "arena/sandbox/clean_exec.h"

/* A module to probe. */
struct probe {
    const struct module_file *file;          /* in the parent and a child that is not sandboxed */
    const char *path;                        /* in one that is */
    const struct skat_bot_setting *settings; /* NULL: do not create an instance */
    int count;
    uint32_t start_ms;   /* that loading may take, and then create(); 0: no limit */
    struct crash *crash; /* shared: how it crashed; NULL: not sandboxed */
};

/* A sandboxed probe runs in a clean image: a fork of this process would have the config in its
 * memory, and with the seed the cards of all deals. */
struct probe_memory {
    struct clean_exec_module module;
    uint32_t starts; /* create an instance */
    struct crash crash;
};

enum { PROBE_OUT = 3, PROBE_MODULE = 4, PROBE_MEMORY = 5 };

/* Written as soon as the module is loaded: from then on its start is timed. */
enum { PROBE_LOADED = '.' };

/* What a probe has found, by the next character that it writes; then comes */
enum probe_finding {
    PROBE_DESCRIPTION = '+', /* the module's description */
    PROBE_REASON = '-',      /* why it cannot be used */
    PROBE_SHORTAGE = '!'     /* errno: what the machine is short of for a program that it starts */
};

/* The descriptors of a probe, in its parent. */
struct probe_descriptors {
    int out, output; /* where it writes what it found; where the module prints */
    int module;      /* from module_file_open() */
    int memory;      /* file of probe_memory; -1: not sandboxed */
};

/* In the child: probes the module; writes what it found (enum probe_finding) to `out`.
 * The module has no terminal and nothing to read. With a file of probe_memory, the child becomes a
 * clean image of the program, in the sandbox. */
_Noreturn void probe_begin(const struct probe *probe, const struct probe_descriptors *parents);

#endif
