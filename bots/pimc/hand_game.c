// SPDX-License-Identifier: MIT
#include "bots/pimc/hand_game.h"

#include "bots/pimc/pick_up.h"
#include "bots/pimc/prospects.h"

enum {
    HOPEFUL = 400,  /* considers games with this chance, in thousandths, by the tables */
    CLEARLY = 10000 /* so much better than picking up, in thousandths of a point (README.md) */
};

struct hand_choice {
    struct skat_bot_contract contract;
    int chance; /* by the tables */
    int64_t by_tables, played;
};

/* Returns their number. */
static int list_choices(const struct rules *rules, const struct skat_bot_view *view,
                        struct hand_choice choices[PICK_UP_GAMES])
{
    int number = 0;

    for (int game = 0; game < PICK_UP_GAMES; game++) {
        struct hand_choice choice = {.contract = pick_up_contract(game)};
        choice.contract.with |= SKAT_BOT_HAND;
        choice.chance = prospect_chance(choice.contract, view->hand, 0, view->position == 0);
        const int allowed = choice.contract.type != NULL_GAME ||
                            bidding_null_value(rules, choice.contract) >= view->bid;
        if (allowed && choice.chance >= HOPEFUL)
            choices[number++] = choice;
    }
    return number;
}

/* Adds what a choice is worth in a world. Returns 0 if the budget is used up. */
static int add_world(struct judge *judge, const struct rules *rules,
                     const struct skat_bot_view *view, const struct world *world,
                     struct hand_choice *choice)
{
    const struct skat_bot_contract contract = choice->contract;
    const cards twelve = view->hand | world->skat;
    const int points =
        judge_announced(judge, view, world, view->position, twelve, world->skat, contract);

    if (points < 0)
        return 0;
    choice->by_tables += bidding_worth(rules, contract, twelve, view->bid, 0, choice->chance);
    choice->played += bidding_brought(rules, contract, twelve, view->bid, 0, points);
    return 1;
}

int hand_game(struct judge *judge, const struct belief *belief, const struct skat_bot_view *view,
              int worlds, struct skat_bot_contract *contract)
{
    const struct club_player *club = belief->club;
    struct world drawn[HAND_GAME_WORLDS];
    struct hand_choice choices[PICK_UP_GAMES];
    const int number = list_choices(&club->rules, view, choices);
    int64_t pick_up = 0, best = INT64_MIN;

    if (!number)
        return 0;
    belief_draw(belief, view, judge->seed, drawn, worlds);
    for (int i = 0; i < worlds; i++) {
        struct pick_up one;
        pick_up_look(&one, club, view, &drawn[i]);
        pick_up += pick_up_worth(judge, club, view, &one, view->bid);
        for (int k = 0; k < number; k++)
            if (!add_world(judge, &club->rules, view, &drawn[i], &choices[k]))
                return 0;
    }
    for (int k = 0; k < number; k++) {
        const int64_t worth =
            prospect_mean(choices[k].contract, (int)(choices[k].by_tables / worlds),
                          (int)(choices[k].played / worlds), worlds);
        if (worth > best) {
            best = worth;
            *contract = choices[k].contract;
        }
    }
    return best > pick_up / worlds + CLEARLY;
}

struct skat_bot_contract hand_game_announced(struct judge *judge, const struct belief *belief,
                                             const struct skat_bot_view *view, int worlds,
                                             int needed, struct skat_bot_contract contract)
{
    enum { ALL = 120, OF = 1000 };
    const int enough = belief->club->rules.schneider_points;
    struct world drawn[HAND_GAME_WORLDS];
    int schneider = 0, schwarz = 0;

    belief_draw(belief, view, judge->seed, drawn, worlds);
    for (int i = 0; i < worlds; i++) {
        const int points = judge_announced(judge, view, &drawn[i], view->position,
                                           view->hand | drawn[i].skat, drawn[i].skat, contract);
        if (points < 0)
            return contract;
        schneider += points >= enough;
        schwarz += points == ALL;
    }
    if (schneider * OF >= needed * worlds)
        contract.with |= SKAT_BOT_SCHNEIDER;
    if (schwarz * OF >= needed * worlds)
        contract.with |= SKAT_BOT_SCHWARZ;
    return contract;
}
