// SPDX-License-Identifier: MIT
/* tests/unit/test_auction.c - the auction (rules.md 3), as strings of moves. */
#include "tests/unit/engine_helpers.h"

enum { OPEN = -2, PASSED_IN = -1 };

/* The declarer, PASSED_IN, or OPEN while the auction goes on. */
static int auction_state(const struct skat_game *game)
{
    struct skat_decision decision;
    if (!skat_game_pending(game, &decision))
        return PASSED_IN;
    if (decision.kind == SKAT_DECIDE_BID || decision.kind == SKAT_DECIDE_HOLD)
        return OPEN;
    assert_int_equal(decision.kind, SKAT_DECIDE_GAME);
    assert_int_equal(decision.position, game->table.declarer);
    return game->table.declarer;
}

static void auctions_find_the_declarer_and_the_bid(void **state)
{
    static const struct {
        const char *from, *moves;
        int declarer, bid;
    } cases[] = {
        {"Swedish text, example", "1 18 0 y 1 20 0 y 1 p 2 22 0 y 2 23 0 y 2 24 0 p", 2, 24},
        {"Dutch text, example", "1 18 0 y 1 20 0 y 1 22 0 y 1 23 0 y 1 24 0 p 2 27 1 p", 2, 27},
        {"Danish text, Anna makes two calls, Clara declares", "1 18 0 p 2 20 1 y 2 22 1 y 2 p", 1,
         22},
        {"Danish text, example", "1 18 0 y 1 20 0 y 1 22 0 p 2 23 1 y 2 24 1 y 2 p", 1, 24},
        {"rules.md 3, middlehand unopposed", "1 18 0 p 2 p", 1, 18},
        {"rules.md 3, forehand held", "1 18 0 y 1 p 2 p", 0, 18},
        {"rules.md 3, rearhand against forehand", "1 p 2 18 0 y 2 p", 0, 18},
        {"rules.md 3, rearhand unopposed", "1 p 2 18 0 p", 2, 18},
        {"FreeBoardGames 1308, forehand is asked after two passes", "1 p 2 p 0 18", 0, 18},
        {"FreeBoardGames 1308, rearhand is asked after two passes", "1 18 0 p 2 20 1 p", 2, 20},
        {"FreeBoardGames 1308, still to be asked", "1 p 2 p", OPEN, 0},
        {"rules.md 3, all pass", "1 p 2 p 0 p", PASSED_IN, 0},
        {"Swedish text, jump to 30", "1 30 0 y 1 p 2 p", 0, 30},
        {"Wikipedia, jumps of both", "1 60 0 y 1 p 2 120 0 y 2 264 0 p", 2, 264},
        {"rules.md 3, the last rung", "1 264 0 y 1 p 2 p", 0, 264},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        struct skat_game game;
        start_first_game(&game, &rules, "");
        play_moves(&game, cases[i].from, cases[i].moves);
        int declarer = auction_state(&game);
        if (declarer != cases[i].declarer || game.table.bid != cases[i].bid)
            fail_msg("%s: declarer %d bid %d, want %d and %d", cases[i].from, declarer,
                     game.table.bid, cases[i].declarer, cases[i].bid);
    }
}

#define ASKS "auction=survivor_asks"

