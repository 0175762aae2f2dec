// SPDX-License-Identifier: MIT
#include "arena/compare/decision_gaps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/record/action_text.h"
#include "engine/variant.h"

/* The names of the rows of cards: who plays, and whether it is a lead. */
static const struct {
    const char *role, *card;
} cards[GAP_CARDS] = {
    {"declarer", "lead"},   {"declarer", "follow"}, {"defender", "lead"},
    {"defender", "follow"}, {"ramsch", "lead"},     {"ramsch", "follow"},
};

unsigned decision_row(const struct skat_game *game, const struct skat_decision *decision)
{
    enum { DECLARER, DEFENDER = 2, RAMSCH = 4 };
    const struct skat_table *table = &game->table;
    unsigned row = SKAT_DECISIONS + DEFENDER;

    if (decision->kind != SKAT_DECIDE_CARD)
        return decision->kind;
    if (table->declarer == SKAT_NOBODY)
        row = SKAT_DECISIONS + RAMSCH;
    else if (table->declarer == decision->position)
        row = SKAT_DECISIONS + DECLARER;
    return row + (table->played_count > game->trick_began);
}

/* ---- answers ---- */

static void put_text(char text[SKAT_TOKEN_SIZE], const struct skat_bot_action *action,
                     const struct skat_rules *rules, unsigned position)
{
    struct skat_action sorted;

    memcpy(&sorted, action, sizeof sorted);
    action_sort_cards(&sorted);
    action_text(rules, position, &sorted, text);
}

/* The place of an answer, or their number if it is not among them. */
static int place_of(const struct answers *answers, const char *text)
{
    int at = 0;

    while (at < answers->count && strcmp(answers->of[at].text, text) != 0)
        at++;
    return at;
}

/* One that is there already gets the probability, too. */
static void add_answer(struct answers *answers, const char *text, double probability)
{
    const int at = place_of(answers, text);

    if (at == answers->count) {
        answers->count++;
        memcpy(answers->of[at].text, text, sizeof answers->of[at].text);
        answers->of[at].probability = 0;
    }
    answers->of[at].probability += probability;
}

/* By insertion, so that equally likely ones stay in order. */
static void sort_answers(struct answers *answers)
{
    for (int i = 1; i < answers->count; i++)
        for (int at = i; at && answers->of[at - 1].probability < answers->of[at].probability;
             at--) {
            const struct answer swapped = answers->of[at];
            answers->of[at] = answers->of[at - 1];
            answers->of[at - 1] = swapped;
        }
}

void answers_of(struct answers *answers, const struct policy *policy,
                const struct skat_rules *rules, unsigned position)
{
    answers->count = 0;
    for (uint32_t i = 0; i < policy->count; i++) {
        char text[SKAT_TOKEN_SIZE];
        put_text(text, &policy->options[i].action, rules, position);
        add_answer(answers, text, policy->options[i].probability);
    }
    sort_answers(answers);
}

static double probability_of(const struct answers *answers, const char *text)
{
    const int at = place_of(answers, text);
    return at < answers->count ? answers->of[at].probability : 0;
}

/* Total variation: the probability that one gives to answers to which the other gives less. */
static double distance_of(const struct answers *one, const struct answers *other)
{
    double sum = 0;

    for (int i = 0; i < one->count; i++)
        sum += fmax(0, one->of[i].probability - probability_of(other, one->of[i].text));
    return sum < 1e-9 ? 0 : sum;
}

/* ---- adding ---- */

/* The place in the list that a new gap of a row takes: the end of the list, or that of the smallest
 * of its row or of all, where there are enough. */
static int place_for(const struct decision_gaps *gaps, unsigned row)
{
    int of_row = 0, last_of_row = 0;

    for (int i = 0; i < gaps->count; i++)
        if (gaps->largest[i].place.row == row) {
            of_row++;
            last_of_row = i;
        }
    if (of_row == GAPS_OF_ROW)
        return last_of_row;
    return gaps->count < GAPS_MAX ? gaps->count : GAPS_MAX - 1;
}

