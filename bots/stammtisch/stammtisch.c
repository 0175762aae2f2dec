/* bots/stammtisch/stammtisch.c - the module: options, and who decides what. */
#include <stdlib.h>

#include "bots/stammtisch/bidding.h"
#include "bots/stammtisch/gift.h"
#include "bots/stammtisch/kontra.h"
#include "bots/stammtisch/play.h"
#include "bots/stammtisch/ramsch.h"
#include "bots/stammtisch/revolution.h"
#include "bots/stammtisch/schieben.h"
#include "bots/stammtisch/spitzen.h"
#include "bots/stammtisch/turned.h"

enum {
    OPTION_CAUTION,
    OPTION_HAND_CAUTION,
    OPTION_GRAND,
    OPTION_NULL,
    OPTION_HAND,
    OPTION_KONTRA,
    OPTION_RE,
    OPTIONS
};

struct stammtisch {
    struct bidding_style style;
    struct rules rules;
    struct discards discards;
    struct memory memory;
    int limit; /* how high it bids in this deal; -1 until it is asked */
};

/* Of a doubling, in thousandths; 100 percent means never. */
static int threshold(int64_t percent)
{
    enum { NEVER = 1001 };
    return percent == 100 ? NEVER : (int)percent * 10;
}

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
        .kontra = threshold(settings[OPTION_KONTRA].value),
        .re = threshold(settings[OPTION_RE].value),
    };
    bot->rules = rules_official();
    model_discards(&bot->discards);
    return bot;
}

static void session_begin(void *instance, const struct skat_bot_session *session)
{
    struct stammtisch *bot = instance;
    rules_take_over(&bot->rules, session->rules);
}

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct stammtisch *bot = instance;
    bot->limit = -1;
    bot->rules.bock = view->bock;
    bot->memory = (struct memory){0};
}

/* What it costs to pass now: the ramsch, as likely as it is that the others pass too. */
static int cost_of_passing(const struct stammtisch *bot, const struct skat_bot_view *view)
{
    enum { ALL_PASS_ONE_IN = 6 };

    if (!bot->rules.passed_in)
        return 0;
    int cost = schieben_cost(view->hand);
    return count(view->passed) == 2 ? cost : cost / ALL_PASS_ONE_IN;
}

static int limit_of(const struct stammtisch *bot, const struct skat_bot_view *view)
{
    return bidding_limit(&bot->style, &bot->rules, view->hand, view->position == 0,
                         cost_of_passing(bot, view));
}

static int limit(struct stammtisch *bot, const struct skat_bot_view *view)
{
    if (bot->limit < 0 || (bot->rules.passed_in && count(view->passed) == 2))
        bot->limit = limit_of(bot, view);
    return bot->limit;
}

static void add_spitzen(const struct skat_bot_decision *decision, cards ten,
                        struct skat_bot_contract *contract)
{
    if (decision->spitzen && contract->type < SUITS)
        contract->with |=
            (uint8_t)(SKAT_BOT_SPITZE * spitzen_announced(contract->type, ten, decision->spitzen));
}

static void choose_game(const struct stammtisch *bot, const struct skat_bot_view *view,
                        const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    out->kind = SKAT_BOT_PICK_UP;
    if (!decision->declaration_count)
        return; /* rum was said */
    if (bidding_hand_game(&bot->style, &bot->rules, view, &out->contract)) {
        out->kind = SKAT_BOT_DECLARE;
        add_spitzen(decision, view->hand, &out->contract);
    } else if (decision->may_rum && bidding_rum(&bot->style, &bot->rules, view)) {
        out->kind = SKAT_BOT_RUM;
    }
}

static void put(cards set, struct skat_bot_action *out)
{
    while (set)
        out->cards[out->count++] = take(&set);
}

static void declare(const struct stammtisch *bot, const struct skat_bot_view *view,
                    const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    cards aside = 0;

    out->kind = SKAT_BOT_DECLARE;
    bidding_declare(&bot->style, &bot->rules, &bot->discards, view, &out->contract, &aside);
    add_spitzen(decision, view->hand & ~aside, &out->contract);
    put(aside, out);
}

