// SPDX-License-Identifier: MIT
/* tests/bots/old_abi.c - bots/basic.c as it was built against ABI 1.0: views and decisions end
 * where they did then. */
#include <stddef.h>

#include "bots/skat_bot.h"

#undef SKAT_BOT_SIZES
#define SKAT_BOT_SIZES                                                                             \
    (uint32_t)sizeof(struct skat_bot_module), 1, 0, offsetof(struct skat_bot_view, kontra),        \
        offsetof(struct skat_bot_decision, may_give_up), (uint32_t)sizeof(struct skat_bot_action), \
        (uint32_t)sizeof(struct skat_bot_option)

#include "bots/basic.c"
