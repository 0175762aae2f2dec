// SPDX-License-Identifier: MIT
/* tests/unit/test_decide_verdict.c - what a run shows: the result, the exit status, the sentence,
 * what would be needed, and the warnings, in each situation that a run can end in
 * (docs/formats.md, The verdict). tests/e2e/test_one_verdict.py shows that all outputs say it. */
#include <math.h>
#include <stdio.h>

#include "arena/result/decide_verdict.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/statistics_helpers.h"
#include "tests/unit/unit_test.h"

enum asked { BETTER, MARGIN, POINTS, DEVIATIONS };
enum { DEALS = 400, UNITS_OF_A_PASS = 300, LONE_GAMES = 6, PLANNED = 1200 };
static const double HAND = 40, LEVEL = 0.025, ERROR = 0.25; /* of the mean of DEALS deals */

/* What is 0 is usual: DEALS deals, of which some differ, and no faults. */
struct situation {
    const char *why;
    enum asked asked;    /* MARGIN: of 2 points; else of H0 0 and H1 5 */
    double low, high;    /* the interval that decides; the mean lies in its middle */
    double farthest;     /* a deal differs by so much */
    const char *decided; /* by the test */
    int64_t units;       /* 0: DEALS */
    int64_t faults[2];   /* of a and b, or of new and old */
    int64_t answers[2];  /* that differ between the games of a deal */
    int64_t alone[2];    /* faults in LONE_GAMES games, of old and new */
    double evidence;     /* that the first fails more often */
    bool by_faults;      /* these ended the run */
    bool over;           /* no more deals can decide it */
    bool alike;          /* all deals are played */
    bool unfinished;
    struct unplayed_deals unplayed;
    struct summary_shard part;
    const char *order; /* the warning about it */

    const char *result, *bot, *sentence;
    int status;
    const char *needed, *warning; /* the only one */
};

/* Of a fixed number of deals what was seen is shown, and half as wide as what decides. */
#define ABOVE_0 "+2.00 (95 %: +1.50 to +2.50) classic points a deal"
#define AROUND_0 "+0.50 (95 %: -0.10 to +1.10) classic points a deal"
#define BELOW_0 "-1.00 (95 %: -1.25 to -0.75) classic points a deal"
#define TESTED_ABOVE_0 "+2.0 (95 %: +1.0 to +3.0) classic points a deal"
#define TESTED_AROUND_0 "+0.5 (95 %: -0.5 to +1.5) classic points a deal"
#define TESTED_BELOW_0 "-1.00 (95 %: -1.50 to -0.50) classic points a deal"
#define FAR_BELOW "-4.0 (95 %: -5.0 to -3.0) classic points a deal"
#define WITHOUT_ENDS "+2.00 classic points a deal"
#define ALIKE "all 400 deals alike, so fewer than 0.75 % of all deals "
#define UNDO "; a loss too rare to have been seen could still undo it"

