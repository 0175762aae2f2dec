// SPDX-License-Identifier: MIT
/* bots/pimc/pimc.c - the module: its options, and the decisions made by sampling. */
#include <stdlib.h>
#include <string.h>

#include "bots/pimc/judge.h"

#include "bots/pimc/announce.h"
#include "bots/pimc/auction.h"
#include "bots/pimc/belief.h"
#include "bots/neural/hand_network.h"
#include "bots/neural/null_network.h"
#include "bots/stammtisch/player.h"
#include "bots/stammtisch/play.h"
#include "bots/stammtisch/ramsch.h"
#include "bots/stammtisch/bidding.h"

enum {
    OPTION_WORLDS,
    OPTION_SOLVED,
    OPTION_FAST,
    OPTION_CLEAR,
    OPTION_NODES,
    OPTION_INFERENCE,
    OPTION_PLAYS,
    OPTION_CANDIDATES,
    OPTION_EXACT,
    OPTION_BIDS,
    OPTION_ANNOUNCE,
    OPTION_KONTRA,
    OPTION_SCORING,
    OPTION_CAUTION,
    OPTION_TRUE_WORLDS,
    OPTION_KNOWS,
    OPTION_OTHERS,
    OPTION_CLAIMS,
    OPTION_RAMSCH,
    OPTION_NETWORKS,
    OPTION_CONCEDE,
    OPTION_SCHNEIDER,
    OPTION_SCHWARZ,
    OPTION_GIFTS,
    OPTION_DOUBLES,
    OPTIONS
};
enum {
    TABLE_BITS = 15,
    WORLDS_MOST = 640,
    /* The option `fast`: one of so many worlds is played out for a card, one of so many for a bid
     * or a hand game, and one of so many solved (none, by default: a few worlds say little), with
     * so much of the nodes, drawn from so much of the candidates; the solver finds exact points
     * with no more than so many cards in hand. */
    FAST = 4,
    FAST_BIDS = 4,
    FAST_SOLVED = 64,
    FAST_NODES = 24,
    FAST_CANDIDATES = 3,
    FAST_EXACT = 5,
    FAST_RAMSCH = 5 /* in ramsch, which is only played out, one of so many */
};

/* The default of the option `caution`. */
enum { CAUTION = 52 };

enum knows { KNOWS_ALWAYS, KNOWS_DECLARING, KNOWS_DEFENDING };

struct pimc {
    const struct skat_bot_host *host;
    /* Decides on bids, on what only variants have, and when all cards are alike. */
    struct club_player club;
    /* As which the others are judged. It is not this player: a changed bid of its own changes no
     * belief, and no card where it would have bid the same. */
    struct club_player others;
    struct judge judge;
    uint64_t deal_seed;            /* the random numbers of a deal are made from it */
    int worlds, solved, in_ramsch; /* worlds played out, solved, and played out in ramsch */
    int fewer; /* worlds to bid and announce hand games by, divided by this: FAST_BIDS or 1 */
    int clear, bids, announce, kontra, ramsch, scoring;
    int networks;         /* those of neural are asked */
    int schneider;        /* thousandths of the worlds that make it, to announce it by hand */
    int doubles, concede; /* `concede`: the chance, in thousandths, below which it gives up */
    struct belief belief;
    struct evidence evidence; /* when a card is chosen */
    int true_worlds, knows;   /* for a bot that sees all hands */
    const uint16_t *ladder;   /* the session's */
    int ladder_count;
    int is_skat; /* not a variant game */
    uint64_t nodes;
    /* The worlds that were drawn for a card, and their number. */
    struct world world[WORLDS_MOST + BELIEF_AT_ONCE];
    int drawn;
    struct verdict last; /* on the cards of the last decision; no worlds: it was none of cards */
    uint64_t memory[];   /* the solver's */
};

static int part(int whole, int of) { return (whole + of - 1) / of; }

/* Ramsch, which is only played out, takes nearly twice as many. */
static int worlds_in_ramsch(int worlds)
{
    const int more = part(15 * worlds, 8);

    return more < WORLDS_MOST ? more : WORLDS_MOST;
}

