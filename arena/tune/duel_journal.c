// SPDX-License-Identifier: MIT
#include "arena/tune/duel_journal.h"

#include <stdlib.h>
#include <string.h>

#include "arena/base/hash.h"
#include "arena/base/journal.h"
#include "arena/base/memory.h"
#include "arena/log/manifest.h"

/* An entry of the journal: plain data. */
struct kept_duel {
    char manifest[HASH_SIZE]; /* its hash */
    struct option_duel_result result;
};

struct duel_journal {
    struct journal *journal;
    struct kept_duel *kept; /* those that were there, and those that were added */
    size_t count, room;
};

static void hash_manifest(const struct config *config, char hash[HASH_SIZE])
{
    cJSON *manifest = manifest_of(config);
    char *text = xcheck(cJSON_PrintUnformatted(manifest));

    hash_text(text, hash);
    free(text);
    cJSON_Delete(manifest);
}

static void take(struct duel_journal *journal, const struct kept_duel *duel)
{
    if (journal->count == journal->room) {
        journal->room = 2 * journal->room + 64;
        journal->kept = xrealloc(journal->kept, journal->room * sizeof *journal->kept);
    }
    journal->kept[journal->count++] = *duel;
}

/* Whether an entry is a duel. False with an error when it is not. */
static bool is_sound(struct journal *journal, const struct kept_duel *duel, size_t size,
                     struct errors *errors)
{
    return (size == sizeof *duel && duel->manifest[sizeof duel->manifest - 1] == '\0' &&
            duel->result.units >= 0 && *(const unsigned char *)&duel->result.equal <= 1) ||
           journal_refuse(journal, errors,
                          "is no duel: its hash does not end, or its result is out of range");
}

struct duel_journal *duel_journal_open(const char *path, bool resume, struct errors *errors)
{
    const struct entry_shape shape = {sizeof(struct kept_duel), sizeof(struct kept_duel)};
    const struct kept_duel *duel;
    size_t size;

    struct journal *opened = journal_open(path, "duels of options", resume, JOURNAL_FORCE, errors);
    if (!opened)
        return NULL;
    struct duel_journal *journal = xcalloc(1, sizeof *journal);
    journal->journal = opened;
    while ((duel = journal_next(opened, &shape, &size, errors)) &&
           is_sound(opened, duel, size, errors))
        take(journal, duel);
    if (!journal_is_refused(opened))
        return journal;
    duel_journal_close(journal, false, errors);
    return NULL;
}

bool duel_journal_find(const struct duel_journal *journal, const struct config *config,
                       struct option_duel_result *result)
{
    char hash[HASH_SIZE];

    hash_manifest(config, hash);
    for (size_t i = 0; i < journal->count; i++)
        if (strcmp(journal->kept[i].manifest, hash) == 0) {
            *result = journal->kept[i].result;
            return true;
        }
    return false;
}

void duel_journal_add(struct duel_journal *journal, const struct config *config,
                      const struct option_duel_result *result)
{
    struct kept_duel duel;

    memset(&duel, 0, sizeof duel); /* its gaps, too: all of it is written */
    hash_manifest(config, duel.manifest);
    duel.result = *result;
    journal_add(journal->journal, &duel, sizeof duel);
    take(journal, &duel);
}

bool duel_journal_close(struct duel_journal *journal, bool finished, struct errors *errors)
{
    const bool closed = finished ? journal_remove(journal->journal, errors)
                                 : journal_keep(journal->journal, errors);

    free(journal->kept);
    free(journal);
    return closed;
}
