// SPDX-License-Identifier: MIT
#include "arena/match/fault_report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/folder.h"
#include "arena/base/json_write.h"
#include "arena/base/text.h"
#include "engine/variant.h"

/* Turns a text into one printable line. */
static void make_line(char *text)
{
    text_make_printable(text);
    for (; *text; text++)
        if (*text == '\n' || *text == '\t')
            *text = ' ';
}

static void add_text(cJSON *object, const char *key, const char *text)
{
    char copy[FAULT_REPORT_OUTPUT + 1];
    size_t length = strnlen(text, FAULT_REPORT_OUTPUT);

    memcpy(copy, text, length);
    copy[length] = '\0';
    text_make_printable(copy); /* a crashing bot may print anything */
    cJSON_AddStringToObject(object, key, copy);
}

/* "stammtisch.so+0x1a2f act": what addr2line needs, and the name of the function if it is known.
 * Stops at the first frame of our own program, the caller. */
static void add_backtrace(cJSON *object, const struct crash *crash)
{
    cJSON *list = cJSON_AddArrayToObject(object, "backtrace");
    char text[CRASH_NAME + CRASH_SYMBOL + 32];

    for (int i = 0; i < crash->frame_count && i < CRASH_FRAMES; i++) {
        const struct crash_frame *frame = &crash->frames[i];
        if (strncmp(frame->module, program_invocation_short_name, CRASH_NAME) == 0)
            break;
        snprintf(text, sizeof text, "%.*s+0x%" PRIx64 "%s%.*s", CRASH_NAME, frame->module,
                 frame->offset, *frame->symbol ? " " : "", CRASH_SYMBOL, frame->symbol);
        make_line(text); /* a bot process may have written anything there */
        cJSON_AddItemToArray(list, cJSON_CreateString(text));
    }
}

size_t fault_report_write(const struct skat_game *game, const struct game_outcome *outcome,
                          const char *bot, const struct fault_report *report,
                          char line[FAULT_REPORT_SIZE])
{
    cJSON *object = cJSON_CreateObject();

    json_put_int(object, "game", (int64_t)outcome->id.game);
    cJSON_AddStringToObject(object, "bot", bot);
    json_put_int(object, "seat", outcome->seat_of[game->fault]);
    cJSON_AddStringToObject(object, "position",
                            skat_position_name(game->rules->derived.deck, game->fault));
    cJSON_AddStringToObject(object, "status", game_status_names[outcome->status]);
    char what[FAULT_REPORT_OUTPUT + 1];
    snprintf(what, sizeof what, "%s", report->what);
    make_line(what); /* a bot may supply this text: it must not be able to fake other lines */
    add_text(object, "what", what);
    if (report->crash && report->crash->frame_count > 0)
        add_backtrace(object, report->crash);
    if (report->output && *report->output)
        add_text(object, "output", report->output);
    bool fits = cJSON_PrintPreallocated(object, line, FAULT_REPORT_SIZE - 2, false);
    cJSON_Delete(object);
    if (!fits)
        abort(); /* all texts have a maximum length, so this is our bug */
    size_t length = strlen(line);
    memcpy(line + length, "\n", 2);
    return length + 1;
}

cJSON *fault_reports_of(const char *folder, const char *bot, int most)
{
    char path[FOLDER_PATH_SIZE], *line = NULL;
    FILE *file = fopen(folder_file(folder, "faults.jsonl", path), "r");
    cJSON *list = cJSON_CreateArray();
    size_t size = 0;

    while (file && cJSON_GetArraySize(list) < most && getline(&line, &size, file) > 0) {
        cJSON *report = cJSON_Parse(line);
        if (report && (!bot || strcmp(json_text(report, "bot"), bot) == 0))
            cJSON_AddItemToArray(list, report);
        else
            cJSON_Delete(report);
    }
    free(line);
    if (file)
        fclose(file);
    return list;
}
