// SPDX-License-Identifier: MIT
#include "arena/study/study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/version.h"
#include "arena/bot/module_description.h"
#include "arena/config/rules_config.h"
#include "arena/stats/histogram.h"
#include "arena/config/run_seed.h"

/* ---- pairing ---- */

enum { BASE, VARIED, SIDES };

/* A metric's own sums over units, baseline and variation. */
struct paired {
    struct joint joint;         /* in the order that its difference needs */
    bool differs;               /* in some unit; if not, the effect is exactly 0 despite rounding */
    double gradient[JOINT_MAX]; /* of the effect by the sums, once they are known */
    double change;              /* the effect */
    struct binned_values *values; /* the effect by each unit alone, whose mean it is */
};

struct pairing {
    const struct metrics *metrics;
    bool again;                       /* the sums of all units are known */
    int64_t sums[SIDES][METRIC_SUMS]; /* of the current unit */
    struct paired paired[METRICS_MAX];
};

static int sums_of(const struct metric *metric) { return metric->kind == METRIC_RATIO ? 2 : 3; }

/* A difference of ratios is first minus second, one of deviations second minus first. */
static int first_side(const struct metric *metric)
{
    return metric->kind == METRIC_RATIO ? VARIED : BASE;
}

/* A metric's sums of the current unit, those of both sides in the order of its difference. */
static void sums_of_unit(const struct pairing *pairing, const struct metric *metric,
                         int64_t values[JOINT_MAX])
{
    const int count = sums_of(metric), first = first_side(metric);

    for (int k = 0; k < count; k++) {
        values[k] = pairing->sums[first][metric->sums[k]];
        values[count + k] = pairing->sums[!first][metric->sums[k]];
    }
}

/* The first time, sums are taken. */
static void add_sums(struct paired *paired, const struct metric *metric, const int64_t *values)
{
    const int count = sums_of(metric);

    for (int k = 0; k < count; k++)
        paired->differs |= values[k] != values[count + k];
    joint_add(&paired->joint, values, 2 * count);
}

/* The second time, what each unit contributes to the effect: its linear part. */
static void add_value(struct paired *paired, const struct metric *metric, const int64_t *values)
{
    double part = 0;

    for (int k = 0; k < 2 * sums_of(metric); k++)
        part += paired->gradient[k] * (double)values[k];
    binned_values_add(paired->values, paired->change + part * (double)paired->joint.units);
}

static void end_unit(struct pairing *pairing)
{
    int64_t values[JOINT_MAX];

    for (int i = 0; i < pairing->metrics->count; i++) {
        const struct metric *metric = &pairing->metrics->of[i];
        struct paired *paired = &pairing->paired[i];
        sums_of_unit(pairing, metric, values);
        if (!pairing->again)
            add_sums(paired, metric, values);
        else if (paired->values)
            add_value(paired, metric, values);
    }
    memset(pairing->sums, 0, sizeof pairing->sums);
}

static double value_of(const struct metric *metric, const int64_t *sum)
{
    double whole = (double)sum[sums_of(metric) - 1];

    if (whole == 0)
        return NAN;
    if (metric->kind == METRIC_RATIO)
        return (double)sum[0] / whole;
    return sqrt((double)((wide)sum[0] * sum[2] - (wide)sum[1] * sum[1])) / whole;
}

static struct estimate change_of(const struct metric *metric, const struct paired *paired,
                                 double baseline)
{
    if (!paired->differs && !isnan(baseline))
        return (struct estimate){0, 0, 0, 0};
    return metric->kind == METRIC_RATIO ? joint_ratio_difference(&paired->joint)
                                        : joint_deviation_difference(&paired->joint);
}

