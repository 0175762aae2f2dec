// SPDX-License-Identifier: MIT
#include "bots/pimc/rollout.h"

#include "bots/learned.h"

/* The weights; fit/README.md says how they were fitted. */
LEARNED("usual_card_weights", "bots/pimc/card_values.weights");
LEARNED("usual_card_odds", "bots/pimc/card_odds.weights");

/* ---- the worth of cards ---- */

static int worth(const int16_t weights[CARD_FEATURES], const struct card_scene *scene,
                 const struct weighed *weighed)
{
    int16_t x[CARD_FEATURES];

    card_features(scene, weighed, x);
    return card_features_sum(weights, x);
}

void card_values(const struct card_weights *weights, const struct skat_bot_view *view, cards legal,
                 const struct memory *memory, int values[CARD_CODES])
{
    struct table t;
    struct weighed weighed[SKAT_BOT_HAND_MAX];

    table_look(&t, view, memory);
    const struct card_scene scene = card_scene_of(&t);
    const int number = play_weigh(&t, legal, weighed);
    for (int i = 0; i < number; i++)
        weighed[i].score = worth(weights->of[scene.context], &scene, &weighed[i]);
    play_above_mean(weighed, number, CARD_WEIGHT_UNIT, values);
}

card card_values_best(const struct card_weights *weights, const struct skat_bot_view *view,
                      cards legal, const struct memory *memory)
{
    struct table t;
    struct weighed weighed[SKAT_BOT_HAND_MAX];

    if (!several(legal))
        return first(legal);
    table_look(&t, view, memory);
    const struct card_scene scene = card_scene_of(&t);
    const int number = play_weigh(&t, play_distinct(&t, legal), weighed);
    for (int i = 0; i < number; i++)
        weighed[i].score = worth(weights->of[scene.context], &scene, &weighed[i]);
    return play_best(weighed, number);
}

/* ---- the chances of cards ---- */

void card_choices_look(struct card_choices *choices, const struct skat_bot_view *view, cards legal,
                       const struct memory *memory)
{
    struct table t;

    table_look(&t, view, memory);
    const struct card_scene scene = card_scene_of(&t);
    choices->context = scene.context;
    choices->hand = t.hand;
    choices->number = play_weigh(&t, play_distinct(&t, legal), choices->weighed);
    choices->clubs = card_choices_of(choices, play_best(choices->weighed, choices->number));
    for (int i = 0; i < choices->number; i++) {
        card_features(&scene, &choices->weighed[i], choices->features[i]);
        choices->weighed[i].score =
            card_features_sum(usual_card_weights.of[scene.context], choices->features[i]);
    }
    choices->most_worth = card_choices_of(choices, play_best(choices->weighed, choices->number));
    choices->features[choices->most_worth][MOST_WORTH] = 1;
    choices->features[choices->clubs][CLUBS] = 1;
}

int card_choices_of(const struct card_choices *choices, card c)
{
    int chosen = 0;

    while (usual_points.blank >> c & 1 && choices->hand >> (c - 1) & 1)
        c--;
    while (chosen < choices->number - 1 && choices->weighed[chosen].card != c)
        chosen++;
    return chosen;
}

/* e to the minus `by`, in the units of the weights, to one sixteenth. */
static double power(int by)
{
    enum { STEPS = 16 };
    static const double whole[STEPS] = {1,          3.67879e-1, 1.35335e-1, 4.97871e-2,
                                        1.83156e-2, 6.73795e-3, 2.47875e-3, 9.11882e-4,
                                        3.35463e-4, 1.23410e-4, 4.53999e-5, 1.67017e-5,
                                        6.14421e-6, 2.26033e-6, 8.31529e-7, 3.05902e-7};
    static const double sixteenths[STEPS] = {
        1,        0.939413, 0.882497, 0.829029, 0.778801, 0.731616, 0.687289, 0.645649,
        0.606531, 0.569783, 0.535261, 0.502832, 0.472367, 0.443747, 0.416862, 0.391606};
    const int steps = by / (CARD_ODDS_UNIT / STEPS);

    return steps < STEPS * STEPS ? whole[steps / STEPS] * sixteenths[steps % STEPS] : 0;
}

double card_chance(const struct card_weights *odds, const struct card_choices *choices, int chosen)
{
    int logarithm[SKAT_BOT_HAND_MAX] = {0}, most = INT32_MIN;
    double all = 0;

    for (int i = 0; i < choices->number; i++) {
        logarithm[i] = card_features_sum(odds->of[choices->context], choices->features[i]);
        if (logarithm[i] > most)
            most = logarithm[i];
    }
    for (int i = 0; i < choices->number; i++)
        all += power(most - logarithm[i]);
    return power(most - logarithm[chosen]) / all;
}

