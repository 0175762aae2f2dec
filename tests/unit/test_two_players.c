// SPDX-License-Identifier: MIT
/* tests/unit/test_two_players.c - two at the table, three hands: Pilotenskat, Skat with a dummy,
 * Oma-Skat (rules.md 10.7, 7.9). The state machine beside the text, and beside a second reading of
 * tricks and points. */
#include "tests/unit/engine_helpers.h"
#include "engine/rule_set.h"

static const enum skat_variant_id games_of_two[] = {SKAT_VARIANT_PILOT, SKAT_VARIANT_STROHMANN,
                                                    SKAT_VARIANT_OMA};

enum { FIRST = 0, DUMMY = 1, DEALER = 2 };

static const char TEN[] = "CJ.SJ.HJ.CA.CT.CK.CQ.SA.ST.HA|DJ.C9.C8.C7.SK.SQ.HT.HK.DA.DT|"
                          "S9.S8.S7.HQ.H9.H8.H7.DK.DQ.D9|D8.D7";
/* All trumps that are not in the second skat, which has no points. */
static const char NINE[] = "CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9|SA.ST.SK.SQ.S9.S8.S7.HA.HT|"
                           "HK.HQ.H9.H8.H7.DA.DT.DK.DQ|D9.D8|C8.C7.D7";

static void start(struct skat_game *game, struct skat_rules *rules, enum skat_variant_id kind,
                  const char *cards)
{
    struct skat_deal deal;
    rules_of_game(rules, kind, NULL);
    deal_of_deck(&deal, rules->derived.deck, cards);
    skat_game_start(game, rules, &deal, NULL);
}

static struct skat_decision pending(const struct skat_game *game)
{
    struct skat_decision decision;
    skat_game_pending(game, &decision);
    return decision;
}

static skat_cards dummy_as_seen(const struct skat_game *game, unsigned position)
{
    struct skat_view view;
    skat_game_view(game, position, &view);
    assert_int_equal(view.two.dummy, DUMMY);
    return view.seen[DUMMY];
}

/* ---- the table ---- */

static void the_dealer_sits_behind_the_dummy(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games_of_two); i++) {
        struct skat_rules rules;
        uint8_t seats[SKAT_PLAYERS];
        rules_of_game(&rules, games_of_two[i], NULL);
        assert_int_equal(rules.seats, 2);
        assert_int_equal(rules.deals, 24);
        for (uint8_t dealer = 0; dealer < 2; dealer++) {
            skat_positions(&rules, dealer, seats);
            assert_int_equal(seats[FIRST], 1 - dealer);
            assert_int_equal(seats[DUMMY], SKAT_NOBODY);
            assert_int_equal(seats[DEALER], dealer);
        }
        rules.seats = 3;
        assert_false(skat_rules_prepare(&rules, NULL));
    }
    struct skat_rules skat;
    skat_rules_official(&skat);
    skat.seats = 2;
    assert_false(skat_rules_prepare(&skat, NULL));
}

/* Nine cards each, two in the skat, three in the second one. */
static void strohmann_deals_27_and_two_and_three(void **state)
{
    struct skat_rules rules;
    struct skat_deal deal;
    skat_cards all = 0;
    (void)state;

    rules_of_game(&rules, SKAT_VARIANT_STROHMANN, NULL);
    deal_by_number(&deal, rules.derived.deck, 1, 2, 3);
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        skat_cards hand = skat_deal_hand(&deal, rules.derived.deck, position);
        assert_int_equal(skat_cards_count(hand), 9);
        assert_true((all & hand) == 0);
        all |= hand;
    }
    skat_cards skat = skat_deal_skat(&deal, rules.derived.deck);
    skat_cards aside = skat_deal_aside(&deal, rules.derived.deck);
    assert_int_equal(skat_cards_count(skat), 2);
    assert_int_equal(skat_cards_count(aside), 3);
    assert_true((all | skat | aside) == SKAT_DECK_32);
    char text[SKAT_DEAL_TEXT_SIZE];
    struct skat_deal read;
    skat_deal_print(&deal, rules.derived.deck, text);
    deal_of_deck(&read, rules.derived.deck, text);
    assert_memory_equal(deal.cards, read.cards, 32);
    assert_int_equal(text[3 * 27 - 1], '|');
    assert_int_equal(text[3 * 29 - 1], '|');
}

/* ---- the auction ---- */

