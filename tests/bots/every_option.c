// SPDX-License-Identifier: MIT
/* tests/bots/every_option.c - has an option of each type, keeps what it was given as the pointers
 * that it was given, and reports a failure once a text no longer is what it was at the start. */
#include <stdlib.h>
#include <string.h>

#include "tests/bots/bot.h"

enum { NUMBER, FLAG, CHOICE, TEXT, LEFT_OUT, OPTIONS };
enum { TEXT_SIZE = 64 };

struct every_option {
    const struct skat_bot_host *host;
    struct skat_bot_setting settings[OPTIONS];
    char texts[OPTIONS][TEXT_SIZE]; /* as they were at the start */
};

static const char *text_of(const struct skat_bot_setting *setting)
{
    return setting->text ? setting->text : "";
}

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    struct every_option *bot = count == OPTIONS ? calloc(1, sizeof *bot) : NULL;

    if (!bot || settings[NUMBER].value != 7 || settings[FLAG].value != 1 ||
        settings[CHOICE].value != 1 || strcmp(settings[TEXT].text, "a text, with a comma") != 0 ||
        strcmp(settings[LEFT_OUT].text, "the usual") != 0) {
        free(bot);
        return NULL;
    }
    bot->host = host;
    memcpy(bot->settings, settings, sizeof bot->settings);
    for (int i = 0; i < OPTIONS; i++)
        strncpy(bot->texts[i], text_of(&settings[i]), TEXT_SIZE - 1);
    return bot;
}

static void act(void *instance, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct every_option *bot = instance;

    for (int i = 0; i < OPTIONS; i++)
        if (strcmp(text_of(&bot->settings[i]), bot->texts[i]) != 0)
            bot->host->fail(bot->host->context, SKAT_BOT_FAIL_CRASH, "a text has changed");
    pass_and_follow(bot, view, decision, out);
}

static const char *const words[] = {"first", "second", NULL};

static const struct skat_bot_option options[OPTIONS] = {
    [NUMBER] = INT_OPTION("number", "must be 7", 9, 0),
    [FLAG] = BOOL_OPTION("flag", "must be true", 0),
    [CHOICE] = CHOICE_OPTION("choice", "must be second", words, 0),
    [TEXT] = TEXT_OPTION("text", "must be \"a text, with a comma\"", ""),
    [LEFT_OUT] = TEXT_OPTION("left_out", "must be left out", "the usual"),
};

TEST_BOT(.id = "every_option", .description = "checks that its settings stay what they are",
         .create = create, .destroy = free, .act = act, TEST_BOT_OPTIONS(options));
