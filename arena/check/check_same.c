// SPDX-License-Identifier: MIT
/* arena/check/check_same.c - what must not make a difference to a deterministic bot: when and where
 * in memory it plays, what other instances do, what it has seen before, and cards that it does not
 * see.
 *
 * Plays the same series of deals twice: once normally, and once with one of these changed. */
#include <alloca.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "arena/base/machine.h"
#include "arena/base/child.h"
#include "arena/base/text.h"
#include "arena/bot/module_description.h"
#include "arena/check/check.h"
#include "arena/record/action_text.h"
#include "arena/stats/sequential_test.h"
#include "engine/variant.h"

/* ---- the answers of both halves ----
 *
 * Transcripts are in memory that the bot could write to. */

/* What an experiment asks, and the words for its result. */
struct check_question {
    const char *what, *good;
    const char *halves[2]; /* how the two differ: "card: D7 <halves[0]>, D8 <halves[1]>" */
    const char *why;       /* a difference matters; or NULL */
};

/* Some answers of a transcript, one after another. */
struct check_answers {
    const struct check_answer *first;
    uint32_t count;
};

static struct check_answers all_answers(const struct check *check, int half, int table)
{
    const struct check_transcript *transcript = check->transcripts[half] + table;
    return (struct check_answers){transcript->answers, transcript->count};
}

static struct check_answers answers_in_deal(struct check_answers answers, uint64_t deal)
{
    while (answers.count && answers.first->deal < deal) {
        answers.first++;
        answers.count--;
    }
    for (uint32_t i = 0; i < answers.count; i++)
        if (answers.first[i].deal != deal)
            answers.count = i;
    return answers;
}

/* The answers in one deal of a table. */
static struct check_answers answers_in(const struct check *check, int half, int table,
                                       uint64_t deal)
{
    return answers_in_deal(all_answers(check, half, table), deal);
}

static bool same_answer(const struct check_answer *one, const struct check_answer *other)
{
    return one->deal == other->deal && one->position == other->position &&
           one->decision == other->decision &&
           memcmp(&one->action, &other->action, sizeof one->action) == 0;
}

/* The index of the first answer that differs, or the length of the shorter list. */
static uint32_t common_answers(const struct check_answers *one, const struct check_answers *other)
{
    uint32_t i = 0, count = one->count < other->count ? one->count : other->count;

    while (i < count && same_answer(&one->first[i], &other->first[i]))
        i++;
    return i;
}

/* Is there one that differs, while both lists go on? */
static bool differs(const struct check_answers *one, const struct check_answers *other)
{
    uint32_t same = common_answers(one, other);
    return same < one->count && same < other->count;
}

static uint32_t deals_of_both(const struct check *check, int table)
{
    uint32_t one = check->transcripts[0][table].deals, other = check->transcripts[1][table].deals;
    return one < other ? one : other;
}

/* In how many deals the transcripts differ, of *deals that are in both. */
static uint64_t differing_deals(const struct check *check, uint64_t *deals)
{
    uint64_t differing = 0;

    *deals = 0;
    for (int table = 0; table < check->box->tables_count; table++) {
        struct check_answers one = all_answers(check, 0, table),
                             other = all_answers(check, 1, table);
        const uint32_t played = deals_of_both(check, table);
        for (uint32_t deal = 0; deal < played && (one.count || other.count); deal++) {
            struct check_answers here = answers_in_deal(one, deal),
                                 there = answers_in_deal(other, deal);
            differing += differs(&here, &there);
            one.count -= (uint32_t)(here.first - one.first);
            one.first = here.first;
            other.count -= (uint32_t)(there.first - other.first);
            other.first = there.first;
        }
        *deals += played;
    }
    return differing;
}

/* ---- the first difference ---- */

enum { DIFFERENCE_SIZE = 400 };

struct answers_that_differ {
    const struct skat_rules *rules;
    const struct check_answer *answers[2];
    const char *const *halves;
};

