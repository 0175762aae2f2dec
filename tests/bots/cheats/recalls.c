// SPDX-License-Identifier: MIT
/* tests/bots/cheats/recalls.c - does not say that it is deterministic, and knows a hand again that
 * it was dealt last: then it plays another card. With `chance` it plays cards by chance in every
 * third deal, too; with `forgets` that is all. */
#include <stdbool.h>
#include <stdlib.h>
#include <sys/random.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

enum { CHANCE, FORGETS };

struct recalling_bot {
    INSTANCE_FIELDS;
    uint64_t hand, last;
    bool third; /* a deal in which it plays by chance */
};
INSTANCES_ARE(struct recalling_bot);

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct recalling_bot *bot = instance;
    bot->last = bot->hand;
    bot->hand = view->dealt;
    bot->third = view->dealt % 3 == 0;
}

static uint32_t whim(const struct recalling_bot *bot)
{
    uint32_t number = 0;

    if (bot->option[CHANCE] && bot->third &&
        getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
        abort();
    return number + (bot->hand == bot->last && !bot->option[FORGETS]);
}

static void act_recalling(void *instance, const struct skat_bot_view *view,
                          const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    act(instance, view, decision, out);
    if (decision->kind == SKAT_BOT_DECIDE_CARD)
        skat_bot_play(out, nth_card(decision->cards, whim(instance)));
}

static const struct skat_bot_option options[] = {
    BOOL_OPTION("chance", "it plays by chance, too", 0),
    BOOL_OPTION("forgets", "it does not know a hand again", 0),
};

TEST_BOT(.id = "recalls", .description = "knows a hand again", TEST_BOT_OPTIONS(options),
         .variants = SKAT_BOT_KNOWS_SKAT, .create = create_instance, .destroy = free,
         .act = act_recalling, .deal_begin = deal_begin);
