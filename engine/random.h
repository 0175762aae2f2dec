/* engine/random.h - streams of random numbers: PCG (pcg64, the author's implementation).
 *
 * A stream is identified by its key and purpose: the same key and purpose give the
 * same numbers on every machine, and neighbouring ones give unrelated numbers. This is
 * the only source of random numbers in the program. */
#ifndef SKAT_ENGINE_RANDOM_H
#define SKAT_ENGINE_RANDOM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A stream; copying it copies its state. 32 bytes, no pointers. */
struct skat_random {
    uint64_t words[4];
};

/* The key of a deal's streams. The three arguments can be any numbers: each affects all bits of the
 * key, so the streams of seeds 1 and 2 are as unrelated as any. */
uint64_t skat_random_key(uint64_t seed, uint64_t session, uint64_t deal);

/* Starts the stream of a deal for `purpose`, which can be any number. */
void skat_random_start(struct skat_random *random, uint64_t key, uint64_t purpose);

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
