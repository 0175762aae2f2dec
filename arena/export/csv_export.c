// SPDX-License-Identifier: MIT
#include "arena/export/csv_export.h"

#include "arena/base/output_file.h"
#include "arena/base/exit_code.h"
#include "arena/export/game_rows.h"

struct csv {
    FILE *out;
    bool seats;
};

static bool write_rows(void *context, const struct game_row *row)
{
    const struct csv *csv = context;

    for (unsigned seat = 0; csv->seats && seat < row->stats.seats; seat++)
        row_print_csv(seat_columns, seat_column_count, row, seat, csv->out);
    if (!csv->seats)
        row_print_csv(game_columns, game_column_count, row, 0, csv->out);
    return !ferror(csv->out);
}

static void write_table(struct csv *csv, struct log_reader *log, struct errors *errors)
{
    row_print_csv_head(csv->seats ? seat_columns : game_columns,
                       csv->seats ? seat_column_count : game_column_count, csv->out);
    game_rows_each(log, write_rows, csv, errors);
}

static int write_file(struct csv *csv, struct log_reader *log, const char *path,
                      struct errors *errors)
{
    struct output_file save;

    if (!log_reader_may_write(log, path, errors) || !output_file_possible(path, errors))
        return EXIT_USAGE;
    if (output_file_begin(&save, path, OUTPUT_NAMED)) {
        csv->out = save.file;
        write_table(csv, log, errors);
    }
    if (!errors->count)
        return output_file_end(&save, errors) ? EXIT_OK : EXIT_INTERNAL;
    output_file_drop(&save);
    return EXIT_BAD_FILE;
}

int csv_export(const char *path, const char *rules, bool seats, const char *out,
               struct errors *errors)
{
    struct csv csv = {stdout, seats};
    struct log_reader log;
    int code = EXIT_BAD_FILE;

    if (log_reader_open(&log, path, rules, errors) && out) {
        code = write_file(&csv, &log, out, errors);
    } else if (!errors->count) {
        write_table(&csv, &log, errors);
        code = errors->count ? EXIT_BAD_FILE : EXIT_OK;
    }
    log_reader_close(&log);
    return code;
}
