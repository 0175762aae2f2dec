// SPDX-License-Identifier: MIT
/* bots/pimc/announce.c - after the pick-up: which game and which two discards.
 *
 * Choices of which most is expected, by a network or stammtisch's tables, are played out in the
 * same worlds; after each round the worse half is left out and the number of worlds doubled. */
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
    int expected; /* the worth by tables or network, in thousandths of a point */
    int64_t sum;  /* what it brought in the worlds where it was played, in the same units */
    int worlds;
    int worth; /* by all that */
};

/* Who decides, and what goes by. */
struct announcer {
    const struct club_player *club;
    const struct skat_bot_view *view;
    const struct hand_network *net; /* NULL: the tables */
};

/* ---- what may be announced ---- */

static int worth_by_tables(const struct announcer *by, struct skat_bot_contract contract,
                           cards aside)
{
    const struct skat_bot_view *view = by->view;
    const int chance = prospect_chance(contract, view->hand & ~aside, aside, view->position == 0);

    return bidding_worth(&by->club->rules, contract, view->hand, view->bid, view->rum, chance);
}

/* The expected worth of a suit game or grand; `order` is the order of all twelve cards in it. */
static int worth_expected(const struct announcer *by, struct skat_bot_contract contract,
                          const struct suit_order *order, cards aside)
{
    const struct skat_bot_view *view = by->view;

    if (!by->net)
        return worth_by_tables(by, contract, aside);
    return announcement_worth(
        &by->club->rules, view, contract.type,
        announcement_chances(by->net, view, contract.type, order, view->hand, aside));
}

/* Inserts a choice by what is expected, keeping at most the best `most`. Returns their number. */
static int keep(struct announce_choice *choices, int number, int most,
                struct announce_choice choice)
{
    int place = number < most ? number++ : most;

    for (; place && choices[place - 1].expected < choice.expected; place--)
        if (place < most)
            choices[place] = choices[place - 1];
    if (place < most)
        choices[place] = choice;
    return number;
}

/* The best choices with a suit game or grand. Returns their number. */
static int list_game(const struct announcer *by, int game, struct announce_choice *choices)
{
    const struct skat_bot_contract contract = {(uint8_t)game, 0};
    const struct suit_order order = suit_order_of(by->view->hand, game);
    int number = 0;

    for (cards rest = by->view->hand & (game == GRAND ? ~(JACKS | ACES) : ~JACKS); rest;) {
        const cards one = BIT(take(&rest));
        for (cards others = rest; others;) {
            const cards aside = one | BIT(take(&others));
            number = keep(
                choices, number, OF_A_GAME,
                (struct announce_choice){.contract = contract,
                                         .aside = aside,
                                         .expected = worth_expected(by, contract, &order, aside)});
        }
    }
    return number;
}

/* The choices with null: the best discards by the tables. Returns their number. */
static int list_nulls(const struct announcer *by, struct announce_choice *choices)
{
    const cards aside = model_put_aside(&by->club->discards, NULL_GAME, by->view->hand);
    int number = 0;

    for (int ouvert = 0; ouvert < 2; ouvert++) {
        const struct skat_bot_contract contract = {NULL_GAME, ouvert ? SKAT_BOT_OUVERT : 0};
        if (by->club->rules.null_values[2 * ouvert] >= by->view->bid)
            choices[number++] =
                (struct announce_choice){.contract = contract,
                                         .aside = aside,
                                         .expected = worth_by_tables(by, contract, aside)};
    }
    return number;
}

static int list_choices(const struct announcer *by, struct announce_choice choices[CHOICES])
{
    int number = 0;

    for (int game = 0; game <= GRAND; game++)
        number += list_game(by, game, &choices[number]);
    return number + list_nulls(by, &choices[number]);
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
        bidding_brought(&club->rules, choice->contract, view->hand, view->bid, view->rum, points);
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
        choice->worth = prospect_mean(choice->contract, choice->expected, played, choice->worlds);
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
                   const struct skat_bot_view *view, int worlds, const struct hand_network *net,
                   struct skat_bot_contract *contract, cards *aside)
{
    const struct club_player *club = belief->club;
    const struct announcer by = {club, view, net};
    struct announce_choice choices[CHOICES];
    struct world drawn[ANNOUNCE_WORLDS];
    int number = list_choices(&by, choices), played = 0, more = 1;
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