/* clang-format off */
static const struct situation situations[] = {
    /* which of two is better */
    {"better", .low = 1, .high = 3, .result = "a is better", .bot = "a",
     .sentence = "a is better: a - b " ABOVE_0},
    {"worse", .low = -1.5, .high = -0.5, .result = "b is better", .bot = "b",
     .sentence = "b is better: a - b " BELOW_0},
    {"looks better", .low = -0.5, .high = 4.5, .result = "a looks better", .bot = "a",
     .sentence = "a looks better: a - b +2.0 (95 %: +0.8 to +3.3) classic points a deal" UNDO
     "; about 510 deals settle it"},
    {"looks worse", .low = -4.5, .high = 0.5, .result = "b looks better", .bot = "b",
     .sentence = "b looks better: a - b -2.0 (95 %: -3.3 to -0.8) classic points a deal" UNDO
     "; about 510 deals settle it"},
    {"no difference", .low = -0.7, .high = 1.7, .result = "no difference shown",
     .sentence = "no difference shown: a - b " AROUND_0,
     .needed = "an interval of +-0.25 needs about 1900 deals; to exclude 0 takes about 1300, if "
     "the difference stays as it is"},
    {"an end at 0 shows nothing", .low = -2, .high = 6, .result = "no difference shown",
     .sentence = "no difference shown: a - b +2.0 (95 %: 0.0 to +4.0) classic points a deal",
     .needed = "an interval of +-0.25 needs about 5300 deals; to exclude 0 takes about 850, if "
     "the difference stays as it is"},
    {"more than a hand costs voids nothing", .low = 1, .high = 3, .farthest = 41,
     .result = "a is better", .bot = "a", .sentence = "a is better: a - b " ABOVE_0},
    {"alike", .alike = true, .result = "identical play",
     .sentence = "identical play: a and b play " ALIKE "differ (95 %)"},
    {"one deal", .units = 1, .low = NAN, .high = NAN, .result = "no difference shown",
     .sentence = "no difference shown: a - b " WITHOUT_ENDS},
    {"faults", .low = 1, .high = 3, .faults = {0, 1}, .result = "a is better", .bot = "a",
     .sentence = "a is better: a - b " ABOVE_0,
     .warning = "b: 1 crash in 100 seats, charged as the rules say"},
    {"many faults", .low = 1, .high = 3, .faults = {0, 6}, .result = "a is better", .bot = "a",
     .sentence = "a is better: a - b " ABOVE_0,
     .warning = "b: 6 crashes in 100 seats, charged as the rules say: most of the points come "
     "from them"},
    {"answers that differ", .low = 1, .high = 3, .answers = {0, 1},
     .result = "a is better", .bot = "a", .sentence = "a is better: a - b " ABOVE_0,
     .warning = "b claims to be deterministic, but gave 1 answer otherwise than in another game "
     "of the same deal, with the same cards and history"},
    {"the order of the units", .low = 1, .high = 3, .order = "they change",
     .result = "a is better", .bot = "a", .sentence = "a is better: a - b " ABOVE_0,
     .warning = "they change"},
    {"unfinished", .low = 1, .high = 3, .unfinished = true, .result = "a is better", .bot = "a",
     .sentence = "a is better: a - b " ABOVE_0, .warning = "not finished: 1199 of 1200 games"},
    {"a part", .low = 1, .high = 3, .part = {.number = 2, .last = FIELD_NO_INT, .of = 3},
     .result = "a is better", .bot = "a", .sentence = "a is better: a - b " ABOVE_0,
     .warning = "of the deals of shard 2 of 3 alone: `skat-arena merge` of all shards has the "
     "verdict"},
    {"bid alike", .alike = true, .unplayed = {.deals = DEALS}, .result = "no difference shown",
     .sentence = "no difference shown: a and b bid " ALIKE "are bid differently (95 %)"},
    {"bid alike, and played differently", .low = 1, .high = 3,
     .unplayed = {.deals = 200, .checked = 3, .different = 1}, .result = "no difference shown",
     .sentence = "no verdict by bids alone, since the checked deals differ: a - b " ABOVE_0,
     .warning = "1 of 3 deals that the two bid alike were played differently: they do not play "
     "cards alike, and what the others would show is missing (they were not played)"},
    {"bid alike, and not when asked again", .low = 1, .high = 3,
     .unplayed = {.deals = 200, .checked = 3, .different = 1, .contradicted = 1},
     .result = "no difference shown",
     .sentence = "no verdict by bids alone, since the checked deals differ: a - b " ABOVE_0,
     .warning = "1 of 3 deals that the two bid alike when they were asked before were bid "
     "differently in the games: a bot does not repeat its answers"},
    /* which hypothesis explains the difference */
    {"accepted", .asked = POINTS, .low = 1, .high = 3, .decided = "accept", .result = "accept",
     .sentence = "accept, H1 5 explains the difference better than H0 0: a - b " TESTED_ABOVE_0},
    {"rejected", .asked = DEVIATIONS, .low = -1.5, .high = -0.5, .decided = "reject",
     .result = "reject", .status = 1,
     .sentence = "reject, H0 0 explains the difference better than H1 5 deviations: a - b " TESTED_BELOW_0},
    {"neither", .asked = POINTS, .low = 1, .high = 3, .decided = "undecided",
     .result = "undecided", .status = 2,
     .sentence = "undecided between H0 0 and H1 5: a - b " TESTED_ABOVE_0},
    {"rejected for faults", .asked = POINTS, .low = 1, .high = 3, .by_faults = true,
     .decided = "reject", .result = "reject", .bot = "a", .status = 1,
     .sentence = "reject, since a fails more often: a - b " TESTED_ABOVE_0},
    {"part of a tested run", .asked = POINTS, .part = {2, FIELD_NO_INT, 3, true}, .result = "nothing",
     .sentence = "shard 2 of 3, 1200 of 1200 games played: `skat-arena merge` of all shards has the "
     "verdict"},
    /* whether a is worse than b by more than the margin */
    {"passed", .asked = MARGIN, .low = -0.5, .high = 1.5, .result = "pass",
     .sentence = "PASS: a is not worse than b by more than 2: a - b " TESTED_AROUND_0},
    {"passed, better", .asked = MARGIN, .low = 1, .high = 3, .result = "pass", .bot = "a",
     .sentence = "PASS: a is not worse than b by more than 2, and is better: a - b " TESTED_ABOVE_0},
    {"passed, worse", .asked = MARGIN, .low = -1.5, .high = -0.5, .result = "pass", .bot = "b",
     .sentence = "PASS: a is not worse than b by more than 2, but is worse: a - b " TESTED_BELOW_0},
    {"passed, alike", .asked = MARGIN, .alike = true, .low = -1, .high = 1, .result = "pass",
     .sentence = "PASS: a and b play " ALIKE "differ (95 %)"},
    {"alike, too few", .asked = MARGIN, .alike = true, .low = -3, .high = 3, .result = "undecided",
     .status = 2, .sentence = "UNDECIDED: a and b play " ALIKE "differ (95 %)"},
    {"failed", .asked = MARGIN, .low = -5, .high = -3, .result = "fail", .bot = "a", .status = 1,
     .sentence = "FAIL: a is worse than b by more than 2: a - b " FAR_BELOW},
    {"undecided", .asked = MARGIN, .low = -3, .high = 1, .result = "undecided", .status = 2,
     .sentence = "UNDECIDED: whether a is worse than b by more than 2: a - b -1.0 (95 %: -3.0 to +1.0) "
     "classic points a deal",
     .needed = "a pass takes about 900 deals, if the difference stays as it is"},
    {"undecided, and rather worse", .asked = MARGIN, .low = -5, .high = -1, .result = "undecided",
     .status = 2,
     .sentence = "UNDECIDED: whether a is worse than b by more than 2: a - b -3.0 (95 %: -5.0 to -1.0) "
     "classic points a deal",
     .needed = "a fail takes about 900 deals, if the difference stays as it is"},
    {"fewer deals than a pass takes", .asked = MARGIN, .units = UNITS_OF_A_PASS - 1,
     .low = -3, .high = 1, .result = "undecided", .status = 2,
     .sentence = "UNDECIDED: whether a is worse than b by more than 2: a - b -1.0 (95 %: -3.0 to +1.0) "
     "classic points a deal",
     .needed = "a pass takes at least 300 deals, unless a is better"},
    {"just above the margin", .asked = MARGIN, .low = -2, .high = 3, .result = "undecided",
     .status = 2,
     .sentence = "UNDECIDED: whether a is worse than b by more than 2: a - b +0.5 (95 %: -2.0 to "
     "+3.0) classic points a deal",
     .needed = "a pass takes about 400 deals, if the difference stays as it is"},
    {"more than a hand costs", .asked = MARGIN, .low = -5, .high = -3, .farthest = -41,
     .result = "fail", .bot = "a", .status = 1,
     .sentence = "FAIL: a is worse than b by more than 2: a - b " FAR_BELOW,
     .warning = "a deal differs by -41 points, more than one hand can cost (40), so the test has "
     "lost what it staked against that, and may not be able to say that a is not worse"},
    {"a catastrophe: nothing is known of how bad it is", .asked = MARGIN, .low = -1e308,
     .high = -20, .result = "fail", .bot = "a", .status = 1, .farthest = 40,
     .sentence = "FAIL: a is worse than b by more than 2: a - b -30 (95 %: -infinite to -20) "
     "classic points a deal"},
    {"over", .asked = MARGIN, .low = -3, .high = 1, .farthest = 41, .over = true,
     .result = "undecided", .status = 2,
     .sentence = "UNDECIDED: whether a is worse than b by more than 2: a - b -1.0 (95 %: -3.0 to "
     "+1.0) classic points a deal; deals differ by more than one hand can cost, in both "
     "directions, so no more deals can decide it",
     .warning = "a deal differs by +41 points, more than one hand can cost (40), so the test has "
     "lost what it staked against that, and may not be able to say that a is not better"},
    {"new faults", .asked = MARGIN, .low = 1, .high = 3, .faults = {1, 0},
     .result = "fail", .bot = "a", .status = 1, .sentence = "FAIL: a fails more often than b",
     .warning = "a: 1 crash in 100 seats, charged as the rules say"},
    {"new faults of bots that play alike", .asked = MARGIN, .alike = true, .low = -1, .high = 1,
     .faults = {1, 0}, .result = "pass", .sentence = "PASS: a and b play " ALIKE "differ (95 %)",
     .warning = "a: 1 crash in 100 seats, charged as the rules say"},
    {"answers that differ", .asked = MARGIN, .low = 1, .high = 3, .answers = {1, 0},
     .result = "fail", .bot = "a", .status = 1,
     .sentence = "FAIL: a is not deterministic, though it claims to be",
     .warning = "a claims to be deterministic, but gave 1 answer otherwise than in another game "
     "of the same deal, with the same cards and history"},
    {"it fails alone", .asked = MARGIN, .low = 1, .high = 3, .alone = {0, LONE_GAMES},
     .result = "fail", .bot = "a", .status = 1,
     .sentence = "FAIL: a fails in 6 of 6 games that it plays alone, b in 0 of 6"},
    {"both fail alone", .asked = MARGIN, .low = 1, .high = 3, .alone = {LONE_GAMES, LONE_GAMES},
     .result = "undecided", .status = 2,
     .sentence = "UNDECIDED: a fails in 6 of 6 games that it plays alone, b in 6 of 6"},
};
/* clang-format on */

