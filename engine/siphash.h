// SPDX-License-Identifier: MIT
/* engine/siphash.h - SipHash-2-4 with 128 bits of output: a keyed one-way function (Aumasson and
 * Bernstein 2012, "SipHash: a fast short-input PRF"). Who sees any number of results, but not the
 * key, can compute neither the key nor a result that was not shown. */
#ifndef SKAT_ENGINE_SIPHASH_H
#define SKAT_ENGINE_SIPHASH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The result for `count` (0..31) words as a message of 8 * count bytes, little-endian. `key` and
 * `result` may be the same. */
void skat_siphash(const uint64_t key[2], const uint64_t *words, int count, uint64_t result[2]);

#ifdef __cplusplus
}
#endif

#endif
