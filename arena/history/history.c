// SPDX-License-Identifier: MIT
#include "arena/history/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/memory.h"
#include "arena/base/text.h"
#include "arena/base/version.h"
#include "arena/config/run_seed.h"
#include "arena/record/game_stats.h"
#include "engine/json/rules_json.h"

/* ---- what files say ---- */

bool history_head_make(struct history_head *head, const struct commit_plan *plan, const char *bot,
                       struct pool *pool, struct errors *errors)
{
    const char *const bots[2] = {bot, bot};
    static const char *const names[2] = {"new", "old"};
    struct config config;
    const bool ok = commit_plan_config(&config, plan, bots, names, errors);

    if (ok) {
        *head = (struct history_head){
            .format = RESULT_FORMAT,
            .harness = ARENA_HARNESS,
            .name = plan->repository.name,
            .sentence = "",
            .build = plan->build.command,
            .module = plan->build.module,
            .seed = fields_json(pool, seed_to_json(&config.seed)),
            .rules = fields_json(pool, skat_rules_to_json(&config.rules)),
            .scoring = stats_scoring_names[stats_primary_scoring(&config.rules)],
            .deals = plan->compared.deals,
        };
    }
    config_free(&config);
    return ok;
}

struct history_commit history_commit_of(const struct git_commit *commit,
                                        const struct commit_bot *bot)
{
    return (struct history_commit){
        .commit = commit->hash,
        .date = commit->date,
        .subject = commit->subject,
        .status = commit_status_names[bot->status],
        .note = bot->note,
        .sha256 = bot->sha256,
    };
}

static struct history_duel *duel_of(const struct campaign_run *run, const char *second,
                                    struct pool *pool)
{
    const struct run_summary *summary = &run->summary;
    const struct comparison *comparison = summary->numbers.comparison;
    struct history_duel *duel = pool_alloc(pool, 1, sizeof *duel);

    *duel = (struct history_duel){
        .folder = pool_text(pool, run->name),
        .faults = bot_summary_faults(run_summary_bot(summary, comparison->a)).all,
        .other_faults = bot_summary_faults(run_summary_bot(summary, second)).all,
        .verdict = *summary->verdict,
        .judged = judged_copy(comparison_primary(comparison)->judged, pool),
    };
    return duel;
}

int history_duel_play(struct history_duel **duel, const struct commit_plan *plan,
                      const char *const bots[2], const char *const names[2], struct pool *pool,
                      struct errors *errors)
{
    struct campaign_run run = {.most_faults = 0};
    struct config config;
    const int code = commit_plan_config(&config, plan, bots, names, errors)
                         ? campaign_play(plan->campaign, &config, &run, pool, errors)
                         : EXIT_INTERNAL;

    config_free(&config);
    if (code == EXIT_OK)
        *duel = duel_of(&run, names[1], pool);
    return code;
}

/* ---- playing ---- */

struct history_playing {
    const struct commit_plan *plan;
    const struct git_commits *commits;
    const char *anchor;
    struct history_result *history;
    struct commit_bot *bots; /* one for each commit */
    struct pool *pool;
    struct errors *errors;
};

static int play_duel(const struct history_playing *playing, const char *const bots[2],
                     const char *const names[2], struct history_duel **duel)
{
    return history_duel_play(duel, playing->plan, bots, names, playing->pool, playing->errors);
}

/* The names of two commits: the same for all, so that two modules play each other once. */
static const char *const new_and_old[2] = {"new", "old"};

/* The commit before this one that plays; -1: none. */
static int parent_of(const struct history_playing *playing, int commit)
{
    while (--commit >= 0 && playing->bots[commit].status != COMMIT_PLAYS)
        ;
    return commit;
}

static int play_change(const struct history_playing *playing, int commit, struct history_row *row)
{
    const int parent = parent_of(playing, commit);

    if (parent < 0)
        return EXIT_OK;
    const char *const bots[2] = {playing->bots[commit].path, playing->bots[parent].path};
    row->parent = playing->commits->list[parent].hash;
    row->same_module = strcmp(bots[0], bots[1]) == 0;
    return row->same_module ? EXIT_OK : play_duel(playing, bots, new_and_old, &row->change);
}

/* *row is of use only with EXIT_OK. */
static int play_commit(const struct history_playing *playing, int commit, struct history_row *row)
{
    static const char *const names[2] = {"commit", "anchor"};
    const struct git_commit *made = &playing->commits->list[commit];
    struct commit_bot *bot = &playing->bots[commit];
    int code = commit_bot_make(playing->plan, made, bot, playing->pool, playing->errors);

    *row = (struct history_row){.commit = history_commit_of(made, bot)};
    if (code != EXIT_OK || bot->status != COMMIT_PLAYS)
        return code;
    const char *const bots[2] = {bot->path, playing->anchor};
    code = play_duel(playing, bots, names, &row->strength);
    return code == EXIT_OK ? play_change(playing, commit, row) : code;
}

