// SPDX-License-Identifier: MIT
#include "bots/pimc/card_chances.h"

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
