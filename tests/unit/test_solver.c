// SPDX-License-Identifier: MIT
/* tests/unit/test_solver.c - the solver checked against solved deals on which three other solvers
 * agree, and a plain search. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/deal.h"
#include "engine/random.h"
#include "engine/solver/solver.h"
#include "tests/unit/unit_test.h"

static struct skat_solver *make_solver(unsigned bits)
{
    void *memory = malloc(skat_solver_size(bits));
    assert_non_null(memory);
    return skat_solver_init(memory, bits);
}

/* ---- a plain search: every card, to the end, nothing left out ---- */

struct plain_search {
    const struct skat_ranking *order;
    const struct skat_solver_deal *deal;
    bool counts_tricks; /* null and schwarz: 1 when a trick is taken */
    unsigned takers;    /* 1 << position of those whose tricks count */
    unsigned maximisers;
};

static int plain_value(const struct plain_search *plain, const skat_cards hands[3], unsigned leader,
                       const skat_card *trick, int placed)
{
    unsigned seat = (leader + (unsigned)placed) % 3;
    skat_cards legal = hands[seat];
    bool high = plain->maximisers >> seat & 1;
    int best = high ? -1 : 1000;

    if (!legal)
        return 0;
    if (placed) {
        skat_cards same = legal & plain->order->members[plain->order->class_of[trick[0]]];
        legal = same ? same : legal;
    }
    while (legal) {
        skat_card cards[3] = {placed > 0 ? trick[0] : 0, placed > 1 ? trick[1] : 0, 0};
        skat_cards left[3] = {hands[0], hands[1], hands[2]};
        int value;
        cards[placed] = skat_cards_pop(&legal);
        left[seat] &= ~skat_card_bit(cards[placed]);
        if (placed < 2) {
            value = plain_value(plain, left, leader, cards, placed + 1);
        } else {
            unsigned winner = 0;
            for (unsigned i = 1; i < 3; i++)
                if (skat_beats(plain->order, cards[i], cards[winner]))
                    winner = i;
            winner = (winner + leader) % 3;
            bool taken = plain->takers >> winner & 1;
            int points = skat_card_points[cards[0]] + skat_card_points[cards[1]] +
                         skat_card_points[cards[2]];
            if (!left[winner])
                points += plain->deal->last_trick_points;
            value = plain_value(plain, left, winner, NULL, 0);
            if (taken)
                value = plain->counts_tricks ? 1 : value + points;
        }
        if (high ? value > best : value < best)
            best = value;
    }
    return best;
}

static struct plain_search plain_for(const struct skat_solver_deal *deal)
{
    unsigned alone = 1u << deal->alone;
    bool null = skat_games[deal->game].fixed_value;
    bool avoids = null || deal->game == SKAT_GAME_RAMSCH;

    return (struct plain_search){.order = &skat_rankings[skat_games[deal->game].ranking],
                                 .deal = deal,
                                 .counts_tricks = null,
                                 .takers = alone,
                                 .maximisers = avoids ? 7 ^ alone : alone};
}

static int plain_position(const struct plain_search *plain,
                          const struct skat_solver_position *position)
{
    return plain_value(plain, position->hands, position->leader, position->trick, position->count);
}

/* ---- random deals and positions ---- */

static const uint8_t GAMES[] = {SKAT_GAME_DIAMONDS,      SKAT_GAME_HEARTS, SKAT_GAME_SPADES,
                                SKAT_GAME_CLUBS,         SKAT_GAME_GRAND,  SKAT_GAME_NULL,
                                SKAT_GAME_SACHSENSPITZE, SKAT_GAME_RAMSCH};

/* `cards` cards for everyone, of the deck. */
static struct skat_solver_deal draw_deal(struct skat_random *random, int cards, skat_cards deck)
{
    struct skat_solver_deal deal = {0};
    skat_card left[SKAT_DECK_MAX];
    int count = 0;

    for (skat_cards rest = deck; rest;)
        left[count++] = skat_cards_pop(&rest);
    for (int i = 0; i < 3 * cards; i++) {
        int pick = (int)skat_random_below(random, (uint32_t)count);
        deal.hands[i % 3] |= skat_card_bit(left[pick]);
        left[pick] = left[--count];
    }
    deal.game = GAMES[skat_random_below(random, sizeof GAMES)];
    deal.alone = (uint8_t)skat_random_below(random, 3);
    if (deal.game == SKAT_GAME_RAMSCH)
        deal.last_trick_points = (uint8_t)skat_random_below(random, 22);
    return deal;
}

static skat_card draw_card(struct skat_random *random, skat_cards cards)
{
    for (uint32_t skip = skat_random_below(random, (uint32_t)skat_cards_count(cards)); skip; skip--)
        cards &= cards - 1;
    return skat_cards_first(cards);
}