/* The option `fast`. */
static void be_fast(struct pimc *bot)
{
    bot->in_ramsch = part(bot->in_ramsch, FAST_RAMSCH);
    bot->worlds = part(bot->worlds, FAST);
    bot->solved /= FAST_SOLVED;
    bot->nodes = (bot->nodes + FAST_NODES - 1) / FAST_NODES;
    if (bot->judge.exact_cards > FAST_EXACT)
        bot->judge.exact_cards = FAST_EXACT;
    bot->belief.candidates = part(bot->belief.candidates, FAST_CANDIDATES);
    bot->fewer = FAST_BIDS;
}

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
    bot->in_ramsch = worlds_in_ramsch(bot->worlds);
    bot->solved = (int)settings[OPTION_SOLVED].value;
    bot->fewer = 1;
    bot->clear = settings[OPTION_CLEAR].value != 0;
    bot->nodes = (uint64_t)settings[OPTION_NODES].value * 1000;
    bot->belief.club = &bot->others;
    bot->judge.belief = &bot->belief;
    bot->belief.by = (settings[OPTION_INFERENCE].value ? BY_BIDS : 0u) |
                     (settings[OPTION_PLAYS].value ? BY_PLAYS : 0u);
    bot->belief.candidates = (int)settings[OPTION_CANDIDATES].value;
    bot->true_worlds = (int)settings[OPTION_TRUE_WORLDS].value;
    bot->knows = (int)settings[OPTION_KNOWS].value;
    bot->bids = settings[OPTION_BIDS].value != 0;
    bot->announce = settings[OPTION_ANNOUNCE].value != 0;
    bot->kontra = settings[OPTION_KONTRA].value != 0;
    bot->networks = settings[OPTION_NETWORKS].value != 0;
    bot->ramsch = settings[OPTION_RAMSCH].value != 0;
    bot->scoring = settings[OPTION_SCORING].value != 0;
    bot->judge.exact_cards = (int)settings[OPTION_EXACT].value;
    if (settings[OPTION_FAST].value)
        be_fast(bot);
    if (host->limits.nodes)
        bot->nodes = host->limits.nodes;
    bot->judge.solver = skat_solver_init(bot->memory, TABLE_BITS);
    struct bidding_style style = usual_style;
    style.caution = (int)settings[OPTION_OTHERS].value * 10;
    player_init(&bot->others, &style);
    style.caution = (int)settings[OPTION_CAUTION].value * 10;
    style.claims = settings[OPTION_CLAIMS].value != 0;
    style.concede = 0; /* by sampling, below */
    style.schwarz = settings[OPTION_SCHWARZ].value != 0;
    style.gifts = settings[OPTION_GIFTS].value != 0;
    bot->schneider = (int)settings[OPTION_SCHNEIDER].value * 10;
    bot->concede = (int)settings[OPTION_CONCEDE].value * 10;
    bot->doubles = settings[OPTION_DOUBLES].value != 0;
    player_init(&bot->club, &style);
    return bot;
}

static void session_begin(void *instance, const struct skat_bot_session *session)
{
    struct pimc *bot = instance;
    player_session_begin(&bot->club, session);
    player_session_begin(&bot->others, session);
    if (!bot->scoring)
        bot->club.rules.seeger = bot->others.rules.seeger = 0;
    bot->judge.ramsch = judge_ramsch_rules(session->rules);
    bot->ladder = session->rules->ladder;
    bot->ladder_count = (int)session->rules->ladder_count;
    bot->is_skat = skat_bot_rule_is(session->rules, "game", "skat");
}

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct pimc *bot = instance;
    player_deal_begin(&bot->club, view);
    player_deal_begin(&bot->others, view);
    bot->deal_seed = bot->host->random(bot->host->context);
}

/* Each decision has random numbers of its own, by what is asked and how many cards were played, so
 * that no decision moves those of another; and its own budget. Bids of an auction share theirs: it
 * is one question, asked again. */
static void begin_decision(struct pimc *bot, const struct skat_bot_view *view, int kind)
{
    struct skat_random random;

    skat_random_start_number(&random, bot->deal_seed + (uint64_t)kind * SKAT_BOT_DECK_MAX +
                                          view->played_count);
    bot->judge.seed = skat_random_bits(&random);
    bot->judge.budget = bot->nodes;
}

