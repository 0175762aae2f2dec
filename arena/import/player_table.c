// SPDX-License-Identifier: MIT
#include "arena/import/player_table.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/folder.h"
#include "arena/base/hash_index.h"
#include "arena/base/input_file.h"
#include "arena/base/input_line.h"
#include "arena/base/json_read.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/stats/distribution.h"

const char player_table_file[] = "players.jsonl";

struct player_table {
    struct player_results *players;
    uint32_t count, room;
    struct hash_index by_name; /* empty once the table is sorted */
};

/* ---- adding ---- */

struct player_table *player_table_new(void)
{
    enum { ROOM = 256 };
    struct player_table *table = xcalloc(1, sizeof *table);

    table->room = ROOM;
    table->players = xcalloc(ROOM, sizeof *table->players);
    hash_index_start(&table->by_name, 2 * ROOM);
    return table;
}

void player_table_free(struct player_table *table)
{
    if (!table)
        return;
    free(table->players);
    hash_index_free(&table->by_name);
    free(table);
}

static uint32_t hash_name(const char *name) { return hash_bytes(name, strlen(name)); }

static void grow(struct player_table *table)
{
    uint32_t size = 2 * table->by_name.size;

    table->room *= 2;
    table->players = xrealloc(table->players, table->room * sizeof *table->players);
    hash_index_free(&table->by_name);
    hash_index_start(&table->by_name, size);
    for (uint32_t i = 0; i < table->count; i++)
        hash_index_put(&table->by_name, hash_name(table->players[i].name), i);
}

/* The player of that name, who is added if there is none. */
static struct player_results *player_of(struct player_table *table, const char *name)
{
    const uint32_t hash = hash_name(name);

    for (uint32_t at = hash, i; (i = hash_index_next(&table->by_name, &at)) != HASH_INDEX_NONE;)
        if (strcmp(table->players[i].name, name) == 0)
            return &table->players[i];
    if (table->count == table->room)
        grow(table);
    struct player_results *player = &table->players[table->count];
    *player = (struct player_results){0};
    snprintf(player->name, sizeof player->name, "%s", name);
    hash_index_put(&table->by_name, hash, table->count++);
    return player;
}

/* Adds results to those of the player of that name. */
static void add_results(struct player_table *table, const struct player_results *results)
{
    struct player_results *player = player_of(table, results->name);

    player->games += results->games;
    player->declared += results->declared;
    player->won += results->won;
    player->beaten += results->beaten;
    player->classic += results->classic;
    player->seeger.units += results->seeger.units;
    player->seeger.sum += results->seeger.sum;
    player->seeger.squares += results->seeger.squares;
}

void player_table_add_game(struct player_table *table, const struct game_stats *stats,
                           const char *const names[SKAT_PLAYERS])
{
    const bool is_declared = stats->declarer != SKAT_NOBODY;

    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        const unsigned seat = stats->seat_of[position];
        const bool declares = stats->declarer == position;
        struct player_results results = {
            .games = 1,
            .declared = declares,
            .won = declares && stats->won,
            .beaten = is_declared && !declares && !stats->won,
            .classic = stats->score[STATS_CLASSIC][seat],
        };
        moments_add(&results.seeger, stats->score[STATS_SEEGER][seat]);
        snprintf(results.name, sizeof results.name, "%s", names[position]);
        add_results(table, &results);
    }
}

/* ---- in order ---- */

static int by_games(const void *one, const void *other)
{
    const struct player_results *a = one, *b = other;

    if (a->games != b->games)
        return a->games > b->games ? -1 : 1;
    return strcmp(a->name, b->name);
}

const struct player_results *player_table_sorted(struct player_table *table, uint32_t *count)
{
    hash_index_free(&table->by_name);
    qsort(table->players, table->count, sizeof *table->players, by_games);
    *count = table->count;
    return table->players;
}

struct estimate player_share(int64_t part, int64_t whole)
{
    if (!whole)
        return (struct estimate){NAN, NAN, NAN, NAN};
    const double z = normal_quantile(1 - STATS_BEYOND_END), n = (double)whole;
    const double share = (double)part / n, middle = (share + z * z / (2 * n)) / (1 + z * z / n);
    const double error = sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n);

    return (struct estimate){share, error, middle - z * error, middle + z * error};
}

struct estimate player_seeger(const struct player_results *player)
{
    struct estimate mean = moments_estimate(&player->seeger);

    if (player->games < PLAYER_GAMES_LEAST)
        mean.error = mean.low = mean.high = NAN;
    return mean;
}

/* ---- writing ---- */