/* A run that ended so. */
struct run {
    struct bot_summary bots[2];
    struct judged judged;
    struct pair_difference pair;
    struct anytime_estimate anytime;
    struct test_result test;
    struct unit_order order;
    struct unplayed_deals unplayed;
    struct summary_shard part;
    struct comparison comparison;
    struct lone_play alone[LONE_PLAYS];
    struct run_summary summary;
};

static void make(struct run *run, const struct situation *of)
{
    static const char *const names[] = {"a", "b"};
    const double mean = isnan(of->low)           ? 2
                        : !is_end_known(of->low) ? of->high - 10
                                                 : (of->low + of->high) / 2,
                 half = (of->high - of->low) / 4;
    const struct estimate deal = {
        .mean = mean, .error = of->alike ? 0 : ERROR, .low = mean - half, .high = mean + half};
    const struct scoring_difference classic = {.deal = deal,
                                               .lowest = fmin(of->farthest, -1),
                                               .highest = fmax(of->farthest, 1),
                                               .hand = HAND};

    *run = (struct run){.unplayed = of->unplayed, .part = of->part};
    for (int i = 0; i < 2; i++)
        run->bots[i] = (struct bot_summary){
            .name = names[i],
            .counts.seats = 100,
            .faults = {.crash = of->faults[i], .inconsistent = of->answers[i]}};
    run->judged = (struct judged){.low = of->low, .high = of->high};
    run->pair = (struct pair_difference){.a = "a", .b = "b", .judged = &run->judged};
    run->anytime =
        (struct anytime_estimate){.difference = {.mean = mean, .low = of->low, .high = of->high},
                                  .alpha_low = LEVEL,
                                  .alpha_high = LEVEL,
                                  .least_above = UNITS_OF_A_PASS};
    run->test = (struct test_result){.model = of->asked == DEVIATIONS ? "normalised" : "points",
                                     .h1 = 5,
                                     .over = of->over,
                                     .faults = {.evidence = of->evidence, .decided = of->by_faults},
                                     .verdict = of->decided,
                                     .margin = of->asked == MARGIN ? 2 : NAN,
                                     .anytime = &run->anytime};
    run->order = (struct unit_order){.warning = of->order};
    run->comparison = (struct comparison){.a = "a",
                                          .b = "b",
                                          .unit = "deal",
                                          .primary = "classic",
                                          .units = of->units ? of->units : DEALS,
                                          .deals = of->units ? of->units : DEALS,
                                          .equal = of->alike ? DEALS : 0,
                                          .divergent = of->alike ? 0 : 100,
                                          .divergence_bound = 3.0 / DEALS,
                                          .scorings.classic = classic,
                                          .order = &run->order,
                                          .unplayed = of->unplayed.deals ? &run->unplayed : NULL};
    for (int i = 0; i < LONE_PLAYS; i++)
        run->alone[i] =
            (struct lone_play){.bot = names[!i], .games = LONE_GAMES, .faults = of->alone[i]};
    run->summary =
        (struct run_summary){.extended_from = FIELD_NO_INT,
                             .pooled = FIELD_NO_INT,
                             .games = of->unfinished ? PLANNED - 1 : PLANNED,
                             .planned = PLANNED,
                             .complete = !of->unfinished,
                             .bots = run->bots,
                             .bots_count = 2,
                             .shard = of->part.of ? &run->part : NULL,
                             .numbers = {.unit = "deal",
                                         .units = DEALS,
                                         .pairs = &run->pair,
                                         .pairs_count = 1,
                                         .comparison = &run->comparison,
                                         .test = of->asked == BETTER ? NULL : &run->test}};
}