/* World `number` of the decision. */
static const struct world *world_of(struct pimc *bot, int number)
{
    for (; bot->drawn <= number; bot->drawn += BELIEF_AT_ONCE)
        evidence_draw(&bot->evidence, bot->drawn, &bot->world[bot->drawn], BELIEF_AT_ONCE);
    return &bot->world[number];
}

/* What cards are worth without a search. It counts as much as a third of the worlds so far, and
 * sixty, since few worlds say little, or twenty without networks: so the option `worlds` changes no
 * card that fewer decide. */
enum { WORLDS_EXPECTED = 60, WORLDS_EXPECTED_LINEAR = 20 };
struct expectation {
    int worth[SKAT_CARD_CODES];
    int parts;  /* of JUDGE_PARTS that are not the solver's; 0: it does not count */
    int worlds; /* that it counts as from the beginning */
};

static int expected(const struct expectation *expectation, int worlds)
{
    return (worlds / 3 + expectation->worlds) * expectation->parts / JUDGE_PARTS;
}

static void expect(struct pimc *bot, const struct skat_bot_view *view, cards legal, int parts,
                   struct expectation *expectation)
{
    const int null = view->contract.type == NULL_GAME;

    expectation->parts = null && !bot->networks ? 0 : parts;
    expectation->worlds = bot->networks ? WORLDS_EXPECTED : WORLDS_EXPECTED_LINEAR;
    if (!expectation->parts)
        return;
    if (null)
        null_values(view, legal, &bot->club.memory, expectation->worth);
    else if (bot->networks)
        network_values(view, legal, &bot->club.memory, expectation->worth);
    else
        card_values(&usual_card_weights, view, legal, &bot->club.memory, expectation->worth);
}

/* Judges cards in up to `most` worlds, until the budget is used up, or with `clear` until they are
 * clear. `solvers` as in judge_cards(), `customary` as in verdict_settle(). */
static void look_into_worlds(struct pimc *bot, const struct skat_bot_view *view, int solvers,
                             int most, card customary, const struct expectation *expectation,
                             struct verdict *verdict)
{
    for (int i = 0, counts = 0; i < most; i++) {
        if (i % BELIEF_AT_ONCE == 0) {
            const int until = i + BELIEF_AT_ONCE < most ? i + BELIEF_AT_ONCE : most;
            verdict_expect(verdict, expectation->worth, expected(expectation, until) - counts);
            counts = expected(expectation, until);
        }
        if (!judge_cards(&bot->judge, view, world_of(bot, i), solvers, verdict))
            return;
        if (((i + 1) % BELIEF_AT_ONCE == 0 || i + 1 == most) &&
            (verdict_settle(verdict, customary) || (bot->clear && verdict_narrow(verdict))))
            return;
    }
}

/* Solves some of the worlds that were played out: the first ones, or if they are few, some of the
 * first BELIEF_AT_ONCE, of which neighbours are often alike. */
static void solve_worlds(struct pimc *bot, const struct skat_bot_view *view,
                         struct verdict *verdict)
{
    const int apart =
        bot->solved && bot->solved < BELIEF_AT_ONCE ? BELIEF_AT_ONCE / bot->solved : 1;

    for (int i = 0; i < bot->solved; i++)
        if (!judge_cards(&bot->judge, view, world_of(bot, i * apart), JUDGE_PARTS, verdict))
            return;
}

/* Earlier than with few cards in hand the solver takes long, and knows more than the players do, so
 * most worlds are played out instead; of the cards that are left, it solves a few. */
static void play_and_solve(struct pimc *bot, const struct skat_bot_view *view, cards legal,
                           card customary, struct verdict *verdict)
{
    const int solvers = judge_solvers_part(view);
    struct expectation expectation;
    struct verdict solved;

    expect(bot, view, legal, JUDGE_PARTS, &expectation);
    look_into_worlds(bot, view, 0, bot->worlds, customary, &expectation, verdict);
    verdict_begin(&solved, verdict_open(verdict));
    if (verdict->number > 1)
        solve_worlds(bot, view, &solved);
    bot->last = verdict->worlds ? *verdict : solved;
    if (!verdict->worlds)
        *verdict = solved;
    else if (solved.worlds)
        verdict_join(verdict, JUDGE_PARTS - solvers, &solved, solvers);
}

