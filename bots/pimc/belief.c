#include "bots/pimc/belief.h"

enum {
    ONE = 1000,      /* weights are in thousandths */
    UNLIKELY = 200,  /* a bid that stammtisch would not have made */
    CANDIDATES = 10, /* worlds that are drawn for each that is wanted */
    WORLDS_MOST = 512
};

/* The ten cards that a player had once the skat was put aside: in a world, and what was played. */
static cards ten_of(const struct skat_bot_view *view, const struct world *world, int seat)
{
    cards ten = world->hands[seat];

    for (int i = 0; i < view->played_count; i++)
        if ((view->leader[i / 3] + i % 3) % 3 == seat)
            ten |= BIT(view->played[i]);
    return ten;
}

/* How well the discards go with the game. */
static uint64_t of_discards(const struct player *club, int game, cards ten, cards aside)
{
    static const uint64_t agreeing[3] = {100, 350, ONE};

    return agreeing[count(model_put_aside(&club->discards, game, ten | aside) & aside)];
}

/* How well declarer's cards go with the game that he has announced. */
static uint64_t of_game(const struct player *club, const struct skat_bot_view *view, cards ten,
                        cards skat)
{
    int game = view->contract.type, forehand = view->declarer == 0;
    int ouvert = (view->contract.with & SKAT_BOT_OUVERT) != 0;

    if (game > NULL_GAME)
        return ONE;
    int chance = model_chance(
        game == NULL_GAME ? model_null_log_odds(ten, AFTER_DISCARD, forehand, ouvert)
                          : model_log_odds(game, ten, AFTER_DISCARD, forehand,
                                           view->picked_up ? points_in(skat) : SKAT_POINTS));
    uint64_t weight = (uint64_t)chance + 20;
    return view->picked_up ? weight * of_discards(club, game, ten, skat) / ONE + 1 : weight;
}

/* How well a player's ten cards go with how high he has bid. */
static uint64_t of_bids(const struct player *club, const struct skat_bot_view *view, int seat,
                        cards ten)
{
    int limit = bidding_limit(&club->style, &club->rules, ten, seat == 0, 0);
    int highest = view->highest[seat], stands = view->bid;

    if (limit < highest)
        return UNLIKELY;
    return view->passed >> seat & 1 && limit > stands && limit > highest ? UNLIKELY : ONE;
}

uint64_t belief(const struct player *club, const struct skat_bot_view *view,
                const struct world *world)
{
    uint64_t weight = ONE;

    for (int seat = 0; seat < 3; seat++) {
        if (seat == view->position)
            continue;
        cards ten = ten_of(view, world, seat);
        if (seat == view->declarer && view->announced)
            weight = weight * of_game(club, view, ten, world->skat);
        else
            weight = weight * of_bids(club, view, seat, ten);
    }
    return weight + 1;
}

void belief_draw(const struct player *club, const struct skat_bot_view *view, int inference,
                 struct skat_random *random, struct world *worlds, int wanted)
{
    struct sight sight;
    struct world drawn[CANDIDATES];

    sight_from_view(&sight, view);
    for (int i = 0; i < wanted; i++) {
        uint64_t weights[CANDIDATES], all = 0;
        int number = inference ? CANDIDATES : 1, pick = 0;
        for (int j = 0; j < number; j++) {
            world_draw(&sight, random, &drawn[j]);
            weights[j] = inference ? belief(club, view, &drawn[j]) : 1;
            all += weights[j];
        }
        uint64_t at = skat_random_bits(random) % all;
        while (at >= weights[pick])
            at -= weights[pick++];
        worlds[i] = drawn[pick];
    }
}
