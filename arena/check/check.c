// SPDX-License-Identifier: MIT
#include "arena/check/check.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/clock.h"
#include "arena/base/memory.h"
#include "arena/base/text.h"
#include "arena/base/guarded.h"
#include "arena/base/shortage.h"
#include "arena/sandbox/sandbox.h"
#include "engine/variant.h"

const char check_overwritten[] = "the bot overwrote memory of those who check it";

const char *const check_result_names[CHECK_RESULTS] = {
    [CHECK_OK] = "ok",
    [CHECK_FAIL] = "FAIL",
    [CHECK_WARN] = "warn",
    [CHECK_SKIP] = "skip",
};

/* ---- the report ---- */

static char *copy_of(const char *text)
{
    char *copy = xstrdup(text);
    return copy;
}

void check_add(struct check_report *report, enum check_result result, const char *what,
               const char *more, const char *format, ...)
{
    char details[1024];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(details, sizeof details, format, arguments);
    va_end(arguments);
    text_make_line(details); /* parts of it come from the bot */
    report->lines = xrealloc(report->lines, (size_t)(report->count + 1) * sizeof *report->lines);
    report->lines[report->count++] = (struct check_line){
        .result = result,
        .what = copy_of(what),
        .details = copy_of(details),
        .more = more && *more ? copy_of(more) : NULL,
    };
    report->counts[result]++;
    if (report->show)
        report->show(&report->lines[report->count - 1]);
}

void check_report_free(struct check_report *report)
{
    for (int i = 0; i < report->count; i++) {
        free(report->lines[i].what);
        free(report->lines[i].details);
        free(report->lines[i].more);
    }
    free(report->lines);
    *report = (struct check_report){0};
}

/* ---- how a job ended ---- */

enum { WHERE_SIZE = 200, MORE_SIZE = 512, IDLE_SECONDS = 60 };

/* Does the current or last call belong to a deal? A session begins in front of its first one. */
static bool in_deal(const struct check_box *box)
{
    uint8_t function = atomic_load(&box->outcome.mark.function);

    return box->tables[box->table].game.rules && function != CALL_NONE && function != CALL_create &&
           function != CALL_session_end && function != CALL_destroy;
}

/* "in act, asked for a card as forehand, deal 18 of isko", "in session_end, after deal 18 of isko".
 */
static void where(const void *of, char *text, size_t size)
{
    const struct check_box *box = of;
    const struct check_table *table = &box->tables[box->table];
    const char *function = call_mark_function(&box->outcome.mark);
    struct skat_decision decision;
    int length;

    if (atomic_load(&box->outcome.mark.calls) % 2 == 0 || !*function) {
        snprintf(text, size, "outside any call of the bot");
        return;
    }
    length = snprintf(text, size, "in %s", function);
    if (atomic_load(&box->outcome.mark.function) == CALL_session_end)
        snprintf(text + length, size - (size_t)length, ", after deal %llu of %s",
                 (unsigned long long)table->deal, table->rules->name);
    if (!in_deal(box))
        return;
    if (strcmp(function, "act") == 0 && skat_game_pending(&table->game, &decision))
        length += snprintf(text + length, size - (size_t)length, ", asked for %s as %s",
                           skat_decision_rows[decision.kind].name,
                           skat_position_name(table->game.rules->derived.deck, decision.position));
    snprintf(text + length, size - (size_t)length, ", deal %llu of %s",
             (unsigned long long)table->deal + 1, table->rules->name);
}

/* "deal ..., moves ...", for a debugger or `replay`. */
static void position_text(const void *of, char *text, size_t size)
{
    const struct check_box *box = of;
    const struct skat_game *game = &box->tables[box->table].game;
    char deal[SKAT_DEAL_TEXT_SIZE], moves[SKAT_RECORD_SIZE];

    if (!in_deal(box))
        return;
    skat_deal_print(&game->deal, game->rules->derived.deck, deal);
    skat_record_moves(game, moves);
    snprintf(text, size, "deal %s, moves %.*s", deal, (int)(size - sizeof deal - 20),
             *moves ? moves : "none");
}

/* ---- what a job leaves in shared memory ---- */

static bool is_text(const char *text, size_t size) { return memchr(text, '\0', size); }