static void turns_go_from_middlehand_on(void **state)
{
    static const struct {
        const char *from, *moves;
        enum skat_decision_kind kind;
        int position;
        const char *options;
    } cases[] = {
        {"Wikipedia, middlehand says", "", SKAT_DECIDE_BID, 1, ""},
        {"Wikipedia, forehand hears", "1 18", SKAT_DECIDE_HOLD, 0, ""},
        {"Wikipedia, and middlehand goes on", "1 18 0 y", SKAT_DECIDE_BID, 1, ""},
        {"Wikipedia, rearhand goes on to the survivor", "1 18 0 y 1 p", SKAT_DECIDE_BID, 2, ""},
        {"Wikipedia, forehand hears again", "1 18 0 y 1 p 2 20", SKAT_DECIDE_HOLD, 0, ""},
        {"Wikipedia, middlehand survives and hears", "1 18 0 p 2 20", SKAT_DECIDE_HOLD, 1, ""},
        {"Wikipedia, middlehand never said a value", "1 p 2 18", SKAT_DECIDE_HOLD, 0, ""},
        {"rules.md 3, forehand's last chance is to name", "1 p 2 p", SKAT_DECIDE_BID, 0, ""},
        {"Dutch text's example: the survivor asks", "1 18 0 y 1 20 0 y 1 22 0 y 1 23 0 y 1 24 0 p",
         SKAT_DECIDE_BID, 1, ASKS},
        {"Dutch text's example: the dealer answers",
         "1 18 0 y 1 20 0 y 1 22 0 y 1 23 0 y 1 24 0 p 1 27", SKAT_DECIDE_HOLD, 2, ASKS},
        {"Dutch text's example: and has won",
         "1 18 0 y 1 20 0 y 1 22 0 y 1 23 0 y 1 24 0 p 1 27 2 y 1 p", SKAT_DECIDE_GAME, 2, ASKS},
        {"survivor_asks: forehand survives and asks", "1 18 0 y 1 p", SKAT_DECIDE_BID, 0, ASKS},
        {"survivor_asks: who is refused plays", "1 18 0 y 1 p 0 20 2 p", SKAT_DECIDE_GAME, 0, ASKS},
        {"survivor_asks: nobody named a value, and forehand asks", "1 p", SKAT_DECIDE_BID, 0, ASKS},
        {"survivor_asks: then the dealer alone is left", "1 p 0 p", SKAT_DECIDE_BID, 2, ASKS},
        {"survivor_asks: and may play", "1 p 0 p 2 18", SKAT_DECIDE_GAME, 2, ASKS},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        struct skat_game game;
        struct skat_decision decision;
        start_first_game(&game, &rules, cases[i].options);
        play_moves(&game, cases[i].from, cases[i].moves);
        assert_true(skat_game_pending(&game, &decision));
        if (decision.kind != cases[i].kind || decision.position != cases[i].position)
            fail_msg("%s: kind %d position %d", cases[i].from, decision.kind, decision.position);
    }
}

struct refused_move {
    const char *from, *options, *moves;
    int position;
    enum skat_action_kind kind;
    int bid;
    enum skat_refusal refusal;
};

static void check_refused(const struct refused_move *c)
{
    struct skat_rules rules;
    struct skat_game game, before;
    struct skat_action action = action_of(c->kind);
    memset(&game, 0, sizeof game);
    start_first_game(&game, &rules, c->options);
    play_moves(&game, c->from, c->moves);
    memcpy(&before, &game, sizeof game);
    action.bid = (uint16_t)c->bid;
    enum skat_refusal got = skat_game_apply(&game, (unsigned)c->position, &action);
    if (got != c->refusal)
        fail_msg("%s: got %d (%s), want %d", c->from, got, skat_refusal_text(got), c->refusal);
    if (memcmp(&before, &game, sizeof game) != 0)
        fail_msg("%s: refused, but the game changed", c->from);
}

