// SPDX-License-Identifier: MIT
#include "arena/base/json_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/text.h"

void json_put_int(cJSON *object, const char *key, int64_t value)
{
    cJSON_AddNumberToObject(object, key, (double)value);
}

double json_real(double value)
{
    const double LARGEST = 1e308;
    char text[400];

    if (isnan(value))
        return NAN;
    if (isinf(value))
        value = value > 0 ? LARGEST : -LARGEST;
    snprintf(text, sizeof text, "%.9f", value);
    double rounded = strtod(text, NULL);
    return rounded == 0 ? 0 : rounded; /* never -0 */
}

void json_put_real(cJSON *object, const char *key, double value)
{
    if (isnan(value))
        cJSON_AddNullToObject(object, key);
    else
        cJSON_AddNumberToObject(object, key, json_real(value));
}

bool json_put_line(cJSON *object, const char *key, const char *text)
{
    char *line = xstrdup(text);
    const bool was = text_make_line(line);

    cJSON_AddStringToObject(object, key, line);
    free(line);
    return was;
}

void json_put_ratio(cJSON *object, const char *key, int64_t part, int64_t whole)
{
    json_put_real(object, key, whole ? (double)part / (double)whole : NAN);
}

cJSON *json_get(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

double json_number(const cJSON *object, const char *key)
{
    const cJSON *item = json_get(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

double json_number_within(const cJSON *object, const char *first, const char *key)
{
    return json_number(json_get(object, first), key);
}

const char *json_text(const cJSON *object, const char *key)
{
    const cJSON *item = json_get(object, key);
    return cJSON_IsString(item) ? item->valuestring : "";
}

bool json_has_text(const cJSON *list, const char *text)
{
    const cJSON *item;

    cJSON_ArrayForEach (item, list)
        if (cJSON_IsString(item) && strcmp(item->valuestring, text) == 0)
            return true;
    return false;
}

void json_copy(cJSON *to, const cJSON *from, const char *key)
{
    const cJSON *value = json_get(from, key);

    if (value)
        cJSON_AddItemToObject(to, key, cJSON_Duplicate(value, true));
}

/* ---- files ---- */

bool json_save(const cJSON *root, const char *path, struct errors *errors)
{
    char *text = xcheck(cJSON_Print(root));
    struct output_file save;

    if (output_file_begin(&save, path, OUTPUT_OWN))
        fprintf(save.file, "%s\n", text);
    free(text);
    return output_file_end(&save, errors);
}

void json_print(const cJSON *root, FILE *out)
{
    char *text = cJSON_Print(root);

    fprintf(out, "%s\n", text);
    free(text);
}
