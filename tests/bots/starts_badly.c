// SPDX-License-Identifier: MIT
/* tests/bots/starts_badly.c - plays like basic, but the first answer of each process is illegal. It
 * says that it is deterministic. */
#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

static int answered;

static void act_badly(void *instance, const struct skat_bot_view *view,
                      const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    act(instance, view, decision, out);
    if (!answered++)
        out->kind = 99;
}

TEST_BOT(.id = "starts_badly", .description = "its first answer is illegal",
         .flags = SKAT_BOT_DETERMINISTIC, .create = create, .destroy = destroy, .act = act_badly);
