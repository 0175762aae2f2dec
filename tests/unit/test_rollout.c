// SPDX-License-Identifier: MIT
/* tests/unit/test_rollout.c - a game that pimc plays out in the true world is the game that three
 * players play who see only their own cards, as stammtisch or by the fitted worth of cards: from
 * the announcement, from every card on, and if the first card is given. */
#include "tests/unit/three_players.h"
#include "tests/unit/unit_test.h"
#include "engine/rule_set.h"

/* What is played out from a moment of the game. */
static int played_out(const struct three *table, const struct skat_game *game, card first)
{
    const struct skat_bot_view view = view_of(game, skat_trick_next(game));
    const struct world world = world_of(game);
    struct rollout rollout = rollout_at(&view);

    rollout.weights = table->weights;
    return rollout_play(rollout, &world, first);
}

static int announced(const struct three *table)
{
    const struct skat_bot_view view = view_of(&table->game, 0);
    const struct world world = world_of(&table->game);
    struct rollout rollout =
        rollout_announced(&view, view.declarer, view.contract, world.hands[view.declarer]);

    rollout.weights = table->weights;
    return rollout_play(rollout, &world, SKAT_BOT_NO_CARD);
}

static int ended_with(const struct skat_game *game)
{
    struct skat_result result;

    skat_game_result(game, &result);
    if (game->table.contract.type == SKAT_GAME_NULL)
        return result.won ? ROLLOUT_NULL_WON : ROLLOUT_NULL_LOST;
    return result.points;
}

static void played_out_by(const struct card_weights *weights)
{
    struct skat_rules rules;
    int declared[SKAT_GAME_NULL + 1] = {0}, ouvert = 0;
    struct three table = {.weights = weights};

    skat_rules_official(&rules);
    skat_rules_prepare(&rules, NULL);
    for (int number = 0; number < 100; number++) {
        int expected[3 * SKAT_HAND + 1], moments = 0;
        struct skat_decision decision;
        sit_down(&table, &rules, (uint64_t)number);
        while (skat_game_pending(&table.game, &decision)) {
            if (decision.kind == SKAT_DECIDE_CARD) {
                if (!table.game.table.played_count)
                    expected[moments++] = announced(&table);
                expected[moments++] = played_out(&table, &table.game, SKAT_BOT_NO_CARD);
            }
            answer(&table, &decision);
        }
        if (!moments)
            continue;
        declared[table.game.table.contract.type]++;
        ouvert += (table.game.table.contract.with & SKAT_BOT_OUVERT) != 0;
        for (int i = 0; i < moments; i++)
            assert_int_equal(expected[i], ended_with(&table.game));
    }
    for (int game = 0; game <= SKAT_GAME_NULL; game++)
        assert_true(declared[game] > 0);
    assert_true(ouvert > 0);
}

TEST(played_out_as_stammtisch_plays) { played_out_by(NULL); }

TEST(played_out_by_the_worth_of_cards) { played_out_by(&usual_card_weights); }

/* A first card that nobody would play: as if it had been played. */
TEST(played_out_after_any_card)
{
    struct skat_rules rules;
    struct three table = {.weights = &usual_card_weights};
    int others = 0;

    skat_rules_official(&rules);
    skat_rules_prepare(&rules, NULL);
    for (int number = 0; number < 10; number++) {
        struct skat_decision decision;
        sit_down(&table, &rules, (uint64_t)number);
        while (skat_game_pending(&table.game, &decision)) {
            cards legal = decision.kind == SKAT_DECIDE_CARD ? decision.cards : 0;
            while (legal) {
                const card c = take(&legal);
                struct skat_game after = table.game;
                const struct skat_action action = {
                    .size = sizeof action, .kind = SKAT_ACTION_CARD, .count = 1, .cards = {c}};
                assert_int_equal(skat_game_apply(&after, decision.position, &action),
                                 SKAT_ACCEPTED);
                if (after.phase == SKAT_PHASE_OVER)
                    continue;
                assert_int_equal(played_out(&table, &table.game, c),
                                 played_out(&table, &after, SKAT_BOT_NO_CARD));
                others++;
            }
            answer(&table, &decision);
        }
    }
    assert_true(others > 300);
}
