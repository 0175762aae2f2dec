// SPDX-License-Identifier: MIT
/* engine/error.h - a one-line message about unusable input.
 *
 * The message is written where the cause is known and printed once, by the caller.
 * Our own bugs are assertions and bots' faults are results; neither belongs here. */
#ifndef SKAT_ENGINE_ERROR_H
#define SKAT_ENGINE_ERROR_H

#include <stdbool.h>

struct skat_error {
    char text[512];
};

/* Writes the message, truncated to fit, and returns false, so that callers can return
 * skat_fail(...). `error` may be NULL if the message is not needed. */
__attribute__((format(printf, 2, 3))) bool skat_fail(struct skat_error *error, const char *format,
                                                     ...);

#endif
