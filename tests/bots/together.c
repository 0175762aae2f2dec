// SPDX-License-Identifier: MIT
/* tests/bots/together.c - answers many games in one call: random legal cards, from
 * what each player draws and remembers of its deal. Options: `most`, questions in a call, 0: none;
 * `bad`, what it does once in `every` of its decisions instead of the answer, `only`: only while it
 * answers many at once. With `mixed_up` it answers with the random numbers of the leader, which it
 * must not. `end`: where it crashes once it has played. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/bots/chance.h"

enum { MOST, BAD, EVERY, ONLY, MIXED_UP, END, OPTIONS };
enum { BAD_NOTHING, BAD_ILLEGAL, BAD_CRASH, BAD_HANG, BAD_FAIL, BAD_EXIT, BAD_LEADER };
enum { END_WELL, END_DESTROY, END_SESSION };

struct together {
    INSTANCE_FIELDS;
    int limit, asked;
    struct together *leader;
};

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct together *bot = instance;
    (void)view;
    bot->limit = -1;
}

static void misbehave(const struct together *bot, struct skat_bot_action *out)
{
    switch (bot->option[BAD]) {
    case BAD_ILLEGAL:
        out->kind = SKAT_BOT_EXCHANGE;
        return;
    case BAD_CRASH:
        raise(SIGSEGV);
        return;
    case BAD_HANG:
        for (;;)
            pause();
    case BAD_FAIL:
        bot->host->fail(bot->host->context, SKAT_BOT_FAIL_CRASH, "it had enough");
        return;
    case BAD_LEADER:
        bot->leader->host->fail(bot->leader->host->context, SKAT_BOT_FAIL_CRASH, "enough of all");
        return;
    case BAD_EXIT:
        _exit(3);
    default:
        break;
    }
}

static void answer(struct together *bot, uint64_t bits, const struct skat_bot_view *view,
                   const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    if (bot->limit < 0)
        bot->limit = (int)(bits % 3 ? 0 : 18 + bits / 4 % 16);
    answer_by_chance(bot->limit, bits, view, decision, out);
}

static void decide(struct together *bot, const struct skat_bot_view *view,
                   const struct skat_bot_decision *decision, struct skat_bot_action *out, int many)
{
    const struct skat_bot_host *host =
        bot->option[MIXED_UP] && many ? bot->leader->host : bot->host;
    uint64_t bits = host->random(host->context);

    bot->asked = 1;
    answer(bot, bits / 1024, view, decision, out);
    if (bot->option[BAD] && bits % 1024 * (uint64_t)bot->option[EVERY] < 1024 &&
        (many || !bot->option[ONLY]))
        misbehave(bot, out);
}

static void act(void *instance, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    decide(instance, view, decision, out, 0);
}

/* The last question first: the order must not matter. */
static void act_many(void *leader, const struct skat_bot_question *questions, uint32_t count)
{
    if (count > ((const struct together *)leader)->option[MOST])
        abort();
    while (count--)
        decide(questions[count].bot, questions[count].view, questions[count].decision,
               questions[count].out, 1);
}

static void *join(void *instance, const struct skat_bot_host *host)
{
    struct together *leader = instance, *bot = malloc(sizeof *bot);

    if (bot) {
        *bot = *leader;
        bot->host = host;
        bot->leader = leader;
    }
    return bot;
}

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    struct together *bot = new_instance(sizeof *bot, host, settings, count);

    if (bot)
        bot->leader = bot;
    return bot;
}

static void destroy(void *instance)
{
    const struct together *bot = instance;

    if (bot->option[END] == END_DESTROY && bot->asked)
        raise(SIGSEGV);
    free(instance);
}

static void session_end(void *instance)
{
    if (((const struct together *)instance)->option[END] == END_SESSION)
        raise(SIGSEGV);
}

static uint32_t most_of(void *instance)
{
    return ((const struct together *)instance)->option[MOST];
}

static const struct skat_bot_batch batch = {
    .size = sizeof batch, .most = most_of, .join = join, .act = act_many};

static const char *const bad_words[] = {"nothing", "illegal", "crash",  "hang",
                                        "fail",    "exit",    "leader", NULL};
static const char *const end_words[] = {"well", "destroy", "session", NULL};
static const struct skat_bot_option options[OPTIONS] = {
    INT_OPTION("most", "questions in a call; 0: one", UINT32_MAX, 16),
    CHOICE_OPTION("bad", "what it does instead of an answer", bad_words, 0),
    INT_OPTION("every", "of so many decisions, once", 1024, 100),
    BOOL_OPTION("only", "only while it answers many", 0),
    BOOL_OPTION("mixed_up", "draws from the wrong stream while it answers many", 0),
    CHOICE_OPTION("end", "what it crashes in", end_words, 0),
};

TEST_BOT(.id = "together", .description = "answers many games in one call",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options), .create = create,
         .destroy = destroy, .act = act, .deal_begin = deal_begin, .session_end = session_end,
         .batch = &batch);
