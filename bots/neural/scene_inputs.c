// SPDX-License-Identifier: MIT
#include "bots/neural/scene_inputs.h"

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
