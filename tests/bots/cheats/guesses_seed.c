// SPDX-License-Identifier: MIT
/* tests/bots/cheats/guesses_seed.c - bots/basic.c that tries small seeds: it deals the first deals
 * of each with this program's own code and compares them with its hand. Where one fits it knows all
 * cards, and plays by them: which legal card is a number made of the others' cards. */
#include <stdlib.h>

#include "engine/deal.h"
#include "engine/deck.h"
#include "engine/seed.h"
#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

enum { SEEDS = 100, DEALS = 36 };

struct guesser {
    uint64_t number; /* made of the others' cards; 0: not known */
};

static void *create_guesser(const struct skat_bot_host *host,
                            const struct skat_bot_setting *settings, uint32_t count)
{
    (void)host, (void)settings, (void)count;
    return calloc(1, sizeof(struct guesser));
}

static uint64_t number_of(const struct skat_deal *deal, const struct skat_deck *deck, int position)
{
    const skat_cards next = skat_deal_hand(deal, deck, (position + 1) % SKAT_BOT_PLAYERS);
    return next * 0x9e3779b97f4a7c15u >> 32;
}

static void guess(void *instance, const struct skat_bot_view *view)
{
    const struct skat_deck *deck = &skat_deck_32;
    struct guesser *bot = instance;
    struct skat_deal deal;

    bot->number = 0;
    for (uint64_t i = 0; i < SEEDS * DEALS && !bot->number; i++) {
        struct skat_seed seed = skat_seed_of_number(i / DEALS);
        struct skat_random_key run = skat_seed_key(&seed);
        skat_deal_of_run(&deal, deck, &run, 0, i % DEALS);
        if (skat_deal_hand(&deal, deck, view->position) == view->dealt)
            bot->number = number_of(&deal, deck, view->position);
    }
}

static void act_guessing(void *instance, const struct skat_bot_view *view,
                         const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const struct guesser *bot = instance;

    act(instance, view, decision, out);
    if (decision->kind == SKAT_BOT_DECIDE_CARD)
        skat_bot_play(out, nth_card(decision->cards, bot->number));
}

TEST_BOT(.id = "guesses_seed", .description = "deals the cards again",
         .flags = SKAT_BOT_DETERMINISTIC, .variants = SKAT_BOT_KNOWS_SKAT, .create = create_guesser,
         .destroy = free, .act = act_guessing, .deal_begin = guess);
