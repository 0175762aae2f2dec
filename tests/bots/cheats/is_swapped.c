// SPDX-License-Identifier: MIT
/* tests/bots/cheats/is_swapped.c - bots/basic.c that reads the pipe `go`, if it has one, to its end
 * once its players have begun nine deals, and then crashes unless it is told not to: so that its
 * process loads it again, when its file has been replaced. In a copy in which a test has written
 * `other.` for `first.` it plays the last legal card instead, and does neither. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

enum { GO, CRASHES };
enum { LAST = 3 * SKAT_BOT_PLAYERS };

static const volatile char which[] = "is_swapped: first.";

static int deals; /* of this process */

static int is_other(void) { return which[sizeof "is_swapped: " - 1] == 'o'; }

static void wait_and_crash(void *instance, const struct skat_bot_view *view)
{
    const struct test_instance *bot = instance;
    char byte;

    (void)view;
    if (is_other() || ++deals != LAST)
        return;
    int go = *bot->text[GO] ? open(bot->text[GO], O_RDONLY)
                            : -1; /* waits until somebody opens the other end */
    while (go >= 0 && read(go, &byte, 1) > 0)
        ;
    if (bot->option[CRASHES])
        abort();
}

static void act_swapped(void *instance, const struct skat_bot_view *view,
                        const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    act(instance, view, decision, out);
    if (decision->kind == SKAT_BOT_DECIDE_CARD && is_other())
        skat_bot_play(out, last_card(decision->cards));
}

static const struct skat_bot_option options[] = {
    TEXT_OPTION("go", "the pipe whose end it waits for, or nothing", ""),
    BOOL_OPTION("crashes", "whether it crashes then", true),
};

TEST_BOT(.id = "is_swapped", .description = "is another file in the end",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options),
         .variants = SKAT_BOT_KNOWS_SKAT, .create = create_plain, .destroy = free,
         .act = act_swapped, .deal_begin = wait_and_crash);
