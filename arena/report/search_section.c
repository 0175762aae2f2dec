// SPDX-License-Identifier: MIT
#include "arena/report/search_section.h"

#include <string.h>

#include "arena/base/fields.h"
#include "arena/base/folder.h"
#include "arena/base/json_read.h"
#include "arena/base/json_write.h"
#include "arena/tune/tune.h"

/* The fitted function of a search. */
struct fitted {
    struct option_ranges ranges;
    struct surface_fit fit;
    struct surface_point start;
    int64_t winner[SURFACE_MAX];
};

static double gain_at(const struct fitted *fitted, const int64_t values[SURFACE_MAX])
{
    const struct surface_point point = option_ranges_point(&fitted->ranges, values);
    return surface_fit_difference(&fitted->fit, &point, &fitted->start);
}

/* Number `index` of `count` values of a range, from its lowest to its highest. */
static int64_t value_at(const struct option_range *range, int index, int count)
{
    return range->low + ((range->high - range->low) * index + (count - 1) / 2) / (count - 1);
}

/* As many values as a range has, at most `most`, which is at least 2. */
static int values_of(const struct option_range *range, int most)
{
    const int64_t all = range->high - range->low + 1;
    return all < 2 ? 2 : all < most ? (int)all : most;
}

static void add_sections(cJSON *section, const struct fitted *fitted)
{
    enum { VALUES = 41 };
    cJSON *list = cJSON_AddArrayToObject(section, "sections");

    for (int i = 0; i < fitted->ranges.count; i++) {
        const struct option_range *range = &fitted->ranges.of[i];
        const int count = values_of(range, VALUES);
        int64_t values[SURFACE_MAX];
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "option", range->name);
        cJSON *points = cJSON_AddArrayToObject(one, "points");
        memcpy(values, fitted->winner, sizeof values);
        for (int k = 0; k < count; k++) {
            cJSON *point = cJSON_CreateObject();
            values[i] = value_at(range, k, count);
            json_put_int(point, "value", values[i]);
            cJSON_AddNumberToObject(point, "gain", gain_at(fitted, values));
            cJSON_AddItemToArray(points, point);
        }
        cJSON_AddItemToArray(list, one);
    }
}

static cJSON *values_json(const struct option_range *range, int count)
{
    cJSON *list = cJSON_CreateArray();

    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(list, cJSON_CreateNumber((double)value_at(range, i, count)));
    return list;
}

static cJSON *map_of(const struct fitted *fitted, int x, int y)
{
    enum { VALUES = 15 };
    const struct option_range *across = &fitted->ranges.of[x], *up = &fitted->ranges.of[y];
    const int columns = values_of(across, VALUES), rows = values_of(up, VALUES);
    int64_t values[SURFACE_MAX];
    cJSON *map = cJSON_CreateObject();

    cJSON_AddStringToObject(map, "x", across->name);
    cJSON_AddStringToObject(map, "y", up->name);
    cJSON_AddItemToObject(map, "xs", values_json(across, columns));
    cJSON_AddItemToObject(map, "ys", values_json(up, rows));
    cJSON *gains = cJSON_AddArrayToObject(map, "gains");
    memcpy(values, fitted->winner, sizeof values);
    for (int i = 0; i < rows; i++) {
        cJSON *row = cJSON_CreateArray();
        values[y] = value_at(up, i, rows);
        for (int k = 0; k < columns; k++) {
            values[x] = value_at(across, k, columns);
            cJSON_AddItemToArray(row, cJSON_CreateNumber(gain_at(fitted, values)));
        }
        cJSON_AddItemToArray(gains, row);
    }
    return map;
}

static void add_maps(cJSON *section, const struct fitted *fitted)
{
    enum { MOST_OPTIONS = 3 };
    const int count = fitted->ranges.count;
    cJSON *list = cJSON_AddArrayToObject(section, "maps");

    for (int x = 0; x < count && count <= MOST_OPTIONS; x++)
        for (int y = x + 1; y < count; y++)
            cJSON_AddItemToArray(list, map_of(fitted, x, y));
}

/* Fits the function anew, as the search did after its last round. False where a line has not the
 * options of the search. */
static bool fit_path(struct fitted *fitted, const struct tune_summary *tune)
{
    int64_t starts[SURFACE_MAX] = {0}, plus[SURFACE_MAX] = {0}, minus[SURFACE_MAX] = {0};
    struct surface surface;
    bool ok = tune->options_count <= SURFACE_MAX && tune->path_count > 0;

    *fitted = (struct fitted){.ranges = {.count = ok ? tune->options_count : 0}};
    for (int i = 0; i < fitted->ranges.count; i++) {
        const struct tuned_option *option = &tune->options[i];
        fitted->ranges.of[i] = (struct option_range){
            .name = option->name, .low = option->low, .high = option->high, .start = option->start};
        fitted->winner[i] = option->winner;
        ok = ok && option->high > option->low;
    }
    if (!ok)
        return false;
    option_ranges_starts(&fitted->ranges, starts);
    fitted->start = option_ranges_point(&fitted->ranges, starts);
    surface_open(&surface, fitted->ranges.count, &fitted->start, tune->path_count, 0.5);
    for (int i = 0; i < tune->path_count && ok; i++) {
        const struct tune_round *round = &tune->path[i];
        ok = option_ranges_find(&fitted->ranges, round->plus, round->plus_count, plus) &&
             option_ranges_find(&fitted->ranges, round->minus, round->minus_count, minus);
        const struct surface_round seen = {
            .plus = option_ranges_point(&fitted->ranges, plus),
            .minus = option_ranges_point(&fitted->ranges, minus),
            .difference = round->difference.mean,
            .error = round->difference.error,
        };
        if (ok)
            surface_add(&surface, &seen);
    }
    surface_fit(&surface, &fitted->fit);
    surface_close(&surface);
    return ok;
}

cJSON *search_section(const char *folder, struct errors *errors)
{
    struct pool pool = {0};
    struct tune_summary tune;
    struct fitted fitted;
    cJSON *section = NULL;

    if (tune_load(&tune, folder, &pool, errors)) {
        section = fields_to_json(&tune_summary_fields, &tune);
        if (fit_path(&fitted, &tune)) {
            add_sections(section, &fitted);
            add_maps(section, &fitted);
        }
    }
    pool_free(&pool);
    return section;
}

cJSON *grid_section(const char *folder, struct errors *errors)
{
    struct pool pool = {0};
    struct grid_summary grid;
    char path[FOLDER_PATH_SIZE];
    cJSON *root = json_load(folder_file(folder, "grid.json", path), errors), *section = NULL;

    if (root && grid_summary_read(&grid, root, path, &pool, errors)) {
        section = fields_to_json(&grid_summary_fields, &grid);
        cJSON_AddStringToObject(section, "sentence", grid_sentence(&grid, &pool));
    }
    pool_free(&pool);
    cJSON_Delete(root);
    return section;
}
