// SPDX-License-Identifier: MIT
/* tests/bots/faulty.c - plays like bots/basic.c, and does one bad thing at one moment.
 *
 *   what    = what it does; see `whats`
 *   when    = at which call; see `whens`
 *   percent = in how many percent of its deals (or sessions, or instances)
 *   after   = how many such calls of the deal go by first
 *   status  = with which it exits, if that is what it does
 *
 * Whether a deal is one of them is drawn from the stream of the deal and seat, so that the
 * same deals go wrong in every run, with any number of workers. The probe of a module has a
 * stream of zeros: those never fault below 100 percent, so that with 99 percent a bot passes
 * the probe and fails in the worker. */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

/* Of these, unknown_kind answers with a kind that does not exist; concede is legal where the arena
 * says so, and a fault elsewhere; dawdle takes a second, and goes on as if nothing were;
 * fail_timeout and fail_crash say themselves that they cannot go on. */
static const char *const whats[] = {
    "nothing",
    "illegal_card",
    "illegal_bid",
    "illegal_declaration",
    "illegal_discard",
    "no_answer",
    "unknown_kind",
    "concede",
    "segfault",
    "abort",
    "exit",
    "stack_overflow",
    "hang",
    "dawdle",
    "write_stdout",
    "close_descriptors",
    "fork_child",
    "kill_self",
    "stop_self",
    "fail_timeout",
    "fail_crash",
    NULL,
};
static const char *const whens[] = {
    "bid",         "hold",    "game",       "declare",  "concede",  "card",
    "deal_begin",  "observe", "game_begin", "game_end", "deal_end", "session_begin",
    "session_end", "create",  "destroy",    NULL,
};
enum { WHEN_CARD = 5 };

enum { OPTION_WHAT, OPTION_WHEN, OPTION_PERCENT, OPTION_AFTER, OPTION_STATUS, OPTIONS };

struct faulty_bot {
    INSTANCE_FIELDS;
    uint32_t seen; /* calls of the kind `when` in this deal */
    uint8_t armed; /* this deal is one of the bad ones */
};

static uint8_t draw(const struct faulty_bot *bot)
{
    return bot->host->random(bot->host->context) % 100 >=
           100 - (uint64_t)bot->option[OPTION_PERCENT];
}

/* ---- what ends or stops a process ---- */

static void write_nowhere(void)
{
    volatile int *volatile nowhere = NULL;
    *nowhere = 1;
}

/* The depth is never reached: eight pages each, it would take the whole address space. */
static int overflow_stack(uint64_t depth)
{
    volatile char frame[32768];

    frame[0] = (char)depth;
    if (depth == 0)
        return frame[0];
    int below = overflow_stack(depth - 1); /* no tail call: the frame is read after it */
    return below + frame[0];
}

static void write_stdout(void)
{
    static const char garbage[] = "{\"game\":0,\"this\":\"is not part of any output\"}\n";
    if (write(STDOUT_FILENO, garbage, sizeof garbage - 1) < 0)
        return;
}

static void close_descriptors(void)
{
    enum { MORE_THAN_ENOUGH = 1024 };
    for (int descriptor = 0; descriptor < MORE_THAN_ENOUGH; descriptor++)
        close(descriptor);
}

/* The child keeps the worker's pipes open after the worker died, for longer than any test waits
 * for its end; what it has of the test's own standard streams it closes. */
static void crash_with_child(void)
{
    enum { CHILD_SECONDS = 20 };

    if (fork() == 0) {
        close(STDIN_FILENO);
        close(STDOUT_FILENO);
        close(STDERR_FILENO);
        sleep(CHILD_SECONDS);
        _exit(0);
    }
    abort();
}

static bool does(const struct faulty_bot *bot, const char *what)
{
    return strcmp(bot->text[OPTION_WHAT], what) == 0;
}

/* What a call that has nothing to answer can do. */
static void harm(const struct faulty_bot *bot)
{
    if (does(bot, "segfault"))
        write_nowhere();
    else if (does(bot, "abort"))
        abort();
    else if (does(bot, "exit"))
        exit(bot->option[OPTION_STATUS]); /* that of success is still no way to leave */
    else if (does(bot, "stack_overflow"))
        overflow_stack(UINT64_MAX);
    else if (does(bot, "dawdle"))
        nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
    else if (does(bot, "write_stdout"))
        write_stdout();
    else if (does(bot, "close_descriptors"))
        close_descriptors();
    else if (does(bot, "fork_child"))
        crash_with_child();
    else if (does(bot, "kill_self"))
        raise(SIGKILL);
    else if (does(bot, "stop_self"))
        raise(SIGSTOP);
    else if (does(bot, "fail_timeout"))
        bot->host->fail(bot->host->context, SKAT_BOT_FAIL_TIMEOUT, "too slow");
    else if (does(bot, "fail_crash"))
        bot->host->fail(bot->host->context, SKAT_BOT_FAIL_CRASH, "confused");
    while (does(bot, "hang"))
        pause();
}

/* Is this call of the kind `when` the one that goes wrong? */
static int is_time(struct faulty_bot *bot, const char *when)
{
    if (strcmp(bot->text[OPTION_WHEN], when) != 0 || !bot->armed ||
        bot->seen++ < bot->option[OPTION_AFTER])
        return 0;
    bot->armed = 0;
    return 1;
}

static void harm_at(struct faulty_bot *bot, const char *when)
{
    if (is_time(bot, when))
        harm(bot);
}

/* Outside of deals every call draws for itself. */
static void harm_between(struct faulty_bot *bot, const char *when)
{
    if (strcmp(bot->text[OPTION_WHEN], when) == 0 && draw(bot))
        harm(bot);
}

