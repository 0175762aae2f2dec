// SPDX-License-Identifier: MIT
#include "bots/neural/network.h"

#include "bots/learned.h"

/* ---- what the network sees ---- */

static void put(struct scene_inputs *inputs, int input)
{
    inputs->on[inputs->number++] = (uint16_t)input;
}

static void put_cards(struct scene_inputs *inputs, int first_input, cards set)
{
    while (set)
        put(inputs, first_input + scene_slot(inputs, take(&set)));
}

/* By which suits are put in order: the own cards, many before few, then what is hidden. */
static unsigned suit_key(const struct table *t, int suit)
{
    const cards own = t->hand & PLAIN(suit), hidden = t->hidden & PLAIN(suit);

    return (unsigned)count(own) << 16 | plain_mask(own & ~JACKS, suit) << 8 |
           plain_mask(hidden & ~JACKS, suit);
}

static void put_in_order(const struct table *t, struct scene_inputs *inputs)
{
    const int trump = t->trumps == JACKS ? SUITS : t->view->contract.type;
    unsigned keys[SUITS];

    for (int suit = 0; suit < SUITS; suit++)
        keys[suit] = suit == trump ? ~0u : suit_key(t, suit);
    for (int suit = 0; suit < SUITS; suit++) {
        inputs->lane[suit] = 0;
        for (int other = 0; other < SUITS; other++)
            inputs->lane[suit] +=
                keys[other] > keys[suit] || (other < suit && keys[other] == keys[suit]);
    }
}

/* The place of a class among the inputs: a suit's in the order, or trumps. */
static int class_place(const struct scene_inputs *inputs, int class)
{
    return class == TRUMP ? TRUMP : inputs->lane[class];
}

static void put_classes(struct scene_inputs *inputs, int first_input, unsigned classes)
{
    for (int class = 0; class < CLASSES; class ++)
        if (classes >> class & 1)
            put(inputs, first_input + class_place(inputs, class));
}

/* The cards on the table and in earlier tricks, by who played them. */
static void put_played(const struct table *t, struct scene_inputs *inputs)
{
    const struct skat_bot_view *view = t->view;

    for (int i = 0; i < view->played_count; i++) {
        const int from_me = (view->leader[i / 3] + i % 3 - t->me + 3) % 3;
        const int slot = scene_slot(inputs, view->played[i]);
        const int open = i >= 3 * view->trick_count;
        put(inputs,
            open ? OPEN_CARD + (from_me - 1) * SLOTS + slot : PLAYED_BY + from_me * SLOTS + slot);
    }
}

/* A step is on for each of `step`, 2 `step` ... that `value` reaches. */
static void put_steps(struct scene_inputs *inputs, int first_input, int value, int step, int most)
{
    for (int i = 0; i < most && value >= (i + 1) * step; i++)
        put(inputs, first_input + i);
}

static void put_bids(const struct table *t, struct scene_inputs *inputs)
{
    static const uint8_t steps[BID_STEPS] = {18, 20, 22, 23, 27, 30, 33, 36, 45, 59};
    static const uint8_t bases[SUITS] = {9, 10, 11, 12};

    for (int from_me = 0; from_me < 3; from_me++) {
        const int bid = t->view->highest[(t->me + from_me) % 3];
        for (int i = 0; i < BID_STEPS && bid >= steps[i]; i++)
            put(inputs, BID + from_me * BID_STEPS + i);
        for (int suit = 0; suit < SUITS; suit++)
            if (bid && bid % bases[suit] == 0)
                put(inputs, BID_ON + from_me * SUITS + inputs->lane[suit]);
    }
}

