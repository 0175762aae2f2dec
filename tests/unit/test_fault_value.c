// SPDX-License-Identifier: MIT
/* tests/unit/test_fault_value.c - what a fault costs (rules.md 8.3, fault_value): worked examples,
 * and that at no moment of random games under random rule sets a bot, whatever seats it has, is
 * further ahead of another one by a fault than by legal answers. */
#include "engine/variants.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/repeat.h"

#include <inttypes.h>

/* ---- examples ---- */

struct worst_case {
    const char *from, *options, *code;
    int bid, matadors, points, tricks, rest_points, rest_tricks;
    int declarers, defenders,
        penalty;       /* signed value after a fault of each; a defender's penalty */
    int matadors_hand; /* 0: as with the skat */
    struct skat_kontra_limits kontra;
};

static const struct worst_case worst_cases[] = {
    {"won; the defenders may become schneider: 40",
     "",
     "H",
     18,
     2,
     61,
     5,
     30,
     3,
     30,
     40,
     10,
     0,
     {0}},
    {"won; schwarz is possible, too: 50", "", "H", 18, 2, 61, 7, 59, 3, 30, 50, 20, 0, {0}},
    {"won schneider: certain", "", "H", 18, 2, 90, 8, 10, 1, 40, 40, 0, 0, {0}},
    {"won; 89 are the most", "", "H", 18, 2, 61, 5, 28, 3, 30, 30, 0, 0, {0}},
    {"not decided, declarer has 31", "", "H", 18, 2, 31, 3, 60, 5, -60, 40, 100, 0, {0}},
    {"not decided, declarer may stay schneider",
     "",
     "H",
     18,
     2,
     30,
     3,
     70,
     5,
     -80,
     40,
     120,
     0,
     {0}},
    {"before the first trick, schwarz", "", "H", 18, 2, 0, 0, 120, 10, -100, 50, 150, 0, {0}},
    {"lost; declarer may stay schneider", "", "H", 18, 2, 20, 2, 30, 3, -80, -60, 20, 0, {0}},
    {"lost by hand, once", "lost_hand=single", "HH", 18, 2, 20, 2, 30, 3, -50, -40, 10, 0, {0}},
    {"null", "", "N", 18, 0, 0, 0, 90, 8, -46, 23, 69, 0, {0}},
    {"null, lost", "", "N", 18, 0, 4, 1, 90, 7, -46, -46, 0, 0, {0}},
    {"overbid at any rate", "", "D", 40, 1, 0, 0, 120, 10, -90, -90, 0, 0, {0}},
    {"overbid but for schwarz: won with it", "", "D", 36, 1, 0, 0, 120, 10, -72, 36, 108, 0, {0}},
    {"overbid, schneider is too little", "", "D", 36, 1, 11, 1, 90, 7, -72, -72, 0, 0, {0}},
    {"kontra could still come: 80, which declarer is not paid",
     "kontra.levels=1",
     "H",
     18,
     2,
     31,
     3,
     60,
     5,
     -120,
     40,
     160,
     0,
     {0, 1, 1}},
    {"four levels could still come: 640",
     "kontra.levels=4",
     "H",
     18,
     2,
     31,
     3,
     60,
     5,
     -120,
     40,
     600,
     0,
     {0, 1, 4}},
    {"declarer could still answer, which is paid",
     "kontra.levels=2",
     "H",
     18,
     2,
     31,
     3,
     60,
     5,
     -60,
     80,
     140,
     0,
     {1, 0, 1}},
    {"but not against who has won",
     "kontra.levels=1",
     "H",
     18,
     2,
     61,
     5,
     28,
     3,
     30,
     30,
     30,
     0,
     {0, 1, 1}},
    {"a spitze that could be missed with 90",
     "spitzen.max=1",
     "H+1",
     18,
     2,
     40,
     4,
     60,
     5,
     -100,
     50,
     150,
     0,
     {0}},
    {"forfeited: the offender loses",
     "decided_game=forfeited",
     "H",
     18,
     2,
     61,
     5,
     30,
     3,
     -80,
     40,
     120,
     0,
     {0}},
    {"forfeited, overbid at any rate",
     "decided_game=forfeited",
     "D",
     40,
     1,
     0,
     0,
     120,
     10,
     -90,
     45,
     135,
     0,
     {0}},
    {"a bot can have three of five seats beside the one at fault",
     "seats=5",
     "H",
     18,
     2,
     31,
     3,
     60,
     5,
     -60,
     40,
     300,
     0,
     {0}},
    {"lost; 54 overbid, schneider 36, schwarz 45",
     "overbid_hand=skat",
     "DH",
     54,
     1,
     0,
     0,
     50,
     5,
     -108,
     -72,
     36,
     -3,
     {0}},
    {"Dutch text: opponents could get 60 x 16",
     "scoring=opponents kontra.levels=4",
     "H",
     18,
     2,
     31,
     3,
     60,
     5,
     -120,
     40,
     1000,
     0,
     {0, 1, 4}},
    {"Dutch text: opponents, declarer loses 20 x 3",
     "scoring=opponents",
     "H",
     18,
     2,
     31,
     3,
     60,
     5,
     -60,
     40,
     100,
     0,
     {0}},
};

