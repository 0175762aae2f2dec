// SPDX-License-Identifier: MIT
/* tests/bots/mixed.c - draws every kind of legal answer: jump bids, hand games with all
 * announcements, concessions. Where random plays for statistics, this one plays for coverage.
 *
 *   concede = percent of the moments in which it may concede that it does
 *   hand    = percent of its games that it plays by hand
 *   jump    = percent of its bids that leave out up to eight values
 *   nulls   = whether it announces null games where it has a choice
 *   note    = not used: an option of the type text */

#include "tests/bots/bot.h"

enum { OPTION_CONCEDE, OPTION_HAND, OPTION_JUMP, OPTION_NULLS, OPTION_NOTE, OPTIONS };

static uint32_t below(struct test_instance *bot, uint32_t bound)
{
    return (uint32_t)((bot->host->random(bot->host->context) >> 32) * bound >> 32);
}

static int chance(struct test_instance *bot, int option)
{
    return below(bot, 100) < bot->option[option];
}

static skat_bot_card draw_card(struct test_instance *bot, skat_bot_cards *cards)
{
    skat_bot_card held[SKAT_BOT_DECK_MAX];
    uint32_t count = 0;

    for (skat_bot_cards rest = *cards; rest; rest &= rest - 1)
        held[count++] = skat_bot_first(rest);
    skat_bot_card card = held[below(bot, count)];
    *cards &= ~((skat_bot_cards)1 << card);
    return card;
}

static void bid(struct test_instance *bot, const struct skat_bot_decision *decision,
                struct skat_bot_action *out)
{
    enum { LONGEST_JUMP = 8 };
    uint32_t choice = chance(bot, OPTION_JUMP) ? below(bot, LONGEST_JUMP + 1) : 0;

    out->kind = SKAT_BOT_PASS;
    if (choice >= decision->bid_count || below(bot, 3) == 0)
        return;
    out->kind = SKAT_BOT_BID;
    out->bid = decision->bids[choice];
}

static void declare(struct test_instance *bot, const struct skat_bot_decision *decision,
                    struct skat_bot_action *out)
{
    skat_bot_cards cards = decision->cards;

    out->kind = SKAT_BOT_DECLARE;
    do /* null is never all that is on offer */
        out->contract = decision->declarations[below(bot, decision->declaration_count)];
    while (!bot->option[OPTION_NULLS] && out->contract.type == SKAT_BOT_NULL);
    while (out->count < decision->discard_count)
        out->cards[out->count++] = draw_card(bot, &cards);
}

static void act(void *instance, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct test_instance *bot = instance;
    skat_bot_cards cards = decision->cards;

    (void)view;
    switch (decision->kind) {
    case SKAT_BOT_DECIDE_BID:
        bid(bot, decision, out);
        break;
    case SKAT_BOT_DECIDE_HOLD:
        out->kind = below(bot, 3) ? SKAT_BOT_HOLD : SKAT_BOT_PASS;
        break;
    case SKAT_BOT_DECIDE_GAME:
        out->kind = SKAT_BOT_PICK_UP;
        if (decision->declaration_count && chance(bot, OPTION_HAND))
            declare(bot, decision, out);
        break;
    case SKAT_BOT_DECIDE_DECLARE:
        declare(bot, decision, out);
        break;
    case SKAT_BOT_DECIDE_CONCEDE:
        out->kind = chance(bot, OPTION_CONCEDE) ? SKAT_BOT_CONCEDE : SKAT_BOT_PLAY_ON;
        break;
    case SKAT_BOT_DECIDE_CARD:
        if (decision->may_concede && chance(bot, OPTION_CONCEDE))
            out->kind = SKAT_BOT_CONCEDE;
        else
            skat_bot_play(out, draw_card(bot, &cards));
        break;
    }
}

static const struct skat_bot_option options[OPTIONS] = {
    [OPTION_CONCEDE] = INT_OPTION("concede", "percent of its chances to concede it takes", 100, 5),
    [OPTION_HAND] = INT_OPTION("hand", "percent of games by hand", 100, 40),
    [OPTION_JUMP] = INT_OPTION("jump", "percent of bids that leave values out", 100, 20),
    [OPTION_NULLS] = BOOL_OPTION("nulls", "announces null games", 1),
    [OPTION_NOTE] = TEXT_OPTION("note", "not used", ""),
};

TEST_BOT(.id = "mixed", .description = "draws every kind of legal answer",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options),
         .decisions = SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY |
                      SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_CONCEDE),
         .create = create_plain, .destroy = free, .act = act);