/* Before the games are read again. What cannot be computed has no values. */
static void prepare_values(struct paired *paired, const struct metric *metric)
{
    paired->change = metric->kind == METRIC_RATIO
                         ? joint_ratio_change(&paired->joint, paired->gradient)
                         : joint_deviation_change(&paired->joint, paired->gradient);
    bool known = isfinite(paired->change);
    for (int k = 0; k < 2 * sums_of(metric); k++)
        known = known && isfinite(paired->gradient[k]); /* of a deviation of 0 it is not */
    if (paired->differs && known)
        paired->values = xcalloc(1, sizeof *paired->values); /* 130 kB */
}

/* The games of a deal in which one seat's bot can be this one, at most: in those, a hand that is
 * dealt to that seat is the bot's. */
static int games_with_hand(const struct schedule *schedule, int bot)
{
    int most = 0;

    for (int seat = 0; seat < schedule->seats; seat++)
        for (int group = 0; group < schedule->arrangement_count; group += schedule->per_deal) {
            int games = 0;
            for (int i = group; i < group + schedule->per_deal; i++)
                games += schedule->arrangements[i][seat] == bot;
            most = games > most ? games : most;
        }
    return most;
}

/* How far from 0 one hand can take the effect by its unit, which is what is judged: in all games of
 * the deal, one rule set makes the most of the hand and the other the least. The other deals of a
 * session are as on average. */
static double hand_effect(const struct metrics *metrics, const struct metric *metric,
                          const struct paired *paired)
{
    const int count = sums_of(metric),
              games = metric->bot < 0 ? metrics->schedule->per_deal
                                      : games_with_hand(metrics->schedule, metric->bot);
    const int64_t *sum = paired->joint.sum;
    const double values = (double)(sum[count - 1] < sum[2 * count - 1] ? sum[count - 1]
                                                                       : sum[2 * count - 1]),
                 /* of the hand, in the mean over the values of a unit */
        weight = games / (values / (double)paired->joint.units);

    if (metric->kind == METRIC_RATIO)
        return weight * metric->most + fabs(1 - weight) * fabs(paired->change);
    const double mean = fmax(fabs((double)sum[1] / (double)sum[2]),
                             fabs((double)sum[4] / (double)sum[5])),
                 deviation = fmin(value_of(metric, sum), value_of(metric, sum + count));
    return weight * pow(metric->most + mean, 2) / (2 * deviation) + fabs(paired->change);
}

/* No share changes by more than 1, and no deviation is below 0. */
static void keep_possible(double *low, double *high, const struct metric *metric, double baseline)
{
    if (metric->kind == METRIC_DEVIATION)
        *low = fmax(*low, -baseline);
    if (metric->unit != METRIC_SHARE)
        return;
    *low = fmax(*low, -1);
    *high = fmin(*high, 1);
}

static void judge(struct effect *effect, const struct metrics *metrics, const struct metric *metric,
                  const struct paired *paired)
{
    struct counted_sample sample = {.count = 0};

    effect->judged = (struct judged){NAN, NAN, NAN, NAN};
    if (!paired->differs && !isnan(effect->baseline))
        effect->judged = (struct judged){0, 0, NAN, NAN};
    if (!paired->values)
        return;
    sample.values = binned_values_list(paired->values, &sample.count);
    effect->judged = judged_of(&sample, hand_effect(metrics, metric, paired));
    if (isnan(effect->judged.p)) /* 0 in every unit, or one unit */
        effect->judged.low = effect->judged.high = paired->joint.units > 1 ? 0 : NAN;
    else
        keep_possible(&effect->judged.low, &effect->judged.high, metric, effect->baseline);
    free(sample.values);
}

static void fill_effect(struct effect *effect, const struct metric *metric,
                        const struct paired *paired)
{
    const int64_t *first = paired->joint.sum, *second = first + sums_of(metric);
    bool baseline_first = first_side(metric) == BASE;

    effect->baseline = value_of(metric, baseline_first ? first : second);
    effect->value = value_of(metric, baseline_first ? second : first);
    effect->change = change_of(metric, paired, effect->baseline);
    if (effect->change.error > 0)
        keep_possible(&effect->change.low, &effect->change.high, metric, effect->baseline);
}

