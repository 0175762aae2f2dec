// SPDX-License-Identifier: MIT
/* engine/solver/solver_order.c - which card to try first.
 *
 * The order in which cards are tried decides how much is searched: a good order gains more than all
 * other techniques together. A card is scored by what the trick brings if everybody plays the
 * obvious card, and by what playing it costs. */
#include "engine/solver/solver_state.h"

/* ---- points ---- */

/* Are these cards of one lane, in which points rise with strength? */
static inline bool is_rising(const struct skat_solver *solver, set cards, unsigned one)
{
    return !(cards & ~(solver->lane[one] & solver->rising));
}

/* The points of the most valuable card of a set; 0 if it is empty. */
static inline int most_points(const struct skat_solver *solver, set cards)
{
    const unsigned highest = highest_card(cards | 1);

    if (is_rising(solver, cards, highest)) /* saves a loop whose end is hard to predict */
        return cards ? solver->points[highest] : 0;
    for (int i = 0; i < solver->price_count; i++)
        if (cards & solver->prices[i].cards)
            return solver->prices[i].points;
    return 0;
}

/* The points of the least valuable card. */
static inline int fewest_points(const struct skat_solver *solver, set cards)
{
    if (!cards)
        return 0;
    const unsigned lowest = lowest_card(cards);
    if (!solver->points[lowest] || is_rising(solver, cards, lowest))
        return solver->points[lowest];
    for (int i = solver->price_count; i--;)
        if (cards & solver->prices[i].cards)
            return solver->prices[i].points;
    return 0;
}

/* ---- what the trick brings ---- */

/* The other two players, as the cards of a seat are scored. */
struct others {
    set cards;                   /* of both */
    set opponents;               /* of those on the other side */
    set later[SKAT_PLAYERS - 1]; /* of each opponent who plays after this card; 0: none */
    set answers;                 /* after the second card: what the last player may play */
    int most, fewest;            /* points of one of those */
};

/* What is the same for all cards of a lane. */
struct lane {
    set cards;        /* all cards in it, of anybody */
    set others;       /* those of others */
    int length;       /* number of own ones */
    int ruffs;        /* opponents who play later and may ruff it */
    struct follower { /* if it is led: what the next two players may play */
        set cards;
        int most, fewest; /* points of one of them */
    } next, last;
};

/* All functions return the points that the trick brings to the side that plays `card`,
 * negative if the other side takes it. Partners add their most valuable card, opponents their least
 * valuable one, and a player who can take the trick does so with the most valuable card. */

/* The player alone leads: either of the others may take the trick. */
static int lead_of_one(const struct skat_solver *solver, unsigned card, const struct lane *lane)
{
    const set takes2 = lane->next.cards & solver->higher[card];
    const set takes3 = lane->last.cards & solver->higher[card];
    const int points = solver->points[card];

    if (!takes2 && !takes3)
        return points + lane->next.fewest + lane->last.fewest;
    int by2 = takes2 ? most_points(solver, takes2) + lane->last.most : 0;
    int by3 = takes3 ? most_points(solver, takes3) + lane->next.most : 0;
    return -points - larger(by2, by3);
}

/* One of the two leads. The partner may overtake the player alone, or prevent its winning. */
static int lead_of_two(const struct skat_solver *solver, unsigned card,
                       const struct follower *alone, const struct follower *partner,
                       bool partner_last)
{
    const set takes = alone->cards & solver->higher[card];
    const set helps = partner->cards & solver->higher[card];
    const int points = solver->points[card] + alone->fewest;

    if (!takes)
        return points + partner->most;
    if (helps) {
        unsigned highest = highest_card(partner_last ? takes : helps);
        if (partner_last ? (partner->cards & solver->higher[highest]) != 0
                         : !(alone->cards & solver->higher[highest]))
            return points + most_points(solver, helps);
    }
    return -solver->points[card] - most_points(solver, takes) - partner->fewest;
}

static int bring_leading(const struct skat_solver *solver, unsigned seat, const struct lane *lane,
                         unsigned card)
{
    if (seat == solver->deal.alone)
        return lead_of_one(solver, card, lane);
    const bool partner_last = seat_after(seat) == solver->deal.alone;
    return partner_last ? lead_of_two(solver, card, &lane->next, &lane->last, true)
                        : lead_of_two(solver, card, &lane->last, &lane->next, false);
}

static int bring_second(const struct skat_solver *solver, const struct trick *trick,
                        const struct others *others, unsigned card)
{
    const bool wins = beats(solver, trick, card);
    const set takes = others->answers & solver->higher[wins ? card : trick->best];
    const unsigned last = seat_after(trick->turn);
    unsigned winner = wins ? trick->turn : trick->winner;
    int points = trick->points + solver->points[card];

    if (same_side(solver, last, winner)) {
        points += others->most;
    } else if (takes) {
        points += most_points(solver, takes);
        winner = last;
    } else {
        points += others->fewest;
    }
    return same_side(solver, trick->turn, winner) ? points : -points;
}

