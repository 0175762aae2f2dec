// SPDX-License-Identifier: MIT
/* tests/unit/test_run_state.c - whether a page of a folder has to be made again. */
#include <stdlib.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/match/result_folder.h"
#include "arena/serve/run_state.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* Each file of a result that is made, has changed or is gone makes another stamp. */
TEST(every_file_of_a_result_counts)
{
    char folder[] = "/tmp/skat-arena-state-XXXXXX", path[FOLDER_PATH_SIZE];

    assert_non_null(mkdtemp(folder));
    const uint64_t empty = folder_stamp(folder);
    for (const char *const *file = result_files; *file; file++) {
        write_file(folder_file(folder, *file, path), "one");
        const uint64_t made = folder_stamp(folder);
        write_file(path, "three");
        const uint64_t changed = folder_stamp(folder);
        if (made == empty || changed == made || changed == empty)
            fail_msg("%s does not count", *file);
        assert_int_equal(unlink(path), 0);
        assert_true(folder_stamp(folder) == empty);
    }
    assert_int_equal(rmdir(folder), 0);
}
