// SPDX-License-Identifier: MIT
/* tests/bots/needs_company.c - bots/basic.c that ends its process, or hangs, when it is asked for a
 * card and is the only instance there: it plays in a worker, and gives no answer to an audit.
 * Option: `hangs`. */
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

static int instances; /* of this process */

static void *create_needs_company(const struct skat_bot_host *host,
                                  const struct skat_bot_setting *settings, uint32_t count)
{
    int64_t *hangs = count == 1 ? calloc(1, sizeof *hangs) : NULL;

    (void)host;
    if (hangs)
        *hangs = settings[0].value;
    instances++;
    return hangs;
}

static void act_in_company(void *instance, const struct skat_bot_view *view,
                           const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const int64_t *hangs = instance;

    while (*hangs && instances == 1)
        sleep(1);
    if (instances == 1 && decision->kind == SKAT_BOT_DECIDE_CARD)
        exit(3);
    act(instance, view, decision, out);
}

static const struct skat_bot_option options[] = {
    BOOL_OPTION("hangs", "it hangs instead of ending", false),
};

TEST_BOT(.id = "needs_company", .description = "plays only beside other instances",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options),
         .variants = SKAT_BOT_KNOWS_SKAT, .create = create_needs_company, .destroy = free,
         .act = act_in_company);
