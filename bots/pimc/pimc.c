/* bots/pimc/pimc.c - the module: its options, and the decisions made by sampling. */
#include <stdlib.h>

#include "bots/pimc/judge.h"

#include "bots/pimc/announce.h"
#include "bots/pimc/belief.h"
#include "bots/pimc/bids.h"
#include "bots/pimc/doubling.h"

enum {
    OPTION_WORLDS,
    OPTION_CLEAR,
    OPTION_NODES,
    OPTION_INFERENCE,
    OPTION_PLAYS,
    OPTION_EXACT,
    OPTION_BIDS,
    OPTION_ANNOUNCE,
    OPTION_KONTRA,
    OPTION_SCORING,
    OPTION_CAUTION,
    OPTIONS
};
enum {
    TABLE_BITS = 15,
    WORLDS_MOST = 640,
    AT_ONCE = 20, /* worlds drawn at once */
    /* The worth of passing if somebody may still bid and play a game, which is mostly won. */
    PASSING = -10,
    PASSING_SEEGER = -25
};

struct pimc {
    const struct skat_bot_host *host;
    /* Decides on bids, on what only variants have, and when all cards are alike. */
    struct player club;
    struct judge judge;
    int worlds, clear, bids, announce, kontra, scoring;
    unsigned by;            /* belief.h */
    const uint16_t *ladder; /* the session's */
    int ladder_count;
    int limit;   /* how high it bids in this deal; -1 until needed */
    int is_skat; /* not a variant game */
    uint64_t nodes;
    struct world world[AT_ONCE];
    uint64_t memory[]; /* the solver's */
};

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t number)
{
    struct pimc *bot =
        number == OPTIONS ? calloc(1, sizeof *bot + skat_solver_size(TABLE_BITS)) : NULL;

    if (!bot)
        return NULL;
    bot->host = host;
    bot->is_skat = 1;
    bot->worlds = (int)settings[OPTION_WORLDS].value;
    bot->clear = settings[OPTION_CLEAR].value != 0;
    bot->nodes =
        host->node_budget ? host->node_budget : (uint64_t)settings[OPTION_NODES].value * 1000;
    bot->by = (settings[OPTION_INFERENCE].value ? BY_BIDS : 0u) |
              (settings[OPTION_PLAYS].value ? BY_PLAYS : 0u);
    bot->bids = settings[OPTION_BIDS].value != 0;
    bot->announce = settings[OPTION_ANNOUNCE].value != 0;
    bot->kontra = settings[OPTION_KONTRA].value != 0;
    bot->scoring = settings[OPTION_SCORING].value != 0;
    bot->judge.exact_cards = (int)settings[OPTION_EXACT].value;
    bot->judge.solver = skat_solver_init(bot->memory, TABLE_BITS);
    struct bidding_style style = usual_style;
    style.caution = (int)settings[OPTION_CAUTION].value * 10;
    player_init(&bot->club, &style);
    return bot;
}

static void session_begin(void *instance, const struct skat_bot_session *session)
{
    struct pimc *bot = instance;
    player_session_begin(&bot->club, session);
    if (!bot->scoring)
        bot->club.rules.seeger = 0;
    bot->ladder = session->rules->ladder;
    bot->ladder_count = (int)session->rules->ladder_count;
    bot->is_skat = session->rules->game == SKAT_BOT_GAME_SKAT;
}

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct pimc *bot = instance;
    player_deal_begin(&bot->club, view);
    bot->limit = -1;
}

/* Each decision has its own stream of random numbers and its own budget. */
static void begin_decision(struct pimc *bot)
{
    skat_random_start_number(&bot->judge.random, bot->host->random(bot->host->context));
    bot->judge.budget = bot->nodes;
}

static card choose_card(struct pimc *bot, const struct skat_bot_view *view, cards legal, card clubs)
{
    struct verdict verdict;
    int drawn = 0;

    if (count(legal) < 2 || view->contract.type > NULL_GAME)
        return clubs;
    begin_decision(bot);
    verdict_begin(&verdict, legal);
    while (drawn < bot->worlds && !(bot->clear && verdict_narrow(&verdict))) {
        int more = drawn + AT_ONCE < bot->worlds ? AT_ONCE : bot->worlds - drawn;
        belief_draw(&bot->club, view, bot->by, &bot->judge.random, bot->world, more);
        for (int i = 0; i < more; i++)
            if (!judge_cards(&bot->judge, view, &bot->world[i], &verdict))
                return verdict.worlds ? verdict_card(&verdict, clubs) : clubs;
        drawn += more;
    }
    return verdict_card(&verdict, clubs);
}

static void declare(struct pimc *bot, const struct skat_bot_view *view, struct skat_bot_action *out)
{
    cards aside = BIT(out->cards[0]) | BIT(out->cards[1]);

    if (out->contract.type > NULL_GAME || out->contract.with & SKAT_BOT_SPITZEN ||
        bot->club.rules.turns)
        return; /* games that only variants have are not judged */
    begin_decision(bot);
    announce(&bot->judge, &bot->club, view, bot->by, &out->contract, &aside);
    for (int i = 0; i < 2; i++)
        out->cards[i] = take(&aside);
}