static void expect_text(const char *why, const char *found, const char *want)
{
    if (!found != !want || (found && strcmp(found, want) != 0))
        fail_msg("%s: found \"%s\", expected \"%s\"", why, found ? found : "nothing",
                 want ? want : "nothing");
}

TEST(every_situation_has_its_verdict)
{
    for (size_t i = 0; i < sizeof situations / sizeof *situations; i++) {
        const struct situation *of = &situations[i];
        struct pool pool = {0};
        struct run run;
        make(&run, of);
        const struct run_verdict *found =
            decide_verdict(&run.summary, of->asked == MARGIN ? run.alone : NULL, &pool);
        expect_text(of->why, found->result, of->result);
        expect_text(of->why, found->bot, of->bot);
        expect_text(of->why, found->sentence, of->sentence);
        expect_text(of->why, found->needed, of->needed);
        if (found->exit_status != of->status || found->warnings_count != (of->warning != NULL))
            fail_msg("%s: status %d, %d warnings", of->why, (int)found->exit_status,
                     found->warnings_count);
        expect_text(of->why, found->warnings_count ? found->warnings[0] : NULL, of->warning);
        pool_free(&pool);
    }
}

static struct run_verdict verdict_of(const struct situation *situation, struct pool *pool)
{
    struct run run;

