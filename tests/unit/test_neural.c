// SPDX-License-Identifier: MIT
/* tests/unit/test_neural.c - the networks of bots/neural: what they make of weights that are set by
 * hand, that the names of suits mean nothing to them, and that what they choose is legal. That they
 * compute what was fitted is tested in tests/e2e/test_neural.py. */
#include <sys/stat.h>

#include "tests/unit/three_players.h"
#include "tests/unit/unit_test.h"

#include "bots/neural/hand_network.h"
#include "bots/neural/null_network.h"
#include "bots/pimc/rollout.h"

/* The assembler, which puts the files into the module, does not know how large the structs are. */
static off_t size_of_file(const char *path)
{
    struct stat status;

    assert_int_equal(stat(path, &status), 0);
    return status.st_size;
}

TEST(learned_numbers_are_as_many_as_the_structs_have)
{
    assert_int_equal(size_of_file("bots/neural/cards.weights"), sizeof(struct network_weights));
    assert_int_equal(size_of_file("bots/neural/nulls.weights"), sizeof(struct network_sides));
    assert_int_equal(size_of_file("bots/neural/hands.weights"), sizeof(struct hand_networks));
    assert_int_equal(size_of_file("bots/pimc/card_values.weights"), sizeof(struct card_weights));
    assert_int_equal(size_of_file("bots/pimc/card_odds.weights"), sizeof(struct card_weights));
}

/* ---- weights set by hand ---- */

/* 1 is 4096 as a weight, 128 as a unit and 1024 as a weight of the output; 256 thousandths. */
TEST(the_worth_of_a_card_is_what_the_units_make_of_it)
{
    static struct network_weights weights;
    struct network *net = &weights.sides.declarer;
    const struct scene_inputs inputs = {.number = 2, .on = {3, 5}};
    int16_t x[2][CARD_FEATURES] = {{[WINS] = 100}, {[WINS] = 100}};
    const uint8_t slots[2] = {7, 8};
    int worth[2];

    weights.line[4][WINS] = 3;
    net->input[3][0] = 4096;
    net->input[5][0] = 2048;
    net->bias_1[0] = 2048; /* so the first unit is 2 */
    net->input[3][1] = -1; /* and the second one 0 */
    net->scene[6][0] = 2048;
    net->features[WINS][6] = 41; /* a quarter of 100, which is 25, hundredths: 0.25 */
    net->slot[8][6] = 8192;
    net->output[6] = 1024;
    network_worth(&weights, 4, 1, &inputs, 2, x, slots, worth);
    /* 300 by the line; 1 + 0.25 or that and 2, times 256 thousandths, in 64ths. */
    assert_in_range(worth[0], 300 + 1.25 * 256 * 64 - 200, 300 + 1.25 * 256 * 64 + 10);
    assert_int_equal(worth[1] - worth[0], 2 * 256 * 64);
    net->bias_2[6] = -32767; /* eight less: nothing is left of it */
    network_worth(&weights, 4, 1, &inputs, 2, x, slots, worth);
    assert_int_equal(worth[0], 300);
    assert_int_equal(worth[1], 300);
    network_worth(&weights, 4, 0, &inputs, 2, x, slots, worth); /* a defender's has no weights */
    assert_int_equal(worth[1], 300);
}

/* Four inputs are added up in 16 bits. */
TEST(the_largest_weights_of_inputs_do_not_overflow)
{
    static struct network_weights weights;
    const struct network *nets[] = {&network_weights.sides.declarer,
                                    &network_weights.sides.defender, &null_weights.declarer,
                                    &null_weights.defender};
    const struct scene_inputs inputs = {.number = 5, .on = {0, 1, 2, 3, 4}};
    int16_t x[1][CARD_FEATURES] = {{0}};
    const uint8_t slot = 0;
    int worth;

    for (size_t net = 0; net < sizeof nets / sizeof *nets; net++)
        for (int i = 0; i < SCENE_INPUTS * HIDDEN_1; i++)
            assert_in_range(nets[net]->input[i / HIDDEN_1][i % HIDDEN_1] + NETWORK_INPUT_MOST, 0,
                            2 * NETWORK_INPUT_MOST);
    for (int i = 0; i < inputs.number; i++) {
        weights.sides.defender.input[i][9] = NETWORK_INPUT_MOST;
        weights.sides.defender.input[i][10] = -NETWORK_INPUT_MOST;
    }
    weights.sides.defender.scene[2][9] = weights.sides.defender.scene[2][10] = 512; /* an eighth */
    weights.sides.defender.output[2] = 1024;
    network_worth(&weights, 0, 0, &inputs, 1, x, &slot, &worth);
    /* An eighth of the most that a unit can be, 8; and of 0. */
    assert_in_range(worth, 256 * 64 - 200, 256 * 64);
}

TEST(the_output_of_a_hand_is_what_the_units_make_of_it)
{
    static struct hand_network net;
    const struct hand_inputs inputs = {.number = 2, .on = {0, 127}};
    int outputs[HAND_OUTPUTS];

    net.input[0][63] = net.input[127][63] = 4096;
    net.second[15][63] = 4096;
    net.output[1][15] = -1024;
    net.bias_3[0] = 512;
    hand_network_outputs(&net, &inputs, outputs);
    assert_int_equal(outputs[0], 128);  /* a half, in 256ths */
    assert_int_equal(outputs[1], -512); /* minus 2 */
}

/* ---- in games ---- */

struct seen_games {
    /* Of suit games and grands, and of nulls: decisions, and cards that stammtisch would not play.
     */
    int cards[2], differs[2];
};

