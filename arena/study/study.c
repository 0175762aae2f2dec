// SPDX-License-Identifier: MIT
#include "arena/study/study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/bot/module_description.h"
#include "arena/config/rules_config.h"
#include "arena/stats/binned_values.h"
#include "arena/stats/distribution.h"
#include "arena/base/version.h"
#include "arena/config/seed_json.h"

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
                 const struct variations *variations)
{
    const struct skat_rules *rules[VARIATIONS_MAX + 1] = {&baseline->rules};
    const char *names[BOTS_MAX];

    *study = (struct study){.baseline = baseline, .variations = variations};
    for (int i = 0; i < variations->count; i++)
        rules[i + 1] = &variations->of[i].rules;
    config_names(baseline, names);
    metrics_list(&study->metrics, rules, variations->count + 1, &baseline->schedule, names);
}

void study_free(struct study *study)
{
    for (int i = 0; i < VARIATIONS_MAX; i++)
        free(study->effects[i]);
    for (int i = 0; i < VARIATIONS_MAX; i++)
        free(study->learned[i]);
    cJSON_Delete(study->realism);
}

bool study_add_baseline(struct study *study, FILE *baseline, struct errors *errors)
{
    const struct config *config = study->baseline;
    struct errors ignored = {0}; /* without the reference files there is nothing to compare with */
    struct references references = {0};
    struct realism *realism = xcalloc(1, sizeof *realism);
    bool ok = true;

    if (config->rules.game == SKAT_VARIANT_SKAT && references_load(&references, NULL, &ignored)) {
        realism_start(realism, &config->rules, &config->schedule);
        ok = realism_read(realism, baseline, errors);
        study->realism = realism_to_json(realism, &references);
    }
    references_free(&references);
    errors_free(&ignored);
    free(realism);
    return ok;
}

/* What makes sessions the units of a variation: NULL if nothing does. */
static const char *carried_by(const struct study *study, int index)
{
    for (int i = 0; i < study->baseline->bot_count; i++)
        if (bot_remembers(&study->baseline->bots[i]))
            return "a bot remembers earlier deals";
    if (study->baseline->rules.derived.carries)
        return "the rules of the baseline carry something from deal to deal";
    if (study->variations->of[index].rules.derived.carries)
        return "the rules of this variation carry something from deal to deal";
    return NULL;
}

bool study_add(struct study *study, FILE *baseline, FILE *varied, struct errors *errors)
{
    struct effect *effects = xcalloc((size_t)study->metrics.count, sizeof *effects);
    struct pairs *pairs = &study->pairs[study->measured];

    *pairs = (struct pairs){.sessions = carried_by(study, study->measured) != NULL};

    study->effects[study->measured] = effects;
    if (!study_measure(baseline, varied, &study->metrics, pairs, effects, errors))
        return false;
    study->measured++;
    return true;
}

bool study_add_learned(struct study *study, FILE *baseline, FILE *varied, struct lesson *lesson,
                       struct errors *errors)
{
    int last = study->measured - 1;
    size_t count = (size_t)study->metrics.count;
    struct effect *effects = xcalloc(count, sizeof *effects);
    struct pairs pairs = {.sessions = study->pairs[last].sessions};

    study->learned[last] = effects;
    study->lessons[last] = lesson;
    study->as_before[last] = !varied; /* study_adjust() copies the effects */
    return !varied || study_measure(baseline, varied, &study->metrics, &pairs, effects, errors);
}

/* Is this effect reported? Points in different scorings cannot be compared. */
static bool is_told(const struct study *study, int variation, const struct metric *metric)
{
    return !metric->own || study->variations->of[variation].rules.scoring_system ==
                               study->baseline->rules.scoring_system;
}

/* Adjusts each effect that is reported, on players as they are and on those who have learned. */
static void adjust(struct study *study)
{
    const int count = study->metrics.count;
    struct judged **list = xcalloc((size_t)(2 * study->measured * count) + 1, sizeof *list);
    int told = 0;

    for (int i = 0; i < study->measured * count; i++) {
        if (!is_told(study, i / count, &study->metrics.of[i % count]))
            continue;
        list[told++] = &study->effects[i / count][i % count].judged;
        if (study->learned[i / count] && !study->as_before[i / count])
            list[told++] = &study->learned[i / count][i % count].judged;
    }
    judged_adjust(list, told);
    free(list);
}

void study_adjust(struct study *study)
{
    adjust(study);
    for (int i = 0; i < study->measured; i++)
        if (study->as_before[i])
            memcpy(study->learned[i], study->effects[i],
                   (size_t)study->metrics.count * sizeof *study->effects[i]);
}

/* ---- study.json ---- */

