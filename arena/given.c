#include "arena/given.h"

#include <sys/types.h>

#include <cjson/cJSON.h>
#include <errno.h>
#include <sha256.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/issfile.h"
#include "arena/issgame.h"
#include "arena/zstdfile.h"

enum { PLACE_SIZE = 1300, PROBLEMS_SHOWN = 20 };

/* A file that is being read. */
struct reading {
    struct given *given;
    const char *path;
    struct problems *problems;
    double session, deal; /* of the last line of a log */
};

static void add(struct given *given, const struct skat_deal *deal)
{
    size_t count = given->count;

    if ((count & (count - 1)) == 0) { /* full at each power of two */
        given->deals = realloc(given->deals, (count ? 2 * count : 1) * sizeof *deal);
        if (!given->deals)
            abort(); /* out of memory */
    }
    given->deals[given->count++] = *deal;
}

bool given_add(struct given *given, const char *text, const char *where, struct problems *problems)
{
    struct skat_error error;
    struct skat_deal deal;

    if (!skat_deal_parse(&deal, &skat_deck_32, text, &error)) {
        problems_add(problems, where, "%s", error.text);
        return false;
    }
    add(given, &deal);
    return true;
}

static const char *place(const struct reading *reading, uint64_t line, char where[PLACE_SIZE])
{
    snprintf(where, PLACE_SIZE, "%.1200s:%llu", reading->path, (unsigned long long)line);
    return where;
}

/* ---- lines ---- */

static double number_of(const cJSON *line, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(line, key);
    return cJSON_IsNumber(item) ? item->valuedouble : -1;
}

/* The tables of a deal stand beside each other. */
static void take_game(struct reading *reading, const char *text, const char *where)
{
    cJSON *line = cJSON_Parse(text);
    const cJSON *cards = cJSON_GetObjectItemCaseSensitive(line, "cards");
    double session = number_of(line, "session"), deal = number_of(line, "deal");

    if (!cJSON_IsString(cards))
        problems_add(reading->problems, where, "this line of a log has no \"cards\"");
    else if (session < 0 || session != reading->session || deal != reading->deal)
        given_add(reading->given, cards->valuestring, where, reading->problems);
    reading->session = session;
    reading->deal = deal;
    cJSON_Delete(line);
}

static void read_lines(struct reading *reading, FILE *file)
{
    int before = reading->problems->count;
    char *text = NULL, where[PLACE_SIZE];
    uint64_t number = 0;
    size_t size = 0;

    while (reading->problems->count < before + PROBLEMS_SHOWN && getline(&text, &size, file) > 0) {
        place(reading, ++number, where);
        text[strcspn(text, "\r\n")] = '\0';
        if (*text == '{')
            take_game(reading, text, where);
        else if (*text && *text != '#')
            given_add(reading->given, text, where, reading->problems);
    }
    if (ferror(file))
        problems_add(reading->problems, where, "cannot be read on: the disk, or a damaged .zst");
    free(text);
    fclose(file);
}

/* ---- records ---- */

static void take_record(struct reading *reading, struct issfile *file, struct iss_piece *piece)
{
    struct findings found = {.count = 0};
    struct iss_record record;
    struct skat_deal deal;
    char where[PLACE_SIZE];

    size_t used = iss_read(&record, piece->text, piece->text_length, &found);
    if (used && used < piece->text_length)
        issfile_split(file, piece, used);
    if (used && iss_deal(&record, &deal, &found)) {
        add(reading->given, &deal);
        return;
    }
    const struct finding *finding = &found.list[found.count - 1];
    problems_add(reading->problems, place(reading, piece->line, where),
                 "%s, found \"%s\" (import leaves such records out, and its folder has deals, too)",
                 finding_infos[finding->reason].text, finding->found);
}

static void read_records(struct reading *reading, FILE *stream)
{
    int before = reading->problems->count;
    struct issfile file;
    struct iss_piece piece;

    issfile_start(&file, reading->path, stream);
    while (reading->problems->count < before + PROBLEMS_SHOWN && issfile_next(&file, &piece))
        if (piece.text)
            take_record(reading, &file, &piece);
    issfile_ended(&file, reading->problems);
    issfile_close(&file);
}

/* ---- files ---- */

/* Does it begin like a record? Then back to its beginning. */
static bool has_records(FILE *file)
{
    int letter;

    do
        letter = getc(file);
    while (letter == ' ' || letter == '\n' || letter == '\r' || letter == 0xef || letter == 0xbb ||
           letter == 0xbf);
    rewind(file);
    return letter == '(';
}

static void sign_file(struct given *given, const char *path)
{
    char compressed[PLACE_SIZE];

    if (SHA256File(path, given->sha256))
        return;
    snprintf(compressed, sizeof compressed, "%.1200s.zst", path);
    if (!SHA256File(compressed, given->sha256))
        given->sha256[0] = '\0';
}

bool given_read(struct given *given, const char *path, struct problems *problems)
{
    int before = problems->count;
    char log[PLACE_SIZE];
    struct stat info;

    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        snprintf(log, sizeof log, "%.1200s/games.jsonl", path);
        path = log;
    }
    struct reading reading = {given, path, problems, -1, -1};
    FILE *file = zstdfile_open(path);
    if (!file) {
        problems_add(problems, path, "%s", strerror(errno));
        return false;
    }
    if (has_records(file))
        read_records(&reading, file);
    else
        read_lines(&reading, file);
    sign_file(given, path);
    if (problems->count >= before + PROBLEMS_SHOWN)
        problems_add(problems, path, "and more: not read any further");
    else if (problems->count == before && !given->count)
        problems_add(problems, path, "no deals in this file");
    return problems->count == before;
}
