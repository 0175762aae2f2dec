// SPDX-License-Identifier: MIT
/* arena/export/iss_export.h - exports the games of a log as records of the ISS. */
#ifndef ARENA_EXPORT_ISS_EXPORT_H
#define ARENA_EXPORT_ISS_EXPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/base/errors.h"

/* Why a game cannot be expressed as such a record. */
enum iss_export_skip {
    ISS_EXPORT_SKIP_RAMSCH,
    ISS_EXPORT_SKIP_DOUBLED,
    ISS_EXPORT_SKIP_ILLEGAL,
    ISS_EXPORT_SKIP_RULES,
    ISS_EXPORT_SKIPS,
    ISS_EXPORT_DONE = ISS_EXPORT_SKIPS
};
extern const char *const iss_export_skip_texts[ISS_EXPORT_SKIPS];

struct iss_export_options {
    const char *out;   /* a file, or NULL: standard output */
    const char *rules; /* a rule set, or NULL: that of the manifest */
    const char *date;  /* DT of games that were played here */
    bool normalize;    /* rewrite the moves and results of imported records */
};

/* What was written. */
struct iss_exported {
    uint64_t games, skipped[ISS_EXPORT_SKIPS];
    uint64_t revalued; /* games with another value by the official rules */
};

/* Writes the games of a folder or log. Returns EXIT_OK; with errors EXIT_USAGE when options->out
 * cannot be written, EXIT_BAD_FILE when the log is not usable, EXIT_INTERNAL when writing fails. */
int iss_export(const char *path, const struct iss_export_options *options,
               struct iss_exported *exported, struct errors *errors);

#endif
