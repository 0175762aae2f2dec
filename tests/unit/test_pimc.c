// SPDX-License-Identifier: MIT
/* tests/unit/test_pimc.c - what pimc decides by: the worlds that it draws, its judgement of
 * cards, what games are worth, and when it plays hand. */
#include "tests/unit/three_players.h"
#include "tests/unit/unit_test.h"

#include "bots/pimc/belief.h"
#include "bots/pimc/announce.h"
#include "bots/pimc/judge.h"
#include "engine/random.h"

/* ---- hand games, by examples whose answer a card player knows ---- */

/* What forehand with these cards sees after bidding so much. */
static struct skat_bot_view view_with(const char *ten, int bid)
{
    const skat_cards hand = cards_of(ten);

    assert_int_equal(count(hand), SKAT_HAND);
    return (struct skat_bot_view){.size = sizeof(struct skat_bot_view),
                                  .dealt = hand,
                                  .hand = hand,
                                  .bid = (uint16_t)bid,
                                  .kontra_by = SKAT_BOT_NOBODY,
                                  .dummy = SKAT_BOT_NOBODY};
}

TEST(when_a_game_is_played_by_hand)
{
    enum { NOTHING = 99 };
    const char *const long_hearts = "HJ.DJ.HT.HK.HQ.H9.H8.H7.SA.DA",
                      *const lowest = "S7.S8.S9.H7.H8.H9.D7.D8.C7.C9";
    const struct {
        const char *why, *ten;
        int bid;
        struct skat_bot_contract want;
    } cases[] = {
        {"without two, hearts are 30", long_hearts, 30, {NOTHING, 0}},
        {"by hand 40, a level that saves an overbid",
         long_hearts,
         40,
         {SKAT_BOT_HEARTS, SKAT_BOT_HAND}},
        {"null ouvert with the skat will do", lowest, 46, {NOTHING, 0}},
        {"by hand it counts 59", lowest, 59, {NULL_GAME, SKAT_BOT_HAND | SKAT_BOT_OUVERT}},
        {"and no more", lowest, 60, {NOTHING, 0}},
        {"nothing to play by hand", "CJ.CA.CT.S9.SK.H8.HQ.HA.D9.DT", 18, {NOTHING, 0}},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct skat_bot_view view = view_with(cases[i].ten, cases[i].bid);
        struct skat_bot_contract got = {0};
        struct club_player club;
        const struct belief belief = {.club = &club, .by = BY_BIDS};
        struct judge judge = {.belief = &belief, .seed = 1, .budget = 1000000};
        player_init(&club, &usual_style);
        club.rules.seeger = 1;
        if (!hand_game(&judge, &view, HAND_GAME_WORLDS, &got))
            got = (struct skat_bot_contract){NOTHING, 0};
        if (got.type != cases[i].want.type || got.with != cases[i].want.with)
            fail_msg("%s: game %d with %x", cases[i].why, got.type, (unsigned)got.with);
    }
}

/* What is announced of grand by hand with these cards, if so many of a thousand worlds make it. */
static unsigned announced_by_hand(const char *ten, int needed)
{
    const struct skat_bot_view view = view_with(ten, 18);
    struct club_player club;
    const struct belief belief = {.club = &club, .by = BY_BIDS};
    struct judge judge = {.belief = &belief, .seed = 1, .budget = 1000000};

    player_init(&club, &usual_style);
    return hand_game_announced(&judge, &view, HAND_GAME_WORLDS, needed,
                               (struct skat_bot_contract){GRAND, SKAT_BOT_HAND})
        .with;
}

TEST(levels_that_the_games_played_out_make)
{
    const char *const certain = "CJ.SJ.HJ.DJ.CA.CT.SA.ST.HA.DA",
                      *const weak = "CJ.DJ.CA.CK.SA.SQ.HA.H7.DA.D7";
    const unsigned hand = SKAT_BOT_HAND, schneider = hand | SKAT_BOT_SCHNEIDER;

    assert_int_equal(announced_by_hand(certain, 1000), schneider | SKAT_BOT_SCHWARZ);
    assert_int_equal(announced_by_hand(weak, 900), hand);
    assert_int_equal(announced_by_hand(weak, 1) & schneider, schneider);
}

