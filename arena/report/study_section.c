// SPDX-License-Identifier: MIT
#include "arena/report/study_section.h"

#include "arena/base/folder.h"
#include "arena/result/study_verdict.h"

static cJSON *lead_json(const struct study_lead *lead)
{
    char text[STUDY_SENTENCE_SIZE];
    cJSON *own = cJSON_CreateObject();

    cJSON_AddStringToObject(own, "sentence", study_sentence(lead, text));
    if (!lead->of)
        return own;
    cJSON_AddStringToObject(own, "variation", lead->variation);
    cJSON_AddStringToObject(own, "metric", lead->of->metric);
    estimate_put(own, "effect", lead->effect);
    if (lead->population)
        cJSON_AddStringToObject(own, "population", lead->population);
    return own;
}

cJSON *study_section(const char *folder, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    struct pool pool = {0};
    struct study_result study;
    struct study_lead lead;
    cJSON *root = json_load(folder_file(folder, "study.json", path), errors), *section = NULL;

    if (root && study_result_read(&study, root, path, &pool, errors)) {
        section = fields_to_json(&study_result_fields, &study);
        study_lead_of(&study, &lead);
        cJSON_AddItemToObject(section, "lead", lead_json(&lead));
    }
    pool_free(&pool);
    cJSON_Delete(root);
    return section;
}

cJSON *populations_section(const char *folder, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    struct pool pool = {0};
    struct populations_result result;
    struct study_lead lead;
    cJSON *root = json_load(folder_file(folder, "populations.json", path), errors), *section = NULL;

    if (root && populations_result_read(&result, root, path, &pool, errors)) {
        section = fields_to_json(&populations_result_fields, &result);
        populations_lead_of(&result, &lead);
        cJSON_AddItemToObject(section, "lead", lead_json(&lead));
    }
    pool_free(&pool);
    cJSON_Delete(root);
    return section;
}
