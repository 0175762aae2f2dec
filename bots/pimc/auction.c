// SPDX-License-Identifier: MIT
/* bots/pimc/auction.c - how high to bid; and doubling and giving up after the announcement.
 *
 * In each world it is known how high the others go (by stammtisch's tables), which skat there is,
 * and so who will declare which game at which bid if this player goes up to a limit. That game is
 * played out. The limit with the best mean is taken: so passing is worth what the others' games
 * cost, with this hand against them. */
#include "bots/pimc/auction.h"

#include "bots/stammtisch/kontra.h"

enum {
    HOPELESS = 150, /* passes if no game has this chance, in thousandths, by the tables */
    UNKNOWN = -1,   /* what judge_announced() returns if the budget was used up */
    THOUSAND = 1000,
    NODES = 90 /* of the budget for each world: three games */
};

/* A world, with what this player and the others would do in it. */
struct scene {
    struct pick_up pick_up;
    int limits[3];    /* how high the others go */
    int rival, other; /* the other two, who goes higher first */
    int lost;         /* the worth, in thousandths, if the rival declares; valid if it is known */
    int is_lost_known;
};

/* Does one player get the game from another, up to their limits? At the same limit the one who sits
 * before the other does, who need only hold. */
static int outbids(int one, int limit_of_one, int other, int limit_of_other)
{
    return limit_of_one > limit_of_other || (limit_of_one == limit_of_other && one < other);
}

static void set_up_others(const struct club_player *club, const struct auction *auction,
                          struct scene *scene)
{
    const struct skat_bot_view *view = auction->view;
    int left = (view->position + 1) % 3, right = (view->position + 2) % 3;

    for (int seat = 0; seat < 3; seat++) {
        if (seat == view->position || view->passed >> seat & 1)
            continue;
        int limit = bidding_limit(club, scene->pick_up.world.hands[seat], seat == 0, 0);
        scene->limits[seat] = limit > view->highest[seat] ? limit : view->highest[seat];
    }
    int left_first = outbids(left, scene->limits[left], right, scene->limits[right]);
    scene->rival = left_first ? left : right;
    scene->other = left_first ? right : left;
}

static void set_up(const struct club_player *club, const struct auction *auction,
                   struct scene *scene, const struct world *world)
{
    *scene = (struct scene){.is_lost_known = 0};
    pick_up_look(&scene->pick_up, club, auction->view, world);
    set_up_others(club, auction, scene);
}

/* ---- the price ---- */

static int rung_above(const struct auction *auction, int value)
{
    int rung = 0;

    while (rung < auction->ladder_count - 1 && auction->ladder[rung] <= value)
        rung++;
    return auction->ladder[rung];
}

/* The bid at which the auction ends if the highest limit but one is `second`; `holds`: the winner
 * need only hold it. */
static int price(const struct auction *auction, int second, int holds)
{
    int bid = second && holds ? second : rung_above(auction, second);

    return bid > auction->view->bid ? bid : auction->view->bid;
}

/* ---- the worth of games, in thousandths of a point ---- */

/* What the rival would bring home: half of it, with the opposite sign, is this player's, whose
 * points are counted less the mean of the others'. */
static int worth_to_rival(struct judge *judge, const struct auction *auction,
                          const struct scene *scene)
{
    const struct club_player *club = judge->belief->club;
    struct skat_bot_view view = *auction->view;
    struct skat_bot_contract contract = {0};
    cards aside = 0;

    view.position = (uint8_t)scene->rival;
    view.hand = scene->pick_up.world.hands[scene->rival] | scene->pick_up.world.skat;
    view.bid = (uint16_t)price(auction, scene->limits[scene->other], 0);
    bidding_declare(club, &view, &contract, &aside);
    int points = contract.type > NULL_GAME /* only variants have it */
                     ? UNKNOWN
                     : judge_announced(judge, auction->view, &scene->pick_up.world, scene->rival,
                                       view.hand, aside, contract);
    return points == UNKNOWN
               ? -2 * THOUSAND * stakes_elsewhere(&club->rules)
               : bidding_brought(&club->rules, contract, view.hand, view.bid, 0, points);
}

/* If the rival declares. It hardly depends on how far this player goes, so it is played once. In
 * Bierlachs it depends on the totals what a game is worth to whom, so that an average game is
 * assumed. */
static int worth_of_defending(struct judge *judge, const struct auction *auction,
                              struct scene *scene)
{
    const struct rules *rules = &judge->belief->club->rules;

    if (!scene->is_lost_known)
        scene->lost = rules->bierlachs_limit ? THOUSAND * stakes_elsewhere(rules)
                                             : -worth_to_rival(judge, auction, scene) / 2;
    scene->is_lost_known = 1;
    return scene->lost;
}

