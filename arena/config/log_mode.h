// SPDX-License-Identifier: MIT
/* arena/config/log_mode.h - which games a log keeps. */
#ifndef ARENA_CONFIG_LOG_MODE_H
#define ARENA_CONFIG_LOG_MODE_H

#include <stdbool.h>

/* What games.jsonl keeps: "all", "none", or "divergent" (deals that two seatings of the compared
 * bots play differently, or in which a bot fails). Sessions played in one piece stay whole. */
enum log_mode { LOG_ALL, LOG_NONE, LOG_DIVERGENT, LOG_MODES };
extern const char *const log_mode_names[LOG_MODES];
#define LOG_WORDS "all|none|divergent"

/* Reads one; false if the text is none. */
bool log_mode_read(enum log_mode *mode, const char *text);

#endif
