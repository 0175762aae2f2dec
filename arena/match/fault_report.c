// SPDX-License-Identifier: MIT
#include "arena/match/fault_report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/fields.h"
#include "arena/base/input_file.h"
#include "arena/base/input_line.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/text.h"
#include "arena/result/fault_line.h"
#include "engine/variant.h"

enum { FRAME_SIZE = CRASH_NAME + CRASH_SYMBOL + 32 };

/* Turns a text into one printable line. */
static void make_line(char *text)
{
    text_make_printable(text);
    for (; *text; text++)
        if (*text == '\n' || *text == '\t')
            *text = ' ';
}

/* "stammtisch.so+0x1a2f act": what addr2line needs, and the name of the function if it is known.
 * Stops at the first frame of our own program, the caller. Returns the number of texts. */
static int backtrace_of(const struct crash *crash, char texts[CRASH_FRAMES][FRAME_SIZE])
{
    int count = 0;

    for (; crash && count < crash->frame_count && count < CRASH_FRAMES; count++) {
        const struct crash_frame *frame = &crash->frames[count];
        if (strncmp(frame->module, program_invocation_short_name, CRASH_NAME) == 0)
            break;
        snprintf(texts[count], FRAME_SIZE, "%.*s+0x%" PRIx64 "%s%.*s", CRASH_NAME, frame->module,
                 frame->offset, *frame->symbol ? " " : "", CRASH_SYMBOL, frame->symbol);
        make_line(texts[count]); /* a bot process may have written anything there */
    }
    return count;
}

/* What the game itself says of its fault: with it each line begins. */
static struct fault_line fault_of(const struct skat_game *game, const struct game_outcome *outcome,
                                  const char *bot)
{
    return (struct fault_line){
        .game = (int64_t)outcome->id.game,
        .bot = bot,
        .seat = outcome->seat_of[game->fault],
        .position = skat_position_name(game->rules->derived.deck, game->fault),
        .status = game_status_names[outcome->status],
        .what = "",
    };
}

bool fault_report_is_of(const struct skat_game *game, const struct game_outcome *outcome,
                        const char *bot, const char *line)
{
    struct fault_line fault = fault_of(game, outcome, bot), said;
    struct errors ignored = {.ignored = true};
    struct pool pool = {0};
    bool same = fields_read_line(&fault_line_fields, line, "report", &said, &pool, &ignored);

    if (same) {
        fault.what = said.what;
        fault.backtrace = said.backtrace;
        fault.backtrace_count = said.backtrace_count;
        fault.output = said.output;
        cJSON *object = fields_to_json(&fault_line_fields, &fault);
        char *text = xcheck(cJSON_PrintUnformatted(object));
        const size_t length = strlen(text);
        same = strncmp(line, text, length) == 0 && line[length] == '\n';
        cJSON_free(text);
        cJSON_Delete(object);
    }
    pool_free(&pool);
    return same;
}

size_t fault_report_write(const struct skat_game *game, const struct game_outcome *outcome,
                          const char *bot, const struct fault_report *report,
                          char line[FAULT_REPORT_SIZE])
{
    char what[FAULT_REPORT_OUTPUT + 1], output[FAULT_REPORT_OUTPUT + 1],
        texts[CRASH_FRAMES][FRAME_SIZE];
    const char *backtrace[CRASH_FRAMES];

    snprintf(what, sizeof what, "%s", report->what);
    make_line(what); /* a bot may supply this text: it must not be able to fake other lines */
    snprintf(output, sizeof output, "%s", report->output ? report->output : "");
    text_make_printable(output); /* a crashing bot may print anything */
    for (int i = 0; i < CRASH_FRAMES; i++)
        backtrace[i] = texts[i];
    struct fault_line fault = fault_of(game, outcome, bot);
    fault.what = what;
    fault.backtrace = backtrace;
    fault.backtrace_count = backtrace_of(report->crash, texts);
    fault.output = *output ? output : NULL;
    cJSON *object = fields_to_json(&fault_line_fields, &fault);
    bool fits = cJSON_PrintPreallocated(object, line, FAULT_REPORT_SIZE - 2, false);
    cJSON_Delete(object);
    if (!fits)
        abort(); /* all texts have a maximum length, so this is our bug */
    size_t length = strlen(line);
    memcpy(line + length, "\n", 2);
    return length + 1;
}

/* ---- reading ---- */

void fault_reader_next(struct fault_reader *reader)
{
    unsigned long long game = 0;

    reader->more = reader->torn = reader->foreign = false;
    if (!reader->file)
        return;
    reader->begin = ftello(reader->file);
    const ssize_t length = input_line_read(&reader->text, &reader->room, reader->file);
    reader->number++;
    if (length <= 0)
        return;
    reader->torn = reader->text[length - 1] != '\n';
    /* A file system may have filled with zeros what it has lost. */
    reader->more = !reader->torn && !memchr(reader->text, '\0', (size_t)length) &&
                   sscanf(reader->text, "{\"game\":%llu,", &game) == 1;
    reader->foreign = !reader->torn && !reader->more;
    reader->game = game;
}

bool fault_reader_open(struct fault_reader *reader, const char *folder, struct errors *errors)
{
    *reader = (struct fault_reader){.file = NULL};
    folder_file(folder, "faults.jsonl", reader->path);
    const bool ok = input_file_open_optional(reader->path, &reader->file, errors);
    fault_reader_next(reader);
    return ok;
}

void fault_reader_close(struct fault_reader *reader)
{
    if (reader->file)
        fclose(reader->file);
    free(reader->text);
}

bool fault_reports_cut(const char *folder, uint64_t end, struct errors *errors)
{
    struct fault_reader reader;
    bool ok = fault_reader_open(&reader, folder, errors);

    while (reader.more && reader.game < end)
        fault_reader_next(&reader);
    if (reader.file && !output_file_cut(reader.path, reader.begin)) {
        errors_add(errors, reader.path, "cannot be cut: %s", strerror(errno));
        ok = false;
    }
    fault_reader_close(&reader);
    return ok;
}
