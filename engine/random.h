// SPDX-License-Identifier: MIT
/* engine/random.h - streams of random numbers: PCG (pcg64, the author's implementation), each
 * started by a keyed one-way function (siphash.h).
 *
 * A stream is identified by its key and purpose: the same key and purpose give the same numbers on
 * every machine. Numbers of one stream give away neither the key nor any other stream: pcg64 can be
 * computed backwards to its start, but not beyond. This is the only source of random numbers in the
 * program. */
#ifndef SKAT_ENGINE_RANDOM_H
#define SKAT_ENGINE_RANDOM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A stream, started by one of the functions below; copying it copies its state. 32 bytes, no
 * pointers. */
struct skat_random {
    uint64_t words[4];
};

/* A key of 128 bits. */
struct skat_random_key {
    uint64_t words[2];
};

/* The key of a deal in a run with the key `run` (seed.h). Session and deal can be any numbers. */
struct skat_random_key skat_random_deal_key(const struct skat_random_key *run, uint64_t session,
                                            uint64_t deal);

/* Starts the stream of a deal for `purpose`, which can be any number. */
void skat_random_start(struct skat_random *random, const struct skat_random_key *key,
                       uint64_t purpose);

/* Starts a stream from a number, for use where nothing is secret. */
void skat_random_start_number(struct skat_random *random, uint64_t number);

/* The next 64 random bits. */
uint64_t skat_random_bits(struct skat_random *random);

/* Fills `bits` with the results of the next `count` calls of skat_random_bits(). */
void skat_random_fill(struct skat_random *random, uint64_t *bits, int count);

/* Uniform in 0..bound-1 without bias; bound is 1..2^32-1. */
uint32_t skat_random_below(struct skat_random *random, uint32_t bound);

/* Purposes of streams: the deal itself, and each seat's numbers for its bot. */
enum { SKAT_RANDOM_DEAL = 1, SKAT_RANDOM_SEAT = 0x100 /* + seat */ };

#ifdef __cplusplus
}
#endif

#endif