/* ---- what games are worth: won, lost, lost as overbid; by docs/rules.md and with the 50 and 40
 * of Seeger and Fabian ---- */

enum { A_THOUSAND = 1000 };

static const struct skat_bot_contract hearts = {SKAT_BOT_HEARTS, 0}, null = {NULL_GAME, 0},
                                      ouvert = {NULL_GAME, SKAT_BOT_OUVERT};

/* Clubs' jack, without spades': with one. */
static const cards with_one = BIT(LANE(SKAT_BOT_CLUBS) + SKAT_BOT_JACK);

static struct rules seeger(void)
{
    struct rules rules = rules_official();

    rules.seeger = 1;
    return rules;
}

/* With one, game two: hearts 20; with schneider 30, with schwarz 40, by hand a level more. Where
 * schneider needs more than 90 points, a declarer with 30 is still schneider (docs/rules.md,
 * value.schneider_points). A lost hand game may count once (value.lost_hand). */
TEST(what_games_brought)
{
    enum { HEARTS, HAND, DUTCH, ONCE_BY_HAND, ONCE };
    const struct {
        int kind, bid, points, want;
    } games[] = {
        {HEARTS, 18, 61, 20 + 50},         {HEARTS, 18, 89, 20 + 50},
        {HEARTS, 18, 90, 30 + 50},         {HEARTS, 18, 120, 40 + 50},
        {HEARTS, 18, 60, -(2 * 20 + 90)},  {HEARTS, 18, 31, -(2 * 20 + 90)},
        {HEARTS, 18, 30, -(2 * 30 + 90)},  {HEARTS, 18, 0, -(2 * 40 + 90)},
        {HEARTS, 22, 61, -(2 * 30 + 90)}, /* overbid: the next multiple of 10 from 22 on */
        {HEARTS, 22, 90, 30 + 50},        /* schneider saves it */
        {HEARTS, 41, 120, -(2 * 50 + 90)}, {DUTCH, 18, 90, 20 + 50},
        {DUTCH, 18, 91, 30 + 50},          {DUTCH, 18, 30, -(2 * 30 + 90)},
        {HAND, 30, 61, 30 + 50},           {HAND, 31, 90, 40 + 50},
        {HAND, 31, 61, -(2 * 40 + 90)},    {ONCE_BY_HAND, 18, 60, -(30 + 90)},
        {ONCE, 18, 60, -(2 * 20 + 90)},
    };

    for (size_t i = 0; i < COUNT_OF(games); i++) {
        const int kind = games[i].kind, by_hand = kind == HAND || kind == ONCE_BY_HAND;
        const struct skat_bot_contract contract = {SKAT_BOT_HEARTS, by_hand ? SKAT_BOT_HAND : 0};
        struct rules rules = seeger();
        rules.schneider_points = kind == DUTCH ? 91 : rules.schneider_points;
        rules.lost_single_hand = kind == ONCE || kind == ONCE_BY_HAND;
        assert_int_equal(
            bidding_brought(&rules, contract, with_one, games[i].bid, 0, games[i].points),
            A_THOUSAND * games[i].want);
    }
}

/* Of games that are certain to be won, or lost. */
TEST(what_games_are_worth)
{
    const unsigned hand = SKAT_BOT_HAND, open = SKAT_BOT_OUVERT;
    const struct {
        struct skat_bot_contract contract;
        int bid, won, want; /* 0: not allowed */
    } cases[] = {
        {{SKAT_BOT_HEARTS, hand}, 30, 1, 30 + 50},
        {{NULL_GAME, 0}, 23, 1, 23 + 50},
        {{NULL_GAME, 0}, 24, 1, 0},
        {{NULL_GAME, open}, 46, 0, -(2 * 46 + 90)},
        {{NULL_GAME, hand}, 35, 1, 35 + 50},
        {{NULL_GAME, hand}, 36, 1, 0},
        {{NULL_GAME, open | hand}, 59, 0, -(2 * 59 + 90)},
    };
    const struct rules rules = seeger();

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(bidding_worth(&rules, cases[i].contract, with_one, cases[i].bid, 0,
                                       cases[i].won * A_THOUSAND),
                         cases[i].want ? cases[i].want * A_THOUSAND : BIDDING_NOT_ALLOWED);
}

