// SPDX-License-Identifier: MIT
/* tests/unit/test_seed.c - seeds: their text, their one-way functions (engine/seed.h, siphash.h).
 */
#include "tests/unit/engine_helpers.h"

#include "engine/seed.h"
#include "engine/siphash.h"
#include "tests/unit/unit_test.h"

/* From the authors' implementation, vectors_sip128 (openssl mac SIPHASH with size 16 gives the
 * same): key 00 01 .. 0f, message 00 01 .. of 0, 8, 16 and 24 bytes. */
TEST(siphash_gives_its_published_results)
{
    static const uint64_t key[] = {0x0706050403020100, 0x0f0e0d0c0b0a0908};
    static const uint64_t message[] = {0x0706050403020100, 0x0f0e0d0c0b0a0908, 0x1716151413121110};
    static const uint64_t published[][2] = {
        {0xe6a825ba047f81a3, 0x930255c71472f66d},
        {0x61f55862baa9623b, 0xb49714f364e2830f},
        {0xbb54b067caa4e26e, 0x77052385bf1533fd},
        {0xd850bd78ae79b42d, 0xad32618a178a2a88},
    };
    for (int count = 0; count <= 3; count++) {
        uint64_t result[2];
        skat_siphash(key, message, count, result);
        assert_true(result[0] == published[count][0]);
        assert_true(result[1] == published[count][1]);
    }
}

TEST(texts_and_their_one_form)
{
    static const struct {
        const char *text, *form;
        bool small;
    } rows[] = {
        {"0", "0", true},
        {"1", "1", true},
        {"007", "7", true},
        {"0x7", "7", true},
        {"0X00fF", "255", true},
        {"9007199254740991", "9007199254740991", true},
        {"9007199254740992", "0x20000000000000", true},
        {"18446744073709551615", "0xffffffffffffffff", true},
        {"0x7fffffffffffffffffffffff", "0x7fffffffffffffffffffffff", true},
        {"0x800000000000000000000000", "0x800000000000000000000000", false},
        {"0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
         "0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", false},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct skat_seed seed, again;
        char text[SKAT_SEED_TEXT_SIZE];
        assert_true(skat_seed_parse(&seed, rows[i].text, NULL));
        assert_string_equal(skat_seed_print(&seed, text), rows[i].form);
        assert_true(skat_seed_parse(&again, text, NULL));
        assert_memory_equal(&seed, &again, sizeof seed);
        assert_int_equal(skat_seed_is_small(&seed), rows[i].small);
    }
}

TEST(other_texts_are_refused)
{
    static const char *const texts[] = {
        "",
        "-1",
        " 1",
        "1 ",
        "1.0",
        "18446744073709551616",
        "99999999999999999999",
        "0x",
        "x1",
        "0y",
        "0x1g",
        "ff",
        ("0x1"
         "0000000000000000000000000000000000000000000000000000000000000000")};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct skat_error error;
        struct skat_seed seed;
        assert_false(skat_seed_parse(&seed, texts[i], &error));
        assert_non_null(strstr(error.text, "is not a seed"));
    }
}

TEST(every_bit_of_a_seed_counts)
{
    struct skat_random_key keys[1 + 8 * SKAT_SEED_BYTES];
    struct skat_seed seed = {{0}};
    keys[0] = skat_seed_key(&seed);
    for (int bit = 0; bit < 8 * SKAT_SEED_BYTES; bit++) {
        struct skat_seed other = {{0}};
        other.bytes[bit / 8] = (uint8_t)(1 << bit % 8);
        keys[1 + bit] = skat_seed_key(&other);
    }
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        for (size_t j = 0; j < i; j++)
            assert_memory_not_equal(&keys[i], &keys[j], sizeof keys[i]);
}
