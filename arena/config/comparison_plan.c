// SPDX-License-Identifier: MIT
#include "arena/config/comparison_plan.h"

#include <math.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/bot/module_description.h"
#include "arena/config/hand_cost.h"
#include "arena/record/game_outcome.h"
#include "engine/rules.h"

const struct test_plan test_defaults[2] = {
    {TEST_POINTS, .h0 = 0, .h1 = 1, .alpha = 0.05, .beta = 0.05, .min_units = 500, .block = 100},
    {TEST_POINTS, .h0 = 0, .h1 = 1, .alpha = 0.05, .beta = 0.05, .min_units = 50, .block = 10},
};

const struct test_plan margin_test_defaults[2] = {
    {TEST_POINTS, .alpha = 0.05, .beta = 0.05, .min_units = 2, .block = 20},
    {TEST_POINTS, .alpha = 0.05, .beta = 0.05, .min_units = 2, .block = 2},
};

const char *const allow_for_names[2] = {
    [ALLOW_FOR_HAND] = "hand",
    [ALLOW_FOR_NONE] = "none",
};

/* ---- the plan, and its test ---- */

const char *test_plan_wrong(const struct test_plan *plan)
{
    const double FARTHEST = 1e6;

    if (!(fabs(plan->h0) <= FARTHEST && fabs(plan->h1) <= FARTHEST))
        return "h0 and h1 must be within -1000000..1000000";
    if (!(plan->h0 < plan->h1))
        return "h0 must be below h1; to ask whether the first bot is worse, name the second first";
    if (!(plan->alpha > 0 && plan->alpha < 0.5 && plan->beta > 0 && plan->beta < 0.5))
        return "alpha and beta must be between 0 and 0.5";
    if (!(plan->faults >= 0 && plan->faults < 0.5))
        return "faults_alpha must be 0 or below 0.5";
    if (!(plan->margin >= 0 && plan->margin <= FARTHEST))
        return "margin must be within 0..1000000";
    if (plan->margin && plan->block % 2)
        return "block must be even where there is a margin";
    return NULL;
}

static double read_number(const struct json_value *test, const char *key, double fallback)
{
    struct json_value value = json_member(test, key);

    if (!value.node)
        return fallback;
    if (!cJSON_IsNumber(value.node))
        json_wrong(&value, "a number");
    return value.node->valuedouble;
}

static void read_test(struct comparison_plan *compared, const struct json_value *test,
                      bool whole_sessions)
{
    static const char *const keys[] = {"model",     "h0",    "h1",           "alpha", "beta",
                                       "min_units", "block", "faults_alpha", "margin"};
    const int64_t MOST = 1000000000;
    const struct test_plan *defaults = &test_defaults[whole_sessions];
    struct test_plan *plan = &compared->test;

    if (!json_is_object(test))
        return;
    json_check_keys(test, keys, sizeof keys / sizeof *keys, sizeof *keys);
    struct json_value value = json_member(test, "model");
    plan->model = (enum test_model)json_choice(&value, test_model_names, 2, TEST_POINTS);
    plan->margin = read_number(test, "margin", 0);
    if (plan->margin)
        defaults = &margin_test_defaults[whole_sessions];
    plan->h0 = read_number(test, "h0", plan->margin ? -plan->margin : defaults->h0);
    plan->h1 = read_number(test, "h1", plan->margin ? 0 : defaults->h1);
    plan->alpha = read_number(test, "alpha", defaults->alpha);
    plan->beta = read_number(test, "beta", defaults->beta);
    value = json_member(test, "min_units");
    plan->min_units = json_int(&value, 2, MOST, defaults->min_units);
    value = json_member(test, "block");
    plan->block = json_int(&value, 1, MOST, defaults->block);
    plan->faults = read_number(test, "faults_alpha", 0);
    const char *wrong = test_plan_wrong(plan);
    if (wrong)
        errors_add(test->errors, test->place, "%s", wrong);
    compared->tested = true;
    if (compared->a < 0)
        errors_add(test->errors, test->place,
                   "a test needs \"compare\", the two bots whose difference is tested");
}

static int read_redeals(const struct comparison_plan *compared, const struct json_value *root)
{
    struct json_value value = json_member(root, "redeals");
    const bool is_auto = cJSON_IsString(value.node) && strcmp(value.node->valuestring, "auto") == 0;
    const int redeals = is_auto ? REDEALS_AUTO : (int)json_int(&value, 0, REDEALS_MOST, 0);

    if (redeals && compared->a < 0)
        errors_add(value.errors, value.place, "needs \"compare\", the two bots that may differ");
    return redeals;
}

