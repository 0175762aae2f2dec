// SPDX-License-Identifier: MIT
#include "bots/neural/null_network.h"

#include "bots/learned.h"

/* The weights; train/README.md says how they were fitted. */
LEARNED("null_weights", "bots/neural/nulls.weights");

/* ---- features ---- */

static int16_t in_bits(int value)
{
    return (int16_t)(value < INT8_MIN ? INT8_MIN : value > INT8_MAX ? INT8_MAX : value);
}

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

    x[NULL_DANGER] = in_bits(danger);
    x[NULL_LESS_DANGER] = in_bits(danger - null_danger(scene, hand & ~BIT(c), c >> 4));
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
        x[NULL_LEAD] = in_bits(scene->declares ? behind : behind >> LEAD_SHIFT);
    else
        x[suit == scene->best >> 4 ? NULL_FOLLOW : NULL_THROW] = in_bits(behind >> DISCARD_SHIFT);
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

/* What the cards of a decision are worth, as network_add() has it. Returns their number. */
static int weigh(const struct skat_bot_view *view, cards legal, const struct memory *memory,
                 int worth[SKAT_BOT_HAND_MAX])
{
    const struct null_scene scene = null_scene_of(view, memory);
    struct scene_inputs inputs;
    int16_t x[SKAT_BOT_HAND_MAX][CARD_FEATURES];
    uint8_t slots[SKAT_BOT_HAND_MAX];
    const int looked = null_look(&scene, legal, &inputs, x, slots);

    for (int i = 0; i < looked; i++)
        worth[i] = 0;
    network_add(scene.declares ? &null_weights.declarer : &null_weights.defender, &inputs, looked,
                x, slots, worth);
    return looked;
}

void null_values(const struct skat_bot_view *view, cards legal, const struct memory *memory,
                 int values[CARD_CODES])
{
    int worth[SKAT_BOT_HAND_MAX];
    int64_t sum = 0;
    const int looked = weigh(view, legal, memory, worth);

    for (int i = 0; i < looked; i++)
        sum += worth[i];
    for (int i = 0; i < looked; i++)
        values[take(&legal)] = (int)((worth[i] - sum / looked) / NETWORK_UNIT);
}

card null_card(const struct skat_bot_view *view, cards legal, const struct memory *memory)
{
    int worth[SKAT_BOT_HAND_MAX], best = 0;

    if (!several(legal))
        return first(legal);
    const int looked = weigh(view, legal, memory, worth);
    for (int i = 1; i < looked; i++)
        if (worth[i] > worth[best])
            best = i;
    while (best--)
        legal &= legal - 1;
    return first(legal);
}
