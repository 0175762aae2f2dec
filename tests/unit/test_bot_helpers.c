// SPDX-License-Identifier: MIT
/* tests/unit/test_bot_helpers.c - the helpers for bots say what the engine's rules say, of every
 * game, card and pair. What they read from views is checked in play: tests/bots/helped.c. */
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

#include "bots/skat_bot_helpers.h"
#include "engine/ranking.h"

static const struct {
    int game;
    enum skat_ranking_id order;
} games[] = {
    {SKAT_BOT_DIAMONDS, SKAT_RANKING_DIAMONDS},
    {SKAT_BOT_HEARTS, SKAT_RANKING_HEARTS},
    {SKAT_BOT_SPADES, SKAT_RANKING_SPADES},
    {SKAT_BOT_CLUBS, SKAT_RANKING_CLUBS},
    {SKAT_BOT_GRAND, SKAT_RANKING_GRAND},
    {SKAT_BOT_RAMSCH, SKAT_RANKING_GRAND},
    {SKAT_BOT_NULL, SKAT_RANKING_NULL},
    {SKAT_BOT_REVOLUTION, SKAT_RANKING_NULL},
    {SKAT_BOT_SACHSENSPITZE, SKAT_RANKING_SACHSENSPITZE},
};
enum { GAMES = sizeof games / sizeof *games };

TEST(cards_have_their_points)
{
    for (skat_cards rest = SKAT_DECK_36; rest;) {
        skat_card card = skat_cards_pop(&rest);
        assert_int_equal(skat_bot_points(card), skat_card_points[card]);
    }
    assert_int_equal(skat_bot_points_in(SKAT_DECK_32), 120);
    assert_int_equal(skat_bot_points_in(SKAT_DECK_36), 144);
    assert_int_equal(skat_bot_count(SKAT_DECK_36), 36);
    assert_true(SKAT_BOT_JACKS == SKAT_JACKS && SKAT_BOT_SUIT_CARDS(2) == SKAT_SUIT_CARDS(2));
    assert_int_equal(skat_bot_card_of(SKAT_BOT_HEARTS, SKAT_BOT_TEN), skat_card_parse("HT"));
}

TEST(trumps_and_suits_are_those_of_the_engine)
{
    for (int i = 0; i < GAMES; i++) {
        const struct skat_ranking *order = &skat_rankings[games[i].order];
        assert_true(skat_bot_trumps(games[i].game) == order->trumps);
        for (skat_cards rest = SKAT_DECK_36; rest;) {
            skat_card card = skat_cards_pop(&rest);
            assert_true(skat_bot_same_suit(card, games[i].game) ==
                        order->members[order->class_of[card]]);
        }
    }
}

TEST(what_beats_what_is_the_same)
{
    for (int i = 0; i < GAMES; i++)
        for (skat_cards all = SKAT_DECK_36; all;) {
            skat_card card = skat_cards_pop(&all);
            for (skat_cards rest = SKAT_DECK_36 & ~skat_card_bit(card); rest;) {
                skat_card best = skat_cards_pop(&rest);
                const skat_bot_card trick[] = {best, card};
                bool beats = skat_beats(&skat_rankings[games[i].order], card, best);
                assert_int_equal(skat_bot_beats(card, best, games[i].game), beats);
                assert_int_equal(skat_bot_trick_winner(trick, 2, games[i].game), beats);
            }
        }
}
