// SPDX-License-Identifier: MIT
#include "arena/result/run_summary.h"

#include <string.h>

#include "arena/base/json_write.h"

FIELDS_ROWS(games_won, GAMES_WON_FIELDS);
FIELDS_ROWS(declared_games, DECLARED_GAMES_FIELDS);
FIELDS_ROWS(points_won, POINTS_WON_FIELDS);
FIELDS_ROWS(money_won, MONEY_WON_FIELDS);
FIELDS_ROWS(bot_faults, BOT_FAULTS_FIELDS);
FIELDS_ROWS(bot_summary, BOT_SUMMARY_FIELDS);
FIELDS_ROWS(bot_standing, BOT_STANDING_FIELDS);
FIELDS_ROWS(pair_difference, PAIR_DIFFERENCE_FIELDS);
FIELDS_ROWS(bot_rating, BOT_RATING_FIELDS);
FIELDS_ROWS(rating_difference, RATING_DIFFERENCE_FIELDS);
FIELDS_ROWS(bot_ratings, BOT_RATINGS_FIELDS);
FIELDS_ROWS(run_numbers, RUN_NUMBERS_FIELDS);
FIELDS_ROWS(summary_shard, SUMMARY_SHARD_FIELDS);
FIELDS_ROWS(run_summary, RUN_SUMMARY_FIELDS);

struct games_won **declared_games_of(struct declared_games *games, unsigned type)
{
    struct games_won **const all[SKAT_GAME_DECLARED] = {
        [SKAT_GAME_DIAMONDS] = &games->diamonds,
        [SKAT_GAME_HEARTS] = &games->hearts,
        [SKAT_GAME_SPADES] = &games->spades,
        [SKAT_GAME_CLUBS] = &games->clubs,
        [SKAT_GAME_GRAND] = &games->grand,
        [SKAT_GAME_NULL] = &games->null,
        [SKAT_GAME_SACHSENSPITZE] = &games->sachsenspitze,
        [SKAT_GAME_REVOLUTION] = &games->revolution,
    };

    return all[type];
}

/* ---- counters ---- */

/* Zeros where the rules have no such thing. */
static void write_counters(const void *from, enum tally_section section, cJSON *object)
{
    const struct bot_summary *bot = from;

    for (int i = 0; i < tally_counter_count; i++)
        if (tally_counters[i].section == section)
            json_put_int(object, tally_counters[i].key,
                         tally_count(&bot->counts, &tally_counters[i]));
}

void bot_summary_write_deals(const void *from, cJSON *object)
{
    write_counters(from, TALLY_DEALS, object);
}

void bot_summary_write_defence(const void *from, cJSON *object)
{
    write_counters(from, TALLY_DEFENCE, object);
}

void bot_summary_write_games(const void *from, cJSON *object)
{
    write_counters(from, TALLY_GAMES, object);
}

void bot_summary_write_variants(const void *from, cJSON *object)
{
    write_counters(from, TALLY_VARIANTS, object);
}

void bot_summary_read_counters(const struct json_value *object, void *into)
{
    struct bot_summary *bot = into;

    for (int i = 0; i < tally_counter_count; i++) {
        const struct tally_counter *counter = &tally_counters[i];
        struct json_value count = json_member(object, counter->key);
        if (cJSON_IsNumber(count.node))
            *tally_counter_of(&bot->counts, counter) = (int64_t)count.node->valuedouble;
        else
            json_wrong(&count, "a number");
    }
}

struct fault_counts bot_summary_faults(const struct bot_summary *bot)
{
    struct fault_counts faults = {.of = {[GAME_ILLEGAL] = bot->faults.illegal,
                                         [GAME_TIMEOUT] = bot->faults.timeout,
                                         [GAME_CRASH] = bot->faults.crash}};

    faults.all = bot->faults.illegal + bot->faults.timeout + bot->faults.crash;
    return faults;
}

int64_t bot_summary_inconsistent(const struct bot_summary *bot)
{
    return bot->faults.inconsistent == FIELD_NO_INT ? 0 : bot->faults.inconsistent;
}

/* ---- questions ---- */

void run_numbers_forget_judged(struct run_numbers *numbers)
{
    for (int i = 0; i < numbers->pairs_count; i++)
        numbers->pairs[i].judged = NULL;
    for (int i = 0; numbers->comparison && i < STATS_SCORINGS; i++) {
        struct scoring_difference *found =
            comparison_scoring(numbers->comparison, (enum stats_scoring)i);
        if (found)
            found->judged = NULL;
    }
}

const struct pair_difference *run_numbers_pair(const struct run_numbers *numbers, const char *a,
                                               const char *b, bool *turned)
{
    for (int i = 0; i < numbers->pairs_count; i++) {
        const struct pair_difference *pair = &numbers->pairs[i];
        *turned = strcmp(pair->a, b) == 0 && strcmp(pair->b, a) == 0;
        if (*turned || (strcmp(pair->a, a) == 0 && strcmp(pair->b, b) == 0))
            return pair;
    }
    return NULL;
}

const struct bot_summary *run_summary_bot(const struct run_summary *summary, const char *name)
{
    for (int i = 0; i < summary->bots_count; i++)
        if (strcmp(summary->bots[i].name, name) == 0)
            return &summary->bots[i];
    return NULL;
}

int64_t run_summary_faults(const struct run_summary *summary)
{
    int64_t sum = 0;

    for (int i = 0; i < summary->bots_count; i++)
        sum += bot_summary_faults(&summary->bots[i]).all;
    return sum;
}

bool run_summary_has_own_scoring(const struct run_summary *summary)
{
    return strcmp(summary->scoring, "minus") == 0 || strcmp(summary->scoring, "opponents") == 0;
}