static struct skat_contract contract_of(const char *code)
{
    struct skat_contract contract;
    if (skat_contract_parse(code, &contract) != (int)strlen(code))
        fail_msg("no contract \"%s\"", code);
    return contract;
}

static struct skat_result value_after(const struct worst_case *c, enum skat_ending ending)
{
    const struct skat_contract contract = contract_of(c->code);
    const struct skat_facts facts = {
        .announced = true,
        .contract = contract,
        .bid = c->bid,
        .matadors = c->matadors,
        .matadors_hand = c->matadors_hand ? c->matadors_hand : c->matadors,
        .points = c->points,
        .tricks = c->tricks,
        .ending = ending,
        .picked_up = !(contract.with & SKAT_WITH_HAND),
        .spitzen_failed = skat_contract_spitzen(contract) > 0, /* not made yet */
        .bock = 1,
        .kontra_limits = c->kontra,
        .rest_points = c->rest_points,
        .rest_tricks = c->rest_tricks,
    };
    struct skat_rules rules;
    struct skat_result got;

    rules_of(&rules, c->options);
    skat_value(&rules, &facts, &got);
    if (got.points != c->points || got.tricks != c->tricks)
        fail_msg("%s: points %d in %d tricks", c->from, got.points, got.tricks);
    return got;
}

static void the_worst_end_counts(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(worst_cases); i++) {
        const struct worst_case *c = &worst_cases[i];
        const struct skat_result declarers = value_after(c, SKAT_ENDED_DECLARER_FAULT);
        const struct skat_result defenders = value_after(c, SKAT_ENDED_DEFENDER_FAULT);
        if (declarers.signed_value != c->declarers || defenders.signed_value != c->defenders ||
            defenders.penalty != c->penalty)
            fail_msg("%s: declarer's fault %d, a defender's %d and %d, want %d, %d and %d", c->from,
                     declarers.signed_value, defenders.signed_value, defenders.penalty,
                     c->declarers, c->defenders, c->penalty);
    }
}

static void the_highest_value_counts_in_the_auction(void **state)
{
    static const struct {
        const char *options;
        int want;
    } cases[] = {
        {"", -528},
        {"lost_factor=3", -792},
        {"lost_factor=1", -528},
        {"kontra.levels=1", -1056},
        {"kontra.levels=3", -2112},
        {"seats=5", -1056},
        {"scoring=seeger_fabian", -808},
        {"fault_value=conceded", -40},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        struct skat_result got;
        rules_of(&rules, cases[i].options);
        const struct skat_undeclared_facts facts = {
            .may_be_declared = true,
            .bid = 20,
            .ramsch = {.bock = 1},
            .extras = rules.scoring == SKAT_SCORING_SEEGER_FABIAN ? 140 : 0,
        };
        skat_value_undeclared_fault(&rules, &facts, &got);
        if (got.signed_value != cases[i].want || got.won != -1)
            fail_msg("\"%s\": %d, want %d", cases[i].options, got.signed_value, cases[i].want);
    }
}

