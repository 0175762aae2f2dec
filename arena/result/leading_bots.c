// SPDX-License-Identifier: MIT
#include "arena/result/leading_bots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"

/* The bots by their points, the most first; and which of them lead. */
struct ranking {
    const struct run_numbers *numbers;
    const struct bot_standing **bots;
    bool *leads;
    int count, leaders;
};

static int by_points(const void *one, const void *other)
{
    const struct bot_standing *const *a = one, *const *b = other;
    const double difference = (*b)->score.mean - (*a)->score.mean;

    return (difference > 0) - (difference < 0);
}

/* Is it shown that bot `a` is better than bot `b`? */
static bool is_better(const struct run_numbers *numbers, const char *a, const char *b)
{
    bool turned;
    const struct pair_difference *pair = run_numbers_pair(numbers, a, b, &turned);

    return pair && judged_differs(pair->judged) && turned != (pair->difference.mean > 0);
}

static int count_better(const struct ranking *ranking, const char *bot, bool leaders_only)
{
    int better = 0;

    for (int i = 0; i < ranking->count; i++)
        better += (!leaders_only || ranking->leads[i]) &&
                  is_better(ranking->numbers, ranking->bots[i]->bot, bot);
    return better;
}

static bool is_behind_all(const struct ranking *ranking, const char *bot)
{
    return count_better(ranking, bot, true) == ranking->leaders;
}

static bool is_ahead_of_all(const struct ranking *ranking, const char *bot)
{
    for (int i = 0; i < ranking->count; i++)
        if (strcmp(ranking->bots[i]->bot, bot) != 0 &&
            !is_better(ranking->numbers, bot, ranking->bots[i]->bot))
            return false;
    return true;
}

/* ---- words ---- */

enum bot_group { LEADING, BEHIND_ALL, BEHIND_SOME };

static bool is_in(const struct ranking *ranking, int bot, enum bot_group group)
{
    if (ranking->leads[bot])
        return group == LEADING;
    return group == (is_behind_all(ranking, ranking->bots[bot]->bot) ? BEHIND_ALL : BEHIND_SOME);
}

/* Writes "a, b and c"; returns how many they are. */
static int write_names(const struct ranking *ranking, enum bot_group group, FILE *out)
{
    int count = 0, written = 0;

    for (int i = 0; i < ranking->count; i++)
        count += is_in(ranking, i, group);
    for (int i = 0; i < ranking->count; i++)
        if (is_in(ranking, i, group)) {
            fprintf(out, "%s%s",
                    !written               ? ""
                    : written == count - 1 ? " and "
                                           : ", ",
                    ranking->bots[i]->bot);
            written++;
        }
    return count;
}

static void write_behind(const struct ranking *ranking, enum bot_group group, FILE *out)
{
    bool any = false;

    for (int i = 0; i < ranking->count; i++)
        any |= is_in(ranking, i, group);
    if (!any)
        return;
    fprintf(out, "; ");
    const int count = write_names(ranking, group, out);
    fprintf(out, " %s behind %s", count == 1 ? "is" : "are",
            group == BEHIND_SOME    ? "some of them"
            : ranking->leaders == 1 ? "it"
            : ranking->leaders == 2 ? "both"
                                    : "all of them");
}

static void write_sentence(const struct ranking *ranking, const char *alone, FILE *out)
{
    if (!ranking->leaders) {
        fprintf(out, "no bot leads: each is shown to be behind another one");
        return;
    }
    if (ranking->leaders == ranking->count) {
        fprintf(out, "no difference shown between ");
        write_names(ranking, LEADING, out);
        return;
    }
    write_names(ranking, LEADING, out);
    if (alone)
        fprintf(out, " leads: it is shown to be better than %s",
                ranking->count == 2 ? "the other" : "each of the others");
    else if (ranking->leaders == 1)
        fprintf(out, " leads, not shown to be better than each of the others");
    else
        fprintf(out, " lead, not shown to differ");
    if (!alone)
        write_behind(ranking, BEHIND_ALL, out);
    write_behind(ranking, BEHIND_SOME, out);
}

struct leading_bots leading_bots_of(const struct run_numbers *numbers, struct pool *pool)
{
    const size_t count = (size_t)numbers->standings_count;
    struct ranking ranking = {.numbers = numbers,
                              .bots = xcalloc(count, sizeof *ranking.bots),
                              .leads = xcalloc(count, sizeof *ranking.leads),
                              .count = (int)count};
    struct leading_bots leading = {NULL, NULL};
    char *text = NULL;
    size_t length;
    FILE *out;

    for (size_t i = 0; i < count; i++)
        ranking.bots[i] = &numbers->standings[i];
    qsort(ranking.bots, count, sizeof *ranking.bots, by_points);
    for (size_t i = 0; i < count; i++) {
        ranking.leads[i] = count_better(&ranking, ranking.bots[i]->bot, false) == 0;
        ranking.leaders += ranking.leads[i];
    }
    for (size_t i = 0; i < count; i++)
        if (ranking.leads[i] && is_ahead_of_all(&ranking, ranking.bots[i]->bot))
            leading.alone = ranking.bots[i]->bot;
    out = xcheck(open_memstream(&text, &length));
    write_sentence(&ranking, leading.alone, out);
    fclose(out);
    leading.sentence = pool_text(pool, xcheck(text));
    free(text);
    free(ranking.leads);
    free(ranking.bots);
    return leading;
}
