// SPDX-License-Identifier: MIT
// engine/random.cc - C linkage for PCG; the only C++ of the engine.
#include "engine/random.h"

#include <cstring>
#include <pcg_random.hpp>

#include "engine/siphash.h"

// The generator lives in the caller's words between calls: the 127-bit stream selector as an odd
// increment, then 128 bits of state. pcg64 keeps them as two integers and nothing else.
static_assert(sizeof(pcg64) == sizeof(skat_random::words), "pcg64 is increment and state");
static_assert(std::is_trivially_copyable<pcg64>::value, "pcg64 can be copied as bytes");

using pcg128 = pcg_extras::pcg128_t;

// One step of pcg64 on its two integers, made of the author's parts: as an object it goes through
// memory, which with its guard (-fstack-protector) is half of the instructions (callgrind).
// tests/unit/test_deal.c has the numbers that the author published.
static inline uint64_t step(pcg128 *state, pcg128 increment)
{
    *state = *state * pcg_detail::default_multiplier<pcg128>::multiplier() + increment;
    return pcg_detail::xsl_rr_mixin<uint64_t, pcg128>::output(*state);
}

enum { INCREMENT = 0, STATE = 2 }; // where a stream has them, in words

static pcg128 integer(const skat_random *random, int word)
{
    pcg128 integer;
    std::memcpy(&integer, random->words + word, sizeof integer);
    return integer;
}

static void store(skat_random *random, int word, pcg128 integer)
{
    std::memcpy(random->words + word, &integer, sizeof integer);
}

skat_random_key skat_random_deal_key(const skat_random_key *run, uint64_t session, uint64_t deal)
{
    const uint64_t message[] = {session, deal};
    skat_random_key key;
    skat_siphash(run->words, message, 2, key.words);
    return key;
}

void skat_random_start(skat_random *random, const skat_random_key *key, uint64_t purpose)
{
    // Where the stream begins is secret; which of the 2^127 streams it is need not be.
    uint64_t begin[2];
    skat_siphash(key->words, &purpose, 1, begin);
    // What pcg64(begin, purpose) is.
    const pcg128 increment = pcg128(purpose) << 1 | 1;
    pcg128 state = (pcg128(begin[0]) << 64 | begin[1]) + increment;
    step(&state, increment);
    store(random, INCREMENT, increment);
    store(random, STATE, state);
}

void skat_random_start_number(skat_random *random, uint64_t number)
{
    const skat_random_key key = {{number, 0}};
    skat_random_start(random, &key, 0);
}

uint64_t skat_random_bits(skat_random *random)
{
    pcg128 state = integer(random, STATE);
    const uint64_t bits = step(&state, integer(random, INCREMENT));
    store(random, STATE, state);
    return bits;
}

void skat_random_fill(skat_random *random, uint64_t *bits, int count)
{
    pcg128 state = integer(random, STATE);
    const pcg128 increment = integer(random, INCREMENT);
    for (int i = 0; i < count; i++)
        bits[i] = step(&state, increment);
    store(random, STATE, state);
}

// Lemire 2019, "Fast random integer generation in an interval": multiply, and throw away the few
// values that would make some results likelier. The division is all but never reached.
uint32_t skat_random_below(skat_random *random, uint32_t bound)
{
    uint64_t product = (skat_random_bits(random) >> 32) * bound;
    uint32_t low = uint32_t(product);
    if (low < bound) {
        uint32_t threshold = -bound % bound;
        while (low < threshold) {
            product = (skat_random_bits(random) >> 32) * bound;
            low = uint32_t(product);
        }
    }
    return uint32_t(product >> 32);
}
