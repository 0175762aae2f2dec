#include "engine/solver/solver_search.h"

/* The order in which cards are tried decides how much is searched: a good order gains more than all
 * other techniques together. A card is scored by what the trick brings if everybody plays the
 * obvious card, and by what playing it costs. */

/* ---- what the trick brings ---- */

static int most_points(const struct skat_solver *solver, set cards)
{
    for (int i = 0; i < solver->price_count; i++)
        if (cards & solver->prices[i].cards)
            return solver->prices[i].points;
    return 0;
}

static int fewest_points(const struct skat_solver *solver, set cards)
{
    for (int i = solver->price_count; i--;)
        if (cards & solver->prices[i].cards)
            return solver->prices[i].points;
    return 0;
}

/* All three functions return the points that the trick brings to the side that plays `card`,
 * negative if the other side takes it. Partners add their most valuable card, opponents their least
 * valuable one, and a player who can take the trick does so with the most valuable card. */

/* The player alone leads: either of the others may take the trick. */
static int lead_of_one(const struct skat_solver *solver, unsigned card, set second, set third)
{
    set takes2 = second & solver->higher[card], takes3 = third & solver->higher[card];
    int points = solver->points[card];

    if (!takes2 && !takes3)
        return points + fewest_points(solver, second) + fewest_points(solver, third);
    int by2 = takes2 ? most_points(solver, takes2) + most_points(solver, third) : 0;
    int by3 = takes3 ? most_points(solver, takes3) + most_points(solver, second) : 0;
    return -points - larger(by2, by3);
}

/* One of the two leads. The partner may overtake the player alone, or prevent its winning. */
static int lead_of_two(const struct skat_solver *solver, unsigned card, set alone, set partner,
                       bool partner_last)
{
    set takes = alone & solver->higher[card], helps = partner & solver->higher[card];
    int points = solver->points[card] + fewest_points(solver, alone);

    if (!takes)
        return points + most_points(solver, partner);
    if (helps) {
        unsigned highest = highest_card(partner_last ? takes : helps);
        if (partner_last ? (partner & solver->higher[highest]) != 0
                         : !(alone & solver->higher[highest]))
            return points + most_points(solver, helps);
    }
    return -solver->points[card] - most_points(solver, takes) - fewest_points(solver, partner);
}

static int bring_leading(const struct skat_solver *solver, unsigned seat, unsigned card)
{
    unsigned next = seat_after(seat);
    set second = following(solver, solver->hands[next], card);
    set third = following(solver, solver->hands[seat_after(next)], card);

    if (seat == solver->deal.alone)
        return lead_of_one(solver, card, second, third);
    bool partner_last = next == solver->deal.alone;
    return lead_of_two(solver, card, partner_last ? second : third, partner_last ? third : second,
                       partner_last);
}

static int bring_second(const struct skat_solver *solver, const struct trick *trick, unsigned card)
{
    struct trick after = *trick;
    unsigned last = seat_after(trick->turn), winner;
    set answers = following(solver, solver->hands[last], trick->card[0]);

    place_card(solver, &after, card);
    int points = after.points;
    set takes = answers & solver->higher[after.best];
    winner = after.winner;
    if (same_side(solver, last, winner)) {
        points += most_points(solver, answers);
    } else if (takes) {
        points += most_points(solver, takes);
        winner = last;
    } else {
        points += fewest_points(solver, answers);
    }
    return same_side(solver, trick->turn, winner) ? points : -points;
}

static int bring_last(const struct skat_solver *solver, const struct trick *trick, unsigned card)
{
    struct trick after = *trick;

    place_card(solver, &after, card);
    return same_side(solver, trick->turn, after.winner) ? after.points : -after.points;
}

/* ---- the score ---- */

enum feature {
    BRINGS, /* points that the trick brings to the side */
    POINTS, /* points of the card, unless it is a trump */
    TRUMP,  /* the card is a trump */
    BELOW,  /* others' cards in its lane that it beats */
    LENGTH, /* own cards in its lane */
    MASTER, /* no higher card of others in its lane */
    TAKES,  /* it wins the trick so far; if led: it is expected to win */
    FEATURES
};

/* By place in the trick, and by player: one of the two, or the player alone. Tuned by descent on
 * the number of nodes needed for contracts and random deals. */
static const int weights[SKAT_PLAYERS][2][FEATURES] = {
    {{64, 22, 11, 64, -57, 0, 0}, {2, 35, 118, 32, 0, -40, 0}},
    {{64, 49, -344, -95, -6, -40, 0}, {104, 49, 16, -95, 0, 0, 0}},
    {{64, 49, -128, -150, -40, -40, -40}, {64, 49, -128, -95, 0, 0, 0}},
};

void skat_solver_score(const struct skat_solver *solver, const struct trick *trick,
                       struct moves *moves)
{
    unsigned seat = trick->turn;
    const int *weight = weights[trick->placed][seat == solver->deal.alone];
    set mine = solver->hands[seat];
    set others = (solver->hands[0] | solver->hands[1] | solver->hands[2]) & ~mine;

    for (int i = 0; i < moves->count; i++) {
        unsigned card = moves->move[i].card;
        set lane = solver->lane[card];
        bool trump = is_trump(solver, card);
        int brings = trick->placed == 0   ? bring_leading(solver, seat, card)
                     : trick->placed == 1 ? bring_second(solver, trick, card)
                                          : bring_last(solver, trick, card);
        bool takes = trick->placed ? solver->higher[trick->best] >> card & 1 : brings > 0;
        moves->move[i].score =
            weight[BRINGS] * brings + weight[POINTS] * (trump ? 0 : moves->move[i].points) +
            weight[TRUMP] * trump +
            weight[BELOW] * count_cards(others & lane & ~cards_above(card)) +
            weight[LENGTH] * count_cards(mine & lane) +
            weight[MASTER] * !(others & lane & cards_above(card)) + weight[TAKES] * takes;
    }
}
