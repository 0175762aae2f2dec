// SPDX-License-Identifier: MIT
#include "arena/cli/field_list.h"

#include <cjson/cJSON.h>

#include "arena/base/json_write.h"
#include "arena/base/json_file.h"
#include "arena/record/tally.h"
#include "arena/result/fault_line.h"
#include "arena/result/history_result.h"
#include "arena/result/redeal_line.h"
#include "arena/result/run_summary.h"
#include "arena/result/search_result.h"
#include "arena/result/study_result.h"

static const struct {
    const char *file;
    const struct fields *fields;
} files[] = {
    {"summary.json", &run_summary_fields},
    {"study.json", &study_result_fields},
    {"populations.json", &populations_result_fields},
    {"tune.json", &tune_summary_fields},
    {"tune.jsonl", &tune_round_fields},
    {"grid.json", &grid_summary_fields},
    {"history.json", &history_result_fields},
    {"bisect.json", &bisect_result_fields},
    {"faults.jsonl", &fault_line_fields},
    {"redeals.jsonl", &redeal_line_fields},
};

static const char *const types[] = {
    [FIELD_INT] = "integer",
    [FIELD_INT_OR_NULL] = "integer or null",
    [FIELD_REAL] = "number or null",
    [FIELD_EXACT] = "number",
    [FIELD_TEXT] = "text",
    [FIELD_TEXT_OR_NULL] = "text or null",
    [FIELD_FLAG] = "boolean",
    [FIELD_FLAG_OR_NULL] = "boolean or null",
    [FIELD_JSON] = "any",
    [FIELD_STRUCT] = "object",
    [FIELD_EMBEDDED] = "embedded",
    [FIELD_OR_NULL] = "object or null",
    [FIELD_OPTIONAL] = "object",
    [FIELD_STRUCTS] = "array",
    [FIELD_INTS] = "array of integers",
    [FIELD_TEXTS] = "array of texts",
    [FIELD_NAMED] = "object of objects",
    [FIELD_INTS_BY_NAME] = "object of integers",
};

static void add_struct(cJSON *structs, const struct fields *fields);

static void add_field(cJSON *structs, cJSON *rows, const struct field *field)
{
    cJSON *row = cJSON_CreateObject();

    cJSON_AddStringToObject(row, "key", field->key);
    cJSON_AddStringToObject(row, "type", types[field->type]);
    if (field->of)
        cJSON_AddStringToObject(row, "of", field->of->name);
    else
        cJSON_AddNullToObject(row, "of");
    cJSON_AddStringToObject(row, "presence", field->presence == ALWAYS ? "always" : "if any");
    cJSON_AddStringToObject(row, "meaning", field->meaning);
    cJSON_AddItemToArray(rows, row);
    if (field->of)
        add_struct(structs, field->of);
}

static void add_struct(cJSON *structs, const struct fields *fields)
{
    if (json_get(structs, fields->name))
        return;
    cJSON *rows = cJSON_AddArrayToObject(structs, fields->name);
    for (int i = 0; i < fields->count; i++)
        if (fields->list[i].type != FIELD_CUSTOM)
            add_field(structs, rows, &fields->list[i]);
}

void print_field_list(FILE *out)
{
    cJSON *root = cJSON_CreateObject(), *roots = cJSON_AddObjectToObject(root, "files"),
          *structs = cJSON_AddObjectToObject(root, "structs"),
          *counters = cJSON_AddArrayToObject(root, "counters");

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        cJSON_AddStringToObject(roots, files[i].file, files[i].fields->name);
        add_struct(structs, files[i].fields);
    }
    for (int i = 0; i < tally_counter_count; i++) {
        cJSON *counter = cJSON_CreateObject();
        cJSON_AddStringToObject(counter, "key", tally_counters[i].key);
        cJSON_AddStringToObject(counter, "meaning", tally_counters[i].meaning);
        cJSON_AddItemToArray(counters, counter);
    }
    json_print(root, out);
    cJSON_Delete(root);
}
