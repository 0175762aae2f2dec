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

/* Does each card of `cards`, "CJ SJ ...", beat the next and not the other way round? */
static void check_descending(const char *from, const struct skat_ranking *order, const char *cards)
{
    for (; cards[2]; cards += 3) {
        skat_card high = skat_card_parse(cards), low = skat_card_parse(cards + 3);
        if (!skat_beats(order, high, low) || skat_beats(order, low, high))
            fail_msg("%s: %.2s does not beat %.2s", from, cards, cards + 3);
    }
}

TEST(cards_rank_as_the_rulebook_says)
{
    static const struct {
        const char *from;
        enum skat_ranking_id order;
        const char *cards;
    } cases[] = {
        {"Swedish text, trumps of clubs", SKAT_RANKING_CLUBS, "CJ SJ HJ DJ CA CT CK CQ C9 C8 C7"},
        {"Swedish text, trumps of spades", SKAT_RANKING_SPADES, "CJ SJ HJ DJ SA ST SK SQ S9 S8 S7"},
        {"Swedish text, trumps of hearts", SKAT_RANKING_HEARTS, "CJ SJ HJ DJ HA HT HK HQ H9 H8 H7"},
        {"Swedish text, trumps of diamonds", SKAT_RANKING_DIAMONDS,
         "CJ SJ HJ DJ DA DT DK DQ D9 D8 D7"},
        {"Swedish text, plain suit in a suit game", SKAT_RANKING_CLUBS, "HA HT HK HQ H9 H8 H7"},
        {"Swedish text, trumps of grand", SKAT_RANKING_GRAND, "CJ SJ HJ DJ"},
        {"Swedish text, plain suit in grand", SKAT_RANKING_GRAND, "DA DT DK DQ D9 D8 D7"},
        {"Swedish text, clubs in null", SKAT_RANKING_NULL, "CA CK CQ CJ CT C9 C8 C7"},
        {"Wikipedia, diamonds in null: ten and jack take their place", SKAT_RANKING_NULL,
         "DA DK DQ DJ DT D9 D8 D7"},
        {"Wikipedia, trumps of sächsische Spitze", SKAT_RANKING_SACHSENSPITZE, "DJ HJ SJ CJ"},
        {"Wikipedia, plain suit in sächsische Spitze", SKAT_RANKING_SACHSENSPITZE,
         "S7 S8 S9 ST SQ SK SA"},
        {"Wikipedia, the last jack beats a seven", SKAT_RANKING_SACHSENSPITZE, "CJ H7"},
        {"rules.md 1, the last trump beats the highest plain card", SKAT_RANKING_HEARTS, "H7 CA"},
        {"rules.md 1, the last jack beats an ace in grand", SKAT_RANKING_GRAND, "DJ CA"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_descending(cases[i].from, &skat_rankings[cases[i].order], cases[i].cards);
}

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

TEST(suits_are_followed)
{
    static const struct {
        const char *from;
        enum skat_ranking_id order;
        const char *led, *hand, *want;
    } cases[] = {
        {"Swedish text, hearts led, any jack is a heart", SKAT_RANKING_HEARTS, "H7",
         "CJ DJ HA CA SA", "CJ DJ HA"},
        {"Swedish text, CJ need not follow clubs", SKAT_RANKING_HEARTS, "CA", "CJ DA S7",
         "CJ DA S7"},
        {"Swedish text, CJ may not follow clubs while a club is held", SKAT_RANKING_HEARTS, "CA",
         "CJ C7 S7", "C7"},
        {"Danish text, a jack led in a suit game asks for trumps", SKAT_RANKING_HEARTS, "CJ",
         "H7 CA SA", "H7"},
        {"Danish text, a jack led in grand asks for jacks", SKAT_RANKING_GRAND, "CJ", "DJ CA CT",
         "DJ"},
        {"Danish text, no jack: anything", SKAT_RANKING_GRAND, "CJ", "CA CT", "CA CT"},
        {"Wikipedia, in grand a jack is not of its suit", SKAT_RANKING_GRAND, "DA", "DJ D7", "D7"},
        {"open_spiel 668, in null the jack follows its suit", SKAT_RANKING_NULL, "DA", "DJ CJ C7",
         "DJ"},
        {"open_spiel 668, in null a jack led asks for its suit", SKAT_RANKING_NULL, "CJ",
         "DJ SJ C7", "C7"},
        {"Wikipedia, in sächsische Spitze a jack is not of its suit", SKAT_RANKING_SACHSENSPITZE,
         "DA", "DJ D7", "D7"},
        {"Swedish text, in null no other jack follows", SKAT_RANKING_NULL, "CJ", "DJ SJ", "DJ SJ"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        if (skat_follow(&skat_rankings[cases[i].order], cards_of(cases[i].hand),
                        skat_card_parse(cases[i].led)) != cards_of(cases[i].want))
            fail_msg("%s: other cards may be played", cases[i].from);
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