static int find_sitting(const struct json_value *name, const char *const *names, int bots,
                        const bool *sits)
{
    const int bot =
        cJSON_IsString(name->node) ? bot_number_of(names, bots, name->node->valuestring) : -1;

    if (bot >= 0 && sits[bot])
        return bot;
    json_wrong(name, "the name of a bot that sits at some table");
    return -1;
}

static void default_pair(struct comparison_plan *compared, int bots, const bool *sits, int count)
{
    if (count != 2)
        return;
    for (int bot = bots - 1; bot >= 0; bot--)
        if (sits[bot]) {
            compared->b = compared->a < 0 ? bot : compared->b;
            compared->a = bot;
        }
}

bool comparison_plan_pair_meets(const struct comparison_plan *compared,
                                const struct schedule *schedule)
{
    for (int i = 0; i < schedule->arrangement_count; i++)
        if (schedule_seats_bot(schedule, i, compared->a) &&
            schedule_seats_bot(schedule, i, compared->b))
            return true;
    return false;
}

bool comparison_plan_read(struct comparison_plan *compared, const struct json_value *root,
                          const char *const *names, int bots, const struct schedule *schedule)
{
    int before = root->errors->count;
    bool sits[BOTS_MAX];
    int count = schedule_bots(schedule, sits);

    *compared = (struct comparison_plan){.a = -1, .b = -1};
    struct json_value pair = json_member(root, "compare"), test = json_member(root, "test"), value;
    if (schedule->kind == SCHEDULE_RECORDED)
        return true; /* games on different deals cannot be compared */
    if (!pair.node) {
        default_pair(compared, bots, sits, count);
    } else if (!cJSON_IsArray(pair.node) || cJSON_GetArraySize(pair.node) != 2) {
        json_wrong(&pair, "an array of two names of bots");
    } else {
        struct json_value a = json_element(&pair, 0), b = json_element(&pair, 1);
        compared->a = find_sitting(&a, names, bots, sits);
        compared->b = find_sitting(&b, names, bots, sits);
        if (compared->a >= 0 && compared->a == compared->b)
            json_wrong(&b, "a bot other than the first");
        else if (compared->a >= 0 && compared->b >= 0 &&
                 !comparison_plan_pair_meets(compared, schedule))
            errors_add(pair.errors, pair.place, "these two never sit at the same table");
    }
    compared->redeals = read_redeals(compared, root);
    value = json_member(root, "bidding");
    compared->bidding = json_flag(&value, false);
    value = json_member(root, "allow_for");
    compared->allow_for = (enum allow_for)json_choice(&value, allow_for_names, 2, ALLOW_FOR_HAND);
    if (test.node && compared->allow_for == ALLOW_FOR_NONE)
        errors_add(value.errors, value.place,
                   "must be \"hand\" with a sequential test, whose stakes are made for that");
    if (test.node)
        read_test(compared, &test, schedule->whole_sessions);
    return root->errors->count == before;
}

double comparison_plan_hand(const struct comparison_plan *compared, const struct skat_rules *rules,
                            const struct schedule *schedule, int a, int b,
                            enum stats_scoring scoring)
{
    if (compared->allow_for == ALLOW_FOR_NONE)
        return 0;
    return hand_cost(rules, schedule, a, b, scoring) /
           (schedule->whole_sessions ? (double)schedule->deals : 1);
}

void comparison_plan_to_json(const struct comparison_plan *compared, const char *const *names,
                             cJSON *root)
{
    if (compared->a < 0)
        return;
    cJSON *pair = cJSON_AddArrayToObject(root, "compare");
    cJSON_AddItemToArray(pair, cJSON_CreateString(names[compared->a]));
    cJSON_AddItemToArray(pair, cJSON_CreateString(names[compared->b]));
    cJSON_AddStringToObject(root, "allow_for", allow_for_names[compared->allow_for]);
    json_put_int(root, "redeals", compared->redeals > 0 ? compared->redeals : 0);
    cJSON_AddBoolToObject(root, "bidding", compared->bidding);
    if (!compared->tested)
        return;
    cJSON *test = cJSON_AddObjectToObject(root, "test");
    test_plan_to_json(&compared->test, test);
}

