// SPDX-License-Identifier: MIT
/* tests/unit/test_deal.c - deals: random numbers, dealing and text (rules.md 1 and 2), and that a
 * deal is a function of seed, session and number alone. */
#include "tests/unit/engine_helpers.h"

#include "engine/random.h"
#include "engine/variant.h"
#include "tests/unit/unit_test.h"

/* ---- random numbers ---- */

/* The first outputs that the author publishes with PCG (pcg-cpp, test-high/expected/
 * check-pcg64.out) for pcg64 rng(42u, 54u). libpcg-cpp-dev compiled by hand gives the same. */
static const uint64_t pcg64_published[] = {
    0x86b1da1d72062b68, 0x1304aa46c9853d39, 0xa3670e9e0dd50358,
    0xf9090e529a7dae00, 0xc85b9fd837996f2c, 0x606121f8e3919196,
};

/* The state of pcg64 rng(42, 54) worked out from the definition: increment 2 * 54 + 1, and state
 * (42 + increment) * multiplier + increment; 64-bit words in the generator's order. */
static void start_published(struct skat_random *random)
{
    __extension__ typedef unsigned __int128 wide;
    const wide multiplier = (wide)2549297995355413924u << 64 | 4865540595714422341u;
    const wide increment = 2 * 54 + 1, state = (42 + increment) * multiplier + increment;
    random->words[0] = (uint64_t)increment;
    random->words[1] = (uint64_t)(increment >> 64);
    random->words[2] = (uint64_t)state;
    random->words[3] = (uint64_t)(state >> 64);
}

static void start_stream(struct skat_random *random, uint64_t seed, uint64_t session, uint64_t deal,
                         uint64_t purpose)
{
    const struct skat_random_key key = key_by_number(seed, session, deal);
    skat_random_start(random, &key, purpose);
}

TEST(the_generator_gives_pcgs_published_outputs)
{
    struct skat_random random;
    start_published(&random);
    for (size_t i = 0; i < COUNT_OF(pcg64_published); i++)
        assert_true(skat_random_bits(&random) == pcg64_published[i]);
}

TEST(filling_gives_the_same_words_as_one_by_one)
{
    for (int count = 0; count <= 64; count++) {
        struct skat_random one, all;
        uint64_t words[65];
        start_stream(&one, 1, 2, 3, 4);
        all = one;
        words[count] = 0x5555;
        skat_random_fill(&all, words, count);
        for (int i = 0; i < count; i++)
            assert_true(words[i] == skat_random_bits(&one));
        assert_true(words[count] == 0x5555);
        assert_true(skat_random_bits(&one) == skat_random_bits(&all));
    }
}

/* n numbers below b: chi-squared has b - 1 degrees of freedom, mean b - 1 and variance
 * 2 (b - 1); five standard deviations either way. */
TEST(numbers_below_a_bound_are_uniform)
{
    static const uint32_t bounds[] = {2, 3, 5, 10, 32, 100, 1000};
    struct skat_random random;
    start_stream(&random, 7, 0, 0, 99);
    for (size_t b = 0; b < COUNT_OF(bounds); b++) {
        static int count[1000];
        int n = 1000 * (int)bounds[b];
        double expected = 1000, chi = 0, freedom = bounds[b] - 1;
        memset(count, 0, sizeof count);
        for (int i = 0; i < n; i++) {
            uint32_t number = skat_random_below(&random, bounds[b]);
            assert_true(number < bounds[b]);
            count[number]++;
        }
        for (uint32_t i = 0; i < bounds[b]; i++)
            chi += (count[i] - expected) * (count[i] - expected) / expected;
        if ((chi - freedom) * (chi - freedom) > 25 * 2 * freedom)
            fail_msg("bound %u: chi-squared %g, want about %g", bounds[b], chi, freedom);
    }
    for (int i = 0; i < 100; i++)
        assert_int_equal(skat_random_below(&random, 1), 0);
}

