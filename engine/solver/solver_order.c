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

/* What a card is scored by, for the side that plays it. "Later" players have not yet played to the trick. */
enum feature {
    BRINGS,       /* points that the trick brings */
    POINTS,       /* points of the card, unless it is a trump */
    TRUMP,        /* it is a trump */
    BELOW,        /* others' cards in its lane that it beats */
    LENGTH,       /* own cards in its lane */
    MASTER,       /* no higher card of others in its lane */
    TAKES,        /* it wins the trick so far; if led: it is expected to win */
    TRUMP_POINTS, /* points of a trump */
    SINGLE,       /* the only own card of a plain lane */
    RUFFED,       /* plain: later opponents who have none of its lane, but trumps */
    FRIEND_VOID,  /* plain: no later partner has one of its lane */
    SECOND,       /* one higher card of others in its lane */
    FRIEND_WINS,  /* points of the card, if the partner wins the trick so far */
    RUFFS,        /* a trump on a plain lead */
    TRUMPS_DRAWN, /* a trump, while opponents have none */
    POINTS_ABOVE, /* plain, led: points of the best higher card of opponents */
    HIGH_POINTS,  /* a plain ten or ace that is a master */
    FEATURES
};

/* By place in the trick, and by player: one of the two, or the player alone. Tuned on the number of nodes of contracts of
 * `stammtisch` and random deals, at random, one to three weights at a time; solver-deals.txt was not used. */
static const int weights[SKAT_PLAYERS][2][FEATURES] = {
    {{53, 46, 12, -6, -252, 11, -64, 47, -71, -16, -41, -28, 21, -47, -211, -72, -395},
     {17, 35, 118, 47, 16, -84, -23, -5, 126, -149, 43, 2, 2, 68, -386, 13, 52}},
    {{62, 20, -875, -95, -100, -48, 4, -17, 87, -1, -46, -12, 0, -25, 695, -23, 25},
     {56, 75, 225, -9, 182, -375, 46, 40, 5, -17, -8, 28, -5, 91, 76, -13, -56}},
    {{92, 49, -117, -108, -45, -36, -47, -54, 46, 21, -26, 38, 29, -72, 49, 28, -67},
     {105, 13, -173, -67, -24, -275, 0, -24, 45, 17, 26, -9, 23, 48, -18, 0, 5}},
};

/* Who is to play after this card, by side, and what opponents hold in all. */
struct around {
    set foes[2];      /* hands of later opponents; 0: none */
    set friends;      /* the hand of a later partner; 0: none */
    set opponents;    /* all cards of opponents */
    bool friend_wins; /* so far */
};

static inline struct around look_around(const struct skat_solver *solver, const struct trick *trick,
                                        int placed, bool alone)
{
    const unsigned seat = trick->turn;
    struct around around = {.friend_wins = placed && same_side(solver, seat, trick->winner)};
    unsigned other = seat;

    for (int i = 0; i < SKAT_PLAYERS - 1; i++) {
        other = seat_after(other);
        const bool foe = alone || other == solver->deal.alone;
        const set hand = solver->hands[other];
        around.opponents |= foe ? hand : 0;
        if (i + placed >= SKAT_PLAYERS - 1)
            continue; /* has played */
        if (foe)
            around.foes[i] = hand;
        else
            around.friends = hand;
    }
    return around;
}

static inline int ruffed_by(const struct skat_solver *solver, set foe, set lane)
{
    return foe && !(foe & lane) && foe & solver->trumps;
}

/* With constant place and side, so that the compiler leaves out what has no weight there. */
__attribute__((always_inline)) static inline void score_moves(const struct skat_solver *solver,
                                                              const struct trick *trick,
                                                              struct moves *moves, int placed,
                                                              bool alone)
{
    const int *const weight = weights[placed][alone];
    const unsigned seat = trick->turn;
    const set mine = solver->hands[seat];
    const set others = (solver->hands[0] | solver->hands[1] | solver->hands[2]) & ~mine;
    const struct around around = look_around(solver, trick, placed, alone);

    for (int i = 0; i < moves->count; i++) {
        const unsigned card = moves->move[i].card;
        const int points = moves->move[i].points;
        const set lane = solver->lane[card], above = others & lane & cards_above(card);
        const bool trump = is_trump(solver, card);
        const int brings = placed == 0   ? bring_leading(solver, seat, card)
                           : placed == 1 ? bring_second(solver, trick, card)
                                         : bring_last(solver, trick, card);
        const bool takes = placed ? solver->higher[trick->best] >> card & 1 : brings > 0;
        const int length = count_cards(mine & lane);
        int score = weight[BRINGS] * brings + weight[LENGTH] * length + weight[MASTER] * !above +
                    weight[TAKES] * takes + weight[SECOND] * (count_cards(above) == 1) +
                    weight[BELOW] * count_cards(others & lane & ~cards_above(card));

        if (placed)
            score += weight[FRIEND_WINS] * (around.friend_wins ? points : 0);
        if (trump) {
            score += weight[TRUMP] + weight[TRUMP_POINTS] * points +
                     weight[TRUMPS_DRAWN] * !(around.opponents & solver->trumps);
            if (placed)
                score += weight[RUFFS] * !is_trump(solver, trick->card[0]);
        } else {
            score += weight[POINTS] * points + weight[SINGLE] * (length == 1) +
                     weight[RUFFED] * (ruffed_by(solver, around.foes[0], lane) +
                                       ruffed_by(solver, around.foes[1], lane)) +
                     weight[FRIEND_VOID] * (around.friends && !(around.friends & lane)) +
                     weight[HIGH_POINTS] * (points >= 10 && !above);
            if (!placed)
                score += weight[POINTS_ABOVE] * most_points(solver, above & around.opponents);
        }
        moves->move[i].score = score;
    }
}

void skat_solver_score(const struct skat_solver *solver, const struct trick *trick,
                       struct moves *moves)
{
    const bool alone = trick->turn == solver->deal.alone;

    switch (trick->placed) {
    case 0:
        if (alone)
            score_moves(solver, trick, moves, 0, true);
        else
            score_moves(solver, trick, moves, 0, false);
        return;
    case 1:
        if (alone)
            score_moves(solver, trick, moves, 1, true);
        else
            score_moves(solver, trick, moves, 1, false);
        return;
    default:
        if (alone)
            score_moves(solver, trick, moves, 2, true);
        else
            score_moves(solver, trick, moves, 2, false);
    }
}
