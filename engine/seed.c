// SPDX-License-Identifier: MIT
#include "engine/seed.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/sha256.h"
#include "engine/text_put.h"

enum { NUMBER_BITS = 53 };

/* Bits without leading zeros. */
static int bits_of(const struct skat_seed *seed)
{
    int bits = 8 * SKAT_SEED_BYTES;

    while (bits && !(seed->bytes[(8 * SKAT_SEED_BYTES - bits) / 8] >> (bits - 1) % 8 & 1))
        bits--;
    return bits;
}

struct skat_seed skat_seed_of_number(uint64_t number)
{
    struct skat_seed seed = {0};

    for (int i = SKAT_SEED_BYTES; number; number >>= 8)
        seed.bytes[--i] = (uint8_t)number;
    return seed;
}

static bool parse_hex(struct skat_seed *seed, const char *text)
{
    size_t length = strspn(text, "0123456789abcdefABCDEF");

    *seed = (struct skat_seed){0};
    if (!length || length > 2 * SKAT_SEED_BYTES || text[length])
        return false;
    for (size_t i = 0; i < length; i++) {
        char digit = text[length - 1 - i];
        int value = digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10;
        seed->bytes[SKAT_SEED_BYTES - 1 - i / 2] |= (uint8_t)(value << i % 2 * 4);
    }
    return true;
}

static bool parse_decimal(struct skat_seed *seed, const char *text)
{
    uint64_t number = 0;

    if (!*text)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || __builtin_mul_overflow(number, 10u, &number) ||
            __builtin_add_overflow(number, (uint64_t)(*text - '0'), &number))
            return false;
    }
    *seed = skat_seed_of_number(number);
    return true;
}

bool skat_seed_parse(struct skat_seed *seed, const char *text, struct skat_error *error)
{
    bool hex = text[0] == '0' && (text[1] | 0x20) == 'x';

    return (hex ? parse_hex(seed, text + 2) : parse_decimal(seed, text)) ||
           skat_fail(error,
                     "\"%.70s\" is not a seed: it needs decimal digits up to %" PRIu64
                     ", or \"0x\" and 1..%d hexadecimal digits",
                     text, UINT64_MAX, 2 * SKAT_SEED_BYTES);
}

const char *skat_seed_print(const struct skat_seed *seed, char text[SKAT_SEED_TEXT_SIZE])
{
    char hex[2 * SKAT_SEED_BYTES + 1];
    uint64_t number;

    *put_hex(hex, seed->bytes, SKAT_SEED_BYTES) = '\0';
    if (skat_seed_is_number(seed, &number))
        snprintf(text, SKAT_SEED_TEXT_SIZE, "%" PRIu64, number);
    else
        snprintf(text, SKAT_SEED_TEXT_SIZE, "0x%s", hex + strspn(hex, "0"));
    return text;
}

bool skat_seed_is_number(const struct skat_seed *seed, uint64_t *number)
{
    if (bits_of(seed) > NUMBER_BITS)
        return false;
    *number = 0;
    for (int i = SKAT_SEED_BYTES - (int)sizeof *number; i < SKAT_SEED_BYTES; i++)
        *number = *number << 8 | seed->bytes[i];
    return true;
}

bool skat_seed_is_small(const struct skat_seed *seed)
{
    return bits_of(seed) < SKAT_SEED_LARGE_BITS;
}

/* What a digest is for is its first input, so that none gives away another. */
static void digest_of(const char *purpose, const struct skat_seed *seed,
                      uint8_t digest[SHA256_DIGEST_SIZE])
{
    struct sha256_ctx sum;

    sha256_init(&sum);
    sha256_update(&sum, strlen(purpose) + 1, (const uint8_t *)purpose);
    sha256_update(&sum, sizeof seed->bytes, seed->bytes);
    skat_sha256_digest(&sum, digest);
}

struct skat_random_key skat_seed_key(const struct skat_seed *seed)
{
    uint8_t digest[SHA256_DIGEST_SIZE];
    struct skat_random_key key = {{0}};

    digest_of("skat-arena key", seed, digest);
    for (int i = 0; i < 2; i++)
        for (int byte = 7; byte >= 0; byte--)
            key.words[i] = key.words[i] << 8 | digest[8 * i + byte];
    return key;
}

const char *skat_seed_seal(const struct skat_seed *seed, char text[SKAT_SEAL_SIZE])
{
    uint8_t digest[SHA256_DIGEST_SIZE];

    digest_of("skat-arena seal", seed, digest);
    *put_hex(text, digest, SHA256_DIGEST_SIZE) = '\0';
    return text;
}
