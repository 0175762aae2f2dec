/* arena/config/given_deals.h - deals that are given instead of dealt from a seed: from a list of them, from the games
 * of a result folder, or from records of the ISS; with their contracts, where these are asked for. */
#ifndef ARENA_CONFIG_GIVEN_DEALS_H
#define ARENA_CONFIG_GIVEN_DEALS_H

#include <stddef.h>

#include "arena/bot/fixed_auction.h"
#include "arena/base/errors.h"
#include "engine/deal.h"

/* Zero-initialise but for the deck; given_deals_free() at the end. */
struct given_deals {
    struct skat_deal *deals;
    struct auction *auctions;      /* of each deal; NULL where contracts are not asked for */
    size_t count;
    const struct skat_deck *deck;  /* set before reading: that of the game */
    const struct skat_rules *rules; /* set before reading: contracts are asked for, by these rules */
    size_t skipped;                /* deals of games in which nobody bid and declared one */
    char sha256[65]; /* of the file that was read, in hexadecimal; "" where there is none */
};

void given_deals_free(struct given_deals *given);

/* Adds a deal from its text (skat_deal_parse). Where contracts are asked for, the moves of a game stand
 * behind it, those of its auction (auction.h) at least, and nowhere else. False with an error at `where`. */
bool given_deals_add(struct given_deals *given, const char *text, const char *where, struct errors *errors);

/* Reads all deals of a file, or of games.jsonl in a folder; compressed ones, too (zstdfile.h):
 *
 *     lines of deals       one a line; empty ones, and those that begin with # are passed over
 *     lines of games.jsonl the deals of these games, each once, however often it was played
 *     records of the ISS   the deals of these
 *
 * Where contracts are asked for: that of the first game of a deal that has one. Deals of games that have
 * none - passed in, ramsch, grand hand in a round of ramsch, ended before it - are skipped and counted.
 *
 * What cannot be read is an error with file and line. False when there was one, or no deal. */
bool given_deals_read(struct given_deals *given, const char *path, struct errors *errors);

#endif