static void put_estimate(cJSON *object, const char *const keys[3], struct estimate estimate)
{
    json_put_real(object, keys[0], estimate.mean);
    json_put_real(object, keys[1], estimate.low);
    json_put_real(object, keys[2], estimate.high);
}

static cJSON *player_json(const struct player_results *player)
{
    static const char *const won[] = {"won_share", "won_low", "won_high"};
    static const char *const seeger[] = {"seeger_a_game", "seeger_low", "seeger_high"};
    cJSON *object = cJSON_CreateObject();

    cJSON_AddStringToObject(object, "player", player->name);
    json_put_int(object, "games", player->games);
    json_put_int(object, "declared", player->declared);
    json_put_int(object, "won", player->won);
    json_put_int(object, "beaten", player->beaten);
    json_put_int(object, "classic", player->classic);
    json_put_int(object, "seeger", player->seeger.sum);
    json_put_int(object, "seeger_squares", (int64_t)player->seeger.squares);
    put_estimate(object, won, player_share(player->won, player->declared));
    put_estimate(object, seeger, player_seeger(player));
    return object;
}

char *player_table_line(const struct player_results *player)
{
    cJSON *object = player_json(player);
    char *text = xcheck(cJSON_PrintUnformatted(object));

    cJSON_Delete(object);
    return text;
}

void player_table_write(struct player_table *table, FILE *file)
{
    uint32_t count;
    const struct player_results *players = player_table_sorted(table, &count);

    for (uint32_t i = 0; i < count; i++) {
        char *text = player_table_line(&players[i]);
        fprintf(file, "%s\n", text);
        free(text);
    }
}

/* ---- reading ---- */

static int64_t count_in(const struct json_value *line, const char *key, int64_t most)
{
    struct json_value value = json_member(line, key);

    return json_int(&value, 0, most, 0);
}

static int64_t sum_in(const struct json_value *line, const char *key)
{
    const int64_t most = INT64_C(1) << 52;
    struct json_value value = json_member(line, key);

    return json_int(&value, -most, most, 0);
}

static const int64_t most_counted = INT64_C(1) << 52;

/* Whether the lines of a player add up to what one line may have. */
static bool is_countable(const struct player_results *player)
{
    return player->games <= most_counted && llabs(player->classic) <= most_counted &&
           llabs(player->seeger.sum) <= most_counted &&
           player->seeger.squares <= (uint64_t)most_counted;
}

/* An error if it is no line of such a table. */
static void take_line(struct player_table *table, const char *text, size_t length,
                      const char *place, struct errors *errors)
{
    const int before = errors->count;
    cJSON *root = json_parse(text, length, place, errors);
    struct player_results results = {0};

    if (!root)
        return;
    struct json_value line = json_root(root, place, errors);
    struct json_value name = json_member(&line, "player");
    const char *player = json_string(&name);
    if (!player || !*player || strlen(player) >= sizeof results.name)
        json_wrong(&name, "a name of 1 to 40 bytes");
    else
        snprintf(results.name, sizeof results.name, "%s", player);
    results.games = results.seeger.units = count_in(&line, "games", most_counted);
    results.declared = count_in(&line, "declared", results.games);
    results.won = count_in(&line, "won", results.declared);
    results.beaten = count_in(&line, "beaten", results.games - results.declared);
    results.classic = sum_in(&line, "classic");
    results.seeger.sum = sum_in(&line, "seeger");
    results.seeger.squares = count_in(&line, "seeger_squares", most_counted);
    cJSON_Delete(root);
    if (errors->count > before)
        return;
    add_results(table, &results);
    if (!is_countable(player_of(table, results.name)))
        errors_add(errors, place, "with the lines before, %s has more than can be counted",
                   results.name);
}

bool player_table_read(struct player_table *table, const char *path, struct errors *errors)
{
    char in_folder[FOLDER_PATH_SIZE], place[FOLDER_PATH_SIZE + 32];
    const bool folder = folder_exists(path);
    const char *name = folder ? folder_file(path, player_table_file, in_folder) : path;
    FILE *file = input_file_open(name, folder ? INPUT_OWN : INPUT_NAMED);
    const int before = errors->count;
    struct input_line line = {0};

    if (!file) {
        input_file_refused(name, errno, errors);
        return false;
    }
    while (errors->count == before && input_line_next(&line, file, name, errors)) {
        snprintf(place, sizeof place, "%s:%" PRIu64, name, line.number);
        take_line(table, line.text, line.length, place, errors);
    }
    input_line_free(&line);
    fclose(file);
    return errors->count == before;
}
