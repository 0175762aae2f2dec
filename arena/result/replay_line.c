// SPDX-License-Identifier: MIT
#include "arena/result/replay_line.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/fields_lines.h"
#include "arena/base/folder.h"
#include "arena/base/text.h"

FIELDS_ROWS(replay_line, REPLAY_LINE_FIELDS);

bool replay_line_write(const struct replay_line *line, FILE *file)
{
    cJSON *object = fields_to_json(&replay_line_fields, line);
    char *text = cJSON_PrintUnformatted(object);
    const bool ok = text && fprintf(file, "%s\n", text) > 0 && fflush(file) == 0;

    free(text);
    cJSON_Delete(object);
    return ok;
}

struct replay_counting {
    uint64_t end;
    const char *const *names;
    int bots;
    struct replay_counts *counts;
};

static bool count_line(void *context, const void *from, const char *text)
{
    const struct replay_counting *counting = context;
    const struct replay_line *line = from;

    (void)text;
    if ((uint64_t)line->game >= counting->end)
        return true;
    counting->counts->all++;
    for (int bot = 0; bot < counting->bots && line->bot; bot++)
        counting->counts->of[bot] += strcmp(counting->names[bot], line->bot) == 0;
    return true;
}

bool replay_lines_count(const char *folder, uint64_t end, const char *const names[], int bots,
                        struct replay_counts *counts, struct errors *errors)
{
    struct replay_counting counting = {end, names, bots, counts};
    char path[FOLDER_PATH_SIZE];

    return fields_read_lines(&replay_line_fields, folder_file(folder, REPLAYS_FILE, path),
                             count_line, &counting, errors);
}

void replay_counts_warn(const struct replay_counts *counts, const char *const names[], int bots)
{
    if (!counts->all)
        return;
    fprintf(stderr,
            "skat-arena: warning: games were played again %" PRId64 " time%s because the system "
            "had ended a process for lack of memory",
            counts->all, text_plural(counts->all));
    for (int bot = 0; bot < bots; bot++)
        if (counts->of[bot])
            fprintf(stderr, "; of %s %" PRId64, names[bot], counts->of[bot]);
    fputc('\n', stderr);
}
