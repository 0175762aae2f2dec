// SPDX-License-Identifier: MIT
/* arena/check/check_determinism.c - what must not make a difference to a deterministic bot: when
 * and where in memory it plays, what other instances do, what it played before, and cards that it
 * does not see (check_hidden_cards.c).
 *
 * Plays the same series of deals twice: once normally, and once with one of these changed. */
#include <alloca.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "arena/base/clock.h"
#include "arena/bot/module_description.h"

#include "arena/check/check.h"

struct way {
    bool interleaved; /* decision by decision, table after table; else deal by deal */
    bool fresh;       /* new instances for each deal, or for each session of a bot that remembers */
};

static bool remembers(const struct check *check)
{
    return module_has_flag(check->bot.description, "remembers");
}

static bool starts_afresh(const struct check *check, const struct check_table *table)
{
    return !remembers(check) || check_session_begins(table);
}

/* Plays one deal at each table, one table after another. */
static void play_in_turn(struct check *check, const struct way *way)
{
    for (int i = 0; i < check->box->tables_count; i++) {
        struct check_table *table = &check->box->tables[i];
        check_leave_in_time(check);
        if (way->fresh && starts_afresh(check, table))
            check_dismiss_all(check, table);
        check_play_deal(check, table);
    }
}

/* Plays the same deals at the same time: the tables take turns, one decision each. */
static void play_side_by_side(struct check *check)
{
    bool over[CHECK_RULES_MAX] = {false};
    int count = check->box->tables_count, playing = count;

    for (int i = 0; i < count; i++)
        check_begin_deal(check, &check->box->tables[i]);
    while (playing) {
        check_leave_in_time(check);
        for (int i = 0; i < count; i++)
            if (!over[i] && !check_step(check, &check->box->tables[i])) {
                over[i] = true;
                playing--;
            }
    }
}

static void play_series(struct check *check, const struct way *way)
{
    check_load(check);
    check_lay_tables(check);
    for (int64_t deal = 0; deal < check->deals; deal++)
        if (way->interleaved)
            play_side_by_side(check);
        else
            play_in_turn(check, way);
    for (int i = 0; i < check->box->tables_count; i++)
        check_dismiss_all(check, &check->box->tables[i]);
}

/* ---- jobs ---- */

/* Plays a half deal by deal, with instances that are kept. */
static void play_plainly(void *check) { play_series(check, &(struct way){0}); }
static void play_interleaved(void *check)
{
    play_series(check, &(struct way){.interleaved = true});
}
static void play_afresh(void *check) { play_series(check, &(struct way){.fresh = true}); }

/* srand(time(NULL)) gives the same numbers for up to a second. */
static void wait_for_next_second(void)
{
    const struct timespec nap = {.tv_nsec = 10000000};
    for (time_t now = time(NULL); time(NULL) == now;)
        nanosleep(&nap, NULL);
}

/* Another time, other addresses of code, heap and stack, and other garbage in fresh memory. */
static void play_elsewhere(void *context)
{
    struct check *check = context;
    enum { PAGE = 1 << 12, SIZES = 61, BLOCKS = 61, PERTURBED = 0x5a, STACK = 5000 };
    volatile char *stack = alloca(STACK);

    stack[0] = 0;
    for (int i = SIZES; i > 0; i--) /* so that each gap in which a module may lie is filled */
        mmap(NULL, (size_t)i * PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mallopt(M_PERTURB, PERTURBED);
    for (int i = 1; i < BLOCKS; i++) {
        void *volatile lost = malloc((size_t)i * 24); /* a deliberate leak: the process ends soon */
        (void)lost;
    }
    wait_for_next_second();
    check->box->began = clock_ns(CLOCK_MONOTONIC); /* that was not the bot's time */
    play_series(check, &(struct way){0});
}

/* ---- the checks ---- */

static const struct {
    struct check_question question;
    void (*job)(void *check);
    bool for_many; /* only for bots that answer many games in one call */
} variations[] = {
    {{"other tables",
      "the same beside others' games",
      {"when one table plays after the other", "when they play at the same time"},
      NULL},
     play_interleaved,
     false},
    {{"other deals",
      "the same whatever was played before",
      {"after the deals before", "from new instances"},
      NULL},
     play_afresh,
     false},
    {{"many at once",
      "the same when it answers many games in one call",
      {"one at a time", "together with others"},
      NULL},
     check_play_many,
     true},
};
enum { VARIATIONS = sizeof variations / sizeof *variations };

static bool applies(const struct check *check, int variation)
{
    return !variations[variation].for_many || module_batch(check->bot.description) > 0;
}

static void skip_all(struct check *check, const char *why)
{
    for (int i = 0; i < VARIATIONS; i++)
        if (applies(check, i))
            check_add(&check->report, CHECK_SKIP, variations[i].question.what, NULL, "%s", why);
    check_add(&check->report, CHECK_SKIP, "hidden cards", NULL, "%s", why);
}

static const struct check_question repeats = {"repeats",
                                              "the same in another process, later",
                                              {"at first", "in another process, later"},
                                              NULL};

/* Does it play the same again? Without that, nothing else can be compared. */
static bool check_repeats(struct check *check)
{
    return check_half(check, repeats.what, 0, play_plainly) &&
           check_half(check, repeats.what, 1, play_elsewhere) && check_compare(check, &repeats);
}

/* A bot that may answer by chance: only what it has seen before is looked at. */
static void check_undeclared(struct check *check)
{
    static const char why[] =
        "it does not declare itself deterministic: there is nothing to compare";

    check_add(&check->report, CHECK_SKIP, repeats.what, NULL, "%s", why);
    skip_all(check, why);
    if (check_half(check, repeats.what, 0, play_plainly))
        check_fresh_process(check, false);
    check_repeated_deals(check, false);
}

/* One difference after another. A bot that plays otherwise after any other deal does so after the
 * same one, too: that is not told again. */
static void check_differences(struct check *check)
{
    bool forgets = true;

    for (int i = 0; i < VARIATIONS; i++) {
        const struct check_question *question = &variations[i].question;
        if (!applies(check, i) || !check_half(check, question->what, 1, variations[i].job))
            continue;
        bool same = check_compare(check, question);
        forgets &= same || variations[i].job != play_afresh;
    }
    if (forgets) {
        check_fresh_process(check, true);
        check_repeated_deals(check, true);
    } else {
        check_skip_seen(check, "it plays otherwise after any other deal: see other deals");
    }
    check_honest(check);
}

void check_same(struct check *check)
{
    const char *why = NULL;

    if (!check_any_rules_left(check)) {
        why = check_nothing_left;
        check_add(&check->report, CHECK_SKIP, repeats.what, NULL, "%s", why);
    } else if (!module_has_flag(check->bot.description, "deterministic")) {
        check_undeclared(check);
    } else if (check_repeats(check)) {
        check_differences(check);
    } else {
        why = "its play does not repeat: nothing can be compared";
    }
    if (why) {
        skip_all(check, why);
        check_skip_seen(check, why);
    }
}
