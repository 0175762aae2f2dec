/* bots/stammtisch/stammtisch.c - the module: options, and who decides what. */
#include <stdlib.h>

#include "bots/stammtisch/bidding.h"
#include "bots/stammtisch/play.h"

enum { OPTION_CAUTION, OPTION_HAND_CAUTION, OPTION_GRAND, OPTION_NULL, OPTION_HAND, OPTIONS };

struct stammtisch {
    struct bidding_style style;
    struct rules rules;
    struct discards discards;
    struct memory memory;
    int limit; /* how high it bids in this deal; -1 until it is asked */
};

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t number)
{
    struct stammtisch *bot = number == OPTIONS ? calloc(1, sizeof *bot) : NULL;

    (void)host;
    if (!bot)
        return NULL;
    bot->style = (struct bidding_style){
        .caution = (int)settings[OPTION_CAUTION].value * 10,
        .hand_caution = (int)settings[OPTION_HAND_CAUTION].value * 10,
        .grand_games = settings[OPTION_GRAND].value != 0,
        .null_games = settings[OPTION_NULL].value != 0,
        .hand_games = settings[OPTION_HAND].value != 0,
    };
    bot->rules = (struct rules){.grand_base = 24, .null_values = {23, 35, 46, 59}};
    model_discards(&bot->discards);
    return bot;
}

static void session_begin(void *instance, const struct skat_bot_session *session)
{
    struct stammtisch *bot = instance;
    const struct skat_bot_rules *rules = session->rules;

    bot->rules.grand_base = rules->grand_base;
    bot->rules.jacks_only = rules->matadors == 1;
    bot->rules.seeger = rules->scoring == 1;
    bot->rules.lost_single_hand = rules->lost_hand == 1;
    for (int i = 0; i < 4; i++)
        bot->rules.null_values[i] = rules->null_values[i];
}

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct stammtisch *bot = instance;
    (void)view;
    bot->limit = -1;
    bot->memory = (struct memory){0};
}

static int limit(struct stammtisch *bot, const struct skat_bot_view *view)
{
    if (bot->limit < 0)
        bot->limit = bidding_limit(&bot->style, &bot->rules, view->hand, view->position == 0);
    return bot->limit;
}

static void declare(struct stammtisch *bot, const struct skat_bot_view *view,
                    struct skat_bot_action *out)
{
    cards aside = 0;

    out->kind = SKAT_BOT_DECLARE;
    bidding_declare(&bot->style, &bot->rules, &bot->discards, view, &out->contract, &aside);
    while (aside)
        out->cards[out->count++] = take(&aside);
}

static void act(void *instance, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct stammtisch *bot = instance;

    switch (decision->kind) {
    case SKAT_BOT_DECIDE_BID:
        out->kind = SKAT_BOT_PASS;
        if (decision->bid_count && decision->bids[0] <= limit(bot, view)) {
            out->kind = SKAT_BOT_BID;
            out->bid = decision->bids[0];
        }
        break;
    case SKAT_BOT_DECIDE_HOLD:
        out->kind = view->bid <= limit(bot, view) ? SKAT_BOT_HOLD : SKAT_BOT_PASS;
        break;
    case SKAT_BOT_DECIDE_GAME:
        out->kind = bidding_hand_game(&bot->style, &bot->rules, view, &out->contract)
                        ? SKAT_BOT_DECLARE
                        : SKAT_BOT_PICK_UP;
        break;
    case SKAT_BOT_DECIDE_DECLARE:
        declare(bot, view, out);
        break;
    case SKAT_BOT_DECIDE_CARD:
        memory_update(&bot->memory, view);
        skat_bot_play(out, view->contract.type == NULL_GAME
                               ? play_null(view, decision->cards, &bot->memory)
                               : play_card(view, decision->cards, &bot->memory));
        break;
    }
}

#define PERCENT(what, text, usual)                                                                 \
    {                                                                                              \
        .size = sizeof(struct skat_bot_option), .type = SKAT_BOT_OPTION_INT, .name = what,         \
        .help = text, .fallback = (usual), .min = 0, .max = 100                                    \
    }
#define SWITCH(what, text)                                                                         \
    {                                                                                              \
        .size = sizeof(struct skat_bot_option), .type = SKAT_BOT_OPTION_BOOL, .name = what,        \
        .help = text, .fallback = 1                                                                \
    }

static const struct skat_bot_option options[OPTIONS] = {
    [OPTION_CAUTION] = PERCENT("caution", "bids on games won with at least this chance", 60),
    [OPTION_HAND_CAUTION] = PERCENT("hand_caution", "plays by hand from this chance on", 85),
    [OPTION_GRAND] = SWITCH("grand", "bids and plays grand"),
    [OPTION_NULL] = SWITCH("null", "bids and plays null games"),
    [OPTION_HAND] = SWITCH("hand", "plays by hand"),
};

SKAT_BOT_EXPORT const struct skat_bot_module skat_bot = {
    SKAT_BOT_SIZES,
    .id = "stammtisch",
    .version = "1.0",
    .author = "Skat Arena",
    .description = "a heuristic player, as one meets in a club",
    .flags = SKAT_BOT_DETERMINISTIC,
    .option_count = OPTIONS,
    .options = options,
    .decisions = SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY,
    .create = create,
    .destroy = free,
    .act = act,
    .session_begin = session_begin,
    .deal_begin = deal_begin,
};