/* A game counts as it ended when it was played out. */
TEST(games_count_as_they_were_played_out)
{
    const struct rules rules = seeger();

    assert_int_equal(bidding_brought(&rules, hearts, with_one, 18, 0, 75), 70 * A_THOUSAND);
    assert_int_equal(bidding_brought(&rules, hearts, with_one, 18, 0, 40), -130 * A_THOUSAND);
    assert_int_equal(bidding_brought(&rules, null, with_one, 18, 0, ROLLOUT_NULL_WON),
                     73 * A_THOUSAND);
    assert_int_equal(bidding_brought(&rules, null, with_one, 18, 0, ROLLOUT_NULL_LOST),
                     -(2 * 23 + 90) * A_THOUSAND);
    assert_int_equal(bidding_brought(&rules, ouvert, with_one, 18, 0, ROLLOUT_NULL_WON),
                     (46 + 50) * A_THOUSAND);
}

/* Without worlds only the tables count; the more worlds, the more these do. */
TEST(worlds_outweigh_the_tables)
{
    assert_int_equal(prospect_mean(null, 700, 0, 0), 700);
    for (int worlds = 1, before = 700; worlds < 1000; worlds *= 4) {
        int mean = prospect_mean(null, 700, 0, worlds);
        assert_true(mean < before && mean >= 0);
        before = mean;
    }
    assert_true(prospect_mean(hearts, 700, 0, 1000) > prospect_mean(null, 700, 0, 1000));
}

/* ---- judgements of cards, in endings of games of stammtisch ---- */

enum { TABLE_BITS = 12, LAST = 6 /* cards in hand: all are judged by both */ };

struct judged {
    struct judge judge;
    int endings, parted; /* of which so many by both kinds of worlds */
};

static struct verdict judged_by(struct judged *judged, const struct skat_bot_view *view,
                                const struct world *world, cards legal, int solvers)
{
    struct verdict verdict;

    judged->judge.budget = 1000000;
    verdict_begin(&verdict, legal);
    assert_int_equal(judge_cards(&judged->judge, view, world, solvers, &verdict), 1);
    return verdict;
}

/* Each counts in its parts, and more is worth more to the player whose card it is. */
static void judge_both_ways(void *context, const struct three *table,
                            const struct skat_decision *decision)
{
    const struct skat_bot_view view = view_of(&table->game, decision->position);
    const struct world truth = world_of(&table->game);
    struct judged *judged = context;

    if (decision->kind != SKAT_DECIDE_CARD || view.contract.type > GRAND ||
        count(view.hand) > LAST || !several(decision->cards))
        return;
    const int parts = judge_solvers_part(&view);
    const struct verdict solved = judged_by(judged, &view, &truth, decision->cards, JUDGE_PARTS);
    const struct verdict played = judged_by(judged, &view, &truth, decision->cards, 0);
    const struct verdict both = judged_by(judged, &view, &truth, decision->cards, parts);

    assert_in_range(parts, 1, JUDGE_PARTS);
    for (int i = 0; i < both.number; i++) {
        const int64_t exactly =
            parts * solved.utility[i] + (JUDGE_PARTS - parts) * played.utility[i];
        assert_true(llabs(JUDGE_PARTS * both.utility[i] - exactly) < JUDGE_PARTS);
    }
    judged->endings++;
    judged->parted += parts < JUDGE_PARTS;
}

TEST(both_count_in_their_parts)
{
    struct judged judged = {.judge = {.exact_cards = LAST}};
    void *memory = malloc(skat_solver_size(TABLE_BITS));

    judged.judge.solver = skat_solver_init(memory, TABLE_BITS);
    watch_games(20, &judged, judge_both_ways);
    assert_true(judged.endings > 100);
    assert_true(judged.parted > 30 && judged.parted < judged.endings);
    free(memory);
}