    make(&run, situation);
    return *decide_verdict(&run.summary, NULL, pool);
}

/* Evidence of 100 is needed if the old bot had faults before; of answers both may have some. */
TEST(who_failed_before_is_not_blamed_alone)
{
    struct situation margin = {
        .asked = MARGIN, .low = 1, .high = 3, .faults = {9, 1}, .evidence = 99.9};
    struct pool pool = {0};

    assert_string_equal(verdict_of(&margin, &pool).result, "pass");
    margin.evidence = 100;
    assert_string_equal(verdict_of(&margin, &pool).sentence, "FAIL: a fails more often than b");
    margin = (struct situation){.asked = MARGIN, .low = 1, .high = 3, .answers = {2, 1}};
    assert_string_equal(verdict_of(&margin, &pool).result, "pass");
    margin = (struct situation){.asked = MARGIN, .low = 1, .high = 3, .faults = {0, 1}};
    assert_string_equal(verdict_of(&margin, &pool).result, "pass");
    pool_free(&pool);
}

/* An end that is rounded to 0 or to the margin has as many digits as show on which side it is. */
TEST(figures_do_not_contradict_the_verdict)
{
    static const struct {
        double low, high;
        const char *want;
    } cases[] = {
        {-1.996, -0.004, "but is worse: a - b -1.000 (95 %: -1.996 to -0.004)"},
        {-2.004, 3,
         "UNDECIDED: whether a is worse than b by more than 2: a - b +0.498 (95 %: -2.004 to "
         "+3.000)"},
        {-2.00004, 0.00004, "a - b -1.00000 (95 %: -2.00004 to +0.00004)"},
        {-3, -2.0000004,
         "FAIL: a is worse than b by more than 2: a - b -2.5000002 (95 %: -3.0000000 to "
         "-2.0000004)"},
        {0.0004, 0.2, "and is better: a - b +0.1002 (95 %: +0.0004 to +0.2000)"},
    };
    struct pool pool = {0};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct situation of = {.asked = MARGIN, .low = cases[i].low, .high = cases[i].high};
        const char *sentence = verdict_of(&of, &pool).sentence;
        if (!strstr(sentence, cases[i].want))
            fail_msg("found \"%s\", expected \"%s\"", sentence, cases[i].want);
    }
    pool_free(&pool);
}

