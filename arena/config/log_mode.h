// SPDX-License-Identifier: MIT
/* arena/config/log_mode.h - how a run keeps its log. */
#ifndef ARENA_CONFIG_LOG_MODE_H
#define ARENA_CONFIG_LOG_MODE_H

#include <stdbool.h>

/* "all": every game, in games.jsonl; "zstd": the same lines, in games.jsonl.zst; "none": no log, so
 * that the run cannot be continued, merged or verified. */
enum log_mode { LOG_ALL, LOG_ZSTD, LOG_NONE, LOG_MODES };
extern const char *const log_mode_names[LOG_MODES];
#define LOG_WORDS "all|zstd|none"

/* Reads one; false if the text is none. */
bool log_mode_read(enum log_mode *mode, const char *text);

#endif
