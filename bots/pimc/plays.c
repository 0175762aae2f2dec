// SPDX-License-Identifier: MIT
#include "bots/pimc/plays.h"

#include <string.h>

#include "bots/pimc/card_chances.h"
#include "bots/pimc/rollout.h"

/* The table before card number `card_number` was played. */
static struct skat_bot_view table_before(const struct skat_bot_view *now, int card_number,
                                         cards trumps)
{
    struct skat_bot_view view = *now;
    int open = card_number % 3;

    view.played_count = (uint8_t)card_number;
    view.trick_count = (uint8_t)(card_number / 3);
    view.position = view.turn = (uint8_t)((view.leader[view.trick_count] + open) % 3);
    view.dealt = view.hand = view.skat = view.gone = 0;
    for (int seat = 0; seat < 3; seat++)
        view.points[seat] = view.tricks[seat] = 0;
    for (int trick = 0; 3 * trick < card_number; trick++) {
        int cards_of_it = trick < view.trick_count ? 3 : open, points = 0, best = 0;
        for (int i = 0; i < cards_of_it; i++) {
            card c = view.played[3 * trick + i];
            view.gone |= BIT(c);
            points += points_of(c);
            if (i && beats(c, view.played[3 * trick + best], trumps))
                best = i;
        }
        view.winner = (uint8_t)((view.leader[trick] + best) % 3);
        if (trick < view.trick_count) {
            view.points[view.winner] = (uint8_t)(view.points[view.winner] + points);
            view.tricks[view.winner]++;
        }
    }
    return view;
}

static cards played_later(const struct skat_bot_view *now, int card_number, int seat)
{
    cards later = 0;

    for (int i = card_number + 1; i < now->played_count; i++)
        if ((now->leader[i / 3] + i % 3) % 3 == seat)
            later |= BIT(now->played[i]);
    return later;
}

void plays_recall(struct plays *plays, const struct skat_bot_view *view)
{
    plays->number = 0;
    memset(plays->kept, 0, sizeof plays->kept);
    if (!view->announced || view->contract.type > GRAND)
        return;
    for (int i = 0; i < view->played_count; i++) {
        int seat = (view->leader[i / 3] + i % 3) % 3;
        if (seat == view->position)
            continue;
        struct seen_play *play = &plays->play[plays->number++];
        play->view = table_before(view, i, trumps_of(view->contract.type));
        play->memory = (struct memory){0};
        memory_update(&play->memory, &play->view);
        play->played = view->played[i];
        play->later = played_later(view, i, seat);
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

double plays_weight(struct plays *plays, const struct world *world)
{
    double weight = 1;

    for (int position = 0; plays->number && position < 3; position++)
        weight *= likelihood_kept(plays, position, world);
    return weight;
}
