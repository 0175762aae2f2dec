#include "bots/pimc/doubling.h"

#include "bots/pimc/belief.h"
#include "bots/stammtisch/kontra.h"

enum {
    WORLDS = 24,
    PRIOR = 8 /* the tables' chance counts like so many worlds */
};

int doubling_says(struct judge *judge, const struct player *club, const struct skat_bot_view *view,
                  unsigned by)
{
    struct world worlds[WORLDS];
    int won = 0, played = 0;
    int chance = kontra_chance(&club->rules, view);

    if (view->contract.type <= GRAND && !(view->contract.with & ~SKAT_BOT_HAND) && chance) {
        belief_draw(club, view, by, &judge->random, worlds, WORLDS);
        for (; played < WORLDS; played++) {
            int wins = judge_game(judge, view, &worlds[played]);
            if (wins < 0)
                break;
            won += wins;
        }
    }
    chance = (chance * PRIOR + won * 1000) / (PRIOR + played);
    return kontra_pays(&club->style, view, chance);
}