/* With few cards in hand, all worlds are solved as well, by exact points. */
static void solve_and_play(struct pimc *bot, const struct skat_bot_view *view, cards legal,
                           card customary, struct verdict *verdict)
{
    const int solvers = judge_solvers_part(view);
    struct expectation expectation = {.worth = {0}};

    expect(bot, view, legal, JUDGE_PARTS - solvers, &expectation);
    look_into_worlds(bot, view, solvers, part(bot->worlds, 2), customary, &expectation, verdict);
    bot->last = *verdict;
}

/* Null is played out, since most nulls are won because defenders do not see what the solver's do;
 * but it is solved by defenders who see declarer's cards. */
static void play_or_solve_null(struct pimc *bot, const struct skat_bot_view *view, cards legal,
                               struct verdict *verdict)
{
    const int solvers = view->position != view->declarer && view->shown ? JUDGE_PARTS : 0;
    struct expectation expectation = {.worth = {0}};

    expect(bot, view, legal, JUDGE_PARTS - solvers, &expectation);
    look_into_worlds(bot, view, solvers, bot->worlds, SKAT_BOT_NO_CARD, &expectation, verdict);
    bot->last = *verdict;
}

/* Ramsch is only played out, in worlds of which nothing is known but who is out of what: nobody has
 * bid on them. Of cards that are as good, `clubs`. */
static card choose_in_ramsch(struct pimc *bot, const struct skat_bot_view *view, cards legal,
                             card clubs)
{
    const struct belief evenly = {.club = &bot->others};
    struct skat_bot_view own = *view;
    struct verdict verdict;

    begin_decision(bot, view, SKAT_BOT_DECIDE_CARD);
    if (view->position == 2)
        own.skat = view->passed_on; /* schieberamsch: rearhand knows the skat */
    evidence_gather(&bot->evidence, &evenly, &own, bot->judge.seed);
    bot->drawn = 0;
    verdict_begin(&verdict, legal);
    for (int i = 0; i < bot->in_ramsch; i++) {
        if (!judge_ramsch_cards(&bot->judge, view, world_of(bot, i), &verdict) ||
            (bot->clear && (i + 1) % BELIEF_AT_ONCE == 0 && verdict_narrow(&verdict)))
            break;
    }
    return verdict.worlds ? verdict_card(&verdict, clubs) : clubs;
}

/* The card that is worth most without a search; in null without networks, `clubs`. */
static card most_worth(const struct pimc *bot, const struct skat_bot_view *view, cards legal,
                       card clubs)
{
    if (view->contract.type == NULL_GAME)
        return bot->networks ? null_card(view, legal, &bot->club.memory) : clubs;
    return bot->networks ? network_card(view, legal, &bot->club.memory)
                         : card_values_best(&usual_card_weights, view, legal, &bot->club.memory);
}

/* Of equally good cards, the one that is worth most without a search, which also decides where
 * nothing else does. If the game is won whatever is played, `clubs` is played, as books have it. */
static card choose_card(struct pimc *bot, const struct skat_bot_view *view, cards legal, card clubs)
{
    struct verdict verdict;

    if (count(legal) < 2)
        return clubs;
    if (view->contract.type == RAMSCH && bot->ramsch)
        return choose_in_ramsch(bot, view, legal, clubs);
    if (view->contract.type > NULL_GAME)
        return clubs;
    begin_decision(bot, view, SKAT_BOT_DECIDE_CARD);
    legal = play_as_announced(view, legal);
    card chosen = most_worth(bot, view, legal, clubs);
    bot->drawn = 0;
    if (bot->worlds || bot->solved)
        evidence_gather(&bot->evidence, &bot->belief, view, bot->judge.seed);
    verdict_begin(&verdict, legal);
    if (view->contract.type == NULL_GAME)
        play_or_solve_null(bot, view, legal, &verdict);
    else if (count(view->hand) <= bot->judge.exact_cards)
        solve_and_play(bot, view, legal, clubs, &verdict);
    else
        play_and_solve(bot, view, legal, clubs, &verdict);
    if (verdict.worlds)
        chosen = verdict_card(&verdict, chosen);
    return view->contract.type == NULL_GAME ? chosen : play_customary_jack(view, legal, chosen);
}