/* A bound of 3 * 2^30: without rejection the low third would come up half the time. */
TEST(large_bounds_have_no_bias)
{
    const uint32_t bound = 3u << 30;
    struct skat_random random;
    int low = 0, n = 100000;
    start_stream(&random, 8, 0, 0, 99);
    for (int i = 0; i < n; i++)
        low += skat_random_below(&random, bound) < bound / 3;
    /* binomial: sd sqrt(n * 1/3 * 2/3) = 149 */
    assert_in_range(low, n / 3 - 5 * 149, n / 3 + 5 * 149);
}

/* ---- one deal ---- */

TEST(a_deal_is_the_whole_pack_once)
{
    for (uint64_t index = 0; index < 20000; index++) {
        struct skat_deal deal;
        skat_cards all = 0;
        int points = 0;
        deal_by_number(&deal, &skat_deck_32, 11, 0, index);
        for (int i = 0; i < 32; i++)
            all |= skat_card_bit(deal.cards[i]);
        assert_true(all == SKAT_DECK_32);
        for (int position = 0; position < 3; position++) {
            skat_cards hand = skat_deal_hand(&deal, &skat_deck_32, position);
            assert_int_equal(skat_cards_count(hand), 10);
            assert_true(all & hand);
            all &= ~hand;
            points += skat_cards_points(hand);
        }
        assert_true(all == skat_deal_skat(&deal, &skat_deck_32));
        assert_int_equal(points + skat_cards_points(all), 120);
    }
}

/* A deck that is dealt ten, ten, ten, two shows the shuffled pack itself; the packets of the
 * rules are then laid out here by hand: three each, two to the skat, four each, three each. */
TEST(the_pack_is_dealt_3_skat_4_3)
{
    static const int place[32] = {
        0,  1,  2, 10, 11, 12, 20, 21, 22,             /* three each */
        30, 31,                                        /* the skat */
        3,  4,  5, 6,  13, 14, 15, 16, 23, 24, 25, 26, /* four each */
        7,  8,  9, 17, 18, 19, 27, 28, 29              /* three each */
    };
    struct skat_deck whole = skat_deck_32;
    memset(whole.packets, 0, sizeof whole.packets);
    whole.packets[0] = 10;
    whole.packets[1] = -2;
    for (uint64_t index = 0; index < 1000; index++) {
        struct skat_deal pack, deal;
        deal_by_number(&pack, &whole, 5, 1, index);
        deal_by_number(&deal, &skat_deck_32, 5, 1, index);
        for (int i = 0; i < 32; i++)
            assert_int_equal(deal.cards[place[i]], pack.cards[i]);
    }
}

TEST(a_pack_has_the_cards_of_its_deck_in_order)
{
    for (int variant = 0; variant < SKAT_VARIANTS; variant++) {
        const struct skat_deck *deck = skat_variants[variant].deck;
        skat_cards left = deck->cards;
        for (int i = 0; i < deck->count; i++)
            assert_int_equal(deck->pack[i], skat_cards_pop(&left));
        assert_true(left == 0);
    }
}

static uint64_t choose(uint64_t n, uint64_t k)
{
    uint64_t result = 1;
    for (uint64_t i = 1; i <= k; i++)
        result = result * (n - k + i) / i;
    return result;
}

TEST(number_of_deals_is_that_of_the_source)
{
    uint64_t deals = 1, left = skat_deck_32.count;
    for (int i = 0; i < SKAT_PLAYERS; i++, left -= skat_deck_32.hand)
        deals *= choose(left, skat_deck_32.hand);
    assert_int_equal(left, skat_deck_32.skat);
    assert_true(deals == 2753294408504640u); /* Wikipedia 8.2 */
}

/* ---- many deals ---- */