/* "deal 3, forehand, card: D7 at first; deal 3, forehand, card: D8 later". */
static void describe_difference(const void *of, char *text, size_t size)
{
    const struct answers_that_differ *differ = of;
    const struct skat_rules *rules = differ->rules;
    char token[SKAT_TOKEN_SIZE];

    for (int half = 0; half < 2; half++) {
        const struct check_answer *answer = differ->answers[half];
        size_t length = strlen(text);
        snprintf(text + length, size - length, "%sdeal %u, %s, %s: %s %s", half ? "; " : "",
                 answer->deal + 1, skat_position_name(rules->derived.deck, answer->position),
                 skat_decision_rows[answer->decision].name,
                 action_text(rules, answer->position, &answer->action, token),
                 differ->halves[half]);
    }
}

static bool is_sound(const struct check_answer *answer)
{
    return answer->position < SKAT_PLAYERS && answer->decision < SKAT_DECISIONS;
}

/* Adds the failure line for two lists that differ. */
static void report_difference(struct check *check, const struct check_question *question,
                              const struct check_rules *rules, const struct check_answers *one,
                              const struct check_answers *other)
{
    const uint32_t same = common_answers(one, other);
    const struct answers_that_differ differ = {
        &rules->rules, {&one->first[same], &other->first[same]}, question->halves};
    char text[DIFFERENCE_SIZE];

    if (is_sound(differ.answers[0]) && is_sound(differ.answers[1]) &&
        guarded_text(describe_difference, &differ, text, sizeof text))
        check_add(&check->report, CHECK_FAIL, question->what, question->why,
                  "answers differ under %s: %s", rules->name, text);
    else
        check_add(&check->report, CHECK_FAIL, question->what, NULL, "%s", check_overwritten);
}

/* Compares the transcripts and adds a line: `good`, or the first difference. False when they
 * differ. */
static bool compare(struct check *check, const struct check_question *question)
{
    uint64_t deals = 0, answers = 0;

    for (int table = 0; table < check->box->tables_count; table++) {
        const struct check_answers one = all_answers(check, 0, table),
                                   other = all_answers(check, 1, table);
        if (differs(&one, &other)) {
            report_difference(check, question, check->box->tables[table].rules, &one, &other);
            return false;
        }
        answers += common_answers(&one, &other);
        deals += deals_of_both(check, table);
    }
    check_add(&check->report, answers ? CHECK_OK : CHECK_SKIP, question->what, NULL,
              "%s: %llu answer%s in %llu deal%s%s", question->good, (unsigned long long)answers,
              text_plural((long long)answers), (unsigned long long)deals,
              text_plural((long long)deals),
              !answers          ? "; nothing to compare"
              : check->box->cut ? ", then time was up"
                                : "");
    return true;
}

/* Plays one half of an experiment into its transcript; otherwise like check_job(). */
static bool play_half(struct check *check, const char *what, int half, void (*job)(void *check))
{
    check->half = half;
    return check_job(check, what, job);
}

/* ---- series of deals: in the child ---- */

/* Plays a deal at each table, one table after another, and so on. */
static void play_series(struct check *check,
                        void (*play)(struct check *check, struct check_table *table))
{
    check_load(check);
    check_lay_tables(check);
    for (int64_t deal = 0; deal < check->deals; deal++)
        for (int i = 0; i < check->box->tables_count; i++) {
            check_leave_in_time(check);
            play(check, &check->box->tables[i]);
        }
    check_dismiss_tables(check);
}

/* With instances that are kept. */
static void play_plainly(void *check) { play_series(check, check_play_deal); }

static bool remembers(const struct check *check)
{
    return module_has_flag(check->bot.description, "remembers");
}

/* With new instances for each deal, or for each session of a bot that remembers. */
static void play_deal_afresh(struct check *check, struct check_table *table)
{
    if (!remembers(check) || check_session_begins(table))
        check_dismiss_all(check, table);
    check_play_deal(check, table);
}
static void play_afresh(void *check) { play_series(check, play_deal_afresh); }

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
    play_plainly(check);
}

/* ---- tables side by side ---- */

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

