/* tests/unit/test_ramsch.c - what ramsch costs, and whom (rulebook 7): rows counted by hand, one at
 * least for every value of every option. */
#include "tests/unit/engine_helpers.h"

#include "engine/ramsch.h"

struct ramsch_case {
    const char *from; /* the source, and the computation */
    const char *options;
    int points[3], tricks[3], last[3]; /* without the skat; last: number of the last trick taken */
    int skat, unseen, bock;
    int with_skat[3], score[3];
};

static void count_case(const struct ramsch_case *c, struct skat_ramsch_result *got)
{
    struct skat_rules rules;
    struct skat_ramsch_facts facts;
    memset(&facts, 0, sizeof facts);
    for (int position = 0; position < 3; position++) {
        facts.points[position] = (uint8_t)c->points[position];
        facts.tricks[position] = (uint8_t)c->tricks[position];
        facts.last_trick[position] = (int8_t)c->last[position];
    }
    facts.skat_points = (uint8_t)c->skat;
    facts.unseen = (uint8_t)c->unseen;
    facts.bock = (uint8_t)c->bock;
    rules_of(&rules, c->options);
    memset(got, 0x55, sizeof *got);
    skat_ramsch_count(&rules, &facts, got);
}

static void check_case(const struct ramsch_case *c)
{
    struct skat_ramsch_result got;
    assert_int_equal(c->points[0] + c->points[1] + c->points[2] + c->skat, 120);
    assert_int_equal(c->tricks[0] + c->tricks[1] + c->tricks[2], 10);
    count_case(c, &got);
    for (int position = 0; position < 3; position++) {
        if (got.points[position] != c->with_skat[position])
            fail_msg("%s: position %d has %d points, want %d", c->from, position,
                     got.points[position], c->with_skat[position]);
        if (got.score[position] != c->score[position])
            fail_msg("%s: position %d scores %d, want %d", c->from, position, got.score[position],
                     c->score[position]);
        if (got.tricks[position] != c->tricks[position])
            fail_msg("%s: position %d has %d tricks", c->from, position, got.tricks[position]);
    }
    if (got.doubling != 1 << c->unseen)
        fail_msg("%s: doubling %d for %d passed on unseen", c->from, got.doubling, c->unseen);
}

static void check_cases(const struct ramsch_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_case(&cases[i]);
}

static void the_skat_goes_where_the_option_says(void **state)
{
    static const struct ramsch_case cases[] = {
        {"last_trick: 50, 40, 20 + 10", "", {50, 40, 20}, {4, 3, 3}, {7, 8, 9}, 10, 0, 1,
         {50, 40, 30}, {-50, 0, 0}},
        {"last_trick: 45 + 10 beats 50", "", {45, 50, 15}, {4, 3, 3}, {9, 8, 7}, 10, 0, 1,
         {55, 50, 15}, {-55, 0, 0}},
        {"last_trick: of rearhand, 20 + 15", "", {45, 40, 20}, {4, 3, 3}, {1, 8, 9}, 15, 0, 1,
         {45, 40, 35}, {-45, 0, 0}},
        {"most_points: 50 + 10", "ramsch.skat_to=most_points", {45, 50, 15}, {4, 3, 3}, {9, 8, 7},
         10, 0, 1, {45, 60, 15}, {0, -60, 0}},
        {"most_points: all who tie for most add it, 50 + 10 each", "ramsch.skat_to=most_points",
         {50, 50, 10}, {4, 3, 3}, {9, 8, 7}, 10, 0, 1, {60, 60, 10}, {-60, -60, 0}},
        {"most_points: three who tie, 35 + 15 each", "ramsch.skat_to=most_points", {35, 35, 35},
         {4, 3, 3}, {9, 8, 7}, 15, 0, 1, {50, 50, 50}, {-50, -50, -50}},
        {"S1, nobody: 50 stay 50", "ramsch.skat_to=nobody", {45, 50, 15}, {4, 3, 3}, {9, 8, 7}, 10,
         0, 1, {45, 50, 15}, {0, -50, 0}},
    };
    (void)state;
    check_cases(cases, COUNT_OF(cases));
}

