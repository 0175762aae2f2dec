// SPDX-License-Identifier: MIT
/* tests/bots/cheats/leaks.c - looks for what an isolated bot should not get: in the memory of its
 * messages for addresses of the process that plays with it, from which it could tell where that has
 * its code and stack; and for a number that all processes share, of huge pages that are left. Plays
 * on as basic would, and says what it found. */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

struct leaks {
    INSTANCE_FIELDS;
    const struct skat_bot_view *messages; /* where a message was; NULL: none has come yet */
    bool asked;
};
INSTANCES_ARE(struct leaks);

/* Addresses of programs, libraries, heaps and stacks, on x86-64 and ARM: 47 or 48 bits of which the
 * highest are set. Cards, scores and counts do not look like that, nor does anything but the first
 * word of a view, which has no dummy in that place. */
static bool is_address(uint64_t word)
{
    const uint64_t top = word >> 40;

    if ((uint32_t)word == sizeof(struct skat_bot_view))
        return false;
    return (top >= 0x55 && top <= 0x7f) || (top >= 0xaa && top <= 0xff);
}

static void look(struct leaks *bot, const char *when)
{
    enum { WORDS = 128 };
    uint64_t words[WORDS];
    char text[100];

    memcpy(words, bot->messages, sizeof words);
    for (int i = 0; i < WORDS; i++)
        if (is_address(words[i])) {
            snprintf(text, sizeof text, "%s: an address, %" PRIx64 ", %d words after the view",
                     when, words[i], i);
            bot->host->log(bot->host->context, text);
        }
}

static void ask_for_huge_pages(struct leaks *bot)
{
    const size_t size = (size_t)2 << 20;
    char text[100];
    const void *got =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);

    snprintf(text, sizeof text, "huge pages: %s", got != MAP_FAILED ? "got" : strerror(errno));
    bot->host->log(bot->host->context, text);
    bot->asked = true;
}

static void session_begin(void *context, const struct skat_bot_session *session)
{
    struct leaks *bot = context;
    (void)session;

    if (bot->messages)
        look(bot, "session_begin");
}

static void act_leaks(void *context, const struct skat_bot_view *view,
                      const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct leaks *bot = context;

    bot->messages = view;
    look(bot, "act");
    if (!bot->asked)
        ask_for_huge_pages(bot);
    act(NULL, view, decision, out);
}

TEST_BOT(.id = "leaks", .description = "looks for what an isolated bot should not get",
         .variants = SKAT_BOT_KNOWS_SKAT, .create = create_instance, .destroy = free,
         .session_begin = session_begin, .act = act_leaks);