static void illegal_bids_are_refused(void **state)
{
    static const struct refused_move cases[] = {
        {"Danish text, 19 is no value", "", "", 1, SKAT_ACTION_BID, 19, SKAT_REFUSED_BID},
        {"Swedish text, 17 is below the lowest", "", "", 1, SKAT_ACTION_BID, 17, SKAT_REFUSED_BID},
        {"Danish text, zero", "", "", 1, SKAT_ACTION_BID, 0, SKAT_REFUSED_BID},
        {"Danish text, 21", "", "1 20 0 y", 1, SKAT_ACTION_BID, 21, SKAT_REFUSED_BID},
        {"Danish text, lower", "", "1 30 0 y", 1, SKAT_ACTION_BID, 18, SKAT_REFUSED_BID},
        {"Danish text, the same", "", "1 30 0 y", 1, SKAT_ACTION_BID, 30, SKAT_REFUSED_BID},
        {"Danish text, rearhand names the same", "", "1 30 0 y 1 p", 2, SKAT_ACTION_BID, 30,
         SKAT_REFUSED_BID},
        {"Danish text, rearhand names the same, refused by forehand", "", "1 30 0 p", 2,
         SKAT_ACTION_BID, 30, SKAT_REFUSED_BID},
        {"rules.md 3, above the last rung", "", "", 1, SKAT_ACTION_BID, 265, SKAT_REFUSED_BID},
        {"rules.md 3, the largest number", "", "", 1, SKAT_ACTION_BID, 65535, SKAT_REFUSED_BID},
        {"rules.md 3, no game is worth 101", "", "", 1, SKAT_ACTION_BID, 101, SKAT_REFUSED_BID},
        {"rules.md 3, grand 20 has no 264", "grand_base=20", "", 1, SKAT_ACTION_BID, 264,
         SKAT_REFUSED_BID},
        {"rules.md 3, forehand names the lowest only", "", "1 p 2 p", 0, SKAT_ACTION_BID, 20,
         SKAT_REFUSED_BID},
        {"rules.md 3, forehand jumps", "", "1 p 2 p", 0, SKAT_ACTION_BID, 264, SKAT_REFUSED_BID},
        {"Danish text, responder must wait", "", "", 0, SKAT_ACTION_PASS, 0, SKAT_REFUSED_TURN},
        {"Wikipedia, rearhand waits", "", "", 2, SKAT_ACTION_BID, 18, SKAT_REFUSED_TURN},
        {"Wikipedia, who passed stays out", "", "1 p", 1, SKAT_ACTION_BID, 18, SKAT_REFUSED_TURN},
        {"Wikipedia, hearing is no naming", "", "1 18", 0, SKAT_ACTION_BID, 20, SKAT_REFUSED_KIND},
        {"Wikipedia, naming is no holding", "", "", 1, SKAT_ACTION_HOLD, 0, SKAT_REFUSED_KIND},
        {"rules.md 3, no pick-up before the end", "", "1 18", 0, SKAT_ACTION_PICK_UP, 0,
         SKAT_REFUSED_KIND},
        {"rules.md 3, passed in is over", "", "1 p 2 p 0 p", 0, SKAT_ACTION_BID, 18,
         SKAT_REFUSED_OVER},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_refused(&cases[i]);
}

static void pending_bids_are_the_rungs_above(void **state)
{
    static const struct {
        const char *from, *options, *moves;
        uint32_t count; /* 0: all rungs above `over` */
        int over, first;
    } cases[] = {
        {"rules.md 3, the first bid", "", "", 0, 0, 18},
        {"rules.md 3, above 20", "", "1 20 0 y", 0, 20, 22},
        {"rules.md 3, forehand exactly 18", "", "1 p 2 p", 1, 0, 18},
        {"rules.md 3, forehand exactly the lowest value", "null_values=15,35,46,59", "1 p 2 p", 1,
         0, 15},
        {"rules.md 3, no rung above the last", "", "1 264 0 y", 0, 264, 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        struct skat_game game;
        struct skat_decision decision;
        start_first_game(&game, &rules, cases[i].options);
        play_moves(&game, cases[i].from, cases[i].moves);
        assert_true(skat_game_pending(&game, &decision));
        uint32_t want = cases[i].count;
        if (!want)
            want =
                (uint32_t)(rules.derived.ladder_count - skat_ladder_above(&rules, cases[i].over));
        if (decision.bid_count != want || (want && decision.bids[0] != cases[i].first))
            fail_msg("%s: %u bids, want %u from %d", cases[i].from, decision.bid_count, want,
                     cases[i].first);
    }
}

static void the_highest_value_of_each_player_is_public(void **state)
{
    struct skat_rules rules;
    struct skat_game game;
    struct skat_view view;
    (void)state;
    start_first_game(&game, &rules, "");
    play_moves(&game, "Danish text", "1 18 0 y 1 20 0 y 1 22 0 p 2 23 1 y 2 24 1 p");
    for (unsigned position = 0; position < 3; position++) {
        skat_game_view(&game, position, &view);
        assert_int_equal(view.table.highest[0], 20);
        assert_int_equal(view.table.highest[1], 23);
        assert_int_equal(view.table.highest[2], 24);
        assert_int_equal(view.table.passed, 1 << 0 | 1 << 1);
        assert_int_equal(view.table.bid, 24);
        assert_int_equal(view.table.declarer, 2);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(auctions_find_the_declarer_and_the_bid),
        cmocka_unit_test(turns_go_from_middlehand_on),
        cmocka_unit_test(illegal_bids_are_refused),
        cmocka_unit_test(pending_bids_are_the_rungs_above),
        cmocka_unit_test(the_highest_value_of_each_player_is_public),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
