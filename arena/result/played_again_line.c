// SPDX-License-Identifier: MIT
#include "arena/result/played_again_line.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/fields_lines.h"
#include "arena/base/folder.h"
#include "arena/base/text.h"

FIELDS_ROWS(played_again_line, PLAYED_AGAIN_LINE_FIELDS);

bool played_again_line_write(const struct played_again_line *line, FILE *file)
{
    cJSON *object = fields_to_json(&played_again_line_fields, line);
    char *text = cJSON_PrintUnformatted(object);
    const bool ok = text && fprintf(file, "%s\n", text) > 0 && fflush(file) == 0;

    free(text);
    cJSON_Delete(object);
    return ok;
}

struct played_again_counting {
    uint64_t end;
    const char *const *names;
    int bots;
    struct played_again_counts *counts;
};

static bool count_line(void *context, const void *from, const char *text)
{
    const struct played_again_counting *counting = context;
    const struct played_again_line *line = from;

    (void)text;
    if ((uint64_t)line->game >= counting->end)
        return true;
    counting->counts->all++;
    for (int bot = 0; bot < counting->bots && line->bot; bot++)
        counting->counts->of[bot] += strcmp(counting->names[bot], line->bot) == 0;
    return true;
}

bool played_again_lines_count(const char *folder, uint64_t end, const char *const names[], int bots,
                              struct played_again_counts *counts, struct errors *errors)
{
    struct played_again_counting counting = {end, names, bots, counts};
    char path[FOLDER_PATH_SIZE];

    return fields_read_lines(&played_again_line_fields,
                             folder_file(folder, PLAYED_AGAIN_FILE, path), count_line, &counting,
                             errors);
}

void played_again_counts_warn(const struct played_again_counts *counts, const char *const names[],
                              int bots)
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