/* Computed once per deal, from the bids so far. The club player bids on games of variants. */
static int limit(struct pimc *bot, const struct skat_bot_view *view)
{
    int last = count(view->passed) == 2; /* if this player passes too, all have passed */
    int passing = last ? 0 : bot->club.rules.seeger ? PASSING_SEEGER : PASSING;

    if (bot->limit < 0 || last) {
        begin_decision(bot);
        bot->limit =
            bids_limit(&bot->judge, &bot->club, view, bot->by, bot->ladder, bot->ladder_count,
                       passing - player_cost_of_passing(&bot->club, view));
    }
    int clubs = bot->club.rules.revolution || bot->club.rules.sachsenspitze_base
                    ? player_limit(&bot->club, view)
                    : 0;
    return clubs > bot->limit ? clubs : bot->limit;
}

static int doubles(struct pimc *bot, const struct skat_bot_view *view)
{
    begin_decision(bot);
    return doubling_says(&bot->judge, &bot->club, view, bot->by);
}

static void act(void *instance, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct pimc *bot = instance;

    player_act(&bot->club, view, decision, out);
    if (!bot->is_skat)
        return; /* worlds and solver know only Skat: the club player plays variant games */
    if (decision->kind <= SKAT_BOT_DECIDE_HOLD && bot->bids)
        player_bid(view, decision, limit(bot, view), out);
    else if (decision->kind == SKAT_BOT_DECIDE_CARD && out->kind == SKAT_BOT_CARD)
        skat_bot_play(out, choose_card(bot, view, decision->cards, out->cards[0]));
    else if (decision->kind == SKAT_BOT_DECIDE_DECLARE && bot->announce)
        declare(bot, view, out);
    else if (decision->kind == SKAT_BOT_DECIDE_KONTRA && bot->kontra)
        out->kind = doubles(bot, view) ? SKAT_BOT_KONTRA : SKAT_BOT_PLAY_ON;
}

#define NUMBER(what, text, least, usual, most)                                                     \
    {                                                                                              \
        .size = sizeof(struct skat_bot_option), .type = SKAT_BOT_OPTION_INT, .name = what,         \
        .help = text, .fallback = (usual), .min = (least), .max = (most)                           \
    }
#define SWITCH(what, text)                                                                         \
    {                                                                                              \
        .size = sizeof(struct skat_bot_option), .type = SKAT_BOT_OPTION_BOOL, .name = what,        \
        .help = text, .fallback = 1                                                                \
    }

static const struct skat_bot_option options[OPTIONS] = {
    [OPTION_WORLDS] = NUMBER("worlds", "most layouts of the hidden cards sampled for each card", 1,
                             80, WORLDS_MOST),
    [OPTION_CLEAR] = SWITCH("clear", "plays a card as soon as it is clear, before all worlds"),
    [OPTION_NODES] =
        NUMBER("knodes", "thousands of nodes per decision; a run's node_budget overrides it", 1,
               1600, 1000000),
    [OPTION_INFERENCE] = SWITCH("inference", "draws worlds according to bids and announcements"),
    [OPTION_PLAYS] = SWITCH("plays", "draws worlds also according to the others' plays"),
    [OPTION_EXACT] =
        NUMBER("exact", "finds exact points with at most so many cards in hand", 0, 6, 10),
    [OPTION_CAUTION] =
        NUMBER("caution", "bids by the tables on games with at least this chance", 0, 52, 100),
    [OPTION_BIDS] = SWITCH("bids", "bids by sampling, not by stammtisch's tables"),
    [OPTION_ANNOUNCE] = SWITCH("announce", "announces by sampling, not by stammtisch's tables"),
    [OPTION_KONTRA] = SWITCH("kontra", "doubles by sampling, not by stammtisch's tables"),
    [OPTION_SCORING] = SWITCH("scoring", "knows the Seeger-Fabian extras; off: bids as in classic"),
};

SKAT_BOT_EXPORT const struct skat_bot_module skat_bot = {
    SKAT_BOT_SIZES,
    .id = "pimc",
    .version = "1.1",
    .author = "Skat Arena",
    .description = "samples the hidden cards and solves the play",
    .flags = SKAT_BOT_DETERMINISTIC,
    .option_count = OPTIONS,
    .options = options,
    .decisions = SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY | SKAT_BOT_DECIDES_VARIANTS |
                 SKAT_BOT_DECIDES_RELATIVES,
    .variants = SKAT_BOT_KNOWS_SKAT | SKAT_BOT_KNOWS(TOURNEESKAT) | SKAT_BOT_KNOWS(DUMMY) |
                SKAT_BOT_KNOWS(COVERED) | SKAT_BOT_KNOWS(6ER_SKAT) | SKAT_BOT_KNOWS(HERZBLATT) |
                SKAT_BOT_KNOWS(RAEUBERSKAT),
    .create = create,
    .destroy = free,
    .act = act,
    .session_begin = session_begin,
    .deal_begin = deal_begin,
};
