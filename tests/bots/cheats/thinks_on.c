// SPDX-License-Identifier: MIT
/* tests/bots/cheats/thinks_on.c - passes, plays its lowest card, and computes while the others
 * think. In the sandbox it answers questions itself, as the program around it would, and goes on
 * for at least about `ms` milliseconds before it waits for the next one. For isolated bots only:
 * elsewhere there is nobody to answer to. */
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include "arena/bot/bot_process_shm.h"
#include "tests/bots/bot.h"

static int64_t thinking_ms;

/* It counts, since there is nobody to tell it the time: steps of which each needs the one before,
 * so that they take about as long on a newer processor. */
static void think(void)
{
    enum { STEPS_OF_A_MILLISECOND = 1000000 };
    static volatile uint64_t thought;
    uint64_t number = thought;

    for (int64_t left = thinking_ms * STEPS_OF_A_MILLISECOND; left > 0; left--)
        number = number * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    thought = number;
}

/* The question among the messages, or NULL. */
static const struct skat_bot_decision *asked(const struct bot_process_shm *memory)
{
    const char *at = memory->messages, *end = at + memory->length;

    while (at < end) {
        const struct bot_process_message *message = (const void *)at;
        if (message->function == CALL_act)
            return (const void *)(at + sizeof *message +
                                  message->numbers * sizeof *memory->numbers +
                                  sizeof(struct skat_bot_view));
        at += message->size;
    }
    return NULL;
}

static void answer(const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    *out = (struct skat_bot_action){.size = sizeof *out, .kind = SKAT_BOT_PASS};
    if (decision->kind != SKAT_BOT_DECIDE_CARD)
        return;
    out->kind = SKAT_BOT_CARD;
    out->count = 1;
    out->cards[0] = (skat_bot_card)__builtin_ctzll(decision->cards);
}

static void act_and_think(void *instance, const struct skat_bot_view *view,
                          const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const struct bot_process_shm *memory =
        (const void *)((char *)out - offsetof(struct bot_process_shm, answers));
    char byte = BOT_PROCESS_GO;

    (void)instance, (void)view;
    answer(decision, out);
    while (thinking_ms && decision) {
        if (write(BOT_PROCESS_REPLIES, &byte, 1) != 1)
            return;
        think();
        if (read(BOT_PROCESS_REQUESTS, &byte, 1) != 1)
            return;
        decision = asked(memory);
        if (decision)
            answer(decision, out);
    }
}

static void *create_thinker(const struct skat_bot_host *host,
                            const struct skat_bot_setting *settings, uint32_t count)
{
    (void)host, (void)count;
    thinking_ms = settings[0].value;
    return malloc(1);
}

static const struct skat_bot_option thinking_options[] = {
    INT_OPTION("ms", "how long it goes on after an answer", 10000, 0)};

TEST_BOT(.id = "thinks_on", .description = "computes while others think",
         TEST_BOT_OPTIONS(thinking_options), .create = create_thinker, .destroy = free,
         .act = act_and_think);
