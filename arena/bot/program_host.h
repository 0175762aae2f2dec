// SPDX-License-Identifier: MIT
/* arena/bot/program_host.h - what the arena does for a module that starts programs ("pipe"): the
 * host extension "skat.programs/1" of skat_bot.h.
 *
 * Each program has a control group of its own (cgroup.h), where those can be had. What the machine
 * is short of when it is started, and the system's ending it because the machine has no more
 * memory, are not the bot's fault. */
#ifndef ARENA_BOT_PROGRAM_HOST_H
#define ARENA_BOT_PROGRAM_HOST_H

#include "arena/bot/call_mark.h"
#include "arena/bot/call_timer.h"
#include "arena/sandbox/cgroup.h"

/* Processes and threads that a program may have where it has a control group: many more than any
 * needs, and not all that the machine has. */
enum { PROGRAM_PROCESSES = 1024 };

/* What all programs of a process have in common. It must outlive their hosts. */
struct program_plan {
    struct cgroup_set *groups; /* from which each program takes its own */
    uint64_t memory;           /* bytes that a group allows, 0: no limit */
    /* As in struct bot_process_spec; they must not return. */
    void (*killed)(void);
    void (*shortage)(int error);
};

/* One program at a time. Zero: none may be started. */
struct program_host {
    const struct program_plan *plan;
    struct call_mark *mark;           /* of the calls of its bot */
    struct call_timer timer;          /* of the question that the program answers */
    int group;                        /* or -1 */
    uint64_t own_kills, system_kills; /* when they were last looked at */
    char why[80];                     /* it was ended */
};

/* Takes a group. `mark` must outlive it. */
void program_host_open(struct program_host *host, const struct program_plan *plan,
                       struct call_mark *mark);
/* Gives it back. A host that is not open is allowed. */
void program_host_close(struct program_host *host);

/* The functions of struct skat_bot_programs, for one program. */
void program_host_enter(const struct program_host *host);
int program_host_try_again(struct program_host *host, int error, uint32_t attempt);
const char *program_host_killed(struct program_host *host);
void program_host_begin(struct program_host *host, int64_t process, int64_t limit_ms);
int64_t program_host_taken_ms(struct program_host *host);

#endif