/* -ln 0.025 = 3.69 hands are expected where none occurs with a chance of 2.5 %: in 400 deals one in
 * 108.4, which costs 40 / 108.4 = 0.37 points a deal. */
TEST(the_interval_says_what_it_assumes)
{
    const struct situation fixed = {.low = 1, .high = 3},
                           anytime = {.asked = POINTS, .low = 1, .high = 3, .decided = "accept"},
                           single = {.units = 1, .low = NAN, .high = NAN};
    struct pool pool = {0};

    struct run_verdict found = verdict_of(&fixed, &pool);
    expect_text("fixed", found.valid, "fixed");
    expect_text(
        "fixed", found.assumption,
        "a hand thrown away once in 109 deals costs 0.37 points a deal, and may by chance not have "
        "occurred in this run: the verdict goes by a wider 95 % interval that allows for that, "
        "+1.0 to +3.0");
    assert_true(found.alpha_low == LEVEL && found.alpha_high == LEVEL && found.level == 0.95 &&
                found.hand == HAND && found.units == DEALS);
    assert_true(found.difference->low == 1.5 && found.difference->high == 2.5);
    assert_true(found.decides->low == 1 && found.decides->high == 3);
    check_close("unseen", found.unseen, HAND / (DEALS / -log(0.025)), 1e-9);
    found = verdict_of(&anytime, &pool);
    expect_text("anytime", found.valid, "anytime");
    expect_text(
        "anytime", found.assumption,
        "a hand thrown away once in 109 deals costs 0.37 points a deal, and may by chance not have "
        "occurred in this run: the interval allows for that, and holds whenever play stops (the "
        "true difference is below it in at most 2.5 % of all runs, above it in at most 2.5 %)");
    assert_true(found.difference->low == 1 && found.decides->high == 3);
    found = verdict_of(&single, &pool);
    assert_true(!found.valid && !found.assumption && !found.decides && isnan(found.alpha_low) &&
                isnan(found.hand) && isnan(found.level));
    pool_free(&pool);
}

TEST(nothing_is_allowed_for_on_request)
{
    const struct situation situation = {.low = 1, .high = 3};
    struct pool pool = {0};
    struct run run;

    make(&run, &situation);
    run.comparison.scorings.classic.hand = 0;
    const struct run_verdict *found = decide_verdict(&run.summary, NULL, &pool);
    expect_text("none", found->assumption,
                "a loss so rare that it did not occur in this run is not allowed for");
    assert_true(found->hand == 0 && found->unseen == 0);
    pool_free(&pool);
}

/* Of a run that its test may have ended: the same two the other way round; of others nothing is
 * known. */
TEST(another_pair_of_a_tested_run)
{
    const struct situation situation = {.low = -3, .high = -1};
    struct pool pool = {0};
    struct run run;

    make(&run, &situation);
    run.anytime.alpha_high = 2 * LEVEL;
    struct comparison tested = run.comparison;
    tested.a = "b";
    tested.b = "a";
    const struct run_verdict *turned =
        decide_verdict_of_pair(&run.summary, &run.test, &tested, &pool);
    expect_text("turned", turned->result, "a is better");
    expect_text("turned", turned->valid, "anytime");
    assert_true(turned->difference->low == 1 && turned->difference->high == 3);
    assert_true(turned->alpha_low == 2 * LEVEL && turned->alpha_high == LEVEL);
    tested.b = "c";
    const struct run_verdict *other =
        decide_verdict_of_pair(&run.summary, &run.test, &tested, &pool);
    expect_text("other", other->result, "no difference shown");
    expect_text("other", other->warnings[0],
                "a test of two other bots may have ended the run at any time, so there is no "
                "interval, and nothing is shown");
    assert_true(!other->valid && isnan(other->difference->low));
    pool_free(&pool);
}

/* ---- who leads ---- */

enum { MOST_BOTS = 4, MOST_PAIRS = 6 };

/* In the order of points; `better` names the pairs of whom the first is shown to be better. */
struct leaders_of {
    const char *why;
    int bots;
    const char *better;
    const char *alone, *sentence;
};

