#include "bots/pimc/card_values.h"

static int worth(const int16_t weights[CARD_FEATURES], const struct card_scene *scene,
                 const struct weighed *weighed)
{
    int16_t x[CARD_FEATURES];
    int sum = 0;

    card_features(scene, weighed, x);
    for (int i = 0; i < CARD_FEATURES; i++)
        sum += weights[i] * x[i];
    return sum;
}

void card_values(const struct card_weights *weights, const struct skat_bot_view *view, cards legal,
                 const struct memory *memory, int values[CARD_CODES])
{
    struct table t;
    struct weighed weighed[SKAT_BOT_HAND_MAX];
    int64_t sum = 0;

    table_look(&t, view, memory, usual_points.of);
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

card card_values_best_of(const struct card_weights *weights, const struct table *t,
                         const struct weighed *weighed, int number)
{
    const struct card_scene scene = card_scene_of(t);
    card best = weighed[0].card;
    int most = INT32_MIN;

    for (int i = 0; i < number; i++) {
        const int value = worth(weights->of[scene.context], &scene, &weighed[i]);
        if (value > most || (value == most && weighed[i].card < best)) {
            most = value;
            best = weighed[i].card;
        }
    }
    return best;
}

card card_values_best(const struct card_weights *weights, const struct skat_bot_view *view,
                      cards legal, const struct memory *memory)
{
    struct table t;
    struct weighed weighed[SKAT_BOT_HAND_MAX];

    if (!several(legal))
        return first(legal);
    table_look(&t, view, memory, usual_points.of);
    return card_values_best_of(weights, &t, weighed,
                               play_weigh(&t, play_distinct(&t, legal, &usual_points), weighed));
}
