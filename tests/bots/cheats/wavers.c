// SPDX-License-Identifier: MIT
/* tests/bots/cheats/wavers.c - bots/random.c that answers one kind of decision by other random
 * numbers if its instance is the first, third ... of its process. In the seatings of a deal a seat
 * has different numbers, always the same ones: so it contradicts itself from seating to seating,
 * though it remembers nothing. It claims to be deterministic.
 *
 *   at    = the number of that kind of decision (enum skat_bot_decision_kind); 0: none
 *   after = so many decisions of this kind in each deal are left as they are */
#define skat_bot random_module
#include "bots/random.c"
#undef skat_bot

#include "tests/bots/bot.h"

enum { AT, AFTER, WAVERS_OPTIONS };

struct wavers {
    struct random_bot random; /* first: the functions of bots/random.c get it */
    int64_t at, after, asked;
    int number; /* of the instance in its process */
};

static int instances; /* of this process */

static void *create_wavers(const struct skat_bot_host *host,
                           const struct skat_bot_setting *settings, uint32_t count)
{
    const struct skat_bot_setting usual[OPTIONS] = {[OPTION_HAND] = {.value = 10}};
    struct random_bot *random = count == WAVERS_OPTIONS ? create(host, usual, OPTIONS) : NULL;
    struct wavers *bot = random ? calloc(1, sizeof *bot) : NULL;

    if (bot) {
        bot->random = *random;
        bot->at = settings[AT].value;
        bot->after = settings[AFTER].value;
        bot->number = ++instances;
    }
    free(random);
    return bot;
}

static void deal_begin_wavers(void *instance, const struct skat_bot_view *view)
{
    struct wavers *bot = instance;

    bot->asked = 0;
    deal_begin(&bot->random, view);
}

static void act_wavers(void *instance, const struct skat_bot_view *view,
                       const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct wavers *bot = instance;

    if (decision->kind == bot->at && bot->asked++ >= bot->after && bot->number % 2) {
        bot->random.limit = bot->random.spare_bits = 0; /* what it has drawn already */
        bot->random.host->random(bot->random.host->context);
    }
    act(&bot->random, view, decision, out);
}

static const struct skat_bot_option wavers_options[WAVERS_OPTIONS] = {
    INT_OPTION("at", "the kind of decision that it answers otherwise", 63, 0),
    INT_OPTION("after", "so many of them in a deal it answers as ever", 100, 0),
};

TEST_BOT(.id = "wavers", .description = "contradicts itself", .flags = SKAT_BOT_DETERMINISTIC,
         TEST_BOT_OPTIONS(wavers_options), .decisions = SKAT_BOT_DECIDES_ALL,
         .variants = SKAT_BOT_KNOWS_ALL, .create = create_wavers, .destroy = free,
         .act = act_wavers, .session_begin = session_begin, .deal_begin = deal_begin_wavers);
