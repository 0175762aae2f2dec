// SPDX-License-Identifier: MIT
#include "arena/study/reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/folder.h"
#include "arena/base/json_read.h"
#include "arena/base/memory.h"
#include "arena/base/program_dirs.h"
#include "arena/study/play_metrics.h"

static void check_figure(const struct json_value *figures, const char *key)
{
    struct json_value value = json_member(figures, key);
    const double *number = &value.node->valuedouble;

    if (!metrics_is_share(key) && !play_metrics_is_share(key))
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

bool reference_is_split(const struct references *references, int index)
{
    return cJSON_HasObjectItem(references->root[index], "fitted");
}

enum figure_use reference_use(const struct references *references, int index, const char *key)
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
