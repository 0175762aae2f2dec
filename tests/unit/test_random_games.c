// SPDX-License-Identifier: MIT
/* tests/unit/test_random_games.c - random games under random rule sets of all games (rules.md 4 to
 * 8, 10): their cards, records and views. What games are worth is in tests/data/games, and
 * recomputed by tests/oracle/scorekeeper.py, in tests/e2e/test_random_rule_sets.py. */
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

enum { GAMES_EACH = 2 };

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
