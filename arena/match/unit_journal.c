// SPDX-License-Identifier: MIT
#include "arena/match/unit_journal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/base/input_file.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/record/played_moves.h"

/* What another build might have otherwise. */
struct journal_head {
    char magic[8];
    uint32_t stats_size, tally_size, bots, reserved;
};

struct record_head {
    uint32_t packed, checksum; /* length and checksum of what follows */
    uint32_t games, reserved;
    int64_t log_end;
};

static struct journal_head head_of(int bots)
{
    struct journal_head head = {.stats_size = sizeof(struct game_stats),
                                .tally_size = sizeof(struct bot_tally),
                                .bots = (uint32_t)bots};

    memcpy(head.magic, "skatjrn1", sizeof head.magic);
    return head;
}

static size_t tally_length(int bots)
{
    return offsetof(struct tally, bots) + (size_t)bots * sizeof(struct bot_tally);
}

/* FNV-1a: a record that is torn or was never written whole is found. */
static uint32_t checksum_of(const unsigned char *bytes, size_t length, uint32_t sum)
{
    const uint32_t PRIME = 16777619;

    for (size_t i = 0; i < length; i++)
        sum = (sum ^ bytes[i]) * PRIME;
    return sum;
}

static uint32_t record_checksum(const struct record_head *head, const unsigned char *packed)
{
    const uint32_t BASIS = 2166136261;
    struct record_head known = *head;

    known.checksum = 0;
    return checksum_of(packed, head->packed,
                       checksum_of((const unsigned char *)&known, sizeof known, BASIS));
}

/* ---- runs of zeros ---- */

enum { MOST_AT_ONCE = 255 };

/* Pairs of counts, of zeros and of bytes that follow as they are. Room: twice the length and two.
 */
static size_t pack(const unsigned char *plain, size_t length, unsigned char *packed)
{
    size_t to = 0;

    for (size_t at = 0; at < length;) {
        size_t zeros = 0, bytes = 0;
        while (at + zeros < length && zeros < MOST_AT_ONCE && !plain[at + zeros])
            zeros++;
        at += zeros;
        /* A single zero costs less as it is. */
        while (at + bytes < length && bytes < MOST_AT_ONCE &&
               (plain[at + bytes] || (at + bytes + 1 < length && plain[at + bytes + 1])))
            bytes++;
        packed[to++] = (unsigned char)zeros;
        packed[to++] = (unsigned char)bytes;
        memcpy(packed + to, plain + at, bytes);
        to += bytes;
        at += bytes;
    }
    return to;
}

/* False if it does not give `length` bytes. */
static bool unpack(const unsigned char *packed, size_t packed_length, unsigned char *plain,
                   size_t length)
{
    size_t at = 0, to = 0;

    while (at + 2 <= packed_length) {
        const size_t zeros = packed[at], bytes = packed[at + 1];
        at += 2;
        if (to + zeros + bytes > length || at + bytes > packed_length)
            return false;
        memset(plain + to, 0, zeros);
        memcpy(plain + to + zeros, packed + at, bytes);
        to += zeros + bytes;
        at += bytes;
    }
    return at == packed_length && to == length;
}

static void add_bytes(unsigned char *to, const unsigned char *from, size_t length)
{
    for (size_t i = 0; i < length; i++)
        to[i] ^= from[i];
}

/* Each game as the difference from the one before it; and back, in the other direction. */
static void take_differences(unsigned char *games, uint32_t count)
{
    const size_t size = sizeof(struct game_stats);

    for (uint32_t i = count; i-- > 1;)
        add_bytes(games + i * size, games + (i - 1) * size, size);
}

static void undo_differences(unsigned char *games, uint32_t count)
{
    const size_t size = sizeof(struct game_stats);

    for (uint32_t i = 1; i < count; i++)
        add_bytes(games + i * size, games + (i - 1) * size, size);
}

/* ---- writing ---- */

bool unit_journal_exists(const char *folder)
{
    char path[FOLDER_PATH_SIZE];

    return access(folder_file(folder, JOURNAL_FILE, path), F_OK) == 0;
}

FILE *unit_journal_open(const char *path, bool append, int bots, struct errors *errors)
{
    const struct journal_head head = head_of(bots);
    FILE *file = output_file_grow(path, append ? OUTPUT_APPEND : OUTPUT_ANEW);

    const bool begun = file && append && fseek(file, 0, SEEK_END) == 0 && ftell(file) > 0;
    if (file && (begun || (fwrite(&head, sizeof head, 1, file) == 1 && fflush(file) == 0)))
        return file;
    errors_add(errors, path, "cannot be written: %s", strerror(errno));
    if (file)
        fclose(file);
    return NULL;
}

