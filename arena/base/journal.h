// SPDX-License-Identifier: MIT
/* arena/base/journal.h - what a long command has finished, so that it can go on after an
 * interruption.
 *
 * A file of entries, each with its length and a checksum. It begins with a text that says what work
 * it is of, and by which build of the program, whose memory the entries may be: other work is not
 * gone on with. Entries are not synced one by one: after a power cut
 * the ones that did not reach the disk whole, and all after them, are done again. The file is
 * removed when the work is finished. */
#ifndef ARENA_BASE_JOURNAL_H
#define ARENA_BASE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "arena/base/errors.h"

struct journal;

/* What the user can do in place of going on. */
#define JOURNAL_FORCE "--force starts over"

/* Opens the journal at `path`, in a folder that exists, of the work that `work` describes (one
 * line). With `resume` the entries that are there are read first, with journal_next(); without, or
 * when there are none, it begins anew. NULL with an error: it cannot be written, or is of other
 * work, in which case the message ends with `anew`, how to start over. One of the last two
 * functions must follow. */
struct journal *journal_open(const char *path, const char *work, bool resume, const char *anew,
                             struct errors *errors);

/* The same for entries that any build can read. */
struct journal *journal_open_any(const char *path, const char *work, bool resume, const char *anew,
                                 struct errors *errors);

/* How long an entry of some work can be: a head, and what follows it in pieces of one size. */
struct entry_shape {
    size_t head;  /* bytes */
    size_t piece; /* bytes, from 1 */
};

/* The next entry that was there, of *size bytes; valid until the next call. NULL after the last
 * one, or with an error when the next one is whole, but not of this shape. All must be read before
 * the first is added. The checksum of an entry is no signature: what it says is only known to be
 * what this program wrote when the caller has checked it, too. */
const void *journal_next(struct journal *journal, const struct entry_shape *shape, size_t *size,
                         struct errors *errors);

/* The entry that was read last cannot be one of this program's: adds an error that names file and
 * entry and ends with `what`. The journal can then only be left, and stays as it is. Returns false.
 */
__attribute__((format(printf, 3, 4))) bool
journal_refuse(struct journal *journal, struct errors *errors, const char *what, ...);
/* Whether an entry was refused, by this or by journal_next(). */
bool journal_is_refused(const struct journal *journal);

/* Adds an entry. A failure is told by journal_keep(). */
void journal_add(struct journal *journal, const void *data, size_t size);

/* Closes the journal and keeps it, on the disk. False with an error when entries are lost. */
bool journal_keep(struct journal *journal, struct errors *errors);

/* The work is finished: closes the journal and removes it, unless it was refused. NULL is allowed.
 * False with an error. */
bool journal_remove(struct journal *journal, struct errors *errors);

/* Is there a journal at `path`? */
bool journal_exists(const char *path);

/* May --resume write the file `out`, whose journal would be at `path`? Not if there is a file but
 * no journal, since nothing says that it is of this work: then false with an error. */
bool journal_may_resume(const char *path, const char *out, struct errors *errors);

#endif
