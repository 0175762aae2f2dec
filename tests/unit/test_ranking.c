// SPDX-License-Identifier: MIT
/* tests/unit/test_ranking.c - the order of the cards and who takes a trick (rules.md 1, 5). */
#include "tests/unit/engine_helpers.h"

#include "engine/ranking.h"
#include "engine/solver/solver.h"
#include "tests/unit/unit_test.h"

static const struct {
    enum skat_ranking_id order;
    int type;
} games[] = {
    {SKAT_RANKING_DIAMONDS, SKAT_GAME_DIAMONDS},
    {SKAT_RANKING_HEARTS, SKAT_GAME_HEARTS},
    {SKAT_RANKING_SPADES, SKAT_GAME_SPADES},
    {SKAT_RANKING_CLUBS, SKAT_GAME_CLUBS},
    {SKAT_RANKING_GRAND, SKAT_GAME_GRAND},
    {SKAT_RANKING_NULL, SKAT_GAME_NULL},
    {SKAT_RANKING_SACHSENSPITZE, SKAT_GAME_SACHSENSPITZE},
};

TEST(trumps_are_counted_and_listed_from_the_top)
{
    static const struct {
        const char *from;
        enum skat_ranking_id order;
        const char *trumps;
    } cases[] = {
        {"Swedish text, eleven trumps in hearts", SKAT_RANKING_HEARTS,
         "CJ SJ HJ DJ HA HT HK HQ H9 H8 H7"},
        {"Swedish text, four trumps in grand", SKAT_RANKING_GRAND, "CJ SJ HJ DJ"},
        {"Swedish text, no trumps in null", SKAT_RANKING_NULL, ""},
        {"Wikipedia, four trumps in sächsische Spitze", SKAT_RANKING_SACHSENSPITZE, "DJ HJ SJ CJ"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct skat_ranking *order = &skat_rankings[cases[i].order];
        const char *at = cases[i].trumps;
        if ((order->trumps & SKAT_DECK_32) != cards_of(at))
            fail_msg("%s: wrong set of trumps", cases[i].from);
        for (int n = 0; *at; n++, at += at[2] ? 3 : 2)
            if (order->top[n] != skat_card_parse(at))
                fail_msg("%s: trump %d is not %.2s", cases[i].from, n, at);
    }
}

static int engine_winner(const struct skat_ranking *order, const skat_card trick[3])
{
    int best = 0;
    for (int i = 1; i < 3; i++)
        if (skat_beats(order, trick[i], trick[best]))
            best = i;
    return best;
}

static int naive_winner(int type, const skat_card trick[3])
{
    int best = 0;
    for (int i = 1; i < 3; i++)
        if (naive_beats(type, trick[i], trick[best]))
            best = i;
    return best;
}

TEST(every_trick_goes_where_a_second_reading_says)
{
    skat_card deck[32];
    int count = 0;
    for (skat_cards rest = SKAT_DECK_32; rest;)
        deck[count++] = skat_cards_pop(&rest);
    assert_int_equal(count, 32);
    for (size_t g = 0; g < COUNT_OF(games); g++)
        for (int i = 0; i < 32 * 32 * 32; i++) {
            skat_card trick[3] = {deck[i & 31], deck[i >> 5 & 31], deck[i >> 10]};
            if (trick[0] == trick[1] || trick[0] == trick[2] || trick[1] == trick[2])
                continue;
            if (engine_winner(&skat_rankings[games[g].order], trick) !=
                naive_winner(games[g].type, trick))
                fail_msg("game %d, trick %d", games[g].type, i);
        }
}

static skat_cards naive_follow(int type, skat_cards hand, skat_card led)
{
    skat_cards same = 0;
    for (skat_cards rest = hand; rest;) {
        skat_card card = skat_cards_pop(&rest);
        if (naive_class(type, card) == naive_class(type, led))
            same |= skat_card_bit(card);
    }
    return same ? same : hand;
}

TEST(random_hands_follow_as_a_second_reading_says)
{
    uint64_t random = 5;
    for (int i = 0; i < 20000; i++) {
        struct skat_deal deal;
        size_t g = (size_t)test_below(&random, (int)COUNT_OF(games));
        skat_cards hand = 0;
        deal_random(&deal, &random);
        for (int n = 1 + test_below(&random, 12); n > 0; n--)
            hand |= skat_card_bit(deal.cards[n]);
        assert_true(skat_follow(&skat_rankings[games[g].order], hand, deal.cards[0]) ==
                    naive_follow(games[g].type, hand, deal.cards[0]));
    }
}

/* ---- the perfect deal, by the solver ---- */

/* Does forehand take every trick against any play, or, in null, none? */
static bool first_hand_reaches(const struct skat_deal *deal, int type)
{
    enum { TABLE_BITS = 18 };
    struct skat_solver_deal given = {.game = (uint8_t)type};
    void *memory = malloc(skat_solver_size(TABLE_BITS));

    assert_non_null(memory);
    for (int i = 0; i < SKAT_PLAYERS; i++)
        given.hands[i] = skat_deal_hand(deal, &skat_deck_32, i);
    struct skat_solver *solver = skat_solver_init(memory, TABLE_BITS);
    const struct skat_solver_position start = skat_solver_start(&given);
    skat_solver_deal(solver, &given);
    const bool reaches = type == SKAT_GAME_NULL ? skat_solver_value(solver, &start) == 0
                                                : skat_solver_all_tricks(solver, &start) == 1;
    free(memory);
    return reaches;
}

TEST(the_perfect_deal_wins_everything)
{
    struct skat_deal deal;
    deal_of(&deal, "CJ.SJ.HJ.DJ.CA.CT.C9.SA.ST.S9|CK.CQ.SK.SQ.HA.HK.HQ.D8.D9.DT|"
                   "C7.C8.S7.S8.H8.H9.HT.DA.DK.DQ|H7.D7");
    for (int type = SKAT_GAME_DIAMONDS; type <= SKAT_GAME_NULL; type++)
        if (!first_hand_reaches(&deal, type))
            fail_msg("Wikipedia 8.1: game %d is not won, with all tricks or, in null, none", type);
}

/* Games of the variants have the order of cards that docs/rules.md gives them. */
TEST(each_game_has_its_order)
{
    static const struct {
        int type;
        enum skat_ranking_id order;
    } cases[] = {
        {SKAT_GAME_RAMSCH, SKAT_RANKING_GRAND},
        {SKAT_GAME_REVOLUTION, SKAT_RANKING_NULL},
        {SKAT_GAME_SACHSENSPITZE, SKAT_RANKING_SACHSENSPITZE},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_contract contract = {(uint8_t)cases[i].type, 0};
        assert_ptr_equal(skat_contract_ranking(contract), &skat_rankings[cases[i].order]);
    }
}

/* Cases in which the solver must fail: two jacks given away; a suit full of high cards. */
TEST(the_imperfect_deal_does_not)
{
    struct skat_deal deal;
    deal_of(&deal, "HJ.SJ.CA.CT.C9.SA.ST.S9.H7.D7|CK.CQ.SK.SQ.HA.HK.HQ.D8.D9.DT|"
                   "C7.C8.S7.S8.H8.H9.HT.DA.DK.DQ|CJ.DJ");
    assert_false(first_hand_reaches(&deal, SKAT_GAME_GRAND));
    assert_false(first_hand_reaches(&deal, SKAT_GAME_DIAMONDS));
    deal_of(&deal, "CA.CK.CQ.CJ.CT.C9.C8.C7.SA.SK|DJ.SJ.SQ.ST.HA.HK.HQ.D8.D9.DT|"
                   "HJ.H7.S7.S8.H8.H9.HT.DA.DK.DQ|S9.D7");
    assert_false(first_hand_reaches(&deal, SKAT_GAME_NULL));
}