/* Is this game number `number` of the schedule? Pairs must have the same cards and table. */
static bool is_game(const struct game_stats *game, const struct schedule *schedule, uint64_t number)
{
    uint64_t per_deal = (uint64_t)schedule->per_deal;
    struct game_id id = schedule_game(schedule, number / per_deal, (uint32_t)(number % per_deal));

    return game->game == number && game->session == id.session && game->deal == id.deal &&
           game->arrangement == id.arrangement;
}

static uint64_t games_of_unit(const struct schedule *schedule, const struct pairs *pairs)
{
    return (uint64_t)schedule->per_deal * (pairs->sessions ? schedule->deals : 1);
}

static bool read_games(struct pairing *pairing, FILE *files[SIDES], struct pairs *pairs,
                       struct errors *errors)
{
    const struct schedule *schedule = pairing->metrics->schedule;
    uint64_t games = schedule_games(schedule);
    const uint64_t unit = games_of_unit(schedule, pairs);
    struct game_stats game;
    uint64_t moves[SIDES];

    pairs->changed = pairs->units = 0;
    for (int side = 0; side < SIDES; side++)
        rewind(files[side]);
    for (uint64_t number = 0; number < games; number++) {
        for (int side = 0; side < SIDES; side++) {
            if (fread(&game, sizeof game, 1, files[side]) != 1 ||
                !is_game(&game, schedule, number)) {
                errors_add(errors, "temporary file",
                           "the game statistics of the %s end or skip before game %llu of %llu",
                           side == BASE ? "baseline" : "variation", (unsigned long long)number,
                           (unsigned long long)games);
                return false;
            }
            metrics_count(pairing->metrics, &game, pairing->sums[side]);
            moves[side] = game.moves;
        }
        pairs->changed += moves[BASE] != moves[VARIED];
        if ((number + 1) % unit == 0) {
            end_unit(pairing);
            pairs->units++;
        }
    }
    return true;
}

bool study_measure(FILE *baseline, FILE *varied, const struct metrics *metrics, struct pairs *pairs,
                   struct effect *effects, struct errors *errors)
{
    struct pairing *pairing = xcalloc(1, sizeof *pairing); /* 150 kB */
    FILE *files[SIDES] = {[BASE] = baseline, [VARIED] = varied};

    pairing->metrics = metrics;
    bool ok = read_games(pairing, files, pairs, errors);
    for (int i = 0; ok && i < metrics->count; i++)
        prepare_values(&pairing->paired[i], &metrics->of[i]);
    pairing->again = true;
    ok = ok && read_games(pairing, files, pairs, errors);
    for (int i = 0; ok && i < metrics->count; i++) {
        fill_effect(&effects[i], &metrics->of[i], &pairing->paired[i]);
        judge(&effects[i], metrics, &metrics->of[i], &pairing->paired[i]);
    }
    for (int i = 0; i < metrics->count; i++)
        free(pairing->paired[i].values);
    free(pairing);
    return ok;
}

/* ---- a study ---- */

void study_start(struct study *study, const struct config *baseline,
                 const struct variations *variations, struct pool *pool)
{
    const struct skat_rules *rules[VARIATIONS_MAX + 1] = {&baseline->rules};
    const char *names[BOTS_MAX];

    *study = (struct study){.baseline = baseline, .variations = variations, .pool = pool};
    for (int i = 0; i < variations->count; i++)
        rules[i + 1] = &variations->of[i].rules;
    config_names(baseline, names);
    metrics_list(&study->metrics, rules, variations->count + 1, &baseline->schedule, names);
    study->result = (struct study_result){
        .format = RESULT_FORMAT,
        .harness = ARENA_HARNESS,
        .name = pool_text(pool, baseline->name),
        .description = pool_text(pool, baseline->description),
        .unit = baseline->schedule.whole_sessions ? "session" : "deal",
        .units = (int64_t)schedule_units(&baseline->schedule),
        .games = (int64_t)schedule_games(&baseline->schedule),
        .seed = fields_json(pool, seed_to_json(&baseline->seed)),
        .baseline = "baseline",
        .variations = pool_alloc(pool, (size_t)variations->count, sizeof *study->result.variations),
    };
}