void test_plan_to_json(const struct test_plan *plan, cJSON *test)
{
    cJSON_AddStringToObject(test, "model", test_model_names[plan->model]);
    /* Exact values: json_put_real() rounds, but a manifest must state what was played. */
    cJSON_AddNumberToObject(test, "h0", plan->h0);
    cJSON_AddNumberToObject(test, "h1", plan->h1);
    cJSON_AddNumberToObject(test, "alpha", plan->alpha);
    cJSON_AddNumberToObject(test, "beta", plan->beta);
    if (plan->min_units)
        json_put_int(test, "min_units", plan->min_units);
    if (plan->block)
        json_put_int(test, "block", plan->block);
    if (plan->faults)
        cJSON_AddNumberToObject(test, "faults_alpha", plan->faults);
    if (plan->margin)
        cJSON_AddNumberToObject(test, "margin", plan->margin);
}

/* ---- tables that can be compared seat by seat ---- */

/* The bot that has all seats of the pair in the counterpart; -1 if no single seat is changed. */
static int counterpart_bot(const uint8_t *table, int seats, int a, int b, bool odd)
{
    const int of_a = table_seats_of(table, seats, a), of_b = table_seats_of(table, seats, b);

    if (!of_a || !of_b || (of_a > 1 && of_b > 1))
        return -1;
    if (of_a == of_b)
        return odd ? a : b;
    return of_a > of_b ? a : b;
}

static void number_table(struct redeal_tables *tables, struct redeal_table *table, int seats)
{
    table->counterpart_number = tables->counterparts;
    for (int i = 0; i < tables->count; i++) {
        const struct redeal_table *before = &tables->of[i];
        table->same_seat += before->seat == table->seat;
        if (memcmp(before->counterpart, table->counterpart, (size_t)seats) == 0)
            table->counterpart_number = before->counterpart_number;
    }
    tables->counterparts += table->counterpart_number == tables->counterparts;
}

/* Whether another table of the group has the same counterpart: only then does it show without
 * play that both answer alike. */
static bool is_shared(const struct redeal_tables *tables, const struct redeal_table *table,
                      int seats)
{
    int count = 0;

    for (int i = 0; i < tables->count; i++)
        count += memcmp(tables->of[i].counterpart, table->counterpart, (size_t)seats) == 0;
    return count > 1;
}

/* Drops the tables that are alone with their counterpart, and numbers the others. */
static void number_tables(struct redeal_tables *tables, int seats)
{
    int kept = 0;

    for (int i = 0; i < tables->count; i++)
        tables->of[i].counterpart_number = is_shared(tables, &tables->of[i], seats) ? 0 : -1;
    for (int i = 0; i < tables->count; i++)
        if (tables->of[i].counterpart_number == 0)
            tables->of[kept++] = tables->of[i];
    tables->count = 0;
    for (int i = 0; i < kept; i++) {
        struct redeal_table table = tables->of[i];
        number_table(tables, &table, seats);
        tables->of[tables->count++] = table;
    }
}

void redeal_tables_of(struct redeal_tables *tables, const struct schedule *schedule, uint32_t first,
                      int a, int b, bool odd)
{
    tables->count = tables->counterparts = 0;
    for (int place = 0; place < schedule->per_deal; place++) {
        const uint8_t *seated = schedule->arrangements[first + (uint32_t)place];
        const int bot = counterpart_bot(seated, schedule->seats, a, b, odd);
        struct redeal_table table = {.place = place};
        if (bot < 0)
            continue;
        for (int seat = 0; seat < schedule->seats; seat++) {
            const bool single = (seated[seat] == a || seated[seat] == b) && seated[seat] != bot;
            table.counterpart[seat] = single ? (uint8_t)bot : seated[seat];
            table.seat = single ? (uint8_t)seat : table.seat;
        }
        tables->of[tables->count++] = table;
    }
    number_tables(tables, schedule->seats);
}

/* ---- what can be dealt again ---- */

static const char *rules_wrong(const struct skat_rules *rules)
{
    if (rules->game != SKAT_VARIANT_SKAT)
        return "are for Skat, not for its variants";
    return rules->auction == SKAT_AUCTION_NONE ? "begin in the auction, and these rules have none"
                                               : NULL;
}

/* Whether a bot may answer the same question differently. */
static bool may_vary(const struct bot *bot)
{
    for (int part = 0; part < (bot->composed ? PLAYER_PARTS : 1); part++) {
        const cJSON *description = bot_part(bot, part)->description;
        if (!module_has_flag(description, "deterministic") ||
            module_has_flag(description, "uses_clock"))
            return true;
    }
    return false;
}

