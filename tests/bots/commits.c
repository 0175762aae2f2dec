// SPDX-License-Identifier: MIT
/* tests/bots/commits.c - bids on any hand in some of its deals, and so is as strong as its file
 * says, in which the builds of a repository's commits write another text
 * (tests/e2e/commit_repository.py). */
#include <stdlib.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

/* In how many percent of its bids it does not pass; and 1 if it crashes. The build looks for this.
 */
static const volatile char level[] = "bids 000 crash 0 twin 0";
enum { BIDS = sizeof "bids" };

static void act_in_test(void *instance, const struct skat_bot_view *view,
                        const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const struct test_instance *bot = instance;
    const int bids =
        100 * (level[BIDS] - '0') + 10 * (level[BIDS + 1] - '0') + level[BIDS + 2] - '0';

    if (level[sizeof "bids 000 crash"] == '1')
        abort();
    act(instance, view, decision, out);
    if (decision->kind == SKAT_BOT_DECIDE_BID &&
        (int)(bot->host->random(bot->host->context) % 100) >= bids)
        *out = (struct skat_bot_action){.size = out->size, .kind = SKAT_BOT_PASS};
}

TEST_BOT(.id = "commits", .description = "bids on any hand in some of the deals",
         .flags = SKAT_BOT_DETERMINISTIC, .create = create_plain, .destroy = free,
         .act = act_in_test);
