// SPDX-License-Identifier: MIT
/* tests/unit/test_study_verdict.c - which effect of a study is called the largest, and the sentence
 * that says so. Expectations follow from the order that study_verdict.h states. */
#include <math.h>

#include "arena/result/study_verdict.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

/* An effect by its numbers, with the interval and the p value that judge it. */
struct made_effect {
    const char *title, *unit;
    double base, value, low, high, p;
};

enum { EFFECTS = 4 };

/* A study with one variation of up to EFFECTS effects; a p of -1 was not judged. */
struct made_study {
    struct judged judged[EFFECTS];
    struct metric_effect effect[EFFECTS];
    struct variation_result variation;
    struct study_result study;
};

static void make(struct made_study *made, const struct made_effect *of, int count)
{
    for (int i = 0; i < count; i++) {
        made->judged[i] = (struct judged){
            .low = of[i].low, .high = of[i].high, .p = of[i].p, .p_adjusted = of[i].p};
        made->effect[i] = (struct metric_effect){
            .of = {.metric = of[i].title, .title = of[i].title, .unit = of[i].unit},
            .base = of[i].base,
            .value = of[i].value,
            .effect = {.mean = of[i].value - of[i].base},
            .judged = of[i].p < 0 ? NULL : &made->judged[i]};
    }
    made->variation = (struct variation_result){
        .name = "kontra", .effects = made->effect, .effects_count = count};
    made->study = (struct study_result){.variations = &made->variation, .variations_count = 1};
}

TEST(the_largest_effect_leads)
{
    static const struct {
        const char *why;
        struct made_effect of[EFFECTS];
        int count;
        const char *want;
    } cases[] = {
        {"the nearer end counts, not the mean",
         {{"wide", "share", 0.5, 0.4, -0.19, -0.01, 0.04},
          {"narrow", "share", 0.5, 0.45, -0.06, -0.04, 0.001},
          {"unsure", "share", 0.5, 0.9, -0.1, 0.9, 0.2}},
         3,
         "largest effect under kontra: narrow, -5.00 (-6.00 to -4.00) percentage points, p 0.0010; "
         "2 of 3 effects are significant"},
        {"shares come before points",
         {{"points", "points", 10, 19, 8, 10, 0.00001},
          {"share", "share", 0.1, 0.11, 0.005, 0.015, 0.01}},
         2,
         "largest effect under kontra: share, +1.00 (+0.50 to +1.50) percentage points, p 0.0100; "
         "2 of 2 effects are significant"},
        {"what the base has not at all comes last",
         {{"new", "share", 0, 0.3, 0.2, 0.4, 0.00001},
          {"points", "points", 20, 18, -3, -1, 0.00001}},
         2,
         "largest effect under kontra: points, -2.00 (-3.00 to -1.00) points, p < 0.0001; "
         "2 of 2 effects are significant"},
        {"and is named where nothing else is shown",
         {{"new", "share", 0, 0.3, 0.2, 0.4, 0.00001}, {"points", "points", 20, 18, -5, 1, 0.3}},
         2,
         "largest effect under kontra: new, +30.00 (+20.00 to +40.00) percentage points, p < "
         "0.0001; "
         "1 of 2 effects is significant"},
        {"other numbers have no unit",
         {{"factor", "number", 1, 1.0652, 1.0 / 64, 0.125, 0.02}},
         1,
         "largest effect under kontra: factor, +0.0652 (+0.0156 to +0.1250), p 0.0200; "
         "1 of 1 effects is significant"},
        {"nothing is shown",
         {{"share", "share", 0.1, 0.11, -0.005, 0.015, 0.4}},
         1,
         "no effect is shown: none of 1 is significant"},
        {"before 1.1",
         {{"share", "share", 0.1, 0.2, 0, 0, -1}},
         1,
         "1 variation: no effect was judged"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made_study made;
        struct study_lead lead;
        char text[STUDY_SENTENCE_SIZE];
        make(&made, cases[i].of, cases[i].count);
        study_lead_of(&made.study, &lead);
        if (strcmp(study_sentence(&lead, text), cases[i].want) != 0)
            fail_msg("%s: got %s", cases[i].why, text);
    }
}

TEST(a_study_without_variations_says_so)
{
    const struct study_result study = {.variations_count = 0};
    struct study_lead lead;
    char text[STUDY_SENTENCE_SIZE];

    study_lead_of(&study, &lead);
    assert_string_equal(study_sentence(&lead, text), "no variation is finished");
}

TEST(of_populations_the_one_is_named)
{
    struct judged judged[2] = {{.low = 0.01, .high = 0.03, .p = 0.01, .p_adjusted = 0.01},
                               {.low = 0.02, .high = 0.06, .p = 0.01, .p_adjusted = 0.012}};
    struct population_effect own[2] = {{.key = "people",
                                        .base = 0.1,
                                        .value = 0.12,
                                        .effect = {.mean = 0.02},
                                        .judged = &judged[0]},
                                       {.key = "daring",
                                        .base = 0.1,
                                        .value = 0.14,
                                        .effect = {.mean = 0.04},
                                        .judged = &judged[1]}};
    struct effect_by_population effect = {
        .of = {"won", "won", "share"}, .populations = own, .populations_count = 2};
    struct variation_of_all variation = {.name = "v", .effects = &effect, .effects_count = 1};
    const struct populations_result all = {.variations = &variation, .variations_count = 1};
    struct study_lead lead;
    char text[STUDY_SENTENCE_SIZE];

    populations_lead_of(&all, &lead);
    assert_string_equal(study_sentence(&lead, text),
                        "largest effect under v for daring: won, +4.00 (+2.00 to +6.00) percentage "
                        "points, p 0.0120; 2 of 2 effects are significant");
    judged[1].low = 0.001; /* then people's is surer */
    variation_of_all_lead_of(&variation, &lead);
    assert_string_equal(lead.population, "people");
}
