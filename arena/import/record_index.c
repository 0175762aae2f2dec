// SPDX-License-Identifier: MIT
#include "arena/import/record_index.h"

#include <stdlib.h>

#include "arena/base/hash_index.h"

enum { FIRST_ROOM = 1 << 10 }; /* of the index, which is at most half full */

struct record_index {
    uint64_t *keys; /* of the games */
    struct hash_index by_key;
};

/* Adds the words of a value; how they are separated makes no difference. */
static uint64_t add_words(uint64_t key, const struct iss_value *value)
{
    const char *at = value->text, *end = at ? at + value->length : at;

    while (at < end) {
        const char *word = at;
        while (at < end && (unsigned char)*at > ' ')
            at++;
        if (at > word)
            key = hash_more(hash_more(key, word, (size_t)(at - word)), " ", 1);
        else
            at++;
    }
    return hash_more(key, "]", 1);
}

uint64_t record_key(const struct iss_record *record)
{
    static const enum iss_property counted[] = {ISS_SE, ISS_ID, ISS_DT, ISS_P0,
                                                ISS_P1, ISS_P2, ISS_MV};
    uint64_t key = HASH_START;

    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
        key = add_words(key, &record->values[counted[i]]);
    return key;
}

struct record_index *record_index_new(void)
{
    struct record_index *index = xcalloc(1, sizeof *index);

    index->keys = xcalloc(FIRST_ROOM / 2, sizeof *index->keys);
    hash_index_start(&index->by_key, FIRST_ROOM);
    return index;
}

void record_index_free(struct record_index *index)
{
    if (!index)
        return;
    hash_index_free(&index->by_key);
    free(index->keys);
    free(index);
}

uint32_t record_index_find(const struct record_index *index, uint64_t key)
{
    uint32_t at = hash_fold(key), game;

    while ((game = hash_index_next(&index->by_key, &at)) != HASH_INDEX_NONE)
        if (index->keys[game] == key)
            return game;
    return RECORD_INDEX_NONE;
}

static void grow(struct record_index *index)
{
    const uint32_t games = index->by_key.count, size = index->by_key.size;

    hash_index_free(&index->by_key);
    hash_index_start(&index->by_key, 2 * size);
    index->keys = xrealloc(index->keys, size * sizeof *index->keys);
    for (uint32_t game = 0; game < games; game++)
        hash_index_put(&index->by_key, hash_fold(index->keys[game]), game);
}

void record_index_add(struct record_index *index, uint64_t key)
{
    if (hash_index_is_full(&index->by_key))
        grow(index);
    index->keys[index->by_key.count] = key;
    hash_index_put(&index->by_key, hash_fold(key), index->by_key.count);
}