/* The effect on players who have learned. */
static struct learned_effect *learned_effect_of(const struct effect *effect, struct pool *pool)
{
    struct learned_effect *learned = pool_alloc(pool, 1, sizeof *learned);

    *learned =
        (struct learned_effect){effect->value, effect->change, judged_copy(&effect->judged, pool)};
    return learned;
}

static struct metric_effect metric_effect_of(const struct effect *effect,
                                             const struct metric *metric,
                                             const struct effect *learned, struct pool *pool)
{
    return (struct metric_effect){
        .of = {pool_text(pool, metric->key), pool_text(pool, metric->title),
               metric_unit_names[metric->unit]},
        .baseline = effect->baseline,
        .value = effect->value,
        .effect = effect->change,
        .learned = learned ? learned_effect_of(learned, pool) : NULL,
        .judged = judged_copy(&effect->judged, pool),
    };
}

static bool is_indifferent(const struct bot *bot, const char *option)
{
    for (int part = 0; part < (bot->composed ? PLAYER_PARTS : 1); part++)
        if (!module_is_indifferent(bot->parts[part].description, option))
            return false;
    return true;
}

/* Do all bots declare that all options that differ never change what they decide? */
static bool all_indifferent(const struct study *study, int index)
{
    cJSON *changes =
        rules_config_changes(&study->baseline->rules, &study->variations->of[index].rules);
    const cJSON *change;
    bool all = true;

    cJSON_ArrayForEach (change, changes)
        for (int bot = 0; bot < study->baseline->bot_count; bot++)
            all = all && is_indifferent(&study->baseline->bots[bot], change->string);
    cJSON_Delete(changes);
    return all;
}

/* What a reader must know before he reads the effects. */
static void add_remarks(const struct study *study, int index, struct variation_result *result)
{
    enum { FEW = 1000 };

    if (study->pairs[index].sessions)
        result->unit_cause = carried_by(study, index);
    if (all_indifferent(study, index))
        result->indifferent = "all bots declare that what varies here never changes what they "
                              "decide: only what is counted can differ";
    else if (!study->pairs[index].changed)
        result->warning = "no bot decided differently in any game: the bots do not respond to "
                          "this change, and only what is counted differs";
    else if (study->pairs[index].changed * FEW <
             (int64_t)schedule_games(&study->baseline->schedule))
        result->warning = "bots decided differently in fewer than one game in a thousand: the "
                          "effects rest on these few games";
    if (study->variations->of[index].rules.scoring_system != study->baseline->rules.scoring_system)
        result->note = "has another scoring than the baseline: points in the rule sets' own "
                       "scorings cannot be compared and are left out";
}

static struct variation_result variation_result_of(const struct study *study, int index,
                                                   struct pool *pool)
{
    const struct variation *variation = &study->variations->of[index];
    const struct pairs *pairs = &study->pairs[index];
    const struct effect *learned = study->learned[index];
    struct variation_result result = {
        .name = pool_text(pool, variation->name),
        .folder = pool_text(pool, variation->name),
        .changes =
            fields_json(pool, rules_config_changes(&study->baseline->rules, &variation->rules)),
        .unit = pairs->sessions ? "session" : "deal",
        .units = pairs->units,
        .changed_games = pairs->changed,
        .learned = study->lessons[index],
        .effects = pool_alloc(pool, (size_t)study->metrics.count, sizeof *result.effects),
    };

    add_remarks(study, index, &result);
    for (int i = 0; i < study->metrics.count; i++) {
        const struct metric *metric = &study->metrics.of[i];
        if (is_told(study, index, metric))
            result.effects[result.effects_count++] = metric_effect_of(
                &study->effects[index][i], metric, learned ? &learned[i] : NULL, pool);
    }
    return result;
}

void study_summarise(const struct study *study, struct study_result *result, struct pool *pool)
{
    const struct config *baseline = study->baseline;

    *result = (struct study_result){
        .format = RESULT_FORMAT,
        .harness = ARENA_HARNESS,
        .name = pool_text(pool, baseline->name),
        .description = pool_text(pool, baseline->description),
        .complete = study->measured == study->variations->count,
        .unit = baseline->schedule.whole_sessions ? "session" : "deal",
        .units = (int64_t)schedule_units(&baseline->schedule),
        .games = (int64_t)schedule_games(&baseline->schedule),
        .seed = fields_json(pool, seed_to_json(&baseline->seed)),
        .baseline = "baseline",
        .learned = study->baseline_lesson,
        .realism = study->realism ? fields_json(pool, cJSON_Duplicate(study->realism, true)) : NULL,
        .variations = pool_alloc(pool, (size_t)study->measured, sizeof *result->variations),
        .variations_count = study->measured,
    };
    for (int i = 0; i < study->measured; i++)
        result->variations[i] = variation_result_of(study, i, pool);
    fields_round(&study_result_fields, result);
}
