// SPDX-License-Identifier: MIT
/* tests/unit/test_claim.c - claims of the rest (engine/game/claim.h) against all layouts and all
 * plays, and giving up later (engine/game/resigning.h). */
#include "engine/game/claim.h"
#include "engine/game/worlds.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/repeat.h"

/* ---- every layout, every play ---- */

static bool takes_all(const struct skat_ranking *order, unsigned claimer,
                      const skat_cards hands[SKAT_PLAYERS]);

/* The others play to the trick that the claimer led, in every legal way. */
static bool takes_this(const struct skat_ranking *order, unsigned claimer, skat_card led,
                       const skat_cards hands[SKAT_PLAYERS], unsigned behind)
{
    if (behind == SKAT_PLAYERS)
        return takes_all(order, claimer, hands);
    const unsigned player = (claimer + behind) % SKAT_PLAYERS;
    for (skat_cards rest = skat_follow(order, hands[player], led); rest;) {
        const skat_card card = skat_cards_pop(&rest);
        skat_cards left[SKAT_PLAYERS] = {hands[0], hands[1], hands[2]};
        left[player] &= ~skat_card_bit(card);
        if (skat_beats(order, card, led) || !takes_this(order, claimer, led, left, behind + 1))
            return false;
    }
    return true;
}

/* Does the claimer, on lead, take every trick, whatever anybody plays, itself included? */
static bool takes_all(const struct skat_ranking *order, unsigned claimer,
                      const skat_cards hands[SKAT_PLAYERS])
{
    for (skat_cards rest = hands[claimer]; rest;) {
        const skat_card led = skat_cards_pop(&rest);
        skat_cards left[SKAT_PLAYERS] = {hands[0], hands[1], hands[2]};
        left[claimer] &= ~skat_card_bit(led);
        if (!takes_this(order, claimer, led, left, 1))
            return false;
    }
    return true;
}

struct seen_claims {
    int held, failed, held_over_trumps, held_by_play;
};

/* Are the claimer's cards the highest, with no trump out against a plain card? Then it holds
 * without a look at who must follow what. */
static bool is_plain(const struct skat_ranking *order, const struct skat_worlds *worlds,
                     const struct skat_view *view)
{
    skat_cards out = 0;
    for (int g = 0; g < worlds->group_count; g++)
        out |= worlds->groups[g].cards;
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        out |= position == view->position ? 0 : worlds->known.hands[position];
    return !(out & order->trumps) || !(view->hand & ~order->trumps);
}

/* The answer to a claim now beside that of all layouts and plays. */
static void check_claim(const struct skat_game *game, struct seen_claims *seen)
{
    struct skat_view view;
    struct skat_worlds worlds;
    struct skat_world world;
    const unsigned claimer = game->table.turn;
    const struct skat_ranking *order = skat_rules_ranking(game->rules, game->table.contract);
    bool holds = true;

    skat_game_view(game, claimer, &view);
    assert_true(skat_worlds_of(&worlds, game->rules, &view));
    if (skat_worlds_count(&worlds) > 3000)
        return;
    for (uint64_t n = 0; n < skat_worlds_count(&worlds) && holds; n++) {
        skat_worlds_at(&worlds, n, &world);
        holds = takes_all(order, claimer, world.hands);
    }
    if (skat_claim_holds(game->rules, &view) != holds)
        fail_msg("a claim by %u after %d cards should be %d", claimer, game->table.played_count,
                 holds);
    seen->held += holds;
    seen->failed += !holds;
    seen->held_by_play += holds && !is_plain(order, &worlds, &view);
}

static void a_claim_holds_in_every_layout_and_every_play(void **state)
{
    uint64_t random = 4711;
    struct seen_claims seen = {0};
    (void)state;
    for (int set = 0; set < full_or(2000, 250); set++) {
        static struct skat_rules rules;
        rules_random(&rules, &random);
        for (int i = 0; i < 20; i++) {
            struct skat_game game;
            start_random(&game, &rules, &random);
            do
                if (skat_may_claim(&game) && skat_cards_count(game.hands[game.table.turn]) <= 4)
                    check_claim(&game, &seen);
            while (random_step(&game, &random));
        }
    }
    assert_true(seen.held > 50 && seen.failed > 300 && seen.held_by_play > 0);
}

