// SPDX-License-Identifier: MIT
/* tests/bots/soft.c - says how likely its answers are: of the cards it may play,
 * higher ones are `bias` percent likelier than lower ones; it passes with `pass` percent. Its act
 * gives the likeliest answer. Option `wrong`: what is wrong with its policy. */
#include <string.h>

#include "tests/bots/bot.h"

enum { BIAS, PASSES, WRONG, OPTIONS };
enum { WRONG_NOTHING, WRONG_SUM, WRONG_NONE, WRONG_ILLEGAL, WRONG_TWICE, WRONG_NEGATIVE };

static uint32_t two(struct skat_bot_likely *out, uint8_t first, uint8_t second, double share)
{
    out[0].action.kind = first;
    out[1].action.kind = second;
    out[0].probability = share;
    out[1].probability = 1 - share;
    return 2;
}

static uint32_t of_cards(const struct test_instance *bot, skat_bot_cards cards,
                         struct skat_bot_likely *out)
{
    uint32_t count = 0;
    double weight = 1, sum = 0;

    for (; cards; cards &= cards - 1, weight *= 1 + (double)bot->option[BIAS] / 100.0) {
        skat_bot_play(&out[count].action, skat_bot_first(cards));
        out[count++].probability = weight;
        sum += weight;
    }
    for (uint32_t i = 0; i < count; i++)
        out[i].probability /= sum;
    return count;
}

/* Each game that may be announced, with the lowest cards put aside. */
static uint32_t of_games(const struct skat_bot_decision *decision, struct skat_bot_likely *out,
                         uint32_t room)
{
    const uint32_t count = decision->declaration_count < room ? decision->declaration_count : room;

    for (uint32_t i = 0; i < count; i++) {
        skat_bot_cards cards = decision->cards;
        out[i].action.kind = SKAT_BOT_DECLARE;
        out[i].action.contract = decision->declarations[i];
        out[i].probability = 1.0 / count;
        for (int n = 0; n < decision->discard_count; n++, cards &= cards - 1)
            out[i].action.cards[out[i].action.count++] = skat_bot_first(cards);
    }
    return count;
}

static uint32_t right_options(const struct test_instance *bot,
                              const struct skat_bot_decision *decision, struct skat_bot_likely *out,
                              uint32_t room)
{
    switch (decision->kind) {
    case SKAT_BOT_DECIDE_BID:
        if (!decision->bid_count)
            break;
        out[1].action.bid = decision->bids[0];
        return two(out, SKAT_BOT_PASS, SKAT_BOT_BID, (double)bot->option[PASSES] / 100.0);
    case SKAT_BOT_DECIDE_HOLD:
        return two(out, SKAT_BOT_PASS, SKAT_BOT_HOLD, (double)bot->option[PASSES] / 100.0);
    case SKAT_BOT_DECIDE_GAME:
        out[0].action.kind = SKAT_BOT_PICK_UP;
        out[0].probability = 1;
        return 1;
    case SKAT_BOT_DECIDE_DECLARE:
        return of_games(decision, out, room);
    default:
        return of_cards(bot, decision->cards, out);
    }
    out[0].action.kind = SKAT_BOT_PASS;
    out[0].probability = 1;
    return 1;
}

static uint32_t options_of(void *instance, const struct skat_bot_view *view,
                           const struct skat_bot_decision *decision, struct skat_bot_likely *out,
                           uint32_t room)
{
    const struct test_instance *bot = instance;
    uint32_t count = right_options(bot, decision, out, room);

    (void)view;
    if (decision->kind != SKAT_BOT_DECIDE_CARD || count < 3)
        return count;
    if (bot->option[WRONG] == WRONG_SUM)
        out[0].probability += 0.01;
    else if (bot->option[WRONG] == WRONG_NONE)
        count = 0;
    else if (bot->option[WRONG] == WRONG_ILLEGAL)
        out[0].action.kind = SKAT_BOT_PICK_UP;
    else if (bot->option[WRONG] == WRONG_TWICE)
        out[1].action = out[0].action;
    else if (bot->option[WRONG] == WRONG_NEGATIVE)
        out[0].probability = -out[0].probability;
    return count;
}

static void act(void *instance, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    enum { ROOM = 128 };
    struct skat_bot_likely options[ROOM];
    uint32_t best = 0;

    memset(options, 0, sizeof options);
    const uint32_t count = right_options(instance, decision, options, ROOM);
    (void)view;
    for (uint32_t i = 1; i < count; i++)
        if (options[i].probability > options[best].probability)
            best = i;
    const uint32_t size = out->size;
    *out = options[best].action;
    out->size = size;
}

static const struct skat_bot_policy policy = {.size = sizeof policy, .options = options_of};

static const char *const wrong_words[] = {"nothing", "sum",      "none", "illegal",
                                          "twice",   "negative", NULL};
static const struct skat_bot_option options[OPTIONS] = {
    INT_OPTION("bias", "percent by which a card is likelier than the next lower one", 1000, 20),
    INT_OPTION("pass", "percent of passes", 99, 70),
    CHOICE_OPTION("wrong", "what is wrong with its policy", wrong_words, 0),
};

TEST_BOT(.id = "soft", .description = "says how likely its answers are",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options), .create = create_plain,
         .destroy = free, .act = act, .policy = &policy);