/* The fewer cards are left, the more the solver counts. */
TEST(the_solver_counts_more_and_more)
{
    for (int role = 0; role < 2; role++)
        for (int hand = 1; hand < SKAT_HAND; hand++) {
            struct skat_bot_view more = {.declarer = (uint8_t)role}, fewer = more;
            more.hand = ((cards)2 << hand) - 1;
            fewer.hand = ((cards)1 << hand) - 1;
            assert_true(judge_solvers_part(&fewer) >= judge_solvers_part(&more));
        }
}

/* ---- when enough worlds are sampled to settle a card ---- */

enum { CARD_A, CARD_B, CARD_C, NEED = 40 };
static const cards ALL_THREE = BIT(CARD_A) | BIT(CARD_B) | BIT(CARD_C);

static void begin_verdict(struct verdict *verdict) { verdict_begin(verdict, ALL_THREE); }

static void add_world(struct verdict *verdict, int one, int other, int third)
{
    int utility[SKAT_CARD_CODES] = {0};
    utility[CARD_A] = one, utility[CARD_B] = other, utility[CARD_C] = third;
    verdict_add(verdict, utility);
}

TEST(better_in_all_worlds)
{
    struct verdict verdict;

    begin_verdict(&verdict);
    assert_int_equal(verdict_open(&verdict), ALL_THREE);
    for (int i = 0; i < NEED; i++) {
        add_world(&verdict, 0, WON, 0);
        assert_int_equal(verdict_narrow(&verdict), i + 1 >= 20);
    }
    assert_int_equal(verdict_open(&verdict), BIT(CARD_B));
    assert_int_equal(verdict_card(&verdict, CARD_C), CARD_B);
}

TEST(as_good_in_all_worlds)
{
    struct verdict verdict;

    begin_verdict(&verdict);
    for (int i = 0; i < NEED; i++) {
        add_world(&verdict, i % 2 * WON, i % 2 * WON, i % 2 * WON);
        assert_int_equal(verdict_narrow(&verdict), i + 1 >= NEED);
    }
    assert_int_equal(verdict_open(&verdict), ALL_THREE);
    assert_int_equal(verdict_card(&verdict, CARD_C), CARD_C);
}

/* As often better as worse is not clear; a third card that always loses is left out of the
 * question, and what is asked of the others afterwards does not reopen it. */
TEST(one_of_three_is_closed)
{
    struct verdict verdict;

    begin_verdict(&verdict);
    for (int i = 0; i < 200; i++) {
        add_world(&verdict, i % 2 * WON, !(i % 2) * WON, 0);
        assert_false(verdict_narrow(&verdict));
    }
    assert_int_equal(verdict_open(&verdict), BIT(CARD_A) | BIT(CARD_B));
    assert_int_not_equal(verdict_card(&verdict, CARD_C), CARD_C);
    assert_int_equal(verdict_card(&verdict, CARD_B), CARD_B);
}

/* By chance alone a card is seldom closed that is better in truth: 55 worlds won of 100 beside 45.
 */
TEST(the_better_card_is_seldom_closed)
{
    enum { TIMES = 500 };
    struct skat_random random;
    int closed = 0, kept = 0;

    skat_random_start_number(&random, 5);
    for (int time = 0; time < TIMES; time++) {
        struct verdict verdict;
        begin_verdict(&verdict);
        for (int i = 0; i < 100; i++) {
            add_world(&verdict, (skat_random_below(&random, 100) < 55) * WON,
                      (skat_random_below(&random, 100) < 45) * WON, 0);
            if (i % 20 == 19 && verdict_narrow(&verdict))
                break;
        }
        closed += !(verdict_open(&verdict) & BIT(CARD_A));
        kept += (verdict_open(&verdict) & BIT(CARD_B)) != 0;
    }
    assert_in_range(closed, 0, TIMES / 100);
    assert_in_range(kept, TIMES / 4, TIMES); /* and not for lack of ever closing one */
    assert_in_range(kept, 0, TIMES * 9 / 10);
}