/* Plays `cards` cards at random from the start. */
static struct skat_solver_position draw_position(struct skat_random *random,
                                                 const struct skat_solver *solver,
                                                 const struct skat_solver_deal *deal, int cards)
{
    struct skat_solver_position position = skat_solver_start(deal);

    position.leader = (uint8_t)skat_random_below(random, 3);
    for (int i = 0; i < cards; i++)
        skat_solver_play(solver, &position,
                         draw_card(random, skat_solver_legal(solver, &position)));
    return position;
}

/* ---- tests ---- */

static skat_cards read_cards(const char *text)
{
    skat_cards cards = 0;

    for (; *text; text += 2)
        cards |= skat_card_bit(skat_card_parse(text));
    return cards;
}

/* tests/data/solver-deals.txt: described at its top. test_fixed.py solves all of them, too. */
TEST(test_solved_deals)
{
    struct skat_solver *solver = make_solver(18);
    FILE *file = fopen("tests/data/solver-deals.txt", "r");
    char line[400], trump, hand[3][32], skat[8];
    int alone, leader, value, deals = 0, each = 12;

    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%c %d %d %31s %31s %31s %7s %d", &trump, &alone, &leader, hand[0],
                   hand[1], hand[2], skat, &value) != 8)
            continue;
        if (deals++ % each)
            continue;
        struct skat_solver_deal deal = {.alone = (uint8_t)alone};
        while (skat_games[deal.game].letter != trump)
            deal.game++;
        for (int i = 0; i < 3; i++)
            deal.hands[i] = read_cards(hand[i]);
        struct skat_solver_position start = skat_solver_start(&deal);
        int found_skat = trump == 'N' ? 0 : skat_cards_points(read_cards(skat));
        skat_solver_deal(solver, &deal);
        assert_int_equal(skat_solver_value(solver, &start) + found_skat, value);
        if (trump != 'N')
            for (int target = 31; target <= 91; target += 30) {
                skat_solver_deal(solver, &deal);
                assert_int_equal(skat_solver_reaches(solver, &start, target - found_skat),
                                 value >= target);
            }
    }
    fclose(file);
    assert_int_equal(deals, 120);
    free(solver);
}

static void check_cards(struct skat_solver *solver, const struct plain_search *plain,
                        const struct skat_solver_position *position, int value)
{
    int16_t values[SKAT_CARD_CODES];
    skat_cards reaching, legal = skat_solver_legal(solver, position);

    assert_int_equal(skat_solver_cards(solver, position, values), value);
    for (unsigned card = 0; card < SKAT_CARD_CODES; card++) {
        if (!skat_cards_has(legal, (skat_card)card)) {
            assert_int_equal(values[card], -1);
            continue;
        }
        for (int target = values[card]; target <= values[card] + 1; target++) {
            assert_true(skat_solver_reaching(solver, position, legal, target, &reaching));
            assert_int_equal(skat_cards_has(reaching, (skat_card)card), values[card] >= target);
            assert_true(skat_solver_reaching(solver, position, skat_card_bit((skat_card)card),
                                             target, &reaching));
            assert_true(reaching == (values[card] >= target ? skat_card_bit((skat_card)card) : 0));
        }
        struct skat_solver_position after = *position;
        unsigned winner = skat_solver_play(solver, &after, (skat_card)card);
        int gained = 0;
        if (winner != SKAT_NO_TRICK && plain->takers >> winner & 1) {
            gained = skat_card_points[card] + skat_card_points[position->trick[0]] +
                     skat_card_points[position->trick[1]];
            if (!after.hands[winner])
                gained += plain->deal->last_trick_points;
            if (plain->counts_tricks)
                gained = 1;
        }
        int more = plain->counts_tricks && gained ? 0 : plain_position(plain, &after);
        assert_int_equal(values[card], gained + more);
    }
}

/* Late positions, also in the middle of a trick, of all games: every question gives what a plain
 * search gives. */
TEST(test_late_positions)
{
    struct skat_solver *solver = make_solver(SKAT_SOLVER_BITS_MIN);
    struct skat_random random;

    skat_random_start_number(&random, 7);
    for (int i = 0; i < 2000; i++) {
        int cards = 1 + (int)skat_random_below(&random, 4);
        struct skat_solver_deal deal =
            draw_deal(&random, cards, i % 3 ? SKAT_DECK_32 : SKAT_DECK_36);
        skat_solver_deal(solver, &deal);
        struct skat_solver_position position =
            draw_position(&random, solver, &deal, (int)skat_random_below(&random, 3));
        struct plain_search plain = plain_for(&deal);
        int value = plain_position(&plain, &position);
        assert_int_equal(skat_solver_value(solver, &position), value);
        assert_int_equal(skat_solver_reaches(solver, &position, value), 1);
        assert_int_equal(skat_solver_reaches(solver, &position, value + 1), 0);
        check_cards(solver, &plain, &position, value);
        if (!skat_games[deal.game].fixed_value && deal.game != SKAT_GAME_RAMSCH) {
            plain.takers = plain.maximisers = 7u ^ 1u << deal.alone;
            plain.counts_tricks = true;
            assert_int_equal(skat_solver_all_tricks(solver, &position),
                             !plain_position(&plain, &position));
        }
    }
    free(solver);
}

