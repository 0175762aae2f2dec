// SPDX-License-Identifier: MIT
#include "arena/positions/position_set.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/input_file.h"
#include "arena/base/input_line.h"
#include "arena/base/json_read.h"
#include "arena/base/memory.h"
#include "arena/base/text.h"
#include "arena/bot/fixed_auction.h"
#include "engine/game/record.h"

struct positions_reading {
    struct position_set *set;
    const struct skat_rules *rules;
    const char *where;
    struct errors *errors;
};

static bool wrong(const struct positions_reading *reading, const char *key, const char *why)
{
    errors_add(reading->errors, reading->where, "field \"%s\": %s", key, why);
    return false;
}

static const char *text_of(const cJSON *line, const char *key)
{
    const cJSON *item = json_get(line, key);

    return cJSON_IsString(item) ? item->valuestring : NULL;
}

/* Up to the position: false with the reason. */
static bool replay(const struct position *position, const struct skat_rules *rules,
                   struct skat_game *game, const char **key, struct skat_error *error)
{
    struct fixed_auction moves = {0};
    struct skat_replay replayed;
    struct skat_deal deal;

    *key = "deal";
    if (!skat_deal_parse(&deal, rules->derived.deck, position->deal, error))
        return false;
    *key = "moves";
    if (!fixed_auction_read_position(&moves, &deal, position->moves, rules, error))
        return false;
    fixed_auction_free(&moves);
    skat_game_start(game, rules, &deal, NULL);
    skat_record_replay(game, position->moves, false, &replayed);
    return true;
}

/* Whether all of them are legal answers. */
static bool check_actions(const struct positions_reading *reading, const char *key,
                          const cJSON *list, const struct skat_game *game)
{
    const cJSON *item;

    if (!cJSON_IsArray(list) || !cJSON_GetArraySize(list))
        return wrong(reading, key, "must be an array of actions, [\"CJ\"]");
    cJSON_ArrayForEach (item, list) {
        struct skat_action action;
        struct skat_game copy = *game;
        if (!cJSON_IsString(item) || !skat_record_parse_action(item->valuestring, &action, NULL) ||
            skat_game_apply(&copy, game->table.turn, &action) != SKAT_ACCEPTED)
            return wrong(reading, key, "has an action that is not legal in this position");
    }
    return true;
}

static bool take_actions(const struct positions_reading *reading, const cJSON *line,
                         struct position *position, const struct skat_game *game)
{
    position->play = json_get(line, "play");
    position->avoid = json_get(line, "not");
    if (!position->play == !position->avoid)
        return wrong(reading, "play", "one of \"play\" and \"not\" is needed");
    return position->play ? check_actions(reading, "play", position->play, game)
                          : check_actions(reading, "not", position->avoid, game);
}

/* Themes and reasons are printed as they are: up to `most` bytes. */
static bool is_printable(const char *text, size_t most)
{
    char printable[POSITION_REASON_MAX + 1];

    if (strlen(text) > most)
        return false;
    snprintf(printable, sizeof printable, "%s", text);
    text_make_printable(printable);
    return strcmp(printable, text) == 0;
}

/* What is for readers is left out where it cannot be printed; `other` in its place. */
static const char *for_readers(const cJSON *line, const char *key, const char *other)
{
    const char *text = text_of(line, key);

    return text && is_printable(text, POSITION_REASON_MAX) ? text : other;
}

static bool take_line(const struct positions_reading *reading, const cJSON *line)
{
    struct position_set *set = reading->set;
    struct position position = {.id = text_of(line, "id"),
                                .theme = text_of(line, "theme"),
                                .reason = for_readers(line, "reason", ""),
                                .deal = text_of(line, "deal"),
                                .moves = text_of(line, "moves")};
    struct skat_error error;
    struct skat_game game;
    const char *key;

    if (!position.id || !text_is_name(position.id) || strlen(position.id) > POSITION_ID_MAX)
        return wrong(reading, "id", "must be a name of up to 40 characters");
    if (!position.deal || !position.moves)
        return wrong(reading, position.deal ? "moves" : "deal", "must be a string");
    if (!replay(&position, reading->rules, &game, &key, &error))
        return wrong(reading, key, error.text);
    if (!take_actions(reading, line, &position, &game))
        return false;
    if (!position.theme)
        position.theme = "";
    position.theme_de = for_readers(line, "theme_de", position.theme);
    position.reason_de = for_readers(line, "reason_de", position.reason);
    if (!is_printable(position.theme, POSITION_THEME_MAX))
        return wrong(reading, "theme", "must be a printable text of up to 60 characters");
    set->positions = xrealloc(set->positions, ((size_t)set->count + 1) * sizeof *set->positions);
    set->positions[set->count++] = position;
    return true;
}

