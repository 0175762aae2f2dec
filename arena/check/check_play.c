// SPDX-License-Identifier: MIT
/* arena/check/check_play.c - does it play by the rules, under each rule set, in all seats? */
#include <stdio.h>
#include <string.h>

#include "arena/bot/module_description.h"

#include "arena/base/text.h"
#include "arena/check/check.h"

/* Job: the deals of one rule set, at one table. */
static void play_job(void *context)
{
    struct check *check = context;
    struct check_table *table = check->box->tables;

    check_load(check);
    check_lay_table(check, check->playing);
    while (table->deal < (uint64_t)check->deals && !check_time_is_up(check))
        check_play_deal(check, table);
    check_dismiss_all(check, table);
}

/* Adds the first fault and its place. */
static void add_fault(struct check *check, const char *what)
{
    const struct check_box *box = check->box;
    bool illegal = box->first_fault.status == GAME_ILLEGAL;

    check_add(&check->report, CHECK_FAIL, what, box->first_fault.moves,
              "%llu of %llu deals ended by its fault; first in deal %llu as %s: %s%s",
              (unsigned long long)box->faults, (unsigned long long)box->deals,
              (unsigned long long)box->first_fault.deal + 1, box->first_fault.position,
              illegal ? "an illegal answer, the last of these moves: "
                      : "it reports that it cannot continue: ",
              box->first_fault.words);
}

static void play_rules(struct check *check, int rules)
{
    const struct check_box *box = check->box;
    char what[100];

    snprintf(what, sizeof what, "play %.80s", check->rules[rules].name);
    check->playing = rules;
    bool came_through = check_job(check, what, play_job);
    check->rules[rules].broken = !came_through || !box->deals;
    for (int kind = 0; kind < SKAT_DECISIONS; kind++)
        latency_merge(&check->times[kind], &box->times[kind]);
    if (!came_through)
        return;
    if (box->faults)
        add_fault(check, what);
    else if (!box->deals)
        check_add(&check->report, CHECK_WARN, what, NULL, "no deal was finished within %lld s",
                  (long long)check->seconds);
    else if (box->in_vain.calls)
        check_add(&check->report, CHECK_WARN, what, NULL,
                  "%llu deal%s; it calls fail() in session_end, where that does nothing: %s",
                  (unsigned long long)box->deals, text_plural(box->deals), box->in_vain.words);
    else
        check_add(&check->report, CHECK_OK, what, NULL, "%llu deal%s%s",
                  (unsigned long long)box->deals, text_plural((long long)box->deals),
                  box->cut ? ", then time was up" : "");
}

static void append(char *list, size_t size, const char *word)
{
    size_t length = strlen(list);
    snprintf(list + length, size - length, "%s%s", length ? ", " : "", word);
}

/* Reports which kinds of decision it answered, never had, or leaves to defaults. */
static void check_decisions(struct check *check)
{
    char asked[300] = "", never[300] = "", others[300] = "";
    uint32_t possible = 0;

    for (int i = 0; i < check->rules_count; i++)
        possible |= check->rules[i].rules.derived.decisions;
    for (int kind = SKAT_DECIDE_NOTHING + 1; kind < SKAT_DECISIONS; kind++) {
        bool answers = module_decides(check->bot.description, SKAT_BOT_DECIDES(kind));
        char *list = check->times[kind].count ? asked : answers ? never : others;
        if (possible >> kind & 1)
            append(list, sizeof asked, skat_decision_rows[kind].name);
    }
    check_add(&check->report, CHECK_OK, "decisions", NULL, "answered %s%s%s%s%s",
              *asked ? asked : "none", *never ? "; never came up: " : "", never,
              *others ? "; answered for it by default: " : "", others);
}

void check_play(struct check *check)
{
    for (int rules = 0; rules < check->rules_count && !*check->shortage; rules++)
        play_rules(check, rules);
    check_decisions(check);
}
