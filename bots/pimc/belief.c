#include "bots/pimc/belief.h"

#include "bots/pimc/plays.h"

enum { CANDIDATES = 10 }; /* worlds drawn for each one wanted */

/* The weight of a bid that stammtisch would not have made. This and the weights below make the true world as likely as
 * possible, compared with worlds drawn evenly, in games of the bot with itself (README.md). */
static const double unlikely = 0.4;

/* How well the discards fit the game. */
static double of_discards(const struct player *club, int game, cards ten, cards aside)
{
    static const double agreeing[3] = {0.07, 0.3, 1};

    return agreeing[count(model_put_aside(&club->discards, game, ten | aside) & aside)];
}

/* How well the declarer's cards fit the announced game. */
static double of_game(const struct player *club, const struct skat_bot_view *view, cards ten,
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
static double of_bids(const struct player *club, const struct skat_bot_view *view, int seat,
                      cards ten)
{
    int limit = bidding_limit(&club->style, &club->rules, ten, seat == 0, 0);
    int highest = view->highest[seat], stands = view->bid;

    if (limit < highest)
        return unlikely;
    return view->passed >> seat & 1 && limit > stands && limit > highest ? unlikely : 1;
}

static double by_bids(const struct player *club, const struct skat_bot_view *view,
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

/* A candidate, chosen with probability proportional to its weight. */
static int pick(const double weights[CANDIDATES], struct skat_random *random)
{
    double all = 0;

    for (int i = 0; i < CANDIDATES; i++)
        all += weights[i];
    double at = (double)(skat_random_bits(random) >> 11) * 0x1p-53 * all;
    for (int i = 0; i < CANDIDATES - 1; i++) {
        at -= weights[i];
        if (at < 0)
            return i;
    }
    return CANDIDATES - 1;
}

/* A world by the evidence. */
static void draw(const struct belief *belief, const struct skat_bot_view *view,
                 const struct sight *sight, const struct plays *plays, struct skat_random *random,
                 struct world *world)
{
    struct world drawn[CANDIDATES];
    double weights[CANDIDATES];

    for (int i = 0; i < (belief->by ? CANDIDATES : 1); i++) {
        world_draw(sight, random, &drawn[i]);
        weights[i] = (belief->by & BY_BIDS ? by_bids(belief->club, view, &drawn[i]) : 1) *
                     plays_weight(plays, &drawn[i]);
    }
    *world = drawn[belief->by ? pick(weights, random) : 0];
}

void belief_draw(const struct belief *belief, const struct skat_bot_view *view,
                 struct skat_random *random, struct world *worlds, int wanted)
{
    struct sight sight;
    struct plays plays = {.number = 0};

    sight_from_view(&sight, view);
    if (belief->by & BY_PLAYS)
        plays_recall(&plays, view);
    for (int i = 0; i < wanted; i++)
        if (belief->true_worlds && (int)skat_random_below(random, 100) < belief->true_worlds)
            worlds[i] = belief->truth;
        else
            draw(belief, view, &sight, &plays, random, &worlds[i]);
}
