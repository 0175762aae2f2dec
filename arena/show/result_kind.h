// SPDX-License-Identifier: MIT
/* arena/show/result_kind.h - the kinds of result folders: by which file one is known, as which
 * struct that is read, and how it is shown. */
#ifndef ARENA_SHOW_RESULT_KIND_H
#define ARENA_SHOW_RESULT_KIND_H

#include "arena/result/campaign_result.h"
#include "arena/result/run_summary.h"
#include "arena/show/table.h"

/* In this order a folder is looked at. */
enum result_kind {
    RESULT_POPULATIONS,
    RESULT_STUDY,
    RESULT_SEARCH,
    RESULT_GRID,
    RESULT_HISTORY,
    RESULT_BISECT,
    RESULT_RUN,
    RESULT_NONE,
    RESULT_KINDS
};

/* What the file of a folder may be read into. */
union any_result {
    struct run_summary run;
    struct study_result study;
    struct populations_result populations;
    struct tune_summary tune;
    struct grid_summary grid;
    struct history_result history;
    struct bisect_result bisect;
};

struct result_kind_row {
    const char *file, *name; /* as `results` lists it */
    const struct fields *fields;
    const char *words; /* its verdict, a template over the file; NULL: that of `sentence` */
    const char *(*sentence)(const union any_result *result, struct pool *pool);
    show_result *show; /* its tables; NULL: of a run, which has several */
};
extern const struct result_kind_row result_kinds[RESULT_NONE];

/* What a folder has, by its files; RESULT_NONE if it has no results. */
enum result_kind result_kind_of(const char *folder);

/* What a result says, in a sentence; `root`: what its file says. From the pool. */
const char *result_sentence(enum result_kind kind, const union any_result *result,
                            const cJSON *root, struct pool *pool);

/* A file of the run in a folder, as "manifest.json"; of a study, of its baseline; of one with
 * populations (`root`: what populations.json says, else anything), of the baseline of the first.
 * NULL if there is none, or it cannot be read; the caller deletes it. */
cJSON *result_file_of_run(const char *folder, const char *file, const cJSON *root);

#endif
