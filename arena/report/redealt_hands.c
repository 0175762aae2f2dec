// SPDX-License-Identifier: MIT
#include "arena/report/redealt_hands.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/fields.h"
#include "arena/base/folder.h"
#include "arena/base/json_read.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/compare/redeals.h"
#include "arena/compare/redeal_case.h"
#include "engine/deck.h"
#include "engine/game/record.h"
#include "engine/game/game.h"

/* What the deals of a class made of the difference, in twelfths of points; of the first ones, if
 * there are very many. And how often the player of the hand declared and won in re-deals, of which
 * fewer are replayed. */
enum { DEALS_MOST = 1000000, REPLAYS_MOST = 20000 };
struct redealt_strip {
    int32_t *values;
    int count, room;
    int64_t better[3]; /* for b, the same, for a */
    int64_t replayed;
    struct redealt_way {
        int64_t declared, won;
    } ways[2]; /* a's, b's */
};

struct redealt_hand {
    double mean;
    cJSON *json;
};

struct redealt_reading {
    const char *a, *primary;
    const struct skat_rules *rules;
    const cJSON *swings; /* of the page */
    struct redealt_strip strips[REDEAL_CLASSES];
    struct redealt_hand hands[REDEALT_HANDS]; /* the largest means first */
    int count;
};

/* The differences of a case in the scoring of the verdict. */
static const int64_t *values_of(const struct redealt_reading *reading,
                                const struct redealt_seat *seat, int *count)
{
    const bool classic = strcmp(reading->primary, "classic") == 0,
               seeger = strcmp(reading->primary, "seeger_fabian") == 0;

    *count = classic ? seat->classic_count : seeger ? seat->seeger_fabian_count : seat->score_count;
    if (seat->failed && *count > 1)
        *count = 1; /* it counts as it was dealt */
    return classic ? seat->classic : seeger ? seat->seeger_fabian : seat->score;
}

static void add_to_strip(struct redealt_strip *strip, const int64_t *values, int count)
{
    for (int i = 0; i < count && strip->count < DEALS_MOST; i++) {
        if (strip->count == strip->room) {
            strip->room = strip->room ? 2 * strip->room : 64;
            strip->values = xrealloc(strip->values, (size_t)strip->room * sizeof *strip->values);
        }
        strip->values[strip->count++] = (int32_t)values[i];
        strip->better[1 + (values[i] > 0) - (values[i] < 0)]++;
    }
}

/* Counts a game of a re-deal, in which the player at `position` had the hand. False: it is none. */
static bool count_game(struct redealt_way *way, const struct skat_rules *rules, const char *cards,
                       const char *moves, const char *position)
{
    const struct skat_deck *deck = rules->derived.deck;
    struct skat_error error;
    struct skat_deal deal;
    struct skat_game game;
    struct skat_replay replay;
    struct skat_result result;

    if (!skat_deal_parse(&deal, deck, cards, &error))
        return false;
    skat_game_start(&game, rules, &deal, NULL);
    skat_record_replay(&game, moves, false, &replay);
    if (replay.end != SKAT_REPLAY_ALL || game.phase != SKAT_PHASE_OVER)
        return false;
    if (game.table.declarer == SKAT_NOBODY ||
        strcmp(skat_position_name(deck, game.table.declarer), position) != 0)
        return true;
    skat_game_result(&game, &result);
    way->declared++;
    way->won += result.won > 0;
    return true;
}

/* Counts who declared and won in the re-deals of a hand. */
static void count_games(const struct redealt_reading *reading, struct redealt_strip *strip,
                        const struct redealt_seat *seat)
{
    const int bots = strcmp(seat->bot, reading->a) == 0 ? 0 : 1;

    for (int i = 0; i < seat->redeals_count && !seat->failed && strip->replayed < REPLAYS_MOST;
         i++) {
        const struct redealt_games *redeal = &seat->redeals[i];
        struct redealt_way ways[2] = {strip->ways[0], strip->ways[1]};
        if (!count_game(&ways[bots], reading->rules, redeal->cards, redeal->moves,
                        seat->position) ||
            !count_game(&ways[!bots], reading->rules, redeal->cards, redeal->other_moves,
                        seat->position))
            continue;
        memcpy(strip->ways, ways, sizeof ways);
        strip->replayed++;
    }
}

static double mean_of(const int64_t *values, int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += (double)values[i];
    return sum / count;
}

static double points_of(double value) { return json_real(value / SEAT_WEIGHT); }

static cJSON *hand_json(const struct redealt_reading *reading, const struct redeal_line *line,
                        const struct redealt_seat *seat, const int64_t *values, int count)
{
    const bool is_a = strcmp(seat->bot, reading->a) == 0;
    cJSON *json = cJSON_CreateObject(), *list;

    json_put_int(json, "session", line->session);
    json_put_int(json, "deal", line->deal);
    json_put_int(json, "game", seat->game);
    cJSON_AddStringToObject(json, "position", seat->position);
    cJSON_AddStringToObject(json, "a", is_a ? seat->answer : seat->other_answer);
    cJSON_AddStringToObject(json, "b", is_a ? seat->other_answer : seat->answer);
    cJSON_AddBoolToObject(json, "failed", seat->failed);
    list = cJSON_AddArrayToObject(json, "points");
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(list, cJSON_CreateNumber(points_of((double)values[i])));
    json_put_real(json, "mean", points_of(mean_of(values, count)));
    return json;
}

