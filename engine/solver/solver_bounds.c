// SPDX-License-Identifier: MIT
/* engine/solver/solver_bounds.c - what a side takes for sure, whatever the other side does: cheap,
 * and successful at most searched positions; docs/research/solver.md has its measured effect. */
#include "engine/solver/solver_state.h"

static int points_of(const struct skat_solver *solver, set cards)
{
    int points = 0;

    for (; cards; cards &= cards - 1)
        points += solver->points[lowest_card(cards)];
    return points;
}

/* The lowest possible points of `number` cards of a hand. */
static int least_points(const struct skat_solver *solver, set hand, int number)
{
    int points = 0;

    for (int i = solver->price_count; number && i--;) {
        int cards = count_cards(hand & solver->prices[i].cards);
        cards = cards < number ? cards : number;
        points += cards * solver->prices[i].points;
        number -= cards;
    }
    return points;
}

/* The cards of `mine` above all of `theirs`, in one lane. */
static inline set masters(set mine, set theirs)
{
    return theirs ? mine & cards_above(highest_card(theirs)) : mine;
}

/* The cards of `held`, the leader's cards in a plain lane, that take tricks when led one after the
 * other. A player who can still ruff must have a card to follow suit each time. */
static set sure_of_lane(set held, set left, bool left_ruffs, set right, bool right_ruffs)
{
    set sure = masters(held, left | right);
    int number, most = INNER_CARDS;

    if (!sure)
        return 0;
    number = count_cards(sure);
    if (number >= count_cards(left) && number >= count_cards(right)) {
        sure = held; /* by then nobody else has a card in the lane */
        number = count_cards(sure);
    }
    if (left_ruffs)
        most = count_cards(left);
    if (right_ruffs && most > count_cards(right))
        most = count_cards(right);
    for (; number > most; number--)
        sure &= sure - 1;
    return sure;
}

/* The points of the tricks that the leader can take in a row: first with the highest trumps, then
 * with the highest cards of the other lanes, until a player who still has trumps runs out of the
 * lane. Treats both other players as opponents: a partner who must take a trick ends the row. */
static int row_of_tricks(const struct skat_solver *solver, unsigned leader, int rest)
{
    set hand = solver->hands[leader], trumps = solver->trumps;
    set left = solver->hands[seat_after(leader)];
    set right = solver->hands[seat_after(seat_after(leader))];
    set sure = masters(hand & trumps, (left | right) & trumps);
    int drawn = count_cards(sure);
    bool left_ruffs = count_cards(left & trumps) > drawn;
    bool right_ruffs = count_cards(right & trumps) > drawn;

    if (!left_ruffs && !right_ruffs)
        sure |= hand & trumps;
    for (set plain = hand & ~trumps, lane; plain; plain &= ~lane) {
        lane = solver->lane[lowest_card(plain)];
        sure |= sure_of_lane(plain & lane, left & lane, left_ruffs, right & lane, right_ruffs);
    }
    if (sure == hand)
        return rest;
    if (!sure)
        return 0;
    int tricks = count_cards(sure);
    return points_of(solver, sure) + least_points(solver, left, tricks) +
           least_points(solver, right, tricks);
}

/* The points that the player alone takes for sure, whoever leads: with trumps above all trumps of
 * the others, and the cards that fall on them. */
static int high_trumps_alone(const struct skat_solver *solver, set alone, set left, set right)
{
    set sure = masters(alone & solver->trumps, (left | right) & solver->trumps);
    int tricks = count_cards(sure);

    return sure ? points_of(solver, sure) + least_points(solver, left, tricks) +
                      least_points(solver, right, tricks)
                : 0;
}

/* The same for the other two, whose high trumps may fall in one trick. */
static int high_trumps_of_two(const struct skat_solver *solver, set alone, set left, set right)
{
    set sure = masters((left | right) & solver->trumps, alone & solver->trumps);
    int tricks = larger(count_cards(sure & left), count_cards(sure & right));

    return sure ? points_of(solver, sure) + least_points(solver, alone, tricks) : 0;
}

bool skat_solver_bounded(const struct skat_solver *solver, unsigned leader, int rest, int target,
                         int *value)
{
    unsigned seat = solver->deal.alone;
    set alone = solver->hands[seat], left = solver->hands[seat_after(seat)];
    set right = solver->hands[seat_after(seat_after(seat))];

    if (solver->aim != AIM_POINTS || !solver->tricks_are_good)
        return false;
    *value = leader == seat
                 ? row_of_tricks(solver, leader, rest) /* which begins with the high trumps */
                 : high_trumps_alone(solver, alone, left, right);
    if (*value >= target)
        return true;
    *value = rest - high_trumps_of_two(solver, alone, left, right);
    if (leader != seat && *value >= target)
        *value = smaller(*value, rest - row_of_tricks(solver, leader, rest));
    return *value < target;
}
