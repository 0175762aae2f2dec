// SPDX-License-Identifier: MIT
/* tests/bots/wild.c - answers with random actions: an action of any kind with any cards, any
 * contract, any bid. Mostly it picks something legal instead, so that games get far.
 *
 *   wild  = how many of a thousand answers are anything (some happen to be legal)
 *   crash = how many of a thousand answers are a crash
 *
 * All its randomness is the stream of the deal and seat: runs repeat with any number of workers. */
#include <stdlib.h>

#include "tests/bots/bot.h"

enum { OPTION_WILD, OPTION_CRASH, OPTIONS };

static uint32_t below(struct test_instance *bot, uint32_t bound)
{
    return (uint32_t)(bot->host->random(bot->host->context) >> 32) % bound;
}

static void choose(struct test_instance *bot, skat_bot_cards cards, int number,
                   struct skat_bot_action *out)
{
    while (out->count < number && cards) {
        skat_bot_cards from = cards;
        for (uint32_t skip = below(bot, (uint32_t)__builtin_popcountll(cards)); skip; skip--)
            from &= from - 1;
        out->cards[out->count++] = skat_bot_first(from);
        cards &= ~((skat_bot_cards)1 << skat_bot_first(from));
    }
}

static void anything(struct test_instance *bot, const struct skat_bot_view *view,
                     struct skat_bot_action *out)
{
    out->kind = (uint8_t)below(bot, SKAT_BOT_TURN_CARD + 3);
    out->contract.type = (uint8_t)below(bot, 11);
    out->contract.with = (uint8_t)below(bot, 2) ? 0 : (uint8_t)below(bot, 256);
    out->bid = (uint16_t)below(bot, 300);
    choose(bot, below(bot, 2) ? view->hand : 0x01fe01fe01fe01fe, (int)below(bot, 13), out);
}

static void legal(struct test_instance *bot, const struct skat_bot_view *view,
                  const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    static const uint8_t yes_or_no[][2] = {
        [SKAT_BOT_DECIDE_HOLD] = {SKAT_BOT_HOLD, SKAT_BOT_PASS},
        [SKAT_BOT_DECIDE_HOLD_CALL] = {SKAT_BOT_HOLD, SKAT_BOT_PASS},
        [SKAT_BOT_DECIDE_CONCEDE] = {SKAT_BOT_PLAY_ON, SKAT_BOT_PLAY_ON},
        [SKAT_BOT_DECIDE_CONSENT] = {SKAT_BOT_HOLD, SKAT_BOT_REFUSE},
        [SKAT_BOT_DECIDE_KONTRA] = {SKAT_BOT_KONTRA, SKAT_BOT_PLAY_ON},
        [SKAT_BOT_DECIDE_AGREE] = {SKAT_BOT_HOLD, SKAT_BOT_REFUSE},
        [SKAT_BOT_DECIDE_GIFT] = {SKAT_BOT_REFUSE, SKAT_BOT_HOLD},
        [SKAT_BOT_DECIDE_SCHIEBEN] = {SKAT_BOT_PICK_UP, SKAT_BOT_PASS_ON},
        [SKAT_BOT_DECIDE_EXCHANGE] = {0, 0},
        [SKAT_BOT_DECIDE_KNOCK] = {SKAT_BOT_KNOCK, SKAT_BOT_PLAY_ON},
    };

    switch (decision->kind) {
    case SKAT_BOT_DECIDE_BID:
        out->kind = decision->bid_count && below(bot, 3) ? SKAT_BOT_BID : SKAT_BOT_PASS;
        out->bid = decision->bid_count ? decision->bids[0] : 0;
        return;
    case SKAT_BOT_DECIDE_CALL:
        out->kind = decision->declaration_count && below(bot, 3) ? SKAT_BOT_CALL : SKAT_BOT_PASS;
        if (out->kind == SKAT_BOT_CALL)
            out->contract = decision->declarations[0];
        return;
    case SKAT_BOT_DECIDE_GAME:
    case SKAT_BOT_DECIDE_GRAND_HAND:
    case SKAT_BOT_DECIDE_DECLARE:
    case SKAT_BOT_DECIDE_TURN:
        if (decision->may_turn && below(bot, 2)) {
            out->kind = SKAT_BOT_TURN_CARD;
            return;
        }
        out->kind = SKAT_BOT_PICK_UP;
        if (decision->kind == SKAT_BOT_DECIDE_GAME && decision->may_rum && below(bot, 2))
            out->kind = SKAT_BOT_RUM;
        if (decision->kind == SKAT_BOT_DECIDE_GAME &&
            (!decision->declaration_count || below(bot, 2)))
            return;
        out->kind = SKAT_BOT_DECLARE;
        out->contract = decision->declarations[below(bot, decision->declaration_count)];
        choose(bot, decision->cards, decision->discard_count, out);
        return;
    case SKAT_BOT_DECIDE_PASS_ON:
        out->kind = SKAT_BOT_PASS_ON;
        choose(bot, decision->cards, decision->discard_count, out);
        return;
    case SKAT_BOT_DECIDE_EXCHANGE:
        out->kind = SKAT_BOT_EXCHANGE;
        choose(bot, view->hand, 10, out);
        return;
    case SKAT_BOT_DECIDE_CARD:
        if (decision->may_give_up && below(bot, 8) == 0) {
            out->kind = SKAT_BOT_GIVE_UP;
            return;
        }
        if ((decision->may_claim || decision->may_resign) && below(bot, 8) == 0) {
            out->kind = decision->may_claim ? SKAT_BOT_CLAIM : SKAT_BOT_CONCEDE;
            return;
        }
        skat_bot_play(out, skat_bot_first(decision->cards));
        return;
    }
    out->kind = yes_or_no[decision->kind][below(bot, 2)];
}

static void act(void *instance, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct test_instance *bot = instance;

    if (below(bot, 1000) < bot->option[OPTION_CRASH])
        abort();
    if (below(bot, 1000) < bot->option[OPTION_WILD])
        anything(bot, view, out);
    else
        legal(bot, view, decision, out);
}

static const struct skat_bot_option options[OPTIONS] = {
    [OPTION_WILD] = INT_OPTION("wild", "how many of a thousand answers are anything", 1000, 50),
    [OPTION_CRASH] = INT_OPTION("crash", "how many of a thousand answers are a crash", 1000, 0),
};

TEST_BOT(.id = "wild", .description = "answers any question with anything",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options),
         .decisions = (SKAT_BOT_DECIDES_ALL & ~SKAT_BOT_DECIDES_GAMES) |
                      SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_TURN),
         .variants = SKAT_BOT_KNOWS_SKAT | SKAT_BOT_KNOWS(TOURNEESKAT), .create = create_plain,
         .destroy = free, .act = act);
