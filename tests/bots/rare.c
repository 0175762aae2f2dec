// SPDX-License-Identifier: MIT
/* tests/bots/rare.c - bots/stammtisch, but for what its options say, by the cards that it was dealt
 * and a salt: it plays some cards by chance, with one hand in so many it bids as high as it can,
 * and with every second hand it bids by another caution. Two of them that differ in the salt alone
 * are equally strong, and so are two of which one swaps the hands with the other caution: these
 * differ in each hand by as much as two bots with these cautions. */
#include "tests/bots/bot.h"

#define skat_bot stammtisch_module
#include "bots/stammtisch/stammtisch.c"
#undef skat_bot

enum { SALT, TOSSED, DISASTER, OTHER, SWAPPED, RARE_OPTIONS };

struct rare_bot {
    void *players[2]; /* stammtisch's; the second has the other caution */
    int64_t option[RARE_OPTIONS];
};

static void destroy_rare(void *instance)
{
    struct rare_bot *bot = instance;

    for (int i = 0; i < 2; i++)
        if (bot->players[i])
            stammtisch_module.destroy(bot->players[i]);
    free(bot);
}

static void *create_rare(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                         uint32_t count)
{
    struct rare_bot *bot = count == RARE_OPTIONS ? calloc(1, sizeof *bot) : NULL;
    struct skat_bot_setting usual[OPTIONS];

    if (!bot)
        return NULL;
    for (int i = 0; i < OPTIONS; i++)
        usual[i] = (struct skat_bot_setting){
            .size = sizeof usual[i], .name = options[i].name, .value = options[i].fallback};
    for (int i = 0; i < RARE_OPTIONS; i++)
        bot->option[i] = settings[i].value;
    for (int i = 0; i < 2; i++) {
        if (i && bot->option[OTHER])
            usual[OPTION_CAUTION].value = bot->option[OTHER];
        bot->players[i] = stammtisch_module.create(host, usual, OPTIONS);
        if (!bot->players[i]) {
            destroy_rare(bot);
            return NULL;
        }
    }
    return bot;
}

/* The finaliser of splitmix64. */
static uint64_t mixed_bits(uint64_t bits)
{
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return bits ^ bits >> 31;
}

static int is_disaster(const struct rare_bot *bot, uint64_t bits)
{
    return bot->option[DISASTER] && bits % (uint64_t)bot->option[DISASTER] == 0;
}

static void act_rare(void *instance, const struct skat_bot_view *view,
                     const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const struct rare_bot *bot = instance;
    const uint64_t salt = 0x9e3779b97f4a7c15 * (uint64_t)bot->option[SALT],
                   bits = mixed_bits(view->dealt ^ salt),
                   tossed = mixed_bits(bits ^ decision->cards);

    const int other = ((int64_t)(bits >> 40 & 1) ^ bot->option[SWAPPED]) != 0;

    stammtisch_module.act(bot->players[other], view, decision, out);
    if (decision->kind == SKAT_BOT_DECIDE_CARD && tossed % 1000 < (uint64_t)bot->option[TOSSED])
        skat_bot_play(out, nth_card(decision->cards, tossed >> 32));
    if (!is_disaster(bot, bits))
        return;
    if (decision->kind == SKAT_BOT_DECIDE_BID && decision->bid_count) {
        *out = (struct skat_bot_action){.size = out->size, .kind = SKAT_BOT_BID};
        out->bid = decision->bids[decision->bid_count - 1];
    } else if (decision->kind == SKAT_BOT_DECIDE_HOLD) {
        *out = (struct skat_bot_action){.size = out->size, .kind = SKAT_BOT_HOLD};
    }
}

static void begin_rare_session(void *instance, const struct skat_bot_session *session)
{
    for (int i = 0; i < 2; i++)
        stammtisch_module.session_begin(((struct rare_bot *)instance)->players[i], session);
}

static void begin_rare_deal(void *instance, const struct skat_bot_view *view)
{
    for (int i = 0; i < 2; i++)
        stammtisch_module.deal_begin(((struct rare_bot *)instance)->players[i], view);
}

static const struct skat_bot_option rare_options[] = {
    [SALT] = INT_OPTION("salt", "which hands and cards are meant", 1 << 30, 0),
    [TOSSED] = INT_OPTION("tossed", "of a thousand cards, so many are played by chance", 1000, 0),
    [DISASTER] = INT_OPTION("disaster", "one hand in so many is a disaster; 0: none", 1 << 30, 0),
    [OTHER] = INT_OPTION("other", "caution with every second hand; 0: as with the first", 99, 0),
    [SWAPPED] = INT_OPTION("swapped", "the first hands have the other caution", 1, 0),
};

TEST_BOT(.id = "rare", .description = "a club player with rare disasters",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(rare_options), .create = create_rare,
         .destroy = destroy_rare, .act = act_rare, .session_begin = begin_rare_session,
         .deal_begin = begin_rare_deal);