static const char *bots_wrong(const struct schedule *schedule, int a, int b, const struct bot *bots,
                              int bot_count)
{
    for (int i = 0; i < schedule->arrangement_count; i++) {
        if (!schedule_seats_bot(schedule, i, a) || !schedule_seats_bot(schedule, i, b))
            continue;
        for (int bot = 0; bot < bot_count; bot++)
            if (schedule_seats_bot(schedule, i, bot) && may_vary(&bots[bot]))
                return "are for bots that are deterministic and use no clock: others need not say "
                       "again what they said";
    }
    return NULL;
}

static bool has_tables(const struct schedule *schedule, int a, int b)
{
    static struct redeal_tables tables; /* large, and used once */

    for (int first = 0; first < schedule->arrangement_count; first += schedule->per_deal) {
        redeal_tables_of(&tables, schedule, (uint32_t)first, a, b, false);
        if (tables.count)
            return true;
    }
    return false;
}

const char *redeals_wrong(const struct skat_rules *rules, const struct schedule *schedule, int a,
                          int b, const struct bot *bots, int bot_count)
{
    const char *wrong = rules_wrong(rules);

    if (a < 0)
        return "need two bots that are compared";
    if (wrong)
        return wrong;
    if (schedule->whole_sessions)
        return "are not for rules or bots that carry something from deal to deal";
    if (!has_tables(schedule, a, b))
        return "need tables of a deal that differ in one seat of the two bots, as in a duel of "
               "three seats";
    return bots_wrong(schedule, a, b, bots, bot_count);
}

/* ---- what need not be played ---- */

/* Whether no others sit with the two at any table. */
static bool are_alone(const struct schedule *schedule, int a, int b, int bot_count)
{
    for (int i = 0; i < schedule->arrangement_count; i++)
        for (int bot = 0; bot < bot_count; bot++)
            if (bot != a && bot != b && schedule_seats_bot(schedule, i, bot))
                return false;
    return true;
}

/* Whether a deal that is played alike at all tables of a group makes no difference: the seats of
 * the two have the same weights, in twelfths. */
static bool cancels(const struct schedule *schedule, int first, int a, int b)
{
    enum { WEIGHT = 12 };
    int weights[SKAT_SEATS_MAX] = {0};
    bool zero = true;

    for (int table = first; table < first + schedule->per_deal; table++) {
        const uint8_t *seated = schedule->arrangements[table];
        const int of_a = table_seats_of(seated, schedule->seats, a),
                  of_b = table_seats_of(seated, schedule->seats, b);
        for (int seat = 0; of_a && of_b && seat < schedule->seats; seat++)
            weights[seat] += seated[seat] == a ? WEIGHT / of_a : -WEIGHT / of_b;
    }
    for (int seat = 0; seat < schedule->seats; seat++)
        zero &= weights[seat] == 0;
    return zero;
}

static bool all_cancel(const struct schedule *schedule, int a, int b)
{
    for (int first = 0; first < schedule->arrangement_count; first += schedule->per_deal)
        if (!cancels(schedule, first, a, b))
            return false;
    return true;
}

const char *bidding_wrong(const struct skat_rules *rules, const struct schedule *schedule, int a,
                          int b, const struct bot *bots, int bot_count)
{
    if (a < 0)
        return "needs two bots that are compared";
    if (rules->game != SKAT_VARIANT_SKAT || rules->auction == SKAT_AUCTION_NONE)
        return "is for Skat with an auction";
    if (schedule->whole_sessions)
        return "is not for rules or bots that carry something from deal to deal";
    if (rules->kontra_levels && rules->kontra_when != SKAT_KONTRA_BEFORE_LEAD)
        return "is for rules under which kontra is said before the first lead, if at all: said "
               "between cards it would not be asked for before";
    if (!are_alone(schedule, a, b, bot_count))
        return "is for tables of the two alone";
    if (!all_cancel(schedule, a, b))
        return "is for schedules in which both have the same seats, as in a duel: else a deal that "
               "is bid alike does not count 0";
    for (int bot = 0; bot < bot_count; bot++)
        if ((bot == a || bot == b) && may_vary(&bots[bot]))
            return "is for bots that are deterministic and use no clock: others need not bid in "
                   "the game as when they were asked before";
    return NULL;
}