static int is_offered(const struct skat_bot_decision *decision, struct skat_bot_contract contract)
{
    for (uint32_t i = 0; i < decision->declaration_count; i++)
        if (decision->declarations[i].type == contract.type &&
            decision->declarations[i].with == contract.with)
            return 1;
    return 0;
}

/* Adds schneider and schwarz to a suit game or grand by hand. */
static void announce_levels(struct pimc *bot, const struct skat_bot_view *view,
                            const struct skat_bot_decision *decision,
                            struct skat_bot_contract *contract)
{
    enum { NEVER = 1000 };

    if (bot->schneider == NEVER || contract->type > GRAND || contract->with != SKAT_BOT_HAND)
        return;
    const struct skat_bot_contract announced = hand_game_announced(
        &bot->judge, view, HAND_GAME_WORLDS / bot->fewer, bot->schneider, *contract);
    if (is_offered(decision, announced))
        *contract = announced;
}

/* Games by hand of the club player, who has those of variants, and beyond them what sampling finds.
 */
static void choose_hand_game(struct pimc *bot, const struct skat_bot_view *view,
                             const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct skat_bot_contract contract;

    if (!decision->declaration_count || bot->club.rules.turns || view->called_rank)
        return;
    begin_decision(bot, view, SKAT_BOT_DECIDE_GAME);
    if (out->kind == SKAT_BOT_PICK_UP &&
        hand_game(&bot->judge, view, HAND_GAME_WORLDS / bot->fewer, &contract) &&
        is_offered(decision, contract)) {
        out->kind = SKAT_BOT_DECLARE;
        out->contract = contract;
    }
    if (out->kind == SKAT_BOT_DECLARE)
        announce_levels(bot, view, decision, &out->contract);
}

/* How high to bid, by all that has been bid so far. The club player bids on games of variants. */
static int limit(struct pimc *bot, const struct skat_bot_view *view)
{
    const struct rules *rules = &bot->club.rules;
    const struct auction auction = {
        .own = &bot->club,
        .view = view,
        .ladder = bot->ladder,
        .ladder_count = bot->ladder_count,
        .all_pass = rules->passed_in ? -schieben_cost(view->hand) * rules->bock : 0,
        .worlds = AUCTION_WORLDS / bot->fewer};
    int clubs = rules->revolution || rules->sachsenspitze_base ? player_limit(&bot->club, view) : 0;

    begin_decision(bot, view, SKAT_BOT_DECIDE_BID);
    int limit = auction_limit(&bot->judge, &auction);
    return clubs > limit ? clubs : limit;
}

/* By the network, where games bring what it has learned. */
static void bid(struct pimc *bot, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    if (bot->networks && bid_value_knows(&bot->club.rules))
        bid_value_answer(&hand_networks.bids, &bot->club, view, decision, out);
    else
        player_bid(view, decision, limit(bot, view), out);
}

static int doubles(struct pimc *bot, const struct skat_bot_view *view)
{
    begin_decision(bot, view, SKAT_BOT_DECIDE_KONTRA);
    return doubling_says(&bot->judge, view, DOUBLING_WORLDS / bot->fewer);
}

static int gives_up(struct pimc *bot, const struct skat_bot_view *view)
{
    begin_decision(bot, view, SKAT_BOT_DECIDE_CONCEDE);
    return doubling_gives_up(&bot->judge, view, DOUBLING_WORLDS / bot->fewer, bot->concede);
}

/* ---- a bot that sees all hands ---- */

static int sees_all(const struct skat_bot_view *view)
{
    int hands = 0; /* one alone was opened by a claim */

    for (int seat = 0; seat < 3; seat++)
        hands += view->seen[seat] != 0;
    return hands == 2;
}

/* Does it use what it sees in this decision? Bidding counts as declaring. */
static int uses_sight(const struct pimc *bot, const struct skat_bot_view *view)
{
    int defending = view->declarer != SKAT_BOT_NOBODY && view->declarer != view->position;

    return bot->knows == KNOWS_ALWAYS || defending == (bot->knows == KNOWS_DEFENDING);
}

static struct world true_world(const struct skat_bot_view *view)
{
    struct world world;
    cards rest = ALL_CARDS & ~view->gone;

    for (int seat = 0; seat < 3; seat++) {
        world.hands[seat] = seat == view->position ? view->hand : view->seen[seat];
        rest &= ~world.hands[seat];
    }
    world.skat = rest;
    return world;
}

