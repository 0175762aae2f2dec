// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_small_files.c - the small files: figures of results/reference, a population,
 * populations.json, tune.json with its path. The first byte says which one it is; all are read back
 * as the report does. */

#include "arena/base/json_write.h"
#include "arena/config/config_bots.h"
#include "arena/show/study_tables.h"
#include "arena/show/campaign_tables.h"
#include "arena/study/realism.h"
#include "arena/result/campaign_result.h"
#include "arena/tune/tune.h"
#include "tests/fuzz/fuzz.h"

static char folder[FUZZ_FOLDER_SIZE], path[FOLDER_PATH_SIZE];

static void remove_folder(void)
{
    fuzz_remove(folder, "tune.json");
    fuzz_remove(folder, "tune.jsonl");
    rmdir(folder);
}

static void read_one(uint8_t kind, struct errors *errors)
{
    struct references references;
    struct populations_result populations;
    struct tune_summary tune;
    struct pool pool = {0};
    cJSON *json = NULL;

    folder_file(folder, "tune.json", path);
    switch (kind % 4) {
    case 0:
        if (references_load(&references, path, errors) != (errors->count == 0))
            abort();
        references_free(&references);
        break;
    case 1:
        json = cJSON_CreateObject();
        population_seat(json, path, "config", errors);
        break;
    case 2:
        json = json_load(path, errors);
        if (json &&
            fields_read_root(&populations_result_fields, json, path, &populations, &pool, errors))
            result_print(show_populations, &populations_result_fields, &populations, TABLE_TEXT,
                         fuzz_nowhere());
        break;
    case 3:
        if (tune_load(&tune, folder, &pool, errors))
            print_tune(&tune, folder, TABLE_TEXT, fuzz_nowhere());
        break;
    }
    cJSON_Delete(json);
    pool_free(&pool);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct errors errors = {0};

    fuzz_folder_make(folder, remove_folder);
    if (!size)
        return 0;
    fuzz_save(folder, "tune.json", data + 1, size - 1);
    fuzz_save(folder, "tune.jsonl", data + 1, size - 1);
    read_one(data[0], &errors);
    errors_free(&errors);
    return 0;
}
