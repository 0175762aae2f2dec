// SPDX-License-Identifier: MIT
#include "arena/solve/contract_search.h"

#include <stdlib.h>
#include <string.h>

#include "arena/solve/play_accuracy.h"
#include "engine/value.h"
#include "engine/variant.h"

const char *const contract_search_depth_names[CONTRACTS_DEPTHS] = {
    [CONTRACTS_NONE] = "none",
    [CONTRACTS_ACTUAL] = "actual",
    [CONTRACTS_BEST] = "best",
};

/* ---- goals ---- */

/* The facts of this game as the rules need them. */
static struct skat_facts facts_of(const struct contract_question *question,
                                  struct skat_contract contract)
{
    const struct skat_ranking *order = skat_contract_ranking(contract);
    skat_cards dealt = question->dealt[question->position];
    int max = skat_matadors_max(question->rules, contract);
    struct skat_facts facts = {
        .announced = true,
        .contract = contract,
        .bid = question->bid,
        .picked_up = !question->hand,
        .bock = 1,
    };

    if (!skat_games[contract.type].fixed_value) {
        facts.matadors = skat_matadors(order, dealt | question->skat, max);
        facts.matadors_hand = skat_matadors(order, dealt, max);
    }
    return facts;
}

static struct skat_contract simple_contract(const struct contract_question *question,
                                            enum skat_game_type type)
{
    return (struct skat_contract){(uint8_t)type, question->hand ? SKAT_WITH_HAND : 0};
}

/* The goal, and the value of the game when exactly that is reached. A null game below the bid
 * cannot be announced. */
static struct goal goal_and_value(const struct contract_question *question,
                                  enum skat_game_type type, int16_t *value)
{
    struct skat_facts facts = facts_of(question, simple_contract(question, type));
    struct goal goal = goal_of(question->rules, &facts);
    struct skat_result result;

    facts.points = goal.points;
    facts.tricks = goal.kind == GOAL_ALL_TRICKS ? question->rules->derived.deck->hand
                   : goal.kind == GOAL_NO_TRICK ? 0
                                                : 1;
    skat_value(question->rules, &facts, &result);
    *value = result.value;
    if (goal.kind == GOAL_NO_TRICK && result.value < question->bid)
        goal.kind = GOAL_IMPOSSIBLE;
    return goal;
}

/* ---- discards ---- */

enum { DISCARDS_MAX = SKAT_HAND_MAX * (SKAT_HAND_MAX - 1) / 2 };

struct candidate {
    skat_cards cards;
    int promise;
};

struct discard_choice {
    const struct skat_ranking *order;
    skat_cards twelve, others; /* cards of declarer with the skat, and of the defenders */
    bool null;
};

/* Does declarer have a lower card that is equivalent to this one? If so, sets *twin to it. */
static bool has_lower_twin(const struct discard_choice *choice, skat_card card, skat_card *twin)
{
    skat_cards class = choice->order->members[choice->order->class_of[card]];
    skat_card next = SKAT_NO_CARD;

    for (skat_cards rest = class & (choice->twelve | choice->others); rest;) {
        skat_card other = skat_cards_pop(&rest);
        if (choice->order->strength[other] < choice->order->strength[card] &&
            (next == SKAT_NO_CARD ||
             choice->order->strength[other] > choice->order->strength[next]))
            next = other;
    }
    *twin = next;
    return next != SKAT_NO_CARD && skat_cards_has(choice->twelve, next) &&
           (choice->null || skat_card_points[next] == skat_card_points[card]);
}

static bool is_lowest_of_its_kind(const struct discard_choice *choice, skat_cards pair)
{
    for (skat_cards rest = pair; rest;) {
        skat_card twin, card = skat_cards_pop(&rest);
        if (has_lower_twin(choice, card, &twin) && !skat_cards_has(pair, twin))
            return false;
    }
    return true;
}

/* How promising a discard is: saves points, keeps aces, empties a suit; in null, high cards go. */
static int promise_of(const struct discard_choice *choice, skat_cards pair)
{
    enum { A_VOID = 6, AN_ACE = 16 };
    int promise = 0;

    for (int class = 0; class < SKAT_TRUMP_CLASS; class ++) {
        skat_cards members = choice->order->members[class];
        if (members & pair && !(members & choice->twelve & ~pair))
            promise += A_VOID;
    }
    for (skat_cards rest = pair; rest;) {
        skat_card card = skat_cards_pop(&rest);
        if (choice->null)
            promise += choice->order->strength[card];
        else
            promise += skat_card_points[card] - (skat_card_rank(card) == SKAT_ACE ? AN_ACE : 0);
    }
    return promise;
}

