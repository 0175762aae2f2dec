// SPDX-License-Identifier: MIT
/* arena/check/check_load.c - loads the modules of a check in the child of a job. With isolation the
 * whole child is sandboxed (sandbox.h) before the bot's code gets there: it can compute, print and
 * write to the results of this check, and nothing else. So the instances of the bot still share a
 * process, as they do in a worker, and what one does to another is found. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "arena/bot/module.h"
#include "arena/check/check.h"
#include "arena/sandbox/crash_trace.h"

/* It often holds passwords. The texts stay where they were, in memory that the bot could read. */
static void forget_environment(void)
{
    for (char **text = environ; text && *text; text++)
        explicit_bzero(*text, strlen(*text));
    clearenv();
}

/* Keeps the standard streams, a file by which memory is measured (check_resources.c), and one to
 * load the bot from. */
static bool keep_descriptors(const struct module_file *bot)
{
    const int from = module_file_open(bot), module = fcntl(from, F_DUPFD, CHECK_MODULE),
              memory = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);

    return memory >= 0 && module >= 0 && dup2(memory, CHECK_STATM) >= 0 &&
           dup2(module, CHECK_MODULE) >= 0 && close_range(CHECK_MODULE + 1, ~0u, 0) == 0;
}

static uint64_t memory_limit(const struct check *check)
{
    const uint64_t wanted = check_statm(0) + check_memory_limit(check);
    struct rlimit user; /* who may have set a lower one, which cannot be raised */

    return getrlimit(RLIMIT_AS, &user) == 0 && user.rlim_max < wanted ? user.rlim_max : wanted;
}

static const struct skat_bot_module *load_isolated(struct check *check, char *reason, size_t size)
{
    forget_environment();
    cgroup_set_join(&check->groups.jobs, check->groups.job);
    if (!keep_descriptors(check->bot.file)) {
        snprintf(reason, size, "cannot be isolated: descriptors cannot be closed");
        return NULL;
    }
    /* What is measured of the bot is measured here; and its instances share this process anyway. */
    const struct sandbox_limits limits = {.memory = memory_limit(check)};
    crash_trace_watch(&check->box->crash);
    return module_load_sandboxed(CHECK_MODULE, check->bot.file->real, &limits, CHECK_STATM,
                                 STDERR_FILENO, reason, size);
}

static const struct skat_bot_module *must_be(struct check *check, const struct bot_module *module,
                                             const struct skat_bot_module *loaded,
                                             const char *reason)
{
    if (!loaded)
        check_give_up(check, "%s %s", module->path, reason);
    return loaded;
}

void check_load(struct check *check)
{
    char reason[400];
    /* The other one is ours, and needs no sandbox. Nothing can be loaded after the bot. */
    const struct skat_bot_module *other = must_be(
        check, &check->other, module_load(check->other.file, reason, sizeof reason), reason);
    const struct skat_bot_module *bot =
        must_be(check, &check->bot,
                check->isolated ? load_isolated(check, reason, sizeof reason)
                                : module_load(check->bot.file, reason, sizeof reason),
                reason);

    for (int who = 0; who < CHECK_WHO; who++)
        for (int part = 0; part < PLAYER_PARTS; part++) {
            struct check_cast *cast = &check->casts[who];
            cast->modules[part] = cast->from[part] == &check->bot ? bot : other;
        }
}
