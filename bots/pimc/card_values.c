// SPDX-License-Identifier: MIT
#include "bots/pimc/card_values.h"

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
    int64_t sum = 0;

    table_look(&t, view, memory);
    const struct card_scene scene = card_scene_of(&t);
    const int number = play_weigh(&t, legal, weighed);
    for (int i = 0; i < number; i++) {
        values[weighed[i].card] = worth(weights->of[scene.context], &scene, &weighed[i]);
        sum += values[weighed[i].card];
    }
    for (int i = 0; i < number; i++)
        values[weighed[i].card] =
            (int)((values[weighed[i].card] - sum / number) / CARD_WEIGHT_UNIT);
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