static void tell_progress(const struct history_playing *playing, int commit)
{
    char text[120];

    snprintf(text, sizeof text, "%.*s %.60s", GIT_SHORT, playing->commits->list[commit].hash,
             playing->commits->list[commit].subject);
    campaign_progress(playing->plan->campaign, commit + 1, playing->commits->count, "commits",
                      text);
}

static int play_commits(const struct history_playing *playing)
{
    struct history_result *history = playing->history;
    int code = EXIT_OK;

    campaign_progress(playing->plan->campaign, 0, playing->commits->count, "commits", NULL);
    for (int i = 0; i < playing->commits->count && code == EXIT_OK; i++) {
        code = play_commit(playing, i, &history->commits[i]);
        history->commits_count += code == EXIT_OK;
        if (code == EXIT_OK)
            tell_progress(playing, i);
    }
    return code;
}

/* The newest against the oldest that play. */
static int play_overall(const struct history_playing *playing)
{
    const int newest = parent_of(playing, playing->history->commits_count);
    int oldest = 0;

    while (oldest < newest && playing->bots[oldest].status != COMMIT_PLAYS)
        oldest++;
    if (newest <= oldest || strcmp(playing->bots[newest].path, playing->bots[oldest].path) == 0)
        return EXIT_OK;
    const char *const bots[2] = {playing->bots[newest].path, playing->bots[oldest].path};
    return play_duel(playing, bots, new_and_old, &playing->history->overall);
}

/* ---- what it shows ---- */

/* Together, since the question is whether any of them changed something. */
static void adjust_changes(struct history_result *history)
{
    struct judged **list = xcalloc((size_t)history->commits_count + 1, sizeof *list);

    for (int i = 0; i < history->commits_count; i++)
        list[i] = history->commits[i].change ? history->commits[i].change->judged : NULL;
    judged_adjust(list, history->commits_count);
    free(list);
}

/* How many changes are shown to be better (sign 1) or worse (-1), and the first of them. */
static int count_changes(const struct history_result *history, int sign, const char **first)
{
    int count = 0;

    for (int i = 0; i < history->commits_count; i++) {
        const struct history_row *row = &history->commits[i];
        if (!row->change || !judged_differs(row->change->judged) ||
            (row->change->verdict.difference->mean > 0) != (sign > 0))
            continue;
        if (!count++)
            *first = row->commit.commit;
    }
    return count;
}

static int count_compared(const struct history_result *history)
{
    int count = 0;

    for (int i = 0; i < history->commits_count; i++)
        count += history->commits[i].change != NULL;
    return count;
}

/* ", 2 better (the first: 0a1b2c3d)" */
static const char *some_changes(const struct history_result *history, int sign, struct pool *pool)
{
    const char *first = "", *what = sign > 0 ? "better" : "worse";
    const int count = count_changes(history, sign, &first);

    return !count ? ""
                  : pool_print(pool, ", %d %s (%s%.*s)", count, what,
                               count > 1 ? "the first: " : "", GIT_SHORT, first);
}

static const char *sentence_of(const struct history_result *history, struct pool *pool)
{
    const char *overall = history->overall ? history->overall->verdict.sentence : "not compared";
    const int compared = count_compared(history);
    const char *worse = some_changes(history, -1, pool), *better = some_changes(history, 1, pool);

    return pool_print(
        pool, "the newest commit against the oldest: %s; of %d change%s of the module%s%s%s",
        overall, compared, text_plural(compared), worse, better,
        *worse || *better ? "" : ", none is shown to be better or worse");
}

int history_play(struct history_result *history, const struct commit_plan *plan,
                 const struct git_commits *commits, const char *anchor, struct pool *pool,
                 struct errors *errors)
{
    const size_t room = (size_t)commits->count + 1;
    const struct history_playing playing = {
        .plan = plan,
        .commits = commits,
        .anchor = anchor,
        .history = history,
        .bots = pool_alloc(pool, room, sizeof(struct commit_bot)),
        .pool = pool,
        .errors = errors,
    };

    *history = (struct history_result){.anchor = anchor};
    history->commits = pool_alloc(pool, room, sizeof *history->commits);
    if (!history_head_make(&history->head, plan, anchor, pool, errors))
        return EXIT_USAGE;
    int code = play_commits(&playing);
    if (code == EXIT_OK)
        code = play_overall(&playing);
    adjust_changes(history);
    history->head.complete = code == EXIT_OK;
    history->head.sentence = sentence_of(history, pool);
    fields_round(&history_result_fields, history);
    return code;
}
