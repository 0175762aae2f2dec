// SPDX-License-Identifier: MIT
/* tests/unit/test_random_games.c - what holds of thousands of random games under random rule sets,
 * all variants and bock and ramsch rounds among them (rules.md 4 to 8, 10). Their values, scores
 * and sessions are recomputed by tests/oracle/scorekeeper.py, in tests/e2e/test_variants.py. */
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

enum { RULE_SETS = 2500, GAMES_EACH = 2 };

/* Plays a random game to its end. */
static void play_random(struct skat_game *game, const struct skat_rules *rules, uint64_t *random)
{
    start_random(game, rules, random);
    while (random_step(game, random))
        ;
}

static void for_each_random_game(uint64_t seed, void (*check)(const struct skat_game *))
{
    uint64_t random = seed;
    for (int set = 0; set < RULE_SETS; set++) {
        struct skat_rules rules;
        rules_random(&rules, &random);
        for (int i = 0; i < GAMES_EACH; i++) {
            struct skat_game game;
            play_random(&game, &rules, &random);
            check(&game);
        }
    }
}

/* ---- results ---- */

/* Counts of the games seen, so that no check is vacuous. */
static struct {
    int types[SKAT_GAME_TYPES], endings[SKAT_ENDED_YIELDED + 1], passed_in;
    int bock, kontra, refused_gifts, second_gifts, spitzen, spitzen_made, rum, unseen, march;
    int ramsch_score[SKAT_RAMSCH_FEWEST + 1], skat_to[3], virgin[3], ties;
} seen;

static void note_declared(const struct skat_game *game)
{
    struct skat_result result;
    skat_game_result(game, &result);
    seen.endings[game->ending]++;
    seen.bock += game->extra.bock > 1;
    seen.kontra += game->extra.kontra > 1;
    seen.refused_gifts += game->extra.gifts_refused > 0;
    seen.second_gifts += game->extra.gifts_refused && game->ending == SKAT_ENDED_GIFT;
    seen.spitzen += result.spitzen > 0;
    seen.spitzen_made += result.spitzen && game->ending == SKAT_ENDED_PLAYED && result.won;
    seen.rum += game->extra.rum;
}

static void note_ramsch(const struct skat_game *game)
{
    struct skat_result result;
    const int16_t *points = result.ramsch.points;
    skat_game_result(game, &result);
    seen.unseen += result.doubling > 1;
    seen.march += result.ramsch.march;
    seen.ramsch_score[game->rules->ramsch_score]++;
    seen.skat_to[game->rules->ramsch_skat_to]++;
    seen.virgin[game->rules->ramsch_virgin] += result.ramsch.virgins > 0;
    seen.ties += points[0] == points[1] || points[0] == points[2] || points[1] == points[2];
}

static void check_random_result(const struct skat_game *game)
{
    static int count;
    char from[32];
    snprintf(from, sizeof from, "random game %d", count++);
    if (!game->table.announced) {
        struct skat_result result;
        int32_t score[SKAT_PLAYERS];
        skat_game_result(game, &result);
        assert_int_equal(skat_game_scores(game, &result, SKAT_SCORING_MINUS, score), 0);
        for (int position = 0; position < SKAT_PLAYERS; position++)
            assert_int_equal(score[position], 0);
        assert_int_equal(result.doubling, 0);
        assert_int_equal(result.bock, game->extra.bock);
        seen.passed_in++;
        return;
    }
    seen.types[game->table.contract.type]++;
    if (game->table.contract.type == SKAT_GAME_RAMSCH) {
        check_ramsch_result(game, from);
        note_ramsch(game);
    } else {
        check_declared_result(game, from);
        note_declared(game);
    }
}

/* ---- points ---- */

/* Tricks and skat are added up by test_game.c; here, that the result has them. */
static void check_points(const struct skat_game *game)
{
    struct skat_result result;

    if (!all_cards_played(game))
        return;
    skat_game_result(game, &result);
    if (!result.is_ramsch) {
        assert_int_equal(result.points,
                         game->table.points[game->table.declarer] + skat_cards_points(game->skat));
    } else if (game->rules->ramsch_skat_to == SKAT_RAMSCH_LAST_TRICK) {
        const int16_t *counted = result.ramsch.points;
        assert_int_equal(counted[0] + counted[1] + counted[2], 120);
    }
}

/* ---- doublings ---- */

static int doubled_overbids;

/* Kontra and bock come last: all but the signed value is as without them. */
static void check_doubling(const struct skat_game *game)
{
    struct skat_facts facts;
    struct skat_result doubled, simple;
    if (game->table.declarer == SKAT_NOBODY)
        return;
    skat_game_facts(game, &facts);
    skat_game_result(game, &doubled);
    facts.kontra = 0;
    facts.bock = 1;
    skat_value(game->rules, &facts, &simple);
    assert_int_equal(doubled.won, simple.won);
    assert_int_equal(doubled.overbid, simple.overbid);
    assert_int_equal(doubled.value, simple.value);
    assert_int_equal(simple.doubling, 1);
    assert_int_equal(doubled.doubling, 1 << game->extra.kontra);
    assert_int_equal(doubled.bock, game->extra.bock);
    if (doubled.signed_value != simple.signed_value * doubled.doubling * doubled.bock)
        fail_msg("signed %d, without doublings %d, doubling %d, bock %d", doubled.signed_value,
                 simple.signed_value, doubled.doubling, doubled.bock);
    if (doubled.overbid && doubled.doubling * doubled.bock > 1) {
        assert_int_equal(doubled.won, 0);
        doubled_overbids++;
    }
}

static void check_game(const struct skat_game *game)
{
    check_random_result(game);
    check_points(game);
    check_doubling(game);
}

