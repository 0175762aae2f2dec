// SPDX-License-Identifier: MIT
/* arena/bot/bot_process.h - the instances of a bot in one seat in their own process, sandboxed
 * (sandbox.h), which can access only the messages of this seat.
 *
 * The process is a clean image of this program (clean_exec.h) with shared memory and two pipes,
 * without environment and other descriptors. Notifications are collected and sent together with the
 * next question, or at the end of the deal: a decision costs one exchange. Random numbers are sent
 * as numbers, a few ahead, so that the process has no seed. Nothing that comes back is trusted.
 *
 * Through the ABI, a bot process looks like a bot in this process that answers many games in one
 * call, whether or not the module offers that. Its first instance plays games one at a time. Others
 * join it, each at a table of its own (side_by_side.h): the questions of all tables and all that
 * these instances are told are one exchange, which may take no longer than a single decision. So no
 * bot gets more time than it has alone. If it takes longer, the games are played one at a time.
 *
 * If the process dies, hangs or breaks the rules, host->fail() is called for the first instance,
 * whichever it was, and the next deal of a game that is played alone restarts it. */
#ifndef ARENA_BOT_BOT_PROCESS_H
#define ARENA_BOT_BOT_PROCESS_H

#include <stdbool.h>

#include "arena/bot/call_timer.h"
#include "arena/bot/module_file.h"
#include "arena/bot/player_host.h"
#include "arena/sandbox/cgroup.h"
#include "arena/sandbox/crash_trace.h"

enum { BOT_PROCESS_OUTPUT = 2000 };

/* The module to run. Everything must outlive the bot process. */
struct bot_process_spec {
    const struct module_file *file;
    const struct skat_bot_setting *settings;
    int setting_count;
    uint64_t memory;           /* bytes of address space, 0: no limit */
    struct cgroup_set *groups; /* from which each process takes its own; NULL: it has none */
    /* The process was killed from outside, by the system or a user: nobody is to be charged. It
     * must not return. */
    void (*killed)(void);
    /* The machine has no process, memory or descriptor for it (errno), though it was tried for some
     * seconds: nobody is to be charged. It must not return; NULL: it fails like a bot that does not
     * start. */
    void (*shortage)(int error);
};

struct bot_process {
    /* For those who use it, to read. */
    struct skat_bot_module
        proxy; /* its functions talk to the process; with `batch` for those that join */
    /* The same of those that have joined. They send nothing at the end of a deal or session: it
     * comes with what they are asked or told next, or with bot_process_flush(). */
    struct skat_bot_module joined;
    struct bot_instance *instances; /* by number: the first is that of `host` */
    pid_t pid; /* 0: it has ended, and the next one knows nothing of what it was told */
    struct call_timer timer; /* of the last exchange: counted_ns were the bot's own */
    struct crash crash; /* how the process of the last fault ended; signal 0 if no signal did */
    char output[BOT_PROCESS_OUTPUT +
                1]; /* the end of its output in the deal of the last fault, or "" */
    /* For bot_process.c alone. */
    const struct bot_process_spec *spec;
    struct player_host *host; /* of the first instance */
    uint32_t instance_count;
    enum player_part part; /* that it plays, or PARTS for both */
    struct bot_process_shm *memory;
    uint32_t length;                /* of the messages in it that are not yet sent, */
    bool joins;                     /* with one by which an instance joins, */
    struct skat_bot_action **asked; /* and where the answers to their questions go */
    uint32_t asked_count;
    bool draws;                   /* an instance has asked for random numbers */
    int memory_file, output_file; /* shared memory, and the bot's output */
    int group;                    /* its control group, or -1 */
    uint64_t group_kills;         /* cgroup_set_kills() when it was started */
    bool over_memory;             /* its own control group's limit ended it */
    int requests, replies;        /* our ends of its pipes */
    struct call_gaps gaps;        /* between the exchanges */
    uint64_t between_ns;          /* that it used before the last one */
    uint64_t began_ns;            /* CLOCK_MONOTONIC when the current one began */
    uint64_t lived_ns;            /* its own time until then */
    uint64_t slept_ns;            /* that it said to sleep in this one */
    bool stops;                   /* it is stopped between them: it did not wait for the next one */
    bool stopped;                 /* it is now */
    bool closing;
};

/* Starts a bot process for the player that `host` serves and creates its instance, for one part or
 * with PARTS for both. NULL and the reason on failure. From then on this process ignores SIGPIPE:
 * the bot process may end at any time. */
struct bot_process *bot_process_open(const struct bot_process_spec *spec, struct player_host *host,
                                     enum player_part part, char *reason, size_t size);
void bot_process_close(struct bot_process *process);

/* Sends what is collected. If that fails, host->fail() is called. */
void bot_process_flush(struct bot_process *process);

/* Its deals are over: stops it until it is told of the next one. Those who play the same deal in
 * another seating on this processor would notice what it does meanwhile. */
void bot_process_park(struct bot_process *process);

/* main() of a bot process: the hidden command `skat-arena bot-process`. Returns an exit status. */
int bot_process_main(void);

#endif
