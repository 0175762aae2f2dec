// SPDX-License-Identifier: MIT
/* tests/unit/test_score_sheet.c - a list scored by hand: the protocol of the Swedish text (table
 * IV), with a deal that is passed in and its overbid game behind, evaluated by its formula
 * (Slutsammanräkning). */
#include "arena/record/score_sheet.h"

#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

enum { FRANZ, SVEN, GUENTER, PLAYERS };

/* A deal of the list: who declared what, and with which cards. Without a code, it was passed in. */
struct played_deal {
    int declarer;
    const char *code;
    int matadors, bid, points;
    const char *said; /* what is marked on the line */
    int score, totals[PLAYERS];
};

static const struct played_deal protocol[] = {
    /* table IV: 27, -80, 33 */
    {FRANZ, "D", 2, 18, 70, "", 27, {27, 0, 0}},
    {GUENTER, "H", -2, 20, 30, "schneider", -80, {27, 0, -80}},
    {GUENTER, "S", 2, 33, 61, "", 33, {27, 0, -47}},
    /* "Om det blivit rundpass, är poängen noll" */
    {-1, NULL, 0, 0, 0, "", 0, {27, 0, -47}},
    /* För höga bud: bid 40, diamonds hand, clubs jack in the skat, 73 points: lost 90 */
    {SVEN, "DH", 1, 40, 73, "hand overbid", -90, {27, -90, -47}},
};

static struct game_outcome outcome_of(struct skat_game *game, const struct skat_rules *rules,
                                      const struct played_deal *deal)
{
    struct game_outcome outcome = {.seats = PLAYERS, .seat_of = {0, 1, 2}};
    struct skat_facts facts = {.announced = true,
                               .bid = deal->bid,
                               .matadors = deal->matadors,
                               .matadors_hand = deal->matadors,
                               .points = deal->points,
                               .tricks = 5,
                               .bock = 1};
    struct skat_result result;

    memset(game, 0, sizeof *game);
    game->rules = rules;
    game->fault = SKAT_NOBODY;
    game->table.declarer = deal->code ? (uint8_t)deal->declarer : SKAT_NOBODY;
    if (deal->code) {
        assert_true(skat_contract_parse(deal->code, &facts.contract) > 0);
        facts.picked_up = !(facts.contract.with & SKAT_WITH_HAND);
        game->table.announced = true;
        game->table.contract = facts.contract;
        skat_value(rules, &facts, &result);
    } else {
        skat_value_passed_in(1, &result);
    }
    game_outcome_set_result(&outcome, game, &result);
    return outcome;
}

static struct score_sheet *sheet_of(const struct skat_rules *rules, struct pool *pool)
{
    static struct skat_game game; /* large, and used one at a time */
    struct score_sheet *sheet = score_sheet_new(rules, pool);

    for (size_t i = 0; i < COUNT_OF(protocol); i++) {
        const struct game_outcome outcome = outcome_of(&game, rules, &protocol[i]);
        score_sheet_add(sheet, &game, &outcome, pool);
    }
    return sheet;
}

static void assert_line(const struct score_line *line, const struct played_deal *deal)
{
    assert_string_equal(line->kind, deal->code ? "declared" : "passed_in");
    assert_int_equal(line->points, deal->score);
    for (int seat = 0; seat < PLAYERS; seat++)
        assert_int_equal(line->totals[seat], deal->totals[seat]);
    assert_int_equal(line->schneider, strstr(deal->said, "schneider") != NULL);
    assert_int_equal(line->hand, strstr(deal->said, "hand") != NULL);
    assert_int_equal(line->overbid, strstr(deal->said, "overbid") != NULL);
    assert_false(line->schwarz || line->schneider_announced || line->schwarz_announced ||
                 line->ouvert);
    if (!deal->code) {
        assert_true(line->declarer == FIELD_NO_INT && line->base == FIELD_NO_INT);
        return;
    }
    assert_string_equal(line->contract, deal->code);
    assert_int_equal(line->declarer, deal->declarer);
    assert_int_equal(line->matadors, deal->matadors);
    assert_int_equal(line->times, 1);
}

TEST(each_deal_has_a_line)
{
    struct skat_rules rules;
    struct pool pool = {0};

    rules_of(&rules, "");
    const struct score_sheet *sheet = sheet_of(&rules, &pool);
    assert_int_equal(sheet->deals_count, COUNT_OF(protocol));
    for (int i = 0; i < sheet->deals_count; i++) {
        assert_int_equal(sheet->deals[i].deal, i + 1);
        assert_line(&sheet->deals[i], &protocol[i]);
    }
    pool_free(&pool);
}

/* "Fifty for each game won, minus fifty for each lost, and forty for each that another player has
 * lost" (at a table of three): the same in both scorings, since the list evaluates either. */
TEST(the_list_is_evaluated)
{
    static const struct {
        int points, won, lost, lost_by_others, own, others, total;
    } wanted[PLAYERS] = {
        [FRANZ] = {27, 1, 0, 2, 50, 80, 157},
        [SVEN] = {-90, 0, 1, 1, -50, 40, -100},
        [GUENTER] = {-47, 1, 1, 1, 0, 40, -7},
    };
    static const char *const scorings[] = {"", "scoring.system=seeger_fabian"};
    for (size_t i = 0; i < COUNT_OF(scorings); i++) {
        struct skat_rules rules;
        struct pool pool = {0};
        rules_of(&rules, scorings[i]);
        const struct score_sheet *sheet = sheet_of(&rules, &pool);
        assert_true(sheet->has_extras);
        for (int seat = 0; seat < PLAYERS; seat++) {
            const struct score_player *player = &sheet->players[seat];
            assert_int_equal(player->points, wanted[seat].points);
            assert_int_equal(player->won, wanted[seat].won);
            assert_int_equal(player->lost, wanted[seat].lost);
            assert_int_equal(player->lost_by_others, wanted[seat].lost_by_others);
            assert_int_equal(player->own_extra, wanted[seat].own);
            assert_int_equal(player->others_extra, wanted[seat].others);
            assert_int_equal(player->total, wanted[seat].total);
        }
        pool_free(&pool);
    }
}

/* Where others pay for a game there is no list to evaluate. */
TEST(other_scorings_have_no_evaluation)
{
    struct skat_rules rules;
    struct pool pool = {0};

    rules_of(&rules, "scoring.system=minus");
    const struct score_sheet *sheet = sheet_of(&rules, &pool);
    assert_false(sheet->has_extras);
    for (int seat = 0; seat < PLAYERS; seat++)
        assert_int_equal(sheet->players[seat].total, sheet->players[seat].points);
    assert_int_equal(sheet->players[SVEN].points, -27 - 33 - 90);
    pool_free(&pool);
}
