// SPDX-License-Identifier: MIT
#include "arena/history/bisect_search.h"

void bisect_search_begin(struct bisect_search *search, enum commit_judged *judged, int count)
{
    for (int i = 0; i < count; i++)
        judged[i] = JUDGED_NOT;
    *search = (struct bisect_search){judged, count, -1, count - 1};
}

static int count_between(const struct bisect_search *search, enum commit_judged judged)
{
    int count = 0;

    for (int i = search->last_good + 1; i < search->first_bad; i++)
        count += search->judged[i] == judged;
    return count;
}

int bisect_search_next(const struct bisect_search *search)
{
    const enum commit_judged last = search->judged[search->count - 1];
    const int left = count_between(search, JUDGED_NOT);
    int at = search->last_good;

    if (last == JUDGED_NOT)
        return search->count - 1;
    if (last != JUDGED_BAD || !left || count_between(search, JUDGED_OPEN))
        return -1;
    for (int passed = (left + 1) / 2; passed;)
        passed -= search->judged[++at] == JUDGED_NOT;
    return at;
}

void bisect_search_note(struct bisect_search *search, int commit, enum commit_judged judged)
{
    search->judged[commit] = judged;
    if (judged == JUDGED_GOOD && commit < search->first_bad)
        search->last_good = commit;
    else if (judged == JUDGED_BAD)
        search->first_bad = commit;
}

int bisect_search_untested(const struct bisect_search *search)
{
    return count_between(search, JUDGED_UNTESTED);
}

int bisect_search_most(int count)
{
    int tested = 1;

    for (int left = 1; left < count; left *= 2)
        tested++;
    return tested;
}
