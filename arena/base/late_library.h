// SPDX-License-Identifier: MIT
/* arena/base/late_library.h - libraries that only a few commands need, loaded by these.
 *
 * libarchive and libmicrohttpd bring some ten others with them. Linked with the program, all
 * commands would load them and every process of a run would map them, though most never see an
 * archive or a browser (docs/performance.md). */
#ifndef ARENA_BASE_LATE_LIBRARY_H
#define ARENA_BASE_LATE_LIBRARY_H

#include <archive.h>
#include <archive_entry.h>
#include <stddef.h>

/* A function of a library, and where its address goes. */
struct late_function {
    const char *name;
    size_t offset;
};

/* Loads a library, which stays loaded, and sets the pointers in `functions_of`. `name` is that of
 * the version of the headers that the caller is compiled with: functions keep their types while it
 * stays. Ends the process with a message and EXIT_INTERNAL if it is not installed or another
 * version: the program's package depends on it. Any thread. */
void late_library_load(const char *name, const struct late_function *functions, size_t count,
                       void *functions_of);

/* ---- libarchive, for those who read or write an archive ---- */

#define LIBARCHIVE_FUNCTIONS(X)                                                                    \
    X(archive_entry_filetype)                                                                      \
    X(archive_entry_free)                                                                          \
    X(archive_entry_hardlink)                                                                      \
    X(archive_entry_new)                                                                           \
    X(archive_entry_pathname)                                                                      \
    X(archive_entry_set_mode)                                                                      \
    X(archive_entry_set_mtime)                                                                     \
    X(archive_entry_set_pathname)                                                                  \
    X(archive_entry_set_size)                                                                      \
    X(archive_errno)                                                                               \
    X(archive_error_string)                                                                        \
    X(archive_read_data)                                                                           \
    X(archive_read_data_block)                                                                     \
    X(archive_read_free)                                                                           \
    X(archive_read_new)                                                                            \
    X(archive_read_next_header)                                                                    \
    X(archive_read_open_FILE)                                                                      \
    X(archive_read_support_filter_bzip2)                                                           \
    X(archive_read_support_filter_gzip)                                                            \
    X(archive_read_support_filter_xz)                                                              \
    X(archive_read_support_filter_zstd)                                                            \
    X(archive_read_support_format_empty)                                                           \
    X(archive_read_support_format_raw)                                                             \
    X(archive_read_support_format_tar)                                                             \
    X(archive_write_add_filter)                                                                    \
    X(archive_write_close)                                                                         \
    X(archive_write_data)                                                                          \
    X(archive_write_free)                                                                          \
    X(archive_write_header)                                                                        \
    X(archive_write_new)                                                                           \
    X(archive_write_open_FILE)                                                                     \
    X(archive_write_set_bytes_in_last_block)                                                       \
    X(archive_write_set_filter_option)                                                             \
    X(archive_write_set_format_pax_restricted)

#define LIBARCHIVE_MEMBER(function) __typeof__(function) *function;

/* Each function under its own name. */
struct libarchive {
    LIBARCHIVE_FUNCTIONS(LIBARCHIVE_MEMBER)
};

/* Loads the library, as late_library_load() does. */
void libarchive_load(struct libarchive *library);

#endif
