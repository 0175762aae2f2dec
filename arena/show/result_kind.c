// SPDX-License-Identifier: MIT
#include "arena/show/result_kind.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/base/json_write.h"
#include "arena/result/campaign_result.h"
#include "arena/show/campaign_tables.h"
#include "arena/show/field_text.h"
#include "arena/show/study_tables.h"

static const char *sentence_of_study(const union any_result *result, struct pool *pool)
{
    struct study_lead lead;

    study_lead_of(&result->study, &lead);
    return study_sentence(&lead, pool_alloc(pool, STUDY_SENTENCE_SIZE, 1));
}

static const char *sentence_of_populations(const union any_result *result, struct pool *pool)
{
    struct study_lead lead;

    populations_lead_of(&result->populations, &lead);
    return study_sentence(&lead, pool_alloc(pool, STUDY_SENTENCE_SIZE, 1));
}

static const char *sentence_of_grid(const union any_result *result, struct pool *pool)
{
    return grid_sentence(&result->grid, pool);
}

const struct result_kind_row result_kinds[RESULT_NONE] = {
    [RESULT_POPULATIONS] = {"populations.json", "study", &populations_result_fields, NULL,
                            sentence_of_populations, show_populations},
    [RESULT_STUDY] = {"study.json", "study", &study_result_fields, NULL, sentence_of_study,
                      show_study},
    [RESULT_SEARCH] = {"tune.json", "tune", &tune_summary_fields, "{bot}: {verdict}", NULL,
                       show_tune},
    [RESULT_GRID] = {"grid.json", "grid", &grid_summary_fields, NULL, sentence_of_grid, show_grid},
    [RESULT_HISTORY] = {"history.json", "history", &history_result_fields, "{sentence}", NULL,
                        show_history},
    [RESULT_BISECT] = {"bisect.json", "bisect", &bisect_result_fields, "{sentence}", NULL,
                       show_bisect},
    [RESULT_RUN] = {"summary.json", "run", &run_summary_fields, "{verdict.sentence}", NULL, NULL},
};

enum result_kind result_kind_of(const char *folder)
{
    char path[FOLDER_PATH_SIZE];
    int kind = 0;

    while (kind < RESULT_NONE &&
           access(folder_file(folder, result_kinds[kind].file, path), F_OK) != 0)
        kind++;
    return (enum result_kind)kind;
}

const char *result_sentence(enum result_kind kind, const union any_result *result,
                            const cJSON *root, struct pool *pool)
{
    const struct result_kind_row *row = &result_kinds[kind];

    if (!row->words)
        return row->sentence(result, pool);
    char *text = field_text(root, row->words);
    const char *kept = pool_text(pool, text);
    free(text);
    return kept;
}

cJSON *result_file_of_run(const char *folder, const char *file, const cJSON *root)
{
    const cJSON *population = cJSON_GetArrayItem(json_get(root, "populations"), 0);
    char places[3][FOLDER_PATH_SIZE];
    cJSON *found = NULL;

    snprintf(places[0], sizeof places[0], "%s", file);
    snprintf(places[1], sizeof places[1], "baseline/%s", file);
    snprintf(places[2], sizeof places[2], "%.100s/baseline/%s", json_text(population, "folder"),
             file);
    for (int i = 0; i < 3 && !found; i++)
        found = json_of_folder(folder, places[i], NULL);
    return found;
}