/* ---- what comes of it ---- */

/* Forehand has clubs with four jacks and everything else that takes a trick. */
static const char perfect[] = "CJ.SJ.HJ.DJ.CA.CT.C9.SA.ST.S9|CK.CQ.SK.SQ.HA.HK.HQ.D8.D9.DT|"
                              "C7.C8.S7.S8.H8.H9.HT.DA.DK.DQ|H7.D7";
#define PERFECT_CLUBS "1 18 0 y 1 p 2 p 0 CH "
#define PERFECT_GRAND "1 18 0 y 1 p 2 p 0 GH "

struct line_case {
    const char *from, *options, *moves;
    enum skat_ending ending;
    int won, points, tricks, value; /* signed */
};

static void check_lines(const struct line_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        static struct skat_rules rules;
        struct skat_game game, again;
        struct skat_deal cards;
        struct skat_replay replay;
        struct skat_result result;
        char text[SKAT_RECORD_SIZE];
        rules_of(&rules, cases[i].options);
        deal_of(&cards, perfect);
        skat_game_start(&game, &rules, &cards, NULL);
        skat_record_replay(&game, cases[i].moves, false, &replay);
        if (replay.end != SKAT_REPLAY_ALL || game.phase != SKAT_PHASE_OVER)
            fail_msg("%s: not over in phase %d; %s", cases[i].from, game.phase,
                     skat_refusal_text(replay.refusal));
        skat_game_result(&game, &result);
        if (game.ending != cases[i].ending || result.won != cases[i].won ||
            result.points != cases[i].points || result.tricks != cases[i].tricks ||
            result.signed_value != cases[i].value)
            fail_msg("%s: ending %d won %d points %d tricks %d value %d", cases[i].from,
                     game.ending, result.won, result.points, result.tricks, result.signed_value);
        skat_record_moves(&game, text);
        assert_string_equal(text, cases[i].moves);
        skat_game_start(&again, &rules, &cards, NULL);
        skat_record_replay(&again, text, false, &replay);
        assert_int_equal(replay.end, SKAT_REPLAY_ALL);
    }
}

/* With four jacks and CA CT; clubs by hand, 8 x 12, with schneider and schwarz 10 x 12. */
static void a_granted_claim_gives_the_rest(void **state)
{
    static const struct line_case cases[] = {
        {"trumps are drawn, the spades are high: with 6, game, hand, schneider, schwarz, x12",
         "claims=true",
         PERFECT_CLUBS "0 CJ 1 CQ 2 C7 0 SJ 1 CK 2 C8 0 SA 1 SQ 2 S7 0 ST 1 SK 2 S8 0 CL",
         SKAT_ENDED_PLAYED, 1, 120, 10, 120},
        {"grand: the jacks are high, and nobody else has one", "claims=true",
         PERFECT_GRAND "0 CA 1 CQ 2 C7 0 CT 1 CK 2 C8 0 SA 1 SQ 2 S7 0 ST 1 SK 2 S8 0 CL",
         SKAT_ENDED_PLAYED, 1, 120, 10, 192},
        {"a defender takes the rest: declarer is schwarz, without 6, 10 x 11 = 110", "claims=true",
         "1 18 0 p 2 p 1 SH 0 CJ 1 SQ 2 S7 0 SJ 1 SK 2 S8 0 CA 1 CQ 2 C7 0 CT 1 CK 2 C8 0 CL",
         SKAT_ENDED_PLAYED, 0, 0, 0, -220},
    };
    (void)state;
    check_lines(cases, COUNT_OF(cases));
}

