// SPDX-License-Identifier: MIT
#include "bots/neural/hand_network.h"

/* Weights are in 2^-12, units in 2^-7 up to 8, the output's weights in 2^-10 (train/fit_hands.py).
 */
enum { TO_UNIT = 5, SECOND_TO_SUM = 7, UNIT_MOST = 1023, OUTPUT_TO_256 = 9, BIAS_TO_OUTPUT = 7 };

static int16_t unit(int32_t sum)
{
    const int32_t value = sum >> TO_UNIT;

    return (int16_t)(value < 0 ? 0 : value > UNIT_MOST ? UNIT_MOST : value);
}

static void first_units(const struct hand_network *net, const struct hand_inputs *inputs,
                        int16_t h1[HAND_HIDDEN_1])
{
    int32_t sums[HAND_HIDDEN_1];

    for (int j = 0; j < HAND_HIDDEN_1; j++)
        sums[j] = net->bias_1[j];
    for (int i = 0; i < inputs->number; i++) {
        const int16_t *weights = net->input[inputs->on[i]];
        for (int j = 0; j < HAND_HIDDEN_1; j++)
            sums[j] += weights[j];
    }
    for (int j = 0; j < HAND_HIDDEN_1; j++)
        h1[j] = unit(sums[j]);
}

void hand_network_outputs(const struct hand_network *net, const struct hand_inputs *inputs,
                          int outputs[HAND_OUTPUTS])
{
    int16_t h1[HAND_HIDDEN_1], h2[HAND_HIDDEN_2];

    first_units(net, inputs, h1);
    for (int k = 0; k < HAND_HIDDEN_2; k++) {
        int32_t sum = 0;
        for (int j = 0; j < HAND_HIDDEN_1; j++)
            sum += net->second[k][j] * h1[j];
        h2[k] = unit(net->bias_2[k] + (sum >> SECOND_TO_SUM));
    }
    for (int o = 0; o < HAND_OUTPUTS; o++) {
        int32_t sum = net->bias_3[o] * (1 << BIAS_TO_OUTPUT);
        for (int k = 0; k < HAND_HIDDEN_2; k++)
            sum += net->output[o][k] * h2[k];
        outputs[o] = sum >> OUTPUT_TO_256;
    }
}

struct suit_order suit_order_of(cards set, int game)
{
    struct suit_order order = {{0}};
    unsigned keys[SUITS];

    for (int suit = 0; suit < SUITS; suit++) {
        const unsigned mask = plain_mask(set & ~JACKS, suit);
        keys[suit] = suit == game ? ~0u : (unsigned)__builtin_popcount(mask) << 8 | mask;
    }
    for (int suit = 0; suit < SUITS; suit++)
        for (int other = 0; other < SUITS; other++)
            order.lane[suit] +=
                keys[other] > keys[suit] || (other < suit && keys[other] == keys[suit]);
    return order;
}

void hand_inputs_cards(struct hand_inputs *inputs, int first_input, const struct suit_order *order,
                       cards set)
{
    enum { PLAINS = 7 };

    while (set) {
        const card c = take(&set);
        const int rank = c & 15, suit = c >> 4;
        hand_inputs_put(inputs,
                        first_input + (rank == SKAT_BOT_JACK ? suit
                                                             : SUITS + PLAINS * order->lane[suit] +
                                                                   rank - SKAT_BOT_SEVEN));
    }
}

void hand_inputs_bid(struct hand_inputs *inputs, int first_input, int bid)
{
    static const uint8_t steps[HAND_BID_STEPS] = {18, 20, 22, 23, 24, 27, 30, 33, 36, 40, 48, 59};

    for (int i = 0; i < HAND_BID_STEPS && bid >= steps[i]; i++)
        hand_inputs_put(inputs, first_input + i);
}