/* How often each card lies in each place. A random permutation's indicator matrix has the
 * covariance P x P / 31 (P: centring, 31 dimensions each), so over n deals
 *     sum of (count - n/32)^2 / (n/32) = 32/31 chi-squared with 31 * 31 = 961 degrees,
 * mean 961, standard deviation sqrt(2 * 961) = 43.8 after scaling; five of them either way
 * (a shuffle that is too even is as wrong as one that is not even enough). */
TEST(every_card_lies_everywhere_equally_often)
{
    static int count[32][SKAT_CARD_CODES];
    const int deals = 100000;
    double chi = 0, expected = deals / 32.0;
    for (int index = 0; index < deals; index++) {
        struct skat_deal deal;
        deal_by_number(&deal, &skat_deck_32, 2024, 0, (uint64_t)index);
        for (int i = 0; i < 32; i++)
            count[i][deal.cards[i]]++;
    }
    for (int i = 0; i < 32; i++)
        for (skat_cards rest = SKAT_DECK_32; rest;) {
            double more = count[i][skat_cards_pop(&rest)] - expected;
            chi += more * more / expected;
        }
    chi *= 31.0 / 32.0;
    if (chi < 961 - 5 * 43.8 || chi > 961 + 5 * 43.8)
        fail_msg("chi-squared %g, want 961 within 219", chi);
}

struct name {
    uint64_t seed, session, index;
};

static void deal_named(struct skat_deal *deal, const struct name *name)
{
    memset(deal, 0, sizeof *deal);
    deal_by_number(deal, &skat_deck_32, name->seed, name->session, name->index);
}

static int equal_places(const struct name *a, const struct name *b)
{
    struct skat_deal one, other;
    int equal = 0;
    deal_named(&one, a);
    deal_named(&other, b);
    for (int i = 0; i < 32; i++)
        equal += one.cards[i] == other.cards[i];
    return equal;
}

/* The number of positions at which two independent permutations agree has mean 1 and variance 1
 * (matching error): the sum over n pairs is n within 5 sqrt(n). A reused shuffle, or a key with
 * swapped or missing parts, would be far off. */
TEST(neighbouring_names_give_unrelated_deals)
{
    static const struct {
        const char *from;
        struct name step;
        bool exchange_seed_session, exchange_session_index;
    } cases[] = {
        {"rshogi 1022, adjacent seeds", {1, 0, 0}, false, false},
        {"adjacent sessions", {0, 1, 0}, false, false},
        {"adjacent deals", {0, 0, 1}, false, false},
        {"seed and deal together", {1, 0, 1}, false, false},
        {"seed up, deal down", {1, 0, (uint64_t)-1}, false, false},
        {"session up, deal down", {0, 1, (uint64_t)-1}, false, false},
        {"highest bit of the seed", {(uint64_t)1 << 63, 0, 0}, false, false},
        {"bit 32 of the seed", {(uint64_t)1 << 32, 0, 0}, false, false},
        {"highest bit of the session", {0, (uint64_t)1 << 63, 0}, false, false},
        {"highest bit of the deal", {0, 0, (uint64_t)1 << 63}, false, false},
        {"seed and session exchanged", {0, 0, 0}, true, false},
        {"session and deal exchanged", {0, 0, 0}, false, true},
    };
    const int pairs = 10000;
    for (size_t c = 0; c < COUNT_OF(cases); c++) {
        int equal = 0;
        for (int i = 0; i < pairs; i++) {
            struct name a = {1000003u * (unsigned)i + 17, 40000u + (unsigned)i,
                             (unsigned)i * 3u + 1};
            struct name b = {a.seed + cases[c].step.seed, a.session + cases[c].step.session,
                             a.index + cases[c].step.index};
            if (cases[c].exchange_seed_session)
                b = (struct name){a.session, a.seed, a.index};
            if (cases[c].exchange_session_index)
                b = (struct name){a.seed, a.index, a.session};
            equal += equal_places(&a, &b);
        }
        if (abs(equal - pairs) > 500)
            fail_msg("%s: %d equal places in %d pairs", cases[c].from, equal, pairs);
    }
}

