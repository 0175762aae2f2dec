// SPDX-License-Identifier: MIT
#include "bots/pipe/arrays.h"

#include <stdlib.h>
#include <string.h>

#include "engine/declarations.h"
#include "engine/rule_set.h"

_Static_assert(sizeof(struct skat_view) == sizeof(struct skat_bot_view) &&
                   sizeof(struct skat_decision) == sizeof(struct skat_bot_decision) &&
                   sizeof(struct skat_action) == sizeof(struct skat_bot_action),
               "views, decisions and actions of bots are those of the engine");

void arrays_free(struct arrays *arrays)
{
    free(arrays->choices);
    arrays->choices = NULL;
    arrays->room = 0;
}

/* ---- rules ---- */

static int read_rules(struct skat_rules *out, const struct skat_bot_rules *rules, uint32_t deals)
{
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < rules->option_count; i++) {
        const struct skat_bot_rule *from = &rules->options[i];
        const struct skat_rule_option *option =
            (int)i < skat_rule_option_count && strcmp(skat_rule_options[i].name, from->name) == 0
                ? &skat_rule_options[i]
                : skat_rule_option_find(from->name);
        if (!option)
            return 0;
        memcpy(skat_rule_option_value(out, option), from->values,
               from->value_count * sizeof *from->values);
    }
    out->deals = (int)deals;
    return 1;
}

int arrays_take_rules(struct arrays *arrays, const struct skat_bot_rules *rules, uint32_t deals)
{
    struct skat_rules read;

    if (!read_rules(&read, rules, deals))
        return 0;
    if (arrays->rules.derived.deck && memcmp(&read, &arrays->read, sizeof read) == 0)
        return 1;
    arrays->read = arrays->rules = read;
    if (!skat_rules_prepare(&arrays->rules, NULL)) {
        arrays->rules.derived.deck = NULL;
        return 0;
    }
    skat_action_space_of(&arrays->space, &arrays->rules);
    return 1;
}

/* ---- what was heard ---- */

void arrays_hear(struct heard_auction *heard, const struct skat_bot_event *event)
{
    const uint8_t kind = event->action.kind;
    const uint16_t value = kind == SKAT_BOT_BID ? event->action.bid : 0;

    if (heard->over || heard->count == sizeof heard->moves / sizeof *heard->moves)
        return;
    heard->over = kind != SKAT_BOT_BID && kind != SKAT_BOT_HOLD && kind != SKAT_BOT_PASS;
    if (!heard->over)
        heard->moves[heard->count++] = (struct skat_move){event->position, kind, value};
}

/* ---- questions ---- */

static struct skat_view view_of(const struct skat_bot_question *question)
{
    struct skat_view view;

    memcpy(&view, question->view, sizeof view);
    return view;
}

/* The bids of the question are in the ladder of the arena: here, in the same place of ours. */
static struct skat_decision decision_of(const struct arrays *arrays,
                                        const struct skat_bot_question *question)
{
    struct skat_decision decision;

    memcpy(&decision, question->decision, sizeof decision);
    if (decision.kind == SKAT_DECIDE_BID && decision.bid_count)
        decision.bids =
            &arrays->rules.derived.ladder[skat_ladder_above(&arrays->rules, decision.bids[0] - 1)];
    return decision;
}

static int make_room(struct arrays *arrays, uint32_t count)
{
    if (count <= arrays->room)
        return 1;
    struct array_choice *more = realloc(arrays->choices, count * sizeof *more);
    if (!more)
        return 0;
    arrays->choices = more;
    arrays->room = count;
    return 1;
}

uint32_t arrays_begin(struct arrays *arrays, const struct skat_bot_question *questions,
                      uint32_t count, int (*skip)(const struct skat_bot_question *))
{
    uint32_t open = 0;

    if (!make_room(arrays, count))
        abort(); /* as when a message has no room */
    for (uint32_t i = 0; i < count; i++) {
        const struct skat_bot_view *view = questions[i].view;
        if (skip(&questions[i]))
            continue;
        const struct skat_decision decision = decision_of(arrays, &questions[i]);
        const skat_cards hand =
            decision.position == view->position ? view->hand : view->seen[decision.position];
        skat_choice_begin(&arrays->space, &arrays->choices[open].choice, &decision, hand);
        arrays->choices[open++].question = i;
    }
    return open;
}

