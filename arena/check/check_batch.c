// SPDX-License-Identifier: MIT
/* arena/check/check_batch.c - what must not make a difference to a bot that answers many games in
 * one call: that it does. */
#include "arena/base/clock.h"
#include "arena/check/check.h"

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

static void play_deals(struct check *check)
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

/* The leader sits at no table: all players of the subject join it. */
void check_play_many(void *context)
{
    struct check *check = context;
    struct player leader;

    check_load(check);
    check_lay_tables(check);
    check_open_leader(check, &leader);
    for (int64_t deal = 0; deal < check->deals; deal++)
        play_deals(check);
    for (int i = 0; i < check->box->tables_count; i++)
        check_dismiss_all(check, &check->box->tables[i]);
    check->leader = NULL;
    check_dismiss(check, &leader);
}
