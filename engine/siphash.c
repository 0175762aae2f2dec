// SPDX-License-Identifier: MIT
#include "engine/siphash.h"

enum { COMPRESSING = 2, FINISHING = 4 }; /* rounds */

static uint64_t rotated(uint64_t x, int bits) { return x << bits | x >> (64 - bits); }

/* Inlined and unrolled, so that the state stays in registers: half of the instructions (callgrind),
 * and a game of a fast bot needs eight hashes. */
__attribute__((always_inline)) static inline void mix(uint64_t v[4], int rounds)
{
#pragma GCC unroll 4
    for (int i = 0; i < rounds; i++) {
        v[0] += v[1], v[2] += v[3];
        v[1] = rotated(v[1], 13) ^ v[0], v[3] = rotated(v[3], 16) ^ v[2];
        v[0] = rotated(v[0], 32);
        v[2] += v[1], v[0] += v[3];
        v[1] = rotated(v[1], 17) ^ v[2], v[3] = rotated(v[3], 21) ^ v[0];
        v[2] = rotated(v[2], 32);
    }
}

__attribute__((always_inline)) static inline void absorb(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    mix(v, COMPRESSING);
    v[0] ^= word;
}

void skat_siphash(const uint64_t key[2], const uint64_t *words, int count, uint64_t result[2])
{
    /* "somepseudorandomlygeneratedbytes"; 0xee and 0xdd are those of the 128-bit variant. */
    uint64_t v[4] = {key[0] ^ 0x736f6d6570736575u, key[1] ^ 0x646f72616e646f6du ^ 0xee,
                     key[0] ^ 0x6c7967656e657261u, key[1] ^ 0x7465646279746573u};

    for (int i = 0; i < count; i++)
        absorb(v, words[i]);
    absorb(v, (uint64_t)count * 8 << 56); /* the length, after the bytes of the last, empty word */
    v[2] ^= 0xee;
    mix(v, FINISHING);
    result[0] = v[0] ^ v[1] ^ v[2] ^ v[3];
    v[1] ^= 0xdd;
    mix(v, FINISHING);
    result[1] = v[0] ^ v[1] ^ v[2] ^ v[3];
}
