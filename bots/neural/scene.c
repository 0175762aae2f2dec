// SPDX-License-Identifier: MIT
#include "bots/neural/scene.h"

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

/* The same of null. */
static unsigned null_suit_key(const struct skat_bot_view *view, cards hidden, int suit)
{
    const unsigned own = null_mask(view->hand, suit);

    return (unsigned)__builtin_popcount(own) << 16 | own << 8 | null_mask(hidden, suit);
}

/* The suit with the highest key comes first. */
static void put_in_order(const unsigned keys[SUITS], struct scene_inputs *inputs)
{
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
static void put_played(const struct skat_bot_view *view, struct scene_inputs *inputs)
{
    for (int i = 0; i < view->played_count; i++) {
        const int from_me = (view->leader[i / 3] + i % 3 - view->position + 3) % 3;
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

static void put_bids(const struct skat_bot_view *view, struct scene_inputs *inputs)
{
    static const uint8_t steps[BID_STEPS] = {18, 20, 22, 23, 27, 30, 33, 36, 45, 59};
    static const uint8_t bases[SUITS] = {9, 10, 11, 12};

    for (int from_me = 0; from_me < 3; from_me++) {
        const int bid = view->highest[(view->position + from_me) % 3];
        for (int i = 0; i < BID_STEPS && bid >= steps[i]; i++)
            put(inputs, BID + from_me * BID_STEPS + i);
        for (int suit = 0; suit < SUITS; suit++)
            if (bid && bid % bases[suit] == 0)
                put(inputs, BID_ON + from_me * SUITS + inputs->lane[suit]);
    }
}

/* Who leads and plays what, who is out of what, and where this player sits. */
static void put_course(const struct skat_bot_view *view, const struct memory *memory,
                       const unsigned led_by[3], struct scene_inputs *inputs)
{
    const int me = view->position, declarer = view->declarer;

    put_played(view, inputs);
    for (int from_me = 0; from_me < 3; from_me++) {
        const int seat = (me + from_me) % 3;
        put_classes(inputs, LED_CLASS + from_me * CLASSES, led_by[seat]);
        if (from_me)
            put_classes(inputs, OUT_OF + (from_me - 1) * CLASSES, memory->out[seat]);
    }
    put(inputs, ROLE + (me == declarer ? 0 : (me + 1) % 3 == declarer ? 1 : 2));
    put(inputs, PLACE + view->played_count - 3 * view->trick_count);
    put(inputs, TRICK + view->trick_count);
    if (!view->picked_up)
        put(inputs, PLAYS_HAND);
    put_bids(view, inputs);
}

void scene_inputs_of(const struct card_scene *scene, struct scene_inputs *inputs)
{
    enum { POINTS_OF_STEP = 10 };
    const struct table *t = scene->table;
    const int trump = t->trumps == JACKS ? SUITS : t->view->contract.type;
    unsigned keys[SUITS];

    inputs->number = 0;
    inputs->null = 0;
    for (int suit = 0; suit < SUITS; suit++)
        keys[suit] = suit == trump ? ~0u : suit_key(t, suit);
    put_in_order(keys, inputs);
    put_cards(inputs, OWN_CARD, t->hand);
    put_cards(inputs, HIDDEN_CARD, t->hidden);
    put_cards(inputs, DISCARDED, t->declares ? t->view->skat : 0);
    put_course(t->view, t->memory, scene->led_by, inputs);
    if (t->trumps == JACKS)
        put(inputs, PLAYS_GRAND);
    put_steps(inputs, NEEDS, scene->need, POINTS_OF_STEP, POINT_STEPS);
    put_steps(inputs, OTHERS_NEED, scene->others_need, POINTS_OF_STEP, POINT_STEPS);
}

void scene_inputs_of_null(const struct null_scene *scene, struct scene_inputs *inputs)
{
    const struct skat_bot_view *view = scene->view;
    const cards open = scene->declares ? 0 : view->shown, hidden = unseen(view) & ~open;
    unsigned keys[SUITS], led_by[3] = {0};

    for (int trick = 0; trick < view->trick_count; trick++)
        led_by[view->leader[trick]] |= 1u << (view->played[3 * trick] >> 4);
    inputs->number = 0;
    inputs->null = 1;
    for (int suit = 0; suit < SUITS; suit++)
        keys[suit] = null_suit_key(view, hidden, suit);
    put_in_order(keys, inputs);
    put_cards(inputs, OWN_CARD, view->hand);
    put_cards(inputs, HIDDEN_CARD, hidden);
    put_cards(inputs, DISCARDED, scene->declares ? view->skat : open);
    put_course(view, scene->memory, led_by, inputs);
    if (view->contract.with & SKAT_BOT_OUVERT)
        put(inputs, PLAYS_GRAND);
}
