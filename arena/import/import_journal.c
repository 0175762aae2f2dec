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

const struct import_game *import_journal_next(struct import_journal *journal,
                                              struct import_place *place, size_t *count)
{
    const size_t head = sizeof *place;
    size_t size;
    const char *entry = journal_next(journal->journal, &size);

    if (!entry || size < head)
        return NULL;
    memcpy(place, entry, sizeof *place);
    *count = (size - head) / sizeof *journal->games;
    make_room(journal, *count + 1);
    memcpy(journal->games, entry + head, *count * sizeof *journal->games);
    return journal->games;
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
