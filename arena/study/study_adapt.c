// SPDX-License-Identifier: MIT
#include "arena/study/study_adapt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/memory.h"
#include "arena/base/json_write.h"
#include "arena/stats/distribution.h"

enum { ROUNDS = 48, DEALS = 1800, CHECK_DEALS = 36000 };

/* ---- what is learned ---- */

/* {"caution": [40, 80], "grand_bonus": null} of "caution=40..80,grand_bonus". */
static cJSON *parse_words(const char *words, struct errors *errors)
{
    cJSON *options = cJSON_CreateObject();
    char *copy = xstrdup(words), *rest = copy;

    for (char *word; (word = strsep(&rest, ","));)
        option_ranges_add_word(options, word, false, "--adapt", errors);
    free(copy);
    return options;
}

static bool has_options(const struct bot *bot, const cJSON *options)
{
    const cJSON *item;
    int found = 0;

    cJSON_ArrayForEach (item, options)
        for (int i = 0; i < bot->parts[0].setting_count; i++)
            found += strcmp(bot->parts[0].settings[i].name, item->string) == 0;
    return !bot->composed && found == cJSON_GetArraySize(options);
}

/* The first bot that has all options; the first of all, for the errors, if none has. */
static int find_bot(const struct config *config, const cJSON *options)
{
    for (int i = 0; i < config->bot_count; i++)
        if (has_options(&config->bots[i], options))
            return i;
    return 0;
}

bool adaptation_open(struct adaptation *adaptation, const struct config *config, const char *words,
                     int searches, struct campaign *campaign, struct errors *errors)
{
    int before = errors->count;
    cJSON *options = parse_words(words, errors);
    struct json_value value = json_root(options, "--adapt", errors);

    *adaptation = (struct adaptation){.searches = searches};
    adaptation->plan = (struct search_plan){
        .bot = find_bot(config, options),
        .rounds = ROUNDS,
        .deals = DEALS,
        .check_deals = CHECK_DEALS,
    };
    if (errors->count == before &&
        option_ranges_read(&adaptation->plan.ranges, &value, &config->bots[adaptation->plan.bot]))
        option_duel_open(&adaptation->duel, config, adaptation->plan.bot, &adaptation->plan.ranges,
                         campaign, errors);
    cJSON_Delete(options);
    return errors->count == before;
}

void adaptation_close(struct adaptation *adaptation) { option_duel_close(&adaptation->duel); }

/* ---- learning ---- */

/* How much wider an interval of 95 % is if all of so many are to hold. */
static double widened(int searches, int64_t units)
{
    const double freedom = (double)units - 1, tail = STATS_BEYOND_END;

    return student_quantile(tail / searches, freedom) / student_quantile(tail, freedom);
}

/* Is the gain larger than under the rules of the baseline? The lower end of the difference is as
 * far from it as the ends of both, squared and added (Zou and Donner 2008, Statistics in
 * Medicine 27, "Construction of confidence limits about effect measures"). As if the two were
 * independent, though they share their deals: rather too careful. Where an end is not known, no. */
static bool is_larger(const struct option_duel_result *check,
                      const struct option_duel_result *elsewhere, int searches)
{
    const double one = check->difference.mean - check->judged.low,
                 other = elsewhere->judged.high - elsewhere->difference.mean;

    return check->difference.mean - elsewhere->difference.mean >
           sqrt(one * one + other * other) * widened(searches, check->units);
}

/* Bonferroni's adjustment: the lesson is taken or not before the others are known. */
static void adjust(struct option_duel_result *check, int searches)
{
    check->judged.p_adjusted = isnan(check->judged.p) ? NAN : fmin(1, searches * check->judged.p);
}

int adaptation_learn(struct adaptation *adaptation, const struct skat_rules *rules,
                     const struct skat_rules *baseline, const int64_t from[SURFACE_MAX],
                     struct learned *learned, struct errors *errors)
{
    struct search_plan plan = adaptation->plan;

    *learned = (struct learned){.check.equal = true, .elsewhere.equal = true};
    option_duel_rules(&adaptation->duel, rules);
    for (int i = 0; i < plan.ranges.count; i++)
        learned->values[i] = plan.ranges.of[i].start = from[i];
    int code = option_search(&adaptation->duel, &plan, NULL, learned->found, errors);
    if (code == EXIT_OK && !option_ranges_same(&plan.ranges, learned->found, from))
        code =
            option_search_check(&adaptation->duel, &plan, learned->found, &learned->check, errors);
    adjust(&learned->check, adaptation->searches);
    learned->taken = code == EXIT_OK && option_duel_verdict(&learned->check) == OPTIONS_BETTER;
    if (learned->taken && baseline) {
        option_duel_rules(&adaptation->duel, baseline);
        code = option_search_check(&adaptation->duel, &plan, learned->found, &learned->elsewhere,
                                   errors);
        adjust(&learned->elsewhere, adaptation->searches);
        learned->taken = code == EXIT_OK &&
                         is_larger(&learned->check, &learned->elsewhere, adaptation->searches);
    }
    if (learned->taken)
        memcpy(learned->values, learned->found, sizeof learned->values);
    return code;
}

static void move(struct bot *bot, const cJSON *declared, const struct option_range *range,
                 int64_t by)
{
    const cJSON *option = cJSON_GetArrayItem(declared, range->setting);
    int64_t low = (int64_t)json_number(option, "min"), high = (int64_t)json_number(option, "max");
    int64_t *value = &bot->parts[0].settings[range->setting].value;

    *value += by;
    *value = *value < low ? low : *value > high ? high : *value;
}

struct bot *adaptation_bots(const struct adaptation *adaptation, const struct config *config,
                            const int64_t values[SURFACE_MAX])
{
    const struct option_ranges *ranges = &adaptation->plan.ranges;
    const struct module_file *file = config->bots[adaptation->plan.bot].parts[0].file;
    struct bot *bots = xcalloc((size_t)config->bot_count, sizeof *bots);

    memcpy(bots, config->bots, (size_t)config->bot_count * sizeof *bots);
    for (int i = 0; i < config->bot_count; i++) {
        const cJSON *declared = json_get(bots[i].parts[0].description, "options");
        if (bots[i].composed || bots[i].parts[0].file != file)
            continue;
        for (int k = 0; k < ranges->count; k++)
            move(&bots[i], declared, &ranges->of[k], values[k] - ranges->of[k].start);
    }
    return bots;
}

struct lesson *adaptation_lesson(const struct adaptation *adaptation, const struct learned *learned,
                                 struct pool *pool)
{
    const struct search_plan *plan = &adaptation->plan;
    struct lesson *lesson = pool_alloc(pool, 1, sizeof *lesson);

    *lesson = (struct lesson){
        .options = option_ranges_named(&plan->ranges, learned->values, pool),
        .options_count = plan->ranges.count,
        .found = option_ranges_named(&plan->ranges, learned->found, pool),
        .found_count = plan->ranges.count,
        .taken = learned->taken,
        .searches = adaptation->searches,
        .check = option_duel_checked(plan->check_deals, &learned->check, pool),
    };
    if (!learned->elsewhere.equal) {
        lesson->check_baseline = pool_alloc(pool, 1, sizeof *lesson->check_baseline);
        *lesson->check_baseline = option_duel_checked(plan->check_deals, &learned->elsewhere, pool);
    }
    return lesson;
}
