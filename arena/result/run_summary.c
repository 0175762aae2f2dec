// SPDX-License-Identifier: MIT
#include "arena/result/run_summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"

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
    if (numbers->comparison)
        comparison_forget_judged(numbers->comparison);
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

double deals_needed(const struct run_summary *summary, double reach, double power)
{
    const struct comparison *comparison = summary->numbers.comparison;
    const struct estimate *shown = summary->verdict ? summary->verdict->difference : NULL;
    const bool known = shown && is_end_known(shown->low) && is_end_known(shown->high);

    return deals_until(comparison,
                       known ? (shown->high - shown->low) / 2
                             : COMPARISON_WIDTH * comparison_primary(comparison)->deal.error,
                       reach, power);
}

/* ---- reading ---- */

/* What one field says of another. */
static void check_agreement(const struct run_summary *summary, const struct json_value *root)
{
    const struct run_numbers *numbers = &summary->numbers;
    const struct json_value comparison = json_member(root, "comparison"),
                            primary = json_member(&comparison, "primary");

    if (numbers->comparison && !comparison_primary(numbers->comparison))
        json_wrong(&primary, "one of the scorings");
    if (numbers->test && !numbers->comparison)
        json_wrong(&comparison, "the comparison that \"test\" is about");
}

bool run_summary_read(struct run_summary *summary, const cJSON *root, const char *path,
                      struct pool *pool, struct errors *errors)
{
    const int before = errors->count;
    const struct json_value value = json_root(root, path, errors);

    if (fields_read_root(&run_summary_fields, root, path, summary, pool, errors))
        check_agreement(summary, &value);
    return errors->count == before;
}

bool run_summary_load(struct run_summary *summary, const char *path, struct pool *pool,
                      struct errors *errors)
{
    cJSON *root = json_load(path, errors);
    bool read = root && run_summary_read(summary, root, path, pool, errors);

    cJSON_Delete(root);
    return read;
}

/* ---- which bots lead, by the differences of the pairs ---- */

/* A bot leads if no other is shown to be better. The others are behind all leaders, or some. */
enum bot_group { LEADING, BEHIND_ALL, BEHIND_SOME };

/* The bots by their points, the most first. */
struct ranking {
    const struct run_numbers *numbers;
    struct ranked {
        const struct bot_standing *of;
        enum bot_group group;
    } * bots;
    int count, of_group[BEHIND_SOME + 1];
};

static int by_points(const void *one, const void *other)
{
    const struct ranked *a = one, *b = other;
    const double difference = b->of->score.mean - a->of->score.mean;

    return (difference > 0) - (difference < 0);
}

/* Is it shown that bot number `a` is better than bot number `b`? */
static bool is_better(const struct ranking *ranking, int a, int b)
{
    bool turned;
    const struct pair_difference *pair = run_numbers_pair(
        ranking->numbers, ranking->bots[a].of->bot, ranking->bots[b].of->bot, &turned);

    return pair && judged_differs(pair->judged) && turned != (pair->difference.mean > 0);
}

/* How many of the others, or of those who lead, are better than a bot. */
static int count_better(const struct ranking *ranking, int bot, bool leaders_only)
{
    int better = 0;

    for (int i = 0; i < ranking->count; i++)
        better +=
            (!leaders_only || ranking->bots[i].group == LEADING) && is_better(ranking, i, bot);
    return better;
}

static void find_groups(struct ranking *ranking)
{
    for (int i = 0; i < ranking->count; i++)
        ranking->bots[i].group = count_better(ranking, i, false) ? BEHIND_SOME : LEADING;
    for (int i = 0; i < ranking->count; i++)
        ranking->of_group[LEADING] += ranking->bots[i].group == LEADING;
    for (int i = 0; i < ranking->count; i++)
        if (ranking->bots[i].group != LEADING) {
            if (count_better(ranking, i, true) == ranking->of_group[LEADING])
                ranking->bots[i].group = BEHIND_ALL;
            ranking->of_group[ranking->bots[i].group]++;
        }
}

/* The one that leads and is better than each of the others, or NULL. */
static const char *leader_alone(const struct ranking *ranking)
{
    for (int i = 0; i < ranking->count; i++) {
        int worse = 0;
        for (int k = 0; k < ranking->count; k++)
            worse += is_better(ranking, i, k);
        if (ranking->bots[i].group == LEADING && worse == ranking->count - 1)
            return ranking->bots[i].of->bot;
    }
    return NULL;
}

/* ---- words ---- */

/* Writes "a, b and c". */
static void write_names(const struct ranking *ranking, enum bot_group group, FILE *out)
{
    int left = ranking->of_group[group];

    for (int i = 0; i < ranking->count; i++)
        if (ranking->bots[i].group == group) {
            left--;
            fprintf(out, "%s%s", ranking->bots[i].of->bot, !left ? "" : left == 1 ? " and " : ", ");
        }
}

static void write_behind(const struct ranking *ranking, enum bot_group group, FILE *out)
{
    const int leaders = ranking->of_group[LEADING];

    if (!ranking->of_group[group])
        return;
    fprintf(out, "; ");
    write_names(ranking, group, out);
    fprintf(out, " %s behind %s", ranking->of_group[group] == 1 ? "is" : "are",
            group == BEHIND_SOME ? "some of them"
            : leaders == 1       ? "it"
            : leaders == 2       ? "both"
                                 : "all of them");
}

static void write_sentence(const struct ranking *ranking, const char *alone, FILE *out)
{
    const int leaders = ranking->of_group[LEADING];

    if (!leaders) {
        fprintf(out, "no bot leads: each is shown to be behind another one");
        return;
    }
    if (leaders == ranking->count)
        fprintf(out, "no difference shown between ");
    write_names(ranking, LEADING, out);
    if (leaders == ranking->count)
        return;
    if (alone)
        fprintf(out, " leads: it is shown to be better than %s",
                ranking->count == 2 ? "the other" : "each of the others");
    else if (leaders == 1)
        fprintf(out, " leads, not shown to be better than each of the others");
    else
        fprintf(out, " lead, not shown to differ");
    if (!alone)
        write_behind(ranking, BEHIND_ALL, out);
    write_behind(ranking, BEHIND_SOME, out);
}

struct leading_bots leading_bots_of(const struct run_numbers *numbers, struct pool *pool)
{
    struct ranking ranking = {
        .numbers = numbers,
        .bots = pool_alloc(pool, (size_t)numbers->standings_count, sizeof *ranking.bots),
        .count = numbers->standings_count};
    struct leading_bots leading;
    char *text = NULL;
    size_t length;

    for (int i = 0; i < ranking.count; i++)
        ranking.bots[i].of = &numbers->standings[i];
    qsort(ranking.bots, (size_t)ranking.count, sizeof *ranking.bots, by_points);
    find_groups(&ranking);
    leading.alone = leader_alone(&ranking);
    FILE *out = xcheck(open_memstream(&text, &length));
    write_sentence(&ranking, leading.alone, out);
    fclose(out);
    leading.sentence = pool_text(pool, xcheck(text));
    free(text);
    return leading;
}