/* ---- the limit ---- */

static int worth_of_limit(struct judge *judge, const struct auction *auction, struct scene *scene,
                          int limit)
{
    int me = auction->view->position, rival = scene->rival;
    int theirs = scene->limits[rival];

    if (!limit && !theirs)
        return THOUSAND * auction->all_pass;
    if (limit && outbids(me, limit, rival, theirs))
        return pick_up_worth(judge, auction->view, &scene->pick_up,
                             price(auction, theirs, me < rival));
    return worth_of_defending(judge, auction, scene);
}

/* Is no game likely to be worth playing? */
static int is_hopeless(const struct skat_bot_view *view)
{
    const int forehand = view->position == 0;

    for (int game = 0; game < BIDDING_GAMES; game++) {
        const int odds =
            game < NULL_GAME
                ? model_log_odds(game, view->hand, BEFORE_SKAT, forehand, 0)
                : model_null_log_odds(view->hand, BEFORE_SKAT, forehand, game == BIDDING_OUVERT);
        if (model_chance(odds) >= HOPELESS)
            return 0;
    }
    return 1;
}

/* The best limit over the worlds. */
static int best_limit(struct judge *judge, const struct auction *auction, struct scene *scenes,
                      int worlds)
{
    int64_t most = INT64_MIN;
    int best = 0, enough = 0; /* enough: a limit above all others' */

    for (int i = 0; i < worlds; i++) {
        int theirs = rung_above(auction, scenes[i].limits[scenes[i].rival]);
        enough = theirs > enough ? theirs : enough;
    }
    for (int rung = -1, limit = 0; rung < auction->ladder_count && limit < enough; rung++) {
        int64_t worth = 0;
        limit = rung < 0 ? 0 : auction->ladder[rung];
        if (limit && limit < auction->view->bid)
            continue;
        for (int i = 0; i < worlds; i++)
            worth += worth_of_limit(judge, auction, &scenes[i], limit);
        if (worth > most) {
            most = worth;
            best = limit;
        }
    }
    return best;
}

int auction_limit(struct judge *judge, const struct auction *auction)
{
    const struct skat_bot_view *view = auction->view;
    struct world worlds[AUCTION_WORLDS];
    struct scene scenes[AUCTION_WORLDS];
    uint64_t affordable = judge->budget / NODES;
    int wanted = affordable < (unsigned)auction->worlds ? (int)affordable : auction->worlds;

    if (is_hopeless(view))
        return 0;
    if (!wanted)
        return bidding_limit(auction->own, view->hand, view->position == 0, -auction->all_pass);
    belief_draw(judge->belief, view, judge->seed, worlds, wanted);
    for (int i = 0; i < wanted; i++)
        set_up(judge->belief->club, auction, &scenes[i], &worlds[i]);
    return best_limit(judge, auction, scenes, wanted);
}

/* ---- kontra, re and further doublings, and giving up ---- */

enum {
    ENOUGH = 61, /* card points */
    PRIOR = 30   /* the tables' chance counts like so many worlds */
};

/* The declarer's chance, in thousandths, as any player sees it: in sampled worlds, of which it
 * plays out `most` at most, and by the tables, which alone count for games that are not judged.
 */
static int doubling_chance(struct judge *judge, const struct skat_bot_view *view, int most)
{
    const struct club_player *club = judge->belief->club;
    struct world worlds[DOUBLING_WORLDS];
    int won = 0, played = 0;
    int chance = kontra_chance(&club->rules, view);

    if (view->contract.type <= GRAND && !(view->contract.with & ~SKAT_BOT_HAND) && chance) {
        belief_draw(judge->belief, view, judge->seed, worlds, most);
        const struct rollout table = rollout_at(view);
        for (; played < most; played++) {
            int points = judge_rollout(judge, &table, &worlds[played]);
            if (points < 0)
                break;
            won += points >= ENOUGH;
        }
    }
    return (chance * PRIOR + won * 1000) / (PRIOR + played);
}

int doubling_says(struct judge *judge, const struct skat_bot_view *view, int worlds)
{
    return kontra_pays(judge->belief->club, view, doubling_chance(judge, view, worlds));
}

int doubling_gives_up(struct judge *judge, const struct skat_bot_view *view, int worlds, int needed)
{
    enum { PLAYED = 250 };

    if (!needed || view->contract.type > GRAND || count(view->hand) != SKAT_HAND)
        return 0;
    const int chance = kontra_chance(&judge->belief->club->rules, view);
    return chance && chance < PLAYED && doubling_chance(judge, view, worlds) < needed;
}
