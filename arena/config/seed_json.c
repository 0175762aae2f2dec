// SPDX-License-Identifier: MIT
#include "arena/config/seed_json.h"

bool seed_json_read(const cJSON *node, struct skat_seed *seed)
{
    double number = cJSON_IsNumber(node) ? node->valuedouble : -1;

    if (cJSON_IsString(node))
        return skat_seed_parse(seed, node->valuestring, NULL);
    if (!(number >= 0 && number <= (double)JSON_INT_MAX) || number != (double)(uint64_t)number)
        return false;
    *seed = skat_seed_of_number((uint64_t)number);
    return true;
}

struct skat_seed seed_json_config(const struct json_value *value)
{
    struct skat_seed seed = {{0}};

    if (!seed_json_read(value->node, &seed))
        json_wrong(value, "a number 0..9007199254740991, or a text: decimal digits up to "
                          "18446744073709551615, or \"0x\" and 1..64 hexadecimal digits");
    return seed;
}

cJSON *seed_to_json(const struct skat_seed *seed)
{
    char text[SKAT_SEED_TEXT_SIZE];
    uint64_t number;

    if (skat_seed_is_number(seed, &number))
        return cJSON_CreateNumber((double)number);
    return cJSON_CreateString(skat_seed_print(seed, text));
}

void seed_json_put(cJSON *object, const char *key, const struct skat_seed *seed)
{
    cJSON_AddItemToObject(object, key, seed_to_json(seed));
}