/* Decision by decision, table after table. */
static void play_interleaved(void *context)
{
    struct check *check = context;

    check_load(check);
    check_lay_tables(check);
    for (int64_t deal = 0; deal < check->deals; deal++)
        play_side_by_side(check);
    check_dismiss_tables(check);
}

/* The questions of all tables to the subject, of which one part answers many. */
struct round {
    struct batch_leader leader;
    int count;
    struct skat_bot_question questions[CHECK_RULES_MAX];
    struct check_table *from[CHECK_RULES_MAX];
};

/* Plays at a table until the subject is asked with others. False: the deal is over. */
static bool play_to_question(struct check *check, struct check_table *table, struct round *round)
{
    struct batch_leader leader;

    while (check_pending(check, table)) {
        if (!play_batch(&table->play, &table->decision, &leader)) {
            if (!check_decide(check, table))
                break;
        } else if (play_prepare(&table->play, &table->decision, &table->action,
                                &round->questions[round->count])) {
            round->leader = leader;
            round->from[round->count++] = table;
            return true;
        } else if (!check_answered(check, table, 0)) {
            break;
        }
    }
    check_end_deal(check, table);
    return false;
}

static void ask_all(struct check *check, const struct round *round)
{
    if (!play_ask_many(&round->leader, round->questions, (uint32_t)round->count,
                       &check->box->outcome.mark))
        check_give_up(check, "reports that it cannot continue: %s", check->leader->host->failure);
}

static void play_deals_of_many(struct check *check)
{
    const int count = check->box->tables_count;
    struct round round = {.count = 0}, asked;

    for (int i = 0; i < count; i++) {
        check_begin_deal(check, &check->box->tables[i]);
        play_to_question(check, &check->box->tables[i], &round);
    }
    while (round.count) {
        check_leave_in_time(check);
        uint64_t before = clock_ns(CLOCK_MONOTONIC);
        ask_all(check, &round);
        uint64_t each = (clock_ns(CLOCK_MONOTONIC) - before) / (unsigned)round.count;
        asked = round;
        round.count = 0;
        for (int i = 0; i < asked.count; i++) {
            if (check_answered(check, asked.from[i], each))
                play_to_question(check, asked.from[i], &round);
            else
                check_end_deal(check, asked.from[i]);
        }
    }
}

/* The subject answers all tables in one call. The leader sits at no table: all players of the
 * subject join it. */
static void play_many(void *context)
{
    struct check *check = context;
    struct player leader;

    check_load(check);
    check_lay_tables(check);
    check_open_leader(check, &leader);
    for (int64_t deal = 0; deal < check->deals; deal++)
        play_deals_of_many(check);
    check_dismiss_tables(check);
    check->leader = NULL;
    check_dismiss(check, &leader);
}

/* ---- a deal that comes back ----
 *
 * An instance lives through all seatings of a deal, so a bot that knows the cards again plays
 * another game there than in play without repeated deals, and what is measured is its memory. What
 * such a bot says of itself does not matter: the questions are asked in pairs, with and without the
 * memory. Of a bot that does not declare itself deterministic the same question is also asked twice
 * without: the numbers are told, and warned of if chance does not explain them. */

/* What an instance has played before it is asked. */
enum before { NOTHING_BEFORE, OTHER_OUTCOME_BEFORE, SAME_DEAL_BEFORE };

/* A seat that takes part in the table's deal: in turn each position. */
static int seat_of_deal(const struct check_table *table)
{
    uint8_t seat_of[SKAT_PLAYERS];
    unsigned position = (unsigned)(table->deal % SKAT_PLAYERS);

    check_seats_of(table, seat_of);
    while (seat_of[position] == SKAT_NOBODY)
        position = (position + 1) % SKAT_PLAYERS;
    return seat_of[position];
}

