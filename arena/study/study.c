#include "arena/study/study.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/bot/module_description.h"
#include "arena/compare/estimate_json.h"
#include "arena/base/json_write.h"
#include "arena/config/rules_json.h"
#include "arena/base/output_file.h"
#include "arena/stats/distribution.h"
#include "arena/stats/holm.h"
#include "arena/base/version.h"
#include "arena/config/seed_json.h"

enum { FORMAT_VERSION = 1 };

/* ---- pairing ---- */

enum { BASE, VARIED, SIDES };

/* A metric's own sums over units, base and variation. */
struct paired {
    struct joint joint; /* in the order that its difference needs */
    bool differs;       /* in some unit; if not, the effect is exactly 0 despite rounding */
};

struct pairing {
    const struct metrics *metrics;
    int64_t sums[SIDES][METRIC_SUMS]; /* of the current unit */
    struct paired paired[METRICS_MAX];
};

static int sums_of(const struct metric *metric) { return metric->kind == METRIC_RATIO ? 2 : 3; }

/* A difference of ratios is first minus second, one of deviations second minus first. */
static int first_side(const struct metric *metric)
{
    return metric->kind == METRIC_RATIO ? VARIED : BASE;
}

static void end_unit(struct pairing *pairing)
{
    for (int i = 0; i < pairing->metrics->count; i++) {
        const struct metric *metric = &pairing->metrics->of[i];
        struct paired *paired = &pairing->paired[i];
        int count = sums_of(metric), first = first_side(metric);
        int64_t values[JOINT_MAX];
        for (int k = 0; k < count; k++) {
            values[k] = pairing->sums[first][metric->sums[k]];
            values[count + k] = pairing->sums[!first][metric->sums[k]];
            paired->differs |= values[k] != values[count + k];
        }
        joint_add(&paired->joint, values, 2 * count);
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
                                 double base)
{
    if (!paired->differs && !isnan(base))
        return (struct estimate){0, 0, 0, 0};
    return metric->kind == METRIC_RATIO ? joint_ratio_difference(&paired->joint)
                                        : joint_deviation_difference(&paired->joint);
}

static void fill_effect(struct effect *effect, const struct metric *metric,
                        const struct paired *paired)
{
    const int64_t *first = paired->joint.sum, *second = first + sums_of(metric);
    bool base_first = first_side(metric) == BASE;

    effect->base = value_of(metric, base_first ? first : second);
    effect->value = value_of(metric, base_first ? second : first);
    effect->change = change_of(metric, paired, effect->base);
    effect->p = paired->differs ? estimate_p(effect->change, paired->joint.units) : NAN;
    effect->p_holm = NAN;
}

/* Is this game number `number` of the schedule? Pairs must have the same cards and table. */
static bool is_game(const struct game_stats *game, const struct schedule *schedule, uint64_t number)
{
    uint64_t per_deal = (uint64_t)schedule->per_deal;
    struct game_id id = schedule_game(schedule, number / per_deal, (uint32_t)(number % per_deal));

    return game->game == number && game->session == id.session && game->deal == id.deal &&
           game->arrangement == id.arrangement;
}

static bool read_games(struct pairing *pairing, FILE *files[SIDES], struct pairs *pairs,
                       struct errors *errors)
{
    const struct schedule *schedule = pairing->metrics->schedule;
    uint64_t games = schedule_games(schedule);
    uint64_t unit = (uint64_t)schedule->per_deal * (pairs->sessions ? schedule->deals : 1);
    struct game_stats game;
    uint64_t moves[SIDES];

    for (uint64_t number = 0; number < games; number++) {
        for (int side = 0; side < SIDES; side++) {
            if (fread(&game, sizeof game, 1, files[side]) != 1 ||
                !is_game(&game, schedule, number)) {
                errors_add(errors, "temporary file",
                           "the game statistics of the %s end or skip before game %llu of %llu",
                           side == BASE ? "base" : "variation", (unsigned long long)number,
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

bool study_measure(FILE *base, FILE *varied, const struct metrics *metrics, struct pairs *pairs,
                   struct effect *effects, struct errors *errors)
{
    struct pairing *pairing = xcalloc(1, sizeof *pairing); /* 150 kB */
    FILE *files[SIDES] = {[BASE] = base, [VARIED] = varied};

    pairing->metrics = metrics;
    rewind(base);
    rewind(varied);
    bool ok = read_games(pairing, files, pairs, errors);
    for (int i = 0; ok && i < metrics->count; i++)
        fill_effect(&effects[i], &metrics->of[i], &pairing->paired[i]);
    free(pairing);
    return ok;
}

/* ---- a study ---- */

void study_start(struct study *study, const struct config *base,
                 const struct variations *variations)
{
    const struct skat_rules *rules[VARIATIONS_MAX + 1] = {&base->rules};
    const char *names[BOTS_MAX];

    *study = (struct study){.base = base, .variations = variations};
    for (int i = 0; i < variations->count; i++)
        rules[i + 1] = &variations->of[i].rules;
    config_names(base, names);
    metrics_list(&study->metrics, rules, variations->count + 1, &base->schedule, names);
}

void study_free(struct study *study)
{
    for (int i = 0; i < VARIATIONS_MAX; i++)
        free(study->effects[i]);
    for (int i = 0; i < VARIATIONS_MAX; i++) {
        free(study->learned[i]);
        cJSON_Delete(study->lessons[i]);
    }
    cJSON_Delete(study->base_lesson);
    cJSON_Delete(study->realism);
}

bool study_add_base(struct study *study, FILE *base, struct errors *errors)
{
    const struct config *config = study->base;
    struct errors ignored = {0}; /* without the reference files there is nothing to compare with */
    struct references references = {0};
    struct realism *realism = xcalloc(1, sizeof *realism);
    bool ok = true;

    if (config->rules.game == SKAT_VARIANT_SKAT && references_load(&references, NULL, &ignored)) {
        realism_start(realism, &config->rules, &config->schedule);
        ok = realism_read(realism, base, errors);
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
    for (int i = 0; i < study->base->bot_count; i++)
        if (bot_remembers(&study->base->bots[i]))
            return "a bot remembers earlier deals";
    if (study->base->rules.derived.carries)
        return "the rules of the base carry something from deal to deal";
    if (study->variations->of[index].rules.derived.carries)
        return "the rules of this variation carry something from deal to deal";
    return NULL;
}

bool study_add(struct study *study, FILE *base, FILE *varied, struct errors *errors)
{
    struct effect *effects = xcalloc((size_t)study->metrics.count, sizeof *effects);
    struct pairs *pairs = &study->pairs[study->measured];

    *pairs = (struct pairs){.sessions = carried_by(study, study->measured) != NULL};

    study->effects[study->measured] = effects;
    if (!study_measure(base, varied, &study->metrics, pairs, effects, errors))
        return false;
    study->measured++;
    return true;
}

bool study_add_learned(struct study *study, FILE *base, FILE *varied, cJSON *lesson,
                       struct errors *errors)
{
    int last = study->measured - 1;
    size_t count = (size_t)study->metrics.count;
    struct effect *effects = xcalloc(count, sizeof *effects);
    struct pairs pairs = {.sessions = study->pairs[last].sessions};

    study->learned[last] = effects;
    study->lessons[last] = lesson;
    study->as_before[last] = !varied; /* study_adjust() copies the effects */
    return !varied || study_measure(base, varied, &study->metrics, &pairs, effects, errors);
}

/* Is this effect reported? Points in different scorings cannot be compared. */
static bool is_told(const struct study *study, int variation, const struct metric *metric)
{
    return !metric->own ||
           study->variations->of[variation].rules.scoring == study->base->rules.scoring;
}

/* Calls visit() for each effect that is reported, on players as they are and on those who have
 * learned. */
static void each_effect(struct study *study, void (*visit)(struct effect *, double **), double *p)
{
    int count = study->metrics.count;

    for (int i = 0; i < study->measured * count; i++) {
        if (!is_told(study, i / count, &study->metrics.of[i % count]))
            continue;
        visit(&study->effects[i / count][i % count], &p);
        if (study->learned[i / count] && !study->as_before[i / count])
            visit(&study->learned[i / count][i % count], &p);
    }
}

static void take_p(struct effect *effect, double **p) { *(*p)++ = effect->p; }
static void put_p(struct effect *effect, double **p) { effect->p_holm = *(*p)++; }

void study_adjust(struct study *study)
{
    int most = 2 * study->measured * study->metrics.count;
    double *p = xcalloc((size_t)most + 1, sizeof *p);

    for (int i = 0; i < most; i++)
        p[i] = NAN;
    each_effect(study, take_p, p);
    holm_adjust(p, most);
    each_effect(study, put_p, p);
    free(p);
    for (int i = 0; i < study->measured; i++)
        if (study->as_before[i])
            memcpy(study->learned[i], study->effects[i],
                   (size_t)study->metrics.count * sizeof *study->effects[i]);
}

/* ---- study.json ---- */

static int64_t units_of(const struct schedule *schedule)
{
    return (int64_t)schedule_units(schedule);
}

static cJSON *effect_to_json(const struct effect *effect, const struct metric *metric)
{
    cJSON *object = cJSON_CreateObject();

    cJSON_AddStringToObject(object, "metric", metric->key);
    cJSON_AddStringToObject(object, "title", metric->title);
    cJSON_AddStringToObject(object, "unit", metric_unit_names[metric->unit]);
    json_put_real(object, "base", effect->base);
    json_put_real(object, "value", effect->value);
    estimate_to_json(object, "effect", effect->change);
    json_put_real(object, "p", effect->p);
    json_put_real(object, "p_holm", effect->p_holm);
    return object;
}

/* The effect on players who have learned: a member of that on the others. */
static void add_learned(cJSON *object, const struct effect *effect)
{
    cJSON *learned = cJSON_AddObjectToObject(object, "learned");

    json_put_real(learned, "value", effect->value);
    estimate_to_json(learned, "effect", effect->change);
    json_put_real(learned, "p", effect->p);
    json_put_real(learned, "p_holm", effect->p_holm);
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
    cJSON *changes = rules_json_changes(&study->base->rules, &study->variations->of[index].rules);
    const cJSON *change;
    bool all = true;

    cJSON_ArrayForEach (change, changes)
        for (int bot = 0; bot < study->base->bot_count; bot++)
            all = all && is_indifferent(&study->base->bots[bot], change->string);
    cJSON_Delete(changes);
    return all;
}

static cJSON *variation_to_json(const struct study *study, int index)
{
    const struct variation *variation = &study->variations->of[index];
    cJSON *object = cJSON_CreateObject();

    cJSON_AddStringToObject(object, "name", variation->name);
    cJSON_AddStringToObject(object, "folder", variation->name);
    cJSON_AddItemToObject(object, "changes",
                          rules_json_changes(&study->base->rules, &variation->rules));
    const struct pairs *pairs = &study->pairs[index];
    cJSON_AddStringToObject(object, "unit", pairs->sessions ? "session" : "deal");
    json_put_int(object, "units", pairs->units);
    if (pairs->sessions)
        cJSON_AddStringToObject(object, "unit_cause", carried_by(study, index));
    json_put_int(object, "changed_games", pairs->changed);
    if (all_indifferent(study, index))
        cJSON_AddStringToObject(object, "indifferent",
                                "all bots declare that what varies here never changes what they "
                                "decide: only what is counted can differ");
    else if (!pairs->changed)
        cJSON_AddStringToObject(object, "warning",
                                "no bot decided otherwise in any game: the bots do not respond to "
                                "this change, and only what is counted differs");
    if (variation->rules.scoring != study->base->rules.scoring)
        cJSON_AddStringToObject(object, "note",
                                "has another scoring than the base: points in the rule sets' own "
                                "scorings cannot be compared and are left out");
    if (study->lessons[index])
        cJSON_AddItemToObject(object, "learned", cJSON_Duplicate(study->lessons[index], true));
    cJSON *effects = cJSON_AddArrayToObject(object, "effects");
    for (int i = 0; i < study->metrics.count; i++) {
        if (!is_told(study, index, &study->metrics.of[i]))
            continue;
        cJSON *effect = effect_to_json(&study->effects[index][i], &study->metrics.of[i]);
        if (study->learned[index])
            add_learned(effect, &study->learned[index][i]);
        cJSON_AddItemToArray(effects, effect);
    }
    return object;
}

cJSON *study_to_json(const struct study *study)
{
    const struct config *base = study->base;
    cJSON *root = cJSON_CreateObject();

    json_put_int(root, "format", FORMAT_VERSION);
    cJSON_AddStringToObject(root, "harness", ARENA_HARNESS);
    cJSON_AddStringToObject(root, "name", base->name);
    if (base->description)
        cJSON_AddStringToObject(root, "description", base->description);
    cJSON_AddBoolToObject(root, "complete", study->measured == study->variations->count);
    cJSON_AddStringToObject(root, "unit", base->schedule.whole_sessions ? "session" : "deal");
    json_put_int(root, "units", units_of(&base->schedule));
    json_put_int(root, "games", (int64_t)schedule_games(&base->schedule));
    seed_json_put(root, "seed", &base->seed);
    cJSON_AddStringToObject(root, "base", "base");
    if (study->base_lesson)
        cJSON_AddItemToObject(root, "learned", cJSON_Duplicate(study->base_lesson, true));
    if (study->realism)
        cJSON_AddItemToObject(root, "realism", cJSON_Duplicate(study->realism, true));
    cJSON *list = cJSON_AddArrayToObject(root, "variations");
    for (int i = 0; i < study->measured; i++)
        cJSON_AddItemToArray(list, variation_to_json(study, i));
    return root;
}

/* ---- study.csv ---- */

/* A field by RFC 4180, quoted if necessary. */
static void write_text(const char *text, FILE *out)
{
    bool quoted = strpbrk(text, ",\"\r\n") != NULL;

    if (quoted)
        fputc('"', out);
    for (; *text; text++)
        fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
    if (quoted)
        fputc('"', out);
}

/* A number as in study.json; null gives an empty field. */
static void write_number(const cJSON *object, const char *key, FILE *out)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    char *text = cJSON_IsNumber(item) ? cJSON_PrintUnformatted(item) : NULL;

    fprintf(out, ",%s", text ? text : "");
    free(text);
}

/* A row of an effect, or of its member about players who have learned. */
static void write_row(const cJSON *variation, const cJSON *effect, const cJSON *learned, FILE *out)
{
    static const char *const parts[] = {"mean", "error", "low", "high"};
    const cJSON *told = learned ? learned : effect;
    const cJSON *change = cJSON_GetObjectItemCaseSensitive(told, "effect");

    write_text(json_text(variation, "name"), out);
    fputc(',', out);
    write_text(json_text(effect, "metric"), out);
    fprintf(out, ",%s", json_text(effect, "unit"));
    write_number(effect, "base", out);
    write_number(told, "value", out);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        write_number(change, parts[i], out);
    write_number(told, "p", out);
    write_number(told, "p_holm", out);
    fprintf(out, ",%s\r\n", learned ? "learned" : "as before");
}

bool study_save_csv(const cJSON *json, const char *path, struct errors *errors)
{
    const cJSON *variation, *effect;
    struct output_file save;

    if (output_file_begin(&save, path, OUTPUT_OWN)) {
        fprintf(save.file,
                "variation,metric,unit,base,value,effect,error,low,high,p,p_holm,players\r\n");
        cJSON_ArrayForEach (variation, cJSON_GetObjectItemCaseSensitive(json, "variations"))
            cJSON_ArrayForEach (effect, cJSON_GetObjectItemCaseSensitive(variation, "effects")) {
                const cJSON *learned = cJSON_GetObjectItemCaseSensitive(effect, "learned");
                write_row(variation, effect, NULL, save.file);
                if (learned)
                    write_row(variation, effect, learned, save.file);
            }
    }
    return output_file_end(&save, errors);
}

static void check_variation(const struct json_value *variation)
{
    static const struct json_expected members[] = {
        {"name", cJSON_IsString, "a name"},
        {"effects", cJSON_IsArray, "an array"},
    };
    static const struct json_expected of_effect[] = {
        {"metric", cJSON_IsString, "a name"},
        {"title", cJSON_IsString, "a text"},
        {"unit", cJSON_IsString, "a word"},
        {"effect", cJSON_IsObject, "an object"},
    };
    struct json_value effects = json_member(variation, "effects");

    if (!json_is_object(variation))
        return;
    json_expect(variation, members, sizeof members / sizeof *members);
    for (int i = 0; i < cJSON_GetArraySize(effects.node); i++) {
        struct json_value effect = json_element(&effects, i);
        if (json_is_object(&effect))
            json_expect(&effect, of_effect, sizeof of_effect / sizeof *of_effect);
    }
}

cJSON *study_load(const char *path, struct errors *errors)
{
    static const struct json_expected members[] = {
        {"format", cJSON_IsNumber, "a number"}, {"name", cJSON_IsString, "a name"},
        {"base", cJSON_IsString, "a name"},     {"unit", cJSON_IsString, "a word"},
        {"units", cJSON_IsNumber, "a number"},  {"variations", cJSON_IsArray, "an array"},
    };
    int before = errors->count;
    cJSON *study = json_load(path, errors);

    if (!study)
        return NULL;
    struct json_value root = json_root(study, path, errors);
    struct json_value variations = json_member(&root, "variations");
    if (json_is_object(&root))
        json_expect(&root, members, sizeof members / sizeof *members);
    json_each(&variations, check_variation);
    if (errors->count == before)
        return study;
    cJSON_Delete(study);
    return NULL;
}
