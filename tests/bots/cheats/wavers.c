// SPDX-License-Identifier: MIT
/* tests/bots/cheats/wavers.c - bots/random.c that answers one kind of decision by other random
 * numbers when its process sees a hand for the first time, the third time ... So in a worker, which
 * plays the seatings of a deal one after the other, it contradicts itself from seating to seating,
 * always in the same way. It claims to be deterministic.
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
    int times; /* that this hand has been seen */
};

/* The hands that this process has seen. */
static struct {
    skat_bot_cards hand;
    int times;
} seen[4096];

/* How often a hand has been seen, with this time. Of more hands than fit, each is the first. */
static int times_of(skat_bot_cards hand)
{
    size_t i = 0;

    while (i + 1 < sizeof seen / sizeof *seen && seen[i].times && seen[i].hand != hand)
        i++;
    if (seen[i].hand != hand)
        seen[i].times = 0;
    seen[i].hand = hand;
    return ++seen[i].times;
}

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
    }
    free(random);
    return bot;
}

static void deal_begin_wavers(void *instance, const struct skat_bot_view *view)
{
    struct wavers *bot = instance;

    bot->asked = 0;
    bot->times = times_of(view->dealt);
    deal_begin(&bot->random, view);
}

static void act_wavers(void *instance, const struct skat_bot_view *view,
                       const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct wavers *bot = instance;

    if (decision->kind == bot->at && bot->asked++ >= bot->after && bot->times % 2) {
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