bool study_add_baseline(struct study *study, FILE *baseline, struct errors *errors)
{
    const struct config *config = study->baseline;
    struct errors ignored = {
        .ignored = true}; /* without the reference files there is nothing to compare with */
    struct references references = {0};
    struct realism *realism = xcalloc(1, sizeof *realism);
    bool ok = true;

    if (config->rules.game == SKAT_VARIANT_SKAT && references_load(&references, NULL, &ignored)) {
        realism_start(realism, &config->rules, &config->schedule);
        ok = realism_read(realism, baseline, errors);
        study->result.realism = fields_json(study->pool, realism_to_json(realism, &references));
    }
    references_free(&references);
    free(realism);
    return ok;
}

/* What makes sessions the units of a variation: NULL if nothing does. */
static const char *carried_by(const struct study *study, const struct variation *variation)
{
    for (int i = 0; i < study->baseline->bot_count; i++)
        if (bot_remembers(&study->baseline->bots[i]))
            return "a bot remembers earlier deals";
    if (study->baseline->rules.derived.carries)
        return "the rules of the baseline carry something from deal to deal";
    if (variation->rules.derived.carries)
        return "the rules of this variation carry something from deal to deal";
    return NULL;
}

static bool is_indifferent(const struct bot *bot, const char *option)
{
    for (int part = 0; part < (bot->composed ? PLAYER_PARTS : 1); part++)
        if (!module_is_indifferent(bot->parts[part].description, option))
            return false;
    return true;
}

/* Do all bots declare that all options that differ never change what they decide? */
static bool all_indifferent(const struct config *baseline, const cJSON *changes)
{
    const cJSON *change;

    cJSON_ArrayForEach (change, changes)
        for (int bot = 0; bot < baseline->bot_count; bot++)
            if (!is_indifferent(&baseline->bots[bot], change->string))
                return false;
    return true;
}

/* Points in different scorings cannot be compared. */
static bool has_other_scoring(const struct study *study, const struct variation *variation)
{
    return variation->rules.scoring_system != study->baseline->rules.scoring_system;
}

/* What a reader must know before he reads the effects. */
static void add_remarks(const struct study *study, const struct variation *variation,
                        struct variation_result *result)
{
    enum { FEW = 1000 };

    result->unit_cause = carried_by(study, variation);
    if (all_indifferent(study->baseline, result->changes))
        result->indifferent = "all bots declare that what varies here never changes what they "
                              "decide: only what is counted can differ";
    else if (!result->changed_games)
        result->warning = "no bot decided differently in any game: the bots do not respond to "
                          "this change, and only what is counted differs";
    else if (result->changed_games * FEW < study->result.games)
        result->warning = "bots decided differently in fewer than one game in a thousand: the "
                          "effects rest on these few games";
    if (has_other_scoring(study, variation))
        result->note = "has another scoring than the baseline: points in the rule sets' own "
                       "scorings cannot be compared and are left out";
}

/* Measures the effects of a variation, one for each metric; the caller frees them. NULL with an
 * error. */
static struct effect *measure(const struct study *study, const struct variation *variation,
                              FILE *baseline, FILE *varied, struct pairs *pairs,
                              struct errors *errors)
{
    struct effect *effects = xcalloc((size_t)study->metrics.count, sizeof *effects);

    *pairs = (struct pairs){.sessions = carried_by(study, variation) != NULL};
    if (study_measure(baseline, varied, &study->metrics, pairs, effects, errors))
        return effects;
    free(effects);
    return NULL;
}

