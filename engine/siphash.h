// SPDX-License-Identifier: MIT
/* engine/siphash.h - SipHash-2-4 with 128 bits of output: a keyed one-way function (Aumasson and
 * Bernstein 2012, "SipHash: a fast short-input PRF"). Who sees any number of results, but not the
 * key, can compute neither the key nor a result that was not shown.
 *
 * Inlined and unrolled, so that the state stays in registers: half of the instructions (callgrind),
 * and a game of a fast bot needs eight hashes. */
#ifndef SKAT_ENGINE_SIPHASH_H
#define SKAT_ENGINE_SIPHASH_H

#include <stdint.h>

enum { SKAT_SIPHASH_COMPRESSING = 2, SKAT_SIPHASH_FINISHING = 4 }; /* rounds */

static inline uint64_t skat_siphash_rotated(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

__attribute__((always_inline)) static inline void skat_siphash_mix(uint64_t v[4], int rounds)
{
#pragma GCC unroll 4
    for (int i = 0; i < rounds; i++) {
        v[0] += v[1], v[2] += v[3];
        v[1] = skat_siphash_rotated(v[1], 13) ^ v[0], v[3] = skat_siphash_rotated(v[3], 16) ^ v[2];
        v[0] = skat_siphash_rotated(v[0], 32);
        v[2] += v[1], v[0] += v[3];
        v[1] = skat_siphash_rotated(v[1], 17) ^ v[2], v[3] = skat_siphash_rotated(v[3], 21) ^ v[0];
        v[2] = skat_siphash_rotated(v[2], 32);
    }
}

__attribute__((always_inline)) static inline void skat_siphash_absorb(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    skat_siphash_mix(v, SKAT_SIPHASH_COMPRESSING);
    v[0] ^= word;
}

/* The result for `count` (0..31) words as a message of 8 * count bytes, little-endian. `key` and
 * `result` may be the same. */
__attribute__((always_inline)) static inline void
skat_siphash(const uint64_t key[2], const uint64_t *words, int count, uint64_t result[2])
{
    /* "somepseudorandomlygeneratedbytes"; 0xee and 0xdd are those of the 128-bit variant. */
    uint64_t v[4] = {key[0] ^ 0x736f6d6570736575u, key[1] ^ 0x646f72616e646f6du ^ 0xee,
                     key[0] ^ 0x6c7967656e657261u, key[1] ^ 0x7465646279746573u};

    for (int i = 0; i < count; i++)
        skat_siphash_absorb(v, words[i]);
    /* The length, after the bytes of the last, empty word. */
    skat_siphash_absorb(v, (uint64_t)count * 8 << 56);
    v[2] ^= 0xee;
    skat_siphash_mix(v, SKAT_SIPHASH_FINISHING);
    result[0] = v[0] ^ v[1] ^ v[2] ^ v[3];
    v[1] ^= 0xdd;
    skat_siphash_mix(v, SKAT_SIPHASH_FINISHING);
    result[1] = v[0] ^ v[1] ^ v[2] ^ v[3];
}

#endif
