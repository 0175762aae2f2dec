// SPDX-License-Identifier: MIT
/* arena/config/given_deals.h - given deals, instead of deals from a seed: from a list, from the
 * games of a result folder, or from ISS records; with their contracts if requested. */
#ifndef ARENA_CONFIG_GIVEN_DEALS_H
#define ARENA_CONFIG_GIVEN_DEALS_H

#include <stddef.h>

#include "arena/bot/fixed_auction.h"
#include "arena/base/errors.h"
#include "arena/config/deal_index.h"
#include "engine/deal.h"

/* A deal of a run: its cards, and the key of its random numbers (engine/seed.h). */
struct dealt {
    struct skat_deal deal;
    struct skat_random_key key;
};

/* Zero-initialise and set deck and rules; given_deals_free() at the end. */
struct given_deals {
    struct skat_deal *deals;
    struct fixed_auction *auctions; /* of each deal; NULL without contracts */
    size_t count;
    const struct skat_deck *deck;   /* of the game; set before reading */
    const struct skat_rules *rules; /* set before reading: read contracts by these; or NULL */
    bool positions;                 /* set before reading: the moves lead to positions */
    size_t skipped;                 /* deals of games without a contract by bidding */
    bool in_array;                  /* set before adding: elements of an array, not lines */
    size_t repeated;         /* deals of games that had been read already; none is in deals */
    struct deal_index index; /* of the deals; empty if contracts are requested */
    uint64_t *numbers;       /* the line or element of each deal in the index */
    char sha256[65];         /* of the file, in hexadecimal; "" without a file */
};

void given_deals_free(struct given_deals *given);

/* Adds a deal from its text (skat_deal_parse), which is line or element `number`. If and only if
 * contracts are requested, the moves of a game follow it, at least those of its auction
 * (fixed_auction.h); or those that lead to a position. Without contracts, a deal with the hands of
 * an earlier one (deal_index.h) is refused. False with an error at `where`. */
bool given_deals_add(struct given_deals *given, const char *text, uint64_t number,
                     const char *where, struct errors *errors);

/* Reads all deals of a file, or of games.jsonl in a folder; also compressed ones (zstd_reader.h):
 *
 *     lines of deals       one per line; empty lines and lines that begin with # are ignored;
 *                          without contracts, no deal twice, as given_deals_add() says
 *     lines of games.jsonl the deals of these games, each once, however often it was played
 *     records of the ISS   the deals of these records
 *
 * The contract of a deal is that of its first game that has one. Deals of games without a contract
 * - passed in, ramsch, grand hand in a ramsch round, ended earlier - are skipped and counted.
 *
 * Without contracts, a deal of a log or of records that repeats an earlier one is left out and
 * counted.
 *
 * Positions come only from a list. Each error names file and line. False if there was an error, or
 * no deal. */
bool given_deals_read(struct given_deals *given, const char *path, struct errors *errors);

#endif
