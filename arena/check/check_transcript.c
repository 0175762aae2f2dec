// SPDX-License-Identifier: MIT
/* arena/check/check_transcript.c - compares what a bot answered in the two halves of an experiment.
 * Transcripts are in memory that the bot could write to. */
#include <stdio.h>
#include <string.h>

#include "arena/base/guarded.h"
#include "arena/base/text.h"
#include "arena/check/check.h"
#include "arena/record/action_text.h"
#include "engine/variant.h"

/* ---- answers ---- */

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

struct check_answers check_answers_in(const struct check *check, int half, int table, uint64_t deal)
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

bool check_differ(const struct check_answers *one, const struct check_answers *other)
{
    uint32_t same = common_answers(one, other);
    return same < one->count && same < other->count;
}

static uint32_t deals_of_both(const struct check *check, int table)
{
    uint32_t one = check->transcripts[0][table].deals, other = check->transcripts[1][table].deals;
    return one < other ? one : other;
}

uint64_t check_differing_deals(const struct check *check, uint64_t *deals)
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
            differing += check_differ(&here, &there);
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
static void describe(const void *of, char *text, size_t size)
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

void check_report_difference(struct check *check, const struct check_question *question,
                             const struct check_rules *rules, const struct check_answers *one,
                             const struct check_answers *other)
{
    const uint32_t same = common_answers(one, other);
    const struct answers_that_differ differ = {
        &rules->rules, {&one->first[same], &other->first[same]}, question->halves};
    char text[DIFFERENCE_SIZE];

    if (is_sound(differ.answers[0]) && is_sound(differ.answers[1]) &&
        guarded_text(describe, &differ, text, sizeof text))
        check_add(&check->report, CHECK_FAIL, question->what, question->why,
                  "answers differ under %s: %s", rules->name, text);
    else
        check_add(&check->report, CHECK_FAIL, question->what, NULL, "%s", check_overwritten);
}

bool check_compare(struct check *check, const struct check_question *question)
{
    uint64_t deals = 0, answers = 0;

    for (int table = 0; table < check->box->tables_count; table++) {
        const struct check_answers one = all_answers(check, 0, table),
                                   other = all_answers(check, 1, table);
        if (check_differ(&one, &other)) {
            check_report_difference(check, question, check->box->tables[table].rules, &one, &other);
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
