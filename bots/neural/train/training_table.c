// SPDX-License-Identifier: MIT
#include "engine/rule_set.h"

#include "bots/neural/train/training_table.h"

#include "bots/neural/network.h"

struct training_table training_table_of(enum training_kind kind, struct skat_random *random)
{
    enum { CLUB_PERCENT = 35 };
    struct training_table table;

    for (int seat = 0; seat < 3; seat++)
        table.kinds[seat] = skat_random_below(random, 100) < CLUB_PERCENT ? AS_CLUB : kind;
    return table;
}

card training_card(const struct training_table *table, const struct rollout *rollout, cards legal)
{
    const struct skat_bot_view *view = &rollout->view;

    if (view->contract.type == NULL_GAME)
        return play_null(view, legal, &rollout->memory);
    switch (table->kinds[view->position]) {
    case BY_NETWORK:
        return network_card(&network_weights, view, legal, &rollout->memory);
    case BY_LINE:
        return card_values_best(&usual_card_weights, view, legal, &rollout->memory);
    default:
        return play_card(view, legal, &rollout->memory, &usual_points);
    }
}

int training_play_on(const struct training_table *table, struct rollout rollout, struct world world,
                     card first)
{
    const struct skat_bot_view *view = &rollout.view;
    const int declarer = view->declarer, null = view->contract.type == NULL_GAME;

    while (!(null && view->tricks[declarer]) && rollout_turn(&rollout, &world)) {
        const card c =
            first != SKAT_BOT_NO_CARD
                ? first
                : training_card(table, &rollout, rollout_legal(view, rollout.memory.trumps));
        first = SKAT_BOT_NO_CARD;
        rollout_put(&rollout, &world, c);
    }
    if (null)
        return view->tricks[declarer] ? ROLLOUT_NULL_LOST : ROLLOUT_NULL_WON;
    return view->points[declarer] + points_in(world.skat);
}
