// SPDX-License-Identifier: MIT
#include "arena/study/realism.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/result/estimates.h"
#include "arena/stats/distribution.h"

void realism_start(struct realism *realism, const struct skat_rules *rules,
                   const struct schedule *schedule)
{
    *realism = (struct realism){
        .unit_games =
            (uint64_t)schedule->per_deal * (schedule->whole_sessions ? schedule->deals : 1),
    };
    metrics_list_play(&realism->metrics, rules, schedule);
    play_metrics_list(&realism->metrics, rules);
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
    metrics_count(&realism->metrics, game, realism->sums);
    play_metrics_count(game, realism->sums);
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
    return published || !play_metrics_is_share(key);
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
        const enum figure_use use = reference_use(references, index, key);
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
    if (!reference_is_split(references, index))
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
