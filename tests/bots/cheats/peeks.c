// SPDX-License-Identifier: MIT
/* tests/bots/cheats/peeks.c - cheats: once in a deal it looks through the memory of the process for
 * a game in which somebody holds its own cards, and plays by what the others hold there.
 *
 * It bids 18 and else passes; with its first card it picks one of the legal ones by a number made
 * of the others' cards. Where it finds several games it takes the greatest number, so that its play
 * does not depend on where they lie. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

enum { CHUNK = 1 << 16, REGION_MAX = 2 << 20, HANDS = SKAT_BOT_PLAYERS };

struct peeking_bot {
    INSTANCE_FIELDS;
    int looked; /* in this deal */
    uint64_t chunk[CHUNK / sizeof(uint64_t) + HANDS];
};
INSTANCES_ARE(struct peeking_bot);

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct peeking_bot *bot = instance;
    (void)view;
    bot->looked = 0;
}

static int are_hands(const uint64_t *hands, const struct skat_bot_view *view)
{
    for (int i = 0; i < HANDS; i++)
        if (__builtin_popcountll(hands[i]) != 10 || hands[i] & hands[(i + 1) % HANDS])
            return 0;
    return hands[view->position] == view->dealt;
}

static uint64_t number_of(const uint64_t *hands, const struct skat_bot_view *view)
{
    uint64_t hash = hands[(view->position + 1) % HANDS] * 0x9e3779b97f4a7c15u;
    return hash >> 32;
}

/* The greatest number among the games of one region. */
static uint64_t look_through(struct peeking_bot *bot, int memory, unsigned long from,
                             unsigned long to, const struct skat_bot_view *view)
{
    uint64_t found = 0;

    for (unsigned long at = from; at < to; at += CHUNK) {
        ssize_t got = pread(memory, bot->chunk, sizeof bot->chunk, (off_t)at);
        if (got < (ssize_t)sizeof bot->chunk)
            memset((char *)bot->chunk + (got > 0 ? got : 0), 0,
                   sizeof bot->chunk - (size_t)(got > 0 ? got : 0));
        for (int i = 0; i < CHUNK / 8; i++)
            if (bot->chunk[i + view->position] == view->dealt && are_hands(bot->chunk + i, view)) {
                uint64_t number = number_of(bot->chunk + i, view);
                found = number > found ? number : found;
            }
    }
    return found;
}

static uint64_t peek(struct peeking_bot *bot, const struct skat_bot_view *view)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
    unsigned long from, to;
    uint64_t found = 0;
    char line[512], rights[8];

    while (maps && memory >= 0 && fgets(line, sizeof line, maps))
        if (sscanf(line, "%lx-%lx %7s", &from, &to, rights) == 3 && rights[0] == 'r' &&
            rights[1] == 'w') {
            to = to - from > REGION_MAX ? from + REGION_MAX : to;
            uint64_t number = look_through(bot, memory, from, to, view);
            found = number > found ? number : found;
        }
    if (maps)
        fclose(maps);
    if (memory >= 0)
        close(memory);
    return found;
}

static void act_peeking(void *instance, const struct skat_bot_view *view,
                        const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct peeking_bot *bot = instance;

    act(instance, view, decision, out);
    if (decision->kind == SKAT_BOT_DECIDE_CARD && !bot->looked++)
        skat_bot_play(out, nth_card(decision->cards, peek(bot, view)));
}

TEST_BOT(.id = "peeks", .description = "looks for the others' cards in memory",
         .flags = SKAT_BOT_DETERMINISTIC, .variants = SKAT_BOT_KNOWS_SKAT,
         .create = create_instance, .destroy = free, .act = act_peeking, .deal_begin = deal_begin);
