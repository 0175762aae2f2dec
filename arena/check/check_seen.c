// SPDX-License-Identifier: MIT
/* arena/check/check_seen.c - does a bot answer otherwise because of what it has seen before: the
 * same deal with another outcome, the same deal just now, or anything at all in its process?
 *
 * An instance lives through all seatings of a deal, so a bot that knows the cards again plays
 * another game there than in play without repeated deals, and what is measured is its memory. What
 * such a bot says of itself does not matter: the questions are asked in pairs, with and without the
 * memory. Of a bot that does not declare itself deterministic the same question is also asked twice
 * without: the numbers are told, and warned of if chance does not explain them. */
#include <stdlib.h>
#include <string.h>

#include "arena/base/clock.h"
#include "arena/base/text.h"
#include "arena/base/memory.h"
#include "arena/bot/module.h"
#include "arena/check/check.h"
#include "arena/stats/sequential_test.h"
#include "engine/variant.h"

/* ---- a deal that comes back: in the child ---- */

/* What an instance has played before it is asked. */
enum before { NOTHING_BEFORE, OTHER_OUTCOME_BEFORE, SAME_DEAL_BEFORE };

/* A seat that takes part in the table's deal: in turn each position. */
static int seat_of_deal(const struct check_table *table)
{
    const struct skat_rules *rules = &table->rules->rules;
    uint8_t seat_of[SKAT_PLAYERS];
    unsigned position = (unsigned)(table->deal % SKAT_PLAYERS);

    skat_positions(rules, skat_dealer(rules->seats, table->deal % CHECK_SESSION_DEALS), seat_of);
    while (seat_of[position] == SKAT_NOBODY)
        position = (position + 1) % SKAT_PLAYERS;
    return seat_of[position];
}

static bool sessions_matter(const struct check *check, const struct check_table *table)
{
    return table->rules->rules.derived.carries ||
           module_has_flag(check->bot.description, "remembers");
}

/* Plays a deal as the first one of its session. Where sessions matter, each seating of a deal is
 * one of its own, as in a run. */
static void play_once(struct check *check, struct check_table *table, enum check_seating seating,
                      struct check_transcript *transcript)
{
    table->seating = seating;
    table->transcript = transcript;
    if (table->rules->rules.derived.carries)
        skat_session_start(&table->session, &table->rules->rules);
    check_play_deal(check, table);
    if (sessions_matter(check, table))
        for (int position = 0; position < SKAT_PLAYERS; position++)
            player_leave_session(table->at[position], &check->box->outcome.mark);
}

/* Before the deal counts, its other players are the bot itself for another outcome; `random` for
 * the same. */
static void play_deal(struct check *check, struct check_table *table, enum before before)
{
    struct check_transcript *transcript =
        check->transcripts[check->half] + (table - check->box->tables);
    const uint64_t deal = table->deal;

    table->seat = seat_of_deal(table);
    check_dismiss(check, &table->players[CHECK_SUBJECT][table->seat]);
    if (before != NOTHING_BEFORE) {
        play_once(check, table, before == OTHER_OUTCOME_BEFORE ? CHECK_SEATS_ALL : CHECK_SEAT_ALONE,
                  NULL);
        table->deal = deal;
    }
    play_once(check, table, CHECK_SEAT_ALONE, transcript);
}

static void play_series(struct check *check, enum before before)
{
    check_load(check);
    check_lay_tables(check);
    for (int64_t deal = 0; deal < check->deals; deal++)
        for (int i = 0; i < check->box->tables_count; i++) {
            check_leave_in_time(check);
            play_deal(check, &check->box->tables[i], before);
        }
    for (int i = 0; i < check->box->tables_count; i++)
        check_dismiss_all(check, &check->box->tables[i]);
}

static void play_unseen(void *check) { play_series(check, NOTHING_BEFORE); }
static void play_after_other_outcome(void *check) { play_series(check, OTHER_OUTCOME_BEFORE); }
static void play_twice(void *check) { play_series(check, SAME_DEAL_BEFORE); }

/* Job: a single deal of one table, check->single. */
static void play_single(void *context)
{
    struct check *check = context;

    check_load(check);
    check_lay_tables(check);
    struct check_table *table = &check->box->tables[check->single.table];
    table->deal = check->single.deal;
    check_play_deal(check, table);
    check_dismiss_all(check, table);
}

/* ---- the checks ---- */

struct seen_question {
    struct check_question question;
    const char *seen, *unseen; /* of deals in which answers differ */
};

static const struct seen_question other_seatings = {
    {"other seatings",
     "the same in a deal that it has played before with another outcome",
     {"from an instance that has not seen the deal",
      "after it has played the deal with another outcome"},
     "an instance plays all seatings of a deal: what it remembers of the cards counts in a run, "
     "and is worth nothing where no deal comes back"},
    "that it has played before with another outcome",
    "between two instances that have not seen them"};

static const struct seen_question same_deal_again = {
    {"same deal again",
     "the same when the same deal comes twice in a row",
     {"the first time", "the second time"},
     "a deal comes back in each of its seatings: a bot that notices plays otherwise there than "
     "where no deal comes back"},
    "that it has just played",
    "between two instances that have not seen them"};

static const struct seen_question fresh_process = {
    {"fresh process",
     "the same in a process that has seen nothing else",
     {"after the deals before", "in a process that has seen nothing else"},
     "what a module keeps outside its instances depends on which worker plays what"},
    "that it played after others",
    "between two processes that have seen nothing else"};

void check_skip_seen(struct check *check, const char *why)
{
    const char *const whats[] = {fresh_process.question.what, other_seatings.question.what,
                                 same_deal_again.question.what};

    for (size_t i = 0; i < sizeof whats / sizeof *whats; i++)
        check_add(&check->report, CHECK_SKIP, whats[i], NULL, "%s", why);
}