/* ---- text ---- */

TEST(printed_deals_read_back)
{
    for (uint64_t index = 0; index < 1000; index++) {
        struct skat_deal deal, again;
        char text[SKAT_DEAL_TEXT_SIZE];
        deal_by_number(&deal, &skat_deck_32, 3, 0, index);
        int length = skat_deal_print(&deal, &skat_deck_32, text);
        assert_int_equal(length, strlen(text));
        assert_int_equal(length, 32 * 3 - 1);
        deal_of(&again, text);
        assert_memory_equal(deal.cards, again.cards, 32);
        for (char *bar = text; (bar = strchr(bar, '|'));)
            *bar = '.';
        deal_of(&again, text);
        assert_memory_equal(deal.cards, again.cards, 32);
    }
}

#define GOOD_10 "CJ.SJ.HJ.DJ.CA.CT.C9.SA.ST.S9"
#define GOOD_20 "CK.CQ.SK.SQ.HA.HK.HQ.D8.D9.DT"
#define GOOD_30 "C7.C8.S7.S8.H8.H9.HT.DA.DK.DQ"

TEST(wrong_deals_are_refused_with_a_reason)
{
    static const struct {
        const char *from, *text;
    } cases[] = {
        {"empty", ""},
        {"one card", "CJ"},
        {"a card too few", GOOD_10 "|" GOOD_20 "|" GOOD_30 "|H7"},
        {"a separator and no card", GOOD_10 "|" GOOD_20 "|" GOOD_30 "|H7."},
        {"half a card", GOOD_10 "|" GOOD_20 "|" GOOD_30 "|H7.D"},
        {"a card too many", GOOD_10 "|" GOOD_20 "|" GOOD_30 "|H7.D7.D7"},
        {"text behind it", GOOD_10 "|" GOOD_20 "|" GOOD_30 "|H7.D7x"},
        {"a space behind it", GOOD_10 "|" GOOD_20 "|" GOOD_30 "|H7.D7 "},
        {"a card twice", GOOD_10 "|" GOOD_20 "|" GOOD_30 "|CJ.D7"},
        {"a card twice in a hand", "CJ.CJ.HJ.DJ.CA.CT.C9.SA.ST.S9|" GOOD_20 "|" GOOD_30 "|H7.D7"},
        {"no suit", GOOD_10 "|" GOOD_20 "|" GOOD_30 "|X7.D7"},
        {"no rank", GOOD_10 "|" GOOD_20 "|" GOOD_30 "|H1.D7"},
        {"small letters", GOOD_10 "|" GOOD_20 "|" GOOD_30 "|h7.D7"},
        {"a six is not of this deck", GOOD_10 "|" GOOD_20 "|" GOOD_30 "|H6.D7"},
        {"other separator", GOOD_10 "|" GOOD_20 "|" GOOD_30 "|H7,D7"},
        {"spaces", GOOD_10 " " GOOD_20 " " GOOD_30 " H7 D7"},
        {"no separator", GOOD_10 "|" GOOD_20 "|" GOOD_30 "|H7D7"},
        {"a bar in a hand", "CJ|SJ.HJ.DJ.CA.CT.C9.SA.ST.S9." GOOD_20 "." GOOD_30 ".H7.D7"},
        {"unknown cards as in damaged records", GOOD_10 "|" GOOD_20 "|" GOOD_30 "|\?\?.\?\?"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_deal deal;
        struct skat_error error = {""};
        if (skat_deal_parse(&deal, &skat_deck_32, cases[i].text, &error))
            fail_msg("%s: \"%s\" was accepted", cases[i].from, cases[i].text);
        if (!*error.text || strchr(error.text, '\n'))
            fail_msg("%s: the reason is \"%s\"", cases[i].from, error.text);
        assert_false(skat_deal_parse(&deal, &skat_deck_32, cases[i].text, NULL));
    }
}