static void players_who_tie_for_most_all_lose(void **state)
{
    static const struct ramsch_case cases[] = {
        {"two tie at 50", "", {50, 50, 20}, {4, 3, 3}, {9, 8, 7}, 0, 0, 1, {50, 50, 20},
         {-50, -50, 0}},
        {"the skat makes the tie: 40 + 10", "", {40, 50, 20}, {4, 3, 3}, {9, 8, 7}, 10, 0, 1,
         {50, 50, 20}, {-50, -50, 0}},
        {"the skat breaks the tie: 50 + 10", "", {50, 50, 10}, {4, 3, 3}, {9, 8, 7}, 10, 0, 1,
         {60, 50, 10}, {-60, 0, 0}},
        {"three tie at 40, all_lose", "", {40, 40, 40}, {4, 3, 3}, {9, 8, 7}, 0, 0, 1,
         {40, 40, 40}, {-40, -40, -40}},
        {"three tie at 40, nobody (XSkat)", "ramsch.three_tie=nobody", {40, 40, 40}, {4, 3, 3},
         {9, 8, 7}, 0, 0, 1, {40, 40, 40}, {0, 0, 0}},
        {"three tie at 38, the skat to nobody, nobody loses",
         "ramsch.three_tie=nobody ramsch.skat_to=nobody", {38, 38, 38}, {4, 3, 3}, {9, 8, 7}, 6, 0,
         1, {38, 38, 38}, {0, 0, 0}},
        {"two tie, which three_tie does not touch", "ramsch.three_tie=nobody", {20, 50, 50},
         {4, 3, 3}, {7, 8, 9}, 0, 0, 1, {20, 50, 50}, {0, -50, -50}},
    };
    (void)state;
    check_cases(cases, COUNT_OF(cases));
}

static void each_virgin_doubles_the_loss(void **state)
{
    static const struct ramsch_case cases[] = {
        {"no_trick: 70 x 2", "", {70, 50, 0}, {6, 4, 0}, {9, 8, -1}, 0, 0, 1, {70, 50, 0},
         {-140, 0, 0}},
        {"no_trick: a trick worth 0 is a trick", "", {70, 50, 0}, {6, 3, 1}, {9, 8, 7}, 0, 0, 1,
         {70, 50, 0}, {-70, 0, 0}},
        {"no_points: that one is a virgin, 70 x 2", "ramsch.virgin=no_points", {70, 50, 0},
         {6, 3, 1}, {9, 8, 7}, 0, 0, 1, {70, 50, 0}, {-140, 0, 0}},
        {"no_points: but not with the skat's 10", "ramsch.virgin=no_points", {60, 50, 0},
         {6, 3, 1}, {8, 7, 9}, 10, 0, 1, {60, 50, 10}, {-60, 0, 0}},
        {"no_points: nobody's skat takes no virginity, 60 x 2",
         "ramsch.virgin=no_points ramsch.skat_to=nobody", {60, 50, 0}, {6, 3, 1}, {8, 7, 9}, 10, 0,
         1, {60, 50, 0}, {-120, 0, 0}},
        {"no_points: no trick is no point, 70 x 2", "ramsch.virgin=no_points", {70, 50, 0},
         {6, 4, 0}, {9, 8, -1}, 0, 0, 1, {70, 50, 0}, {-140, 0, 0}},
        {"off: 70", "ramsch.virgin=off", {70, 50, 0}, {6, 4, 0}, {9, 8, -1}, 0, 0, 1, {70, 50, 0},
         {-70, 0, 0}},
        {"no_trick: two tie at 60, one virgin, 60 x 2 each", "", {60, 0, 60}, {6, 0, 4},
         {9, -1, 8}, 0, 0, 1, {60, 0, 60}, {-120, 0, -120}},
        {"no_points: two with worthless tricks, 120 x 2 x 2", "ramsch.virgin=no_points",
         {0, 120, 0}, {1, 8, 1}, {1, 9, 2}, 0, 0, 1, {0, 120, 0}, {0, -480, 0}},
    };
    (void)state;
    check_cases(cases, COUNT_OF(cases));
}