bool study_add(struct study *study, FILE *baseline, FILE *varied, struct errors *errors)
{
    const struct variation *variation = &study->variations->of[study->result.variations_count];
    struct variation_result *result = &study->result.variations[study->result.variations_count];
    struct pairs pairs;
    struct effect *effects = measure(study, variation, baseline, varied, &pairs, errors);

    if (!effects)
        return false;
    *result = (struct variation_result){
        .name = pool_text(study->pool, variation->name),
        .folder = pool_text(study->pool, variation->name),
        .changes = fields_json(study->pool,
                               rules_config_changes(&study->baseline->rules, &variation->rules)),
        .unit = pairs.sessions ? "session" : "deal",
        .units = pairs.units,
        .changed_games = pairs.changed,
        .effects = pool_alloc(study->pool, (size_t)study->metrics.count, sizeof *result->effects),
    };
    add_remarks(study, variation, result);
    for (int i = 0; i < study->metrics.count; i++) {
        const struct metric *metric = &study->metrics.of[i];
        if (metric->own && has_other_scoring(study, variation))
            continue;
        result->effects[result->effects_count++] = (struct metric_effect){
            .of = {pool_text(study->pool, metric->key), pool_text(study->pool, metric->title),
                   metric_unit_names[metric->unit]},
            .baseline = effects[i].baseline,
            .value = effects[i].value,
            .effect = effects[i].change,
            .judged = judged_copy(&effects[i].judged, study->pool),
        };
    }
    free(effects);
    study->result.variations_count++;
    return true;
}

bool study_add_learned(struct study *study, FILE *baseline, FILE *varied, struct lesson *lesson,
                       struct errors *errors)
{
    const int last = study->result.variations_count - 1;
    const struct variation *variation = &study->variations->of[last];
    struct variation_result *result = &study->result.variations[last];
    struct pairs pairs;
    struct effect *effects =
        varied ? measure(study, variation, baseline, varied, &pairs, errors) : NULL;

    if (varied && !effects)
        return false;
    result->learned = lesson;
    for (int i = 0, told = 0; i < study->metrics.count; i++) {
        if (study->metrics.of[i].own && has_other_scoring(study, variation))
            continue;
        struct metric_effect *effect = &result->effects[told++];
        effect->learned = pool_alloc(study->pool, 1, sizeof *effect->learned);
        *effect->learned =
            effects ? (struct learned_effect){effects[i].value, effects[i].change,
                                              judged_copy(&effects[i].judged, study->pool)}
                    : (struct learned_effect){effect->value, effect->effect, effect->judged};
    }
    free(effects);
    return true;
}

/* Each effect that is reported, on players as they are and on those who have learned: once, where
 * these play on as before. */
static void adjust(const struct study *study)
{
    const struct study_result *result = &study->result;
    struct judged **list =
        xcalloc((size_t)(2 * result->variations_count * study->metrics.count) + 1, sizeof *list);
    int told = 0;

    for (int i = 0; i < result->variations_count; i++)
        for (int k = 0; k < result->variations[i].effects_count; k++) {
            const struct metric_effect *effect = &result->variations[i].effects[k];
            list[told++] = effect->judged;
            if (effect->learned && effect->learned->judged != effect->judged)
                list[told++] = effect->learned->judged;
        }
    judged_adjust(list, told);
    free(list);
}

void study_finish(struct study *study)
{
    adjust(study);
    study->result.complete = study->result.variations_count == study->variations->count;
    fields_round(&study_result_fields, &study->result);
}

/* ---- several populations ---- */

/* The effect of a variation on a metric in one study, and its units; NULL if there is none. */
static const struct metric_effect *effect_in(const struct study_result *study,
                                             const char *variation, const char *metric,
                                             int64_t *units)
{
    for (int i = 0; i < study->variations_count; i++) {
        const struct variation_result *result = &study->variations[i];
        for (int k = 0; k < result->effects_count && strcmp(result->name, variation) == 0; k++)
            if (strcmp(result->effects[k].of.metric, metric) == 0) {
                *units = result->units;
                return &result->effects[k];
            }
    }
    return NULL;
}

