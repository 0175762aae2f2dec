// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_journal.c - the journals of interrupted commands: with the first byte even, that
 * of a long command, which is read and gone on with; else that of a run's units. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/base/journal.h"
#include "arena/match/unit_journal.h"
#include "tests/fuzz/fuzz_folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[FUZZ_FOLDER_SIZE], path[FOLDER_PATH_SIZE];

static void remove_folder(void)
{
    unlink(folder_file(folder, "work.part", path));
    unlink(folder_file(folder, JOURNAL_FILE, path));
    rmdir(folder);
}

static void save(const char *name, const char *head, const uint8_t *data, size_t size)
{
    FILE *file = fopen(folder_file(folder, name, path), "w");

    if (!file || fputs(head, file) < 0 || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        abort();
}

/* The head of a journal of this program, so that the entries are looked at. */
static const char *head_of_work(void)
{
    static char head[400];
    struct errors errors = {0};

    if (!head[0]) {
        struct journal *journal = journal_open_any(folder_file(folder, "work.part", path), "fuzz",
                                                   false, JOURNAL_FORCE, &errors);
        if (!journal || !journal_keep(journal, &errors))
            abort();
        FILE *file = fopen(path, "r");
        head[fread(head, 1, sizeof head - 1, file)] = '\0';
        fclose(file);
    }
    return head;
}

/* What was read is there again, with one entry more. */
static void go_on_with(const uint8_t *data, size_t size)
{
    const struct entry_shape any = {1, 1};
    struct errors errors = {0};
    size_t entry, count = 0, again = 0;

    save("work.part", head_of_work(), data, size);
    for (int turn = 0; turn < 2; turn++) {
        struct journal *journal = journal_open_any(folder_file(folder, "work.part", path), "fuzz",
                                                   true, JOURNAL_FORCE, &errors);
        if (!journal)
            abort();
        while (journal_next(journal, &any, &entry, &errors))
            turn ? again++ : count++;
        if (!turn)
            journal_add(journal, "entry", 5);
        if (!journal_keep(journal, &errors))
            abort();
    }
    if (again != count + 1)
        abort();
    errors_free(&errors);
}

static void read_units(const uint8_t *data, size_t size)
{
    struct schedule schedule = {
        .kind = SCHEDULE_DUEL, .seats = SKAT_PLAYERS, .sessions = 4, .deals = 30};
    struct unit_journal_reader reader;
    struct errors errors = {0};

    if (schedule_build(&schedule, (const int[]){0, 1}, 2))
        abort();
    save(JOURNAL_FILE, "", data, size);
    if (unit_journal_read(&reader, folder, &schedule, 2, &errors))
        while (unit_journal_next(&reader, &errors))
            continue;
    unit_journal_close(&reader);
    errors_free(&errors);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool begun;

    if (!begun) {
        fuzz_folder_make(folder);
        atexit(remove_folder);
        begun = true;
    }
    if (size)
        (data[0] % 2 ? read_units : go_on_with)(data + 1, size - 1);
    return 0;
}