/* Through whole games, keeping the transposition table: the values of the cards agree with
 * the value of what follows, and the best card keeps the value. */
TEST(test_along_a_game)
{
    struct skat_solver *solver = make_solver(16);
    struct skat_random random;
    int16_t values[SKAT_CARD_CODES];

    skat_random_start_number(&random, 8);
    for (int i = 0; i < 24; i++) {
        struct skat_solver_deal deal = draw_deal(&random, 10, SKAT_DECK_32);
        skat_solver_deal(solver, &deal);
        struct skat_solver_position position = draw_position(&random, solver, &deal, 8);
        unsigned takers = 1u << deal.alone;
        bool null = skat_games[deal.game].fixed_value;
        while (position.hands[skat_solver_turn(&position)]) {
            int value = skat_solver_cards(solver, &position, values);
            skat_card card = draw_card(&random, skat_solver_legal(solver, &position)), best = card;
            for (unsigned other = 0; other < SKAT_CARD_CODES; other++)
                if (values[other] == value)
                    best = (skat_card)other;
            assert_int_equal(values[best], value);
            assert_int_equal(skat_solver_value(solver, &position), value);
            struct skat_solver_position before = position;
            unsigned winner = skat_solver_play(solver, &position, card);
            int gained = 0;
            if (winner != SKAT_NO_TRICK && takers >> winner & 1) {
                gained = skat_card_points[card] + skat_card_points[before.trick[0]] +
                         skat_card_points[before.trick[1]];
                gained += position.hands[winner] ? 0 : deal.last_trick_points;
            }
            if (null && winner != SKAT_NO_TRICK && takers >> winner & 1)
                break;
            assert_int_equal(values[card],
                             (null ? 0 : gained) + skat_solver_value(solver, &position));
        }
    }
    free(solver);
}

/* Search techniques, table size and earlier queries never change a value. */
TEST(test_techniques_change_nothing)
{
    struct skat_solver *all = make_solver(16), *some = make_solver(SKAT_SOLVER_BITS_MIN);
    struct skat_random random;

    skat_random_start_number(&random, 9);
    for (int i = 0; i < 400; i++) {
        struct skat_solver_deal deal = draw_deal(&random, 5 + i % 2, SKAT_DECK_32);
        unsigned without = skat_random_below(&random, SKAT_SOLVER_TECHNIQUES + 1);
        skat_solver_use(some, i % 3 ? without : SKAT_SOLVER_TECHNIQUES ^ 1u << i / 3 % 7);
        skat_solver_deal(all, &deal);
        skat_solver_deal(some, &deal);
        struct skat_solver_position position =
            draw_position(&random, all, &deal, (int)skat_random_below(&random, 4));
        assert_int_equal(skat_solver_value(all, &position), skat_solver_value(some, &position));
    }
    free(all);
    free(some);
}

/* A limit of nodes is kept, and leaves nothing wrong behind. */
TEST(test_limit)
{
    struct skat_solver *solver = make_solver(16), *fresh = make_solver(16);
    struct skat_random random;
    int16_t values[SKAT_CARD_CODES];
    skat_cards reaching;
    int gave_up = 0;

    skat_random_start_number(&random, 11);
    for (int i = 0; i < 25; i++) {
        struct skat_solver_deal deal = draw_deal(&random, 8, SKAT_DECK_32);
        struct skat_solver_position start = skat_solver_start(&deal);
        uint64_t limit = 1 + skat_random_below(&random, 3000);
        skat_solver_deal(solver, &deal);
        skat_solver_limit(solver, limit);
        int value = skat_solver_value(solver, &start);
        assert_true(skat_solver_nodes(solver) <= limit);
        if (value == SKAT_SOLVER_GAVE_UP) {
            gave_up++;
            assert_int_equal(skat_solver_cards(solver, &start, values), SKAT_SOLVER_GAVE_UP);
            /* Once the node limit is spent, even a trivial question may go unanswered. */
            assert_true(!skat_solver_reaching(solver, &start, skat_solver_legal(solver, &start),
                                              200, &reaching) ||
                        !reaching);
        }
        skat_solver_limit(solver, 0);
        skat_solver_deal(fresh, &deal);
        assert_int_equal(skat_solver_value(solver, &start), skat_solver_value(fresh, &start));
    }
    assert_true(gave_up > 2);
    free(solver);
    free(fresh);
}
