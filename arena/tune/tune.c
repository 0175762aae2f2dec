// SPDX-License-Identifier: MIT
#include "arena/tune/tune.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/input_line.h"
#include "arena/base/clock.h"
#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/input_file.h"
#include "arena/base/json_file.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/terminal.h"
#include "arena/log/result_folder.h"
#include "arena/base/command_line.h"

/* ---- tune.jsonl ---- */

struct path {
    const struct search_plan *plan;
    struct tune_round *before; /* the rounds that were played before */
    int before_count;
    FILE *file;
    bool quiet;
};

/* The lines of a tune.jsonl; one that is cut off at the end is left out. *whole gets the size of
 * the others. NULL with *count 0 if there is no such file; with errors, those before the error. */
static struct tune_round *read_rounds(const char *name, int *count, long *whole, struct pool *pool,
                                      struct errors *errors)
{
    FILE *file;
    struct tune_round *rounds = NULL;
    char *text = NULL, where[FOLDER_PATH_SIZE + 30];
    size_t size = 0;
    const int before = errors->count;

    *count = 0;
    *whole = 0;
    input_file_open_optional(name, &file, errors);
    while (file && errors->count == before && input_line_read(&text, &size, file) > 0 &&
           strchr(text, '\n')) {
        snprintf(where, sizeof where, "%s:%d", name, *count + 1);
        cJSON *line = json_parse(text, strlen(text), where, errors);
        struct tune_round round;
        if (line && fields_read_root(&tune_round_fields, line, where, &round, pool, errors)) {
            rounds = xrealloc(rounds, ((size_t)*count + 1) * sizeof *rounds);
            rounds[(*count)++] = round;
            *whole = ftell(file);
        }
        cJSON_Delete(line);
    }
    free(text);
    if (file)
        fclose(file);
    pool_keep(pool, rounds, free);
    return rounds;
}

static struct tune_round round_of(const struct search_plan *plan, int number,
                                  const struct search_round *round, struct pool *pool)
{
    const struct option_ranges *ranges = &plan->ranges;

    return (struct tune_round){
        .round = number,
        .plus = option_ranges_named(ranges, round->plus, pool),
        .plus_count = ranges->count,
        .minus = option_ranges_named(ranges, round->minus, pool),
        .minus_count = ranges->count,
        .difference = round->result.difference,
        .centre = option_ranges_named(ranges, round->centre, pool),
        .centre_count = ranges->count,
    };
}

static bool known(void *context, int number, struct search_round *round)
{
    const struct path *path = context;
    const struct option_ranges *ranges = &path->plan->ranges;
    const struct tune_round *before = &path->before[number];

    if (number >= path->before_count)
        return false;
    option_ranges_find(ranges, before->plus, before->plus_count, round->plus);
    option_ranges_find(ranges, before->minus, before->minus_count, round->minus);
    round->result.difference =
        (struct estimate){.mean = before->difference.mean, .error = before->difference.error};
    return true;
}

/* "round 12 of 40: caution 61, null_bonus -20" */
static void show_progress(const struct path *path, int number, const struct search_round *round)
{
    const struct option_ranges *ranges = &path->plan->ranges;
    char text[80 * (SURFACE_MAX + 1)];
    int used = snprintf(text, sizeof text, "round %d of %d:", number + 1, path->plan->rounds);

    for (int i = 0; i < ranges->count && used < (int)sizeof text; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%s %s %lld", i ? "," : "",
                         ranges->of[i].name, (long long)round->centre[i]);
    if (!path->quiet)
        progress_line(text, number + 1, path->plan->rounds);
}

static bool played(void *context, int number, const struct search_round *round,
                   struct errors *errors)
{
    struct path *path = context;
    struct pool pool = {0};
    const struct tune_round line = round_of(path->plan, number, round, &pool);
    cJSON *json = fields_to_json(&tune_round_fields, &line);
    char *text = cJSON_PrintUnformatted(json);
    bool ok = fprintf(path->file, "%s\n", text) > 0 && output_file_sync(path->file);

    if (!ok)
        errors_add(errors, "tune.jsonl", "cannot be written: %s", strerror(errno));
    free(text);
    cJSON_Delete(json);
    pool_free(&pool);
    show_progress(path, number, round);
    return ok;
}

static bool fits(const struct search_plan *plan, const struct tune_round *round, int number)
{
    int64_t values[SURFACE_MAX];

    return round->round == number &&
           option_ranges_find(&plan->ranges, round->plus, round->plus_count, values) &&
           option_ranges_find(&plan->ranges, round->minus, round->minus_count, values) &&
           !isnan(round->difference.mean);
}

/* Reads the rounds that were played before; a last line without an end is cut off. */
static bool read_before(struct path *path, const char *name, struct pool *pool,
                        struct errors *errors)
{
    const int before = errors->count;
    char where[FOLDER_PATH_SIZE + 30];
    long whole;
    FILE *file;

