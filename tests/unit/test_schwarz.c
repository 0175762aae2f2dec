// SPDX-License-Identifier: MIT
/* tests/unit/test_schwarz.c - when stammtisch announces schwarz: with cards that take every trick
 * however the others lie, as a card player counts them. */
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

#include "bots/stammtisch/schwarz.h"

static skat_cards hand_of(const char *text)
{
    skat_cards hand = 0;

    for (const char *at = text; *at; at += 1 + (at[2] != '\0'), at++)
        hand |= skat_card_bit(skat_card_parse((char[]){at[0], at[1], '\0'}));
    assert_int_equal(count(hand), SKAT_HAND);
    return hand;
}

#define JACKS_AND_ACES "CJ SJ HJ DJ CA SA HA DA CT ST"

TEST(only_what_is_certain)
{
    static const struct {
        const char *why;
        int game;
        const char *ten;
        int leads, want;
    } cases[] = {
        {"grand with all jacks, aces and tens", GRAND, JACKS_AND_ACES, 1, 1},
        {"no trump is out: whoever leads", GRAND, JACKS_AND_ACES, 0, 1},
        {"three jacks draw the fourth", GRAND, "CJ SJ HJ CA CT CK CQ SA ST HA", 1, 1},
        {"but not if another player leads", GRAND, "CJ SJ HJ CA CT CK CQ SA ST HA", 0, 0},
        {"a higher jack is out", GRAND, "CJ HJ DJ CA CT CK CQ SA ST HA", 1, 0},
        {"a ten without its ace", GRAND, "CJ SJ HJ DJ CT CK SA ST HA DA", 1, 0},
        {"two jacks draw two", GRAND, "CJ SJ CA CT CK CQ C9 C8 C7 SA", 1, 1},
        {"one cannot draw three", GRAND, "CJ CA CT CK CQ C9 C8 C7 SA HA", 1, 0},
        {"six trumps draw five", SKAT_BOT_CLUBS, "CJ SJ HJ DJ CA CT SA ST HA DA", 1, 1},
        {"five do not draw six", SKAT_BOT_CLUBS, "CJ SJ HJ DJ CA SA ST HA HT DA", 1, 0},
        {"the highest trump of the suit is out", SKAT_BOT_CLUBS, "CJ SJ HJ DJ CT CK SA ST HA DA", 1,
         0},
        {"ten of the eleven trumps, but the club jack", SKAT_BOT_CLUBS,
         "SJ HJ DJ CA CT CK CQ C9 C8 C7", 1, 0},
        {"ten of the eleven trumps, but the seven", SKAT_BOT_CLUBS, "CJ SJ HJ DJ CA CT CK CQ C9 C8",
         1, 1},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const int got = schwarz_certain(cases[i].game, hand_of(cases[i].ten), cases[i].leads);
        if (got != cases[i].want)
            fail_msg("%s: got %d", cases[i].why, got);
    }
}

/* The best of the games that are offered, as open as they may be. */
TEST(the_game_that_counts_most)
{
    static const struct skat_bot_contract offered[] = {
        {SKAT_BOT_CLUBS, SKAT_BOT_HAND},
        {SKAT_BOT_CLUBS, SKAT_BOT_HAND | SKAT_BOT_SCHNEIDER | SKAT_BOT_SCHWARZ | SKAT_BOT_OUVERT},
        {GRAND, SKAT_BOT_HAND},
        {GRAND, SKAT_BOT_HAND | SKAT_BOT_SCHNEIDER},
        {GRAND, SKAT_BOT_HAND | SKAT_BOT_SCHNEIDER | SKAT_BOT_SCHWARZ},
        {GRAND, SKAT_BOT_HAND | SKAT_BOT_SCHNEIDER | SKAT_BOT_SCHWARZ | SKAT_BOT_OUVERT},
    };
    struct rules rules = rules_official();
    struct skat_bot_view view = {.hand = hand_of(JACKS_AND_ACES), .bid = 18};
    struct skat_bot_decision decision = {.declarations = offered,
                                         .declaration_count = COUNT_OF(offered)};
    struct skat_bot_contract contract = {0};

    rules.usual_trumps = rules.open_is_schwarz = 1;
    assert_true(schwarz_game(&rules, &view, &decision, &contract));
    assert_int_equal(contract.type, GRAND);
    assert_int_equal(contract.with, offered[5].with);
    rules.open_is_schwarz = 0;
    assert_true(schwarz_game(&rules, &view, &decision, &contract));
    assert_int_equal(contract.with, offered[4].with);
    rules.open_is_schwarz = 1;
    decision.declaration_count = 2;
    assert_true(schwarz_game(&rules, &view, &decision, &contract));
    assert_int_equal(contract.type, SKAT_BOT_CLUBS);
    decision.declaration_count = 1; /* where schwarz may not be announced */
    assert_false(schwarz_game(&rules, &view, &decision, &contract));
    decision.declaration_count = COUNT_OF(offered);
    rules.usual_trumps = 0; /* Ass: an ace above the jacks */
    assert_false(schwarz_game(&rules, &view, &decision, &contract));
    rules.usual_trumps = 1;
    view.bid = 300; /* more than it counts */
    assert_false(schwarz_game(&rules, &view, &decision, &contract));
}

TEST(trumps_are_led_first)
{
    struct skat_bot_view view = {.hand = hand_of("CJ SJ HJ CA CT CK CQ SA ST HA"),
                                 .contract = {GRAND, SKAT_BOT_HAND | SKAT_BOT_SCHWARZ}};
    const skat_cards jacks = view.hand & JACKS;

    assert_true(schwarz_leads(&view, view.hand) == jacks);
    view.played_count = 1; /* not on lead */
    assert_true(schwarz_leads(&view, view.hand) == view.hand);
    view.played_count = 3;
    view.gone = JACKS & ~view.hand;
    assert_true(schwarz_leads(&view, view.hand) == view.hand);
    view.gone = 0;
    view.contract.with = SKAT_BOT_HAND;
    assert_true(schwarz_leads(&view, view.hand) == view.hand);
    view.contract.with |= SKAT_BOT_SCHWARZ;
    view.declarer = 1;
    assert_true(schwarz_leads(&view, view.hand) == view.hand);
}