static void the_dearest_ramsch_counts(void **state)
{
    static const struct {
        const char *from, *options;
        int unseen, knocks, doublings_most, want;
        bool may_be_declared;
    } cases[] = {
        {"a virgin doubles 120; a march makes the second one impossible", "", 0, 0, 0, -240, false},
        {"two virgins", "ramsch.march=0", 0, 0, 0, -480, false},
        {"no virgins: two of a bot share what a march wins", "ramsch.virgin=off", 0, 0, 0, -240,
         false},
        {"neither", "ramsch.virgin=off ramsch.march=0", 0, 0, 0, -120, false},
        {"at least all points", "ramsch.score=fixed_20_30_50", 0, 0, 0, -120, false},
        {"two of a bot tie", "ramsch.score=amounts ramsch.amounts=200,300,400", 0, 0, 0, -800,
         false},
        {"three of a bot tie, another one sits out",
         "seats=4 ramsch.score=amounts ramsch.amounts=200,200,200", 0, 0, 0, -600, false},
        {"two who tie add the skat each, and a virgin doubles: (120 + 22) x 2",
         "ramsch.skat_to=most_points", 0, 0, 0, -284, false},
        {"three who tie, no virgins",
         "seats=4 ramsch.skat_to=most_points ramsch.virgin=off "
         "ramsch.march=0",
         0, 0, 0, -164, false},
        {"a march, and four seats of a bot", "seats=5", 0, 0, 0, -480, false},
        {"passed on unseen once, one knock", "ramsch.klopfen=always", 1, 1, 0, -960, false},
        {"before the first card", "ramsch.klopfen=always", 1, 0, 3, -1920, false},
        {"conceded", "fault_value=conceded", 1, 1, 3, -120, false},
        {"before ramsch the auction is dearer", "", 0, 0, 0, -528, true},
        {"before schieberamsch ramsch is", "", 0, 0, 3, -1920, true},
        {"conceded, in the auction", "fault_value=conceded", 0, 0, 3, -36, true},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct skat_undeclared_facts facts = {
            .is_ramsch = !cases[i].may_be_declared,
            .may_be_declared = cases[i].may_be_declared,
            .may_be_ramsch = true,
            .ramsch = {.unseen = (uint8_t)cases[i].unseen,
                       .knocks = (uint8_t)cases[i].knocks,
                       .bock = 1,
                       .doublings_most = (uint8_t)cases[i].doublings_most},
        };
        char options[120];
        struct skat_rules rules;
        struct skat_result got;
        snprintf(options, sizeof options, "passed_in=ramsch %s", cases[i].options);
        rules_of(&rules, options);
        skat_value_undeclared_fault(&rules, &facts, &got);
        if (got.signed_value != cases[i].want)
            fail_msg("%s: %d, want %d", cases[i].from, got.signed_value, cases[i].want);
    }
}

