// SPDX-License-Identifier: MIT
/* tests/unit/test_redeal_case.c - where two bots first answer differently in games made by hand,
 * and which deals the one who does could not have told from it. */
#include "arena/compare/redeal_case.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

enum { ANNA, BERT, CARL, DEALS = 36 };

/* One anna and two berts, in each seat once; then beside carl. */
static const struct schedule duel = {
    .kind = SCHEDULE_DUEL,
    .seats = 3,
    .sessions = 1,
    .deals = DEALS,
    .per_deal = 3,
    .arrangement_count = 3,
    .arrangements = {{ANNA, BERT, BERT}, {BERT, ANNA, BERT}, {BERT, BERT, ANNA}},
};
static const struct schedule beside = {
    .kind = SCHEDULE_AGAINST,
    .seats = 3,
    .sessions = 1,
    .deals = DEALS,
    .per_deal = 3,
    .arrangement_count = 3,
    .arrangements = {{ANNA, BERT, CARL}, {BERT, ANNA, CARL}, {CARL, ANNA, BERT}},
};
static const char CARDS[] = "CJ.CA.CT.C9.SA.ST.HA.HT.DA.D7|SJ.HJ.CK.CQ.C8.SK.SQ.HK.HQ.DK|"
                            "DJ.C7.S9.S8.S7.H9.H8.H7.D9.D8|DT.DQ";
/* Deal 2: the seats are the positions. All pass; forehand plays, or middlehand. */
static const char ALL_PASS[] = "1 p 2 p 0 p";
static const char MIDDLEHAND_BIDS[] = "1 18 0 p 2 p 1 s w DT.DQ 1 N.DT.DQ 0 D7 1 DK";
static const char FOREHAND_BIDS[] = "1 p 2 p 0 18 0 s w DT.DQ 0 N.CJ.CA 0 D7 1 DK 2 D8 1 HJ";

static struct skat_rules rules;

/* Whoever concedes ends the game: the cards do not matter here. */
static void play(struct redeal_game *game, const struct schedule *schedule, int place,
                 const char *moves)
{
    static struct skat_game played;
    static struct played_moves taken;
    const struct game_id id = schedule_game(schedule, 2, (uint32_t)place);
    struct skat_decision decision;
    struct skat_deal deal;

    deal_of(&deal, CARDS);
    skat_game_start(&played, &rules, &deal, NULL);
    play_moves(&played, moves, moves);
    while (skat_game_pending(&played, &decision)) {
        struct skat_action action = {.size = sizeof action, .kind = SKAT_ACTION_PLAY_ON};
        if (decision.kind == SKAT_DECIDE_CARD) {
            action.kind = SKAT_ACTION_CARD;
            action.count = 1;
            action.cards[0] = (skat_card)__builtin_ctzll(decision.cards);
        }
        assert_int_equal(skat_game_apply(&played, decision.position, &action), SKAT_ACCEPTED);
    }
    played_moves_of(&taken, &played);
    assert_true(redeal_game_of(game, &rules, &id, &taken));
}

static enum redeal_counterpart find(struct redeal_case cases[], int *count, int *like,
                                    const struct redeal_tables *tables, int counterpart,
                                    const char *const moves[3], const char *of_counterpart)
{
    static struct redeal_game games[3], explicit;
    static const struct redeal_game *const all[3] = {&games[0], &games[1], &games[2]};

    for (int place = 0; place < 3; place++)
        play(&games[place], &duel, place, moves[place]);
    if (of_counterpart)
        play(&explicit, &duel, 0, of_counterpart);
    return redeal_cases_find(cases, count, tables, counterpart, all,
                             of_counterpart ? &explicit : NULL, like);
}

