/* engine/random.h - streams of random numbers: PCG (pcg64, the author's implementation).
 *
 * A stream is named by what it is for: the same names give the same numbers on
 * every machine, and neighbouring names give unrelated ones. Nothing else in the
 * program makes random numbers. */
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

/* One number for a deal, to start its streams with. All three are free: each is mixed into the
 * whole of it, so seeds 1 and 2 are as unrelated as any. */
uint64_t skat_random_key(uint64_t seed, uint64_t session, uint64_t deal);

/* Starts the stream of a deal that serves `purpose`, any number. */
void skat_random_start(struct skat_random *random, uint64_t key, uint64_t purpose);

/* The next 64 random bits. */
uint64_t skat_random_bits(struct skat_random *random);

/* Fills `bits` with the next `count` words: what skat_random_bits() would give one by one. */
void skat_random_fill(struct skat_random *random, uint64_t *bits, int count);

/* Uniform in 0..bound-1 without bias; bound is 1..2^32-1. */
uint32_t skat_random_below(struct skat_random *random, uint32_t bound);

/* Purposes of streams: the deal itself, and the bots' numbers by seat. */
enum { SKAT_RANDOM_DEAL = 1, SKAT_RANDOM_SEAT = 0x100 /* + seat */ };

#ifdef __cplusplus
}
#endif

#endif