/* What a deal without a declarer can still become, by its record. */
static void the_dearer_that_may_come_counts(void **state)
{
    enum { GRAND_HAND_LEFT = 1, ONLY_RAMSCH = 1 << SKAT_DUTY_RAMSCH };
    static const struct {
        const char *from;
        enum skat_variant_id variant;
        const char *options, *moves;
        struct skat_terms terms;
        int want;
    } cases[] = {
        {"schieberamsch may follow: 240 x 8",
         SKAT_VARIANT_SKAT,
         "passed_in=schieberamsch",
         "",
         {0},
         -1920},
        {"not after a bid: 2 x 264",
         SKAT_VARIANT_SKAT,
         "passed_in=schieberamsch",
         "1 18",
         {0},
         -528},
        {"nothing may follow", SKAT_VARIANT_SKAT, "", "", {0}, -528},
        {"ramsch is cheaper", SKAT_VARIANT_SKAT, "passed_in=ramsch", "", {0}, -528},
        {"a ramsch round: 240 x 8",
         SKAT_VARIANT_SKAT,
         "ramsch_round.triggers=re_said",
         "",
         {.round = SKAT_ROUND_RAMSCH, .round_deal = 1, .round_of = 3},
         -1920},
        {"in which another wins grand hand: 2200 x 2 x 1",
         SKAT_VARIANT_SKAT,
         "ramsch_round.triggers=re_said ramsch_round.grand_hand=true grand_base=100",
         "",
         {.round = SKAT_ROUND_RAMSCH,
          .round_deal = 1,
          .round_of = 3,
          .grand_hand = GRAND_HAND_LEFT},
         -2200},
        {"Raeuberskat: all four games are left",
         SKAT_VARIANT_RAEUBERSKAT,
         "lost_factor=1",
         "",
         {0},
         -528},
        {"Raeuberskat: only ramsch is",
         SKAT_VARIANT_RAEUBERSKAT,
         "lost_factor=1",
         "",
         {.duties = {ONLY_RAMSCH, ONLY_RAMSCH, ONLY_RAMSCH}},
         -240},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        struct skat_game game;
        struct skat_deal deal;
        struct skat_result got;
        uint64_t random = 1;
        rules_of_game(&rules, cases[i].variant, cases[i].options);
        deal_random_of(&deal, rules.derived.deck, &random);
        memset(&game, 0, sizeof game);
        skat_game_start(&game, &rules, &deal, &cases[i].terms);
        play_moves(&game, cases[i].from, cases[i].moves);
        skat_game_fail(&game, 0);
        skat_game_result(&game, &got);
        if (got.signed_value != cases[i].want)
            fail_msg("%s: %d, want %d", cases[i].from, got.signed_value, cases[i].want);
    }
}

/* ---- no fault pays ---- */

/* Words that cost only the bot that says them: bids, doublings, giving up, and a gift that is
 * agreed to or refused. A bot that answers legally can always do without. */
static void without_raising(struct skat_action *action, const struct skat_game *game,
                            const struct skat_decision *decision, uint64_t *random)
{
    const bool declarers = decision->position == game->table.declarer;

    switch (decision->kind) {
    case SKAT_DECIDE_BID:
    case SKAT_DECIDE_CALL:
    case SKAT_DECIDE_HOLD:
    case SKAT_DECIDE_HOLD_CALL:
        *action = action_of(SKAT_ACTION_PASS);
        return;
    case SKAT_DECIDE_CONCEDE:
    case SKAT_DECIDE_KONTRA:
    case SKAT_DECIDE_KNOCK:
    case SKAT_DECIDE_GRAND_HAND:
        *action = action_of(SKAT_ACTION_PLAY_ON);
        return;
    case SKAT_DECIDE_AGREE:
        *action = action_of(SKAT_ACTION_REFUSE);
        return;
    case SKAT_DECIDE_GIFT:
        *action = action_of(declarers ? SKAT_ACTION_HOLD : SKAT_ACTION_REFUSE);
        return;
    case SKAT_DECIDE_CARD:
        if (action->kind == SKAT_ACTION_CONCEDE || action->kind == SKAT_ACTION_GIVE_UP) {
            *action = action_of(SKAT_ACTION_CARD);
            action->count = 1;
            action->cards[0] = skat_cards_first(decision->cards);
        }
        return;
    case SKAT_DECIDE_BLIND:
        while (action->kind != SKAT_ACTION_PLACE)
            random_action(action, game, decision, random);
        return;
    default:
        return;
    }
}

/* Who has which seat: the bot at fault, another one with which it is compared, and others. */
enum seat_owner { AT_FAULT, COMPARED, OTHER };

struct seat_owners {
    uint8_t seat_of[SKAT_PLAYERS];
    enum seat_owner of_seat[SKAT_SEATS_MAX];
};

static bool is_at_fault(const struct seat_owners *bots, unsigned position)
{
    const uint8_t seat = bots->seat_of[position];
    return seat != SKAT_NOBODY && bots->of_seat[seat] == AT_FAULT;
}