/* Ten worlds that were solved count as much as a hundred that were played out. */
TEST(two_kinds_of_worlds)
{
    struct verdict verdict, other;

    begin_verdict(&verdict);
    begin_verdict(&other);
    for (int i = 0; i < 100; i++)
        add_world(&verdict, (i < 60) * WON, (i < 50) * WON, 0);
    for (int i = 0; i < 10; i++)
        add_world(&other, (i < 5) * WON, (i < 7) * WON, 0);
    assert_int_equal(verdict_card(&verdict, CARD_C), CARD_A);
    struct verdict less = verdict;
    verdict_join(&verdict, 1, &other, 1); /* 1.1 against 1.2 */
    assert_int_equal(verdict_card(&verdict, CARD_C), CARD_B);
    assert_int_equal(verdict_card(&verdict, CARD_A), CARD_B);
    verdict_join(&less, 3, &other, 1); /* 2.3 against 2.2 */
    assert_int_equal(verdict_card(&less, CARD_C), CARD_A);
    assert_int_equal(verdict_card(&less, CARD_B), CARD_A);
    /* The same again, within a hundredth of a game: the preferred card. */
    begin_verdict(&verdict);
    begin_verdict(&other);
    for (int i = 0; i < 1000; i++)
        add_world(&verdict, (i < 605) * WON, (i < 500) * WON, 0);
    for (int i = 0; i < 10; i++)
        add_world(&other, (i < 5) * WON, (i < 6) * WON, 0);
    verdict_join(&verdict, 1, &other, 1);
    assert_int_equal(verdict_card(&verdict, CARD_C), CARD_A);
    assert_int_equal(verdict_card(&verdict, CARD_B), CARD_B);
}

/* Twenty worlds in which card A and B get `one` and `other`, C a little more, and something is
 * expected of A. */
static struct verdict judged_alike(int one, int other)
{
    const int expected[SKAT_CARD_CODES] = {[CARD_A] = 50};
    struct verdict verdict;

    begin_verdict(&verdict);
    verdict_expect(&verdict, expected, 60);
    for (int i = 0; i < 20; i++)
        add_world(&verdict, one, other, other + 5);
    return verdict;
}

/* The customary card, whatever is expected of the others; but not where the game is lost with every
 * card, where another one is better by the worlds, where it loses in one world of twenty-one, or
 * after a single world. */
TEST(where_every_card_wins)
{
    struct verdict verdict = judged_alike(WON + 200, WON + 200);

    assert_true(verdict_settle(&verdict, CARD_B));
    assert_int_equal(verdict_card(&verdict, CARD_A), CARD_B);
    verdict = judged_alike(WON + 200, WON + 200);
    assert_false(verdict_settle(&verdict, SKAT_BOT_NO_CARD));
    verdict = judged_alike(WON - 200, WON - 200);
    assert_false(verdict_settle(&verdict, CARD_B));
    verdict = judged_alike(WON + 230, WON + 200);
    assert_false(verdict_settle(&verdict, CARD_B));
    verdict = judged_alike(WON + 200, WON + 200);
    add_world(&verdict, WON + 200, WON - 1, WON + 200);
    assert_false(verdict_settle(&verdict, CARD_B));
    assert_int_equal(verdict_card(&verdict, CARD_B), CARD_A);
    begin_verdict(&verdict);
    add_world(&verdict, WON, WON, WON);
    assert_false(verdict_settle(&verdict, CARD_B));
}

/* ---- the worlds that are drawn ---- */

enum { WORLDS = BELIEF_AT_ONCE };

static void agrees(const struct skat_bot_view *view, const struct world *world)
{
    const cards all = world->hands[0] | world->hands[1] | world->hands[2] | world->skat;

    assert_true(world->hands[view->position] == view->hand);
    assert_true(all == (ALL_CARDS & ~view->gone));
    assert_int_equal(count(world->hands[0]) + count(world->hands[1]) + count(world->hands[2]) +
                         count(world->skat),
                     count(all));
}