/* Another name for two suits; the cards of `fixed`, which are jacks, keep theirs. */
static cards renamed(cards set, int one, int other, cards fixed)
{
    const cards plain = set & ~fixed & (NULL_SUIT(one) | NULL_SUIT(other));
    const cards rest = set & ~plain;

    return rest | (plain >> LANE(one) & 0x1ff) << LANE(other) |
           (plain >> LANE(other) & 0x1ff) << LANE(one);
}

/* The same game, with two plain suits exchanged. */
static struct skat_bot_view view_renamed(const struct skat_bot_view *view, int one, int other)
{
    struct skat_bot_view same = *view;
    const cards fixed = view->contract.type == NULL_GAME ? 0 : JACKS;

    same.hand = renamed(view->hand, one, other, fixed);
    same.dealt = renamed(view->dealt, one, other, fixed);
    same.skat = renamed(view->skat, one, other, fixed);
    same.gone = renamed(view->gone, one, other, fixed);
    same.shown = renamed(view->shown, one, other, fixed);
    for (int i = 0; i < view->played_count; i++)
        same.played[i] = first(renamed(BIT(view->played[i]), one, other, fixed));
    for (int seat = 0; seat < 3; seat++)
        same.highest[seat] = 0; /* bids mean a suit */
    return same;
}

static void inputs_of(const struct skat_bot_view *view, struct scene_inputs *inputs)
{
    struct memory memory = {0};
    struct table t;

    memory_update(&memory, view);
    if (view->contract.type == NULL_GAME) {
        const struct null_scene null = null_scene_of(view, &memory);
        scene_inputs_of_null(&null, inputs);
        return;
    }
    table_look(&t, view, &memory);
    const struct card_scene scene = card_scene_of(&t);
    scene_inputs_of(&scene, inputs);
}

/* Are two plain suits the same to the player, so that their order is by chance? */
static int has_equal_suits(const struct skat_bot_view *view)
{
    const cards fixed = view->contract.type == NULL_GAME ? 0 : JACKS;
    const cards own = view->hand & ~fixed, hidden = unseen(view) & ~view->shown & ~fixed;

    for (int suit = 0; suit < SUITS; suit++)
        for (int other = 0; other < suit; other++)
            if (null_mask(own, suit) == null_mask(own, other) &&
                null_mask(hidden, suit) == null_mask(hidden, other))
                return 1;
    return 0;
}

/* Each once; and the same ones whatever suits are called, unless two suits are equal. */
static void check_inputs(const struct skat_bot_view *view)
{
    uint8_t on[SCENE_INPUTS] = {0}, on_renamed[SCENE_INPUTS] = {0};
    const int trump = view->contract.type, one = trump == 0, other = trump == 3 ? 2 : 3;
    struct skat_bot_view nameless = *view;
    struct scene_inputs inputs;

    inputs_of(view, &inputs);
    assert_true(inputs.number <= SCENE_INPUTS_ON);
    for (int i = 0; i < inputs.number; i++) {
        assert_true(inputs.on[i] < SCENE_INPUTS_USED);
        assert_int_equal(on[inputs.on[i]]++, 0);
    }
    for (int seat = 0; seat < 3; seat++)
        nameless.highest[seat] = 0;
    inputs_of(&nameless, &inputs);
    memset(on, 0, sizeof on);
    for (int i = 0; i < inputs.number; i++)
        on[inputs.on[i]] = 1;
    const struct skat_bot_view other_names = view_renamed(view, one, other);
    if (has_equal_suits(view))
        return;
    inputs_of(&other_names, &inputs);
    for (int i = 0; i < inputs.number; i++)
        on_renamed[inputs.on[i]] = 1;
    assert_memory_equal(on, on_renamed, sizeof on);
}

/* The worth of cards, as pimc begins with it: about a mean of 0. The card that is chosen has the
 * highest, but that equal ones were left out before. */
static void check_values(const struct skat_bot_view *view, cards legal, const struct memory *memory,
                         card chosen)
{
    const int null = view->contract.type == NULL_GAME;
    struct table t;
    int values[CARD_CODES], sum = 0;

    table_look(&t, view, memory);
    (null ? null_values : network_values)(view, legal, memory, values);
    for (cards rest = legal; rest;)
        sum += values[take(&rest)];
    assert_in_range(sum + count(legal), 0, 2 * count(legal));
    for (cards rest = null ? legal : play_distinct(&t, legal); rest;)
        assert_true(values[take(&rest)] <= values[chosen]);
}

static void check_card(struct seen_games *seen, const struct skat_bot_view *view, cards legal)
{
    const int null = view->contract.type == NULL_GAME;
    card (*const choose)(const struct skat_bot_view *, cards, const struct memory *) =
        null ? null_card : network_card;
    struct memory memory = {0};

    if (view->contract.type > NULL_GAME || !several(legal))
        return;
    memory_update(&memory, view);
    const card chosen = choose(view, legal, &memory);
    assert_true(legal >> chosen & 1);
    assert_int_equal(choose(view, legal, &memory), chosen);
    check_values(view, legal, &memory, chosen);
    seen->differs[null] += chosen != (null ? play_null : play_card)(view, legal, &memory);
    check_inputs(view);
    seen->cards[null]++;
}

static void look_at(void *context, const struct three *table, const struct skat_decision *decision)
{
    const struct skat_bot_view view = view_of(&table->game, decision->position);

    if (decision->kind == SKAT_DECIDE_CARD)
        check_card(context, &view, decision->cards);
}

TEST(what_is_chosen_in_games_is_legal_and_knows_no_names_of_suits)
{
    struct seen_games seen = {0};

    watch_games(150, &seen, look_at);
    for (int null = 0; null < 2; null++) {
        assert_true(seen.cards[null] > (null ? 100 : 1000));
        assert_in_range(seen.differs[null], seen.cards[null] / 20, seen.cards[null]);
    }
}
