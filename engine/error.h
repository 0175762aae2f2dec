/* engine/error.h - one line for a person about input that cannot be used.
 *
 * The line is written where the cause is known and printed once, by whoever
 * asked. Bugs of ours are assertions, faults of bots are results; neither comes here. */
#ifndef SKAT_ENGINE_ERROR_H
#define SKAT_ENGINE_ERROR_H

#include <stdbool.h>

struct skat_error {
    char text[512];
};

/* Writes the message, cut to fit, and returns false, so that callers can return
 * skat_fail(...). `error` may be NULL for who only wants to know whether. */
__attribute__((format(printf, 2, 3))) bool skat_fail(struct skat_error *error, const char *format,
                                                     ...);

#endif