/* Keeps a hand if its mean is among the largest so far; among equals, those that came first. */
static void note_hand(struct redealt_reading *reading, const struct redeal_line *line,
                      const struct redealt_seat *seat, const int64_t *values, int count)
{
    const double mean = fabs(mean_of(values, count));
    int at = reading->count;

    while (at > 0 && reading->hands[at - 1].mean < mean)
        at--;
    if (at == REDEALT_HANDS)
        return;
    if (reading->count == REDEALT_HANDS)
        cJSON_Delete(reading->hands[--reading->count].json);
    memmove(reading->hands + at + 1, reading->hands + at,
            (size_t)(reading->count++ - at) * sizeof *reading->hands);
    reading->hands[at] = (struct redealt_hand){mean, hand_json(reading, line, seat, values, count)};
}

/* Adds a hand to its deal, wherever that is shown. */
static void add_to_deals(const struct redealt_reading *reading, const struct redeal_line *line,
                         const struct redealt_seat *seat, const int64_t *values, int count)
{
    cJSON *shown;

    cJSON_ArrayForEach (shown, reading->swings) {
        const cJSON *swing = json_get(shown, "swing");
        if ((int64_t)json_number(swing, "session") != line->session ||
            (int64_t)json_number(swing, "deal") != line->deal)
            continue;
        cJSON *list = json_get(shown, "hands");
        if (!list)
            list = cJSON_AddArrayToObject(shown, "hands");
        cJSON_AddItemToArray(list, hand_json(reading, line, seat, values, count));
    }
}

static bool take_line(void *context, const void *read, const char *text)
{
    struct redealt_reading *reading = context;
    const struct redeal_line *line = read;

    (void)text;
    for (int i = 0; i < line->cases_count; i++) {
        const struct redealt_seat *seat = &line->cases[i];
        int count;
        const int64_t *values = values_of(reading, seat, &count);
        if (!count)
            continue;
        struct redealt_strip *strip = &reading->strips[redeal_class_of(seat, reading->a)];
        add_to_strip(strip, values, count);
        count_games(reading, strip, seat);
        note_hand(reading, line, seat, values, count);
        add_to_deals(reading, line, seat, values, count);
    }
    return true;
}

static int by_value(const void *one, const void *other)
{
    const int32_t a = *(const int32_t *)one, b = *(const int32_t *)other;
    return (a > b) - (a < b);
}

/* A strip with a cell for each deal or, of more deals than cells, the values at equal distances in
 * their order. */
static cJSON *strip_json(enum redeal_class class, struct redealt_strip *strip)
{
    const int cells = strip->count < REDEALT_CELLS ? strip->count : REDEALT_CELLS;
    cJSON *json = cJSON_CreateObject(), *list;

    qsort(strip->values, (size_t)strip->count, sizeof *strip->values, by_value);
    cJSON_AddStringToObject(json, "name", redeal_class_names[class]);
    json_put_int(json, "deals", strip->count);
    json_put_int(json, "for_a", strip->better[2]);
    json_put_int(json, "for_b", strip->better[0]);
    json_put_ratio(json, "for_a_share", strip->better[2], strip->count);
    json_put_ratio(json, "same_share", strip->better[1], strip->count);
    json_put_ratio(json, "for_b_share", strip->better[0], strip->count);
    for (int way = 0; way < 2; way++) {
        cJSON *object = cJSON_AddObjectToObject(json, way ? "b" : "a");
        json_put_ratio(object, "declared_share", strip->ways[way].declared, strip->replayed);
        json_put_ratio(object, "won_share", strip->ways[way].won, strip->ways[way].declared);
    }
    list = cJSON_AddArrayToObject(json, "cells");
    for (int i = 0; i < cells; i++) {
        const int64_t at = (2 * (int64_t)i + 1) * strip->count / (2 * (int64_t)cells);
        cJSON_AddItemToArray(list, cJSON_CreateNumber(points_of(strip->values[at])));
    }
    return json;
}

static void put_redealt(cJSON *run, struct redealt_reading *reading)
{
    cJSON *redealt = cJSON_AddObjectToObject(run, "redealt");

    cJSON *strips = cJSON_AddArrayToObject(redealt, "strips"),
          *hands = cJSON_AddArrayToObject(redealt, "hands");
    for (int class = 0; class < REDEAL_CLASSES; class ++)
        if (reading->strips[class].count)
            cJSON_AddItemToArray(strips,
                                 strip_json((enum redeal_class) class, &reading->strips[class]));
    for (int i = 0; i < reading->count; i++)
        cJSON_AddItemToArray(hands, reading->hands[i].json);
}

void redealt_hands_add(cJSON *run, const char *folder, const struct skat_rules *rules,
                       const cJSON *summary, struct errors *errors)
{
    const cJSON *comparison = json_get(summary, "comparison");
    char path[FOLDER_PATH_SIZE];

    if (!cJSON_HasObjectItem(comparison, "redeals"))
        return;
    struct redealt_reading reading = {.a = json_text(comparison, "a"),
                                      .primary = json_text(comparison, "primary"),
                                      .rules = rules,
                                      .swings = json_get(run, "swings")};
    if (fields_read_lines(&redeal_line_fields, folder_file(folder, REDEALS_FILE, path), take_line,
                          &reading, errors))
        put_redealt(run, &reading);
    else
        for (int i = 0; i < reading.count; i++)
            cJSON_Delete(reading.hands[i].json);
    for (int class = 0; class < REDEAL_CLASSES; class ++)
        free(reading.strips[class].values);
}
