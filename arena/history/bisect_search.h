// SPDX-License-Identifier: MIT
/* arena/history/bisect_search.h - which commit is to be looked at next, of those after one that is
 * good, up to one that is bad. Knows nothing of bots and git. */
#ifndef ARENA_HISTORY_BISECT_SEARCH_H
#define ARENA_HISTORY_BISECT_SEARCH_H

/* What is known of a commit. */
enum commit_judged {
    JUDGED_NOT,     /* nothing yet */
    JUDGED_GOOD,    /* not worse than the good one by more than the margin */
    JUDGED_BAD,     /* worse */
    JUDGED_OPEN,    /* was tested, and neither was shown */
    JUDGED_UNTESTED /* its bot does not play */
};

struct bisect_search {
    enum commit_judged *judged; /* of the commits after the good one, oldest first; the caller's */
    int count;                  /* of them; >= 1 */
    int last_good;              /* the newest that is good; -1: only the one before them */
    int first_bad;              /* the oldest that is bad; the last one from the beginning on */
};

/* A search in which nothing is known; sets `judged`. */
void bisect_search_begin(struct bisect_search *search, enum commit_judged *judged, int count);

/* The commit to look at: the last one first, then the middle one of those before the first bad one
 * of which nothing is known; -1: the search is over, or one that was tested stayed open. */
int bisect_search_next(const struct bisect_search *search);

/* Notes what that commit is. */
void bisect_search_note(struct bisect_search *search, int commit, enum commit_judged judged);

/* Commits between the last good and the first bad one whose bots do not play. */
int bisect_search_untested(const struct bisect_search *search);

/* The most commits that a search tests, of so many (>= 1): 1 + ceil(log2(count)), however many do
 * not play. */
int bisect_search_most(int count);

#endif
