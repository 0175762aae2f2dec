// SPDX-License-Identifier: MIT
/* tests/unit/test_hand_game.c - when pimc plays hand: by examples whose answer a card player knows.
 */
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

#include "bots/pimc/hand_game.h"

/* What forehand plays by hand after bidding so much with these cards; *picks_up if nothing. */
static struct skat_bot_contract answer(const char *ten, int bid, int *picks_up)
{
    struct club_player club;
    struct judge judge = {.seed = 1, .budget = 1000000};
    struct skat_bot_contract contract = {0};
    const struct belief belief = {.club = &club, .by = BY_BIDS};
    skat_cards hand = 0;

    for (const char *at = ten; *at; at += 1 + (at[2] != '\0'), at++)
        hand |= skat_card_bit(skat_card_parse((char[]){at[0], at[1], '\0'}));
    assert_int_equal(count(hand), SKAT_HAND);
    const struct skat_bot_view view = {.size = sizeof view,
                                       .dealt = hand,
                                       .hand = hand,
                                       .bid = (uint16_t)bid,
                                       .kontra_by = SKAT_BOT_NOBODY,
                                       .dummy = SKAT_BOT_NOBODY};
    player_init(&club, &usual_style);
    club.rules.seeger = 1;
    *picks_up = !hand_game(&judge, &belief, &view, HAND_GAME_WORLDS, &contract);
    return contract;
}

TEST(a_level_that_saves_an_overbid)
{
    /* Without two, hearts are 30; by hand 40. */
    const char *const hearts = "HJ DJ HT HK HQ H9 H8 H7 SA DA";
    struct skat_bot_contract contract;
    int picks_up;

    answer(hearts, 30, &picks_up);
    assert_true(picks_up);
    contract = answer(hearts, 40, &picks_up);
    assert_false(picks_up);
    assert_int_equal(contract.type, SKAT_BOT_HEARTS);
    assert_int_equal(contract.with, SKAT_BOT_HAND);
}

/* What is announced of grand by hand with these cards, if so many of a thousand worlds make it. */
static unsigned announced(const char *ten, int needed)
{
    struct club_player club;
    struct judge judge = {.seed = 1, .budget = 1000000};
    const struct belief belief = {.club = &club, .by = BY_BIDS};
    skat_cards hand = 0;

    for (const char *at = ten; *at; at += 1 + (at[2] != '\0'), at++)
        hand |= skat_card_bit(skat_card_parse((char[]){at[0], at[1], '\0'}));
    const struct skat_bot_view view = {.size = sizeof view,
                                       .dealt = hand,
                                       .hand = hand,
                                       .bid = 18,
                                       .kontra_by = SKAT_BOT_NOBODY,
                                       .dummy = SKAT_BOT_NOBODY};
    player_init(&club, &usual_style);
    return hand_game_announced(&judge, &belief, &view, HAND_GAME_WORLDS, needed,
                               (struct skat_bot_contract){GRAND, SKAT_BOT_HAND})
        .with;
}

TEST(levels_that_the_games_played_out_make)
{
    const char *const certain = "CJ SJ HJ DJ CA CT SA ST HA DA",
                      *const weak = "CJ DJ CA CK SA SQ HA H7 DA D7";
    const unsigned hand = SKAT_BOT_HAND, schneider = hand | SKAT_BOT_SCHNEIDER;

    assert_int_equal(announced(certain, 1000), schneider | SKAT_BOT_SCHWARZ);
    assert_int_equal(announced(weak, 900), hand);
    assert_int_equal(announced(weak, 1) & schneider, schneider);
}

TEST(a_null_only_as_high_as_it_counts)
{
    const char *const lowest = "S7 S8 S9 H7 H8 H9 D7 D8 C7 C9";
    struct skat_bot_contract contract;
    int picks_up;

    answer(lowest, 46, &picks_up); /* ouvert with the skat will do */
    assert_true(picks_up);
    contract = answer(lowest, 59, &picks_up);
    assert_false(picks_up);
    assert_int_equal(contract.with, SKAT_BOT_HAND | SKAT_BOT_OUVERT);
    answer(lowest, 60, &picks_up);
    assert_true(picks_up);
}

TEST(nothing_to_play_by_hand)
{
    int picks_up;

    answer("CJ CA CT S9 SK H8 HQ HA D9 DT", 18, &picks_up);
    assert_true(picks_up);
}
