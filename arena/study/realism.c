// SPDX-License-Identifier: MIT
#include "arena/study/realism.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/result/estimates.h"

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

void realism_add(void *context, const struct game_stats *game)
{
    struct realism *realism = context;

    metrics_count(&realism->metrics, game, realism->sums);
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
    return cJSON_GetObjectItemCaseSensitive(references->figures[index], key);
}

/* The share with an interval that stays within 0 and 1. Where all units agree on none (or all),
 * their error says nothing: the bound is the share at which so many units would agree with a chance
 * of 2.5 %. */
static struct estimate share_of(const struct joint *joint)
{
    struct estimate share = joint_ratio(joint);
    double bound = pow((1 - STATS_CONFIDENCE) / 2, 1.0 / (double)(joint->units ? joint->units : 1));

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
    others = cJSON_AddObjectToObject(object, "references");
    for (int i = 0; i < references->count; i++) {
        const cJSON *figure = figure_of(references, i, metric->key);
        if (figure)
            json_put_real(others, references->names[i], figure->valuedouble);
    }
    return object;
}

/* Root mean square of the differences, over the figures that both have; NaN if there are none. */
static double distance(const struct realism *realism, const struct references *references,
                       int index, int *figures)
{
    double squares = 0;

    *figures = 0;
    for (int i = 0; i < realism->metrics.count; i++) {
        const cJSON *figure = figure_of(references, index, realism->metrics.of[i].key);
        double share = joint_ratio(&realism->joint[i]).mean;
        if (!figure || isnan(share))
            continue;
        squares += (share - figure->valuedouble) * (share - figure->valuedouble);
        (*figures)++;
    }
    return *figures ? sqrt(squares / *figures) : NAN;
}

static cJSON *reference_to_json(const struct realism *realism, const struct references *references,
                                int index)
{
    static const char *const copied[] = {"title", "what", "source", "games", "date"};
    cJSON *object = cJSON_CreateObject();
    int figures;

    cJSON_AddStringToObject(object, "name", references->names[index]);
    for (size_t i = 0; i < sizeof copied / sizeof *copied; i++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(references->root[index], copied[i]);
        cJSON_AddItemToObject(object, copied[i],
                              item ? cJSON_Duplicate(item, true) : cJSON_CreateNull());
    }
    json_put_real(object, "distance", distance(realism, references, index, &figures));
    json_put_int(object, "figures", figures);
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
        cJSON_AddItemToArray(list, metric_to_json(realism, i, references));
    list = cJSON_AddArrayToObject(root, "references");
    for (int i = 0; i < references->count; i++)
        cJSON_AddItemToArray(list, reference_to_json(realism, references, i));
    return root;
}
