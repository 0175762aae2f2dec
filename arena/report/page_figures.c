// SPDX-License-Identifier: MIT
#include "arena/report/page_figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/record/tally.h"

static double ratio(double part, double whole) { return whole > 0 ? part / whole : NAN; }

/* Of `part`, in `whole` of the same object or of another one. A file may have it already. */
static void put_share(cJSON *object, const char *part, const cJSON *other, const char *whole)
{
    char key[60];

    snprintf(key, sizeof key, "%s_share", part);
    if (json_get(object, part) && !json_get(object, key))
        json_put_real(object, key, ratio(json_number(object, part), json_number(other, whole)));
}

struct shared_count {
    const char *part, *whole;
};
#define PUT_SHARES(object, list) put_shares(object, list, (int)(sizeof(list) / sizeof *(list)))

static void put_shares(cJSON *object, const struct shared_count *list, int count)
{
    for (int i = 0; i < count; i++)
        put_share(object, list[i].part, object, list[i].whole);
}

/* ---- a run ---- */

static void put_figures_of_bot(cJSON *bot)
{
    const cJSON *faults = json_get(bot, "faults");
    cJSON *game;

    json_put_real(bot, "all_faults",
                  json_number(faults, "illegal") + json_number(faults, "timeout") +
                      json_number(faults, "crash"));
    for (int i = 0; i < tally_counter_count; i++)
        if (tally_counters[i].share_of)
            put_share(bot, tally_counters[i].key, bot, tally_counters[i].share_of);
    cJSON_ArrayForEach (game, json_get(bot, "games")) {
        put_share(game, "declared", bot, "declared");
        put_share(game, "won", game, "declared");
    }
}

static void put_shares_of_bidding(const cJSON *bidding)
{
    static const struct shared_count habits[] =
        {
            {"won", "declared"},
            {"overbid", "declared"},
            {"hand", "declared"},
            {"hand_won", "hand"},
        },
                                     kontra[] = {
                                         {"said", "chances"},
                                         {"right", "said"},
                                         {"lost_by_declarer", "chances"},
                                     };
    cJSON *bot, *row, *side;

    cJSON_ArrayForEach (bot, json_get(bidding, "bots")) {
        cJSON *said = json_get(bot, "kontra");
        PUT_SHARES(bot, habits);
        json_put_real(bot, "mean_bid",
                      ratio(json_number(bot, "bid_sum"), json_number(bot, "declared")));
        if (!said)
            continue;
        PUT_SHARES(said, kontra);
        json_put_real(said, "said_when_deserved",
                      ratio(json_number(said, "right"), json_number(said, "lost_by_declarer")));
    }
    cJSON_ArrayForEach (row, json_get(bidding, "calibration"))
        cJSON_ArrayForEach (side, row)
            put_share(side, "won", side, "declared");
}

/* The bin at zero also counts the units that ended equal. */
static void put_bins(const cJSON *comparison)
{
    const cJSON *distribution = json_get(comparison, "distribution");
    const double width = json_number(distribution, "width"),
                 equal = json_number(comparison, "equal");
    cJSON *bin;

    cJSON_ArrayForEach (bin, json_get(distribution, "bins")) {
        const double from = json_number(bin, "from"), count = json_number(bin, "count");
        json_put_real(bin, "to", from + width);
        json_put_int(bin, "unequal", (int64_t)(from == 0 ? count - equal : count));
    }
}

/* Deals that were played, and the sessions that these are of: a test may have ended the run before
 * all were. */
static void put_deals(cJSON *summary, const cJSON *manifest)
{
    const cJSON *schedule = json_get(manifest, "schedule"),
                *total = json_get(schedule, "total_deals"),
                *comparison = json_get(summary, "comparison");
    const double of_session = json_number(schedule, "deals"),
                 planned =
                     total ? total->valuedouble : json_number(schedule, "sessions") * of_session;
    double deals = json_number(summary, "units");

    if (strcmp(json_text(summary, "unit"), "session") == 0)
        deals *= of_session;
    if (json_get(manifest, "import") || deals > planned)
        deals = planned;
    if (comparison)
        deals = json_number(comparison, "deals");
    json_put_int(summary, "deals", (int64_t)deals);
    json_put_int(summary, "sessions", (int64_t)ceil(deals / of_session));
}

void page_figures_of_run(cJSON *summary, const cJSON *manifest)
{
    const cJSON *comparison = json_get(summary, "comparison");
    cJSON *bot, *anytime = json_get(json_get(summary, "test"), "anytime");

    cJSON_ArrayForEach (bot, json_get(summary, "bots"))
        put_figures_of_bot(bot);
    put_shares_of_bidding(json_get(comparison, "bidding"));
    put_bins(comparison);
    put_deals(summary, manifest);
    if (json_number(anytime, "p") > 0)
        json_put_real(anytime, "e_value", 1 / json_number(anytime, "p"));
}

/* ---- with all cards open ---- */

void page_figures_of_analysis(cJSON *analysis)
{
    static const char *const sides[] = {"declarer", "defender"}, *const unmeasured[] = {"ramsch",
                                                                                        "no_game",
                                                                                        "gave_up"};
    static const struct shared_count results[] = {
        {"winnable", "games"}, {"won", "games"}, {"turned", "games"}, {"recovered", "games"}};
    double count = 0;
    cJSON *bot;

    cJSON_ArrayForEach (bot, json_get(analysis, "bots"))
        for (int side = 0; side < 2; side++)
            PUT_SHARES(json_get(json_get(bot, sides[side]), "results"), results);
    for (int i = 0; i < 3; i++)
        count += json_number(json_get(analysis, "kinds"), unmeasured[i]);
    json_put_real(analysis, "unmeasured", count);
}