void scene_inputs_of(const struct card_scene *scene, struct scene_inputs *inputs)
{
    enum { POINTS_OF_STEP = 10 };
    const struct table *t = scene->table;
    const struct skat_bot_view *view = t->view;

    inputs->number = 0;
    put_in_order(t, inputs);
    put_cards(inputs, OWN_CARD, t->hand);
    put_cards(inputs, HIDDEN_CARD, t->hidden);
    put_cards(inputs, DISCARDED, t->declares ? view->skat : 0);
    put_played(t, inputs);
    for (int from_me = 0; from_me < 3; from_me++) {
        const int seat = (t->me + from_me) % 3;
        put_classes(inputs, LED_CLASS + from_me * CLASSES, scene->led_by[seat]);
        if (from_me)
            put_classes(inputs, OUT_OF + (from_me - 1) * CLASSES, t->memory->out[seat]);
    }
    put(inputs, ROLE + (t->declares ? 0 : (t->me + 1) % 3 == t->declarer ? 1 : 2));
    put(inputs, PLACE + t->in_trick);
    put(inputs, TRICK + view->trick_count);
    if (t->trumps == JACKS)
        put(inputs, PLAYS_GRAND);
    if (!view->picked_up)
        put(inputs, PLAYS_HAND);
    put_steps(inputs, NEEDS, scene->need, POINTS_OF_STEP, POINT_STEPS);
    put_steps(inputs, OTHERS_NEED, scene->others_need, POINTS_OF_STEP, POINT_STEPS);
    put_bids(t, inputs);
}

/* ---- the network ---- */

/* The weights; train/README.md says how they were fitted. */
LEARNED("network_weights", "bots/neural/cards.weights");

/* Weights are in 2^-12, units in 2^-7 up to 8, the output's weights in 2^-10; 1 is 256 thousandths
 * of a game. train/fit_cards.py keeps weights so small that no sum exceeds 31 bits. */
enum { TO_UNIT = 5, SCENE_TO_SUM = 7, UNIT_MOST = 1023, OUTPUT_TO_WORTH = 3 };

static inline int clamped(int value, int least, int most)
{
    value = value < least ? least : value;
    return value > most ? most : value;
}

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
        shifted[i] = (int16_t)clamped(x[i], INT8_MIN, INT8_MAX);
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        shifted[large[i].feature] =
            (int16_t)clamped(x[large[i].feature] >> large[i].shift, INT8_MIN, INT8_MAX);
}

static inline int16_t unit(int32_t sum) { return (int16_t)clamped(sum >> TO_UNIT, 0, UNIT_MOST); }

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

void network_worth(const struct network_weights *weights, int context, int declares,
                   const struct scene_inputs *inputs, int number, int16_t x[][CARD_FEATURES],
                   const uint8_t *slots, int *worth)
{
    const struct network *net = declares ? &weights->declarer : &weights->defender;
    int16_t h1[HIDDEN_1], h2[HIDDEN_2], shifted[CARD_FEATURES];
    int32_t of_scene[HIDDEN_2], sums[HIDDEN_2];

    look_at_scene(net, inputs, h1);
    for (int k = 0; k < HIDDEN_2; k++)
        of_scene[k] = net->bias_2[k] + (product_of_scene(net->scene[k], h1) >> SCENE_TO_SUM);
    for (int i = 0; i < number; i++) {
        network_features(x[i], shifted);
        for (int k = 0; k < HIDDEN_2; k++)
            sums[k] = of_scene[k] + net->slot[slots[i]][k];
        add_features(net, shifted, sums);
        for (int k = 0; k < HIDDEN_2; k++)
            h2[k] = unit(sums[k]);
        worth[i] = card_features_sum(weights->line[context], x[i]) +
                   (product_of_units(net->output, h2) >> OUTPUT_TO_WORTH);
    }
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
    enum { UNIT = 64 }; /* of what network_worth() says */
    struct table t;
    struct weighed weighed[SKAT_BOT_HAND_MAX];
    int64_t sum = 0;

    table_look(&t, view, memory);
    const int number = play_weigh(&t, legal, weighed);
    weigh(&t, number, weighed);
    for (int i = 0; i < number; i++)
        sum += weighed[i].score;
    for (int i = 0; i < number; i++)
        values[weighed[i].card] = (int)((weighed[i].score - sum / number) / UNIT);
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
