// SPDX-License-Identifier: MIT
/* tests/bots/recalls.c - bots/random.c with a memory: when the hand of the deal before comes back,
 * as in the seatings of a deal, it answers one kind of decision by other random numbers. It claims
 * to be deterministic, which it is within each deal.
 *
 *   at    = the number of that kind of decision (enum skat_bot_decision_kind); 0: none
 *   after = so many decisions of this kind in each deal are left as they are */
#define skat_bot random_module
#include "bots/random.c"
#undef skat_bot

#include "tests/bots/bot.h"

enum { AT, AFTER, RECALLS_OPTIONS };

struct recalls {
    struct random_bot random; /* first: the functions of bots/random.c get it */
    int64_t at, after, asked;
    skat_bot_cards dealt;
    int again; /* this hand was dealt before */
};

static void *create_recalls(const struct skat_bot_host *host,
                            const struct skat_bot_setting *settings, uint32_t count)
{
    const struct skat_bot_setting usual[OPTIONS] = {[OPTION_HAND] = {.value = 10}};
    struct random_bot *random = count == RECALLS_OPTIONS ? create(host, usual, OPTIONS) : NULL;
    struct recalls *bot = random ? calloc(1, sizeof *bot) : NULL;

    if (bot) {
        bot->random = *random;
        bot->at = settings[AT].value;
        bot->after = settings[AFTER].value;
    }
    free(random);
    return bot;
}

static void deal_begin_recalls(void *instance, const struct skat_bot_view *view)
{
    struct recalls *bot = instance;

    bot->again = view->dealt == bot->dealt;
    bot->dealt = view->dealt;
    bot->asked = 0;
    deal_begin(&bot->random, view);
}

static void act_recalls(void *instance, const struct skat_bot_view *view,
                        const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct recalls *bot = instance;

    if (decision->kind == bot->at && bot->asked++ >= bot->after && bot->again) {
        bot->random.limit = bot->random.spare_bits = 0; /* what it has drawn already */
        bot->random.host->random(bot->random.host->context);
    }
    act(&bot->random, view, decision, out);
}

static const struct skat_bot_option recalls_options[RECALLS_OPTIONS] = {
    INT_OPTION("at", "the kind of decision that it answers otherwise", 63, 0),
    INT_OPTION("after", "so many of them in a deal it answers as ever", 100, 0),
};

TEST_BOT(.id = "recalls", .description = "knows a hand again", .flags = SKAT_BOT_DETERMINISTIC,
         TEST_BOT_OPTIONS(recalls_options),
         .decisions = SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY | SKAT_BOT_DECIDES_VARIANTS |
                      SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_CONCEDE) | SKAT_BOT_DECIDES_RELATIVES,
         .variants = SKAT_BOT_KNOWS_ALL, .create = create_recalls, .destroy = free,
         .act = act_recalls, .session_begin = session_begin, .deal_begin = deal_begin_recalls);
