// SPDX-License-Identifier: MIT
/* tests/bots/cheats/ponders.c - plays a random legal card after a moment's thought, so that its
 * answers are worth keeping (arena/bot/kept_answers.h). How high it bids is drawn in its first
 * decision of a deal and remembered: a bot that is not asked everything in order is noticed.
 * Options: `bold`, how high; `lie`, 1 in so many answers depends on what was played before the
 * deal, which a deterministic bot must not do; `terse`, it plays grand ouvert, and announces no
 * more than that. */
#include <time.h>

#include "tests/bots/chance.h"

enum { BOLD, LIE, TERSE, OPTIONS, WORK = 60000 };
/* Answers are worth keeping that take more than 200 readings of the clock (call_timer.h), which
 * is slow on some machines. */
enum { READINGS = 400 };

struct ponders {
    INSTANCE_FIELDS;
    int answers, asked, limit;
    volatile int work;
};
INSTANCES_ARE(struct ponders);

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct ponders *bot = instance;
    (void)view;
    bot->limit = -1;
}

static void act(void *instance, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct ponders *bot = instance;
    uint64_t bits = bot->host->random(bot->host->context);

    for (bot->work = 0; bot->work < WORK; bot->work++)
        ;
    for (struct timespec now; bot->work < WORK + READINGS; bot->work++)
        clock_gettime(CLOCK_MONOTONIC, &now);
    if (bot->limit < 0)
        bot->limit = (int)(bits % 4 ? 0 : 18 + bits / 4 % (unsigned)(bot->option[BOLD] + 1));
    out->reserved = (uint8_t)++bot->asked; /* rubbish in fields that are not used is no answer */
    if (bot->option[LIE] && ++bot->answers % bot->option[LIE] == 0)
        bits++;
    answer_by_chance(bot->limit, bits, view, decision, out);
    if (bot->option[TERSE] && decision->kind == SKAT_BOT_DECIDE_GAME)
        *out =
            (struct skat_bot_action){.size = out->size,
                                     .kind = SKAT_BOT_DECLARE,
                                     .contract = {SKAT_BOT_GRAND, SKAT_BOT_HAND | SKAT_BOT_OUVERT}};
}

static const struct skat_bot_option options[OPTIONS] = {
    INT_OPTION("bold", "how high it may bid, less one", 100, 10),
    INT_OPTION("lie", "1 in so many answers is not deterministic; 0: all are", 1000, 0),
    BOOL_OPTION("terse", "announces grand hand ouvert, without schneider and schwarz", 0),
};

TEST_BOT(.id = "ponders", .description = "plays a random card after a moment",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options), .create = create_instance,
         .destroy = free, .act = act, .deal_begin = deal_begin);
