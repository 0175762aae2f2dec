// SPDX-License-Identifier: MIT
/* tests/bots/cheats/reaches_out.c - its initialiser wants to have the process that started it
 * killed: by the signals that the kernel sends when a descriptor becomes ready, and by a limit of
 * that process. And it wants to live on when that one dies. Nobody should run it without isolation.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/bots/bot.h"

static int reached;

__attribute__((constructor)) static void begin(void)
{
    enum { DESCRIPTORS = 32 };
    const struct rlimit none = {0, 0};

    for (int i = 0; i < DESCRIPTORS; i++) {
        reached += fcntl(i, F_SETOWN, getppid()) == 0;
        fcntl(i, F_SETSIG, SIGKILL);
        fcntl(i, F_SETFL, O_ASYNC);
    }
    reached += prlimit(getppid(), RLIMIT_CPU, &none, NULL) == 0;
    reached += prctl(PR_SET_PDEATHSIG, 0) == 0;
}

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    if (reached)
        host->log(host->context, "the initialiser could reach out");
    return create_stateless(host, settings, count);
}

TEST_BOT(.id = "reaches_out", .description = "wants those killed that have started it",
         .create = create, .act = pass_and_follow);
