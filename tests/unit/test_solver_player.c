// SPDX-License-Identifier: MIT
/* Play by the solver against a plain search: no side plays a losing card. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "arena/bot/solver_player.h"
#include "engine/random.h"
#include "engine/variant.h"
#include "tests/unit/unit_test.h"

enum { CARDS = 4 };

/* A game in the middle of a plain search. What it is worth is 2 x points + 1 if all tricks were the
 * player's alone, in null 1 for a trick of the player's: one number, as points come first. */
struct plain_game {
    const struct skat_ranking *order;
    bool null;
    unsigned alone;
};

static int plain_worth(const struct plain_game *plain, const skat_cards hands[3], unsigned leader,
                       const skat_card *trick, int placed, bool all);

/* With the card played. */
static int worth_after(const struct plain_game *plain, const skat_cards hands[3], unsigned leader,
                       const skat_card *trick, int placed, bool all, skat_card card)
{
    unsigned seat = (leader + (unsigned)placed) % 3, winner = 0;
    skat_cards left[3] = {hands[0], hands[1], hands[2]};
    skat_card cards[3] = {placed > 0 ? trick[0] : 0, placed > 1 ? trick[1] : 0, 0};
    int points = 0;

    cards[placed] = card;
    left[seat] &= ~skat_card_bit(card);
    if (placed < 2)
        return plain_worth(plain, left, leader, cards, placed + 1, all);
    for (unsigned i = 0; i < 3; i++) {
        points += skat_card_points[cards[i]];
        if (skat_beats(plain->order, cards[i], cards[winner]))
            winner = i;
    }
    winner = (winner + leader) % 3;
    if (plain->null && winner == plain->alone)
        return 1;
    int rest = plain_worth(plain, left, winner, NULL, 0, all && winner == plain->alone);
    return rest + (plain->null || winner != plain->alone ? 0 : 2 * points);
}

static skat_cards plain_legal(const struct plain_game *plain, skat_cards hand,
                              const skat_card *trick, int placed)
{
    skat_cards same = placed ? hand & plain->order->members[plain->order->class_of[trick[0]]] : 0;
    return same ? same : hand;
}

static int plain_worth(const struct plain_game *plain, const skat_cards hands[3], unsigned leader,
                       const skat_card *trick, int placed, bool all)
{
    unsigned seat = (leader + (unsigned)placed) % 3;
    bool high = (seat == plain->alone) != plain->null;
    int best = high ? -1 : 1000;

    if (!hands[seat])
        return !plain->null && all;
    for (skat_cards legal = plain_legal(plain, hands[seat], trick, placed); legal;) {
        int worth = worth_after(plain, hands, leader, trick, placed, all, skat_cards_pop(&legal));
        if (high ? worth > best : worth < best)
            best = worth;
    }
    return best;
}

/* Deals with few points, so that tricks worth nothing occur often. */
static struct skat_solver_deal draw_deal(struct skat_random *random, bool few_points)
{
    static const uint8_t games[] = {SKAT_GAME_DIAMONDS, SKAT_GAME_CLUBS, SKAT_GAME_GRAND,
                                    SKAT_GAME_NULL, SKAT_GAME_SACHSENSPITZE};
    struct skat_solver_deal deal = {
        .game = games[skat_random_below(random, sizeof games)],
        .alone = (uint8_t)skat_random_below(random, 3),
    };
    skat_card left[SKAT_DECK_MAX];
    int count = 0;

    for (skat_cards rest = skat_deck_32.cards; rest;) {
        skat_card card = skat_cards_pop(&rest);
        if (!few_points || skat_card_points[card] < 3)
            left[count++] = card;
    }
    for (int i = 0; i < 3 * CARDS; i++) {
        int pick = (int)skat_random_below(random, (uint32_t)count);
        deal.hands[i % 3] |= skat_card_bit(left[pick]);
        left[pick] = left[--count];
    }
    return deal;
}

/* What a line was worth to the player alone; every card must be legal. */
static int worth_of_line(const struct plain_game *plain, const struct skat_solver_deal *deal,
                         unsigned leader, const skat_card *cards, int count)
{
    skat_cards hands[3] = {deal->hands[0], deal->hands[1], deal->hands[2]};
    int points = 0, tricks = 0;

    for (int i = 0; i < count; i++) {
        const skat_card *trick = &cards[i - i % 3];
        unsigned seat = (leader + (unsigned)(i % 3)) % 3, winner = 0;
        assert_true(plain_legal(plain, hands[seat], trick, i % 3) & skat_card_bit(cards[i]));
        hands[seat] &= ~skat_card_bit(cards[i]);
        if (i % 3 < 2)
            continue;
        for (unsigned k = 1; k < 3; k++)
            if (skat_beats(plain->order, trick[k], trick[winner]))
                winner = k;
        leader = (winner + leader) % 3;
        tricks += leader == plain->alone;
        for (int k = 0; k < 3; k++)
            points += leader == plain->alone ? skat_card_points[trick[k]] : 0;
    }
    if (plain->null)
        return tricks > 0;
    assert_int_equal(count, 3 * CARDS);
    return 2 * points + (tricks == CARDS);
}

TEST(both_sides_do_their_best)
{
    struct solver_player *play = solver_player_new();
    struct skat_random random;
    int swept = 0, stopped = 0;

    assert_non_null(play);
    skat_random_start_number(&random, 20261121);
    for (int i = 0; i < 800; i++) {
        struct skat_solver_deal deal = draw_deal(&random, i % 3 > 0);
        unsigned leader = skat_random_below(&random, 3);
        struct plain_game plain = {&skat_rankings[skat_games[deal.game].ranking],
                                   skat_games[deal.game].fixed_value, deal.alone};
        skat_card cards[SKAT_DECK_MAX];
        int count = solver_player_line(play, &deal, leader, cards);
        int want = plain_worth(&plain, deal.hands, leader, NULL, 0, true);
        int got = worth_of_line(&plain, &deal, leader, cards, count);
        if (got != want)
            fail_msg("deal %d: played for %d, worth %d", i, got, want);
        int all = skat_cards_points(deal.hands[0] | deal.hands[1] | deal.hands[2]);
        swept += !plain.null && want == 2 * all + 1;
        stopped += !plain.null && want == 2 * all;
    }
    assert_true(swept > 10 && stopped > 10); /* both were met */
    solver_player_free(play);
}

TEST(equal_cards_have_an_order)
{
    /* Grand: forehand, alone, has nothing but winners: the fewest points first, then the weakest.
     */
    struct skat_solver_deal deal = {.game = SKAT_GAME_GRAND, .alone = 0};
    static const char *const hands[3] = {"CJ.SJ.CA.CT", "C7.C8.H7.H8", "C9.D7.D8.D9"};
    static const char want[] = "SJ.H7.D7";
    struct solver_player *play = solver_player_new();
    skat_card cards[SKAT_DECK_MAX];

    for (int hand = 0; hand < 3; hand++)
        for (const char *at = hands[hand]; *at; at += at[2] ? 3 : 2)
            deal.hands[hand] |= skat_card_bit(skat_card_parse(at));
    solver_player_line(play, &deal, 0, cards);
    for (int i = 0; i < 3; i++)
        assert_int_equal(cards[i], skat_card_parse(want + 3 * i));
    solver_player_free(play);
}
