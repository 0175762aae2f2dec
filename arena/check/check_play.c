// SPDX-License-Identifier: MIT
/* arena/check/check_play.c - the module: its descriptor, its options, whether it starts. Does it
 * play by the rules, under each rule set, in all seats? Is its policy one: are its answers legal
 * and different, and add their probabilities up to 1? */
#include <stdio.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/text.h"
#include "arena/bot/abi_rules.h"
#include "arena/bot/module_description.h"
#include "arena/check/check.h"
#include "arena/record/action_text.h"

enum { LIST_SIZE = 400 };

/* Adds a word to a list with commas. */
static void append(char *list, size_t size, const char *word)
{
    size_t length = strlen(list);
    snprintf(list + length, size - length, "%s%s", length ? ", " : "", word);
}

/* ---- the descriptor ---- */

static bool is_id(const char *text)
{
    return *text && !text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_-")];
}

static bool options_have_same_name(const cJSON *options)
{
    for (const cJSON *one = options->child; one; one = one->next)
        for (const cJSON *other = one->next; other; other = other->next)
            if (strcmp(json_text(one, "name"), json_text(other, "name")) == 0)
                return true;
    return false;
}

/* An error in a module's descriptor, or NULL. */
static const char *descriptor_wrong(const cJSON *description)
{
    if (!is_id(json_text(description, "id")))
        return "id may contain only a-z, 0-9, _ and -";
    if (!*json_text(description, "version"))
        return "version is empty";
    if (options_have_same_name(json_get(description, "options")))
        return "two options have the same name";
    if (!module_decides(description, SKAT_BOT_DECIDES_BIDDING) &&
        !module_decides(description, SKAT_BOT_DECIDES_PLAY))
        return "decisions: it answers neither all of bidding (BID, HOLD, GAME, DECLARE) nor CARD";
    return NULL;
}

/* Something valid in it that may be unintended, or NULL. */
static const char *descriptor_odd(const cJSON *description)
{
    bool takes = module_decides(description, SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_SCHIEBEN)),
         passes = module_decides(description, SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_PASS_ON));

    if (module_has_flag(description, "deterministic") && module_has_flag(description, "uses_clock"))
        return "flags: deterministic and uses_clock exclude each other";
    if (takes != passes)
        return "decisions: SCHIEBEN is only asked together with PASS_ON";
    if (!module_decides(description, SKAT_BOT_DECIDES_BIDDING))
        return "decisions: it only plays; here `random` bids for it";
    if (!module_decides(description, SKAT_BOT_DECIDES_PLAY))
        return "decisions: it only bids; here `random` plays its cards";
    return NULL;
}

static void check_descriptor(struct check *check)
{
    const cJSON *description = check->bot.description, *flag;
    const char *wrong = descriptor_wrong(description), *odd = descriptor_odd(description),
               *unprintable = json_text(description, MODULE_UNPRINTABLE);
    char list[LIST_SIZE] = "";

    cJSON_ArrayForEach (flag, json_get(description, "flags"))
        append(list, sizeof list, flag->valuestring);
    check_add(&check->report, CHECK_OK, "module", NULL, "%s %s, ABI %s, flags: %s",
              json_text(description, "id"), json_text(description, "version"),
              json_text(description, "abi"), *list ? list : "none");
    if (*unprintable)
        check_add(&check->report, CHECK_FAIL, "descriptor", NULL,
                  "%s must be one line of printable characters", unprintable);
    else if (wrong || odd)
        check_add(&check->report, wrong ? CHECK_FAIL : CHECK_WARN, "descriptor", NULL, "%s",
                  wrong ? wrong : odd);
    else
        check_add(&check->report, CHECK_OK, "descriptor", NULL,
                  "sound, %d option%s of the right kind", check->bot.setting_count,
                  text_plural(check->bot.setting_count));
}

/* ---- start ---- */

/* Job: one instance in each seat of a table of three. */
static void start(void *context)
{
    struct check *check = context;

    check_load(check);
    check_lay_table(check, 0);
    for (int seat = 0; seat < SKAT_PLAYERS; seat++)
        check_player(check, &check->box->tables[0], CHECK_SUBJECT, seat);
    check_dismiss_all(check, &check->box->tables[0]);
}

/* Reports the variants that are played here but not declared by the bot. */
static void check_variants(struct check *check)
{
    char list[LIST_SIZE] = "";
    uint64_t played = 0;

    for (int i = 0; i < check->rules_count; i++)
        played |= abi_variants(&check->rules[i].rules);
    for (int variant = 0; variant < SKAT_BOT_VARIANTS; variant++)
        if (played >> variant & 1 && !module_knows(check->bot.description, variant))
            append(list, sizeof list, skat_bot_variant_name(variant));
    if (*list)
        check_add(&check->report, CHECK_WARN, "variants", NULL,
                  "does not declare support for %s; it has to play them anyway", list);
    else
        check_add(&check->report, CHECK_OK, "variants", NULL,
                  "says that it was written for all that these rule sets have");
}

