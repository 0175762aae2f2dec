// SPDX-License-Identifier: MIT
/* arena/base/hash_index.h - places of elements in an array, found by their hashes: open addressing.
 * The elements are the caller's, who compares them and, when the index grows, puts them in again.
 */
#ifndef ARENA_BASE_HASH_INDEX_H
#define ARENA_BASE_HASH_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "arena/base/memory.h"

#define HASH_INDEX_NONE UINT32_MAX

struct hash_index {
    uint32_t *places;     /* 1 + the place; 0: free */
    uint32_t size, count; /* size is a power of two; count is the number in use */
};

/* FNV-1a of 64 bits: HASH_START, and hash_more() for each part. */
#define HASH_START 0xcbf29ce484222325u
static inline uint64_t hash_more(uint64_t hash, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ at[i]) * 0x100000001b3u;
    return hash;
}

static inline uint32_t hash_fold(uint64_t hash) { return (uint32_t)(hash ^ hash >> 32); }

static inline uint32_t hash_bytes(const void *bytes, size_t length)
{
    return hash_fold(hash_more(HASH_START, bytes, length));
}

/* Empty, with room for half of `size`, a power of two. The owner calls hash_index_free(). */
static inline void hash_index_start(struct hash_index *index, uint32_t size)
{
    *index = (struct hash_index){.places = xcalloc(size, sizeof *index->places), .size = size};
}

static inline void hash_index_free(struct hash_index *index)
{
    free(index->places);
    *index = (struct hash_index){0};
}

/* Is it at least half full? Then the caller starts one of twice the size. */
static inline bool hash_index_is_full(const struct hash_index *index)
{
    return 2 * index->count >= index->size;
}

static inline void hash_index_put(struct hash_index *index, uint32_t hash, uint32_t place)
{
    uint32_t at = hash & (index->size - 1);

    while (index->places[at])
        at = (at + 1) & (index->size - 1);
    index->places[at] = 1 + place;
    index->count++;
}

/* The next place that may hold an element of this hash, or HASH_INDEX_NONE. *at is the hash before
 * the first call. */
static inline uint32_t hash_index_next(const struct hash_index *index, uint32_t *at)
{
    uint32_t slot = *at & (index->size - 1);

    *at = slot + 1;
    return index->places[slot] ? index->places[slot] - 1 : HASH_INDEX_NONE;
}

#endif
