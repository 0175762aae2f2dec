// SPDX-License-Identifier: MIT
/* tests/bots/upsets.c - plays like bots/basic.c, and changes how its process computes with floating
 * point numbers, and which signals it hears; or, with the option `looks`, fails if anybody has. */
#include <fenv.h>
#include <signal.h>
#include <stdbool.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

static void upset(void)
{
    sigset_t all;

    fesetround(FE_UPWARD);
    feenableexcept(FE_DIVBYZERO | FE_INVALID);
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
}

static bool are_floats_upset(void)
{
    volatile double one = 1, three = 3, zero = 0;

    return fegetround() != FE_TONEAREST || fegetexcept() != 0 || one / three * three != one ||
           one / zero < one;
}

static void look(const struct test_instance *bot)
{
    sigset_t blocked;

    if (are_floats_upset())
        bot->host->fail(bot->host->context, SKAT_BOT_FAIL_CRASH, "somebody has changed floats");
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    if (sigismember(&blocked, SIGALRM))
        bot->host->fail(bot->host->context, SKAT_BOT_FAIL_CRASH, "somebody has blocked signals");
}

/* Signals are put back between games, so they are looked at in the first call of a deal. */
static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    const struct test_instance *bot = instance;

    (void)view;
    if (*bot->option)
        look(bot);
}

static void act_upset(void *instance, const struct skat_bot_view *view,
                      const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const struct test_instance *bot = instance;

    if (*bot->option && are_floats_upset())
        bot->host->fail(bot->host->context, SKAT_BOT_FAIL_CRASH, "somebody has changed floats");
    else if (!*bot->option)
        upset();
    act(NULL, view, decision, out); /* as basic */
}

static const struct skat_bot_option options[] = {
    BOOL_OPTION("looks", "fails if another bot has upset its process", 0)};

TEST_BOT(.id = "upsets", .description = "changes how its process computes, or looks who has",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options), .create = create_plain,
         .destroy = free, .deal_begin = deal_begin, .act = act_upset);