/* Middlehand in spades has SK and SQ of the trumps: without 6, 7 x 11 = 77. */
static void who_gives_up_later_loses_what_is_not_decided(void **state)
{
    static const struct line_case cases[] = {
        {"one defender consents, 22 points: simply lost", "concede_later=consent concede=never",
         "1 18 0 p 2 p 1 s w H7.D7 1 S.H7.D7 0 CJ 1 RE 0 y", SKAT_ENDED_RESIGNED, 0, 0, 0, -154},
        {"the other one does", "concede_later=consent concede=never",
         "1 18 0 p 2 p 1 s w H7.D7 1 S.H7.D7 0 CJ 1 RE 0 n 2 y", SKAT_ENDED_RESIGNED, 0, 0, 0,
         -154},
        {"the defenders do, and declarer accepts: with 6, game, hand, x12", "concede_later=consent",
         PERFECT_CLUBS "0 CJ 1 RE 2 y 0 y", SKAT_ENDED_YIELDED, 1, 0, 0, 96},
        {"a game that is won stays won: 61 points", "concede_later=consent concede=never",
         PERFECT_CLUBS
         "0 CA 1 CQ 2 C7 0 CT 1 CK 2 C8 0 SA 1 SQ 2 S7 0 ST 1 SK 2 S8 0 S9 1 HA 2 HT 0 "
         "RE 1 y",
         SKAT_ENDED_RESIGNED, 1, 77, 5, 96},
        {"rest: declarer alone, all the rest is theirs", "concede_later=rest concede=never",
         "1 18 0 p 2 p 1 s w H7.D7 1 S.H7.D7 0 CJ 1 RE", SKAT_ENDED_PLAYED, 0, 0, 0, -198},
        {"rest: both defenders", "concede_later=rest", PERFECT_CLUBS "0 CJ 1 RE 2 RE",
         SKAT_ENDED_PLAYED, 1, 120, 10, 120},
        {"rest: the spitze that declarer named is left, too: with 4, game, spitze, schneider, "
         "schwarz, x9",
         "concede_later=rest spitzen.max=1", "1 p 2 p 0 18 0 s w H7.D7 0 D+1.CA.CT 0 CJ 1 RE 2 RE",
         SKAT_ENDED_PLAYED, 1, 120, 10, 72},
        {"rest: but not one that is gone", "concede_later=rest spitzen.max=1",
         "1 p 2 p 0 18 0 s w H7.D7 0 D+1.CA.CT 0 D7 1 DT 2 DA 1 RE 2 RE", SKAT_ENDED_PLAYED, 0, 99,
         9, -126},
    };
    (void)state;
    check_lines(cases, COUNT_OF(cases));
}

/* sixty_sixty and declarer_schneider are triggers of games that were played out (rules.md 7.3). */
static void a_game_whose_rest_was_given_is_played_out(void **state)
{
    static const struct {
        const char *options, *moves;
        bool played_out;
    } cases[] = {
        {"concede_later=rest concede=never", "1 18 0 p 2 p 1 s w H7.D7 1 S.H7.D7 0 CJ 1 RE", true},
        {"concede_later=rest", PERFECT_CLUBS "0 CJ 1 RE 2 RE", true},
        {"claims=true",
         PERFECT_GRAND "0 CA 1 CQ 2 C7 0 CT 1 CK 2 C8 0 SA 1 SQ 2 S7 0 ST 1 SK 2 S8 0 CL", true},
        {"concede_later=consent", PERFECT_CLUBS "0 CJ 1 RE 2 y 0 y", false},
    };
    static const uint8_t seat_of[SKAT_PLAYERS] = {0, 1, 2};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        static struct skat_rules rules;
        struct skat_game game;
        struct skat_deal cards;
        struct skat_replay replay;
        struct skat_result result;
        struct skat_deal_event event;
        rules_of(&rules, cases[i].options);
        deal_of(&cards, perfect);
        skat_game_start(&game, &rules, &cards, NULL);
        skat_record_replay(&game, cases[i].moves, false, &replay);
        skat_game_result(&game, &result);
        skat_game_event(&game, &result, seat_of, &event);
        if (event.played_out != cases[i].played_out)
            fail_msg("%s: played out %d", cases[i].moves, event.played_out);
    }
}

