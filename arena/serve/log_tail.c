// SPDX-License-Identifier: MIT
#include "arena/serve/log_tail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/folder.h"
#include "arena/base/input_file.h"
#include "arena/base/memory.h"
#include "arena/record/game_json.h"

/* The number of the last game whose line begins in the last bytes of a log; UINT64_MAX if none. */
static uint64_t last_game(const char *path)
{
    enum { TAIL = 1 << 16 };
    FILE *log = input_file_open(path, INPUT_OWN);
    uint64_t last = UINT64_MAX;

    if (!log)
        return last;
    char *text = xcalloc(1, TAIL + 1);
    fseeko(log, 0, SEEK_END);
    const off_t size = ftello(log);
    fseeko(log, size > TAIL ? size - TAIL : 0, SEEK_SET);
    text[fread(text, 1, TAIL, log)] = '\0';
    char *end = strrchr(text, '\n'); /* a line without one is being written */
    if (end) {
        *end = '\0';
        const char *line = strrchr(text, '\n');
        last = game_json_named_game(line ? line + 1 : text);
    }
    free(text);
    fclose(log);
    return last;
}

uint64_t log_tail_games(const char *folder, const struct schedule *schedule)
{
    const uint64_t first = schedule_first_game(schedule), all = schedule_games(schedule);
    char path[FOLDER_PATH_SIZE];
    const uint64_t last = last_game(folder_file(folder, "games.jsonl", path));

    if (last == UINT64_MAX || last < first || last - first >= all)
        return 0;
    return last - first + 1;
}
