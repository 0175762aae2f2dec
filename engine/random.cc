// engine/random.cc - C linkage for PCG; the only C++ of the engine.
#include "engine/random.h"

#include <cstring>
#include <pcg_random.hpp>

// The generator lives in the caller's words between calls: 128 bits of state, then the
// 127-bit stream selector. pcg64 keeps them as two integers and nothing else.
static_assert(sizeof(pcg64) == sizeof(skat_random::words), "pcg64 is state and increment");
static_assert(std::is_trivially_copyable<pcg64>::value, "pcg64 can be copied as bytes");

static pcg64 load(const skat_random *random)
{
    pcg64 generator;
    std::memcpy(static_cast<void *>(&generator), random->words, sizeof generator);
    return generator;
}

static void store(skat_random *random, const pcg64 &generator)
{
    std::memcpy(random->words, static_cast<const void *>(&generator), sizeof generator);
}

// The finalizer of splitmix64 (Steele, Lea, Flood 2014): a bijection in which every bit of the
// input flips every bit of the output with probability one half.
static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

uint64_t skat_random_key(uint64_t seed, uint64_t session, uint64_t deal)
{
    // Chained, not xored: seed ^ deal would give permuted runs for adjacent seeds.
    return mix(mix(mix(seed) ^ session) ^ deal);
}

void skat_random_start(skat_random *random, uint64_t key, uint64_t purpose)
{
    // Four mixed numbers that do not wait for each other; the steps are odd and arbitrary.
    uint64_t a = mix(key ^ purpose);
    uint64_t b = mix(a + 0xa0761d6478bd642fu), c = mix(a + 0xe7037ed1a0b428dbu),
             d = mix(a + 0x8ebc6af09c88c6e3u);
    store(random, pcg64(pcg_extras::pcg128_t(a) << 64 | b, pcg_extras::pcg128_t(c) << 64 | d));
}

uint64_t skat_random_bits(skat_random *random)
{
    pcg64 generator = load(random);
    uint64_t bits = generator();
    store(random, generator);
    return bits;
}

void skat_random_fill(skat_random *random, uint64_t *bits, int count)
{
    pcg64 generator = load(random);
    for (int i = 0; i < count; i++)
        bits[i] = generator();
    store(random, generator);
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
