// SPDX-License-Identifier: MIT
#include "arena/bot/program_host.h"

#include <stdio.h>

#include "arena/base/shortage.h"

/* Begins to count anew. */
static void look(struct program_host *host)
{
    host->own_kills = cgroup_set_kills(host->plan->groups, host->group);
    host->system_kills = cgroup_system_kills();
}

void program_host_open(struct program_host *host, const struct program_plan *plan,
                       struct call_mark *mark)
{
    *host =
        (struct program_host){.plan = plan, .mark = mark, .group = cgroup_set_take(plan->groups)};
    look(host);
}

void program_host_close(struct program_host *host)
{
    if (host->plan)
        cgroup_set_give(host->plan->groups, host->group);
    *host = (struct program_host){0};
}

void program_host_enter(const struct program_host *host)
{
    cgroup_set_join(host->plan->groups, host->group);
}

void program_host_begin(struct program_host *host, int64_t process, int64_t limit_ms)
{
    call_timer_start(&host->timer, (pid_t)process, limit_ms, 0, true);
    host->timer.stops_count = true;
}

int64_t program_host_taken_ms(struct program_host *host)
{
    enum { NS_PER_MS = 1000000 };

    call_timer_due(&host->timer); /* the module compares */
    return (int64_t)(host->timer.counted_ns / NS_PER_MS);
}

/* The time that it waits is not the bot's: it is between two calls. */
int program_host_try_again(struct program_host *host, int error, uint32_t attempt)
{
    struct call_mark *mark = host->mark;
    const enum call_function function = (enum call_function)atomic_load(&mark->function);
    const uint8_t seat = atomic_load(&mark->seat);

    if (!shortage_is(error))
        return 0;
    call_mark_leave(mark);
    if (!shortage_wait((int)attempt))
        host->plan->shortage(error);
    call_mark_enter_again(mark, seat, function);
    return 1;
}

const char *program_host_killed(struct program_host *host)
{
    const struct program_host before = *host;

    look(host);
    if (host->own_kills > before.own_kills) {
        snprintf(host->why, sizeof host->why,
                 "it took more memory than memory_mb allows, %llu MB, and was ended",
                 (unsigned long long)(host->plan->memory >> 20));
        return host->why;
    }
    if (host->system_kills > before.system_kills) {
        call_mark_leave(host->mark);
        host->plan->killed();
    }
    return NULL;
}
