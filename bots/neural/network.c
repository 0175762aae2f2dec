// SPDX-License-Identifier: MIT
#include "bots/neural/network.h"

#include "bots/learned.h"

/* The weights; train/README.md says how they were fitted. */
LEARNED("network_weights", "bots/neural/cards.weights");

/* Weights are in 2^-12, units in 2^-7 up to 8, the output's weights in 2^-10; 1 is 256 thousandths
 * of a game. train/fit_cards.py keeps weights so small that no sum exceeds 31 bits. */
enum { TO_UNIT = 5, SCENE_TO_SUM = 7, UNIT_MOST = 1023, OUTPUT_TO_WORTH = 3 };

static inline int16_t unit(int32_t sum)
{
    return (int16_t)network_clamped(sum >> TO_UNIT, 0, UNIT_MOST);
}

/* Adds four rows. They are added up in 16 bits, twice as many at a time: no weight of an input
 * exceeds NETWORK_INPUT_MOST. */
static void add_four(int32_t sums[HIDDEN_1], const int16_t rows[][HIDDEN_1], const uint16_t on[4])
{
    const int16_t *a = rows[on[0]], *b = rows[on[1]], *c = rows[on[2]], *d = rows[on[3]];

    for (int j = 0; j < HIDDEN_1; j++)
        sums[j] += (int16_t)(a[j] + b[j] + c[j] + d[j]);
}

static void look_at_scene(const struct network *net, const struct scene_inputs *inputs,
                          int16_t h1[HIDDEN_1])
{
    int32_t sums[HIDDEN_1];
    int i = 0;

    for (int j = 0; j < HIDDEN_1; j++)
        sums[j] = net->bias_1[j];
    for (; i + 4 <= inputs->number; i += 4)
        add_four(sums, net->input, &inputs->on[i]);
    for (; i < inputs->number; i++)
        for (int j = 0; j < HIDDEN_1; j++)
            sums[j] += net->input[inputs->on[i]][j];
    for (int j = 0; j < HIDDEN_1; j++)
        h1[j] = unit(sums[j]);
}

static int32_t product_of_scene(const int16_t weights[HIDDEN_1], const int16_t h1[HIDDEN_1])
{
    int32_t sum = 0;

    for (int j = 0; j < HIDDEN_1; j++)
        sum += weights[j] * h1[j];
    return sum;
}

/* Adds what the features of a card bring to the units. Few are not zero. */
static void add_features(const struct network *net, const int16_t shifted[CARD_FEATURES],
                         int32_t sums[HIDDEN_2])
{
    for (int i = 0; i < CARD_FEATURES; i++) {
        const int16_t value = shifted[i];
        if (!value)
            continue;
        for (int k = 0; k < HIDDEN_2; k++)
            sums[k] += net->features[i][k] * value;
    }
}

static int32_t product_of_units(const int16_t weights[HIDDEN_2], const int16_t h2[HIDDEN_2])
{
    int32_t sum = 0;

    for (int k = 0; k < HIDDEN_2; k++)
        sum += weights[k] * h2[k];
    return sum;
}

void network_add(const struct network_sides *sides, int declares, const struct scene_inputs *inputs,
                 int number, int16_t x[][CARD_FEATURES], const uint8_t *slots, int *worth)
{
    const struct network *net = declares ? &sides->declarer : &sides->defender;
    int16_t h1[HIDDEN_1], h2[HIDDEN_2];
    int32_t of_scene[HIDDEN_2], sums[HIDDEN_2];

    look_at_scene(net, inputs, h1);
    for (int k = 0; k < HIDDEN_2; k++)
        of_scene[k] = net->bias_2[k] + (product_of_scene(net->scene[k], h1) >> SCENE_TO_SUM);
    for (int i = 0; i < number; i++) {
        for (int k = 0; k < HIDDEN_2; k++)
            sums[k] = of_scene[k] + net->slot[slots[i]][k];
        add_features(net, x[i], sums);
        for (int k = 0; k < HIDDEN_2; k++)
            h2[k] = unit(sums[k]);
        worth[i] += product_of_units(net->output, h2) >> OUTPUT_TO_WORTH;
    }
}

/* ---- suit games and grands ---- */

void network_features(const int16_t x[CARD_FEATURES], int16_t shifted[CARD_FEATURES])
{
    static const struct {
        uint8_t feature, shift;
    } large[] = {
        {SCORE, 2},      {KEPT, 2},      {WINS, 2},          {WINS_SQUARED, 2}, {BRINGS, 1},
        {TAKES, 2},      {LOSES, 3},     {DECIDES, 2},       {DECIDES_LOST, 2}, {CLOSE_WINS, 2},
        {CLOSE_LOST, 2}, {SCHMEARED, 1}, {BARE_DECLARER, 2},
    };

    for (int i = 0; i < CARD_FEATURES; i++)
        shifted[i] = network_byte(x[i]);
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        shifted[large[i].feature] = network_byte(x[large[i].feature] >> large[i].shift);
}

void network_worth(const struct network_weights *weights, int context, int declares,
                   const struct scene_inputs *inputs, int number, int16_t x[][CARD_FEATURES],
                   const uint8_t *slots, int *worth)
{
    int16_t shifted[SKAT_BOT_HAND_MAX][CARD_FEATURES];

    for (int i = 0; i < number; i++) {
        worth[i] = card_features_sum(weights->line[context], x[i]);
        network_features(x[i], shifted[i]);
    }
    network_add(&weights->sides, declares, inputs, number, shifted, slots, worth);
}

/* What the network says of the cards of a decision, as their scores. */
static void weigh(const struct table *t, int number, struct weighed weighed[SKAT_BOT_HAND_MAX])
{
    const struct card_scene scene = card_scene_of(t);
    struct scene_inputs inputs;
    int16_t x[SKAT_BOT_HAND_MAX][CARD_FEATURES];
    uint8_t slots[SKAT_BOT_HAND_MAX] = {0};
    int worth[SKAT_BOT_HAND_MAX];

    scene_inputs_of(&scene, &inputs);
    for (int i = 0; i < number; i++) {
        card_features(&scene, &weighed[i], x[i]);
        slots[i] = (uint8_t)scene_slot(&inputs, weighed[i].card);
    }
    network_worth(&network_weights, scene.context, t->declares, &inputs, number, x, slots, worth);
    for (int i = 0; i < number; i++)
        weighed[i].score = worth[i];
}

void network_values(const struct skat_bot_view *view, cards legal, const struct memory *memory,
                    int values[CARD_CODES])
{
    struct table t;
    struct weighed weighed[SKAT_BOT_HAND_MAX];

    table_look(&t, view, memory);
    const int number = play_weigh(&t, legal, weighed);
    weigh(&t, number, weighed);
    play_above_mean(weighed, number, NETWORK_UNIT, values);
}

card network_card(const struct skat_bot_view *view, cards legal, const struct memory *memory)
{
    struct table t;
    struct weighed weighed[SKAT_BOT_HAND_MAX];

    if (!several(legal))
        return first(legal);
    table_look(&t, view, memory);
    const int number = play_weigh(&t, play_distinct(&t, legal), weighed);
    if (number == 1)
        return weighed[0].card;
    weigh(&t, number, weighed);
    return play_best(weighed, number);
}
