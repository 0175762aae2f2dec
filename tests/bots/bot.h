// SPDX-License-Identifier: MIT
/* tests/bots/bot.h - what the test bots share, so that each states only what is special about it:
 * the declaration of its module and options, and plain answers to fall back on. */
#ifndef TESTS_BOTS_BOT_H
#define TESTS_BOTS_BOT_H

#include <stdlib.h>

#include "bots/skat_bot.h"

/* Declares the module of a bot:
 *
 *     TEST_BOT(.id = "wild", .description = "answers any question with anything", .create = create,
 *              .destroy = free, .act = act);
 *
 * Fields that are not given have the values below: the sizes of this build, no flags, no options,
 * and a bot that bids and plays, but never answers. Of a field given twice C takes the last value,
 * which compilers warn about. */
#define TEST_BOT(...)                                                                              \
    _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Woverride-init\"")           \
        SKAT_BOT_EXPORT const struct skat_bot_module skat_bot = {                                  \
            SKAT_BOT_SIZES,                                                                        \
            .version = "1.0",                                                                      \
            .author = "Skat Arena tests",                                                          \
            .description = "cannot be used",                                                       \
            .decisions = SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY,                         \
            .create = create_stateless,                                                            \
            .destroy = destroy_stateless,                                                          \
            .act = no_answer,                                                                      \
            __VA_ARGS__};                                                                          \
    _Pragma("GCC diagnostic pop") _Static_assert(1, "for the semicolon")

/* The options of a module, as its fields: TEST_BOT(..., TEST_BOT_OPTIONS(options)). */
#define TEST_BOT_OPTIONS(array) .option_count = sizeof(array) / sizeof *(array), .options = (array)

/* One option, as an element of such an array. A number is at least 0; the default of a choice is a
 * place in its words, which end with NULL. */
#define INT_OPTION(word, text, most, usual)                                                        \
    {                                                                                              \
        .size = sizeof(struct skat_bot_option), .type = SKAT_BOT_OPTION_INT, .name = (word),       \
        .help = (text), .max = (most), .fallback = (usual)                                         \
    }
#define BOOL_OPTION(word, text, usual)                                                             \
    {                                                                                              \
        .size = sizeof(struct skat_bot_option), .type = SKAT_BOT_OPTION_BOOL, .name = (word),      \
        .help = (text), .fallback = (usual)                                                        \
    }
#define CHOICE_OPTION(word, text, words, usual)                                                    \
    {                                                                                              \
        .size = sizeof(struct skat_bot_option), .type = SKAT_BOT_OPTION_CHOICE, .name = (word),    \
        .help = (text), .choices = (words), .fallback = (usual)                                    \
    }
#define TEXT_OPTION(word, text, usual)                                                             \
    {                                                                                              \
        .size = sizeof(struct skat_bot_option), .type = SKAT_BOT_OPTION_TEXT, .name = (word),      \
        .help = (text), .fallback_text = (usual)                                                   \
    }

/* ---- functions for modules that have none of their own ---- */

static inline void *create_stateless(const struct skat_bot_host *host,
                                     const struct skat_bot_setting *settings, uint32_t count)
{
    static char instance; /* there is nothing to remember */
    (void)host, (void)settings, (void)count;
    return &instance;
}

static inline void destroy_stateless(void *bot) { (void)bot; }

/* ---- instances with something to remember ---- */

enum { TEST_OPTIONS_MAX = 8 };

/* What an instance begins with. Options have the places of their array; of a text and of a choice,
 * `text` has the word. */
#define INSTANCE_FIELDS                                                                            \
    const struct skat_bot_host *host;                                                              \
    int64_t option[TEST_OPTIONS_MAX];                                                              \
    const char *text[TEST_OPTIONS_MAX]

struct test_instance {
    INSTANCE_FIELDS;
};

static inline void *new_instance(size_t size, const struct skat_bot_host *host,
                                 const struct skat_bot_setting *settings, uint32_t count)
{
    struct test_instance *bot = count <= TEST_OPTIONS_MAX ? calloc(1, size) : NULL;
    if (!bot)
        return NULL;
    bot->host = host;
    for (uint32_t i = 0; i < count; i++) {
        bot->option[i] = settings[i].value;
        bot->text[i] = settings[i].text;
    }
    return bot;
}

/* Of bots that remember nothing more. */
static inline void *create_plain(const struct skat_bot_host *host,
                                 const struct skat_bot_setting *settings, uint32_t count)
{
    return new_instance(sizeof(struct test_instance), host, settings, count);
}

/* Defines create_instance(), whose instances are of this type, begin with INSTANCE_FIELDS, have
 * zeros in all other fields, and are destroyed by free(). */
#define INSTANCES_ARE(type)                                                                        \
    static void *create_instance(const struct skat_bot_host *host,                                 \
                                 const struct skat_bot_setting *settings, uint32_t count)          \
    {                                                                                              \
        return new_instance(sizeof(type), host, settings, count);                                  \
    }                                                                                              \
    _Static_assert(1, "for the semicolon")

/* Leaves the answer as it came: no kind, nothing in it. */
static inline void no_answer(void *bot, const struct skat_bot_view *view,
                             const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    (void)bot, (void)view, (void)decision, (void)out;
}

/* Passes, and plays the first legal card. */
static inline void pass_and_follow(void *bot, const struct skat_bot_view *view,
                                   const struct skat_bot_decision *decision,
                                   struct skat_bot_action *out)
{
    (void)bot, (void)view;
    if (decision->kind == SKAT_BOT_DECIDE_CARD)
        skat_bot_play(out, skat_bot_first(decision->cards));
    else
        out->kind = SKAT_BOT_PASS;
}

/* Card `number` of a set that is not empty, counted round: of four, number 5 is the second. */
static inline skat_bot_card nth_card(skat_bot_cards cards, uint64_t number)
{
    for (number %= (uint64_t)__builtin_popcountll(cards); number; number--)
        cards &= cards - 1;
    return skat_bot_first(cards);
}

static inline skat_bot_card last_card(skat_bot_cards cards)
{
    return nth_card(cards, (uint64_t)__builtin_popcountll(cards) - 1);
}

#endif