static void report_isolation(struct check *check)
{
    static const char WHAT[] = "isolation";

    if (check->isolated)
        check_add(&check->report, CHECK_OK, WHAT, NULL,
                  "its code runs in a sandbox: no files, network or other processes");
    else if (check->bot.unsandboxed)
        check_add(&check->report, CHECK_SKIP, WHAT, NULL,
                  "none: the processes that the module %s starts have your rights",
                  check->bot.name);
    else
        check_add(&check->report, CHECK_SKIP, WHAT, NULL, "none: its code has your rights");
}

bool check_module(struct check *check)
{
    report_isolation(check);
    check_descriptor(check);
    check_variants(check);
    if (check->report.counts[CHECK_FAIL] || !check_job(check, "start", start))
        return false;
    check_add(&check->report, CHECK_OK, "start", NULL, "makes and destroys three instances");
    return true;
}

/* ---- play ---- */

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

/* ---- its policy ---- */

/* Whether this answer is legal: tried on a copy of the game. */
static bool is_legal(const struct check_table *table, const struct skat_bot_action *action)
{
    struct skat_game copy = table->game;
    struct skat_action answer;

    memcpy(&answer, action, sizeof answer);
    return skat_game_apply(&copy, table->decision.engine.position, &answer) == SKAT_ACCEPTED;
}

/* What an answer does: the order of its cards does not matter. */
static struct skat_action meaning_of(const struct skat_bot_action *action)
{
    struct skat_action plain;

    memcpy(&plain, action, sizeof plain);
    plain = check_plain_action(&plain);
    action_sort_cards(&plain);
    return plain;
}

static bool same(const struct skat_bot_action *one, const struct skat_bot_action *other)
{
    const struct skat_action meanings[2] = {meaning_of(one), meaning_of(other)};
    return memcmp(&meanings[0], &meanings[1], sizeof meanings[0]) == 0;
}

/* The subject's policy, of which each answer is tried. */
static void look_at_policy(struct check *check, struct check_table *table)
{
    static struct policy policy;
    const struct skat_decision *decision = &table->decision.engine;
    const struct skat_rules *rules = &table->rules->rules;
    char text[SKAT_TOKEN_SIZE];

    const char *wrong = play_policy(&table->play, &table->decision, &policy);
    if (wrong)
        check_give_up(check, "deal %llu, %s: %s", (unsigned long long)table->deal + 1,
                      skat_decision_rows[decision->kind].name, wrong);
    for (uint32_t i = 0; i < policy.count; i++) {
        const struct skat_bot_action *action = &policy.options[i].action;
        struct skat_action answer;
        memcpy(&answer, action, sizeof answer);
        bool twice = false;
        for (uint32_t other = 0; other < i; other++)
            twice |= same(action, &policy.options[other].action);
        if (twice || !is_legal(table, action))
            check_give_up(check, "deal %llu, %s: lists %s, which %s",
                          (unsigned long long)table->deal + 1,
                          skat_decision_rows[decision->kind].name,
                          action_text(rules, decision->position, &answer, text),
                          twice ? "it has listed before" : "is not legal");
    }
    check->box->policies++;
}

static void play_and_look(void *context)
{
    struct check *check = context;

    check_load(check);
    check_lay_tables(check);
    for (int64_t deal = 0; deal < check->deals; deal++)
        for (int i = 0; i < check->box->tables_count && !check_time_is_up(check); i++) {
            struct check_table *table = &check->box->tables[i];
            check_begin_deal(check, table);
            while (check_pending(check, table)) {
                if (check_is_asked(table, &table->decision.engine))
                    look_at_policy(check, table);
                if (!check_decide(check, table))
                    break;
            }
            check_end_deal(check, table);
        }
}

void check_policy(struct check *check)
{
    if (!module_has_policy(check->bot.description))
        return;
    if (!check_any_rules_left(check))
        check_add(&check->report, CHECK_SKIP, "policy", NULL, "%s", check_nothing_left);
    else if (check_job(check, "policy", play_and_look))
        check_add(&check->report, CHECK_OK, "policy", NULL,
                  "legal answers, and probabilities that add up to 1: %llu decision%s",
                  (unsigned long long)check->box->policies,
                  text_plural((long long)check->box->policies));
}
