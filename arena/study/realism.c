// SPDX-License-Identifier: MIT
#include "arena/study/realism.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena/base/folder.h"
#include "arena/base/json_read.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/program_dirs.h"
#include "arena/result/estimates.h"
#include "arena/stats/distribution.h"
#include "arena/study/study_metrics.h"

/* ---- how others play ---- */

static void check_figure(const struct json_value *figures, const char *key)
{
    struct json_value value = json_member(figures, key);
    const double *number = &value.node->valuedouble;

    if (!metrics_is_share(key) && !metrics_is_play_share(key))
        errors_add(value.errors, value.place,
                   "no metric of a study that is a share is called \"%s\"", key);
    else if (!cJSON_IsNumber(value.node) || !(*number >= 0 && *number <= 1))
        json_wrong(&value, "a share, 0 .. 1");
}

/* A name in `fitted` or `unscored` must be that of a figure. */
static void check_named(const struct json_value *value, const struct json_value *figures,
                        const char *key)
{
    if (key && !json_get(figures->node, key))
        errors_add(value->errors, value->place, "\"%s\" is not one of the figures", key);
}

static void check_fitted(const struct json_value *fitted, const struct json_value *figures)
{
    if (fitted->node && !cJSON_IsArray(fitted->node))
        json_wrong(fitted, "a list of figures");
    for (int i = 0; i < cJSON_GetArraySize(fitted->node); i++) {
        const struct json_value one = json_element(fitted, i);
        const char *key = cJSON_GetStringValue(one.node);
        if (!key)
            json_wrong(&one, "the name of a figure");
        check_named(&one, figures, key);
    }
}

static void check_unscored(const struct json_value *unscored, const struct json_value *figures)
{
    if (unscored->node && !cJSON_IsObject(unscored->node))
        json_wrong(unscored, "an object of reasons");
    for (const cJSON *item = cJSON_IsObject(unscored->node) ? unscored->node->child : NULL; item;
         item = item->next) {
        const struct json_value one = json_member(unscored, item->string);
        if (!cJSON_IsString(item))
            json_wrong(&one, "the reason, a sentence");
        check_named(&one, figures, item->string);
    }
}

static void check(const struct json_value *root)
{
    static const char *const keys[] = {"title", "what",   "source",   "games",
                                       "date",  "fitted", "unscored", "figures"};
    static const struct json_expected members[] = {
        {"title", cJSON_IsString, "a short name"},          {"what", cJSON_IsString, "a sentence"},
        {"source", cJSON_IsString, "a sentence"},           {"date", cJSON_IsString, "a date"},
        {"figures", cJSON_IsObject, "an object of shares"},
    };
    struct json_value figures = json_member(root, "figures"), games = json_member(root, "games"),
                      fitted = json_member(root, "fitted"),
                      unscored = json_member(root, "unscored");

    if (!json_is_object(root))
        return;
    json_check_keys(root, keys, sizeof keys / sizeof *keys, sizeof *keys);
    json_expect(root, members, sizeof members / sizeof *members);
    if (games.node && !cJSON_IsNull(games.node))
        json_int(&games, 1, JSON_INT_MAX, 1);
    for (const cJSON *item = cJSON_IsObject(figures.node) ? figures.node->child : NULL; item;
         item = item->next)
        check_figure(&figures, item->string);
    check_fitted(&fitted, &figures);
    check_unscored(&unscored, &figures);
}

/* Does the file say what was fitted? */
static bool is_split(const struct references *references, int index)
{
    return cJSON_HasObjectItem(references->root[index], "fitted");
}

/* What a figure is good for. A file lists those that the populations here were fitted to, and says
 * of some why they cannot be compared; if it lists any, the others judge. */
enum figure_use { FIGURE_FITTED, FIGURE_HELD_OUT, FIGURE_UNSCORED };

static enum figure_use use_of(const struct references *references, int index, const char *key)
{
    const cJSON *root = references->root[index], *item;

    if (json_get(json_get(root, "unscored"), key))
        return FIGURE_UNSCORED;
    cJSON_ArrayForEach (item, json_get(root, "fitted"))
        if (strcmp(item->valuestring, key) == 0)
            return FIGURE_FITTED;
    return FIGURE_HELD_OUT;
}

static void load(struct references *references, int index, const char *path, struct errors *errors)
{
    cJSON *json = references->root[index] = json_load(path, errors);
    struct json_value root;

    if (!json)
        return;
    root = json_root(json, path, errors);
    check(&root);
    references->figures[index] = json_get(json, "figures");
}