/* The dealer bids to the other; the dummy passes always. */
static void the_dealer_bids_to_forehand(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games_of_two); i++) {
        struct skat_rules rules;
        struct skat_game game;
        start(&game, &rules, games_of_two[i],
              games_of_two[i] == SKAT_VARIANT_STROHMANN ? NINE : TEN);
        assert_int_equal(pending(&game).kind, SKAT_DECIDE_BID);
        assert_int_equal(pending(&game).position, DEALER);
        assert_int_equal(game.table.passed, 1 << DUMMY);
        play_moves(&game, "bids", "2 18 0 y 2 20 0 p");
        assert_int_equal(game.table.declarer, DEALER);
        assert_int_equal(game.table.bid, 20);

        start(&game, &rules, games_of_two[i],
              games_of_two[i] == SKAT_VARIANT_STROHMANN ? NINE : TEN);
        play_moves(&game, "no bid", "2 p");
        assert_int_equal(pending(&game).position, FIRST);
        assert_int_equal(pending(&game).bid_count, 1);
        struct skat_game copy = game;
        play_moves(&copy, "both pass", "0 p");
        assert_true(is_over(&copy));
        assert_int_equal(copy.table.declarer, SKAT_NOBODY);
        play_moves(&game, "forehand takes it", "0 18");
        assert_int_equal(game.table.declarer, FIRST);
    }
}

/* ---- the dummy ---- */

static void the_dummy_lies_open_after_the_lead(void **state)
{
    struct skat_rules rules;
    struct skat_game game;
    struct skat_action action = action_of(SKAT_ACTION_CARD);
    (void)state;

    start(&game, &rules, SKAT_VARIANT_PILOT, TEN);
    play_moves(&game, "declared", "2 18 0 y 2 p 0 s w D8.D7 0 C.D8.D7");
    assert_true(dummy_as_seen(&game, FIRST) == 0);
    assert_true(dummy_as_seen(&game, DEALER) == 0);
    play_moves(&game, "led", "0 CJ");
    assert_true(dummy_as_seen(&game, FIRST) == cards_of("DJ C9 C8 C7 SK SQ HT HK DA DT"));
    assert_true(dummy_as_seen(&game, DEALER) == dummy_as_seen(&game, FIRST));
    /* The opponent plays it, and it must follow suit. */
    assert_int_equal(pending(&game).position, DUMMY);
    assert_int_equal(skat_game_player(&game, DUMMY), DEALER);
    assert_true(pending(&game).cards == cards_of("DJ C9 C8 C7"));
    action.count = 1;
    action.cards[0] = skat_card_parse("SK");
    assert_int_equal(skat_game_apply(&game, DUMMY, &action), SKAT_REFUSED_REVOKE);
    action.cards[0] = skat_card_parse("S9");
    assert_int_equal(skat_game_apply(&game, DEALER, &action), SKAT_REFUSED_TURN);
    play_moves(&game, "the dummy's card", "1 C7");
    assert_true(dummy_as_seen(&game, FIRST) == cards_of("DJ C9 C8 SK SQ HT HK DA DT"));
    assert_int_equal(pending(&game).position, DEALER);
    assert_int_equal(skat_game_player(&game, DEALER), DEALER);
}

static void the_dummy_is_played_by_whoever_is_not_declarer(void **state)
{
    struct skat_rules rules;
    struct skat_game game;
    (void)state;

    start(&game, &rules, SKAT_VARIANT_PILOT, TEN);
    play_moves(&game, "the dealer declares", "2 18 0 p 2 GH 0 CJ");
    assert_int_equal(pending(&game).position, DUMMY);
    assert_int_equal(skat_game_player(&game, DUMMY), FIRST);
    /* What the dummy takes is the defenders': it leads, and the same player chooses its card. */
    play_moves(&game, "spades are led through",
               "1 DJ 2 S9 0 SA 1 SK 2 S8 0 ST 1 SQ 2 S7 0 HA 1 HT "
               "2 HQ 0 CA 1 C9 2 D9 0 CT 1 C8 2 H9 0 CQ 1 C7 2 H8 "
               "0 CK 1 DA 2 DK");
    assert_int_equal(game.table.tricks[FIRST], 8);
}

/* ---- the second skat ---- */