TEST(random_games_of_every_kind_have_sound_results)
{
    memset(&seen, 0, sizeof seen);
    doubled_overbids = 0;
    for_each_random_game(73, check_game);
    for (int type = 0; type < SKAT_GAME_TYPES; type++)
        assert_true(seen.types[type] > 15);
    assert_true(seen.endings[SKAT_ENDED_PLAYED] > 200);
    assert_true(seen.endings[SKAT_ENDED_CONCEDED] > 20 && seen.endings[SKAT_ENDED_GIFT] > 20);
    assert_true(seen.endings[SKAT_ENDED_RESIGNED] > 5 && seen.endings[SKAT_ENDED_YIELDED] > 5);
    assert_true(seen.passed_in > 20 && seen.bock > 20 && seen.kontra > 20 && seen.rum > 20);
    assert_true(seen.refused_gifts > 20 && seen.second_gifts > 5);
    assert_true(seen.spitzen > 20 && seen.spitzen_made > 0);
    assert_true(seen.unseen > 20 && seen.ties > 5 && doubled_overbids > 10);
    for (int i = 0; i < 3; i++)
        assert_true(seen.ramsch_score[i] > 20 && seen.skat_to[i] > 20);
    assert_true(seen.ramsch_score[SKAT_RAMSCH_FEWEST] > 20);
    assert_true(seen.virgin[SKAT_RAMSCH_NO_TRICK] > 5 && seen.virgin[SKAT_RAMSCH_NO_POINTS] > 5);
    assert_int_equal(seen.virgin[SKAT_RAMSCH_NO_VIRGINS], 0);
}

/* ---- all games ---- */

/* All cards of the deck are somewhere, and their points are in tricks or still to be won, but in
 * the middle of an exchange. */
static void check_cards(const struct skat_game *game)
{
    const struct skat_deck *deck = game->rules->derived.deck;
    skat_cards held = game->skat | game->aside, all = game->gone;
    int points = 0;

    if (game->phase != SKAT_PHASE_PLAY && game->phase != SKAT_PHASE_BID)
        return;
    for (int i = 0; i < SKAT_PLAYERS; i++) {
        held |= game->hands[i] | game->covered[i];
        points += game->table.points[i];
    }
    for (int i = game->trick_began; i < game->table.played_count; i++)
        points += skat_card_points[game->table.played[i]];
    assert_true((all | held) == deck->cards);
    assert_int_equal(points + skat_cards_points(held), deck->points);
}

/* A finished game is the same when its record is replayed. */
static void check_record(const struct skat_game *game)
{
    char text[SKAT_RECORD_SIZE], again[SKAT_RECORD_SIZE], rules[1024];
    struct skat_game copy;
    struct skat_result result, other;

    memset(&result, 0, sizeof result);
    memset(&other, 0, sizeof other);
    const int length = skat_record_moves(game, text);
    if (length != (int)strlen(text))
        fail_msg("%d of \"%s\", %s", length, text, skat_variant_names[game->rules->game]);
    start_again(&copy, game);
    play_moves(&copy, rules_text(game->rules, rules), text);
    if (!is_over(&copy))
        fail_msg("\"%s\" is over, but its replay is not", text);
    assert_memory_equal(&copy.table, &game->table, sizeof copy.table);
    assert_memory_equal(&copy.extra, &game->extra, sizeof copy.extra);
    for (int trick = 0; trick + 1 < game->table.trick_count; trick++)
        assert_int_equal(game->table.leader[trick + 1], skat_trick_winner(game, trick));
    skat_record_moves(&copy, again);
    assert_string_equal(text, again);
    skat_game_result(game, &result);
    skat_game_result(&copy, &other);
    assert_memory_equal(&result, &other, sizeof result);
}

/* Every second rule set is of Skat or Turnéskat, the others of each game in turn. */
TEST(cards_add_up_and_records_replay)
{
    uint64_t random = 43;
    for (int set = 0; set < 130 * SKAT_VARIANTS; set++) {
        struct skat_rules rules;
        if (set % 2)
            rules_random(&rules, &random);
        else
            rules_random_of_game(&rules, (enum skat_variant_id)(set / 2 % SKAT_VARIANTS), &random);
        for (int i = 0; i < GAMES_EACH; i++) {
            struct skat_game game;
            start_random(&game, &rules, &random);
            do
                check_cards(&game);
            while (random_step(&game, &random));
            check_record(&game);
        }
    }
}

/* ---- views that are brought up to date ---- */

enum { VIEWED = 400 };

/* At each decision, what skat_game_view_again() makes of the view before is the view. */
TEST(views_can_be_brought_up_to_date)
{
    uint64_t random = 72;
    int auctions = 0, cards = 0;
    for (int set = 0; set < VIEWED; set++) {
        struct skat_rules rules;
        struct skat_game game;
        struct skat_view kept[SKAT_PLAYERS], fresh;
        rules_random(&rules, &random);
        start_random(&game, &rules, &random);
        memset(kept, 0, sizeof kept);
        for (unsigned position = 0; position < SKAT_PLAYERS; position++)
            skat_game_view(&game, position, &kept[position]);
        do {
            auctions += game.phase <= SKAT_PHASE_HOLD;
            cards += game.phase == SKAT_PHASE_PLAY;
            for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
                memset(&fresh, 0, sizeof fresh);
                skat_game_view(&game, position, &fresh);
                skat_game_view_again(&game, position, &kept[position]);
                assert_memory_equal(&kept[position], &fresh, sizeof fresh);
            }
        } while (random_step(&game, &random));
    }
    assert_true(auctions > VIEWED && cards > VIEWED);
}
