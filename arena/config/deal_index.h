// SPDX-License-Identifier: MIT
/* arena/config/deal_index.h - finds a deal in a list by its hands. */
#ifndef ARENA_CONFIG_DEAL_INDEX_H
#define ARENA_CONFIG_DEAL_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "arena/base/hash_index.h"
#include "engine/deal.h"

/* The deals of a list so far; the list is the caller's. Zero-initialise and set `deck`;
 * deal_index_free() at the end. */
struct deal_index {
    const struct skat_deck *deck;
    struct hash_index by_hands;
};

/* Adds deals[place], 0 .. 2^30 - 1, unless an earlier one has the same hands and the same skat.
 * Who has which hand, and the order of its cards, do not count: a player who saw the one deal knows
 * all cards of the other. Returns the place of that one, or `place`. */
size_t deal_index_add(struct deal_index *index, const struct skat_deal *deals, size_t place);
void deal_index_free(struct deal_index *index);

#endif
