// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_journal.c - the journals of interrupted commands, which are read and gone on
 * with. */

#include "arena/base/journal.h"
#include "tests/fuzz/fuzz.h"

static char folder[FUZZ_FOLDER_SIZE], path[FOLDER_PATH_SIZE];

static void remove_folder(void)
{
    fuzz_remove(folder, "work.part");
    rmdir(folder);
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

    const char *head = head_of_work();
    FILE *file = fopen(folder_file(folder, "work.part", path), "w");
    fuzz_must(file && fputs(head, file) >= 0 && fwrite(data, 1, size, file) == size &&
              fclose(file) == 0);
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_folder_make(folder, remove_folder);
    go_on_with(data, size);
    return 0;
}
