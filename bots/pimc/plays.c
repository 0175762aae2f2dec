#include "bots/pimc/plays.h"

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
    if (!view->announced || view->contract.type > GRAND)
        return;
    for (int i = 0; i < view->played_count; i++) {
        int seat = (view->leader[i / 3] + i % 3) % 3;
        if (seat == view->position)
            continue;
        struct play *play = &plays->play[plays->number++];
        play->view = table_before(view, i, trumps_of(view->contract.type));
        play->memory = (struct memory){0};
        memory_update(&play->memory, &play->view);
        play->played = view->played[i];
        play->later = played_later(view, i, seat);
    }
}

/* The probability of the card from this hand. */
static double chance_of(const struct play *play, const struct world *world)
{
    const double as_expected = 0.25, as_club = 0.25;
    struct skat_bot_view view = play->view;
    struct table t;
    struct weighed weighed[SKAT_BOT_HAND_MAX];

    view.hand = world->hands[view.position] | play->later | BIT(play->played);
    if (view.position == view.declarer && view.picked_up)
        view.skat = world->skat;
    cards legal = rollout_legal(&view, play->memory.trumps);
    if (!several(legal))
        return 1;
    table_look(&t, &view, &play->memory, usual_points.of);
    const int number = play_weigh(&t, play_distinct(&t, legal, &usual_points), weighed);
    const card expected = card_values_best_of(&usual_card_weights, &t, weighed, number),
               clubs = play_best(weighed, number);
    return (expected == play->played ? as_expected : 0) + (clubs == play->played ? as_club : 0) +
           (1 - as_expected - as_club) / count(legal);
}

double plays_weight(const struct plays *plays, const struct world *world)
{
    double weight = 1;

    for (int i = 0; i < plays->number; i++)
        weight *= chance_of(&plays->play[i], world);
    return weight;
}