static const struct leaders_of fields_of_bots[] = {
    {"two", 2, "", NULL, "no difference shown between ann and bob"},
    {"one of two", 2, "ab", "ann", "ann leads: it is shown to be better than the other"},
    {"one", 3, "ab ac", "ann", "ann leads: it is shown to be better than each of the others"},
    {"one, and the others differ", 3, "ab ac bc", "ann",
     "ann leads: it is shown to be better than each of the others"},
    {"several", 3, "ac bc", NULL, "ann and bob lead, not shown to differ; cid is behind both"},
    {"three", 4, "ad bd cd", NULL,
     "ann, bob and cid lead, not shown to differ; dan is behind all of them"},
    {"all alike", 4, "", NULL, "no difference shown between ann, bob, cid and dan"},
    {"behind one of two that lead", 3, "ac", NULL,
     "ann and bob lead, not shown to differ; cid is behind some of them"},
    {"a chain", 4, "ab bc cd", NULL,
     "ann leads, not shown to be better than each of the others; bob is behind it; cid and dan are "
     "behind some of them"},
    {"fewer points, and shown to be better", 3, "ba bc", "bob",
     "bob leads: it is shown to be better than each of the others"},
    {"a cycle", 3, "ab bc ca", NULL, "no bot leads: each is shown to be behind another one"},
    {"a cycle behind one that leads", 4, "ab ac ad bc cd db", "ann",
     "ann leads: it is shown to be better than each of the others"},
};

static bool says(const char *better, char one, char other)
{
    for (const char *at = better; *at; at += at[2] ? 3 : 2)
        if (at[0] == one && at[1] == other)
            return true;
    return false;
}

TEST(who_leads)
{
    static const char *const bots[MOST_BOTS] = {"ann", "bob", "cid", "dan"};

    for (size_t i = 0; i < COUNT_OF(fields_of_bots); i++) {
        const struct leaders_of *of = &fields_of_bots[i];
        struct bot_standing standings[MOST_BOTS] = {0};
        struct pair_difference pairs[MOST_PAIRS] = {0};
        struct judged judged[MOST_PAIRS];
        struct run_summary summary = {.complete = true,
                                      .numbers = {.unit = "deal",
                                                  .units = 4,
                                                  .standings = standings,
                                                  .standings_count = of->bots,
                                                  .pairs = pairs}};
        struct pool pool = {0};
        for (int a = 0; a < of->bots; a++) {
            standings[a].bot = bots[a];
            standings[a].score.mean = 100 - a;
            for (int b = a + 1; b < of->bots; b++) {
                const bool ahead = says(of->better, *bots[a], *bots[b]),
                           behind = says(of->better, *bots[b], *bots[a]);
                const int pair = summary.numbers.pairs_count++;
                judged[pair] = (struct judged){.p_adjusted = ahead || behind ? 0.04 : 0.06};
                /* either bot may be named first */
                pairs[pair] = pair % 2 ? (struct pair_difference){.a = bots[b], .b = bots[a]}
                                       : (struct pair_difference){.a = bots[a], .b = bots[b]};
                pairs[pair].difference.mean = (pair % 2 == 0) == !behind ? 1 : -1;
                pairs[pair].judged = &judged[pair];
            }
        }
        const struct run_verdict *found = decide_verdict(&summary, NULL, &pool);
        expect_text(of->why, found->sentence, of->sentence);
        expect_text(of->why, found->bot, of->alone);
        expect_text(of->why, found->result, of->alone ? "one leads" : "several lead");
        pool_free(&pool);
    }
}

TEST(without_a_comparison)
{
    struct bot_standing standings[] = {{.bot = "a"}};
    struct run_summary summary = {
        .games = 12,
        .planned = 12,
        .complete = true,
        .numbers = {.unit = "deal", .units = 4, .standings = standings, .standings_count = 1}};
    struct pool pool = {0};

    expect_text("one bot", decide_verdict(&summary, NULL, &pool)->sentence, "12 games played");
    const struct run_verdict *same = decide_verdict_of_one_file("new", "old", &pool);
    expect_text("one file", same->sentence,
                "PASS: new and old are the same file with the same options, so nothing was played");
    assert_int_equal(same->warnings_count, 1);
    assert_int_equal(same->checks_count, VERDICT_QUESTIONS);
    pool_free(&pool);
}
