// SPDX-License-Identifier: MIT
#include "arena/config/population.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/json_write.h"
#include "arena/base/folder.h"
#include "arena/base/json_read.h"
#include "arena/base/memory.h"
#include "arena/base/program_dirs.h"
#include "arena/base/text.h"

static void not_found(const char *name, const char *place, struct errors *errors)
{
    int count;
    char **names = program_names(PROGRAM_POPULATIONS, &count);
    char folder[FOLDER_PATH_SIZE], suggestion[SUGGESTION_SIZE];

    errors_add(
        errors, place, "no population \"%.80s\" in %s%s", name,
        program_own_dir(PROGRAM_POPULATIONS, folder),
        did_you_mean(name, (const char *const *)names, (size_t)count, sizeof *names, suggestion));
    program_names_free(names, count);
}

static cJSON *load(const char *name, const char *place, struct errors *errors)
{
    static const char *const keys[] = {"description", "bots", "seats"};
    static const struct json_expected members[] = {
        {"bots", cJSON_IsObject, "an object of bots"},
        {"seats", cJSON_IsArray, "an array of names of the bots"},
    };
    char path[FOLDER_PATH_SIZE];
    int before = errors->count;

    if (!program_file(PROGRAM_POPULATIONS, name, path) && !program_is_path(name)) {
        not_found(name, place, errors);
        return NULL;
    }
    cJSON *population = json_load_named(path, errors);
    if (population) {
        struct json_value root = json_root(population, path, errors);
        if (json_is_object(&root)) {
            json_check_keys(&root, keys, sizeof keys / sizeof *keys, sizeof *keys);
            json_expect(&root, members, sizeof members / sizeof *members);
        }
    }
    if (errors->count == before)
        return population;
    cJSON_Delete(population);
    return NULL;
}

bool population_seat(cJSON *root, const char *name, const char *place, struct errors *errors)
{
    static const char *const seated[] = {"bots", "seats"};
    static const char *const about_bots[] = {"compare", "test", "tune"};
    int before = errors->count;

    for (size_t i = 0; i < sizeof about_bots / sizeof *about_bots; i++)
        if (json_get(root, about_bots[i]))
            errors_add(errors, place,
                       "\"%s\" is about the config's own bots, which a population replaces",
                       about_bots[i]);
    cJSON *population = errors->count == before ? load(name, place, errors) : NULL;
    for (size_t i = 0; population && i < sizeof seated / sizeof *seated; i++) {
        cJSON_DeleteItemFromObjectCaseSensitive(root, seated[i]);
        cJSON_AddItemToObject(root, seated[i],
                              cJSON_DetachItemFromObjectCaseSensitive(population, seated[i]));
    }
    if (population) /* or `resume` would seat it again */
        cJSON_DeleteItemFromObjectCaseSensitive(root, "population");
    cJSON_Delete(population);
    return errors->count == before;
}

char *population_description(const char *name)
{
    struct errors ignored = {0};
    cJSON *population = load(name, name, &ignored);
    const cJSON *text = json_get(population, "description");
    char *copy = cJSON_IsString(text) ? xstrdup(text->valuestring) : NULL;

    cJSON_Delete(population);
    errors_free(&ignored);
    return copy;
}
