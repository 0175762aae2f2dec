// SPDX-License-Identifier: MIT
#include "engine/game/result.h"

#include "engine/game/facts.h"

static void undeclared_fault(const struct skat_game *game, struct skat_result *result)
{
    struct skat_undeclared_facts facts;

    skat_game_undeclared_facts(game, &facts);
    skat_value_undeclared_fault(game->rules, &facts, result);
}

static void ramsch_result(const struct skat_game *game, struct skat_result *result)
{
    struct skat_ramsch_facts facts;

    skat_game_ramsch_facts(game, &facts);
    skat_value_ramsch(game->rules, &facts, result);
}

void skat_game_result(const struct skat_game *game, struct skat_result *result)
{
    if (game->table.declarer != SKAT_NOBODY) {
        struct skat_facts facts;
        skat_game_facts(game, &facts);
        skat_value(game->rules, &facts, result);
    } else if (skat_game_ended_by_fault(game)) {
        undeclared_fault(game, result);
    } else if (skat_game_is_ramsch(game)) {
        ramsch_result(game, result);
    } else {
        skat_value_passed_in(game->extra.bock, result);
    }
}
