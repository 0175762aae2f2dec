// SPDX-License-Identifier: MIT
/* tests/unit/test_pilot.c - how many deals of a run fit into a time. */
#include <float.h>

#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

#include "arena/base/text.h"
#include "arena/match/pilot.h"

TEST(times_are_read)
{
    static const struct {
        const char *text;
        double want; /* seconds; 0: it is none */
    } cases[] = {
        {"90s", 90},    {"10m", 600},     {"1.5h", 5400}, {"2d", 172800}, {"0.5s", 0.5},
        {"1e3s", 1000}, {"90", 0},        {"", 0},        {"s", 0},       {"10", 0},
        {"10 m", 0},    {"10mm", 0},      {"10m ", 0},    {"0m", 0},      {"-1m", 0},
        {"nans", 0},    {"infinitys", 0}, {"1e400s", 0},  {"10M", 0},     {"1h30m", 0},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        double seconds = -1;
        const bool is = text_read_duration(cases[i].text, &seconds);
        if (is != (cases[i].want > 0) || (is && seconds != cases[i].want))
            fail_msg("%s: %d, %g", cases[i].text, is, seconds);
    }
}

TEST(deals_fit)
{
    static const struct {
        const char *from;
        double seconds;
        int64_t played;
        double took;
        int64_t session, want;
    } cases[] = {
        {"ten times as long, ten times as many", 100, 36, 10, 1, 360},
        {"a part of a deal is none", 10, 3, 4, 1, 7},
        {"whole sessions", 100, 36, 10, 36, 360},
        {"whole sessions, rounded down", 100, 36, 10, 100, 300},
        {"at least a deal", 1, 1, 1000, 1, 1},
        {"at least a session", 0, 36, 10, 36, 36},
        {"no more than a run may have", 1e9, 1000000, 1, 1, 1000000000},
        {"of no time at all", 10, 36, 0, 1, 1000000000},
        {"no overflow", DBL_MAX, INT64_MAX, 1e-300, 7, 999999994},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const int64_t got =
            time_pilot_deals(cases[i].seconds, cases[i].played, cases[i].took, cases[i].session);
        if (got != cases[i].want)
            fail_msg("%s: %lld", cases[i].from, (long long)got);
    }
}
