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

/* What a card is scored by, for the side that plays it. */
enum feature {
    BRINGS,       /* points that the trick brings */
    POINTS,       /* points of the card, unless it is a trump */
    TRUMP,        /* it is a trump */
    BELOW,        /* others' cards in its lane that it beats */
    LENGTH,       /* own cards in its lane */
    MASTER,       /* no higher card of others in its lane */
    TAKES,        /* it wins the trick so far; if led: it is expected to win */
    TRUMP_POINTS, /* points of a trump */
    RUFFED,       /* plain: opponents who play later and may ruff it */
    SECOND,       /* one higher card of others in its lane */
    RUFFS,        /* a trump on a plain lead */
    TRUMPS_DRAWN, /* a trump, while opponents have none */
    HIGH_POINTS,  /* a plain ten or ace that is a master */
    FEATURES
};

/* By place in the trick, and by player: one of the two, or the player alone. Tuned on the number of nodes of contracts of
 * `stammtisch` and random deals, at random, one to three weights at a time; solver-deals.txt was not used. */
static const int weights[SKAT_PLAYERS][2][FEATURES] = {
    {{40, 64, 30, -25, -370, -101, -210, 29, -5, -14, 15, -307, -437},
     {17, 35, 208, 10, 14, -84, -23, -5, -49, 17, 68, -488, 49}},
    {{62, 20, -463, -41, -14, -62, 4, -28, 4, -31, -20, 548, 5},
     {56, 92, 506, -9, 182, -375, 84, 40, -7, 28, 373, 142, -31}},
    {{111, 49, -250, -98, -58, -36, -3, -54, 21, 6, -206, 20, -67},
     {105, -21, -173, -67, -52, -275, 32, -7, -8, 19, 48, -33, -18}},
};

/* The hands of opponents. */
struct opponents {
    set later[SKAT_PLAYERS - 1]; /* of those who play to the trick after this card; 0: none */
    set cards;                   /* of both */
};

static inline struct opponents opponents_of(const struct skat_solver *solver, unsigned seat,
                                            unsigned placed, bool alone)
{
    struct opponents opponents = {{0, 0}, 0};
    unsigned other = seat;

    for (unsigned i = 0; i < SKAT_PLAYERS - 1; i++) {
        other = seat_after(other);
        if (!alone && other != solver->deal.alone)
            continue; /* the partner */
        opponents.cards |= solver->hands[other];
        if (i + placed < SKAT_PLAYERS - 1)
            opponents.later[i] = solver->hands[other];
    }
    return opponents;
}

/* Does this opponent have none of the lane, but trumps? */
static inline int may_ruff(const struct skat_solver *solver, set opponent, set lane)
{
    return !(opponent & lane) && opponent & solver->trumps;
}

void skat_solver_score(const struct skat_solver *solver, const struct trick *trick,
                       struct moves *moves)
{
    const unsigned seat = trick->turn, placed = trick->placed;
    const bool alone = seat == solver->deal.alone;
    const int *const weight = weights[placed][alone];
    const set mine = solver->hands[seat];
    const set others = (solver->hands[0] | solver->hands[1] | solver->hands[2]) & ~mine;
    const struct opponents opponents = opponents_of(solver, seat, placed, alone);

    for (int i = 0; i < moves->count; i++) {
        const unsigned card = moves->move[i].card;
        const int points = moves->move[i].points;
        const set lane = solver->lane[card], above = others & lane & cards_above(card);
        const bool trump = is_trump(solver, card);
        const int brings = placed == 0   ? bring_leading(solver, seat, card)
                           : placed == 1 ? bring_second(solver, trick, card)
                                         : bring_last(solver, trick, card);
        const bool takes = placed ? solver->higher[trick->best] >> card & 1 : brings > 0;
        int score = weight[BRINGS] * brings + weight[LENGTH] * count_cards(mine & lane) +
                    weight[MASTER] * !above + weight[TAKES] * takes +
                    weight[SECOND] * (count_cards(above) == 1) +
                    weight[BELOW] * count_cards(others & lane & ~cards_above(card));

        if (trump) {
            score += weight[TRUMP] + weight[TRUMP_POINTS] * points +
                     weight[TRUMPS_DRAWN] * !(opponents.cards & solver->trumps);
            if (placed)
                score += weight[RUFFS] * !is_trump(solver, trick->card[0]);
        } else {
            score += weight[POINTS] * points +
                     weight[RUFFED] * (may_ruff(solver, opponents.later[0], lane) +
                                       may_ruff(solver, opponents.later[1], lane)) +
                     weight[HIGH_POINTS] * (points >= 10 && !above);
        }
        moves->move[i].score = score;
    }
}