/* The view from which this decision is made: without the others' hands, unless all of it is to be
 * used. */
static struct skat_bot_view narrowed(struct pimc *bot, const struct skat_bot_view *view)
{
    struct skat_bot_view own = *view;
    int uses = uses_sight(bot, view);

    bot->belief.true_worlds = 0;
    if (!sees_all(view)) {
        int last = count(view->hand) < 2; /* the others may have none left */
        if (!last && (bot->true_worlds < 100 || bot->knows != KNOWS_ALWAYS))
            bot->host->fail(
                bot->host->context, SKAT_BOT_FAIL_CRASH,
                "true_worlds and knows are for a bot that sees all hands (\"sees\": \"all\")");
        return own;
    }
    if (uses && bot->true_worlds == 100)
        return own;
    bot->belief.true_worlds = uses ? bot->true_worlds : 0;
    bot->belief.truth = true_world(view);
    for (int seat = 0; seat < 3; seat++)
        own.seen[seat] = 0;
    return own;
}

static void act(void *instance, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct pimc *bot = instance;

    bot->last.worlds = 0;
    player_act(&bot->club, view, decision, out);
    if (!bot->is_skat)
        return; /* worlds and solver know only Skat: the club player plays variant games */
    const struct skat_bot_view own = narrowed(bot, view);
    view = &own;
    if (decision->kind <= SKAT_BOT_DECIDE_HOLD && bot->bids)
        bid(bot, view, decision, out);
    else if (decision->kind == SKAT_BOT_DECIDE_CARD && out->kind == SKAT_BOT_CARD &&
             decision->may_concede && gives_up(bot, view))
        out->kind = SKAT_BOT_CONCEDE;
    else if (decision->kind == SKAT_BOT_DECIDE_CARD && out->kind == SKAT_BOT_CARD)
        skat_bot_play(out, choose_card(bot, view, decision->cards, out->cards[0]));
    else if (decision->kind == SKAT_BOT_DECIDE_GAME && bot->announce)
        choose_hand_game(bot, view, decision, out);
    else if (decision->kind == SKAT_BOT_DECIDE_DECLARE && bot->announce && bot->networks)
        announcement_answer(&hand_networks.announcements, &bot->club, view, decision, out);
    else if (decision->kind == SKAT_BOT_DECIDE_KONTRA && bot->kontra)
        out->kind = doubles(bot, view) ? SKAT_BOT_KONTRA : SKAT_BOT_PLAY_ON;
    if (decision->kind == SKAT_BOT_DECIDE_KONTRA && !bot->doubles)
        out->kind = SKAT_BOT_PLAY_ON;
}

/* In how many of the layouts that it looked into the game was won or, for a defender, beaten with
 * each card that was left. */
static void explain(void *instance, const struct skat_bot_view *view,
                    const struct skat_bot_decision *decision, const struct skat_bot_action *answer,
                    char *text, uint32_t room)
{
    const struct pimc *bot = instance;
    const struct verdict *verdict = &bot->last;
    char name[3];

    (void)view;
    (void)decision;
    (void)answer;
    *text = '\0';
    if (!verdict->worlds)
        return;
    explain_add(text, room, "chances");
    for (int i = 0; i < verdict->number; i++)
        explain_add(text, room, "%s %s %d %%", i ? "," : ":", explain_card(verdict->open[i], name),
                    100 - 100 * verdict->lost[i] / verdict->worlds);
}

static const void *extension(void *instance, const char *id)
{
    static const struct skat_bot_explain explains = {.size = sizeof explains, .write = explain};

    (void)instance;
    return strcmp(id, "skat.explain/1") == 0 ? &explains : NULL;
}

static const char *const knows[] = {"always", "declaring", "defending", NULL};

