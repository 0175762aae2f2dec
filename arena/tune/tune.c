// SPDX-License-Identifier: MIT
#include "arena/tune/tune.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/input_line.h"
#include "arena/base/exit_code.h"
#include "arena/base/fields_lines.h"
#include "arena/base/folder.h"
#include "arena/base/input_file.h"
#include "arena/base/json_file.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"

/* ---- tune.jsonl ---- */

struct path {
    const struct search_plan *plan;
    FILE *file;
};

/* Reads the rounds of a search that another process may be writing; a last line that is not whole
 * is left out. NULL with *count 0 if there is no such file; with errors, the rounds before the
 * error. */
static struct tune_round *read_rounds(const char *name, int *count, struct pool *pool,
                                      struct errors *errors)
{
    FILE *file;
    struct tune_round *rounds = NULL;
    char *text = NULL, where[FOLDER_PATH_SIZE + 30];
    size_t size = 0;
    bool ok = input_file_open_optional(name, &file, errors);

    *count = 0;
    while (ok && file && input_line_read(&text, &size, file) > 0 && strchr(text, '\n')) {
        snprintf(where, sizeof where, "%s:%d", name, *count + 1);
        rounds = xrealloc(rounds, ((size_t)*count + 1) * sizeof *rounds);
        ok = fields_read_line(&tune_round_fields, text, where, &rounds[*count], pool, errors);
        *count += ok;
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
    return ok;
}

/* ---- tune.json ---- */

/* What the check says of the winner, and the exit code. */
static const struct {
    const char *words;
    int code;
} verdicts[] = {
    [OPTIONS_EQUAL] = {"no difference", EXIT_UNDECIDED},
    [OPTIONS_NOT_SHOWN] = {"not shown to be better", EXIT_UNDECIDED},
    [OPTIONS_BETTER] = {"better", EXIT_OK},
    [OPTIONS_WORSE] = {"worse", EXIT_REJECTED},
};

/* `check`: the winner less the start; NULL: it is not finished. */
static void summarise(struct tune_summary *summary, const struct config *config,
                      const struct search_plan *plan, const int64_t winner[SURFACE_MAX],
                      const struct option_duel_result *check, struct pool *pool)
{
    const int count = plan->ranges.count;

    *summary = (struct tune_summary){
        .head = option_duel_head(config, plan->bot, pool),
        .module = pool_text(pool, config->bots[plan->bot].parts[0].name),
        .complete = check,
        .rounds = plan->rounds,
        .deals = plan->deals,
        .options = pool_alloc(pool, (size_t)count, sizeof *summary->options),
        .options_count = count,
        .verdict = check ? verdicts[option_duel_verdict(check)].words : "not finished",
    };
    for (int i = 0; i < count; i++) {
        const struct option_range *range = &plan->ranges.of[i];
        summary->options[i] = (struct tuned_option){pool_text(pool, range->name), range->low,
                                                    range->high, range->start, winner[i]};
    }
    if (check) {
        summary->check = pool_alloc(pool, 1, sizeof *summary->check);
        *summary->check = option_duel_checked(plan->check_deals, check, pool);
    }
    fields_round(&tune_summary_fields, summary);
}

/* ---- the whole ---- */

int tune_run(struct campaign *campaign, const struct config *config, const struct search_plan *plan,
             struct tune_summary *summary, struct pool *pool, struct errors *errors)
{
    struct path path = {.plan = plan};
    const struct search_log log = {&path, played};
    struct option_duel duel = {.ranges = NULL};
    struct option_duel_result check = {.equal = true};
    int64_t winner[SURFACE_MAX] = {0};
    char name[FOLDER_PATH_SIZE];
    int code = EXIT_INTERNAL;

    folder_file(campaign->folder, "tune.jsonl", name);
    if (!(path.file = output_file_grow(name, OUTPUT_ANEW)))
        errors_add(errors, name, "%s", strerror(errno));
    else if (option_duel_open(&duel, config, plan->bot, &plan->ranges, campaign, errors))
        code = option_search(&duel, plan, &log, winner, errors);
    if (code == EXIT_OK && !option_ranges_is_start(&plan->ranges, winner))
        code = option_search_check(&duel, plan, winner, &check, errors);
    if (code == EXIT_OK || code == EXIT_INTERRUPTED) {
        summarise(summary, config, plan, winner, code == EXIT_OK ? &check : NULL, pool);
        if (!campaign_save(campaign, &tune_summary_fields, summary, "tune.json", config->workers,
                           errors))
            code = EXIT_INTERNAL;
    }
    option_duel_close(&duel);
    if (path.file)
        fclose(path.file); /* each round was synced */
    return code == EXIT_OK ? verdicts[option_duel_verdict(&check)].code : code;
}

/* ---- reading ---- */

bool tune_load(struct tune_summary *tune, const char *folder, struct pool *pool,
               struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    const int before = errors->count;
    cJSON *json = json_load(folder_file(folder, "tune.json", path), errors);

    if (json && tune_summary_read(tune, json, path, pool, errors))
        tune->path =
            read_rounds(folder_file(folder, "tune.jsonl", path), &tune->path_count, pool, errors);
    cJSON_Delete(json);
    return errors->count == before;
}
