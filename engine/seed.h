// SPDX-License-Identifier: MIT
/* engine/seed.h - the seed of a run: a number of up to 256 bits, from which all that is random in
 * it comes.
 *
 *     seed -- SHA-256 --> key of the run -- SipHash --> key of a deal -- SipHash --> stream
 *
 * Each arrow is one-way: who sees numbers of one stream, as bots do, can compute neither the seed
 * nor the cards. But a small seed can be tried: 1, a date, or any number that a loop can reach. */
#ifndef SKAT_ENGINE_SEED_H
#define SKAT_ENGINE_SEED_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/error.h"
#include "engine/random.h"

enum {
    SKAT_SEED_BYTES = 32,
    SKAT_SEED_TEXT_SIZE = 2 + 2 * SKAT_SEED_BYTES + 1,
    SKAT_SEAL_SIZE = 2 * SKAT_SEED_BYTES + 1,
    SKAT_SEED_LARGE_BITS = 96 /* of a seed that cannot be tried */
};

struct skat_seed {
    uint8_t bytes[SKAT_SEED_BYTES]; /* big-endian */
};

struct skat_seed skat_seed_of_number(uint64_t number);

/* Reads decimal digits up to 2^64-1, or "0x" and 1..64 hexadecimal digits. On failure returns false
 * with the reason in *error, which may be NULL. */
bool skat_seed_parse(struct skat_seed *seed, const char *text, struct skat_error *error);

/* Writes a seed below 2^53 in decimal, any other as "0x" and hexadecimal digits without leading
 * zeros: each seed has one form. Returns `text`. */
const char *skat_seed_print(const struct skat_seed *seed, char text[SKAT_SEED_TEXT_SIZE]);

/* Whether the seed is below 2^53, which a JSON number holds; then it is stored in *number. */
bool skat_seed_is_number(const struct skat_seed *seed, uint64_t *number);

/* Whether the seed has fewer than SKAT_SEED_LARGE_BITS bits. */
bool skat_seed_is_small(const struct skat_seed *seed);

/* The key of a run with this seed. */
struct skat_random_key skat_seed_key(const struct skat_seed *seed);

/* The seal of a seed: a commitment that can be published before a run, and shows nothing of a seed
 * that is not small. After the run the seed is published, and everybody can compute the seal again.
 * SHA-256 in hexadecimal digits, of another input than the key's. Returns `text`. */
const char *skat_seed_seal(const struct skat_seed *seed, char text[SKAT_SEAL_SIZE]);

#endif