bool references_load(struct references *references, const char *only, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    int before = errors->count, found;

    *references = (struct references){0};
    if (only) {
        references->names = xcalloc(1, sizeof *references->names);
        references->names[references->count++] = xstrdup(only);
        program_file(PROGRAM_REFERENCE, only, path);
        load(references, 0, path, errors);
        return errors->count == before;
    }
    references->names = program_names(PROGRAM_REFERENCE, &found);
    references->count = found;
    if (!found || found > REFERENCES_MAX)
        errors_add(errors, program_own_dir(PROGRAM_REFERENCE, path),
                   "found %d files of figures; expected 1..%d", found, REFERENCES_MAX);
    for (int i = 0; i < found && errors->count == before; i++) {
        program_file(PROGRAM_REFERENCE, references->names[i], path);
        load(references, i, path, errors);
    }
    return errors->count == before;
}

void references_free(struct references *references)
{
    for (int i = 0; i < REFERENCES_MAX; i++)
        cJSON_Delete(references->root[i]);
    program_names_free(references->names, references->count);
}

/* ---- what bots choose ---- */

void realism_start(struct realism *realism, const struct skat_rules *rules,
                   const struct schedule *schedule)
{
    *realism = (struct realism){
        .unit_games =
            (uint64_t)schedule->per_deal * (schedule->whole_sessions ? schedule->deals : 1),
    };
    metrics_list_play(&realism->metrics, rules, schedule);
}

static void end_unit(struct realism *realism)
{
    for (int i = 0; i < realism->metrics.count; i++) {
        const struct metric *metric = &realism->metrics.of[i];
        const int64_t values[2] = {realism->sums[metric->sums[0]], realism->sums[metric->sums[1]]};
        joint_add(&realism->joint[i], values, 2);
    }
    memset(realism->sums, 0, sizeof realism->sums);
    realism->in_unit = 0;
}

void realism_add(struct realism *realism, const struct game_stats *game)
{
    metrics_count_play(&realism->metrics, game, realism->sums);
    realism->games++;
    if (++realism->in_unit == realism->unit_games)
        end_unit(realism);
}

bool realism_read(struct realism *realism, FILE *game_stats, struct errors *errors)
{
    struct game_stats game;

    rewind(game_stats);
    while (fread(&game, sizeof game, 1, game_stats) == 1)
        realism_add(realism, &game);
    if (!ferror(game_stats))
        return true;
    errors_add(errors, "temporary file", "cannot be read: %s", strerror(errno));
    return false;
}

/* ---- realism.json ---- */

static cJSON *figure_of(const struct references *references, int index, const char *key)
{
    return json_get(references->figures[index], key);
}

/* The share with an interval that stays within 0 and 1. Where all units agree on none (or all),
 * their error says nothing: the bound is the share at which so many units would agree with a chance
 * of 2.5 %; or so many games, of a kind that few units have. */
static struct estimate share_of(const struct joint *joint)
{
    struct estimate share = joint_ratio(joint);
    const double agree = fmax(1, fmin((double)joint->units, (double)joint->sum[1]));
    const double bound = pow((1 - STATS_CONFIDENCE) / 2, 1 / agree);

    if (joint->sum[1] && joint->sum[0] == 0)
        share.low = 0, share.high = 1 - bound;
    else if (joint->sum[1] && joint->sum[0] == joint->sum[1])
        share.low = bound, share.high = 1;
    share.low = share.low < 0 ? 0 : share.low;
    share.high = share.high > 1 ? 1 : share.high;
    return share;
}

static cJSON *metric_to_json(const struct realism *realism, int index,
                             const struct references *references)
{
    const struct metric *metric = &realism->metrics.of[index];
    cJSON *object = cJSON_CreateObject(), *others;

    cJSON_AddStringToObject(object, "metric", metric->key);
    cJSON_AddStringToObject(object, "title", metric->title);
    estimate_put(object, "share", share_of(&realism->joint[index]));
    json_put_int(object, "of", realism->joint[index].sum[1]);
    others = cJSON_AddObjectToObject(object, "references");
    for (int i = 0; i < references->count; i++) {
        const cJSON *figure = figure_of(references, i, metric->key);
        if (figure)
            json_put_real(others, references->names[i], figure->valuedouble);
    }
    return object;
}

/* The metrics that only a published table has are left out where none has them. */
static bool is_wanted(const struct references *references, const char *key)
{
    bool published = false;

    for (int i = 0; i < references->count; i++)
        published |= figure_of(references, i, key) != NULL;
    return published || !metrics_is_play_share(key);
}

/* A distance: the root mean square of the differences over `figures` figures, less what chance
 * adds. A share of few games is off by its own error, so that the square of its difference is, in
 * the mean, that of the true one and that of the error. */
struct distance {
    double squares, errors, variance; /* sums: of both squares; of the variance of the first less
                                         the second */
    int figures;
};

/* The square of the error of a share; at least what it would be if the games were independent and
 * the published figure the truth. A share of few games that all agree has no error of its own. */
