// SPDX-License-Identifier: MIT
#include "arena/serve/log_tail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "arena/base/folder.h"
#include "arena/base/input_file.h"
#include "arena/base/memory.h"
#include "arena/log/log_writer.h"
#include "arena/record/bids_line.h"
#include "arena/record/game_json.h"

enum { TAIL = 1 << 16 };

/* The last bytes of a plain log, as a text. Returns how many. */
static size_t read_tail(const char *path, char text[TAIL + 1])
{
    FILE *log = input_file_open(path, INPUT_OWN);

    if (!log)
        return 0;
    fseeko(log, 0, SEEK_END);
    const off_t size = ftello(log);
    fseeko(log, size > TAIL ? size - TAIL : 0, SEEK_SET);
    const size_t length = fread(text, 1, TAIL, log);
    fclose(log);
    return length;
}

/* Unpacks a frame as far as it goes, and keeps the end of it. */
static size_t unpack_tail(ZSTD_inBuffer *in, char *text, size_t size)
{
    ZSTD_DCtx *zstd = xcheck(ZSTD_createDCtx());
    char *piece = xcalloc(1, ZSTD_DStreamOutSize());
    size_t length = 0, left = 1;

    while (left && !ZSTD_isError(left)) {
        ZSTD_outBuffer out = {piece, ZSTD_DStreamOutSize(), 0};
        left = ZSTD_decompressStream(zstd, &out, in);
        const size_t more = out.pos < size ? out.pos : size,
                     kept = length < size - more ? length : size - more;
        memmove(text, text + length - kept, kept);
        memcpy(text + kept, piece + out.pos - more, more);
        length = kept + more;
        if (!out.pos && in->pos == in->size)
            break;
    }
    free(piece);
    ZSTD_freeDCtx(zstd);
    return length;
}

/* The same of a compressed log. Frames are found by their first bytes, from the end on. */
static size_t read_packed_tail(const char *path, char text[TAIL + 1])
{
    enum { PACKED = 4 << 20 }; /* longer than a frame */
    static const unsigned char magic[] = {0x28, 0xb5, 0x2f, 0xfd};
    FILE *file = input_file_open(path, INPUT_OWN);
    size_t length = 0;

    if (!file)
        return 0;
    char *packed = xcalloc(1, PACKED);
    if (fseeko(file, -(off_t)PACKED, SEEK_END) != 0)
        rewind(file);
    const size_t bytes = fread(packed, 1, PACKED, file);
    fclose(file);
    for (size_t at = bytes; at-- > 0 && !memchr(text, '\n', length);)
        if (bytes - at >= sizeof magic && memcmp(packed + at, magic, sizeof magic) == 0) {
            ZSTD_inBuffer in = {packed, bytes, at};
            length = unpack_tail(&in, text, TAIL);
        }
    free(packed);
    return length;
}

/* How many games of the run there are up to this line; 0 if it says nothing. */
static uint64_t games_up_to(const char *line, const struct schedule *schedule)
{
    const uint64_t game = game_json_named_game(line);
    struct bids_line bids;

    if (game != UINT64_MAX)
        return game + 1;
    if (!bids_line_read(&bids, line, strlen(line)))
        return 0;
    const uint64_t deals =
        bids.session * schedule->deals + bids.deal + (bids.bids.known == STATS_BIDS_ALIKE);
    return deals * (uint64_t)schedule->per_deal;
}

uint64_t log_tail_games(const char *folder, const struct schedule *schedule)
{
    const uint64_t first = schedule_first_game(schedule), all = schedule_games(schedule);
    const enum log_mode mode = log_mode_of_folder(folder);
    char path[FOLDER_PATH_SIZE], *text = xcalloc(1, TAIL + 1);
    uint64_t games = 0;

    folder_file(folder, log_file_name(mode), path);
    text[mode == LOG_ZSTD ? read_packed_tail(path, text) : read_tail(path, text)] = '\0';
    char *end = strrchr(text, '\n'); /* a line without one is being written */
    if (end) {
        *end = '\0';
        const char *line = strrchr(text, '\n');
        games = games_up_to(line ? line + 1 : text, schedule);
    }
    free(text);
    return games <= first || games - first > all ? 0 : games - first;
}
