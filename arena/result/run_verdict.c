// SPDX-License-Identifier: MIT
#include "arena/result/run_verdict.h"

#include <stdio.h>
#include <string.h>

#include "arena/base/json_write.h"
FIELDS_ROWS(lone_play, LONE_PLAY_FIELDS);
FIELDS_ROWS(verdict_check, VERDICT_CHECK_FIELDS);
FIELDS_ROWS(run_verdict, RUN_VERDICT_FIELDS);

const char *const verdict_question_names[VERDICT_QUESTIONS] = {
    [VERDICT_FAULTS] = "no more faults than before",
    [VERDICT_DIVERGENCE] = "same play",
    [VERDICT_POINTS] = "not worse by more than the margin",
};
const char *const verdict_result_names[VERDICT_RESULTS] = {
    [VERDICT_OK] = "ok",
    [VERDICT_FAILED] = "failed",
    [VERDICT_OPEN] = "undecided",
};

/* ---- bots alone ---- */

bool lone_plays_read(const cJSON *root, struct lone_play plays[LONE_PLAYS], struct pool *pool)
{
    const cJSON *list = json_get(root, "played_alone");
    struct errors errors = {0};

    if (cJSON_GetArraySize(list) != LONE_PLAYS)
        return false;
    for (int i = 0; i < LONE_PLAYS; i++)
        fields_read_root(&lone_play_fields, cJSON_GetArrayItem(list, i), "played_alone", &plays[i],
                         pool, &errors);
    bool read = !errors.count;
    errors_free(&errors);
    return read;
}

void lone_plays_write(cJSON *root, const struct lone_play plays[LONE_PLAYS])
{
    cJSON *list = cJSON_AddArrayToObject(root, "played_alone");

    for (int i = 0; i < LONE_PLAYS; i++)
        cJSON_AddItemToArray(list, fields_to_json(&lone_play_fields, &plays[i]));
}

bool lone_play_fails(const struct lone_play *play)
{
    return play->faults >= LONE_FAULTS && 2 * play->faults > play->games;
}

int64_t lone_games_failed(const cJSON *manifest)
{
    struct lone_play plays[LONE_PLAYS];
    struct pool pool = {0};
    const bool fails = lone_plays_read(manifest, plays, &pool) && lone_play_fails(&plays[LONE_NEW]);

    pool_free(&pool);
    return fails ? plays[LONE_NEW].games : 0;
}

/* ---- the verdict ---- */

/* At least `least` decimals, and as many as it takes so that no end of its interval is printed on
 * another side of 0, or of the margin, than it is. */
static int decimals_of(const struct run_verdict *verdict, int least)
{
    const double low = verdict->difference->low, high = verdict->difference->high;
    const int decimals = decimals_apart(low, high, 0, least);

    return isnan(verdict->margin) ? decimals
                                  : decimals_apart(low, high, -verdict->margin, decimals);
}

const char *run_verdict_difference(const struct run_verdict *verdict, char text[ESTIMATE_TEXT])
{
    enum { PERCENT = 100 };
    const struct estimate *shown = verdict->difference;
    const int decimals = decimals_of(verdict, interval_decimals(shown->low, shown->high));
    char mean[NUMBER_TEXT], low[NUMBER_TEXT], high[NUMBER_TEXT];

    number_text(shown->mean, decimals, mean);
    number_text(shown->low, decimals, low);
    number_text(shown->high, decimals, high);
    if ((isnan(shown->low) && isnan(shown->high)) || shown->low == shown->high)
        snprintf(text, ESTIMATE_TEXT, "%s", mean);
    else
        snprintf(text, ESTIMATE_TEXT, "%s (%.3g %%: %s to %s)", mean, PERCENT * verdict->level, low,
                 high);
    return text;
}

bool run_verdict_has(const struct run_verdict *verdict, enum verdict_question question,
                     enum verdict_result result)
{
    return verdict->checks_count > (int)question &&
           strcmp(verdict->checks[question].result, verdict_result_names[result]) == 0;
}
