// SPDX-License-Identifier: MIT
#include "arena/history/bisect.h"

#include <stdio.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/memory.h"
#include "arena/base/terminal.h"
#include "arena/history/bisect_search.h"
#include "arena/history/history.h"

static const char *const judged_names[] = {
    [JUDGED_GOOD] = "good",
    [JUDGED_BAD] = "bad",
    [JUDGED_OPEN] = "undecided",
    [JUDGED_UNTESTED] = "not tested",
};

/* A search that goes on. */
struct bisecting {
    const struct bisect_plan *plan;
    struct commit_plan how; /* with the test of a step */
    struct bisect_result *bisect;
    struct bisect_search search; /* of the commits after the good one */
    struct commit_bot *bots;     /* theirs */
    struct commit_bot good;
    struct pool *pool;
    struct errors *errors;
};

/* The test of a step that may err with chance `alpha`. */
static struct test_plan bisect_test(double margin, double alpha)
{
    return (struct test_plan){
        .model = TEST_POINTS,
        .h0 = -margin,
        .h1 = 0,
        .margin = margin,
        .alpha = alpha,
        .beta = alpha,
    };
}

/* ---- one step ---- */

static void tell_step(const struct bisecting *all, const struct bisect_step *step)
{
    const char *note = step->commit.note ? step->commit.note : "";

    if (!all->how.campaign->quiet)
        print_note("%.*s %-10s %s\n", GIT_SHORT, step->commit.commit, step->result,
                   step->duel      ? step->duel->verdict.sentence
                   : step->same_as ? "the same module as a commit that is judged already"
                                   : note);
}

static void add_step(struct bisecting *all, int commit, enum commit_judged judged,
                     const char *same_as, struct history_duel *duel)
{
    struct bisect_step *step = &all->bisect->steps[all->bisect->steps_count++];

    *step = (struct bisect_step){
        .commit = history_commit_of(&all->plan->after.list[commit], &all->bots[commit]),
        .result = judged_names[judged],
        .same_as = same_as,
        .duel = duel,
    };
    bisect_search_note(&all->search, commit, judged);
    tell_step(all, step);
}

/* What is known of a module with the bytes of one that was judged; JUDGED_NOT if there is none.
 * Sets *same to its commit. */
static enum commit_judged known_of(const struct bisecting *all, int commit, const char **same)
{
    const char *path = all->bots[commit].path;

    *same = all->plan->good.hash;
    if (strcmp(path, all->good.path) == 0)
        return JUDGED_GOOD;
    for (int i = 0; i < all->plan->after.count; i++) {
        *same = all->plan->after.list[i].hash;
        const enum commit_judged judged = all->search.judged[i];
        if ((judged == JUDGED_GOOD || judged == JUDGED_BAD) && strcmp(path, all->bots[i].path) == 0)
            return judged;
    }
    return JUDGED_NOT;
}

static enum commit_judged judge(const struct run_verdict *verdict)
{
    return run_verdict_has(verdict, VERDICT_POINTS, VERDICT_FAILED) ? JUDGED_BAD
           : run_verdict_has(verdict, VERDICT_POINTS, VERDICT_OK)   ? JUDGED_GOOD
                                                                    : JUDGED_OPEN;
}

/* Tests a commit whose bot plays. */
static int test_commit(struct bisecting *all, int commit)
{
    static const char *const names[2] = {"commit", "good"};
    const char *const bots[2] = {all->bots[commit].path, all->good.path};
    struct history_duel *duel;
    const char *same;

    const enum commit_judged known = known_of(all, commit, &same);
    if (known != JUDGED_NOT) {
        add_step(all, commit, known, same, NULL);
        return EXIT_OK;
    }
    const int code = history_duel_play(&duel, &all->how, bots, names, all->pool, all->errors);
    if (code == EXIT_OK)
        add_step(all, commit, judge(&duel->verdict), NULL, duel);
    return code;
}

static int take_step(struct bisecting *all, int commit)
{
    struct commit_bot *bot = &all->bots[commit];

    campaign_progress(all->how.campaign, all->bisect->steps_count, (int)all->bisect->most_steps,
                      "tests", NULL);
    const int code =
        commit_bot_make(&all->how, &all->plan->after.list[commit], bot, all->pool, all->errors);

    if (code != EXIT_OK || bot->status == COMMIT_PLAYS)
        return code == EXIT_OK ? test_commit(all, commit) : code;
    add_step(all, commit, JUDGED_UNTESTED, NULL, NULL);
    return EXIT_OK;
}

/* ---- the search ---- */

static int refuse(const struct bisecting *all, const struct git_commit *commit,
                  const struct commit_bot *bot)
{
    char where[40];

    snprintf(where, sizeof where, "%.*s", GIT_SHORT, commit->hash);
    errors_add(all->errors, where, "has no bot to compare with: %s: %s",
               commit_status_names[bot->status], bot->note ? bot->note : "");
    return EXIT_BAD_FILE;
}

