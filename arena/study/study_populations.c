#include "arena/study/study_populations.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_read.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/stats/holm.h"

static cJSON *member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

/* The element of an array of objects whose `key` has this value. */
static const cJSON *find(const cJSON *array, const char *key, const char *value)
{
    const cJSON *item;

    cJSON_ArrayForEach (item, array)
        if (strcmp(json_text(item, key), value) == 0)
            return item;
    return NULL;
}

/* The effect of a variation on a metric in one study, or NULL. */
static const cJSON *effect_in(const cJSON *study, const char *variation, const char *metric)
{
    return find(member(find(member(study, "variations"), "name", variation), "effects"), "metric",
                metric);
}

static bool all_have(const struct population_study *studies, int count, const char *variation,
                     const char *metric)
{
    for (int i = 0; i < count; i++)
        if (!effect_in(studies[i].study, variation, metric))
            return false;
    return true;
}

static cJSON *effect_to_json(const struct population_study *studies, int count,
                             const char *variation, const cJSON *first)
{
    static const char *const told[] = {"base", "value", "effect", "p"};
    cJSON *object = cJSON_CreateObject(), *by;

    cJSON_AddStringToObject(object, "metric", json_text(first, "metric"));
    cJSON_AddStringToObject(object, "title", json_text(first, "title"));
    cJSON_AddStringToObject(object, "unit", json_text(first, "unit"));
    by = cJSON_AddObjectToObject(object, "populations");
    for (int i = 0; i < count; i++) {
        const cJSON *effect = effect_in(studies[i].study, variation, json_text(first, "metric"));
        cJSON *own = cJSON_AddObjectToObject(by, studies[i].name);
        for (size_t k = 0; k < sizeof told / sizeof *told; k++)
            cJSON_AddItemToObject(own, told[k], cJSON_Duplicate(member(effect, told[k]), true));
    }
    return object;
}

/* Calls visit() for every effect of every population, in order. */
static void each_effect(cJSON *root, void (*visit)(cJSON *effect, double **at), double *p)
{
    cJSON *variation, *effect, *own;

    cJSON_ArrayForEach (variation, member(root, "variations"))
        cJSON_ArrayForEach (effect, member(variation, "effects"))
            cJSON_ArrayForEach (own, member(effect, "populations"))
                visit(own, &p);
}

static void take_p(cJSON *effect, double **at)
{
    const cJSON *p = member(effect, "p");
    *(*at)++ = cJSON_IsNumber(p) ? p->valuedouble : NAN;
}

static void put_p(cJSON *effect, double **at) { json_put_real(effect, "p_holm", *(*at)++); }

static int count_effects(cJSON *root)
{
    int count = 0;
    cJSON *variation, *effect;

    cJSON_ArrayForEach (variation, member(root, "variations"))
        cJSON_ArrayForEach (effect, member(variation, "effects"))
            count += cJSON_GetArraySize(member(effect, "populations"));
    return count;
}

static void adjust(cJSON *root)
{
    int count = count_effects(root);
    double *p = xcalloc((size_t)count + 1, sizeof *p);

    each_effect(root, take_p, p);
    holm_adjust(p, count);
    each_effect(root, put_p, p);
    free(p);
}

static cJSON *population_to_json(const struct population_study *one)
{
    cJSON *object = cJSON_CreateObject();
    const cJSON *realism = member(one->study, "realism");

    cJSON_AddStringToObject(object, "name", one->name);
    if (one->description)
        cJSON_AddStringToObject(object, "description", one->description);
    cJSON_AddStringToObject(object, "folder", one->name);
    if (realism)
        cJSON_AddItemToObject(object, "references",
                              cJSON_Duplicate(member(realism, "references"), true));
    return object;
}

cJSON *study_populations_to_json(const struct population_study *studies, int count)
{
    static const char *const copied[] = {"format", "harness", "name", "unit",
                                         "units",  "games",   "seed"};
    const cJSON *first = studies[0].study, *variation, *effect;
    cJSON *root = cJSON_CreateObject(), *list;

    for (size_t i = 0; i < sizeof copied / sizeof *copied; i++)
        cJSON_AddItemToObject(root, copied[i], cJSON_Duplicate(member(first, copied[i]), true));
    list = cJSON_AddArrayToObject(root, "populations");
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(list, population_to_json(&studies[i]));
    list = cJSON_AddArrayToObject(root, "variations");
    cJSON_ArrayForEach (variation, member(first, "variations")) {
        cJSON *object = cJSON_CreateObject(), *effects;
        const char *name = json_text(variation, "name");
        cJSON_AddStringToObject(object, "name", name);
        cJSON_AddItemToObject(object, "changes",
                              cJSON_Duplicate(member(variation, "changes"), true));
        effects = cJSON_AddArrayToObject(object, "effects");
        cJSON_ArrayForEach (effect, member(variation, "effects"))
            if (all_have(studies, count, name, json_text(effect, "metric")))
                cJSON_AddItemToArray(effects, effect_to_json(studies, count, name, effect));
        cJSON_AddItemToArray(list, object);
    }
    adjust(root);
    return root;
}

/* ---- reading ---- */

static void check_effect(const struct json_value *effect)
{
    static const struct json_expected members[] = {
        {"metric", cJSON_IsString, "a name"},
        {"title", cJSON_IsString, "a text"},
        {"unit", cJSON_IsString, "a word"},
        {"populations", cJSON_IsObject, "an object"},
    };
    struct json_value own = json_member(effect, "populations");

    if (!json_is_object(effect))
        return;
    json_expect(effect, members, sizeof members / sizeof *members);
    for (const cJSON *item = cJSON_IsObject(own.node) ? own.node->child : NULL; item;
         item = item->next) {
        struct json_value value = json_member(&own, item->string);
        struct json_value change = json_member(&value, "effect");
        if (!cJSON_IsObject(change.node))
            json_wrong(&change, "an object");
    }
}

static void check_variation(const struct json_value *variation)
{
    static const struct json_expected members[] = {{"name", cJSON_IsString, "a name"},
                                                   {"effects", cJSON_IsArray, "an array"}};
    struct json_value effects = json_member(variation, "effects");

    if (!json_is_object(variation))
        return;
    json_expect(variation, members, sizeof members / sizeof *members);
    json_each(&effects, check_effect);
}

cJSON *study_populations_load(const char *path, struct errors *errors)
{
    static const struct json_expected members[] = {
        {"name", cJSON_IsString, "a name"},
        {"populations", cJSON_IsArray, "an array"},
        {"variations", cJSON_IsArray, "an array"},
    };
    int before = errors->count;
    cJSON *json = json_load(path, errors);
    struct json_value root = json_root(json, path, errors), list;

    if (json && json_is_object(&root)) {
        json_expect(&root, members, sizeof members / sizeof *members);
        list = json_member(&root, "variations");
        json_each(&list, check_variation);
    }
    if (errors->count == before)
        return json;
    cJSON_Delete(json);
    return NULL;
}
