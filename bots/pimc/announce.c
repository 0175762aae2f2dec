#include "bots/pimc/announce.h"

#include <stdlib.h>

#include "bots/pimc/belief.h"

enum {
    OF_A_GAME = 2, /* choices of discards considered for each game */
    CHOICES = 5 * OF_A_GAME + 2,
    FIRST = 8, /* choices that are played; half of them remain after each round */
    ROUND = 4, /* worlds of the first round; each round doubles the number of worlds */
    LAST = 16, /* worlds in total */
    PRIOR = 8  /* the tables' chance counts like so many worlds */
};

struct choice {
    struct skat_bot_contract contract;
    cards aside;
    int prior;       /* chance by the tables, in thousandths */
    int won, worlds; /* results of playing it */
    int worth;       /* in thousandths of a point */
};

/* ---- what may be announced ---- */

static int chance_of(const struct skat_bot_view *view, int game, cards aside)
{
    return model_chance(bidding_log_odds(game, view->hand & ~aside, AFTER_DISCARD,
                                         view->position == 0, points_in(aside)));
}

/* Inserts a choice by prior, keeping at most the best `most`. Returns their number. */
static int keep(struct choice *choices, int number, int most, struct choice choice)
{
    int place = number < most ? number++ : most;

    for (; place && choices[place - 1].prior < choice.prior; place--)
        if (place < most)
            choices[place] = choices[place - 1];
    if (place < most)
        choices[place] = choice;
    return number;
}

static int list_choices(const struct player *club, const struct skat_bot_view *view,
                        struct choice choices[CHOICES])
{
    int number = 0;

    for (int game = 0; game <= GRAND; game++) {
        int of_game = 0;
        for (cards rest = view->hand & (game == GRAND ? ~(JACKS | ACES) : ~JACKS), one; rest;) {
            one = BIT(take(&rest));
            for (cards others = rest, aside; others;) {
                aside = one | BIT(take(&others));
                struct choice choice = {.contract = {(uint8_t)game, 0},
                                        .aside = aside,
                                        .prior = chance_of(view, game, aside)};
                of_game = keep(&choices[number], of_game, OF_A_GAME, choice);
            }
        }
        number += of_game;
    }
    cards aside = model_put_aside(&club->discards, NULL_GAME, view->hand);
    for (int ouvert = 0; ouvert < 2; ouvert++)
        if (club->rules.null_values[2 * ouvert] >= view->bid)
            choices[number++] = (struct choice){
                .contract = {NULL_GAME, ouvert ? SKAT_BOT_OUVERT : 0},
                .aside = aside,
                .prior = model_chance(model_null_log_odds(view->hand & ~aside, AFTER_DISCARD,
                                                          view->position == 0, ouvert))};
    return number;
}

/* ---- the worth of each choice ---- */

static void weigh(const struct player *club, const struct skat_bot_view *view,
                  struct choice *choice)
{
    int chance = (choice->prior * PRIOR + choice->won * 1000) / (PRIOR + choice->worlds);
    int ouvert = (choice->contract.with & SKAT_BOT_OUVERT) != 0;

    choice->worth =
        choice->contract.type == NULL_GAME
            ? bidding_null_worth(&club->rules, ouvert, chance)
            : bidding_worth(&club->rules, view, choice->contract.type, view->rum, chance);
}

/* Plays a choice in a world. Returns 0 if the budget is used up. */
static int play_out(struct judge *judge, const struct skat_bot_view *view,
                    const struct world *world, struct choice *choice)
{
    struct skat_solver_deal deal = {.game = choice->contract.type, .alone = view->position};

    for (int seat = 0; seat < 3; seat++)
        deal.hands[seat] = world->hands[seat];
    deal.hands[view->position] = view->hand & ~choice->aside;
    int wins = judge_deal(judge, &deal, points_in(choice->aside));
    if (wins < 0)
        return 0;
    choice->won += wins;
    choice->worlds++;
    return 1;
}

static int by_worth(const void *one, const void *other)
{
    const struct choice *a = one, *b = other;
    return (a->worth < b->worth) - (a->worth > b->worth);
}

static void sort(const struct player *club, const struct skat_bot_view *view,
                 struct choice *choices, int number)
{
    for (int i = 0; i < number; i++)
        weigh(club, view, &choices[i]);
    qsort(choices, (size_t)number, sizeof *choices, by_worth);
}

/* Plays the best `left` choices in further worlds after the first `*played`, up to `until` worlds.
 * Returns 0 if the budget is used up. */
static int play_round(struct judge *judge, const struct skat_bot_view *view,
                      const struct world worlds[LAST], int *played, int until,
                      struct choice *choices, int left)
{
    for (; *played < until; ++*played)
        for (int i = 0; i < left; i++)
            if (!play_out(judge, view, &worlds[*played], &choices[i]))
                return 0;
    return 1;
}

void announce(struct judge *judge, const struct player *club, const struct skat_bot_view *view,
              unsigned by, struct skat_bot_contract *contract, cards *aside)
{
    struct choice choices[CHOICES];
    struct world worlds[LAST];
    int number = list_choices(club, view, choices), played = 0, more = 1;
    int left = number < FIRST ? number : FIRST;

    belief_draw(club, view, by, &judge->random, worlds, LAST);
    sort(club, view, choices, number);
    for (int until = ROUND; more && until <= LAST; until *= 2, left = (left + 1) / 2) {
        more = play_round(judge, view, worlds, &played, until, choices, left);
        sort(club, view, choices, left);
    }
    *contract = choices[0].contract;
    *aside = choices[0].aside;
}
