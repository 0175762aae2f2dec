// SPDX-License-Identifier: MIT
/* tests/unit/test_calls.c - the auction by suits (rules.md 3.1), as strings of moves. */
#include "tests/unit/engine_helpers.h"

#include "engine/calls.h"

#define SUITS "auction=suits"

enum { OPEN = -2, PASSED_IN = -1 };

/* The declarer, PASSED_IN, or OPEN while the auction goes on. */
static int auction_state(const struct skat_game *game)
{
    struct skat_decision decision;
    if (!skat_game_pending(game, &decision))
        return PASSED_IN;
    return decision.kind == SKAT_DECIDE_CALL || decision.kind == SKAT_DECIDE_HOLD_CALL
               ? OPEN
               : game->table.declarer;
}

static void auctions_find_the_declarer_and_the_game_that_is_owed(void **state)
{
    static const struct {
        const char *from, *moves;
        int declarer, rank, bid;
    } cases[] = {
        {"rules.md 3.1, middlehand unopposed", "1 f.D 0 p 2 p", 1, 1, 0},
        {"rules.md 3.1, forehand holds the same game", "1 f.D 0 y 1 p 2 p", 0, 1, 0},
        {"rules.md 3.1, each outranks the last", "1 f.D 0 y 1 f.H 0 y 1 f.S 0 p 2 f.C 1 y 2 p", 1,
         4, 0},
        {"rules.md 3.1, solo outranks Frage", "1 f.C 0 y 1 f.DH 0 p 2 p", 1, 5, 0},
        {"rules.md 3.1, ranks may be left out", "1 f.GO 0 p 2 p", 1, 12, 0},
        {"rules.md 3.1, null outranks the solos", "1 f.CH 0 y 1 f.NH 0 y 1 f.GH 0 p 2 p", 1, 10, 0},
        {"rules.md 3.1, the highest", "1 f.NOH 0 y 1 f.GO 0 y 1 p 2 p", 0, 12, 0},
        {"rules.md 3.1, forehand is asked after two passes", "1 p 2 p", OPEN, 0, 0},
        {"rules.md 3.1, and names the lowest", "1 p 2 p 0 f.D", 0, 1, 0},
        {"rules.md 3.1, all pass", "1 p 2 p 0 p", PASSED_IN, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        struct skat_game game;
        start_first_game(&game, &rules, SUITS);
        play_moves(&game, cases[i].from, cases[i].moves);
        if (auction_state(&game) != cases[i].declarer || game.calls.called_rank != cases[i].rank ||
            game.table.bid != cases[i].bid)
            fail_msg("%s: declarer %d rank %d bid %d, want %d, %d and %d", cases[i].from,
                     auction_state(&game), game.calls.called_rank, game.table.bid,
                     cases[i].declarer, cases[i].rank, cases[i].bid);
    }
}

static void what_is_not_owed_or_does_not_outrank_is_refused(void **state)
{
    static const struct {
        const char *from, *moves, *next;
        enum skat_refusal refusal;
    } cases[] = {
        {"the same game does not outrank", "1 f.H 0 y", "1 f.H", SKAT_REFUSED_BID},
        {"a lower one does not", "1 f.H 0 y", "1 f.D", SKAT_REFUSED_BID},
        {"a solo is not outranked by a Frage", "1 f.DH 0 p", "2 f.C", SKAT_REFUSED_BID},
        {"an open null is not outranked by grand", "1 f.NOH 0 p", "2 f.GH", SKAT_REFUSED_BID},
        {"nothing outranks grand ouvert", "1 f.GO 0 p", "2 f.GO", SKAT_REFUSED_BID},
        {"null with the skat is no rank", "", "1 f.N", SKAT_REFUSED_BID},
        {"grand with the skat is no rank", "", "1 f.G", SKAT_REFUSED_BID},
        {"an announcement is no rank", "", "1 f.CHS", SKAT_REFUSED_BID},
        {"forehand names the lowest", "1 p 2 p", "0 f.H", SKAT_REFUSED_BID},
        {"who is asked names nothing", "1 f.D", "0 f.H", SKAT_REFUSED_KIND},
        {"no value is bid", "", "1 18", SKAT_REFUSED_KIND},
        {"a lower Frage is not owed", "1 f.S 0 p 2 p 1 s w H9.D7", "1 H.H9.D7",
         SKAT_REFUSED_DECLARATION},
        {"null with the skat is not owed", "1 f.D 0 p 2 p 1 s w H9.D7", "1 N.H9.D7",
         SKAT_REFUSED_DECLARATION},
        {"a lower solo is not owed", "1 f.HH 0 p 2 p", "1 DH", SKAT_REFUSED_DECLARATION},
        {"a solo is not owed after null", "1 f.NH 0 p 2 p", "1 CHZ", SKAT_REFUSED_DECLARATION},
        {"the skat stays after a game by hand", "1 f.DH 0 p 2 p", "1 s", SKAT_REFUSED_KIND},
        {"the very game", "1 f.S 0 p 2 p 1 s w H9.D7", "1 S.H9.D7", SKAT_ACCEPTED},
        {"a higher Frage", "1 f.S 0 p 2 p 1 s w H9.D7", "1 C.H9.D7", SKAT_ACCEPTED},
        {"a solo for a Frage", "1 f.C 0 p 2 p", "1 DH", SKAT_ACCEPTED},
        {"a solo with schneider announced", "1 f.HH 0 p 2 p", "1 HHS", SKAT_ACCEPTED},
        {"an open solo", "1 f.HH 0 p 2 p", "1 HO", SKAT_ACCEPTED},
        {"grand for null", "1 f.NH 0 p 2 p", "1 GHS", SKAT_ACCEPTED},
    };
    static const char cards[] = "CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8|C7.SA.ST.SK.SQ.S9.S8.S7.HA.HT|"
                                "HK.HQ.H8.H7.DA.DT.DK.DQ.D9.D8|H9.D7";
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        struct skat_game game;
        struct skat_action action;
        struct skat_error error;
        struct skat_deal deal;
        rules_of(&rules, SUITS);
        assert_true(skat_deal_parse(&deal, rules.derived.deck, cards, &error));
        skat_game_start(&game, &rules, &deal, NULL);
        play_moves(&game, cases[i].from, cases[i].moves);
        assert_true(skat_record_parse_action(cases[i].next + 2, &action, &error));
        enum skat_refusal refusal =
            skat_game_apply(&game, (unsigned)(cases[i].next[0] - '0'), &action);
        if (refusal != cases[i].refusal)
            fail_msg("%s: %s", cases[i].from, skat_refusal_text(refusal));
    }
}

