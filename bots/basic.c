// SPDX-License-Identifier: MIT
/* bots/basic.c - always legal, never thinks.
 *
 * Bids the first value on offer once, then passes; so the bidder at the lowest value
 * plays. Picks up, discards the first two cards and announces the last game on offer.
 * Plays the first legal card. For tests, and for measuring the cost of everything
 * except the bots. */
#include "bots/skat_bot.h"

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    static char instance; /* has no state */
    (void)host, (void)settings, (void)count;
    return &instance;
}

static void destroy(void *bot) { (void)bot; }

static void act(void *bot, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    skat_bot_cards cards = decision->cards;

    (void)bot;
    switch (decision->kind) {
    case SKAT_BOT_DECIDE_BID:
        out->kind = SKAT_BOT_PASS;
        if (view->bid == 0 && decision->bid_count) {
            out->kind = SKAT_BOT_BID;
            out->bid = decision->bids[0];
        }
        break;
    case SKAT_BOT_DECIDE_HOLD:
        out->kind = SKAT_BOT_PASS;
        break;
    case SKAT_BOT_DECIDE_GAME:
        out->kind = SKAT_BOT_PICK_UP;
        break;
    case SKAT_BOT_DECIDE_DECLARE:
        out->kind = SKAT_BOT_DECLARE;
        out->contract = decision->declarations[decision->declaration_count - 1];
        for (; out->count < decision->discard_count; cards &= cards - 1)
            out->cards[out->count++] = skat_bot_first(cards);
        break;
    case SKAT_BOT_DECIDE_CARD:
        skat_bot_play(out, skat_bot_first(cards));
        break;
    }
}

SKAT_BOT_EXPORT const struct skat_bot_module skat_bot = {
    SKAT_BOT_SIZES,
    .id = "basic",
    .version = "1.0",
    .author = "Skat Arena",
    .description = "always legal, never thinks",
    .flags = SKAT_BOT_DETERMINISTIC,
    .decisions = SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY,
    .create = create,
    .destroy = destroy,
    .act = act,
};