/* Is that too often for chance? Deals in which both differ count for both, which is careful. */
static bool more_often(uint64_t seen, uint64_t unseen)
{
    const double alpha = 0.01;
    return fault_evidence((int64_t)seen, (int64_t)unseen) >= 1 / alpha;
}

/* What is told of a bot that may answer by chance: in `seen` deals its answers differ by chance or
 * because of what it has seen, in `unseen` by chance. */
static void tell(struct check *check, const struct seen_question *of, uint64_t deals, uint64_t seen,
                 uint64_t unseen)
{
    const struct check_question *question = &of->question;

    if (!seen)
        check_add(&check->report, deals ? CHECK_OK : CHECK_SKIP, question->what, NULL,
                  "%s: %llu deal%s", question->good, (unsigned long long)deals,
                  text_plural((long long)deals));
    else
        check_add(&check->report, more_often(seen, unseen) ? CHECK_WARN : CHECK_SKIP,
                  question->what, more_often(seen, unseen) ? question->why : NULL,
                  "it does not declare itself deterministic: answers differ in %llu of %llu deals "
                  "%s, in %llu %s",
                  (unsigned long long)seen, (unsigned long long)deals, of->seen,
                  (unsigned long long)unseen, of->unseen);
}

static void compare(struct check *check, const struct seen_question *of, void (*job)(void *check),
                    bool declared, uint64_t unseen)
{
    uint64_t deals;

    if (!check_half(check, of->question.what, 1, job))
        return;
    if (declared) {
        check_compare(check, &of->question);
        return;
    }
    uint64_t seen = check_differing_deals(check, &deals);
    tell(check, of, deals, seen, unseen);
}

void check_repeated_deals(struct check *check, bool declared)
{
    const char *what = other_seatings.question.what;
    uint64_t deals, unseen = 0;

    if (!check_half(check, what, 0, play_unseen) ||
        (!declared && !check_half(check, what, 1, play_unseen)))
        return;
    if (!declared)
        unseen = check_differing_deals(check, &deals);
    compare(check, &other_seatings, play_after_other_outcome, declared, unseen);
    compare(check, &same_deal_again, play_twice, declared, unseen);
}

/* ---- in a fresh process ---- */

/* A late deal of a table in the series played before, from which it can begin: the first of a
 * session where sessions matter. Another one in each round. False if there is none. */
static bool pick_deal(struct check *check, int table, uint32_t round)
{
    const uint32_t step =
                       sessions_matter(check, &check->box->tables[table]) ? CHECK_SESSION_DEALS : 1,
                   deals = check->transcripts[0][table].deals;

    if (deals <= round * step)
        return false;
    check->single.table = table;
    check->single.deal = (deals - 1 - round * step) / step * step;
    return true;
}

/* What came of the games. */
struct fresh_games {
    uint64_t games, answers, seen, unseen;
};

/* Asks the decisions of the picked game again. False after a failure, which is reported. */
static bool ask_again(struct check *check, bool declared, struct fresh_games *played)
{
    const struct check_question *question = &fresh_process.question;
    const int table = check->single.table;

    if (!check_half(check, question->what, 1, play_single))
        return false;
    const struct check_answers before = check_answers_in(check, 0, table, check->single.deal),
                               now = check_answers_in(check, 1, table, check->single.deal);
    const bool differ = check_differ(&before, &now);
    played->games++;
    played->answers += now.count;
    played->seen += differ;
    if (differ && declared)
        check_report_difference(check, question, check->box->tables[table].rules, &before, &now);
    return !differ || !declared;
}

/* Asks them once more, of a bot that may answer by chance. */
static bool ask_once_more(struct check *check, struct fresh_games *played)
{
    const int table = check->single.table;
    const struct check_answers first = check_answers_in(check, 1, table, check->single.deal);
    struct check_answer *copy = xcalloc((size_t)first.count + 1, sizeof *copy);

    memcpy(copy, first.first, first.count * sizeof *copy);
    bool ok = check_half(check, fresh_process.question.what, 1, play_single);
    if (ok) {
        const struct check_answers before = {copy, first.count},
                                   now = check_answers_in(check, 1, table, check->single.deal);
        played->unseen += check_differ(&before, &now);
    }
    free(copy);
    return ok;
}

static bool ask_some(struct check *check, bool declared, struct fresh_games *played)
{
    enum { GAMES = 12 };
    const uint64_t until =
        clock_ns(CLOCK_MONOTONIC) + (uint64_t)check->seconds * UINT64_C(1000000000);
    const int tables = check->box->tables_count; /* 0 after a job that did not get so far */

    for (int i = 0; tables && i < GAMES && clock_ns(CLOCK_MONOTONIC) < until; i++)
        if (pick_deal(check, i % tables, (uint32_t)(i / tables)) &&
            (!ask_again(check, declared, played) || (!declared && !ask_once_more(check, played))))
            return false;
    return true;
}

void check_fresh_process(struct check *check, bool declared)
{
    const struct check_question *question = &fresh_process.question;
    struct fresh_games played = {0};

    if (!ask_some(check, declared, &played))
        return;
    if (!declared)
        tell(check, &fresh_process, played.games, played.seen, played.unseen);
    else
        check_add(&check->report, played.answers ? CHECK_OK : CHECK_SKIP, question->what, NULL,
                  "%s: %llu answer%s in %llu deal%s", question->good,
                  (unsigned long long)played.answers, text_plural((long long)played.answers),
                  (unsigned long long)played.games, text_plural((long long)played.games));
}