static bool all_have(const struct population_study *studies, int count, const char *variation,
                     const char *metric)
{
    int64_t units;

    for (int i = 0; i < count; i++)
        if (!effect_in(&studies[i].study, variation, metric, &units))
            return false;
    return true;
}

static struct effect_by_population effect_of_all(const struct population_study *studies, int count,
                                                 const char *variation,
                                                 const struct metric_name *metric,
                                                 struct pool *pool)
{
    struct effect_by_population by = {
        .of = *metric,
        .populations = pool_alloc(pool, (size_t)count, sizeof *by.populations),
        .populations_count = count,
    };

    for (int i = 0; i < count; i++) {
        int64_t units = 0;
        const struct metric_effect *effect =
            effect_in(&studies[i].study, variation, metric->metric, &units);
        by.populations[i] = (struct population_effect){
            .key = studies[i].name,
            .baseline = effect->baseline,
            .value = effect->value,
            .effect = effect->effect,
            .units = units,
            .judged = judged_copy(effect->judged, pool),
        };
    }
    return by;
}

static struct variation_of_all variation_of_all(const struct population_study *studies, int count,
                                                const struct variation_result *variation,
                                                struct pool *pool)
{
    struct variation_of_all all = {
        .name = variation->name,
        .changes = variation->changes,
        .effects = pool_alloc(pool, (size_t)variation->effects_count, sizeof *all.effects),
    };

    for (int i = 0; i < variation->effects_count; i++) {
        const struct metric_name *metric = &variation->effects[i].of;
        if (all_have(studies, count, variation->name, metric->metric))
            all.effects[all.effects_count++] =
                effect_of_all(studies, count, variation->name, metric, pool);
    }
    return all;
}

/* Adjusts every effect of every population. */
static void adjust_all(const struct populations_result *result)
{
    struct judged **list = NULL;
    int count = 0;

    for (int i = 0; i < result->variations_count; i++)
        for (int k = 0; k < result->variations[i].effects_count; k++) {
            const struct effect_by_population *by = &result->variations[i].effects[k];
            list = xrealloc(list, (size_t)(count + by->populations_count) * sizeof *list);
            for (int j = 0; j < by->populations_count; j++)
                list[count++] = by->populations[j].judged;
        }
    judged_adjust(list, count);
    free(list);
}

static struct population_head population_head_of(const struct population_study *one,
                                                 struct pool *pool)
{
    const cJSON *references = json_get(one->study.realism, "references");

    return (struct population_head){
        .name = one->name,
        .description = one->description,
        .folder = one->name,
        .references = references ? fields_json(pool, cJSON_Duplicate(references, true)) : NULL,
    };
}

void study_populations_summarise(const struct population_study *studies, int count,
                                 struct populations_result *result, struct pool *pool)
{
    const struct study_result *first = &studies[0].study;

    *result = (struct populations_result){
        .format = first->format,
        .harness = first->harness,
        .name = first->name,
        .unit = first->unit,
        .units = first->units,
        .games = first->games,
        .seed = first->seed,
        .populations = pool_alloc(pool, (size_t)count, sizeof *result->populations),
        .populations_count = count,
        .variations = pool_alloc(pool, (size_t)first->variations_count, sizeof *result->variations),
        .variations_count = first->variations_count,
    };
    for (int i = 0; i < count; i++)
        result->populations[i] = population_head_of(&studies[i], pool);
    for (int i = 0; i < first->variations_count; i++)
        result->variations[i] = variation_of_all(studies, count, &first->variations[i], pool);
    adjust_all(result);
    fields_round(&populations_result_fields, result);
}
