// SPDX-License-Identifier: MIT
/* The search for the commit that lost points ends at such a commit, whatever the strength of the
 * others, and tests no more commits than alpha is divided by. */
#include "arena/history/bisect_search.h"
#include "tests/unit/unit_test.h"

enum { COMMITS_MAX = 9 };

TEST(the_most_tests)
{
    /* One of the bad commit, and then a binary search among those before it. */
    static const struct {
        int commits, tests;
    } cases[] = {{1, 1}, {2, 2}, {3, 3}, {4, 3}, {5, 4}, {8, 4}, {9, 5}, {1024, 11}, {1025, 12}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(bisect_search_most(cases[i].commits), cases[i].tests);
}

/* Searches where commit i is truth[i]; returns how many were tested. */
static int find(struct bisect_search *search, const enum commit_judged *truth)
{
    int tested = 0, commit;

    while ((commit = bisect_search_next(search)) >= 0) {
        assert_int_equal(search->judged[commit], JUDGED_NOT); /* each once */
        bisect_search_note(search, commit, truth[commit]);
        tested += truth[commit] != JUDGED_UNTESTED;
    }
    return tested;
}

/* All histories of up to nine commits, each good, bad, or one that does not play: the one found is
 * bad, the last good one before it is good, and all between do not play. */
TEST(every_history)
{
    static const enum commit_judged kinds[] = {JUDGED_GOOD, JUDGED_BAD, JUDGED_UNTESTED};

    for (int count = 1, all = 1; count <= COMMITS_MAX; count++, all *= 3)
        for (int history = 0; history < all; history++) {
            enum commit_judged truth[COMMITS_MAX], judged[COMMITS_MAX];
            struct bisect_search search;
            for (int i = 0, rest = history; i < count - 1; i++, rest /= 3)
                truth[i] = kinds[rest % 3];
            truth[count - 1] = JUDGED_BAD;
            bisect_search_begin(&search, judged, count);
            assert_true(find(&search, truth) <= bisect_search_most(count));
            assert_int_equal(truth[search.first_bad], JUDGED_BAD);
            assert_true(search.last_good < 0 || truth[search.last_good] == JUDGED_GOOD);
            for (int i = search.last_good + 1; i < search.first_bad; i++)
                assert_int_equal(truth[i], JUDGED_UNTESTED);
            assert_int_equal(bisect_search_untested(&search),
                             search.first_bad - search.last_good - 1);
        }
}

/* Where the last commit is not bad there is nothing to find, and one that stays open ends it. */
TEST(nothing_to_find)
{
    static const enum commit_judged ends[] = {JUDGED_GOOD, JUDGED_OPEN, JUDGED_UNTESTED};
    enum commit_judged judged[3], truth[3] = {JUDGED_GOOD, JUDGED_OPEN, JUDGED_BAD};
    struct bisect_search search;

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        bisect_search_begin(&search, judged, 3);
        bisect_search_note(&search, bisect_search_next(&search), ends[i]);
        assert_int_equal(judged[2], ends[i]);
        assert_int_equal(bisect_search_next(&search), -1);
    }
    bisect_search_begin(&search, judged, 3);
    assert_int_equal(find(&search, truth), 3);
    assert_int_equal(search.last_good, 0);
    assert_int_equal(search.first_bad, 2);
}
