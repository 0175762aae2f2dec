// SPDX-License-Identifier: MIT
#include "bots/neural/null_network.h"

#include "bots/learned.h"

/* The weights; train/README.md says how they were fitted. */
LEARNED("null_weights", "bots/neural/nulls.weights");

/* ---- features ---- */

static int number(unsigned mask) { return __builtin_popcount(mask); }

/* What a defender sees of the declarer and the partner. */
static void put_his(const struct null_scene *scene, int suit, unsigned lower, int16_t *x)
{
    const unsigned his = null_his_chances(scene, suit);
    const int partner = 3 - scene->view->position - scene->view->declarer;

    x[NULL_HIS] = (int16_t)number(his);
    x[NULL_HIS_LOWER] = (int16_t)number(his & lower);
    x[NULL_HIS_HIGHER] = (int16_t)number(his & ~lower);
    x[NULL_NOT_LOWER] = his && !(his & lower);
    x[NULL_PARTNER_OUT] = scene->memory->out[partner] >> suit & 1;
}

static void put_danger(const struct null_scene *scene, card c, int16_t *x)
{
    const cards hand = scene->view->hand;
    const int danger = null_danger(scene, hand, c >> 4);

    x[NULL_DANGER] = network_byte(danger);
    x[NULL_LESS_DANGER] = network_byte(danger - null_danger(scene, hand & ~BIT(c), c >> 4));
    x[NULL_EVEN] = !x[NULL_LESS_DANGER];
}

static void put_card(const struct null_scene *scene, card c, int behind, int16_t *x)
{
    enum { LEAD_SHIFT = 3, DISCARD_SHIFT = 1 };
    const struct skat_bot_view *view = scene->view;
    const int suit = c >> 4, rank = null_rank_of(c);
    const unsigned lower = (1u << rank) - 1;
    const unsigned own = null_mask(view->hand, suit), hidden = null_mask(unseen(view), suit);

    memset(x, 0, CARD_FEATURES * sizeof *x);
    if (!scene->in_trick)
        x[NULL_LEAD] = network_byte(scene->declares ? behind : behind >> LEAD_SHIFT);
    else
        x[suit == scene->best >> 4 ? NULL_FOLLOW : NULL_THROW] =
            network_byte(behind >> DISCARD_SHIFT);
    x[NULL_CLUBS] = !behind;
    x[NULL_RANK + rank] = 1;
    x[NULL_OWN] = (int16_t)number(own);
    x[NULL_OWN_LOWER] = (int16_t)number(own & lower);
    x[NULL_SINGLE] = number(own) == 1;
    x[NULL_HIDDEN] = (int16_t)number(hidden);
    x[NULL_HIDDEN_LOWER] = (int16_t)number(hidden & lower);
    x[NULL_HIDDEN_HIGHER] = (int16_t)number(hidden & ~lower);
    x[NULL_GONE] = (int16_t)number(null_mask(view->gone, suit));
    x[NULL_OVER] = scene->in_trick && null_beats(c, scene->best);
    if (scene->declares)
        put_danger(scene, c, x);
    else
        put_his(scene, suit, lower, x);
}

int null_look(const struct null_scene *scene, cards legal, struct scene_inputs *inputs,
              int16_t x[][CARD_FEATURES], uint8_t *slots)
{
    int scores[SKAT_BOT_HAND_MAX], best = INT32_MIN, looked = 0;

    scene_inputs_of_null(scene, inputs);
    for (cards rest = legal; rest; looked++) {
        scores[looked] = null_score(scene, take(&rest));
        best = scores[looked] > best ? scores[looked] : best;
    }
    for (int i = 0; i < looked; i++) {
        const card c = take(&legal);
        put_card(scene, c, scores[i] - best, x[i]);
        slots[i] = (uint8_t)scene_slot(inputs, c);
    }
    return looked;
}

/* ---- cards ---- */

/* What the networks say of the cards of a decision, as their scores. Returns their number. */
static int weigh(const struct skat_bot_view *view, cards legal, const struct memory *memory,
                 struct weighed weighed[SKAT_BOT_HAND_MAX])
{
    const struct null_scene scene = null_scene_of(view, memory);
    struct scene_inputs inputs;
    int16_t x[SKAT_BOT_HAND_MAX][CARD_FEATURES];
    uint8_t slots[SKAT_BOT_HAND_MAX];
    int worth[SKAT_BOT_HAND_MAX] = {0};
    const int looked = null_look(&scene, legal, &inputs, x, slots);

    network_add(&null_weights, scene.declares, &inputs, looked, x, slots, worth);
    for (int i = 0; i < looked; i++)
        weighed[i] = (struct weighed){.card = take(&legal), .score = worth[i]};
    return looked;
}

void null_values(const struct skat_bot_view *view, cards legal, const struct memory *memory,
                 int values[CARD_CODES])
{
    struct weighed weighed[SKAT_BOT_HAND_MAX];

    play_above_mean(weighed, weigh(view, legal, memory, weighed), NETWORK_UNIT, values);
}

card null_card(const struct skat_bot_view *view, cards legal, const struct memory *memory)
{
    struct weighed weighed[SKAT_BOT_HAND_MAX];

    return several(legal) ? play_best(weighed, weigh(view, legal, memory, weighed)) : first(legal);
}