/* ---- what is refused, and what it shows ---- */

static void a_refused_claim_opens_the_cards(void **state)
{
    static struct skat_rules rules;
    struct skat_game game;
    struct skat_deal cards;
    struct skat_replay replay;
    struct skat_decision decision;
    struct skat_view view;
    (void)state;
    rules_of(&rules, "claims=true");
    deal_of(&cards, perfect);
    skat_game_start(&game, &rules, &cards, NULL);
    skat_record_replay(&game, PERFECT_CLUBS "0 CL", false, &replay);
    assert_true(skat_game_pending(&game, &decision));
    assert_int_equal(decision.kind, SKAT_DECIDE_CARD);
    assert_int_equal(decision.position, 0);
    assert_false(decision.may_claim);
    for (unsigned other = 1; other < SKAT_PLAYERS; other++) {
        skat_game_view(&game, other, &view);
        assert_true(view.seen[0] == game.hands[0] && !view.seen[3 - other]);
    }
    skat_game_view(&game, 0, &view);
    assert_true(!view.seen[0] && !view.seen[1] && !view.seen[2]);
}

static void what_cannot_be_said_is_refused(void **state)
{
    static const struct {
        const char *from, *options, *moves;
        enum skat_refusal refusal;
    } cases[] = {
        {"no claims", "", PERFECT_CLUBS "0 CL", SKAT_REFUSED_CLAIM},
        {"a second claim", "claims=true", PERFECT_CLUBS "0 CL 0 CL", SKAT_REFUSED_CLAIM},
        {"not on lead", "claims=true", PERFECT_CLUBS "0 CJ 1 CL", SKAT_REFUSED_CLAIM},
        {"out of turn", "claims=true", PERFECT_CLUBS "1 CL", SKAT_REFUSED_TURN},
        {"in null", "claims=true", "1 18 0 y 1 p 2 p 0 NH 0 CL", SKAT_REFUSED_CLAIM},
        {"with spitzen announced", "claims=true spitzen.max=2",
         "1 p 2 18 0 p 2 CH+1 0 S9 1 SK 2 S7 1 D8 2 DA 0 ST 2 CL", SKAT_REFUSED_CLAIM},
        {"in ramsch", "claims=true passed_in=ramsch", "1 p 2 p 0 p 0 CL", SKAT_REFUSED_CLAIM},
        {"giving up in ramsch", "concede_later=consent passed_in=ramsch", "1 p 2 p 0 p 1 RE",
         SKAT_REFUSED_CONCEDE},
        {"a second time", "concede_later=consent", PERFECT_CLUBS "1 RE 2 n 1 RE",
         SKAT_REFUSED_CONCEDE},
        {"not an option", "", PERFECT_CLUBS "0 CJ 1 RE", SKAT_REFUSED_CONCEDE},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        static struct skat_rules rules;
        struct skat_game game;
        struct skat_deal cards;
        struct skat_replay replay;
        rules_of(&rules, cases[i].options);
        deal_of(&cards, perfect);
        skat_game_start(&game, &rules, &cards, NULL);
        skat_record_replay(&game, cases[i].moves, false, &replay);
        if (replay.end != SKAT_REPLAY_REFUSED || replay.refusal != cases[i].refusal)
            fail_msg("%s: end %d, %s, %s", cases[i].from, replay.end,
                     skat_refusal_text(replay.refusal), replay.error.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_claim_holds_in_every_layout_and_every_play),
        cmocka_unit_test(a_granted_claim_gives_the_rest),
        cmocka_unit_test(who_gives_up_later_loses_what_is_not_decided),
        cmocka_unit_test(a_game_whose_rest_was_given_is_played_out),
        cmocka_unit_test(a_refused_claim_opens_the_cards),
        cmocka_unit_test(what_cannot_be_said_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
