// SPDX-License-Identifier: MIT
#include "arena/result/audit_line.h"

#include <string.h>

#include "arena/base/fields_lines.h"
#include "arena/base/folder.h"
#include "arena/stats/distribution.h"

FIELDS_ROWS(audit_line, AUDIT_LINE_FIELDS);
FIELDS_ROWS(audit_counts, AUDIT_COUNTS_FIELDS);

void audit_counts_add(struct audit_counts *counts, const struct audit_line *line)
{
    counts->asked++;
    counts->redealt += line->redealt;
    counts->unanswered += !line->again;
    counts->different += audit_line_differs(line);
}

void audit_counts_end(struct audit_counts *counts)
{
    const double CONFIDENCE = 0.95;

    counts->bound = share_upper(CONFIDENCE, (double)counts->different,
                                (double)(counts->asked - counts->unanswered));
}

bool audit_line_differs(const struct audit_line *line)
{
    return line->again && strcmp(line->again, line->answer) != 0;
}

struct audit_reading {
    bool (*take)(void *context, const struct audit_line *line);
    void *context;
};

static bool take_line(void *context, const void *line, const char *text)
{
    const struct audit_reading *reading = context;
    return (void)text, reading->take(reading->context, line);
}

bool audit_lines_read(const char *folder,
                      bool (*take)(void *context, const struct audit_line *line), void *context,
                      struct errors *errors)
{
    struct audit_reading reading = {take, context};
    char path[FOLDER_PATH_SIZE];

    return fields_read_lines(&audit_line_fields, folder_file(folder, "audit.jsonl", path),
                             take_line, &reading, errors);
}
