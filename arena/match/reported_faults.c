// SPDX-License-Identifier: MIT
#include "arena/match/reported_faults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/input_line.h"
#include "arena/base/folder.h"
#include "arena/base/input_file.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"

/* Reads the next line and the game that it names. False at the end and at a line that is not whole,
 * which has no newline, or zeros. */
static bool next_report(FILE *file, char **line, size_t *size, uint64_t *game)
{
    unsigned long long number;

    if (input_line_read(line, size, file) <= 0 || !strchr(*line, '\n') ||
        sscanf(*line, "{\"game\":%llu", &number) != 1)
        return false;
    *game = number;
    return true;
}

bool reported_faults_read(struct reported_faults *reported, const char *folder,
                          struct errors *errors)
{
    char path[FOLDER_PATH_SIZE], *line = NULL;
    size_t size = 0, room = 0;
    uint64_t game;
    FILE *file;
    const bool ok =
        input_file_open_optional(folder_file(folder, "faults.jsonl", path), &file, errors);

    *reported = (struct reported_faults){NULL, 0};
    while (file && next_report(file, &line, &size, &game)) {
        if (reported->count == room) {
            room = 2 * room + 64;
            reported->games = xrealloc(reported->games, room * sizeof *reported->games);
        }
        reported->games[reported->count++] = game;
    }
    free(line);
    if (file)
        fclose(file);
    return ok;
}

void reported_faults_free(struct reported_faults *reported)
{
    free(reported->games);
    *reported = (struct reported_faults){NULL, 0};
}

bool reported_faults_cut(const char *folder, uint64_t end, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE], *line = NULL;
    struct output_file save;
    size_t size = 0;
    uint64_t game;
    FILE *file;

    if (!input_file_open_optional(folder_file(folder, "faults.jsonl", path), &file, errors))
        return false;
    if (!file)
        return true;
    if (output_file_begin(&save, path, OUTPUT_OWN))
        while (next_report(file, &line, &size, &game) && game < end)
            fputs(line, save.file);
    free(line);
    fclose(file);
    return output_file_end(&save, errors);
}
