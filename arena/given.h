/* arena/given.h - deals that are given instead of dealt from a seed: from a list of them, from the games
 * of a result folder, or from records of the ISS. */
#ifndef ARENA_GIVEN_H
#define ARENA_GIVEN_H

#include <stddef.h>

#include "arena/problems.h"
#include "engine/deal.h"

/* Zero-initialise; free(deals) at the end. */
struct given {
    struct skat_deal *deals;
    size_t count;
    char sha256[65]; /* of the file that was read, in hexadecimal; "" where there is none */
};

/* Adds a deal from its text (skat_deal_parse). False with a problem at `where`. */
bool given_add(struct given *given, const char *text, const char *where, struct problems *problems);

/* Reads all deals of a file, or of games.jsonl in a folder; compressed ones, too (zstdfile.h):
 *
 *     lines of deals       one a line; empty ones, and those that begin with # are passed over
 *     lines of games.jsonl the deals of these games, each once, however often it was played
 *     records of the ISS   the deals of these
 *
 * What cannot be read is a problem with file and line. False when there was one, or no deal. */
bool given_read(struct given *given, const char *path, struct problems *problems);

#endif