/* Not one of declarer's cards: with 9, game 10, hand 11, schneider 12, schwarz 13, times 12. */
static void the_second_skat_has_no_matadors(void **state)
{
    struct skat_rules rules;
    struct skat_game game;
    struct skat_result result;
    (void)state;

    start(&game, &rules, SKAT_VARIANT_STROHMANN, NINE);
    play_moves(&game, "all tricks",
               "2 18 0 y 2 p 0 CH 0 CJ 1 S7 2 H7 0 SJ 1 S8 2 H8 0 HJ 1 S9 2 H9 0 DJ 1 SQ 2 HQ "
               "0 CA 1 SK 2 HK 0 CT 1 ST 2 DQ 0 CK 1 SA 2 DK 0 CQ 1 HA 2 DT 0 C9 1 HT 2 DA");
    assert_true(is_over(&game));
    skat_game_result(&game, &result);
    assert_int_equal(result.won, 1);
    assert_int_equal(result.points, 120);
    assert_int_equal(result.matadors, 9);
    assert_int_equal(result.multiplier, 13);
    assert_int_equal(result.value, 156);
}

/* ---- the pile ---- */

/* Oma's cards come in their order, whatever was led, and nobody is asked. */
static void the_pile_is_turned_card_by_card(void **state)
{
    struct skat_rules rules;
    struct skat_game game, again;
    char text[SKAT_RECORD_SIZE];
    static const char MOVES[] = "2 18 0 y 2 p 0 s w D8.D7 0 C.D8.D7 0 CJ w DJ 2 H7 0 HA w C9 2 H8 "
                                "w C8 2 D9 0 CA 0 CT w C7 2 DQ";
    (void)state;

    start(&game, &rules, SKAT_VARIANT_OMA, TEN);
    play_moves(&game, "two tricks", "2 18 0 y 2 p 0 s w D8.D7 0 C.D8.D7 0 CJ w DJ 2 H7 0 HA");
    assert_int_equal(game.table.turn, DEALER); /* the trump was turned at once */
    assert_true(dummy_as_seen(&game, FIRST) == 0);
    play_moves(&game, "the dealer", "2 H8");
    /* The nine of clubs took the ace: Oma leads her next card, and the dealer follows her. */
    assert_int_equal(game.table.tricks[DUMMY], 1);
    assert_int_equal(game.table.turn, DEALER);
    play_moves(&game, "forehand and declarer, who leads again", "2 D9 0 CA 0 CT");
    play_moves(&game, "the dealer", "2 DQ");
    skat_record_moves(&game, text);
    assert_string_equal(text, MOVES);
    start(&again, &rules, SKAT_VARIANT_OMA, TEN);
    play_moves(&again, "the record", MOVES);
    assert_memory_equal(&again.table, &game.table, sizeof again.table);

    struct skat_replay replay;
    start(&again, &rules, SKAT_VARIANT_OMA, TEN);
    skat_record_replay(&again, "2 18 0 y 2 p 0 s w D8.D7 0 C.D8.D7 0 CJ w C9", false, &replay);
    assert_int_equal(replay.end, SKAT_REPLAY_BAD);
}

/* Kontra is said between the lead and the card that is turned to it. */
static void kontra_comes_before_the_card_that_is_turned(void **state)
{
    struct skat_rules rules;
    struct skat_game game;
    struct skat_deal deal;
    (void)state;

    skat_rules_of_game(&rules, SKAT_VARIANT_OMA);
    rules.kontra_levels = 2;
    rules.concede = SKAT_CONCEDE_NEVER;
    assert_true(skat_rules_prepare(&rules, NULL));
    deal_of(&deal, TEN);
    skat_game_start(&game, &rules, &deal, NULL);
    struct skat_game silent = game;
    play_moves(&game, "led", "2 18 0 y 2 p 0 GH 0 CJ");
    /* The end of a record answers nothing, so the question is put directly. */
    skat_game_start(&game, &rules, &deal, NULL);
    play_moves(&game, "declared", "2 18 0 y 2 p 0 GH");
    struct skat_action lead = action_of(SKAT_ACTION_CARD);
    lead.count = 1;
    lead.cards[0] = skat_card_parse("CJ");
    assert_int_equal(skat_game_apply(&game, FIRST, &lead), SKAT_ACCEPTED);
    assert_int_equal(pending(&game).kind, SKAT_DECIDE_KONTRA);
    assert_int_equal(pending(&game).position, DEALER);
    assert_int_equal(game.table.played_count, 1);
    struct skat_action kontra = action_of(SKAT_ACTION_KONTRA), on = action_of(SKAT_ACTION_PLAY_ON);
    assert_int_equal(skat_game_apply(&game, DUMMY, &kontra), SKAT_REFUSED_KONTRA);
    assert_int_equal(skat_game_apply(&game, DEALER, &kontra), SKAT_ACCEPTED);
    assert_int_equal(pending(&game).position, FIRST);
    assert_int_equal(skat_game_apply(&game, FIRST, &on), SKAT_ACCEPTED);
    assert_int_equal(game.table.played_count, 2);
    assert_int_equal(game.table.turn, DEALER);
    play_moves(&silent, "silence", "2 18 0 y 2 p 0 GH 0 CJ w DJ 2 H7");
    assert_int_equal(silent.table.trick_count, 1);
}