bool position_set_add(struct position_set *set, const char *text, const struct skat_rules *rules,
                      const char *where, struct errors *errors)
{
    const struct positions_reading reading = {set, rules, where, errors};

    if (!*text)
        return true;
    cJSON *line = json_parse(text, strlen(text), where, errors);
    if (!line)
        return false;
    if (!set->lines)
        set->lines = cJSON_CreateArray();
    cJSON_AddItemToArray(set->lines, line);
    if (cJSON_IsObject(line))
        return take_line(&reading, line);
    errors_add(errors, where, "a line must be a JSON object");
    return false;
}

static int by_id(const void *one, const void *other)
{
    const struct position *const *a = one, *const *b = other;
    return strcmp((*a)->id, (*b)->id);
}

/* No two positions may have the same id. */
static void check_ids(const struct position_set *set, const char *path, struct errors *errors)
{
    const struct position **sorted = xcalloc((size_t)set->count + 1, sizeof *sorted);

    for (int i = 0; i < set->count; i++)
        sorted[i] = &set->positions[i];
    qsort(sorted, (size_t)set->count, sizeof *sorted, by_id);
    for (int i = 1; i < set->count; i++)
        if (strcmp(sorted[i - 1]->id, sorted[i]->id) == 0) {
            errors_add(errors, path, "field \"id\": \"%s\" is there twice", sorted[i]->id);
            break;
        }
    free(sorted);
}

bool position_set_read(struct position_set *set, const char *path, const struct skat_rules *rules,
                       struct errors *errors)
{
    enum { ERRORS_SHOWN = 20 };
    FILE *file = input_file_open(path, INPUT_NAMED);
    int before = errors->count;
    struct input_line line = {0};
    char where[1300];

    if (!file) {
        input_file_refused(path, errno, errors);
        return false;
    }
    while (errors->count < before + ERRORS_SHOWN && input_line_next(&line, file, path, errors)) {
        snprintf(where, sizeof where, "%.1200s:%" PRIu64, path, line.number);
        position_set_add(set, line.text, rules, where, errors);
    }
    input_line_free(&line);
    fclose(file);
    if (errors->count == before && !set->count)
        errors_add(errors, path, "has no position");
    check_ids(set, path, errors);
    return errors->count == before;
}

void position_set_free(struct position_set *set)
{
    cJSON_Delete(set->lines);
    free(set->positions);
    *set = (struct position_set){0};
}

void position_replay(const struct position *position, const struct skat_rules *rules,
                     struct skat_game *game)
{
    struct skat_error error;
    const char *key;

    replay(position, rules, game, &key, &error);
}

static skat_cards cards_of(const struct skat_action *action)
{
    skat_cards set = 0;

    for (int i = 0; i < action->count; i++)
        set |= skat_card_bit(action->cards[i]);
    return set;
}

/* Whether two texts are the same action: discards may come in any order. */
static bool same_action(const char *one, const char *other)
{
    struct skat_action a, b;

    return skat_record_parse_action(one, &a, NULL) && skat_record_parse_action(other, &b, NULL) &&
           a.kind == b.kind && a.bid == b.bid && a.number == b.number && a.count == b.count &&
           cards_of(&a) == cards_of(&b) && skat_contract_same(a.contract, b.contract);
}

static bool has(const cJSON *list, const char *answer)
{
    const cJSON *item;

    cJSON_ArrayForEach (item, list)
        if (same_action(item->valuestring, answer))
            return true;
    return false;
}

bool position_passes(const struct position *position, const char *answer)
{
    if (!*answer)
        return false;
    return position->play ? has(position->play, answer) : !has(position->avoid, answer);
}