static bool sessions_matter(const struct check *check, const struct check_table *table)
{
    return table->rules->rules.derived.carries || remembers(check);
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
static void play_deal_after(struct check *check, struct check_table *table)
{
    struct check_transcript *transcript =
        check->transcripts[check->half] + (table - check->box->tables);
    const uint64_t deal = table->deal;

    table->seat = seat_of_deal(table);
    check_dismiss(check, &table->players[CHECK_SUBJECT][table->seat]);
    if (check->before != NOTHING_BEFORE) {
        play_once(check, table,
                  check->before == OTHER_OUTCOME_BEFORE ? CHECK_SEATS_ALL : CHECK_SEAT_ALONE, NULL);
        table->deal = deal;
    }
    play_once(check, table, CHECK_SEAT_ALONE, transcript);
}

static void play_series_after(struct check *check, enum before before)
{
    check->before = (int)before;
    play_series(check, play_deal_after);
}

static void play_unseen(void *check) { play_series_after(check, NOTHING_BEFORE); }
static void play_after_other_outcome(void *check)
{
    play_series_after(check, OTHER_OUTCOME_BEFORE);
}
static void play_twice(void *check) { play_series_after(check, SAME_DEAL_BEFORE); }

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

/* ---- hidden cards ----
 *
 * Plays a deal and records it. Then plays it again up to some decision of the bot, with a new
 * instance that is told everything said and done, and dummies in the other seats: in one half of
 * the experiment with the same cards, in the other with cards that the bot cannot tell apart from
 * them. */

/* A stream of random numbers for draws made here, apart from those of the deal and the seats. */
enum { STREAM = 0x10000 };

static bool same_action(const struct skat_action *one, const struct skat_action *other)
{
    const struct skat_action actions[] = {check_plain_action(one), check_plain_action(other)};
    return memcmp(&actions[0], &actions[1], sizeof actions[0]) == 0;
}

/* Plays the trace up to a decision of the player at `position`, who is asked everything again. Ends
 * early if an answer differs from the trace, because the rest would then be another player's
 * game. */
static void ask_trace(struct check *check, struct check_table *table,
                      const struct game_trace *trace, int steps, unsigned position)
{
    union player_decision decision;
    union player_action action, done;

    for (int i = 0; i <= steps && play_pending(&table->play, &decision); i++) {
        done.engine = trace->steps[i].action;
        if (skat_game_player(&table->game, decision.engine.position) == position &&
            check_is_asked(table, &decision.engine)) {
            play_ask(&table->play, &decision, &action);
            check_note_answer(check, table, &decision.engine, &action.engine, 0);
            if (!same_action(&action.engine, &done.engine))
                return;
        }
        if (i < steps && !play_apply(&table->play, &decision, &done))
            return;
    }
}

/* Plays a trace again with dummies; `position` is the bot's. */
static void play_again(struct check *check, struct check_table *table,
                       const struct game_trace *trace, int steps, unsigned position)
{
    struct player *const bot = table->at[position];
    const struct skat_random_key key = check_deal_key(table);
    struct player dummies[SKAT_PLAYERS];

    dummy_players_open(dummies, &check->box->sampled, &check->box->outcome.mark);
    for (unsigned other = 0; other < SKAT_PLAYERS; other++)
        if (other != position)
            table->at[other] = &dummies[other];
    skat_game_start(&table->game, trace->rules, &trace->deal, &trace->terms);
    check_tell_session(check, table, bot);
    play_begin(&table->play, &key);
    ask_trace(check, table, trace, steps, position);
    /* End the game as if another player had failed. */
    skat_game_fail(&table->game, position                                      ? 0
                                 : skat_sits(trace->rules->derived.seating, 1) ? 1
                                                                               : 2);
    play_end(&table->play);
    table->transcript->deals += table->transcript->count < CHECK_ANSWERS_MAX;
    dummy_players_close(dummies, &check->box->outcome.mark);
}

/* A random step of the trace at which the bot was asked; -1 if there is none. */
static int draw_step(const struct check_table *table, struct skat_random *random)
{
    const struct game_trace *trace = table->trace;
    int steps[GAME_TRACE_STEPS_MAX], count = 0;

    for (int i = 0; i < trace->count; i++)
        if (table->subject[trace->steps[i].position])
            steps[count++] = i;
    return count ? steps[skat_random_below(random, (uint32_t)count)] : -1;
}

/* Plays a deal with new instances, then one decision of it again with new ones. */
static void probe_deal(struct check *check, struct check_table *table)
{
    static struct game_trace trace, other; /* large; used only in the child */
    const struct skat_random_key key = check_deal_key(table);
    struct skat_random random;
    uint64_t deal = table->deal;

    table->trace = &trace;
    table->transcript = NULL;
    check_play_deal(check, table);
    skat_random_start(&random, &key, STREAM);
    int step = draw_step(table, &random);
    check_dismiss_all(check, table);
    if (step < 0)
        return;
    unsigned position = trace.steps[step].position;
    if (!game_trace_determinize(&trace, step, position, &random, &other))
        return;
    table->deal = deal;
    table->transcript = check->transcripts[check->half] + (table - check->box->tables);
    check_seat(check, table, position);
    play_again(check, table, check->half ? &other : &trace, step, position);
    table->deal = deal + 1;
    check_dismiss_all(check, table);
}

static void probe(void *check) { play_series(check, probe_deal); }

/* ---- the questions ---- */

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
     play_many,
     true},
};
enum { VARIATIONS = sizeof variations / sizeof *variations };

