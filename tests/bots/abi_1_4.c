// SPDX-License-Identifier: MIT
/* tests/bots/abi_1_4.c - bots/basic.c as it was built against ABI 1.4, whose views end before the
 * auction by suits. */
#include <stddef.h>

#include "bots/skat_bot.h"

#undef SKAT_BOT_SIZES
#define SKAT_BOT_SIZES                                                                             \
    (uint32_t)sizeof(struct skat_bot_module), 1, 4, offsetof(struct skat_bot_view, called),        \
        (uint32_t)sizeof(struct skat_bot_decision), (uint32_t)sizeof(struct skat_bot_action),      \
        (uint32_t)sizeof(struct skat_bot_option)

#include "bots/basic.c"
