// SPDX-License-Identifier: MIT
/* tests/bots/prefers.c - has one option whose best value is known: bids on any hand the more often,
 * the farther `x` is from it, and plays like bots/basic.c, so that this costs points. The best
 * value is 70 where grand counts 24, and 30 where it counts 20: what is best depends on the rules.
 */
#include <stdlib.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

enum { BEST = 70, BEST_20 = 30 };

struct prefers_bot {
    INSTANCE_FIELDS; /* `x` is the first option */
    int best;        /* set by session_begin */
};
INSTANCES_ARE(struct prefers_bot);

static void session_begin(void *instance, const struct skat_bot_session *session)
{
    struct prefers_bot *bot = instance;
    bot->best = skat_bot_rule(session->rules, "value.grand", 24) == 20 ? BEST_20 : BEST;
}

static void act_prefers(void *instance, const struct skat_bot_view *view,
                        const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const struct prefers_bot *bot = instance;

    act(instance, view, decision, out);
    if (decision->kind == SKAT_BOT_DECIDE_BID &&
        (int)(bot->host->random(bot->host->context) % 100) >= abs((int)*bot->option - bot->best))
        *out = (struct skat_bot_action){.size = out->size, .kind = SKAT_BOT_PASS};
}

static const struct skat_bot_option options[] = {
    INT_OPTION("x", "how often it bids, by the distance from the best value", 100, 20),
    BOOL_OPTION("idle", "does nothing", 0),
};

TEST_BOT(.id = "prefers", .description = "has one option with a known best value",
         .flags = SKAT_BOT_DETERMINISTIC, .create = create_instance, .destroy = free,
         .act = act_prefers, .session_begin = session_begin, TEST_BOT_OPTIONS(options));
