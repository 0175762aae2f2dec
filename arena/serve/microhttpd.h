// SPDX-License-Identifier: MIT
/* arena/serve/microhttpd.h - the functions of libmicrohttpd, loaded by the commands that serve
 * pages (arena/base/late_library.h). */
#ifndef ARENA_SERVE_MICROHTTPD_H
#define ARENA_SERVE_MICROHTTPD_H

#include <microhttpd.h>

#define MICROHTTPD_FUNCTIONS(X)                                                                    \
    X(MHD_add_response_header)                                                                     \
    X(MHD_create_response_from_buffer_with_free_callback_cls)                                      \
    X(MHD_destroy_response)                                                                        \
    X(MHD_get_connection_info)                                                                     \
    X(MHD_get_connection_values)                                                                   \
    X(MHD_get_daemon_info)                                                                         \
    X(MHD_get_timeout)                                                                             \
    X(MHD_http_unescape)                                                                           \
    X(MHD_queue_response)                                                                          \
    X(MHD_resume_connection)                                                                       \
    X(MHD_run)                                                                                     \
    X(MHD_start_daemon)                                                                            \
    X(MHD_stop_daemon)                                                                             \
    X(MHD_suspend_connection)

#define MICROHTTPD_MEMBER(function) __typeof__(function) *function;

/* Each function under its own name. */
struct microhttpd {
    MICROHTTPD_FUNCTIONS(MICROHTTPD_MEMBER)
};

/* Loads the library, as late_library_load() does. */
void microhttpd_load(struct microhttpd *library);

#endif
