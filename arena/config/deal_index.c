// SPDX-License-Identifier: MIT
#include "arena/config/deal_index.h"

#include <string.h>

enum { FIRST_ROOM = 64, PARTS = SKAT_PLAYERS + 1 };

/* The hands in ascending order, then the skat. */
static void parts_of(const struct deal_index *index, const struct skat_deal *deal,
                     skat_cards parts[PARTS])
{
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        const skat_cards hand = skat_deal_hand(deal, index->deck, position);
        int at = position;
        for (; at > 0 && parts[at - 1] > hand; at--)
            parts[at] = parts[at - 1];
        parts[at] = hand;
    }
    parts[SKAT_PLAYERS] = skat_deal_skat(deal, index->deck);
}

static uint32_t hash_of(const struct deal_index *index, const struct skat_deal *deal)
{
    skat_cards parts[PARTS];

    parts_of(index, deal, parts);
    return hash_bytes(parts, sizeof parts);
}

static void make_room(struct deal_index *index, const struct skat_deal *deals)
{
    struct hash_index before = index->by_hands;

    if (before.places && !hash_index_is_full(&before))
        return;
    hash_index_start(&index->by_hands, before.places ? 2 * before.size : FIRST_ROOM);
    for (uint32_t i = 0; i < before.size; i++)
        if (before.places[i])
            hash_index_put(&index->by_hands, hash_of(index, &deals[before.places[i] - 1]),
                           before.places[i] - 1);
    hash_index_free(&before);
}

size_t deal_index_add(struct deal_index *index, const struct skat_deal *deals, size_t place)
{
    const uint32_t hash = hash_of(index, &deals[place]);
    skat_cards parts[PARTS], others[PARTS];
    uint32_t at = hash, other;

    make_room(index, deals);
    parts_of(index, &deals[place], parts);
    while ((other = hash_index_next(&index->by_hands, &at)) != HASH_INDEX_NONE) {
        parts_of(index, &deals[other], others);
        if (memcmp(parts, others, sizeof parts) == 0)
            return other;
    }
    hash_index_put(&index->by_hands, hash, (uint32_t)place);
    return place;
}

void deal_index_free(struct deal_index *index) { hash_index_free(&index->by_hands); }
