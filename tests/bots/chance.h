// SPDX-License-Identifier: MIT
/* tests/bots/chance.h - legal answers at random, for test bots about something else: bids up to a
 * limit, picks up, announces the last game of the list and puts the lowest cards aside, plays any
 * legal card. */
#ifndef TESTS_BOTS_CHANCE_H
#define TESTS_BOTS_CHANCE_H

#include "tests/bots/bot.h"

static inline void answer_by_chance(int limit, uint64_t bits, const struct skat_bot_view *view,
                                    const struct skat_bot_decision *decision,
                                    struct skat_bot_action *out)
{
    skat_bot_cards cards = decision->cards;

    switch (decision->kind) {
    case SKAT_BOT_DECIDE_BID:
        out->kind =
            decision->bid_count && decision->bids[0] <= limit ? SKAT_BOT_BID : SKAT_BOT_PASS;
        out->bid = out->kind == SKAT_BOT_BID ? decision->bids[0] : 0;
        return;
    case SKAT_BOT_DECIDE_HOLD:
        out->kind = view->bid <= limit ? SKAT_BOT_HOLD : SKAT_BOT_PASS;
        return;
    case SKAT_BOT_DECIDE_GAME:
        out->kind = SKAT_BOT_PICK_UP;
        return;
    case SKAT_BOT_DECIDE_DECLARE:
        out->kind = SKAT_BOT_DECLARE;
        out->contract = decision->declarations[decision->declaration_count - 1];
        for (; out->count < decision->discard_count; cards &= cards - 1)
            out->cards[out->count++] = skat_bot_first(cards);
        return;
    default:
        for (uint64_t skip = bits % (uint64_t)__builtin_popcountll(cards); skip; skip--)
            cards &= cards - 1;
        skat_bot_play(out, skat_bot_first(cards));
    }
}

#endif