bool unit_journal_add(FILE *journal, const struct tally *tally, int bots,
                      const struct game_stats *games, uint32_t count, int64_t log_end)
{
    const size_t counts = tally_length(bots), length = counts + count * sizeof *games;
    unsigned char *plain = xcalloc(3 * length + 2, 1), *packed = plain + length;

    memcpy(plain, tally, counts);
    memcpy(plain + counts, games, count * sizeof *games);
    take_differences(plain + counts, count);
    struct record_head head = {
        .packed = (uint32_t)pack(plain, length, packed), .games = count, .log_end = log_end};
    head.checksum = record_checksum(&head, packed);
    const bool ok = fwrite(&head, sizeof head, 1, journal) == 1 &&
                    fwrite(packed, 1, head.packed, journal) == head.packed;
    free(plain);
    return ok;
}

/* ---- reading ---- */

bool unit_journal_read(struct unit_journal_reader *reader, const char *folder,
                       const struct schedule *schedule, int bots, struct errors *errors)
{
    const struct journal_head should = head_of(bots);
    struct journal_head head;

    *reader = (struct unit_journal_reader){.schedule = schedule, .bots = bots};
    char *path = reader->path;
    reader->file = input_file_open(folder_file(folder, JOURNAL_FILE, path), INPUT_OWN);
    if (!reader->file) {
        input_file_refused(path, errno, errors);
        return false;
    }
    const size_t got = fread(&head, 1, sizeof head, reader->file);
    if (got < sizeof head || memchr(head.magic, '\0', sizeof head.magic)) {
        fclose(reader->file); /* cut off before anything was played */
        reader->file = NULL;
        return true;
    }
    reader->begin = (int64_t)sizeof head;
    if (memcmp(&head, &should, sizeof head) == 0)
        return true;
    errors_add(errors, path, "is not a journal of this run, or another build has written it");
    return false;
}

void unit_journal_close(struct unit_journal_reader *reader)
{
    if (reader->file)
        fclose(reader->file);
    free(reader->packed);
    free(reader->plain);
    free(reader->unit.games);
    *reader = (struct unit_journal_reader){.file = NULL};
}

static unsigned char *room_for(unsigned char **bytes, size_t *room, size_t length)
{
    if (length > *room) {
        *bytes = xrealloc(*bytes, length);
        *room = length;
    }
    return *bytes;
}

static void take_plain(struct unit_journal_reader *reader, uint32_t games)
{
    struct journaled_unit *unit = &reader->unit;
    const size_t counts = tally_length(reader->bots);

    if (games > unit->capacity) {
        unit->games = xrealloc(unit->games, games * sizeof *unit->games);
        unit->capacity = games;
    }
    unit->tally = (struct tally){.games = 0};
    memcpy(&unit->tally, reader->plain, counts);
    memcpy(unit->games, reader->plain + counts, games * sizeof *unit->games);
    unit->count = games;
}

void unit_journal_rewind(struct unit_journal_reader *reader)
{
    if (reader->file)
        fseek(reader->file, (long)(reader->unit.end ? reader->unit.end : reader->begin), SEEK_SET);
}

/* A record that is being read. */
struct record_reading {
    const struct unit_journal_reader *reader;
    int64_t at; /* its first byte */
    struct errors *errors;
};

/* Adds the error that ends with `what`. Returns false. */
__attribute__((format(printf, 2, 3))) static bool refuse(const struct record_reading *reading,
                                                         const char *what, ...)
{
    char text[400];
    va_list arguments;

    va_start(arguments, what);
    vsnprintf(text, sizeof text, what, arguments);
    va_end(arguments);
    errors_add(reading->errors, reading->reader->path, "the record at byte %" PRId64 " %s",
               reading->at, text);
    return false;
}

