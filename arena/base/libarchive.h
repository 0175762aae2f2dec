// SPDX-License-Identifier: MIT
/* arena/base/libarchive.h - libarchive's functions, loaded by those who read or write an archive
 * (late_library.h). */
#ifndef ARENA_BASE_LIBARCHIVE_H
#define ARENA_BASE_LIBARCHIVE_H

#include <archive.h>
#include <archive_entry.h>

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
