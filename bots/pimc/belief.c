// SPDX-License-Identifier: MIT
#include "bots/pimc/belief.h"

#include "bots/stammtisch/bidding.h"

enum { BEFORE = 5 }; /* candidates for each world before the announcement */

/* The weight of a bid that stammtisch would not have made. This and the weights below make the true
 * world as likely as possible, compared with worlds drawn evenly, in games of the bot with itself
 * (README.md). */
static const double unlikely = 0.4;

/* How well the discards fit the game. */
static double of_discards(const struct club_player *club, int game, cards ten, cards aside)
{
    static const double agreeing[3] = {0.07, 0.3, 1};

    return agreeing[count(model_put_aside(&club->discards, game, ten | aside) & aside)];
}

/* How well the declarer's cards fit the announced game. */
static double of_game(const struct club_player *club, const struct skat_bot_view *view, cards ten,
                      cards skat)
{
    int game = view->contract.type, forehand = view->declarer == 0;
    int ouvert = (view->contract.with & SKAT_BOT_OUVERT) != 0;
    enum stage stage = view->picked_up ? AFTER_DISCARD : BY_HAND;

    enum { AT_LEAST = 20 };
    if (game > NULL_GAME)
        return 1;
    double chance =
        model_chance(game == NULL_GAME ? model_null_log_odds(ten, stage, forehand, ouvert)
                                       : model_log_odds(game, ten, stage, forehand,
                                                        view->picked_up ? points_in(skat) : 0));
    return (chance + AT_LEAST) * (chance + AT_LEAST) *
           (view->picked_up ? of_discards(club, game, ten, skat) : 1);
}

/* How well a player's ten cards fit the player's bids. */
static double of_bids(const struct club_player *club, const struct skat_bot_view *view, int seat,
                      cards ten)
{
    const int by_suits = view->called_rank > 0;
    int limit = (by_suits ? calls_limit : bidding_limit)(club, ten, seat == 0, 0);
    int highest = by_suits ? view->highest_call[seat] : view->highest[seat];
    int stands = by_suits ? view->called_rank : view->bid;

    if (limit < highest)
        return unlikely;
    return view->passed >> seat & 1 && limit > stands && limit > highest ? unlikely : 1;
}

static double by_bids(const struct club_player *club, const struct skat_bot_view *view,
                      const struct world *world)
{
    double weight = 1;

    for (int seat = 0; seat < 3; seat++) {
        if (seat == view->position)
            continue;
        cards ten = memory_ten_of(view, seat, world->hands[seat]);
        weight *= seat == view->declarer && view->announced ? of_game(club, view, ten, world->skat)
                                                            : of_bids(club, view, seat, ten);
    }
    return weight;
}

/* Worlds that agree with the view, and how likely they are by the evidence. */
struct candidates {
    int number;
    struct world world[BELIEF_CANDIDATES * BELIEF_AT_ONCE];
    double weight[BELIEF_CANDIDATES * BELIEF_AT_ONCE], all;
    double start; /* where among the weights of a world the first pick is: 0..1 */
    uint8_t is_true[BELIEF_AT_ONCE]; /* of the worlds picked, those replaced by the true one */
};

static void add_candidate(struct evidence *evidence, struct skat_random *random,
                          struct candidates *candidates)
{
    const struct belief *belief = evidence->belief;
    const int i = candidates->number++;
    struct world *world = &candidates->world[i];

    world_draw(&evidence->sight, random, world);
    candidates->weight[i] =
        (belief->by & BY_BIDS ? by_bids(belief->club, evidence->view, world) : 1) *
        plays_weight(&evidence->plays, world);
    candidates->all += candidates->weight[i];
}

/* The candidates for BELIEF_AT_ONCE worlds, `each` of them by the numbers of one world. */
static void gather(struct evidence *evidence, int first, int each, struct candidates *candidates)
{
    struct skat_random random;

    candidates->number = 0;
    candidates->all = 0;
    for (int i = 0; i < BELIEF_AT_ONCE; i++) {
        skat_random_start_number(&random, evidence->seed + (uint64_t)(first + i));
        for (int k = 0; k < each; k++)
            add_candidate(evidence, &random, candidates);
        const uint64_t more = skat_random_bits(&random);
        if (!i)
            candidates->start = (double)(more >> 11) * 0x1p-53;
        candidates->is_true[i] =
            (int)skat_random_below(&random, 100) < evidence->belief->true_worlds;
    }
}

/* Picks the first `wanted` of them, each as often as its weight asks for, rounded up or down. */
static void pick(const struct candidates *candidates, struct world *worlds, int wanted)
{
    const double step = candidates->all / BELIEF_AT_ONCE;
    double at = candidates->start * step;
    int i = 0;

    for (int k = 0; k < wanted; k++, at += step) {
        for (; i < candidates->number - 1 && at >= candidates->weight[i]; i++)
            at -= candidates->weight[i];
        worlds[k] = candidates->world[i];
    }
}

void evidence_gather(struct evidence *evidence, const struct belief *belief,
                     const struct skat_bot_view *view, uint64_t seed)
{
    evidence->belief = belief;
    evidence->view = view;
    evidence->seed = seed;
    sight_from_view(&evidence->sight, view);
    evidence->plays.number = 0;
    if (belief->by & BY_PLAYS)
        plays_recall(&evidence->plays, view);
}

void evidence_draw(struct evidence *evidence, int first, struct world *worlds, int wanted)
{
    const struct belief *belief = evidence->belief;
    const int after = belief->candidates ? belief->candidates : BELIEF_CANDIDATES;
    const int each = !belief->by ? 1 : evidence->view->announced ? after : BEFORE;
    struct candidates candidates;

    for (int drawn = 0, more; drawn < wanted; drawn += more) {
        more = drawn + BELIEF_AT_ONCE < wanted ? BELIEF_AT_ONCE : wanted - drawn;
        gather(evidence, first + drawn, each, &candidates);
        pick(&candidates, worlds + drawn, more);
        for (int i = 0; i < more; i++)
            if (candidates.is_true[i])
                worlds[drawn + i] = belief->truth;
    }
}

void belief_draw(const struct belief *belief, const struct skat_bot_view *view, uint64_t seed,
                 struct world *worlds, int wanted)
{
    struct evidence evidence;

    evidence_gather(&evidence, belief, view, seed);
    evidence_draw(&evidence, 0, worlds, wanted);
}