/* ---- answers ---- */

/* A legal one, as basic gives it. */
static void answer(const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                   struct skat_bot_action *out)
{
    act(NULL, view, decision, out);
    if (decision->kind == SKAT_BOT_DECIDE_CONCEDE)
        out->kind = SKAT_BOT_PLAY_ON;
}

static void put_discards(const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    skat_bot_cards cards = decision->cards;
    for (out->count = 0; out->count < decision->discard_count; cards &= cards - 1)
        out->cards[out->count++] = skat_bot_first(cards);
}

/* One of the own cards that may not be played if there is one, else one that was played or is
 * somebody else's: every card that is not in decision->cards is illegal. */
static void illegal_card(const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                         struct skat_bot_action *out)
{
    skat_bot_cards refused = view->hand & ~decision->cards;

    if (!refused)
        refused = view->gone & ~decision->cards;
    if (!refused) {
        enum { SEVEN_TO_JACK = 0x1fe };
        const skat_bot_cards deck = SEVEN_TO_JACK * UINT64_C(0x0001000100010001);
        refused = deck & ~decision->cards;
    }
    skat_bot_play(out, skat_bot_first(refused));
}

static void illegal_answer(const struct faulty_bot *bot, const struct skat_bot_view *view,
                           const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    if (does(bot, "illegal_card")) {
        illegal_card(view, decision, out);
    } else if (does(bot, "illegal_bid")) {
        out->kind = SKAT_BOT_BID;
        out->bid = 17;                             /* on no ladder, and below every other value */
    } else if (does(bot, "illegal_declaration")) { /* no null game announces schneider */
        out->kind = SKAT_BOT_DECLARE;
        out->contract.type = SKAT_BOT_NULL;
        out->contract.with = SKAT_BOT_SCHNEIDER;
        put_discards(decision, out);
    } else if (does(bot, "illegal_discard")) {
        answer(view, decision, out);
        out->cards[1] = out->cards[0];
    } else if (does(bot, "unknown_kind")) {
        out->kind = 200;
    } else if (does(bot, "concede")) {
        out->kind = SKAT_BOT_CONCEDE;
    } /* else no answer: *out is as it came */
}

/* ---- the module ---- */

static void *create_faulty(const struct skat_bot_host *host,
                           const struct skat_bot_setting *settings, uint32_t count)
{
    struct faulty_bot *bot = new_instance(sizeof *bot, host, settings, count);
    if (bot)
        harm_between(bot, "create");
    return bot;
}

static void destroy_faulty(void *instance)
{
    harm_between(instance, "destroy");
    free(instance);
}

static const char *when_of_decision(uint8_t kind)
{
    static const char *const words[] = {
        [SKAT_BOT_DECIDE_BID] = "bid",         [SKAT_BOT_DECIDE_HOLD] = "hold",
        [SKAT_BOT_DECIDE_GAME] = "game",       [SKAT_BOT_DECIDE_DECLARE] = "declare",
        [SKAT_BOT_DECIDE_CONCEDE] = "concede",
    };

    return kind < sizeof words / sizeof *words && words[kind] ? words[kind] : "card";
}

static void act_faulty(void *instance, const struct skat_bot_view *view,
                       const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct faulty_bot *bot = instance;

    if (is_time(bot, when_of_decision(decision->kind))) {
        harm(bot);
        if (!does(bot, "write_stdout") && strncmp(bot->text[OPTION_WHAT], "close", 5) != 0 &&
            !does(bot, "dawdle") && !does(bot, "nothing")) {
            illegal_answer(bot, view, decision, out);
            return;
        }
    }
    answer(view, decision, out);
}

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct faulty_bot *bot = instance;

    (void)view;
    bot->seen = 0;
    bot->armed = draw(bot);
    harm_at(bot, "deal_begin");
}

static void observe(void *instance, const struct skat_bot_event *event)
{
    (void)event;
    harm_at(instance, "observe");
}

static void game_begin(void *instance, const struct skat_bot_view *view)
{
    (void)view;
    harm_at(instance, "game_begin");
}

static void game_end(void *instance, const struct skat_bot_view *view,
                     const struct skat_bot_result *result)
{
    (void)view, (void)result;
    harm_at(instance, "game_end");
}

static void deal_end(void *instance, const struct skat_bot_result *result)
{
    (void)result;
    harm_at(instance, "deal_end");
}

static void session_begin(void *instance, const struct skat_bot_session *session)
{
    (void)session;
    harm_between(instance, "session_begin");
}

static void session_end(void *instance) { harm_between(instance, "session_end"); }

static const struct skat_bot_option options[OPTIONS] = {
    [OPTION_WHAT] = CHOICE_OPTION("what", "what it does", whats, 0),
    [OPTION_WHEN] = CHOICE_OPTION("when", "at which call", whens, WHEN_CARD),
    [OPTION_PERCENT] = INT_OPTION("percent", "in how many percent of the deals", 100, 100),
    [OPTION_AFTER] = INT_OPTION("after", "how many such calls of a deal go by first", 100, 0),
    [OPTION_STATUS] = INT_OPTION("status", "with which it exits", 255, 0),
};

TEST_BOT(.id = "faulty", .description = "plays like basic, and does one bad thing",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options),
         .decisions = SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY |
                      SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_CONCEDE),
         .create = create_faulty, .destroy = destroy_faulty, .act = act_faulty,
         .session_begin = session_begin, .deal_begin = deal_begin, .observe = observe,
         .game_begin = game_begin, .game_end = game_end, .deal_end = deal_end,
         .session_end = session_end);