/* rules.md 3.1: nothing is overbid; a game counts as in Skat. */
static void what_was_named_is_public_and_no_value_is_bid(void **state)
{
    struct skat_rules rules;
    struct skat_game game;
    struct skat_view view;
    (void)state;
    start_first_game(&game, &rules, SUITS);
    play_moves(&game, "rules.md 3.1", "1 f.D 0 y 1 f.S 0 p 2 f.HH 1 y 2 p");
    for (unsigned position = 0; position < 3; position++) {
        skat_game_view(&game, position, &view);
        assert_int_equal(view.calls.called_rank, 6);
        assert_int_equal(view.calls.called.type, SKAT_GAME_HEARTS);
        assert_int_equal(view.calls.called.with, SKAT_WITH_HAND);
        assert_int_equal(view.calls.highest_call[0], 1);
        assert_int_equal(view.calls.highest_call[1], 6);
        assert_int_equal(view.calls.highest_call[2], 6);
        assert_int_equal(view.table.bid, 0);
        assert_int_equal(view.table.highest[1], 0);
        assert_int_equal(view.table.declarer, 1);
    }
}

/* Each announcement has the rank of the table in rules.md 3.1, and lists begin with the lowest. */
static void lists_are_in_the_order_of_ranks(void **state)
{
    struct skat_rules rules;
    int rank = 0;
    (void)state;
    rules_of(&rules, SUITS " announce_with_skat=true");
    assert_int_equal(rules.derived.call_count, 12);
    for (int i = 0; i < 12; i++)
        assert_int_equal(naive_call_rank(rules.derived.calls[i]), i + 1);
    for (int skat = 1; skat >= 0; skat--)
        for (int i = 0; i < rules.derived.declaration_count[skat]; i++) {
            struct skat_contract contract = rules.derived.declarations[skat][i];
            assert_true(naive_call_rank(contract) >= rank);
            rank = naive_call_rank(contract);
            assert_int_equal(skat_call_rank(contract), rank);
        }
    assert_int_equal(rules.derived.declaration_count[1], 16);
    assert_int_equal(rules.derived.declaration_count[0], 4 * 4 + 1 + 3 + 1 + 1);
}

static void games_without_a_rank_are_refused(void **state)
{
    static const struct {
        const char *option, *value;
    } options[] = {{"revolution", "exchange"}, {"sachsenspitze_base", "20"}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        struct skat_error error;
        struct skat_rules rules;
        skat_rules_official(&rules);
        rules_set(&rules, "auction", "suits");
        rules_set(&rules, options[i].option, options[i].value);
        assert_false(skat_rules_prepare(&rules, &error));
        assert_non_null(strstr(error.text, "has no rank"));
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(auctions_find_the_declarer_and_the_game_that_is_owed),
        cmocka_unit_test(what_is_not_owed_or_does_not_outrank_is_refused),
        cmocka_unit_test(what_was_named_is_public_and_no_value_is_bid),
        cmocka_unit_test(lists_are_in_the_order_of_ranks),
        cmocka_unit_test(games_without_a_rank_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
