// SPDX-License-Identifier: MIT
#include "arena/import/import_journal.h"

#include <stdlib.h>
#include <string.h>

#include "arena/base/folder.h"
#include "arena/base/journal.h"
#include "arena/base/memory.h"

struct import_journal {
    struct journal *journal;
    struct import_game *games; /* since the last entry, or of the one that was read last */
    size_t count, room;
    uint64_t read; /* games of all entries so far */
};

struct import_journal *import_journal_open(const char *folder, const char *work, bool resume,
                                           struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    struct journal *inner = journal_open(folder_file(folder, IMPORT_JOURNAL_FILE, path), work,
                                         resume, JOURNAL_FORCE, errors);

    if (!inner)
        return NULL;
    struct import_journal *journal = xcalloc(1, sizeof *journal);
    journal->journal = inner;
    return journal;
}

bool import_journal_exists(const char *folder)
{
    char path[FOLDER_PATH_SIZE];

    return journal_exists(folder_file(folder, IMPORT_JOURNAL_FILE, path));
}

static void make_room(struct import_journal *journal, size_t count)
{
    enum { LEAST = 1024 };

    if (count <= journal->room)
        return;
    journal->room = count < LEAST ? LEAST : 2 * count;
    journal->games = xrealloc(journal->games, journal->room * sizeof *journal->games);
}

static bool refuse(struct import_journal *journal, const char *field, struct errors *errors)
{
    return journal_refuse(journal->journal, errors,
                          "is no block of an import: field \"%s\" is out "
                          "of range",
                          field);
}

static bool place_is_sound(struct import_journal *journal, const struct import_place *place,
                           int sources, struct errors *errors)
{
    if (place->source >= (uint32_t)sources)
        return refuse(journal, "source", errors);
    if (*(const unsigned char *)&place->torn > 1)
        return refuse(journal, "torn", errors);
    for (int output = 0; output < IMPORT_OUTPUTS; output++)
        if (place->length[output] < 0)
            return refuse(journal, "length", errors);
    for (int reason = 0; reason < ISSUE_REASONS; reason++)
        if (place->totals.of_reason[reason].file ||
            (place->totals.of_reason[reason].records && place->first[reason] >= (uint32_t)sources))
            return refuse(journal, "first", errors);
    return place->totals.games == journal->read || refuse(journal, "games", errors);
}

/* Imported games have three players at tables of three. */
static bool game_is_sound(struct import_journal *journal, const struct import_game *game,
                          struct errors *errors)
{
    bool sound = game_stats_are_sound(&game->stats, SKAT_PLAYERS);

    for (int position = 0; position < SKAT_PLAYERS; position++) {
        sound = sound && game->stats.seat_of[position] != SKAT_NOBODY;
        if (!memchr(game->names[position], '\0', sizeof game->names[position]))
            return refuse(journal, "names", errors);
    }
    return sound || refuse(journal, "stats", errors);
}

const struct import_game *import_journal_next(struct import_journal *journal, int sources,
                                              struct import_place *place, size_t *count,
                                              struct errors *errors)
{
    const size_t head = sizeof *place;
    const struct entry_shape shape = {head, sizeof *journal->games};
    size_t size;
    const char *entry = journal_next(journal->journal, &shape, &size, errors);

    if (!entry)
        return NULL;
    memcpy(place, entry, sizeof *place);
    *count = (size - head) / sizeof *journal->games;
    make_room(journal, *count + 1);
    memcpy(journal->games, entry + head, *count * sizeof *journal->games);
    journal->read += *count;
    for (size_t i = 0; i < *count; i++)
        if (!game_is_sound(journal, &journal->games[i], errors))
            return NULL;
    return place_is_sound(journal, place, sources, errors) ? journal->games : NULL;
}

void import_journal_game(struct import_journal *journal, const struct import_game *game)
{
    make_room(journal, journal->count + 1);
    journal->games[journal->count++] = *game;
}

size_t import_journal_noted(const struct import_journal *journal) { return journal->count; }

void import_journal_add(struct import_journal *journal, const struct import_place *place)
{
    const size_t head = sizeof *place, size = head + journal->count * sizeof *journal->games;
    char *entry = xcheck(malloc(size));

    memcpy(entry, place, sizeof *place);
    if (journal->count)
        memcpy(entry + head, journal->games, journal->count * sizeof *journal->games);
    journal_add(journal->journal, entry, size);
    journal->count = 0;
    free(entry);
}

static void forget(struct import_journal *journal)
{
    free(journal->games);
    free(journal);
}

bool import_journal_keep(struct import_journal *journal, struct errors *errors)
{
    const bool kept = journal_keep(journal->journal, errors);

    forget(journal);
    return kept;
}

bool import_journal_remove(struct import_journal *journal, struct errors *errors)
{
    const bool removed = journal_remove(journal->journal, errors);

    forget(journal);
    return removed;
}