/* ---- games ---- */

struct rollout rollout_at(const struct skat_bot_view *view)
{
    struct rollout table = {.view = *view, .weights = &usual_card_weights};
    int in_trick = view->played_count - 3 * view->trick_count;

    /* Who plays next, even if somebody else is to decide about a kontra. */
    table.view.turn = (uint8_t)((view->leader[view->trick_count] + in_trick) % 3);
    memory_update(&table.memory, view);
    return table;
}

struct rollout rollout_announced(const struct skat_bot_view *view, int declarer,
                                 struct skat_bot_contract contract, cards ten)
{
    struct skat_bot_view announced = *view;

    announced.declarer = (uint8_t)declarer;
    announced.contract = contract;
    announced.announced = 1;
    announced.picked_up = !(contract.with & SKAT_BOT_HAND);
    announced.leader[0] = 0; /* forehand */
    announced.shown = contract.with & SKAT_BOT_OUVERT ? ten : 0;
    return rollout_at(&announced);
}

static int wins_over(const struct rollout *table, card c, card best)
{
    if (table->view.contract.type == NULL_GAME)
        return null_beats(c, best);
    return beats(c, best, table->memory.trumps);
}

static void end_trick(struct skat_bot_view *view)
{
    const skat_bot_card *trick = &view->played[3 * view->trick_count];
    int points = points_of(trick[0]) + points_of(trick[1]) + points_of(trick[2]);

    view->points[view->winner] = (uint8_t)(view->points[view->winner] + points);
    view->tricks[view->winner]++;
    view->trick_count++;
    view->turn = view->leader[view->trick_count] = view->winner;
}

void rollout_put(struct rollout *table, struct world *world, card c)
{
    struct skat_bot_view *view = &table->view;
    int seat = view->turn, leader = view->leader[view->trick_count];
    int in_trick = view->played_count - 3 * view->trick_count;
    const skat_bot_card *trick = &view->played[3 * view->trick_count];

    if (!in_trick || wins_over(table, c, trick[(view->winner - leader + 3) % 3]))
        view->winner = (uint8_t)seat;
    world->hands[seat] &= ~BIT(c);
    view->gone |= BIT(c);
    view->shown &= ~BIT(c);
    view->played[view->played_count++] = c;
    view->turn = (uint8_t)((seat + 1) % 3);
    memory_update(&table->memory, view);
    if (in_trick == 2)
        end_trick(view);
}

cards rollout_legal(const struct skat_bot_view *view, cards trumps)
{
    if (view->played_count == 3 * view->trick_count)
        return view->hand;
    card led = view->played[3 * view->trick_count];
    cards same = view->hand &
                 (view->contract.type == NULL_GAME ? NULL_SUIT(led >> 4)
                                                   : class_cards(class_of(led, trumps), trumps));
    return same ? same : view->hand;
}

card rollout_choose(const struct rollout *table, cards legal)
{
    const struct skat_bot_view *view = &table->view;

    if (view->contract.type == NULL_GAME)
        return play_null(view, legal, &table->memory);
    if (view->position == view->declarer)
        legal = play_spare_spitzen(view, legal);
    return table->weights ? card_values_best(table->weights, view, legal, &table->memory)
                          : play_card(view, legal, &table->memory);
}

/* Has the declarer of a null taken a trick? */
static int null_is_lost(const struct skat_bot_view *view)
{
    return view->contract.type == NULL_GAME && view->tricks[view->declarer];
}

int rollout_turn(struct rollout *table, const struct world *world)
{
    struct skat_bot_view *view = &table->view;

    view->position = view->turn;
    view->hand = world->hands[view->turn];
    view->skat = view->turn == view->declarer && view->picked_up ? world->skat : 0;
    return view->hand && !null_is_lost(view);
}

int rollout_outcome(const struct rollout *table, cards skat)
{
    const struct skat_bot_view *view = &table->view;

    if (view->contract.type == NULL_GAME)
        return null_is_lost(view) ? ROLLOUT_NULL_LOST : ROLLOUT_NULL_WON;
    return view->points[view->declarer] + points_in(skat);
}

int rollout_play(struct rollout table, const struct world *world, card first)
{
    const struct skat_bot_view *view = &table.view;
    struct world left = *world;

    while (rollout_turn(&table, &left)) {
        const card c = first != SKAT_BOT_NO_CARD
                           ? first
                           : rollout_choose(&table, rollout_legal(view, table.memory.trumps));
        first = SKAT_BOT_NO_CARD;
        rollout_put(&table, &left, c);
    }
    return rollout_outcome(&table, world->skat);
}