TEST(tables_share_a_counterpart)
{
    static struct redeal_tables tables;

    redeal_tables_of(&tables, &duel, 0, ANNA, BERT, true);
    assert_int_equal(tables.count, 3);
    assert_int_equal(tables.counterparts, 1);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(tables.of[i].seat, i);
        assert_int_equal(tables.of[i].same_seat, 0);
        assert_memory_equal(tables.of[i].counterpart, "\1\1\1", 3);
    }
    /* With one seat of each, that of the second is the counterpart on even deals; the third
     * table has no other one with its counterpart. */
    redeal_tables_of(&tables, &beside, 0, ANNA, BERT, false);
    assert_int_equal(tables.count, 2);
    assert_memory_equal(tables.of[0].counterpart, "\1\1\2", 3);
    assert_int_equal(tables.of[0].seat, 0);
    assert_int_equal(tables.of[1].seat, 1);
    redeal_tables_of(&tables, &beside, 0, ANNA, BERT, true);
    assert_memory_equal(tables.of[0].counterpart, "\0\0\2", 3);
    assert_int_equal(tables.of[0].seat, 1);
}

TEST(cases_are_first_differences)
{
    static struct redeal_tables tables;
    struct redeal_case cases[3];
    int count, like;

    rules_of(&rules, "");
    redeal_tables_of(&tables, &duel, 0, ANNA, BERT, false);
    /* Nobody differs. */
    const char *same[3] = {ALL_PASS, ALL_PASS, ALL_PASS};
    assert_int_equal(find(cases, &count, &like, &tables, 0, same, NULL), REDEAL_COUNTERPART_UNUSED);
    assert_int_equal(count, 0);
    /* Anna bids as middlehand: the other two games are the counterpart. */
    const char *one[3] = {ALL_PASS, MIDDLEHAND_BIDS, ALL_PASS};
    assert_int_equal(find(cases, &count, &like, &tables, 0, one, NULL), REDEAL_COUNTERPART_KNOWN);
    assert_int_equal(count, 1);
    assert_int_equal(like, 0);
    assert_int_equal(cases[0].table->seat, 1);
    assert_int_equal(cases[0].position, 1);
    assert_int_equal(cases[0].steps, 0);
    assert_int_equal(cases[0].decision, SKAT_DECIDE_BID);
    assert_false(cases[0].knows_skat);
    /* As forehand, too. */
    const char *two[3] = {FOREHAND_BIDS, MIDDLEHAND_BIDS, ALL_PASS};
    assert_int_equal(find(cases, &count, &like, &tables, 0, two, NULL), REDEAL_COUNTERPART_KNOWN);
    assert_int_equal(count, 2);
    assert_int_equal(like, 2);
    /* All three bid as middlehand: so would bert. */
    const char *all[3] = {MIDDLEHAND_BIDS, MIDDLEHAND_BIDS, MIDDLEHAND_BIDS};
    assert_int_equal(find(cases, &count, &like, &tables, 0, all, NULL), REDEAL_COUNTERPART_UNUSED);
    /* Bert bids, anna would not: two games show the counterpart, as middlehand anna differs. */
    const char * not [3] = {MIDDLEHAND_BIDS, ALL_PASS, MIDDLEHAND_BIDS};
    assert_int_equal(find(cases, &count, &like, &tables, 0, not, NULL), REDEAL_COUNTERPART_KNOWN);
    assert_int_equal(count, 1);
    assert_int_equal(cases[0].table->seat, 1);
    assert_int_equal(like, 0);
}

/* Where all tables have left the counterpart it must be played; then it says who differs. */
TEST(the_counterpart_may_have_to_be_played)
{
    static const char REARHAND_BIDS[] = "1 p 2 18 0 p 2 s w DT.DQ 2 N.DT.DQ 0 D7 1 DK";
    static struct redeal_tables tables;
    struct redeal_case cases[3];
    int count, like;

    rules_of(&rules, "");
    redeal_tables_of(&tables, &duel, 0, ANNA, BERT, false);
    const char *three[3] = {FOREHAND_BIDS, MIDDLEHAND_BIDS, REARHAND_BIDS};
    assert_int_equal(find(cases, &count, &like, &tables, 0, three, NULL),
                     REDEAL_COUNTERPART_UNKNOWN);
    find(cases, &count, &like, &tables, 0, three, ALL_PASS);
    assert_int_equal(count, 3);
    find(cases, &count, &like, &tables, 0, three, FOREHAND_BIDS);
    assert_int_equal(count, 2);
}