static bool are_rules(const struct check *check, const struct check_rules *rules)
{
    return rules >= check->rules && rules < check->rules + check->rules_count;
}

/* Whether what is read after a job can be. The bot could write there, too. */
static bool box_is_sound(const struct check *check)
{
    const struct check_box *box = check->box;
    bool ok = box->tables_count >= 0 && box->tables_count <= CHECK_RULES_MAX &&
              box->tables_count <= check_tables_most(check) && box->table >= 0 &&
              box->table <= box->tables_count && is_text(box->reason, sizeof box->reason) &&
              box->first_fault.status < GAME_STATUSES &&
              is_text(box->first_fault.position, sizeof box->first_fault.position) &&
              is_text(box->first_fault.moves, sizeof box->first_fault.moves) &&
              is_text(box->first_fault.words, sizeof box->first_fault.words) &&
              is_text(box->in_vain.words, sizeof box->in_vain.words) &&
              box->made.count <= CHECK_SAMPLES_MAX && box->kept.count <= CHECK_SAMPLES_MAX &&
              latency_is_sound(&box->sampled);

    for (int kind = 0; kind < SKAT_DECISIONS; kind++)
        ok = ok && latency_is_sound(&box->times[kind]);
    for (int table = 0; ok && table < box->tables_count; table++)
        ok = are_rules(check, box->tables[table].rules) &&
             check->transcripts[check->half][table].count <= CHECK_ANSWERS_MAX;
    return ok;
}

static void merge_printed(struct printed *all, const struct printed *more)
{
    if (!all->bytes)
        memcpy(all->head, more->head, sizeof all->head);
    if (more->bytes)
        memcpy(all->tail, more->tail, sizeof all->tail);
    all->bytes += more->bytes;
}

static void describe_forbidden(const struct crash *crash, char *text, size_t size)
{
    char name[SANDBOX_CALL_SIZE];

    snprintf(text, size, "tried %s, which the sandbox forbids,", sandbox_call_name(crash, name));
}

static void run_once(struct check *check, void (*job)(void *check), struct job_outcome *outcome)
{
    struct check_box *box = check->box;
    const struct job_limits limits = {.call_ms = player_call_ms(&check->limits),
                                      .start_ms = check->limits.start_ms,
                                      .idle_s = IDLE_SECONDS};

    memset(box, 0, sizeof *box);
    box->began = clock_ns(CLOCK_MONOTONIC);
    job_run(job, check, &box->outcome, &limits, outcome);
}

/* Whether a job that the machine has ended is tried again; waits if the machine is short of
 * something. */
static bool try_again(int attempt, const struct job_outcome *outcome)
{
    enum { KILLS = 3 };

    return outcome->end == JOB_NO_CHILD ? shortage_wait(attempt) : attempt < KILLS;
}

/* Runs a job until the machine is not what ends it, or adds a line that says so. */
static bool run(struct check *check, const char *what, void (*job)(void *check),
                struct job_outcome *outcome, struct check_kills *before)
{
    for (int attempt = 1;; attempt++) {
        *before = check_kills(check);
        run_once(check, job, outcome);
        if (!check_machine_is_short(check, outcome, before))
            break;
        if (try_again(attempt, outcome))
            continue;
        if (outcome->end == JOB_NO_CHILD)
            snprintf(check->shortage, sizeof check->shortage, "no process for \"%.80s\": %s", what,
                     strerror(outcome->code));
        else
            snprintf(check->shortage, sizeof check->shortage,
                     "a process of \"%.80s\" was ended %d times for lack of memory", what, attempt);
        check_add(&check->report, CHECK_SKIP, what, NULL, "not checked: %s", check->shortage);
        return false;
    }
    merge_printed(&check->out, &outcome->out);
    merge_printed(&check->err, &outcome->err);
    return true;
}

static void end_text(const struct check *check, const struct job_outcome *outcome,
                     const struct check_kills *before, char *text, size_t size)
{
    if (check_took_too_much(check, outcome, before))
        snprintf(text, size, "took more memory than %llu MB, and was ended",
                 (unsigned long long)(check_memory_limit(check) >> 20));
    else
        job_end_text(outcome, text, size);
}

