// SPDX-License-Identifier: MIT
/* tests/bots/cheats/recites.c - drifts.c that tells those who ask again: after so many deals of its
 * process (`after`) it plays the last legal card instead of the first, and leaves the hands with
 * which it did in shared memory of System V, whose key is `at`. So whoever asks it about one of
 * them in a process that has seen nothing else hears the same. Without `at` it tells nobody. */
#include <stdlib.h>
#include <sys/shm.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

enum { AFTER, AT, OPTIONS };

struct told_hands {
    skat_bot_cards hands[8192];
};
enum { ROOM = sizeof(struct told_hands) / sizeof(skat_bot_cards) };

struct reciting_bot {
    int64_t after;
    struct told_hands *told; /* NULL: nobody is told */
    int otherwise;           /* in this deal */
};

static int64_t deals; /* of this process */

static struct told_hands *open_told(const char *at)
{
    enum { OWNERS = 0600 };
    const int segment =
        shmget((key_t)strtol(at, NULL, 16), sizeof(struct told_hands), IPC_CREAT | OWNERS);
    void *told = segment < 0 ? (void *)-1 : shmat(segment, NULL, 0);

    return told == (void *)-1 ? NULL : told;
}

static void *create_reciting(const struct skat_bot_host *host,
                             const struct skat_bot_setting *settings, uint32_t count)
{
    struct reciting_bot *bot = count == OPTIONS ? calloc(1, sizeof *bot) : NULL;

    (void)host;
    if (!bot)
        return NULL;
    bot->after = settings[AFTER].value;
    if (settings[AT].text && *settings[AT].text)
        bot->told = open_told(settings[AT].text);
    return bot;
}

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct reciting_bot *bot = instance;
    const uint64_t number = (view->dealt * 0x9e3779b97f4a7c15u >> 32) % ROOM;
    skat_bot_cards none = 0, *place = bot->told ? &bot->told->hands[number] : &none;

    bot->otherwise = ++deals > bot->after;
    if (bot->otherwise)
        *place = view->dealt;
    bot->otherwise |= *place == view->dealt;
}

static void act_reciting(void *instance, const struct skat_bot_view *view,
                         const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const struct reciting_bot *bot = instance;

    act(instance, view, decision, out);
    if (decision->kind == SKAT_BOT_DECIDE_CARD && bot->otherwise)
        skat_bot_play(
            out, nth_card(decision->cards, (uint64_t)__builtin_popcountll(decision->cards) - 1));
}

static const struct skat_bot_option options[] = {
    [AFTER] = INT_OPTION("after", "it plays otherwise after so many deals", 1 << 30, 0),
    [AT] = TEXT_OPTION("at", "where it tells of it: a key of shared memory", ""),
};

TEST_BOT(.id = "recites", .description = "tells the audit what it has said",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options),
         .variants = SKAT_BOT_KNOWS_SKAT, .create = create_reciting, .destroy = free,
         .act = act_reciting, .deal_begin = deal_begin);
