// SPDX-License-Identifier: MIT
/* tests/bots/cheats/rereads.c - plays like bots/basic.c, and looks in the pages that its process
 * shares with others for how the deal that it is dealt was played in an earlier seating: moves in
 * which the player in its position plays the cards that it has. It says so when it finds some. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

struct rereading_bot {
    const struct skat_bot_host *host;
};

enum { RECORD = 508, MOST_CARDS = 8 };

static void *create_rereading(const struct skat_bot_host *host,
                              const struct skat_bot_setting *settings, uint32_t count)
{
    static struct rereading_bot bots[64]; /* of this process */
    static int number;
    struct rereading_bot *bot = &bots[number++ % 64];

    (void)settings, (void)count;
    bot->host = host;
    return bot;
}

/* A token as a card: "HJ". No card is 0. */
static skat_bot_cards card_of(const char *token)
{
    static const char suits[] = "DHSC", ranks[] = "6789QKTAJ";
    const char *suit = strchr(suits, token[0]), *rank = strchr(ranks, token[1]);

    return strlen(token) == 2 && suit && rank
               ? (skat_bot_cards)1 << ((suit - suits) * 16 + (rank - ranks))
               : 0;
}

/* Whether this is a record in which `position` plays cards of this hand, and no others. */
static bool is_of_deal(const char *moves, unsigned position, skat_bot_cards hand)
{
    char copy[RECORD + 1], *rest = copy;
    skat_bot_cards played = 0;
    bool mine = false;

    memcpy(copy, moves, RECORD);
    copy[RECORD] = '\0';
    for (char *token; (token = strsep(&rest, " "));) {
        if (strlen(token) == 1)
            mine = *token == (char)('0' + position);
        else if (mine)
            played |= card_of(token);
    }
    return __builtin_popcountll(played) >= MOST_CARDS && !(played & ~hand);
}

static bool look_from(const char *at, const char *end, const struct skat_bot_view *view)
{
    for (; at + RECORD + 4 <= end; at += 4)
        if (at[0] >= '0' && at[0] <= '2' && at[1] == ' ' &&
            is_of_deal(at, view->position, view->dealt))
            return true;
    return false;
}

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct rereading_bot *bot = instance;
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512], mode[8];
    unsigned long begin, end;
    bool found = false;

    while (maps && !found && fgets(line, sizeof line, maps))
        found = sscanf(line, "%lx-%lx %4s", &begin, &end, mode) == 3 && strcmp(mode, "rw-s") == 0 &&
                look_from((const char *)begin, (const char *)end, view);
    if (maps)
        fclose(maps);
    if (found)
        bot->host->log(bot->host->context, "has seen this deal");
}

static void keep(void *instance) { (void)instance; }

TEST_BOT(.id = "rereads", .description = "looks for how its deal was played before",
         .variants = SKAT_BOT_KNOWS_SKAT, .create = create_rereading, .destroy = keep, .act = act,
         .deal_begin = deal_begin);
