// SPDX-License-Identifier: MIT
#include "arena/config/log_mode.h"

#include <string.h>

const char *const log_mode_names[LOG_MODES] = {
    [LOG_ALL] = "all",
    [LOG_ZSTD] = "zstd",
    [LOG_NONE] = "none",
};

bool log_mode_read(enum log_mode *mode, const char *text)
{
    for (int i = 0; i < LOG_MODES; i++)
        if (strcmp(text, log_mode_names[i]) == 0) {
            *mode = (enum log_mode)i;
            return true;
        }
    return false;
}