static card choose_card(struct stammtisch *bot, const struct skat_bot_view *view, cards legal)
{
    struct memory *memory = &bot->memory;

    memory_update(memory, view);
    switch (view->contract.type) {
    case REVOLUTION:
        if (!view->played_count && view->position == view->declarer &&
            revolution_lead(view->hand) != SKAT_BOT_NO_CARD)
            return revolution_lead(view->hand);
        return play_null(view, legal, memory);
    case NULL_GAME:
        return play_null(view, legal, memory);
    case RAMSCH:
        return ramsch_play(view, legal, memory, &bot->rules);
    case SACHSENSPITZE:
        return turned_play(view, legal, memory);
    }
    if (view->position == view->declarer)
        legal = spitzen_spare(&view->contract, legal);
    return play_card(view, legal, memory, rank_points);
}

static void play(struct stammtisch *bot, const struct skat_bot_view *view,
                 const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    if (decision->may_give_up && gift_proposed(view))
        out->kind = SKAT_BOT_GIVE_UP;
    else
        skat_bot_play(out, choose_card(bot, view, decision->cards));
}

/* The questions that only variants ask. */
static void answer_variant(const struct stammtisch *bot, const struct skat_bot_view *view,
                           const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    int kind = SKAT_BOT_PLAY_ON;

    switch (decision->kind) {
    case SKAT_BOT_DECIDE_KONTRA:
        if (kontra_says(&bot->style, &bot->rules, view))
            kind = SKAT_BOT_KONTRA;
        break;
    case SKAT_BOT_DECIDE_AGREE:
        kind = gift_agreed(view) ? SKAT_BOT_HOLD : SKAT_BOT_REFUSE;
        break;
    case SKAT_BOT_DECIDE_GIFT:
        kind = gift_accepted(&bot->rules, view) ? SKAT_BOT_HOLD : SKAT_BOT_REFUSE;
        break;
    case SKAT_BOT_DECIDE_GRAND_HAND:
        if (bidding_grand_hand(&bot->style, &bot->rules, view, schieben_cost(view->hand)))
            kind = SKAT_BOT_DECLARE;
        out->contract = decision->declarations[0];
        break;
    case SKAT_BOT_DECIDE_SCHIEBEN:
        kind = schieben_takes(view) ? SKAT_BOT_PICK_UP : SKAT_BOT_PASS_ON;
        break;
    case SKAT_BOT_DECIDE_PASS_ON:
        kind = SKAT_BOT_PASS_ON;
        put(schieben_passed_on(view, decision->cards), out);
        break;
    case SKAT_BOT_DECIDE_EXCHANGE:
        kind = SKAT_BOT_EXCHANGE;
        put(revolution_exchange(view, decision->cards), out);
        break;
    }
    out->kind = (uint8_t)kind;
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
        choose_game(bot, view, decision, out);
        break;
    case SKAT_BOT_DECIDE_DECLARE:
        declare(bot, view, decision, out);
        break;
    case SKAT_BOT_DECIDE_CARD:
        play(bot, view, decision, out);
        break;
    default:
        answer_variant(bot, view, decision, out);
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
    [OPTION_KONTRA] =
        PERCENT("kontra", "says kontra on games lost with at least this chance; 100: never", 50),
    [OPTION_RE] = PERCENT("re", "says re on games won with at least this chance; 100: never", 70),
};

SKAT_BOT_EXPORT const struct skat_bot_module skat_bot = {
    SKAT_BOT_SIZES,
    .id = "stammtisch",
    .version = "1.1",
    .author = "Skat Arena",
    .description = "a heuristic player, as one meets in a club",
    .flags = SKAT_BOT_DETERMINISTIC,
    .option_count = OPTIONS,
    .options = options,
    .decisions = SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY | SKAT_BOT_DECIDES_VARIANTS,
    .variants = SKAT_BOT_KNOWS_ALL,
    .create = create,
    .destroy = free,
    .act = act,
    .session_begin = session_begin,
    .deal_begin = deal_begin,
};