    path->before = read_rounds(name, &path->before_count, &whole, pool, errors);
    for (int i = 0; i < path->before_count && errors->count == before; i++) {
        snprintf(where, sizeof where, "%s:%d", name, i + 1);
        if (!fits(path->plan, &path->before[i], i))
            errors_add(errors, where, "is no round of this search: other options or another order");
    }
    if (errors->count > before)
        return false;
    if ((file = output_file_grow(name, OUTPUT_REWRITE))) {
        if (ftruncate(fileno(file), whole) != 0 || !output_file_sync(file))
            errors_add(errors, name, "%s", strerror(errno));
        fclose(file);
    }
    return errors->count == before;
}

/* ---- tune.json ---- */

static const char *const verdict_words[] = {
    [OPTIONS_EQUAL] = "no difference",
    [OPTIONS_NOT_SHOWN] = "not shown to be better",
    [OPTIONS_BETTER] = "better",
    [OPTIONS_WORSE] = "worse",
};

void tune_summarise(struct tune_summary *summary, const struct config *config,
                    const struct search_plan *plan, const struct tune_result *result,
                    struct pool *pool)
{
    const int count = plan->ranges.count;

    *summary = (struct tune_summary){
        .head = option_duel_head(config, plan->bot, pool),
        .module = pool_text(pool, config->bots[plan->bot].parts[0].name),
        .complete = result->complete,
        .rounds = plan->rounds,
        .deals = plan->deals,
        .options = pool_alloc(pool, (size_t)count, sizeof *summary->options),
        .options_count = count,
        .verdict =
            result->complete ? verdict_words[option_duel_verdict(&result->check)] : "not finished",
    };
    for (int i = 0; i < count; i++) {
        const struct option_range *range = &plan->ranges.of[i];
        summary->options[i] = (struct tuned_option){pool_text(pool, range->name), range->low,
                                                    range->high, range->start, result->winner[i]};
    }
    if (result->complete) {
        summary->check = pool_alloc(pool, 1, sizeof *summary->check);
        *summary->check = option_duel_checked(plan->check_deals, &result->check, pool);
    }
    fields_round(&tune_summary_fields, summary);
}

/* ---- the whole ---- */

static int search_and_check(struct option_duel *duel, const struct search_plan *plan,
                            struct path *path, const char *out, struct tune_result *result,
                            struct errors *errors)
{
    const struct search_log log = {path, known, played};
    char scratch[FOLDER_PATH_SIZE];

    folder_file(out, "scratch", scratch);
    int code = option_search(duel, plan, &log, scratch, result->winner, errors);
    result->check.equal = true;
    if (code == EXIT_OK && !option_ranges_is_start(&plan->ranges, result->winner))
        code = option_search_check(duel, plan, result->winner, scratch, &result->check, errors);
    result->complete = code == EXIT_OK;
    result_folder_remove(scratch);
    return code;
}

/* tune.json, which is the same for the same search, and timing.json, which says who asked for it.
 */
static bool save(const struct config *config, const struct search_plan *plan,
                 const struct tune_result *result, double started, const char *out,
                 struct pool *pool, struct errors *errors)
{
    struct tune_summary summary;
    char path[FOLDER_PATH_SIZE];
    cJSON *timing = command_timing(config->workers, clock_seconds(CLOCK_MONOTONIC) - started);

    tune_summarise(&summary, config, plan, result, pool);
    bool ok =
        fields_save(&tune_summary_fields, &summary, folder_file(out, "tune.json", path), errors) &&
        json_save(timing, folder_file(out, "timing.json", path), errors);
    cJSON_Delete(timing);
    return ok;
}

int tune_run(const struct config *config, const struct search_plan *plan, const char *out,
             bool quiet, struct tune_result *result, struct errors *errors)
{
    struct path path = {.plan = plan, .quiet = quiet};
    struct option_duel duel = {.ranges = NULL};
    struct pool pool = {0};
    char name[FOLDER_PATH_SIZE];
    const double started = clock_seconds(CLOCK_MONOTONIC);
    int code = EXIT_INTERNAL;

    *result = (struct tune_result){.complete = false};
    folder_file(out, "tune.jsonl", name);
    if (!read_before(&path, name, &pool, errors)) {
        code = EXIT_BAD_FILE;
    } else if (!(path.file = output_file_grow(name, OUTPUT_APPEND))) {
        errors_add(errors, name, "%s", strerror(errno));
    } else if (option_duel_open(&duel, config, plan->bot, &plan->ranges, errors)) {
        code = search_and_check(&duel, plan, &path, out, result, errors);
        if (code != EXIT_INTERNAL && !save(config, plan, result, started, out, &pool, errors))
            code = EXIT_INTERNAL;
    }
    option_duel_close(&duel);
    pool_free(&pool);
    if (path.file)
        fclose(path.file); /* each round was synced */
    return code;
}

/* ---- reading ---- */

bool tune_load(struct tune_summary *tune, const char *folder, struct pool *pool,
               struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    const int before = errors->count;
    long whole;
    cJSON *json = json_load(folder_file(folder, "tune.json", path), errors);

    if (json && tune_summary_read(tune, json, path, pool, errors))
        tune->path = read_rounds(folder_file(folder, "tune.jsonl", path), &tune->path_count, &whole,
                                 pool, errors);
    cJSON_Delete(json);
    return errors->count == before;
}
