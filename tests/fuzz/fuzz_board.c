// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_board.c - the board of a run, as `results` shows it: two bytes say how long
 * board.json is, which follows, and then the file of the first shard. With the first byte odd, the
 * checksums of its records are made to agree, since nobody would find them by chance. */
#include <zlib.h>

#include "arena/match/run_progress.h"
#include "tests/fuzz/fuzz.h"

enum { RECORD = 56, CHECKED = 52, HEAD = 3 };
static char folder[FUZZ_FOLDER_SIZE];

static void remove_folder(void)
{
    fuzz_remove(folder, "board.json");
    fuzz_remove(folder, "shard-1");
    rmdir(folder);
}

static void save_shard(const uint8_t *data, size_t size, bool agrees)
{
    uint8_t *copy = (uint8_t *)fuzz_text(data, size);

    for (size_t at = 0; agrees && at + RECORD <= size; at += RECORD) {
        const uint32_t checksum = (uint32_t)crc32_z(0, copy + at, CHECKED);
        memcpy(copy + at + CHECKED, &checksum, sizeof checksum);
    }
    fuzz_save(folder, "shard-1", copy, size);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct errors errors = {0};

    fuzz_folder_make(folder, remove_folder);
    if (size < HEAD)
        return 0;
    const size_t text = (size_t)data[1] | (size_t)data[2] << 8, rest = size - HEAD,
                 length = text < rest ? text : rest;
    fuzz_save(folder, "board.json", data + HEAD, length);
    save_shard(data + HEAD + length, rest - length, data[0] % 2);
    cJSON_Delete(board_status(folder, &errors));
    errors_free(&errors);
    return 0;
}
