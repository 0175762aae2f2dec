// SPDX-License-Identifier: MIT
#include "bots/pimc/ramsch_judge.h"

#include <string.h>

#include "bots/stammtisch/ramsch.h"
#include "engine/ramsch.h"
#include "engine/rule_set.h"

/* The rules of ramsch among the options that bots are told, which have the names of the engine. */
struct skat_rules ramsch_judge_rules(const struct skat_bot_rules *from)
{
    static const char group[] = "ramsch.";
    struct skat_rules rules;

    skat_rules_official(&rules);
    skat_rules_prepare(&rules, NULL);
    for (uint32_t i = 0; i < from->option_count; i++) {
        const struct skat_bot_rule *told = &from->options[i];
        const struct skat_rule_option *option = skat_rule_option_find(told->name);
        if (option && strncmp(told->name, group, sizeof group - 1) == 0)
            memcpy(skat_rule_option_value(&rules, option), told->values,
                   told->value_count * sizeof *told->values);
    }
    return rules;
}

/* The facts after the last card. */
static struct skat_ramsch_facts facts_of(const struct skat_bot_view *view,
                                         const struct world *world)
{
    struct skat_ramsch_facts facts = {.skat_points = (uint8_t)points_in(world->skat),
                                      .unseen = view->unseen,
                                      .knocks = (uint8_t)__builtin_popcount(view->knocked),
                                      .bock = view->bock};

    for (int seat = 0; seat < SKAT_PLAYERS; seat++) {
        facts.points[seat] = view->points[seat];
        facts.tricks[seat] = view->tricks[seat];
        facts.last_trick[seat] = -1;
    }
    for (int trick = 0; trick < view->trick_count; trick++) /* who leads next has won it */
        facts.last_trick[view->leader[trick + 1]] = (int8_t)trick;
    return facts;
}

static int utility(const struct ramsch_judge *ramsch, const struct skat_bot_view *view,
                   const struct world *world, int position)
{
    const struct skat_ramsch_facts facts = facts_of(view, world);
    struct skat_ramsch_result result;

    skat_ramsch_count(ramsch->counts, &facts, &result);
    const int32_t *score = result.score;
    return RAMSCH_POINT * (3 * score[position] - score[0] - score[1] - score[2]) / 2;
}

/* What this player's first card brings, played in this world. */
static int play_out(const struct ramsch_judge *ramsch, struct rollout table,
                    const struct world *world, card first, int position)
{
    const struct skat_bot_view *view = &table.view;
    struct world left = *world;

    while (rollout_turn(&table, &left)) {
        const card c = first != SKAT_BOT_NO_CARD ? first
                                                 : ramsch_play(view, rollout_legal(view, JACKS),
                                                               &table.memory, ramsch->played);
        first = SKAT_BOT_NO_CARD;
        rollout_put(&table, &left, c);
    }
    return utility(ramsch, view, world, position);
}

int ramsch_judge_cards(struct judge *judge, const struct ramsch_judge *ramsch,
                       const struct skat_bot_view *view, const struct world *world,
                       struct verdict *verdict)
{
    const uint64_t cost =
        (uint64_t)verdict->number * (uint64_t)(3 * SKAT_HAND - view->played_count);
    const struct rollout table = rollout_at(view);
    int worth[SKAT_CARD_CODES] = {0};

    if (judge->budget < cost)
        return 0;
    judge->budget -= cost;
    for (int i = 0; i < verdict->number; i++) {
        const card c = verdict->open[i];
        worth[c] = play_out(ramsch, table, world, c, view->position);
    }
    verdict_add(verdict, worth);
    return 1;
}
