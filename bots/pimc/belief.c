// SPDX-License-Identifier: MIT
#include "bots/pimc/belief.h"

#include <string.h>

/* ---- worlds ---- */

enum { HAND = 10 };

/* The cards that a player who is out of classes cannot have. */
static cards without(uint8_t out, cards trumps)
{
    cards none = 0;

    for (int class = 0; class < CLASSES; class ++)
        if (out >> class & 1)
            none |= class_cards(class, trumps);
    return none;
}

/* Derives it from the view, at any time of a game with a declarer, or before. */
static void sight_from_view(struct sight *sight, const struct skat_bot_view *view)
{
    struct memory memory = {0};

    *sight = (struct sight){0};
    if (view->announced)
        memory_update(&memory, view);
    sight->known[view->position] = view->hand;
    sight->known[SKAT_PLACE] = view->announced ? view->skat : 0;
    if (view->shown)
        sight->known[view->declarer] = view->shown;
    for (int seat = 0; seat < 3; seat++)
        if (view->seen[seat])
            sight->known[seat] = view->seen[seat];
    sight->hidden = ALL_CARDS & ~view->gone;
    for (int place = 0; place < PLACES; place++)
        sight->hidden &= ~sight->known[place];
    int left = count(sight->hidden);
    for (int seat = 0; seat < 3; seat++) {
        if (sight->known[seat])
            continue;
        sight->room[seat] = HAND - count(memory_ten_of(view, seat, 0));
        sight->may[seat] = sight->hidden & ~without(memory.out[seat], memory.trumps);
        left -= sight->room[seat];
    }
    sight->room[SKAT_PLACE] = left;
    sight->may[SKAT_PLACE] = left ? sight->hidden : 0;
}

/* In how many places can a card be? */
static int choices(const struct sight *sight, card c)
{
    int number = 0;

    for (int place = 0; place < PLACES; place++)
        number += sight->room[place] && sight->may[place] >> c & 1;
    return number;
}

/* The hidden cards in random order, those with the fewest choices first, so that a card rarely ends
 * up without a place. Returns their number. */
static int shuffle(const struct sight *sight, struct skat_random *random, card order[32])
{
    card shuffled[32];
    int number = 0, sorted = 0;

    for (cards rest = sight->hidden; rest;)
        shuffled[number++] = take(&rest);
    for (int i = number - 1; i > 0; i--) {
        int other = (int)skat_random_below(random, (uint32_t)i + 1);
        card swap = shuffled[i];
        shuffled[i] = shuffled[other];
        shuffled[other] = swap;
    }
    for (int most = 1; most <= PLACES; most++)
        for (int i = 0; i < number; i++)
            if (choices(sight, shuffled[i]) == most)
                order[sorted++] = shuffled[i];
    return sorted;
}

/* A place for the card, with probability proportional to its room. PLACES if there is none. */
static int draw_place(const struct sight *sight, const int room[PLACES], card c,
                      struct skat_random *random)
{
    int all = 0;

    for (int place = 0; place < PLACES; place++)
        all += sight->may[place] >> c & 1 ? room[place] : 0;
    if (!all)
        return PLACES;
    int pick = (int)skat_random_below(random, (uint32_t)all);
    for (int place = 0;; place++) {
        pick -= sight->may[place] >> c & 1 ? room[place] : 0;
        if (pick < 0)
            return place;
    }
}

static int try_to_draw(const struct sight *sight, struct skat_random *random, cards places[PLACES])
{
    card order[32];
    int room[PLACES], number = shuffle(sight, random, order);

    memcpy(room, sight->room, sizeof room);
    memcpy(places, sight->known, PLACES * sizeof *places);
    for (int i = 0; i < number; i++) {
        int place = draw_place(sight, room, order[i], random);
        if (place == PLACES)
            return 0;
        places[place] |= BIT(order[i]);
        room[place]--;
    }
    return 1;
}

/* Draws a world consistent with the sight. */
static void world_draw(const struct sight *sight, struct skat_random *random, struct world *world)
{
    cards places[PLACES];

    while (!try_to_draw(sight, random, places))
        ;
    memcpy(world->hands, places, sizeof world->hands);
    world->skat = places[SKAT_PLACE];
}

/* ---- what the played cards tell ---- */

/* The table before the first card, of which nobody's own cards are known. */
static struct rollout table_before(const struct skat_bot_view *now)
{
    struct skat_bot_view view = *now;