/* The cards that the player knows stay; each other card is as often in each place: in the skat in 2
 * of 22 deals, and where the skat is known in a hand in half of them, within five deviations. */
TEST(cards_are_dealt_uniformly)
{
    enum { TRIES = 5000, CARDS_MAX = 64 };
    static const struct {
        int hidden, often, off;
    } want[] = {{22, TRIES * 2 / 22, 102}, {20, TRIES / 2, 177}};
    static struct redeal_game game;
    static struct redeal_tables tables;
    const struct skat_random_key key = {{1, 2}};
    struct skat_deal deal;

    rules_of(&rules, "");
    play(&game, &duel, 0, ALL_PASS);
    redeal_tables_of(&tables, &duel, 0, ANNA, BERT, false);
    const struct skat_deck *deck = rules.derived.deck;
    for (int known = 0; known < 2; known++) {
        const struct redeal_case of = {.table = tables.of, .position = 1, .knows_skat = known};
        int there[CARDS_MAX] = {0}, hidden = 0;
        for (uint32_t try = 0; try < TRIES; try++) {
            redeal_cards(&deal, &of, &game, &key, 0, try);
            const skat_cards hand = skat_deal_hand(&deal, deck, 0),
                             skat = skat_deal_skat(&deal, deck);
            const bool kept =
                skat_deal_hand(&deal, deck, 1) == skat_deal_hand(&game.trace.deal, deck, 1);
            if (!kept || (known && skat != skat_deal_skat(&game.trace.deal, deck)))
                fail_msg("a card that is known was moved");
            assert_int_equal(hand | skat | skat_deal_hand(&deal, deck, 1) |
                                 skat_deal_hand(&deal, deck, 2),
                             deck->cards);
            for (skat_cards rest = known ? hand : skat; rest;)
                there[skat_cards_pop(&rest)]++;
        }
        for (int card = 0; card < CARDS_MAX; card++) {
            hidden += there[card] > 0;
            if (there[card])
                assert_in_range(there[card], want[known].often - want[known].off,
                                want[known].often + want[known].off);
        }
        assert_int_equal(hidden, want[known].hidden);
    }
}

/* Tries of another table or number are others; the same are the same. */
TEST(tries_are_named)
{
    static struct redeal_game game;
    static struct redeal_tables tables;
    const struct skat_random_key key = {{3, 4}};
    struct skat_deal deals[4];

    rules_of(&rules, "");
    play(&game, &duel, 0, ALL_PASS);
    redeal_tables_of(&tables, &duel, 0, ANNA, BERT, false);
    const struct redeal_case of = {.table = tables.of, .position = 0};
    redeal_cards(&deals[0], &of, &game, &key, 0, 0);
    redeal_cards(&deals[1], &of, &game, &key, 0, 1);
    redeal_cards(&deals[2], &of, &game, &key, 1, 0);
    redeal_cards(&deals[3], &of, &game, &key, 0, 0);
    assert_memory_not_equal(&deals[0], &deals[1], sizeof deals[0]);
    assert_memory_not_equal(&deals[0], &deals[2], sizeof deals[0]);
    assert_memory_equal(&deals[0], &deals[3], sizeof deals[0]);
}

/* Whole for every number of seats and of re-deals. */
TEST(changes_are_whole)
{
    for (int seats = 1; seats <= 4; seats++)
        for (int count = 0; count <= REDEALS_MOST; count++) {
            int32_t differences[REDEALS_MOST + 1];
            int64_t sum = 0;
            for (int i = 0; i <= count; i++) {
                differences[i] = (7 * i - 5) * SEAT_WEIGHT / seats;
                sum += differences[i];
            }
            const int64_t change = redeal_change(differences, count);
            assert_int_equal((change + (int64_t)differences[0] * REDEAL_WEIGHT / SEAT_WEIGHT) *
                                 (count + 1) * SEAT_WEIGHT,
                             sum * REDEAL_WEIGHT);
        }
}
