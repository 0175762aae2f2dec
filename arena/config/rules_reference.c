// SPDX-License-Identifier: MIT
#include "arena/config/rules_reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/config/rules_config.h"
#include "engine/json/rules_json.h"

/* ---- Markdown ---- */

/* What an option allows, each word as code. */
static void print_allowed(const struct skat_rule_option *option, FILE *out)
{
    char allowed[512];

    if (option->type == SKAT_OPTION_CHOICE || option->type == SKAT_OPTION_SET) {
        fprintf(out, "%s", option->type == SKAT_OPTION_SET ? "any of " : "");
        for (int i = 0; i < option->count; i++)
            fprintf(out, "%s`%s`", i ? ", " : "", option->names[i]);
        return;
    }
    skat_rule_option_allowed(option, allowed, sizeof allowed);
    for (const char *at = allowed; *at; at++) {
        bool bar = strncmp(at, " | ", 3) == 0; /* it would end the cell */
        fputs(bar ? ", " : (char[]){*at, '\0'}, out);
        at += bar ? 2 : 0;
    }
}

static void print_row(const struct skat_rules *official, const struct skat_rule_option *option,
                      FILE *out)
{
    cJSON *value = skat_rules_option_to_json(official, option);
    char *text =
        cJSON_IsString(value) ? xstrdup(value->valuestring) : cJSON_PrintUnformatted(value);

    fprintf(out, "| `%s` | ", option->name);
    print_allowed(option, out);
    fprintf(out, " | `%s` | %s | %s |\n", text, option->help, option->section);
    free(text);
    cJSON_Delete(value);
}

static void print_short_forms(FILE *out)
{
    char typed[SHORT_FORM_SIZE], word[SHORT_FORM_SIZE];

    fprintf(out, "\n| short form, on a command line | stands for |\n| --- | --- |\n");
    for (int i = 0; rule_words_short_form(i, typed, word); i++)
        fprintf(out, "| `%s` | `%s` |\n", typed, word);
}

char *rules_reference_markdown(void)
{
    struct skat_rules official;
    char *text = NULL;
    size_t length = 0;
    FILE *out = xcheck(open_memstream(&text, &length));

    skat_rules_official(&official);
    fprintf(out, "| option | values | default | meaning | rules.md |\n"
                 "| --- | --- | --- | --- | --- |\n");
    for (int i = 0; i < skat_rule_option_count; i++)
        print_row(&official, &skat_rule_options[i], out);
    print_short_forms(out);
    fclose(out);
    return text;
}

/* ---- JSON Schema ---- */

static cJSON *add_words(cJSON *schema, const struct skat_rule_option *option)
{
    cJSON *words = cJSON_AddArrayToObject(schema, "enum");

    for (int i = 0; i < option->count; i++)
        cJSON_AddItemToArray(words, cJSON_CreateString(option->names[i]));
    return schema;
}

static cJSON *number_schema(const char *type, double min, double max)
{
    cJSON *schema = cJSON_CreateObject();

    cJSON_AddStringToObject(schema, "type", type);
    cJSON_AddNumberToObject(schema, "minimum", min);
    cJSON_AddNumberToObject(schema, "maximum", max);
    return schema;
}

static cJSON *one_of_schema(const struct skat_rule_option *option)
{
    cJSON *schema = cJSON_CreateObject(), *values = cJSON_AddArrayToObject(schema, "enum");

    for (int i = 0; i < option->count; i++) {
        bool is_null = option->type == SKAT_OPTION_ONE_OF_OR_NULL && !option->values[i];
        cJSON_AddItemToArray(values,
                             is_null ? cJSON_CreateNull() : cJSON_CreateNumber(option->values[i]));
    }
    return schema;
}

static cJSON *array_schema(cJSON *items, int count)
{
    cJSON *schema = cJSON_CreateObject();

    cJSON_AddStringToObject(schema, "type", "array");
    cJSON_AddItemToObject(schema, "items", items);
    if (count) {
        cJSON_AddNumberToObject(schema, "minItems", count);
        cJSON_AddNumberToObject(schema, "maxItems", count);
    } else {
        cJSON_AddTrueToObject(schema, "uniqueItems");
    }
    return schema;
}

static cJSON *option_schema(const struct skat_rule_option *option)
{
    cJSON *schema;

    switch (option->type) {
    case SKAT_OPTION_BOOL:
        schema = cJSON_CreateObject();
        cJSON_AddStringToObject(schema, "type", "boolean");
        return schema;
    case SKAT_OPTION_CHOICE:
        return add_words(cJSON_CreateObject(), option);
    case SKAT_OPTION_SET:
        return array_schema(add_words(cJSON_CreateObject(), option), 0);
    case SKAT_OPTION_INTS:
        return array_schema(number_schema("integer", option->min, option->max), option->count);
    case SKAT_OPTION_DECIMAL:
        return number_schema("number", option->min / 1000.0, option->max / 1000.0);
    case SKAT_OPTION_ONE_OF:
    case SKAT_OPTION_ONE_OF_OR_NULL:
        return one_of_schema(option);
    case SKAT_OPTION_INT:
        break;
    }
    return number_schema("integer", option->min, option->max);
}

/* The schema of the object that a member like "kontra.when" belongs to, made when it is first
 * needed. */
static cJSON *group_schema(cJSON *properties, const char *name, size_t length)
{
    char group[40];

    snprintf(group, sizeof group, "%.*s", (int)length, name);
    cJSON *schema = json_get(properties, group);
    if (!schema) {
        schema = cJSON_AddObjectToObject(properties, group);
        cJSON_AddStringToObject(schema, "type", "object");
        cJSON_AddFalseToObject(schema, "additionalProperties");
        cJSON_AddObjectToObject(schema, "properties");
    }
    return json_get(schema, "properties");
}

cJSON *rules_reference_schema(void)
{
    cJSON *schema = cJSON_CreateObject();

    cJSON_AddStringToObject(schema, "type", "object");
    cJSON_AddFalseToObject(schema, "additionalProperties");
    cJSON *properties = cJSON_AddObjectToObject(schema, "properties");
    for (int i = 0; i < skat_rule_option_count; i++) {
        const struct skat_rule_option *option = &skat_rule_options[i];
        const char *dot = strchr(option->name, '.');
        cJSON *object =
            dot ? group_schema(properties, option->name, (size_t)(dot - option->name)) : properties;
        cJSON *own = option_schema(option);
        cJSON_AddStringToObject(own, "description", option->help);
        cJSON_AddItemToObject(object, dot ? dot + 1 : option->name, own);
    }
    return schema;
}