/* Any seats, of which the bot at fault has the offender's. */
static void draw_bots(struct seat_owners *bots, const struct skat_rules *rules, unsigned offender,
                      uint64_t *random)
{
    skat_positions(rules, 0, bots->seat_of);
    const int own = bots->seat_of[offender];
    const int other = (own + 1 + test_below(random, rules->seats - 1)) % rules->seats;

    for (int seat = 0; seat < rules->seats; seat++)
        bots->of_seat[seat] = seat == own     ? AT_FAULT
                              : seat == other ? COMPARED
                                              : (enum seat_owner)test_below(random, 3);
}

/* Plays the rest: one bot legally and without raising anything, the others at random. */
static void play_on(struct skat_game *game, const struct seat_owners *bots, uint64_t *random)
{
    struct skat_decision decision;

    while (skat_game_pending(game, &decision)) {
        struct skat_action action;
        const unsigned decides = skat_game_player(game, decision.position);
        if (!test_below(random, 20)) {
            const unsigned position = random_unasked(&action, random);
            if (!is_at_fault(bots, position) &&
                skat_game_apply(game, position, &action) == SKAT_ACCEPTED)
                continue;
        }
        random_action(&action, game, &decision, random);
        if (is_at_fault(bots, decides))
            without_raising(&action, game, &decision, random);
        assert_int_equal(skat_game_apply(game, decision.position, &action), SKAT_ACCEPTED);
    }
}

/* Points by seat if the deal counts `times`, with Seeger and Fabian's extras. */
static void score_of(const struct skat_game *game, const struct seat_owners *bots, int scoring,
                     int times, int32_t score[SKAT_SEATS_MAX])
{
    const unsigned declarer = game->table.declarer;
    struct skat_result result;
    int32_t extra[SKAT_SEATS_MAX] = {0};

    skat_game_result(game, &result);
    skat_game_seat_scores(game, &result, (enum skat_scoring)scoring, bots->seat_of, score);
    if (scoring == SKAT_SCORING_SEEGER_FABIAN)
        skat_seeger_extras(game->rules, result.won < 0 ? -1 : bots->seat_of[declarer],
                           result.won > 0, extra);
    for (int seat = 0; seat < game->rules->seats; seat++)
        score[seat] = score[seat] * times + extra[seat];
}

/* How far the bot at fault is ahead of the other one by the means of their seats, times both
 * numbers of seats. */
static int64_t lead_of(const struct skat_game *game, const struct seat_owners *bots, int scoring,
                       int times)
{
    int32_t score[SKAT_SEATS_MAX];
    int64_t sum[OTHER + 1] = {0};
    int seats[OTHER + 1] = {0};

    score_of(game, bots, scoring, times, score);
    for (int seat = 0; seat < game->rules->seats; seat++) {
        sum[bots->of_seat[seat]] += score[seat];
        seats[bots->of_seat[seat]]++;
    }
    return sum[AT_FAULT] * seats[COMPARED] - sum[COMPARED] * seats[AT_FAULT];
}

static struct {
    int undeclared, announcing, declarers, defenders, ramsch, equal, partners, rounds;
} seen;

static void note(const struct skat_game *game, unsigned offender, const struct seat_owners *bots,
                 bool equal)
{
    const unsigned declarer = game->table.declarer;

    seen.equal += equal;
    if (skat_game_is_ramsch(game))
        seen.ramsch++;
    else if (declarer == SKAT_NOBODY)
        seen.undeclared++;
    else if (!game->table.announced)
        seen.announcing++;
    else if (offender == declarer)
        seen.declarers++;
    else
        seen.defenders++;
    seen.partners += declarer != SKAT_NOBODY && offender != declarer && is_at_fault(bots, declarer);
}

/* The factors by which a deal can come to count when it is over: any of the triggers may fire. */
static int most_times(const struct skat_game *game)
{
    const uint32_t triggers =
        (uint32_t)game->rules->bock_triggers & ~(1u << SKAT_TRIGGER_LAST_ROUND);
    return skat_session_factor(game->rules, game->terms.round, triggers);
}

/* Under `opponents` declarer can give up an overbid game for less than it costs lost, and so can
 * spoil what the defenders have (rules.md 8.1). */
