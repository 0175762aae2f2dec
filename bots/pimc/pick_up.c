// SPDX-License-Identifier: MIT
#include "bots/pimc/pick_up.h"

#include "bots/pimc/prospects.h"

enum {
    UNKNOWN = -1, /* what judge_announced() returns, too */
    THOUSAND = 1000,
    CHOICE = 15 /* points that the choice after the pick-up is worth */
};

struct skat_bot_contract pick_up_contract(int game)
{
    return (struct skat_bot_contract){(uint8_t)(game < PICK_UP_OUVERT ? game : NULL_GAME),
                                      game == PICK_UP_OUVERT ? SKAT_BOT_OUVERT : 0};
}

void pick_up_look(struct pick_up *pick_up, const struct club_player *club,
                  const struct skat_bot_view *view, const struct world *world)
{
    const int forehand = view->position == 0;

    *pick_up = (struct pick_up){.world = *world, .twelve = view->hand | world->skat};
    for (int game = 0; game < PICK_UP_GAMES; game++) {
        const struct skat_bot_contract contract = pick_up_contract(game);
        const cards aside = model_put_aside(&club->discards, contract.type, pick_up->twelve);
        pick_up->game[game].aside = aside;
        pick_up->game[game].points = UNKNOWN;
        pick_up->game[game].chance =
            prospect_chance(contract, pick_up->twelve & ~aside, aside, forehand);
    }
}

static int worth_by_tables(const struct club_player *club, const struct pick_up *pick_up, int game,
                           int bid)
{
    return bidding_worth(&club->rules, pick_up_contract(game), pick_up->twelve, bid, 0,
                         pick_up->game[game].chance);
}

/* The game is chosen before it is played; otherwise the choice would depend on the others' cards.
 * What the tables say of it counts as much as what playing brings, which is a single game. The game
 * and the discards will be chosen among many and not by the tables, which is worth something more
 * (README.md). */
int pick_up_worth(struct judge *judge, const struct club_player *club,
                  const struct skat_bot_view *view, struct pick_up *pick_up, int bid)
{
    int best = 0, by_tables = worth_by_tables(club, pick_up, 0, bid);

    for (int game = 1; game < PICK_UP_GAMES; game++) {
        int worth = worth_by_tables(club, pick_up, game, bid);
        if (worth > by_tables) {
            by_tables = worth;
            best = game;
        }
    }
    const struct skat_bot_contract contract = pick_up_contract(best);
    int *const points = &pick_up->game[best].points;
    if (*points == UNKNOWN)
        *points = judge_announced(judge, view, &pick_up->world, view->position, pick_up->twelve,
                                  pick_up->game[best].aside, contract);
    if (*points == UNKNOWN)
        return by_tables; /* the budget was used up */
    int played = bidding_brought(&club->rules, contract, pick_up->twelve, bid, 0, *points);
    return (by_tables + played) / 2 + CHOICE * THOUSAND;
}