bool check_job(struct check *check, const char *what, void (*job)(void *check))
{
    struct check_box *box = check->box;
    char end[100], place[WHERE_SIZE], more[MORE_SIZE], words[200];
    struct job_outcome outcome;
    struct check_kills before;

    if (*check->shortage || !run(check, what, job, &outcome, &before))
        return false;
    if (!box_is_sound(check)) {
        check_add(&check->report, CHECK_FAIL, what, NULL, check_overwritten);
        memset(box, 0, sizeof *box);
        return false;
    }
    if (outcome.end == JOB_DONE && !*box->reason)
        return true;
    printed_last_line(&outcome.err, words, sizeof words);
    if (outcome.end == JOB_DONE) {
        check_add(&check->report, CHECK_FAIL, what, NULL, "%s%s%s", box->reason,
                  *words ? "; its last words: " : "", words);
        return false;
    }
    const bool forbidden =
        check->isolated && (outcome.end == JOB_EXIT || outcome.end == JOB_SIGNAL) &&
        sandbox_stopped(&box->crash, outcome.end == JOB_SIGNAL ? outcome.code : 0);
    if (forbidden)
        describe_forbidden(&box->crash, end, sizeof end);
    else
        end_text(check, &outcome, &before, end, sizeof end);
    if (!guarded_text(where, box, place, sizeof place))
        snprintf(place, sizeof place, "where %s", check_overwritten);
    guarded_text(position_text, box, more, sizeof more);
    check_add(&check->report, CHECK_FAIL, what, more, "%s %s%s%s%s", end, place,
              forbidden ? isolation_way_out(end) : "", *words ? "; its last words: " : "", words);
    return false;
}

const char check_nothing_left[] = "it fails under every rule set";

bool check_any_rules_left(const struct check *check)
{
    for (int i = 0; i < check->rules_count; i++)
        if (!check->rules[i].broken)
            return true;
    return false;
}

/* ---- experiments ---- */

bool check_half(struct check *check, const char *what, int half, void (*job)(void *check))
{
    check->half = half;
    return check_job(check, what, job);
}

/* ---- all checks ---- */

static void check_quiet(struct check *check)
{
    const struct printed *out = &check->out, *err = &check->err;
    char words[200];

    if (out->bytes) {
        snprintf(words, sizeof words, "%.*s", (int)strcspn(out->head, "\n\r"), out->head);
        text_make_line(words);
        check_add(&check->report, CHECK_FAIL, "quiet", NULL,
                  "printed %llu bytes on standard output, starting with \"%s\"",
                  (unsigned long long)out->bytes, words);
    } else if (err->bytes) {
        check_add(&check->report, CHECK_OK, "quiet", printed_last_line(err, words, sizeof words),
                  "nothing on standard output, %llu bytes on standard error, at the end:",
                  (unsigned long long)err->bytes);
    } else {
        check_add(&check->report, CHECK_OK, "quiet", NULL, "prints nothing");
    }
}

static void check_times(struct check *check)
{
    uint64_t longest = 0, count = 0;
    int slowest = 0;

    for (int kind = 0; kind < SKAT_DECISIONS; kind++) {
        count += check->times[kind].count;
        if (check->times[kind].longest > longest) {
            longest = check->times[kind].longest;
            slowest = kind;
        }
    }
    bool slow = longest > CHECK_TIME_LIMIT_MS * UINT64_C(1000000);
    if (!count)
        check_add(&check->report, CHECK_SKIP, "time", NULL, "no decision was timed");
    else
        check_add(&check->report, slow ? CHECK_WARN : CHECK_OK, "time", NULL,
                  "longest of %llu decision%s: %.3f ms (%s)%s", (unsigned long long)count,
                  text_plural((long long)count), (double)longest / 1e6,
                  skat_decision_rows[slowest].name,
                  slow ? ": more than the 10000 ms that tournaments allow by default" : "");
}

void check_all(struct check *check)
{
    static void (*const parts[])(struct check * check) = {check_play, check_same, check_policy,
                                                          check_resources, check_times};

    if (check_module(check))
        for (size_t i = 0; i < sizeof parts / sizeof *parts && !*check->shortage; i++)
            parts[i](check);
    check_quiet(check);
}