static double square_of_error(const struct joint *joint, double figure)
{
    const double own = joint_ratio(joint).error;

    return fmax(own * own, figure * (1 - figure) / (double)joint->sum[1]);
}

/* Leaves out a share of so few games that its error exceeds LARGEST_ERROR: it would outweigh the
 * others. */
static void distance_add(struct distance *distance, const struct joint *joint, double figure)
{
    const double LARGEST_ERROR = 0.05;
    const double difference = joint_ratio(joint).mean - figure, square = difference * difference,
                 error = square_of_error(joint, figure);

    if (error > LARGEST_ERROR * LARGEST_ERROR)
        return;
    distance->squares += square;
    distance->errors += error;
    distance->variance += 2 * error * error + 4 * fmax(square - error, 0) * error;
    distance->figures++;
}

static void distance_sum(struct distance *sum, const struct distance *of)
{
    sum->squares += of->squares;
    sum->errors += of->errors;
    sum->variance += of->variance;
    sum->figures += of->figures;
}

/* The interval is that of the square, a sum over many figures. */
static void distance_put(cJSON *object, const struct distance *distance)
{
    const double figures = distance->figures ? distance->figures : NAN,
                 square = distance->squares - distance->errors,
                 width = normal_quantile((1 + STATS_CONFIDENCE) / 2) * sqrt(distance->variance);

    json_put_real(object, "distance", sqrt(fmax(square, 0) / figures));
    json_put_real(object, "low", sqrt(fmax(square - width, 0) / figures));
    json_put_real(object, "high", sqrt(fmax(square + width, 0) / figures));
    json_put_int(object, "figures", distance->figures);
}

/* Over the figures that both have, by their use. */
static void distances_of(const struct realism *realism, const struct references *references,
                         int index, struct distance by_use[FIGURE_UNSCORED])
{
    for (int i = 0; i < realism->metrics.count; i++) {
        const char *key = realism->metrics.of[i].key;
        const cJSON *figure = figure_of(references, index, key);
        const enum figure_use use = use_of(references, index, key);
        if (figure && realism->joint[i].sum[1] && use != FIGURE_UNSCORED)
            distance_add(&by_use[use], &realism->joint[i], figure->valuedouble);
    }
}

static void put_distances(cJSON *object, const struct realism *realism,
                          const struct references *references, int index)
{
    struct distance by_use[FIGURE_UNSCORED] = {{0}};

    distances_of(realism, references, index, by_use);
    const struct distance *fitted = &by_use[FIGURE_FITTED], *held_out = &by_use[FIGURE_HELD_OUT];
    struct distance all = *fitted;
    distance_sum(&all, held_out);
    distance_put(object, &all);
    if (!is_split(references, index))
        return;
    distance_put(cJSON_AddObjectToObject(object, "fitted"), fitted);
    distance_put(cJSON_AddObjectToObject(object, "held_out"), held_out);
}

static cJSON *reference_to_json(const struct realism *realism, const struct references *references,
                                int index)
{
    static const char *const copied[] = {"title", "what", "source", "games", "date"};
    const cJSON *root = references->root[index];
    cJSON *object = cJSON_CreateObject();

    cJSON_AddStringToObject(object, "name", references->names[index]);
    for (size_t i = 0; i < sizeof copied / sizeof *copied; i++) {
        const cJSON *item = json_get(root, copied[i]);
        cJSON_AddItemToObject(object, copied[i],
                              item ? cJSON_Duplicate(item, true) : cJSON_CreateNull());
    }
    put_distances(object, realism, references, index);
    const cJSON *fitted = json_get(root, "fitted"), *unscored = json_get(root, "unscored");
    if (fitted)
        cJSON_AddItemToObject(object, "fitted_metrics", cJSON_Duplicate(fitted, true));
    if (unscored)
        cJSON_AddItemToObject(object, "unscored", cJSON_Duplicate(unscored, true));
    return object;
}

cJSON *realism_to_json(const struct realism *realism, const struct references *references)
{
    cJSON *root = cJSON_CreateObject(), *list;
    const struct schedule *schedule = realism->metrics.schedule;

    json_put_int(root, "games", (int64_t)realism->games);
    cJSON_AddStringToObject(root, "unit", schedule->whole_sessions ? "session" : "deal");
    json_put_int(root, "units", (int64_t)(realism->games / realism->unit_games));
    list = cJSON_AddArrayToObject(root, "metrics");
    for (int i = 0; i < realism->metrics.count; i++)
        if (is_wanted(references, realism->metrics.of[i].key))
            cJSON_AddItemToArray(list, metric_to_json(realism, i, references));
    list = cJSON_AddArrayToObject(root, "references");
    for (int i = 0; i < references->count; i++)
        cJSON_AddItemToArray(list, reference_to_json(realism, references, i));
    return root;
}