static void a_march_wins(void **state)
{
    static const struct ramsch_case cases[] = {
        {"march: +120", "", {0, 110, 0}, {0, 10, 0}, {-1, 9, -1}, 10, 0, 1, {0, 120, 0},
         {0, 120, 0}},
        {"march 200: +200", "ramsch.march=200", {0, 0, 116}, {0, 0, 10}, {-1, -1, 9}, 4, 0, 1,
         {0, 0, 120}, {0, 0, 200}},
        {"the skat to nobody: all tricks all the same, +120", "ramsch.skat_to=nobody",
         {105, 0, 0}, {10, 0, 0}, {9, -1, -1}, 15, 0, 1, {105, 0, 0}, {120, 0, 0}},
        {"march 0: two virgins, 120 x 2 x 2", "ramsch.march=0", {110, 0, 0}, {10, 0, 0},
         {9, -1, -1}, 10, 0, 1, {120, 0, 0}, {-480, 0, 0}},
        {"march 0, virgin off: 120", "ramsch.march=0 ramsch.virgin=off", {110, 0, 0}, {10, 0, 0},
         {9, -1, -1}, 10, 0, 1, {120, 0, 0}, {-120, 0, 0}},
        {"nine tricks are no march, even with 120 points: one virgin, 120 x 2", "", {120, 0, 0},
         {9, 1, 0}, {9, 3, -1}, 0, 0, 1, {120, 0, 0}, {-240, 0, 0}},
    };
    (void)state;
    check_cases(cases, COUNT_OF(cases));
}

static void scores_are_those_of_the_option(void **state)
{
    static const struct ramsch_case cases[] = {
        {"points: the most", "ramsch.score=points", {50, 40, 20}, {4, 3, 3}, {7, 8, 9}, 10, 0, 1,
         {50, 40, 30}, {-50, 0, 0}},
        {"S3 6.3, each: his own", "ramsch.score=each", {50, 40, 20}, {4, 3, 3}, {7, 8, 9}, 10, 0,
         1, {50, 40, 30}, {-50, -40, -30}},
        {"each: the skat to nobody is nobody's", "ramsch.score=each ramsch.skat_to=nobody",
         {50, 40, 20}, {4, 3, 3}, {7, 8, 9}, 10, 0, 1, {50, 40, 20}, {-50, -40, -20}},
        {"each: a virgin doubles all, 70 x 2 and 50 x 2", "ramsch.score=each", {70, 50, 0},
         {6, 4, 0}, {9, 8, -1}, 0, 0, 1, {70, 50, 0}, {-140, -100, 0}},
        {"each: three_tie does not apply", "ramsch.score=each ramsch.three_tie=nobody",
         {40, 40, 40}, {4, 3, 3}, {9, 8, 7}, 0, 0, 1, {40, 40, 40}, {-40, -40, -40}},
        {"each: a march wins as ever", "ramsch.score=each", {110, 0, 0}, {10, 0, 0}, {9, -1, -1},
         10, 0, 1, {120, 0, 0}, {120, 0, 0}},
        {"S1, fixed: no virgin, 20", "ramsch.score=fixed_20_30_50", {50, 40, 20}, {4, 3, 3},
         {7, 8, 9}, 10, 0, 1, {50, 40, 30}, {-20, 0, 0}},
        {"S1, fixed: one virgin, 30", "ramsch.score=fixed_20_30_50", {70, 50, 0}, {6, 4, 0},
         {9, 8, -1}, 0, 0, 1, {70, 50, 0}, {-30, 0, 0}},
        {"S1, fixed: two virgins, 50; a march does not apply", "ramsch.score=fixed_20_30_50",
         {110, 0, 0}, {10, 0, 0}, {9, -1, -1}, 10, 0, 1, {120, 0, 0}, {-50, 0, 0}},
        {"S1, fixed: virgin off does not apply, 30",
         "ramsch.score=fixed_20_30_50 ramsch.virgin=off", {70, 50, 0}, {6, 4, 0}, {9, 8, -1}, 0, 0,
         1, {70, 50, 0}, {-30, 0, 0}},
        {"S1, fixed: virgin no_points does not apply, 20",
         "ramsch.score=fixed_20_30_50 ramsch.virgin=no_points", {70, 50, 0}, {6, 3, 1}, {9, 8, 7},
         0, 0, 1, {70, 50, 0}, {-20, 0, 0}},
        {"S1, fixed: of two who tie the one who took a trick last",
         "ramsch.score=fixed_20_30_50", {50, 50, 20}, {4, 3, 3}, {7, 8, 9}, 0, 0, 1, {50, 50, 20},
         {0, -20, 0}},
        {"S1, fixed: of three too", "ramsch.score=fixed_20_30_50 ramsch.three_tie=nobody",
         {40, 40, 40}, {4, 3, 3}, {7, 8, 9}, 0, 0, 1, {40, 40, 40}, {0, 0, -20}},
        {"S1, fixed: skat_to applies, 45 + 10 is most", "ramsch.score=fixed_20_30_50",
         {45, 50, 15}, {4, 3, 3}, {9, 8, 7}, 10, 0, 1, {55, 50, 15}, {-20, 0, 0}},
        {"S1, fixed: the skat to nobody, 50 is most",
         "ramsch.score=fixed_20_30_50 ramsch.skat_to=nobody", {45, 50, 15}, {4, 3, 3}, {9, 8, 7},
         10, 0, 1, {45, 50, 15}, {0, -20, 0}},
    };
    (void)state;
    check_cases(cases, COUNT_OF(cases));
}