static bool applies(const struct check *check, int variation)
{
    return !variations[variation].for_many || module_batch(check->bot.description) > 0;
}

struct seen_question {
    struct check_question question;
    const char *seen; /* of deals in which answers differ */
};

static const struct seen_question other_seatings = {
    {"other seatings",
     "the same in a deal that it has played before with another outcome",
     {"from an instance that has not seen the deal",
      "after it has played the deal with another outcome"},
     "an instance plays all seatings of a deal: what it remembers of the cards counts in a run, "
     "and is worth nothing where no deal comes back"},
    "that it has played before with another outcome"};

static const struct seen_question same_deal_again = {
    {"same deal again",
     "the same when the same deal comes twice in a row",
     {"the first time", "the second time"},
     "a deal comes back in each of its seatings: a bot that notices plays otherwise there than "
     "where no deal comes back"},
    "that it has just played"};

static const struct check_question fresh_process = {
    "fresh process",
    "the same in a process that has seen nothing else",
    {"after the deals before", "in a process that has seen nothing else"},
    "what a module keeps outside its instances depends on which worker plays what"};

static const struct check_question repeats = {"repeats",
                                              "the same in another process, later",
                                              {"at first", "in another process, later"},
                                              NULL};

static const struct check_question hidden = {
    "hidden cards",
    "the same whatever others hold",
    {"with the cards as they were", "with other cards where it cannot see them"},
    NULL};

/* ---- a bot that may answer by chance ---- */

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
                  "%s, in %llu between two instances that have not seen them",
                  (unsigned long long)seen, (unsigned long long)deals, of->seen,
                  (unsigned long long)unseen);
}

static void compare_seen(struct check *check, const struct seen_question *of,
                         void (*job)(void *check), bool declared, uint64_t unseen)
{
    uint64_t deals;

    if (!play_half(check, of->question.what, 1, job))
        return;
    if (declared) {
        compare(check, &of->question);
        return;
    }
    uint64_t seen = differing_deals(check, &deals);
    tell(check, of, deals, seen, unseen);
}

