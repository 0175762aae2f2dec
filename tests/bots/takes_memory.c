// SPDX-License-Identifier: MIT
/* tests/bots/takes_memory.c - bots/basic.c that takes memory with its first card of a deal, and
 * uses it. Without as much it plays on. Option: `mb`, how much. */
#include <stdint.h>
#include <stdlib.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

static void take(size_t bytes)
{
    enum { PAGE = 4096 };
    volatile char *memory = malloc(bytes);

    for (size_t at = 0; memory && at < bytes; at += PAGE)
        memory[at] = 1;
    free((void *)memory);
}

static void take_and_act(void *instance, const struct skat_bot_view *view,
                         const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const struct test_instance *bot = instance;

    if (decision->kind == SKAT_BOT_DECIDE_CARD && view->trick_count == 0)
        take((size_t)*bot->option << 20);
    act(instance, view, decision, out);
}

static const struct skat_bot_option options[] = {INT_OPTION("mb", "how much", 100000, 0)};

TEST_BOT(.id = "takes_memory", .description = "takes memory", .flags = SKAT_BOT_DETERMINISTIC,
         .create = create_plain, .destroy = free, .act = take_and_act, TEST_BOT_OPTIONS(options));
