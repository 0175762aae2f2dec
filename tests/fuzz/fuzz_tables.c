// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_tables.c - tables of results: with the first byte, the players of imported games,
 * which are written again and read back; the lines of faults; or the list of what is in a folder,
 * whose files are all the same. */

#include "arena/base/memory.h"
#include "arena/import/player_table.h"
#include "arena/match/fault_report.h"
#include "arena/result/fault_line.h"
#include "arena/show/result_list.h"
#include "tests/fuzz/fuzz.h"

enum { PLAYERS, FAULTS, LIST, KINDS };

static const char *const files[] = {"players.jsonl", "faults.jsonl",     "manifest.json",
                                    "summary.json",  "timing.json",      "study.json",
                                    "tune.json",     "populations.json", "again.jsonl"};
enum { FILES = sizeof files / sizeof *files };

static char folder[FUZZ_FOLDER_SIZE], path[FOLDER_PATH_SIZE];

static void remove_folder(void)
{
    for (int i = 0; i < FILES; i++)
        fuzz_remove(folder, files[i]);
    rmdir(folder);
}

/* The table of a file as text; NULL with errors. The caller frees it. */
static char *table_of(const char *name, struct errors *errors)
{
    struct player_table *table = player_table_new();
    char *text = NULL;
    size_t size = 0;

    if (player_table_read(table, folder_file(folder, name, path), errors)) {
        FILE *file = open_memstream(&text, &size);
        player_table_write(table, file);
        fclose(file);
    }
    player_table_free(table);
    return text;
}

/* What was read is written, and read again it is the same. */
static void read_players(struct errors *errors)
{
    char *once = table_of("players.jsonl", errors), *again = NULL;

    if (once) {
        fuzz_save(folder, "again.jsonl", once, strlen(once));
        again = table_of("again.jsonl", errors);
    }
    fuzz_must(!once || (again && strcmp(once, again) == 0));
    free(once);
    free(again);
}

static void read_faults(struct errors *errors)
{
    enum { MOST = 8 };
    struct fault_line faults[MOST];
    struct fault_reader reader;
    struct pool pool = {0};
    struct errors others = {0};

    fault_lines_of(folder, NULL, MOST, faults, &pool, errors);
    fault_reader_open(&reader, folder, &others);
    while (reader.more)
        fault_reader_next(&reader);
    fault_reader_close(&reader);
    errors_free(&others);
    pool_free(&pool);
}

static void read_list(struct errors *errors)
{
    cJSON *list = result_list(folder, errors);

    if (list)
        print_result_list(list, 80, fuzz_nowhere());
    cJSON_Delete(list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct errors errors = {0};

    fuzz_folder_make(folder, remove_folder);
    if (!size)
        return 0;
    const int kind = data[0] % KINDS;
    for (int i = 0; i < FILES - 1; i++)
        if (kind == LIST ? i > FAULTS : i == kind)
            fuzz_save(folder, files[i], data + 1, size - 1);
    switch (kind) {
    case PLAYERS:
        read_players(&errors);
        break;
    case FAULTS:
        read_faults(&errors);
        break;
    case LIST:
        read_list(&errors);
        break;
    }
    errors_free(&errors);
    return 0;
}