static int bring_last(const struct skat_solver *solver, const struct trick *trick, unsigned card)
{
    const int points = trick->points + solver->points[card];
    const bool ours = beats(solver, trick, card) || same_side(solver, trick->turn, trick->winner);

    return ours ? points : -points;
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

/* By place in the trick, and by player: one of the two, or the player alone. Tuned on the number of
 * nodes of contracts of `stammtisch` and random deals, at random, one to three weights at a time;
 * solver-deals.txt was not used. */
static const int weights[SKAT_PLAYERS][2][FEATURES] = {
    {{40, 64, 30, -25, -370, -101, -210, 29, -5, -14, 15, -307, -437},
     {17, 35, 208, 10, 14, -84, -23, -5, -49, 17, 68, -488, 49}},
    {{62, 20, -463, -41, -14, -62, 4, -28, 4, -31, -20, 548, 5},
     {56, 92, 506, -9, 182, -375, 84, 40, -7, 28, 373, 142, -31}},
    {{111, 49, -250, -98, -58, -36, -3, -54, 21, 6, -206, 20, -67},
     {105, -21, -173, -67, -52, -275, 32, -7, -8, 19, 48, -33, -18}},
};

/* Does this opponent have none of the lane, but trumps? */
static inline int may_ruff(const struct skat_solver *solver, set opponent, set lane)
{
    return !(opponent & lane) && opponent & solver->trumps;
}

static struct others others_of(const struct skat_solver *solver, const struct trick *trick)
{
    const unsigned alone = solver->deal.alone, next = seat_after(trick->turn);
    const unsigned last = seat_after(next);
    const set of_next = solver->hands[next], of_last = solver->hands[last];
    const bool against = trick->turn == alone;
    const set next_against = against || next == alone ? of_next : 0;
    const set last_against = against || last == alone ? of_last : 0;
    struct others others = {
        .cards = of_next | of_last,
        .opponents = next_against | last_against,
        .later = {trick->placed < 2 ? next_against : 0, trick->placed < 1 ? last_against : 0}};

    if (trick->placed == 1) {
        others.answers = following(solver, of_next, trick->card[0]);
        others.most = most_points(solver, others.answers);
        others.fewest = fewest_points(solver, others.answers);
    }
    return others;
}

static struct follower follower_of(const struct skat_solver *solver, unsigned seat, unsigned led)
{
    const set cards = following(solver, solver->hands[seat], led);
    return (struct follower){cards, most_points(solver, cards), fewest_points(solver, cards)};
}

/* Fills in *lane for the lane of `card`. */
static void look_at_lane(const struct skat_solver *solver, const struct trick *trick,
                         const struct others *others, unsigned card, struct lane *lane)
{
    const set cards = solver->lane[card];
    const unsigned next = seat_after(trick->turn);

    lane->cards = cards;
    lane->others = others->cards & cards;
    lane->length = count_cards(solver->hands[trick->turn] & cards);
    lane->ruffs =
        may_ruff(solver, others->later[0], cards) + may_ruff(solver, others->later[1], cards);
    if (trick->placed)
        return;
    lane->next = follower_of(solver, next, card);
    lane->last = follower_of(solver, seat_after(next), card);
}

void skat_solver_score(const struct skat_solver *solver, const struct trick *trick,
                       struct moves *moves, int first)
{
    const unsigned placed = trick->placed;
    const int *const weight = weights[placed][trick->turn == solver->deal.alone];
    const struct others others = others_of(solver, trick);
    struct lane lane;

    lane.cards = 0;

    for (int i = first; i < moves->count; i++) {
        const unsigned card = card_of(moves->move[i]);
        const int points = points_of_move(moves->move[i]);
        if (!(lane.cards >> card & 1))
            look_at_lane(solver, trick, &others, card, &lane);
        const set above = lane.others & cards_above(card);
        const int brings = placed == 0   ? bring_leading(solver, trick->turn, &lane, card)
                           : placed == 1 ? bring_second(solver, trick, &others, card)
                                         : bring_last(solver, trick, card);
        const bool takes = placed ? beats(solver, trick, card) : brings > 0;
        int score = weight[BRINGS] * brings + weight[LENGTH] * lane.length +
                    weight[MASTER] * !above + weight[TAKES] * takes +
                    weight[SECOND] * (count_cards(above) == 1) +
                    weight[BELOW] * count_cards(lane.others & ~above);

        if (is_trump(solver, card)) {
            score += weight[TRUMP] + weight[TRUMP_POINTS] * points +
                     weight[TRUMPS_DRAWN] * !(others.opponents & solver->trumps);
            if (placed)
                score += weight[RUFFS] * !is_trump(solver, trick->card[0]);
        } else {
            score += weight[POINTS] * points + weight[RUFFED] * lane.ruffs +
                     weight[HIGH_POINTS] * (points >= 10 && !above);
        }
        moves->move[i] = scored(moves->move[i], score);
    }
}