static const struct skat_bot_option options[OPTIONS] = {
    [OPTION_WORLDS] = NUMBER(
        "worlds",
        "at most this many layouts of the hidden cards are played out for each card; 0: none", 0,
        160, WORLDS_MOST),
    [OPTION_SOLVED] =
        NUMBER("solved", "at most this many of the layouts are solved", 0, 48, WORLDS_MOST),
    [OPTION_FAST] = SWITCH("fast", "a fourteenth of the time: fewer layouts and nodes", 0),
    [OPTION_CLEAR] = SWITCH("clear", "plays a card as soon as it is clear, before all worlds", 1),
    [OPTION_NODES] = NUMBER("knodes", "thousands of nodes per decision; limits.nodes overrides it",
                            1, 600, 1000000),
    [OPTION_INFERENCE] = SWITCH("inference", "draws worlds according to bids and announcements", 1),
    [OPTION_PLAYS] = SWITCH("plays", "draws worlds also according to the others' plays", 1),
    [OPTION_CANDIDATES] =
        NUMBER("candidates", "layouts drawn, after the announcement, for each that is wanted", 1,
               BELIEF_CANDIDATES, BELIEF_CANDIDATES),
    [OPTION_EXACT] = NUMBER(
        "exact",
        "solves all layouts of suit games and grands, by exact points, with at most this many "
        "cards in hand",
        0, 6, 10),
    [OPTION_CAUTION] =
        PERCENT("caution", "bids by the tables on games with at least this chance", CAUTION),
    [OPTION_BIDS] =
        SWITCH("bids", "bids by the network or sampling, not by stammtisch's tables", 1),
    [OPTION_ANNOUNCE] =
        SWITCH("announce", "announces by a network, hand games by sampling, not by tables", 1),
    [OPTION_KONTRA] = SWITCH("kontra", "doubles by sampling, not by stammtisch's tables", 1),
    [OPTION_RAMSCH] =
        SWITCH("ramsch", "plays ramsch by sampling, not by stammtisch's rules of thumb", 1),
    [OPTION_NETWORKS] = SWITCH("networks",
                               "asks the networks of neural for bids, announcements and what cards "
                               "are worth without a search",
                               1),
    [OPTION_TRUE_WORLDS] = PERCENT(
        "true_worlds", "if it sees all hands: how many of a hundred worlds are the true one", 100),
    [OPTION_KNOWS] = {.size = sizeof(struct skat_bot_option),
                      .type = SKAT_BOT_OPTION_CHOICE,
                      .name = "knows",
                      .help = "if it sees all hands: when it makes use of that",
                      .choices = knows},
    [OPTION_OTHERS] = PERCENT(
        "others", "assumes that the others bid by the tables on games with at least this chance",
        CAUTION),
    [OPTION_CLAIMS] =
        SWITCH("claims", "claims the rest, and gives up lost games where consent is asked", 1),
    [OPTION_CONCEDE] =
        PERCENT("concede",
                "before its first card, gives up a game that is won with less than this chance", 0),
    [OPTION_SCHNEIDER] =
        PERCENT("schneider",
                "announces schneider and schwarz in hand games if at least this many of a "
                "hundred games played out make them; 100: never",
                90),
    [OPTION_SCHWARZ] =
        SWITCH("schwarz", "announces schwarz in hand games in which every trick is certain", 1),
    [OPTION_GIFTS] =
        SWITCH("gifts", "as a defender, offers to give up hopeless games (schenken)", 1),
    [OPTION_DOUBLES] = SWITCH("doubles", "says kontra, re and more", 1),
    [OPTION_SCORING] =
        SWITCH("scoring", "knows the Seeger-Fabian extras; off: bids as in classic", 1),
};

SKAT_BOT_EXPORT const struct skat_bot_module skat_bot = {
    SKAT_BOT_SIZES,
    .id = "pimc",
    .version = "2.14",
    .author = "Skat Arena",
    .description = "samples the hidden cards, plays them out and solves them",
    .flags = SKAT_BOT_DETERMINISTIC,
    .option_count = OPTIONS,
    .options = options,
    .decisions = SKAT_BOT_DECIDES_ALL & ~SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_CONCEDE),
    .variants = SKAT_BOT_KNOWS_SKAT | SKAT_BOT_KNOWS(TOURNEESKAT) | SKAT_BOT_KNOWS(DUMMY) |
                SKAT_BOT_KNOWS(COVERED) | SKAT_BOT_KNOWS(6ER_SKAT) | SKAT_BOT_KNOWS(HERZBLATT) |
                SKAT_BOT_KNOWS(RAEUBERSKAT),
    .create = create,
    .destroy = free,
    .act = act,
    .session_begin = session_begin,
    .deal_begin = deal_begin,
    .extension = extension,
};