static int search(struct bisecting *all)
{
    const int bad = all->plan->after.count - 1;
    int code = commit_bot_make(&all->how, &all->plan->good, &all->good, all->pool, all->errors);

    if (code == EXIT_OK && all->good.status != COMMIT_PLAYS)
        return refuse(all, &all->plan->good, &all->good);
    for (int commit; code == EXIT_OK && (commit = bisect_search_next(&all->search)) >= 0;)
        code = take_step(all, commit);
    return code == EXIT_OK && all->search.judged[bad] == JUDGED_UNTESTED
               ? refuse(all, &all->plan->after.list[bad], &all->bots[bad])
               : code;
}

/* The exit code of a search that came to its end. */
static int end_of(const struct bisecting *all)
{
    for (int i = 0; i < all->search.count; i++)
        if (all->search.judged[i] == JUDGED_OPEN)
            return EXIT_UNDECIDED;
    return all->search.judged[all->search.count - 1] == JUDGED_GOOD ? EXIT_REJECTED : EXIT_OK;
}

/* ---- what it says ---- */

static const char *result_of(int code)
{
    return code == EXIT_OK          ? "found"
           : code == EXIT_REJECTED  ? "nothing lost"
           : code == EXIT_UNDECIDED ? "undecided"
                                    : "not finished";
}

static const char *sentence_of(const struct bisecting *all, int code)
{
    const struct bisect_result *bisect = all->bisect;
    const struct git_commit *first = &all->plan->after.list[all->search.first_bad];
    const int between = all->search.first_bad - all->search.last_good;

    if (code == EXIT_REJECTED)
        return pool_print(all->pool, "%.*s is not worse than %.*s by more than %g points a deal",
                          GIT_SHORT, bisect->bad, GIT_SHORT, bisect->good, bisect->margin);
    if (code != EXIT_OK && all->search.judged[all->search.count - 1] != JUDGED_BAD)
        return pool_print(
            all->pool,
            "it is not decided whether %.*s is worse than %.*s by more than %g points "
            "a deal",
            GIT_SHORT, bisect->bad, GIT_SHORT, bisect->good, bisect->margin);
    if (code != EXIT_OK)
        return pool_print(all->pool, "%s: the loss is in one of %d commits, up to %.*s",
                          code == EXIT_UNDECIDED ? "a step stays undecided" : "not finished",
                          between, GIT_SHORT, first->hash);
    const char *others =
        bisect->untested
            ? pool_print(all->pool, ", or one of %d before it whose bots do not play,", between - 1)
            : "";
    return pool_print(all->pool,
                      "with %.*s (%s)%s the bot became worse than %.*s by more than %g "
                      "points a deal",
                      GIT_SHORT, first->hash, first->subject, others, GIT_SHORT, bisect->good,
                      bisect->margin);
}

static void conclude(const struct bisecting *all, int code)
{
    struct bisect_result *bisect = all->bisect;
    const struct git_commits *after = &all->plan->after;

    bisect->result = result_of(code);
    bisect->last_good =
        all->search.last_good < 0 ? all->plan->good.hash : after->list[all->search.last_good].hash;
    bisect->found = code == EXIT_OK ? after->list[all->search.first_bad].hash : NULL;
    bisect->untested = bisect_search_untested(&all->search);
    bisect->head.complete = code != EXIT_INTERRUPTED;
    bisect->head.sentence = sentence_of(all, code);
    fields_round(&bisect_result_fields, bisect);
}

/* ---- all together ---- */

static void set_up(struct bisecting *all)
{
    const struct bisect_plan *plan = all->plan;
    const int count = plan->after.count, most = bisect_search_most(count);

    all->how = plan->how;
    all->how.compared.tested = true;
    all->how.compared.test = bisect_test(plan->margin, plan->alpha / most);
    bisect_search_begin(&all->search,
                        pool_alloc(all->pool, (size_t)count, sizeof *all->search.judged), count);
    all->bots = pool_alloc(all->pool, (size_t)count, sizeof *all->bots);
    *all->bisect = (struct bisect_result){
        .good = plan->good.hash,
        .bad = plan->after.list[count - 1].hash,
        .commits = count,
        .margin = plan->margin,
        .alpha = plan->alpha,
        .most_steps = most,
        .step_alpha = plan->alpha / most,
        .steps = pool_alloc(all->pool, (size_t)count, sizeof *all->bisect->steps),
    };
}

int bisect_play(struct bisect_result *bisect, const struct bisect_plan *plan, struct pool *pool,
                struct errors *errors)
{
    struct bisecting all = {.plan = plan, .bisect = bisect, .pool = pool, .errors = errors};

    set_up(&all);
    if (!history_head_make(&bisect->head, &all.how, "random", pool, errors))
        return EXIT_USAGE;
    int code = search(&all);
    if (code == EXIT_OK)
        code = end_of(&all);
    conclude(&all, code);
    return code;
}