static void check_repeated_deals(struct check *check, bool declared)
{
    const char *what = other_seatings.question.what;
    uint64_t deals, unseen = 0;

    if (!play_half(check, what, 0, play_unseen) ||
        (!declared && !play_half(check, what, 1, play_unseen)))
        return;
    if (!declared)
        unseen = differing_deals(check, &deals);
    compare_seen(check, &other_seatings, play_after_other_outcome, declared, unseen);
    compare_seen(check, &same_deal_again, play_twice, declared, unseen);
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

/* Asks the decisions of the picked game again. False after a failure, which is reported. */
static bool ask_again(struct check *check, bool declared, uint64_t *games, uint64_t *answers)
{
    const struct check_question *question = &fresh_process;
    const int table = check->single.table;

    if (!play_half(check, question->what, 1, play_single))
        return false;
    const struct check_answers before = answers_in(check, 0, table, check->single.deal),
                               now = answers_in(check, 1, table, check->single.deal);
    ++*games;
    *answers += now.count;
    if (!declared || !differs(&before, &now))
        return true;
    report_difference(check, question, check->box->tables[table].rules, &before, &now);
    return false;
}

/* The series has just been played into the first transcript by play_plainly(). A bot that may
 * answer by chance must come through. */
static void check_fresh_process(struct check *check, bool declared)
{
    enum { GAMES = 12 };
    const struct check_question *question = &fresh_process;
    const uint64_t until =
        clock_ns(CLOCK_MONOTONIC) + (uint64_t)check->seconds * UINT64_C(1000000000);
    const int tables = check->box->tables_count; /* 0 after a job that did not get so far */
    uint64_t games = 0, answers = 0;

    for (int i = 0; tables && i < GAMES && clock_ns(CLOCK_MONOTONIC) < until; i++)
        if (pick_deal(check, i % tables, (uint32_t)(i / tables)) &&
            !ask_again(check, declared, &games, &answers))
            return;
    check_add(&check->report, answers ? CHECK_OK : CHECK_SKIP, question->what, NULL,
              "%s: %llu answer%s in %llu deal%s",
              declared ? question->good : "it plays in a process that has seen nothing else",
              (unsigned long long)answers, text_plural((long long)answers),
              (unsigned long long)games, text_plural((long long)games));
}

/* ---- all of it ---- */

static void skip(struct check *check, const char *what, const char *why)
{
    check_add(&check->report, CHECK_SKIP, what, NULL, "%s", why);
}

static void skip_differences(struct check *check, const char *why)
{
    for (int i = 0; i < VARIATIONS; i++)
        if (applies(check, i))
            skip(check, variations[i].question.what, why);
    skip(check, hidden.what, why);
}

static void skip_seen(struct check *check, const char *why)
{
    skip(check, fresh_process.what, why);
    skip(check, other_seatings.question.what, why);
    skip(check, same_deal_again.question.what, why);
}

/* One difference after another. A bot that plays otherwise after any other deal does so after the
 * same one, too: that is not told again. */
static void check_differences(struct check *check)
{
    static const char told[] = "it plays otherwise after any other deal: see other deals";
    bool forgets = true;

    for (int i = 0; i < VARIATIONS; i++) {
        const struct check_question *question = &variations[i].question;
        if (!applies(check, i) || !play_half(check, question->what, 1, variations[i].job))
            continue;
        bool same = compare(check, question);
        forgets &= same || variations[i].job != play_afresh;
    }
    if (forgets) {
        check_fresh_process(check, true);
        check_repeated_deals(check, true);
    } else {
        skip_seen(check, told);
    }
    if (play_half(check, hidden.what, 0, probe) && play_half(check, hidden.what, 1, probe))
        compare(check, &hidden);
}

/* Does it play the same again? Without that, nothing else can be compared. */
static bool check_repeats(struct check *check)
{
    return play_half(check, repeats.what, 0, play_plainly) &&
           play_half(check, repeats.what, 1, play_elsewhere) && compare(check, &repeats);
}

void check_same(struct check *check)
{
    const char *why = "its play does not repeat: nothing can be compared";
    const bool left = check_any_rules_left(check),
               declared = module_has_flag(check->bot.description, "deterministic");

    if (!left || !declared) {
        why = left ? "it does not declare itself deterministic: there is nothing to compare"
                   : check_nothing_left;
        skip(check, repeats.what, why);
    } else if (check_repeats(check)) {
        check_differences(check);
        return;
    }
    skip_differences(check, why);
    if (!left || declared) {
        skip_seen(check, why);
        return;
    }
    if (play_half(check, repeats.what, 0, play_plainly))
        check_fresh_process(check, false);
    check_repeated_deals(check, false);
}
