// SPDX-License-Identifier: MIT
/* tests/bots/unsound.c - always legal and deterministic, but for one thing that `skat-arena check`
 * has to find. It bids 18, and which of the legal cards it plays is a whim: a number, 0 where it
 * behaves.
 *
 *   sin = nothing       behaves
 *         shared        whims come from a variable of all instances, which each deal sets back
 *         remembers     from the number of deals that this instance has played
 *         recalls       from whether this instance was dealt this hand just before
 *         module        from the number of deals that all its instances in this process have begun
 *         address       from where the instance lies in memory
 *         clock         from the time in seconds
 *         uninitialised from memory that was never written
 *         leak_deal     loses memory in each deal
 *         leak_instance loses memory in each instance
 *         descriptor    leaves one open in each instance
 *         thread        leaves one running in some instances
 *         process       leaves one running in some deals
 *         stdout        prints, into a buffer that is never flushed
 *         stderr        prints there, which is no sin
 *         kontra        answers KONTRA with what answers nothing there
 *         crash_kontra  crashes when it is asked for it
 *         hang_kontra   never answers it
 *         exit_end      leaves the process in deal_end of ramsch
 *         fails         says in ramsch that it cannot go on
 *         crash_table   crashes in create when there are many instances */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

static const char *const sins[] = {
    "nothing",     "shared",       "remembers",     "recalls",   "module",
    "address",     "clock",        "uninitialised", "leak_deal", "leak_instance",
    "descriptor",  "thread",       "process",       "stdout",    "stderr",
    "kontra",      "crash_kontra", "hang_kontra",   "exit_end",  "fails",
    "crash_table", NULL,
};

enum { SELDOM = 16, LOST_BYTES = 200, CROWD = 20 };

struct unsound_bot {
    INSTANCE_FIELDS; /* the sin is the first */
    uint32_t deals;
    uint32_t number; /* of the deal, in the process */
    uint64_t hand, last;
    uint32_t ramsch; /* the deal is one */
    uint32_t *never_written;
};

static bool is(const struct unsound_bot *bot, const char *sin)
{
    return strcmp(*bot->text, sin) == 0;
}

/* What is shared by all instances: the sins themselves. */
static uint32_t answers, instances, threads, processes, begun;

static void *sleep_on(void *nothing)
{
    pause();
    return nothing;
}

static void lose_thread(void)
{
    pthread_t thread;
    if (threads++ % SELDOM == 0 && pthread_create(&thread, NULL, sleep_on, NULL) == 0)
        pthread_detach(thread);
}

static void lose_process(void)
{
    if (processes++ % SELDOM == 0 && fork() == 0) {
        pause();
        _exit(0);
    }
}

static void lose_memory(void)
{
    char *volatile lost = malloc(LOST_BYTES);
    if (lost)
        *lost = 1;
}

static void *create_unsound(const struct skat_bot_host *host,
                            const struct skat_bot_setting *settings, uint32_t count)
{
    struct unsound_bot *bot = new_instance(sizeof *bot, host, settings, count);
    if (!bot)
        return NULL;
    bot->never_written = malloc(sizeof *bot->never_written);
    if (is(bot, "leak_instance"))
        lose_memory();
    if (is(bot, "descriptor") && open("/dev/null", O_RDONLY | O_CLOEXEC) < 0)
        bot->deals = 0; /* there are no more: as well */
    if (is(bot, "thread"))
        lose_thread();
    if (is(bot, "stdout"))
        printf("here I am\n");
    if (is(bot, "stderr"))
        host->log(host->context, "here I am");
    if (++instances > CROWD && is(bot, "crash_table"))
        abort();
    return bot;
}

static void destroy_unsound(void *instance)
{
    struct unsound_bot *bot = instance;
    instances--;
    free(bot->never_written);
    free(bot);
}

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct unsound_bot *bot = instance;
    answers = 0;
    bot->ramsch = 0;
    bot->deals++;
    bot->number = ++begun;
    bot->last = bot->hand;
    bot->hand = view->dealt;
    if (is(bot, "leak_deal"))
        lose_memory();
    if (is(bot, "process"))
        lose_process();
}

static void game_begin(void *instance, const struct skat_bot_view *view)
{
    struct unsound_bot *bot = instance;
    bot->ramsch = view->contract.type == SKAT_BOT_RAMSCH;
    if (is(bot, "fails") && bot->ramsch)
        bot->host->fail(bot->host->context, SKAT_BOT_FAIL_CRASH, "what is this?");
}

static void deal_end(void *instance, const struct skat_bot_result *result)
{
    struct unsound_bot *bot = instance;
    (void)result;
    if (is(bot, "exit_end") && bot->ramsch)
        exit(0);
}

static uint32_t whim(const struct unsound_bot *bot)
{
    if (is(bot, "shared"))
        return answers++;
    if (is(bot, "remembers"))
        return bot->deals;
    if (is(bot, "module"))
        return bot->number;
    if (is(bot, "address"))
        return (uint32_t)((uintptr_t)bot >> 4);
    if (is(bot, "clock"))
        return (uint32_t)time(NULL);
    if (is(bot, "uninitialised"))
        return *(volatile uint32_t *)bot->never_written;
    return is(bot, "recalls") && bot->hand == bot->last;
}

static void answer_kontra(const struct unsound_bot *bot, struct skat_bot_action *out)
{
    out->kind = is(bot, "kontra") ? SKAT_BOT_HOLD : SKAT_BOT_PLAY_ON;
    if (is(bot, "crash_kontra"))
        raise(SIGSEGV);
    while (is(bot, "hang_kontra"))
        pause();
}

static void act_unsound(void *instance, const struct skat_bot_view *view,
                        const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct unsound_bot *bot = instance;

    act(instance, view, decision, out);
    if (decision->kind == SKAT_BOT_DECIDE_CARD)
        skat_bot_play(out, nth_card(decision->cards, whim(bot)));
    if (decision->kind == SKAT_BOT_DECIDE_KONTRA)
        answer_kontra(bot, out);
}

static const struct skat_bot_option options[] = {
    CHOICE_OPTION("sin", "what it does", sins, 0),
};

TEST_BOT(.id = "unsound", .description = "does one thing that no bot may do",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options),
         .decisions = SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY |
                      SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_KONTRA),
         .variants = SKAT_BOT_KNOWS_SKAT, .create = create_unsound, .destroy = destroy_unsound,
         .act = act_unsound, .deal_begin = deal_begin, .game_begin = game_begin,
         .deal_end = deal_end);