static bool is_given_up(const struct skat_game *played)
{
    return played->rules->scoring == SKAT_SCORING_OPPONENTS &&
           (played->ending == SKAT_ENDED_CONCEDED || played->ending == SKAT_ENDED_RESIGNED);
}

/* A fault now against what comes of legal answers, for the bot at fault with all its seats. */
static void check_no_worse(const struct skat_game *game, const struct skat_game *faulted,
                           const struct skat_game *played, const struct seat_owners *bots,
                           unsigned offender)
{
    const int scorings[] = {SKAT_SCORING_CLASSIC, game->rules->scoring};

    for (size_t i = 0; i < COUNT_OF(scorings) && !is_given_up(played); i++)
        for (int times = 1; times <= most_times(game); times++) {
            const int64_t fault = lead_of(faulted, bots, scorings[i], 1);
            const int64_t legal = lead_of(played, bots, scorings[i], times);
            if (fault > legal)
                fail_msg("position %u, declarer %u, phase %d, scoring %d, seats %d (%d%d%d%d%d): a "
                         "fault leads by %" PRId64 ", a legal answer by %" PRId64,
                         offender, game->table.declarer, game->phase, scorings[i],
                         game->rules->seats, bots->of_seat[0], bots->of_seat[1], bots->of_seat[2],
                         bots->of_seat[3], bots->of_seat[4], fault, legal);
            note(game, offender, bots, fault == legal);
        }
}

/* After a defender's fault declarer has at least what it could have had where nobody else doubles
 * anything; and so have the defenders after declarer's. */
static void check_other_side(const struct skat_game *game, const struct skat_game *faulted,
                             const struct skat_game *played, const struct seat_owners *bots,
                             unsigned offender)
{
    const unsigned declarer = game->table.declarer;
    int32_t fault[SKAT_SEATS_MAX], legal[SKAT_SEATS_MAX];

    if (declarer == SKAT_NOBODY || is_given_up(played) ||
        played->extra.kontra != game->extra.kontra ||
        played->extra.gifts_refused != game->extra.gifts_refused)
        return;
    score_of(faulted, bots, game->rules->scoring, 1, fault);
    score_of(played, bots, game->rules->scoring, 1, legal);
    for (unsigned other = 0; other < SKAT_PLAYERS; other++) {
        const int seat = bots->seat_of[other];
        if (seat != SKAT_NOBODY && (other == declarer) != (offender == declarer) &&
            fault[seat] < legal[seat])
            fail_msg("position %u, declarer %u, phase %d: a fault brings %u %d, a legal answer %d",
                     offender, declarer, game->phase, other, fault[seat], legal[seat]);
    }
}

/* The points of a deal by seat, in the scoring of the rules and in classic scoring. */
struct deal_points {
    int32_t own[SKAT_SEATS_MAX], classic[SKAT_SEATS_MAX];
};

/* What a deal opens in its session, of which it is the first. */
static uint32_t triggers_after(const struct skat_game *over, const struct seat_owners *bots,
                               struct deal_points *points)
{
    static struct skat_session session;
    struct skat_session_news news;
    struct skat_deal_event event;
    struct skat_result result;

    skat_session_start(&session, over->rules);
    session.terms = over->terms;
    skat_game_result(over, &result);
    skat_game_event(over, &result, bots->seat_of, &event);
    skat_session_add(&session, &event, &news);
    memset(points, 0, sizeof *points);
    score_of(over, bots, over->rules->scoring, news.factor, points->own);
    score_of(over, bots, SKAT_SCORING_CLASSIC, news.factor, points->classic);
    return news.triggers;
}

enum {
    OF_TOTALS = 1 << SKAT_TRIGGER_SCORE_MULTIPLE_OF_100 |
                1 << SKAT_TRIGGER_SCORE_THREE_EQUAL_DIGITS |
                1 << SKAT_TRIGGER_SCORE_ENDS_IN_THREE_EQUAL_DIGITS
};

/* A fault that changes nobody's points opens the same rounds as a game that is played to its end.
 */