    view.played_count = view.trick_count = 0;
    view.dealt = view.hand = view.skat = view.gone = 0;
    for (int seat = 0; seat < 3; seat++)
        view.points[seat] = view.tricks[seat] = 0;
    return rollout_at(&view);
}

/* Recalls the plays of a suit game or grand; none in other games. */
static void plays_recall(struct plays *plays, const struct skat_bot_view *view)
{
    plays->number = 0;
    memset(plays->kept, 0, sizeof plays->kept);
    if (!view->announced || view->contract.type > GRAND)
        return;
    struct rollout table = table_before(view);
    struct world anywhere = {.skat = 0};
    for (int i = 0; i < view->played_count; i++) {
        const int seat = table.view.turn;
        if (seat != view->position) {
            struct seen_play *play = &plays->play[plays->number++];
            *play = (struct seen_play){table.view, table.memory, view->played[i], 0};
            play->view.position = (uint8_t)seat;
            play->view.shown = view->shown;
            play->later = memory_ten_of(view, seat, 0) & ~(table.view.gone | BIT(play->played));
        }
        rollout_put(&table, &anywhere, view->played[i]);
    }
}

/* Kinds of players: each plays its kind of cards throughout a game. */
enum { LIKE_PIMC, LIKE_STAMMTISCH, LIKE_OTHERS, KINDS };

/* How likely the card is from this hand, multiplied into the chances of each kind. Any player plays
 * any card now and then. */
static void multiply(double chances[KINDS], const struct seen_play *play, const struct world *world)
{
    static const double any[KINDS] = {0.03, 0.03, 0.5};
    struct skat_bot_view view = play->view;
    struct card_choices choices;

    view.hand = world->hands[view.position] | play->later | BIT(play->played);
    if (view.position == view.declarer && view.picked_up)
        view.skat = world->skat;
    cards legal = rollout_legal(&view, play->memory.trumps);
    if (!several(legal))
        return;
    card_choices_look(&choices, &view, legal, &play->memory);
    const int chosen = card_choices_of(&choices, play->played);
    const double expected = chosen == choices.most_worth, clubs = chosen == choices.clubs;
    const double as_kind[KINDS] = {card_chance(&usual_card_odds, &choices, chosen), clubs,
                                   (expected + clubs) / 2};
    for (int kind = 0; kind < KINDS; kind++)
        chances[kind] *= (1 - any[kind]) * as_kind[kind] + any[kind] / choices.number;
}

/* How likely the plays of a position are, if it has this hand now. */
static double likelihood(const struct plays *plays, int position, const struct world *world)
{
    double chances[KINDS] = {0.4, 0.3, 0.3};

    for (int i = 0; i < plays->number; i++)
        if (plays->play[i].view.position == position)
            multiply(chances, &plays->play[i], world);
    return chances[LIKE_PIMC] + chances[LIKE_STAMMTISCH] + chances[LIKE_OTHERS];
}

static struct plays_kept *place_of(struct plays *plays, int position, cards hand, cards skat)
{
    const uint64_t mixed = (hand ^ skat << 13) * 0x9e3779b97f4a7c15u;

    return &plays->kept[position][mixed >> 32 & (PLAYS_KEPT - 1)];
}

/* The same, found once for each hand. */
static double likelihood_kept(struct plays *plays, int position, const struct world *world)
{
    const struct skat_bot_view *view = &plays->play[0].view;
    const cards hand = world->hands[position];
    const cards skat = position == view->declarer && view->picked_up ? world->skat : 0;
    struct plays_kept *kept = place_of(plays, position, hand, skat);

    if (!hand || kept->hand != hand || kept->skat != skat)
        *kept = (struct plays_kept){hand, skat, likelihood(plays, position, world)};
    return kept->likelihood;
}

/* Their likelihood in a world; keeps what it finds. Each of the others may be a player like this
 * bot (card_chance()), like stammtisch, or one who now and then plays as either would. */
static double plays_weight(struct plays *plays, const struct world *world)
{
    double weight = 1;

    for (int position = 0; plays->number && position < 3; position++)
        weight *= likelihood_kept(plays, position, world);
    return weight;
}

/* ---- belief ---- */

enum { BEFORE = 5 }; /* candidates for each world before the announcement */

/* The weight of a bid that stammtisch would not have made. This and the weights below make the true
 * world as likely as possible, compared with worlds drawn evenly, in games of the bot with itself
 * (docs/research/pimc-belief.md). */
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