/* A fault before a card of the pile is turned ends the record there: it reads as written. */
static void a_record_ends_before_the_card_that_was_not_turned(void **state)
{
    static const struct {
        const char *options, *moves;
    } cases[] = {
        {"kontra.levels=1", "2 18 0 y 2 p 0 GH 0 CJ"},
        {"kontra.levels=2 concede=never", "2 18 0 y 2 p 0 GH 0 CJ 2 K"},
        {"concede=before_second_lead", "2 18 0 y 2 p 0 GH 0 HA w DJ 2 H7"},
    };
    struct skat_rules rules;
    struct skat_game game;
    struct skat_deal deal;
    char text[SKAT_RECORD_SIZE];
    (void)state;

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        rules_of_game(&rules, SKAT_VARIANT_OMA, cases[i].options);
        deal_of(&deal, TEN);
        skat_game_start(&game, &rules, &deal, NULL);
        play_moves(&game, cases[i].options, cases[i].moves);
        skat_record_moves(&game, text);
        assert_string_equal(text, cases[i].moves);
    }
}

/* ---- a second reading of the play ---- */

struct tricks_reading {
    int points[SKAT_PLAYERS], tricks[SKAT_PLAYERS], played;
};

/* Tricks of three, once more from the moves alone. */
static void read_tricks(const struct skat_game *game, struct tricks_reading *reading)
{
    skat_card trick[SKAT_PLAYERS];
    int in_trick = 0, leader = FIRST, type = game->table.contract.type;

    memset(reading, 0, sizeof *reading);
    for (int i = 0; i < game->move_count; i++) {
        const struct skat_move *move = &game->moves[i];
        if (move->kind != SKAT_ACTION_CARD && move->kind != SKAT_MOVE_TURNED)
            continue;
        assert_int_equal(move->position, (leader + in_trick) % SKAT_PLAYERS);
        trick[in_trick++] = (skat_card)move->value;
        reading->played++;
        if (in_trick < SKAT_PLAYERS)
            continue;
        int best = 0, points = 0;
        for (int k = 0; k < SKAT_PLAYERS; k++) {
            points += skat_card_points[trick[k]];
            if (k && naive_beats(type, trick[k], trick[best]))
                best = k;
        }
        leader = (leader + best) % SKAT_PLAYERS;
        reading->points[leader] += points;
        reading->tricks[leader]++;
        in_trick = 0;
    }
}

static struct {
    int played_out, given, kept_back, ties, turned;
} seen;

/* Points of declarer: tricks, skat, and the second skat for having more than the others. */
static int points_expected(const struct skat_game *game, const struct tricks_reading *reading)
{
    const struct skat_deck *deck = game->rules->derived.deck;
    int aside = skat_cards_points(skat_deal_aside(&game->deal, deck));
    int mine = reading->points[game->table.declarer] + skat_cards_points(game->skat);
    int theirs = 120 - aside - mine;

    if (!deck->aside || reading->played < 3 * deck->hand)
        return mine;
    seen.given += mine > theirs;
    seen.kept_back += mine < theirs;
    seen.ties += mine == theirs;
    return mine > theirs ? mine + aside : mine;
}

static void check_game(const struct skat_game *game)
{
    struct tricks_reading reading;
    struct skat_result result;

    if (game->table.declarer == SKAT_NOBODY || !game->table.announced)
        return;
    read_tricks(game, &reading);
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        assert_int_equal(reading.points[position], game->table.points[position]);
        assert_int_equal(reading.tricks[position], game->table.tricks[position]);
    }
    skat_game_result(game, &result);
    assert_int_equal(result.points, points_expected(game, &reading));
    seen.played_out += reading.played == 3 * game->rules->derived.deck->hand;
    for (int i = 0; i < game->move_count; i++)
        seen.turned += game->moves[i].kind == SKAT_MOVE_TURNED;
}