static void check_rounds(const struct skat_game *faulted, const struct skat_game *played,
                         const struct seat_owners *bots)
{
    const struct skat_rules *rules = faulted->rules;
    struct deal_points fault, legal;

    if ((!rules->bock_triggers && !rules->ramsch_round_triggers) ||
        played->ending != SKAT_ENDED_PLAYED)
        return;
    const uint32_t then = triggers_after(faulted, bots, &fault);
    const uint32_t now = triggers_after(played, bots, &legal);
    if (memcmp(&fault, &legal, sizeof fault) != 0 || played->extra.kontra != faulted->extra.kontra)
        return;
    /* With bock.doubles_trigger a legal deal is doubled after the triggers of totals, a fault with
     * all that it costs before. */
    if ((then ^ now) & ~(rules->bock_doubles_trigger ? (uint32_t)OF_TOTALS : 0))
        fail_msg("declarer %u, code %d: a fault triggers %x, a legal answer %x",
                 faulted->table.declarer, faulted->table.contract.type, then, now);
    seen.rounds += now != 0;
}

/* The count in words ends with what is charged, also where nobody has said the doublings. */
static void check_words_of(const struct skat_game *faulted)
{
    struct skat_facts facts;
    struct skat_result result;
    char words[SKAT_WORDS_SIZE];

    if (faulted->table.declarer == SKAT_NOBODY || !faulted->table.announced)
        return;
    skat_game_facts(faulted, &facts);
    skat_game_result(faulted, &result);
    skat_value_words(&facts, &result, words);
    const char *last = strrchr(words, ' ');
    if (!last || atoi(last) != abs(result.signed_value))
        fail_msg("\"%s\", but %d are charged", words, result.signed_value);
}

/* Who is at fault: mostly who is asked; sometimes another one, which crashed. */
static unsigned draw_offender(const struct skat_game *game, const struct skat_decision *decision,
                              uint64_t *random)
{
    unsigned offender = skat_game_player(game, decision->position);

    while (!test_below(random, 4) || !skat_sits(game->rules->derived.seating, offender))
        offender = (unsigned)test_below(random, SKAT_PLAYERS);
    return offender;
}

static void no_fault_is_cheaper(const struct skat_game *game, uint64_t *random)
{
    enum { PLAYED = 4 };
    struct skat_decision decision;
    struct seat_owners bots;

    if (!skat_game_pending(game, &decision))
        return;
    const unsigned offender = draw_offender(game, &decision, random);
    struct skat_game faulted = *game;
    skat_game_fail(&faulted, offender);
    check_words_of(&faulted);
    for (int i = 0; i < PLAYED; i++) {
        struct skat_game played = *game;
        draw_bots(&bots, game->rules, offender, random);
        play_on(&played, &bots, random);
        check_no_worse(game, &faulted, &played, &bots, offender);
        check_other_side(game, &faulted, &played, &bots, offender);
        check_rounds(&faulted, &played, &bots);
    }
}

static void check_games(struct skat_rules *rules, uint64_t *random)
{
    enum { GAMES = 4 };

    for (int i = 0; i < GAMES; i++) {
        struct skat_game game;
        start_random(&game, rules, random);
        do
            no_fault_is_cheaper(&game, random);
        while (random_step(&game, random));
    }
}

static void no_fault_pays(void **state)
{
    uint64_t random = 20261126;
    (void)state;
    memset(&seen, 0, sizeof seen);
    for (int set = 0; set < full_or(4000, 300); set++) {
        struct skat_rules rules;
        rules_random_of_any(&rules, set, &random);
        rules.fault_value = SKAT_FAULT_WORST;
        check_games(&rules, &random);
    }
    assert_true(seen.undeclared > 1000 && seen.announcing > 1000 && seen.ramsch > 1000);
    assert_true(seen.declarers > 1000 && seen.defenders > 1000 && seen.equal > 1000);
    assert_true(seen.partners > 1000 && seen.rounds > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worst_end_counts),
        cmocka_unit_test(the_highest_value_counts_in_the_auction),
        cmocka_unit_test(the_dearest_ramsch_counts),
        cmocka_unit_test(the_dearer_that_may_come_counts),
        cmocka_unit_test(no_fault_pays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
