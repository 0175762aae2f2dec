// SPDX-License-Identifier: MIT
/* tests/unit/three_players.h - a table of three players of stammtisch, for tests of what is built
 * upon them. */
#ifndef SKAT_TESTS_THREE_PLAYERS_H
#define SKAT_TESTS_THREE_PLAYERS_H

#include "tests/unit/engine_helpers.h"

#include "bots/pimc/rollout.h"
#include "bots/stammtisch/player.h"
#include "engine/rule_set.h"

/* The bots' structures are the engine's (arena/bot/deal_play.h). */
static inline struct skat_bot_view view_of(const struct skat_game *game, unsigned position)
{
    struct skat_view view;
    struct skat_bot_view same;

    skat_game_view(game, position, &view);
    memcpy(&same, &view, sizeof same);
    return same;
}

static inline struct world world_of(const struct skat_game *game)
{
    return (struct world){{game->hands[0], game->hands[1], game->hands[2]}, game->skat};
}

/* A table of three of stammtisch, who play suit games and grands by weights, if there are any. */
struct three {
    struct club_player players[SKAT_PLAYERS];
    const struct card_weights *weights;
    struct skat_game game;
};

static inline void sit_down(struct three *table, const struct skat_rules *rules, uint64_t number)
{
    struct skat_deal deal;

    deal_by_number(&deal, rules->derived.deck, 20261123, 0, number);
    skat_game_start(&table->game, rules, &deal, NULL);
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        const struct skat_bot_view view = view_of(&table->game, position);
        player_init(&table->players[position], &usual_style);
        player_deal_begin(&table->players[position], &view);
    }
}

/* Lets the player whose turn it is answer. */
static inline void answer(struct three *table, const struct skat_decision *decision)
{
    const struct skat_bot_view view = view_of(&table->game, decision->position);
    struct skat_bot_decision asked;
    struct skat_bot_action given = {.size = sizeof given};
    struct skat_action action;

    memcpy(&asked, decision, sizeof asked);
    player_act(&table->players[decision->position], &view, &asked, &given);
    if (table->weights && decision->kind == SKAT_DECIDE_CARD &&
        view.contract.type <= SKAT_GAME_GRAND) {
        struct memory memory = {0};
        memory_update(&memory, &view);
        given.cards[0] = card_values_best(table->weights, &view, decision->cards, &memory);
    }
    memcpy(&action, &given, sizeof action);
    assert_int_equal(skat_game_apply(&table->game, decision->position, &action), SKAT_ACCEPTED);
}

/* Plays games by the official rules, and shows each decision before it is made. */
static inline void watch_games(int games, void *context,
                               void (*decides)(void *context, const struct three *table,
                                               const struct skat_decision *decision))
{
    static struct three table;
    struct skat_decision decision;
    struct skat_rules rules;

    skat_rules_official(&rules);
    skat_rules_prepare(&rules, NULL);
    for (int number = 0; number < games; number++) {
        sit_down(&table, &rules, (uint64_t)number);
        while (skat_game_pending(&table.game, &decision)) {
            decides(context, &table, &decision);
            answer(&table, &decision);
        }
    }
}

#endif
