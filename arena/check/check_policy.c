// SPDX-License-Identifier: MIT
/* arena/check/check_policy.c - is a bot's policy one? Its answers are legal and
 * different, and their probabilities add up to 1. */
#include <stdio.h>
#include <string.h>

#include "arena/bot/module_description.h"
#include "arena/base/text.h"
#include "arena/check/check.h"
#include "arena/record/action_text.h"

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
