// SPDX-License-Identifier: MIT
#include "arena/import/bot_names.h"

#include <string.h>

enum { ROOM = 32 /* names at first */ };

static uint32_t hash_of(const char *name) { return hash_bytes(name, strlen(name)); }

/* The index of twice the size, and room for as many names as it is half full with. */
static void grow(struct bot_names *names)
{
    const uint32_t size = 2 * names->by_name.size, count = names->by_name.count;

    hash_index_free(&names->by_name);
    hash_index_start(&names->by_name, size);
    for (uint32_t i = 0; i < count; i++)
        hash_index_put(&names->by_name, hash_of(names->names[i]), i);
    names->names = xrealloc(names->names, size / 2 * sizeof *names->names);
}

void bot_names_start(struct bot_names *names)
{
    hash_index_start(&names->by_name, 2 * ROOM);
    names->names = xcalloc(ROOM, sizeof *names->names);
}

void bot_names_free(struct bot_names *names)
{
    for (uint32_t i = 0; i < names->by_name.count; i++)
        free(names->names[i]);
    free(names->names);
    hash_index_free(&names->by_name);
    names->names = NULL;
}

uint32_t bot_names_number(struct bot_names *names, const char *name)
{
    const uint32_t hash = hash_of(name);

    for (uint32_t at = hash, place;
         (place = hash_index_next(&names->by_name, &at)) != HASH_INDEX_NONE;)
        if (strcmp(names->names[place], name) == 0)
            return place;
    if (hash_index_is_full(&names->by_name))
        grow(names);
    const uint32_t number = names->by_name.count;
    names->names[number] = xcheck(strdup(name));
    hash_index_put(&names->by_name, hash, number);
    return number;
}

cJSON *bot_names_json(const struct bot_names *names)
{
    cJSON *array = cJSON_CreateArray();

    for (uint32_t i = 0; i < names->by_name.count; i++)
        cJSON_AddItemToArray(array, cJSON_CreateString(names->names[i]));
    return array;
}
