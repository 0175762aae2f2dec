// SPDX-License-Identifier: MIT
/* bots/pimc/announce.c - after the pick-up: which game and which two discards.
 *
 * Choices that stammtisch's tables like best are played out in the same worlds; after each round
 * the worse half is left out and the number of worlds doubled. */
#include "bots/pimc/announce.h"

#include "bots/pimc/prospects.h"

enum {
    OF_A_GAME = 6, /* choices of discards considered for each game */
    CHOICES = 5 * OF_A_GAME + 2,
    FIRST = 24, /* choices that are played; half of them remain after each round */
    ROUNDS = 5  /* each doubles the number of worlds */
};

struct announce_choice {
    struct skat_bot_contract contract;
    cards aside;
    int chance;    /* of winning, in thousandths, by the tables */
    int by_tables; /* the worth by that, in thousandths of a point */
    int64_t sum;   /* what it brought in the worlds where it was played, in the same units */
    int worlds;
    int worth; /* by all that */
};

/* ---- what may be announced ---- */

static struct announce_choice choice_of(const struct skat_bot_view *view,
                                        struct skat_bot_contract contract, cards aside)
{
    return (struct announce_choice){
        .contract = contract,
        .aside = aside,
        .chance = prospect_chance(contract, view->hand & ~aside, aside, view->position == 0)};
}

/* Inserts a choice by chance, keeping at most the best `most`. Returns their number. */
static int keep(struct announce_choice *choices, int number, int most,
                struct announce_choice choice)
{
    int place = number < most ? number++ : most;

    for (; place && choices[place - 1].chance < choice.chance; place--)
        if (place < most)
            choices[place] = choices[place - 1];
    if (place < most)
        choices[place] = choice;
    return number;
}

/* The choices with null: the best discards by the tables. Returns their number. */
static int list_nulls(const struct club_player *club, const struct skat_bot_view *view,
                      struct announce_choice *choices)
{
    cards aside = model_put_aside(&club->discards, NULL_GAME, view->hand);
    int number = 0;

    for (int ouvert = 0; ouvert < 2; ouvert++)
        if (club->rules.null_values[2 * ouvert] >= view->bid)
            choices[number++] = choice_of(
                view, (struct skat_bot_contract){NULL_GAME, ouvert ? SKAT_BOT_OUVERT : 0}, aside);
    return number;
}

static int list_choices(const struct club_player *club, const struct skat_bot_view *view,
                        struct announce_choice choices[CHOICES])
{
    int number = 0;

    for (int game = 0; game <= GRAND; game++) {
        const struct skat_bot_contract contract = {(uint8_t)game, 0};
        int of_game = 0;
        for (cards rest = view->hand & (game == GRAND ? ~(JACKS | ACES) : ~JACKS), one; rest;) {
            one = BIT(take(&rest));
            for (cards others = rest, aside; others;) {
                aside = one | BIT(take(&others));
                of_game =
                    keep(&choices[number], of_game, OF_A_GAME, choice_of(view, contract, aside));
            }
        }
        number += of_game;
    }
    number += list_nulls(club, view, &choices[number]);
    for (int i = 0; i < number; i++)
        choices[i].by_tables = prospect_worth(&club->rules, choices[i].contract, view->hand,
                                              view->bid, view->rum, choices[i].chance);
    return number;
}

/* ---- the worth of each choice ---- */

/* Plays a choice in a world. Returns 0 if the budget is used up. */
static int play_out(struct judge *judge, const struct club_player *club,
                    const struct skat_bot_view *view, const struct world *world,
                    struct announce_choice *choice)
{
    int points = judge_announced(judge, view, world, view->position, view->hand, choice->aside,
                                 choice->contract);
    if (points < 0)
        return 0;
    choice->sum +=
        prospect_played(&club->rules, choice->contract, view->hand, view->bid, view->rum, points);
    choice->worlds++;
    return 1;
}

/* The best first; of choices with the same worth, the one that was first before. (qsort() need not
 * keep their order.) */
static void sort(struct announce_choice *choices, int number)
{
    for (int i = 0; i < number; i++) {
        struct announce_choice *choice = &choices[i];
        int played = choice->worlds ? (int)(choice->sum / choice->worlds) : 0;
        choice->worth = prospect_mean(choice->contract, choice->by_tables, played, choice->worlds);
    }
    for (int i = 1; i < number; i++) {
        const struct announce_choice choice = choices[i];
        int place = i;
        for (; place && choices[place - 1].worth < choice.worth; place--)
            choices[place] = choices[place - 1];
        choices[place] = choice;
    }
}

/* Plays the best `left` choices in further worlds after the first `*played`, up to `until` worlds.
 * Returns 0 if the budget is used up. */
static int play_round(struct judge *judge, const struct club_player *club,
                      const struct skat_bot_view *view, const struct world *worlds, int *played,
                      int until, struct announce_choice *choices, int left)
{
    for (; *played < until; ++*played)
        for (int i = 0; i < left; i++)
            if (!play_out(judge, club, view, &worlds[*played], &choices[i]))
                return 0;
    return 1;
}

void announce_game(struct judge *judge, const struct belief *belief,
                   const struct skat_bot_view *view, int worlds, struct skat_bot_contract *contract,
                   cards *aside)
{
    const struct club_player *club = belief->club;
    struct announce_choice choices[CHOICES];
    struct world drawn[ANNOUNCE_WORLDS];
    int number = list_choices(club, view, choices), played = 0, more = 1;
    int left = number < FIRST ? number : FIRST;

    belief_draw(belief, view, judge->seed, drawn, worlds);
    sort(choices, number);
    for (int round = ROUNDS - 1; more && round >= 0; round--, left = (left + 1) / 2) {
        more = play_round(judge, club, view, drawn, &played, worlds >> round, choices, left);
        sort(choices, left);
    }
    *contract = choices[0].contract;
    *aside = choices[0].aside;
}
