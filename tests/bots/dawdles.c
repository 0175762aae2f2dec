// SPDX-License-Identifier: MIT
/* tests/bots/dawdles.c - bots/basic.c that sleeps at the beginning of each deal, as bots that think
 * for long, and then says in which process it plays which cards: a test sees who played what.
 *
 *   ms    = how long it sleeps
 *   until = a file: it waits for it, too, so that a run is not over before a test has done with it;
 *           not isolated, of course
 *   after = so many deals of its process go by first
 *
 * Where the environment has DAWDLES_INTERRUPTS, it sends the run SIGINT in that deal of its
 * process, as a user might at just that moment; not isolated. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

enum { OPTION_MS, OPTION_UNTIL, OPTION_AFTER, OPTIONS };

static const struct timespec a_moment = {.tv_nsec = 2000000};

static int64_t deals; /* of this process */

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    const struct test_instance *bot = instance;
    const struct timespec moment = {.tv_sec = bot->option[OPTION_MS] / 1000,
                                    .tv_nsec = bot->option[OPTION_MS] % 1000 * 1000000};
    char text[80];

    nanosleep(&moment, NULL);
    while (deals >= bot->option[OPTION_AFTER] && *bot->text[OPTION_UNTIL] &&
           access(bot->text[OPTION_UNTIL], F_OK) != 0)
        nanosleep(&a_moment, NULL);
    const char *interrupts = getenv("DAWDLES_INTERRUPTS");
    if (++deals == (interrupts ? atoi(interrupts) : 0))
        kill(getppid(), SIGINT);
    snprintf(text, sizeof text, "process %d has %" PRIx64, (int)getpid(), view->dealt);
    bot->host->log(bot->host->context, text);
}

static const struct skat_bot_option options[OPTIONS] = {
    [OPTION_MS] = INT_OPTION("ms", "how long it sleeps", 10000, 20),
    [OPTION_UNTIL] = TEXT_OPTION("until", "a file for which it waits", ""),
    [OPTION_AFTER] = INT_OPTION("after", "how many deals go by first", 1000, 0),
};

TEST_BOT(.id = "dawdles", .description = "thinks for long at the beginning of a deal",
         .create = create_plain, .destroy = free, .act = act, .deal_begin = deal_begin,
         TEST_BOT_OPTIONS(options));
