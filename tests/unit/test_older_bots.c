// SPDX-License-Identifier: MIT
/* tests/unit/test_older_bots.c - bots of other minor versions of the ABI, as a program of version
 * 2.1 loads them (arena/bot/module.c). */
#include "bots/skat_bot.h"

#undef SKAT_BOT_ABI_MINOR
#define SKAT_BOT_ABI_MINOR 1
#include <stdlib.h>

#include "arena/bot/module.c"
#include "tests/unit/unit_test.h"

/* Fields that ABI 2.0 lacks in this test. */
enum {
    MODULE_SIZE = offsetof(struct skat_bot_module, extension),
    OPTION_SIZE = offsetof(struct skat_bot_option, fallback_text)
};

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    return (void)host, (void)settings, (void)count, NULL;
}
static void destroy(void *bot) { (void)bot; }
static void act(void *bot, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    (void)bot, (void)view, (void)decision, (void)out;
}

/* What lies behind its structs is not theirs. */
static const void *behind(void *bot, const char *id) { return (void)id, bot; }

static const struct skat_bot_module bot_of_2_1 = {
    SKAT_BOT_SIZES, .id = "bot", .version = "1", .create = create, .destroy = destroy, .act = act};

static struct skat_bot_module bot_of_2_0(const void *options, uint32_t count)
{
    struct skat_bot_module bot = bot_of_2_1;

    bot.abi_minor = 0;
    bot.size = MODULE_SIZE;
    bot.extension = behind;
    bot.view_size -= 8;
    bot.decision_size -= 8;
    bot.option_size = OPTION_SIZE;
    bot.options = options;
    bot.option_count = count;
    return bot;
}

TEST(what_an_older_bot_lacks_is_zero)
{
    static const struct skat_bot_option whole = {.size = OPTION_SIZE,
                                                 .type = SKAT_BOT_OPTION_TEXT,
                                                 .name = "word",
                                                 .fallback_text = "not its own"};
    static _Alignas(struct skat_bot_option) char options[2 * OPTION_SIZE + sizeof whole];
    char reason[200] = "";

    memcpy(options, &whole, OPTION_SIZE);
    memcpy(options + OPTION_SIZE, &whole, sizeof whole);
    const struct skat_bot_module bot = bot_of_2_0(options, 2);
    const struct skat_bot_module *whole_bot = usable(&bot, reason, sizeof reason);
    assert_string_equal(reason, "");
    assert_non_null(whole_bot);
    assert_true(whole_bot->act == act && !whole_bot->extension);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(whole_bot->options[i].name, "word");
        assert_null(whole_bot->options[i].fallback_text);
    }
    free((void *)(uintptr_t)whole_bot->options);
    free((void *)(uintptr_t)whole_bot);
}

TEST(a_bot_of_this_version_is_used_as_it_is)
{
    char reason[200];
    assert_ptr_equal(usable(&bot_of_2_1, reason, sizeof reason), &bot_of_2_1);
}

TEST(what_does_not_fit_is_refused)
{
    enum { OLDER, THIS, NEWER };
    static const struct {
        const char *says;
        int minor;
        int32_t module, view, action; /* bytes more than this program has */
    } cases[] = {
        {"is built for ABI 2.2, but this program has 2.1", NEWER, 8, 0, 0},
        {" bytes in its module struct, but ABI 2.1 has ", OLDER, 8, 0, 0},
        {" bytes in its view struct, but ABI 2.1 has ", OLDER, 0, 8, 0},
        {" bytes in its action struct, but ABI 2.1 has ", OLDER, 0, 0, -8},
        {" bytes in its module struct, but ABI 2.1 has ", THIS, -8, 0, 0},
        {" bytes in its view struct, but ABI 2.1 has ", THIS, 0, -8, 0},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct skat_bot_module bot = bot_of_2_1;
        char reason[200] = "";
        bot.abi_minor = (uint16_t)cases[i].minor;
        bot.size += (uint32_t)cases[i].module;
        bot.view_size += (uint32_t)cases[i].view;
        bot.action_size += (uint32_t)cases[i].action;
        assert_null(usable(&bot, reason, sizeof reason));
        if (!strstr(reason, cases[i].says))
            fail_msg("case %zu: %s", i, reason);
    }
}