static size_t row_size(const struct arrays *arrays)
{
    return sizeof(struct skat_observation) + (size_t)arrays->space.count + sizeof(uint64_t);
}

void arrays_put_head(const struct arrays *arrays, struct text *text, uint32_t count)
{
    put_number(text, "rows", count);
    put_number(text, "numbers", SKAT_OBSERVATION_SIZE);
    put_number(text, "actions", arrays->space.count);
    put_number(text, "bytes", (int64_t)(count * row_size(arrays)));
}

static void observe(const struct arrays *arrays, const struct skat_bot_question *question,
                    const struct skat_choice *choice, const struct heard_auction *heard, char *out)
{
    const struct skat_view view = view_of(question);
    struct skat_observation seen;

    skat_observe(&arrays->rules, &view, heard->moves, heard->count, choice, &seen);
    memcpy(out, &seen, sizeof seen);
}

static uint64_t mix(uint64_t state, uint64_t value)
{
    uint64_t z = (state ^ value) + 0x9e3779b97f4a7c15u; /* splitmix64 */

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* The random number of a question: of the deal and of what is public by now, which differs between
 * the questions of a deal to a player. */
static uint64_t random_at(uint64_t of_deal, const struct skat_bot_view *view,
                          const struct skat_choice *choice)
{
    uint64_t number = mix(of_deal, choice->chosen);

    number = mix(number, choice->decision.kind | (uint64_t)choice->decision.position << 8 |
                             (uint64_t)choice->step << 16 | (uint64_t)view->passed << 24 |
                             (uint64_t)view->bid << 32 | (uint64_t)view->played_count << 48 |
                             (uint64_t)view->kontra << 56);
    return mix(number,
               view->gifts_refused | (uint64_t)view->rum << 8 | (uint64_t)view->unseen << 16 |
                   (uint64_t)view->turned << 24 | (uint64_t)view->chosen << 32 |
                   (uint64_t)choice->decision.may_claim << 40 | (uint64_t)view->knocked << 48);
}

void arrays_put_rows(const struct arrays *arrays, struct text *text,
                     const struct skat_bot_question *questions, uint32_t count,
                     const struct arrays_source *source)
{
    const size_t size = sizeof(struct skat_observation), masks = (size_t)arrays->space.count;
    char *seen = text_room(text, count * row_size(arrays));
    char *mask = seen + count * size, *random = mask + count * masks;

    for (uint32_t i = 0; i < count; i++) {
        const struct skat_choice *choice = &arrays->choices[i].choice;
        const struct skat_bot_question *question = &questions[arrays->choices[i].question];
        const uint64_t drawn = random_at(source->random(question), question->view, choice);
        observe(arrays, question, choice, source->heard(question), seen + i * size);
        skat_choice_mask(&arrays->space, choice, (uint8_t *)mask + i * masks);
        memcpy(random + i * sizeof drawn, &drawn, sizeof drawn);
    }
    text->length += count * row_size(arrays);
}

/* ---- answers ---- */

uint32_t arrays_take(struct arrays *arrays, const struct skat_bot_question *questions,
                     uint32_t open, uint32_t count, const cJSON *actions,
                     void (*wrong)(const struct skat_bot_question *, const cJSON *))
{
    const cJSON *said =
        cJSON_IsArray(actions) && cJSON_GetArraySize(actions) == (int)count ? actions->child : NULL;
    uint32_t left = 0;

    for (uint32_t i = 0; i < open; i++) {
        struct array_choice *at = &arrays->choices[i];
        const struct skat_bot_question *question = &questions[at->question];
        const double number = cJSON_IsNumber(said) ? said->valuedouble : -1;
        if (i >= count) { /* not asked yet */
            arrays->choices[left++] = *at;
            continue;
        }
        if (!(number >= 0 && number < arrays->space.count && number == (int)number) ||
            !skat_choice_allows(&arrays->space, &at->choice, (int)number))
            wrong(question, said);
        else if (!skat_choice_pick(&arrays->space, &at->choice, (int)number))
            arrays->choices[left++] = *at;
        else
            memcpy(question->out, &at->choice.action, sizeof *question->out);
        said = said ? said->next : NULL;
    }
    return left;
}