static void list(struct decision_gaps *gaps, const struct decision_place *place,
                 const struct answers answers[2], double distance)
{
    int at = place_for(gaps, place->row);

    if (!distance || (at < gaps->count && gaps->largest[at].distance >= distance))
        return;
    gaps->count += at == gaps->count;
    for (; at && gaps->largest[at - 1].distance < distance; at--)
        gaps->largest[at] = gaps->largest[at - 1];
    gaps->largest[at] = (struct decision_gap){*place, distance, {answers[0], answers[1]}};
}

double decision_gaps_add(struct decision_gaps *gaps, const struct decision_place *place,
                         const struct answers answers[2])
{
    const double distance = distance_of(&answers[0], &answers[1]);

    gaps->rows[place->row].decisions++;
    gaps->rows[place->row].differ += strcmp(answers[0].of[0].text, answers[1].of[0].text) != 0;
    gaps->rows[place->row].distance += distance;
    list(gaps, place, answers, distance);
    return distance;
}

/* ---- JSON ---- */

static void put_row_name(cJSON *object, unsigned row)
{
    const bool card = row >= SKAT_DECISIONS;

    cJSON_AddStringToObject(object, "decision",
                            skat_decision_rows[card ? (unsigned)SKAT_DECIDE_CARD : row].name);
    if (!card)
        return;
    cJSON_AddStringToObject(object, "role", cards[row - SKAT_DECISIONS].role);
    cJSON_AddStringToObject(object, "card", cards[row - SKAT_DECISIONS].card);
}

/* To nine places: the last bits of a sum are no news. */
static double rounded(double value) { return round(value * 1e9) / 1e9; }

static cJSON *answers_json(const struct answers *answers, int most)
{
    cJSON *array = cJSON_CreateArray();

    for (int i = 0; i < answers->count && i < most; i++) {
        cJSON *pair = cJSON_CreateArray();
        cJSON_AddItemToArray(pair, cJSON_CreateString(answers->of[i].text));
        cJSON_AddItemToArray(pair, cJSON_CreateNumber(rounded(answers->of[i].probability)));
        cJSON_AddItemToArray(array, pair);
    }
    return array;
}

cJSON *decision_json(const struct decision_place *place, double distance,
                     const struct answers answers[2], const struct skat_deck *deck, int most)
{
    cJSON *object = cJSON_CreateObject();

    json_put_int(object, "game", (int64_t)place->game);
    json_put_int(object, "move", place->move);
    cJSON_AddStringToObject(object, "position", skat_position_name(deck, place->position));
    put_row_name(object, place->row);
    cJSON_AddNumberToObject(object, "distance", rounded(distance));
    cJSON_AddStringToObject(object, "played", place->played);
    cJSON_AddItemToObject(object, "a", answers_json(&answers[0], most));
    cJSON_AddItemToObject(object, "b", answers_json(&answers[1], most));
    return object;
}

static void put_sums(cJSON *object, uint64_t decisions, uint64_t differ, double distance)
{
    json_put_int(object, "decisions", (int64_t)decisions);
    json_put_int(object, "differ", (int64_t)differ);
    cJSON_AddNumberToObject(object, "distance",
                            decisions ? rounded(distance / (double)decisions) : 0);
}

cJSON *decision_gaps_json(const struct decision_gaps *gaps, const struct skat_deck *deck)
{
    enum { SHOWN = 5 };
    cJSON *object = cJSON_CreateObject(), *by = cJSON_CreateArray(), *largest = cJSON_CreateArray();
    uint64_t decisions = 0, differ = 0;
    double distance = 0;

    for (unsigned row = 0; row < GAP_ROWS; row++) {
        if (!gaps->rows[row].decisions)
            continue;
        cJSON *item = cJSON_CreateObject();
        put_row_name(item, row);
        put_sums(item, gaps->rows[row].decisions, gaps->rows[row].differ, gaps->rows[row].distance);
        cJSON_AddItemToArray(by, item);
        decisions += gaps->rows[row].decisions;
        differ += gaps->rows[row].differ;
        distance += gaps->rows[row].distance;
    }
    for (int i = 0; i < gaps->count; i++)
        cJSON_AddItemToArray(largest,
                             decision_json(&gaps->largest[i].place, gaps->largest[i].distance,
                                           gaps->largest[i].answers, deck, SHOWN));
    put_sums(object, decisions, differ, distance);
    cJSON_AddItemToObject(object, "by", by);
    cJSON_AddItemToObject(object, "largest", largest);
    return object;
}
