// SPDX-License-Identifier: MIT
#include "arena/report/page_figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/record/tally.h"

/* `part` of `whole`, which is in the same object or in another one. A file may have it already. */
static void put_share(cJSON *object, const char *key, const char *part, const cJSON *other,
                      const char *whole)
{
    const double all = json_number(other, whole);

    if (json_get(object, part) && !json_get(object, key))
        json_put_real(object, key, all > 0 ? json_number(object, part) / all : NAN);
}

struct shared_count {
    const char *key, *part, *whole;
};
#define PUT_SHARES(object, list) put_shares(object, list, (int)(sizeof(list) / sizeof *(list)))

static void put_shares(cJSON *object, const struct shared_count *list, int count)
{
    for (int i = 0; i < count; i++)
        put_share(object, list[i].key, list[i].part, object, list[i].whole);
}

/* ---- a run ---- */

static void put_figures_of_bot(cJSON *bot)
{
    const cJSON *faults = json_get(bot, "faults");
    char key[60];
    cJSON *game;

    json_put_real(bot, "all_faults",
                  json_number(faults, "illegal") + json_number(faults, "timeout") +
                      json_number(faults, "crash"));
    for (int i = 0; i < tally_counter_count; i++)
        if (tally_counters[i].share_of) {
            snprintf(key, sizeof key, "%s_share", tally_counters[i].key);
            put_share(bot, key, tally_counters[i].key, bot, tally_counters[i].share_of);
        }
    cJSON_ArrayForEach (game, json_get(bot, "games")) {
        put_share(game, "declared_share", "declared", bot, "declared");
        put_share(game, "won_share", "won", game, "declared");
    }
}

static const struct shared_count habits[] = {
    {"won_share", "won", "declared"},         {"mean_bid", "bid_sum", "declared"},
    {"overbid_share", "overbid", "declared"}, {"hand_share", "hand", "declared"},
    {"hand_won_share", "hand_won", "hand"},
};
static const struct shared_count kontra[] = {
    {"said_share", "said", "chances"},
    {"right_share", "right", "said"},
    {"lost_by_declarer_share", "lost_by_declarer", "chances"},
    {"said_when_deserved", "right", "lost_by_declarer"},
};

static void put_shares_of_bidding(const cJSON *bidding)
{
    cJSON *bot, *row, *side;

    cJSON_ArrayForEach (bot, json_get(bidding, "bots")) {
        PUT_SHARES(bot, habits);
        PUT_SHARES(json_get(bot, "kontra"), kontra);
    }
    cJSON_ArrayForEach (row, json_get(bidding, "calibration"))
        cJSON_ArrayForEach (side, row)
            put_share(side, "won_share", "won", side, "declared");
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
    static const char *const unmeasured[] = {"ramsch", "no_game", "gave_up"};
    static const struct shared_count results[] = {{"winnable_share", "winnable", "games"},
                                                  {"won_share", "won", "games"},
                                                  {"turned_share", "turned", "games"},
                                                  {"recovered_share", "recovered", "games"}};
    double count = 0;
    cJSON *bot;

    cJSON_ArrayForEach (bot, json_get(analysis, "bots")) {
        PUT_SHARES(json_get(json_get(bot, "declarer"), "results"), results);
        PUT_SHARES(json_get(json_get(bot, "defender"), "results"), results);
    }
    for (int i = 0; i < 3; i++)
        count += json_number(json_get(analysis, "kinds"), unmeasured[i]);
    json_put_real(analysis, "unmeasured", count);
}
