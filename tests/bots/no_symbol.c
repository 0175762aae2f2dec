// SPDX-License-Identifier: MIT
/* tests/bots/no_symbol.c - a shared object, but no bot. */
#include "bots/skat_bot.h"

SKAT_BOT_EXPORT int not_a_bot(void);
int not_a_bot(void) { return SKAT_BOT_ABI_MAJOR; }