/* How many of the cards of the other hands are where they are, in all worlds together. */
static int right(const struct belief *belief, const struct skat_bot_view *view,
                 const struct world *truth, uint64_t seed)
{
    struct world worlds[WORLDS];
    int number = 0;

    belief_draw(belief, view, seed, worlds, WORLDS);
    for (int i = 0; i < WORLDS; i++) {
        agrees(view, &worlds[i]);
        for (int seat = 0; seat < 3; seat++)
            if (seat != view->position)
                number += count(worlds[i].hands[seat] & truth->hands[seat]);
    }
    return number;
}

struct belief_measured {
    uint64_t seed; /* of the next decision */
    long sum[4]; /* cards that are where they are, by each kind of evidence: the bits of BY_BIDS and
                BY_PLAYS */
};

/* Measures at each card that is played after the first two tricks. */
static void measure(void *context, const struct three *table, const struct skat_decision *decision)
{
    struct belief_measured *measured = context;
    const struct skat_bot_view view = view_of(&table->game, decision->position);
    const struct world truth = world_of(&table->game);
    struct belief belief = {.club = &table->players[decision->position], .candidates = 6};

    if (decision->kind != SKAT_DECIDE_CARD || view.played_count <= 6)
        return;
    for (belief.by = 0; belief.by < 4; belief.by++)
        measured->sum[belief.by] += right(&belief, &view, &truth, measured->seed);
    measured->seed += 1000;
}

TEST(evidence_tells_where_cards_are)
{
    struct belief_measured measured = {.sum = {0}};
    const long *sum = measured.sum;

    watch_games(10, &measured, measure);
    assert_true(sum[BY_BIDS] > sum[0] * 102 / 100);
    assert_true(sum[BY_PLAYS] > sum[0] * 105 / 100);
    assert_true(sum[BY_BIDS | BY_PLAYS] > sum[BY_PLAYS]);
}

/* Draws the second worlds alone, then the first, then all and the first few. What was drawn before
 * has weighed the plays of many hands already, which changes nothing. */
static void compare_draws(void *context, const struct three *table,
                          const struct skat_decision *decision)
{
    static struct evidence evidence;
    uint64_t *seed = context;
    const struct skat_bot_view view = view_of(&table->game, decision->position);
    const struct belief belief = {
        .club = &table->players[decision->position], .by = BY_BIDS | BY_PLAYS, .candidates = 3};
    struct world apart[2 * WORLDS], all[2 * WORLDS], few[3];

    if (decision->kind != SKAT_DECIDE_CARD || view.played_count <= 6)
        return;
    *seed += 1000;
    evidence_gather(&evidence, &belief, &view, *seed);
    evidence_draw(&evidence, WORLDS, apart + WORLDS, WORLDS);
    evidence_draw(&evidence, 0, apart, WORLDS);
    belief_draw(&belief, &view, *seed, all, 2 * WORLDS);
    assert_memory_equal(apart, all, sizeof all);
    evidence_draw(&evidence, 0, few, 3);
    assert_memory_equal(few, all, sizeof few);
}

TEST(a_world_does_not_depend_on_others)
{
    uint64_t seed = 3;

    watch_games(2, &seed, compare_draws);
}

TEST(so_many_worlds_are_the_true_one)
{
    static struct three table;
    struct skat_rules rules;
    struct world worlds[100];
    int same = 0;

    skat_rules_official(&rules);
    skat_rules_prepare(&rules, NULL);
    sit_down(&table, &rules, 1);
    const struct skat_bot_view view = view_of(&table.game, 0);
    const struct belief belief = {
        .club = &table.players[0], .true_worlds = 30, .truth = world_of(&table.game)};
    belief_draw(&belief, &view, 2, worlds, 100);
    for (int i = 0; i < 100; i++) {
        agrees(&view, &worlds[i]);
        same += worlds[i].hands[1] == belief.truth.hands[1];
    }
    assert_in_range(same, 15, 45);
}
