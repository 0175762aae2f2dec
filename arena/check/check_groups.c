// SPDX-License-Identifier: MIT
/* arena/check/check_groups.c - control groups of a check, and what a bot is not charged with: that
 * the machine is short of processes or memory. */
#include <signal.h>
#include <unistd.h>

#include "arena/base/memory.h"
#include "arena/base/shortage.h"
#include "arena/check/check.h"

enum { EACH_SHIFT = 30 }; /* a gigabyte: memory_mb of a run, unless it says otherwise */

uint64_t check_memory_limit(const struct check *check)
{
    const uint64_t wanted = (uint64_t)check_tables_most(check) << EACH_SHIFT,
                   half = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE) / 2;

    return wanted < half ? wanted : half;
}

/* ---- programs of pipe ---- */

/* Exit status of a job, outside any call of a bot. */
enum { PROGRAM_KILLED = 98, NO_PROGRAM = 95 };

static void program_was_killed(void) { _exit(PROGRAM_KILLED); }

static void no_program(int error)
{
    (void)error; /* it was tried for seconds */
    _exit(NO_PROGRAM);
}

/* ---- groups ---- */

void check_groups_open(struct check *check)
{
    struct check_groups *groups = &check->groups;
    const bool starts_programs = check->bot.unsandboxed;
    const uint64_t memory =
                       starts_programs && check->wants_isolation ? UINT64_C(1) << EACH_SHIFT : 0,
                   shared = 2 * check_transcripts_size(check) + sizeof *check->box;

    if (check->isolated || starts_programs)
        cgroup_tree_open(&groups->tree);
    cgroup_set_open(&groups->jobs, &groups->tree, "check", check->isolated ? 1 : 0,
                    check_memory_limit(check) + shared, 1);
    groups->job = check->isolated ? cgroup_set_take(&groups->jobs) : -1;
    cgroup_set_open(&groups->programs, &groups->tree, "check-program", 0, memory,
                    PROGRAM_PROCESSES);
    groups->of_programs = (struct program_plan){.groups = &groups->programs,
                                                .memory = memory,
                                                .killed = program_was_killed,
                                                .shortage = no_program};
}

void check_groups_close(struct check *check)
{
    cgroup_set_close(&check->groups.jobs);
    cgroup_set_close(&check->groups.programs);
    cgroup_tree_close(&check->groups.tree);
}

/* ---- whose fault it is ---- */

struct check_kills check_kills(const struct check *check)
{
    const struct check_groups *groups = &check->groups;

    return (struct check_kills){.own = cgroup_set_kills(&groups->jobs, groups->job),
                                .system = cgroup_system_kills()};
}

static bool was_killed(const struct job_outcome *outcome)
{
    return outcome->end == JOB_SIGNAL && outcome->code == SIGKILL;
}

bool check_took_too_much(const struct check *check, const struct job_outcome *outcome,
                         const struct check_kills *before)
{
    return was_killed(outcome) && check_kills(check).own > before->own;
}

bool check_machine_is_short(const struct check *check, const struct job_outcome *outcome,
                            const struct check_kills *before)
{
    const bool by_program = outcome->end == JOB_EXIT && check->bot.unsandboxed &&
                            (outcome->code == PROGRAM_KILLED || outcome->code == NO_PROGRAM) &&
                            atomic_load(&check->box->outcome.mark.calls) % 2 == 0;

    if (outcome->end == JOB_NO_CHILD)
        return shortage_is(outcome->code);
    return by_program || (was_killed(outcome) && check_kills(check).system > before->system &&
                          !check_took_too_much(check, outcome, before));
}