static void check_step(const struct skat_game *game)
{
    const struct skat_decision decision = pending(game);
    unsigned player = skat_game_player(game, decision.position);
    struct skat_view view;

    assert_int_not_equal(player, DUMMY);
    if (decision.position == DUMMY) {
        assert_int_equal(decision.kind, SKAT_DECIDE_CARD);
        assert_int_not_equal(player, game->table.declarer);
        skat_game_view(game, player, &view);
        assert_true((decision.cards & ~view.seen[DUMMY]) == 0 && decision.cards);
    }
    bool open = game->rules->game != SKAT_VARIANT_OMA && game->table.played_count;
    assert_true(dummy_as_seen(game, player) == (open ? game->hands[DUMMY] : 0));
}

static void replay_gives_the_same(const struct skat_game *game)
{
    char text[SKAT_RECORD_SIZE], again_text[SKAT_RECORD_SIZE];
    struct skat_game again;

    skat_record_moves(game, text);
    start_again(&again, game);
    play_moves(&again, "its own record", text);
    skat_record_moves(&again, again_text);
    assert_string_equal(again_text, text);
    assert_memory_equal(&again.table, &game->table, sizeof again.table);
}

static void random_games_are_as_the_text_says(void **state)
{
    uint64_t random = 51;
    (void)state;
    memset(&seen, 0, sizeof seen);
    for (int i = 0; i < 6000; i++) {
        struct skat_rules rules;
        struct skat_game game;
        rules_random_of_game(&rules, games_of_two[i % (int)COUNT_OF(games_of_two)], &random);
        start_random(&game, &rules, &random);
        while (!is_over(&game)) {
            check_step(&game);
            random_step(&game, &random);
        }
        check_game(&game);
        replay_gives_the_same(&game);
    }
    assert_true(seen.played_out > 1000 && seen.given > 50 && seen.kept_back > 50);
    assert_true(seen.ties > 2 && seen.turned > 5000);
}

/* The other seat gets what the scoring gives to opponents, and the dummy nothing. */
static void scores_are_for_two(void **state)
{
    struct skat_rules rules;
    struct skat_game game;
    struct skat_result result;
    int32_t score[SKAT_PLAYERS], extra[SKAT_SEATS_MAX];
    (void)state;

    start(&game, &rules, SKAT_VARIANT_STROHMANN, NINE);
    play_moves(&game, "conceded", "2 18 0 y 2 p 0 CH 0 RE");
    skat_game_result(&game, &result);
    assert_int_equal(result.value, 132); /* with 9, game 10, hand 11 */
    skat_game_scores(&game, &result, SKAT_SCORING_CLASSIC, score);
    assert_int_equal(score[FIRST], -264);
    assert_int_equal(score[DEALER], 0);
    skat_seeger_extras(&rules, 0, false, extra);
    assert_int_equal(extra[0], -50);
    assert_int_equal(extra[1], 40);

    rules_of_game(&rules, SKAT_VARIANT_PILOT, "scoring=minus"); /* Bierlachs as at three */
    assert_int_equal(rules.bierlachs_limit, 301);
    rules_of_game(&rules, SKAT_VARIANT_OFFIZIERSSKAT, "scoring=minus");
    assert_int_equal(rules.bierlachs_limit, 301);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_dealer_sits_behind_the_dummy),
        cmocka_unit_test(strohmann_deals_27_and_two_and_three),
        cmocka_unit_test(the_dealer_bids_to_forehand),
        cmocka_unit_test(the_dummy_lies_open_after_the_lead),
        cmocka_unit_test(the_dummy_is_played_by_whoever_is_not_declarer),
        cmocka_unit_test(the_second_skat_has_no_matadors),
        cmocka_unit_test(the_pile_is_turned_card_by_card),
        cmocka_unit_test(kontra_comes_before_the_card_that_is_turned),
        cmocka_unit_test(a_record_ends_before_the_card_that_was_not_turned),
        cmocka_unit_test(random_games_are_as_the_text_says),
        cmocka_unit_test(scores_are_for_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