static int by_promise(const void *one, const void *other)
{
    const struct candidate *a = one, *b = other;
    if (a->promise != b->promise)
        return a->promise > b->promise ? -1 : 1;
    return a->cards < b->cards ? -1 : a->cards > b->cards; /* same order on all platforms */
}

static int list_discards(const struct discard_choice *choice, struct candidate list[DISCARDS_MAX])
{
    skat_cards from = choice->twelve & ~choice->order->trumps;
    int count = 0;

    if (skat_cards_count(from) < 2)
        from = choice->twelve;
    for (skat_cards first = from; first;) {
        skat_card one = skat_cards_pop(&first);
        for (skat_cards second = first; second;) {
            skat_cards pair = skat_card_bit(one) | skat_card_bit(skat_cards_pop(&second));
            if (is_lowest_of_its_kind(choice, pair))
                list[count++] = (struct candidate){pair, promise_of(choice, pair)};
        }
    }
    qsort(list, (size_t)count, sizeof *list, by_promise);
    return count;
}

/* ---- searching ---- */

enum { FOREHAND = 0 }; /* leads */

static int wins_with(const struct contract_question *question, struct skat_solver *solver,
                     enum skat_game_type type, struct goal goal, skat_cards aside)
{
    struct skat_solver_deal deal = {.game = (uint8_t)type, .alone = (uint8_t)question->position};

    memcpy(deal.hands, question->dealt, sizeof deal.hands);
    deal.hands[question->position] =
        (question->dealt[question->position] | question->skat) & ~aside;
    struct moment start = moment_start(&deal, FOREHAND, skat_cards_points(aside));
    skat_solver_deal(solver, &deal);
    return moment_won(&start, solver, goal);
}

static int find_discards(const struct contract_question *question, enum skat_game_type type,
                         struct candidate list[DISCARDS_MAX])
{
    struct discard_choice choice = {
        .order = skat_contract_ranking((struct skat_contract){(uint8_t)type, 0}),
        .twelve = question->dealt[question->position] | question->skat,
        .null = skat_games[type].fixed_value,
    };

    if (question->hand || question->discards) {
        list[0].cards = question->hand ? question->skat : question->discards;
        return 1;
    }
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (position != question->position)
            choice.others |= question->dealt[position];
    return list_discards(&choice, list);
}

struct contract_found contract_search_ask(const struct contract_question *question,
                                          struct skat_solver *solver, enum skat_game_type type)
{
    struct contract_found found = {0};
    struct candidate list[DISCARDS_MAX];
    struct goal goal = goal_and_value(question, type, &found.value);

    if (goal.kind == GOAL_IMPOSSIBLE)
        return found;
    int count = find_discards(question, type, list);
    for (int i = 0; i < count && !found.won; i++) {
        found.won = (int8_t)wins_with(question, solver, type, goal, list[i].cards);
        if (found.won > 0 && !question->hand)
            found.discards = list[i].cards;
    }
    return found;
}

/* Sorts the types by the value that they would have, highest first. */
static void sort_types(const struct contract_question *question, enum skat_game_type *types)
{
    int16_t values[CONTRACTS];

    for (int type = 0; type < CONTRACTS; type++) {
        int place = type;
        int16_t value;
        goal_and_value(question, (enum skat_game_type)type, &value);
        for (; place && values[place - 1] < value; place--) {
            values[place] = values[place - 1];
            types[place] = types[place - 1];
        }
        values[place] = value;
        types[place] = (enum skat_game_type)type;
    }
}

int contract_search_best(const struct contract_question *question,
                         struct contract_found (*ask)(void *context,
                                                      const struct contract_question *question,
                                                      enum skat_game_type type),
                         void *context, struct contract_found *found)
{
    enum skat_game_type types[CONTRACTS];

    sort_types(question, types);
    for (int i = 0; i < CONTRACTS; i++) {
        *found = ask(context, question, types[i]);
        if (found->won)
            return found->won > 0 ? (int)types[i] : CONTRACT_UNKNOWN;
    }
    return CONTRACTS;
}
