// SPDX-License-Identifier: MIT
#include "bots/pimc/doubling.h"

#include "bots/stammtisch/kontra.h"

enum {
    ENOUGH = 61, /* card points */
    PRIOR = 30   /* the tables' chance counts like so many worlds */
};

int doubling_chance(struct judge *judge, const struct belief *belief,
                    const struct skat_bot_view *view, int most)
{
    const struct club_player *club = belief->club;
    struct world worlds[DOUBLING_WORLDS];
    int won = 0, played = 0;
    int chance = kontra_chance(&club->rules, view);

    if (view->contract.type <= GRAND && !(view->contract.with & ~SKAT_BOT_HAND) && chance) {
        belief_draw(belief, view, judge->seed, worlds, most);
        const struct rollout table = rollout_at(view);
        for (; played < most; played++) {
            int points = judge_rollout(judge, &table, &worlds[played]);
            if (points < 0)
                break;
            won += points >= ENOUGH;
        }
    }
    return (chance * PRIOR + won * 1000) / (PRIOR + played);
}

int doubling_says(struct judge *judge, const struct belief *belief,
                  const struct skat_bot_view *view, int worlds)
{
    return kontra_pays(belief->club, view, doubling_chance(judge, belief, view, worlds));
}

int doubling_gives_up(struct judge *judge, const struct belief *belief,
                      const struct skat_bot_view *view, int worlds, int needed)
{
    enum { PLAYED = 250 };

    if (!needed || view->contract.type > GRAND || count(view->hand) != SKAT_HAND)
        return 0;
    const int chance = kontra_chance(&belief->club->rules, view);
    return chance && chance < PLAYED && doubling_chance(judge, belief, view, worlds) < needed;
}