/* As many games as whole deals have, and no more than are left; the games come later. */
static bool count_is_sound(const struct record_reading *reading, const struct record_head *head)
{
    const struct unit_journal_reader *reader = reading->reader;
    const uint64_t left = schedule_games(reader->schedule) - reader->games;

    if (!head->games || head->games % (uint32_t)reader->schedule->per_deal || head->games > left)
        return refuse(reading,
                      "has %" PRIu32 " games; allowed are whole deals of %d games, and at most the "
                      "%" PRIu64 " that are left of the schedule",
                      head->games, reader->schedule->per_deal, left);
    if (head->log_end < reader->unit.log_end)
        return refuse(reading,
                      "ends in the log at byte %" PRId64 ", before the one that precedes it, which "
                      "ends at byte %" PRId64,
                      head->log_end, reader->unit.log_end);
    return true;
}

/* Whether game `number` of the record is the one that the schedule has there, and can be. */
static bool game_is_sound(const struct record_reading *reading, uint32_t number)
{
    const struct unit_journal_reader *reader = reading->reader;
    const struct schedule *schedule = reader->schedule;
    const struct game_stats *game = &reader->unit.games[number];
    const uint64_t per_deal = (uint64_t)schedule->per_deal,
                   should = schedule_first_game(schedule) + reader->games + number;
    const struct game_id id =
        schedule_game(schedule, should / per_deal, (uint32_t)(should % per_deal));
    struct game_stats_flaw flaw;
    char text[GAME_STATS_FLAW_TEXT];

    if (game->game != id.game || game->session != id.session || game->deal != id.deal ||
        game->arrangement != id.arrangement)
        return refuse(reading,
                      "has other games than the schedule: game %" PRIu64 ", session %" PRIu64
                      ", deal %" PRIu64 ", table %" PRIu32 "; next is game %" PRIu64
                      ", session %" PRIu64 ", deal %" PRIu64 ", table %" PRIu32,
                      game->game, game->session, game->deal, game->arrangement, id.game, id.session,
                      id.deal, id.arrangement);
    if (game_stats_are_sound(game, (unsigned)schedule->seats, &flaw))
        return true;
    game_stats_flaw_text(&flaw, text);
    return refuse(reading, "has game %" PRIu64 " wrong: %s", id.game, text);
}

/* Of games that were not played nothing is counted. */
static bool unit_is_sound(const struct record_reading *reading)
{
    const struct unit_journal_reader *reader = reading->reader;
    const struct journaled_unit *unit = &reader->unit;
    int64_t played = 0;

    for (uint32_t i = 0; i < unit->count; i++) {
        if (!game_is_sound(reading, i))
            return false;
        played += unit->games[i].bids.known != STATS_BIDS_ALIKE;
    }
    return tally_is_sound(&unit->tally, reader->bots, played, reader->schedule->seats,
                          PLAYED_MOVES_MAX) ||
           refuse(reading, "counts what cannot be counted in its %" PRId64 " games", played);
}

/* Reads a record whose bytes are whole; false at the end. */
static bool next_record(struct unit_journal_reader *reader, struct record_head *head)
{
    enum { PACKED_MAX = 1 << 30 };

    if (!reader->file || fread(head, sizeof *head, 1, reader->file) != 1 ||
        head->packed > PACKED_MAX)
        return false;
    unsigned char *packed = room_for(&reader->packed, &reader->packed_room, head->packed);
    return fread(packed, 1, head->packed, reader->file) == head->packed &&
           record_checksum(head, packed) == head->checksum;
}

static bool take_record(struct unit_journal_reader *reader, const struct record_head *head,
                        const struct record_reading *reading)
{
    if (!count_is_sound(reading, head))
        return false;
    const size_t counts = tally_length(reader->bots),
                 length = counts + head->games * sizeof(struct game_stats);
    unsigned char *plain = room_for(&reader->plain, &reader->plain_room, length);
    if (!unpack(reader->packed, head->packed, plain, length))
        return refuse(reading, "is not %zu bytes when it is unpacked, as %" PRIu32 " games are",
                      length, head->games);
    undo_differences(plain + counts, head->games);
    take_plain(reader, head->games);
    return unit_is_sound(reading);
}

const struct journaled_unit *unit_journal_next(struct unit_journal_reader *reader,
                                               struct errors *errors)
{
    const struct record_reading reading = {
        reader, reader->unit.end ? reader->unit.end : reader->begin, errors};
    struct record_head head;

    if (!next_record(reader, &head))
        return NULL;
    if (!take_record(reader, &head, &reading)) {
        unit_journal_rewind(reader);
        return NULL;
    }
    reader->games += head.games;
    reader->unit.log_end = head.log_end;
    reader->unit.end = ftell(reader->file);
    return &reader->unit;
}
