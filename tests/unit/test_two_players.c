// SPDX-License-Identifier: MIT
/* tests/unit/test_two_players.c - two at the table, three hands: Pilotenskat, Skat with a dummy,
 * Oma-Skat (rules.md 10.7, 7.9): random games beside a second reading of tricks and points. Games
 * by hand are in tests/data/games/two.txt. */
#include "tests/unit/engine_helpers.h"
#include "engine/rule_set.h"
#include "tests/unit/unit_test.h"

static const enum skat_variant_id games_of_two[] = {SKAT_VARIANT_PILOT, SKAT_VARIANT_STROHMANN,
                                                    SKAT_VARIANT_OMA};

enum { FIRST = 0, DUMMY = 1, DEALER = 2 };

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
    assert_int_equal(view.dummy, DUMMY);
    return view.seen[DUMMY];
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

TEST(random_games_are_as_the_text_says)
{
    uint64_t random = 51;
    memset(&seen, 0, sizeof seen);
    for (int i = 0; i < 1500; i++) {
        struct skat_rules rules;
        struct skat_game game;
        rules_random_of_game(&rules, games_of_two[i % (int)COUNT_OF(games_of_two)], &random);
        start_random(&game, &rules, &random);
        while (!is_over(&game)) {
            check_step(&game);
            random_step(&game, &random);
        }
        check_game(&game);
    }
    assert_true(seen.played_out > 200 && seen.given > 10 && seen.kept_back > 10);
    assert_true(seen.ties && seen.turned > 1000);
}