static void passing_on_unseen_doubles_penalties_and_bock_doubles_all(void **state)
{
    static const struct ramsch_case cases[] = {
        {"once unseen: 50 x 2", "", {50, 40, 20}, {4, 3, 3}, {7, 8, 9}, 10, 1, 1, {50, 40, 30},
         {-100, 0, 0}},
        {"three times: 50 x 8", "", {50, 40, 20}, {4, 3, 3}, {7, 8, 9}, 10, 3, 1, {50, 40, 30},
         {-400, 0, 0}},
        {"unseen and a virgin: 70 x 2 x 2", "", {70, 50, 0}, {6, 4, 0}, {9, 8, -1}, 0, 1, 1,
         {70, 50, 0}, {-280, 0, 0}},
        {"unseen does not double a march", "", {110, 0, 0}, {10, 0, 0}, {9, -1, -1}, 10, 2, 1,
         {120, 0, 0}, {120, 0, 0}},
        {"bock: 50 x 2", "", {50, 40, 20}, {4, 3, 3}, {7, 8, 9}, 10, 0, 2, {50, 40, 30},
         {-100, 0, 0}},
        {"bock doubles a march: 120 x 2", "", {110, 0, 0}, {10, 0, 0}, {9, -1, -1}, 10, 1, 2,
         {120, 0, 0}, {240, 0, 0}},
        {"bock of factor 3 and unseen: 50 x 2 x 3", "", {50, 40, 20}, {4, 3, 3}, {7, 8, 9}, 10, 1,
         3, {50, 40, 30}, {-300, 0, 0}},
        {"each: all own points x 2", "ramsch.score=each", {50, 40, 20}, {4, 3, 3}, {7, 8, 9}, 10,
         1, 1, {50, 40, 30}, {-100, -80, -60}},
        {"fixed: 20 x 4 x 2", "ramsch.score=fixed_20_30_50", {50, 40, 20}, {4, 3, 3}, {7, 8, 9},
         10, 2, 2, {50, 40, 30}, {-160, 0, 0}},
    };
    (void)state;
    check_cases(cases, COUNT_OF(cases));
}

static void virgins_and_marches_are_told(void **state)
{
    static const struct {
        struct ramsch_case facts;
        int virgins, march;
    } cases[] = {
        {{"none", "", {50, 40, 30}, {4, 3, 3}, {7, 8, 9}, 0, 0, 1, {0}, {0}}, 0, 0},
        {{"one", "", {70, 50, 0}, {6, 4, 0}, {9, 8, -1}, 0, 0, 1, {0}, {0}}, 1, 0},
        {{"march", "", {110, 0, 0}, {10, 0, 0}, {9, -1, -1}, 10, 0, 1, {0}, {0}}, -1, 1},
        {{"no march", "ramsch.march=0", {110, 0, 0}, {10, 0, 0}, {9, -1, -1}, 10, 0, 1, {0}, {0}},
         2, 0},
        {{"virgin off", "ramsch.virgin=off", {70, 50, 0}, {6, 4, 0}, {9, 8, -1}, 0, 0, 1, {0},
          {0}}, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_ramsch_result got;
        count_case(&cases[i].facts, &got);
        if (got.march != cases[i].march)
            fail_msg("%s: march %d", cases[i].facts.from, got.march);
        if (cases[i].virgins >= 0 && got.virgins != cases[i].virgins)
            fail_msg("%s: %d virgins, want %d", cases[i].facts.from, got.virgins,
                     cases[i].virgins);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_skat_goes_where_the_option_says),
        cmocka_unit_test(players_who_tie_for_most_all_lose),
        cmocka_unit_test(each_virgin_doubles_the_loss),
        cmocka_unit_test(a_march_wins),
        cmocka_unit_test(scores_are_those_of_the_option),
        cmocka_unit_test(passing_on_unseen_doubles_penalties_and_bock_doubles_all),
        cmocka_unit_test(virgins_and_marches_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
