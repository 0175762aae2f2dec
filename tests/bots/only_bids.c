// SPDX-License-Identifier: MIT
/* tests/bots/only_bids.c - can bid and declare but not play: half of a composed bot. */
#include "tests/bots/bot.h"

TEST_BOT(.id = "only_bids", .description = "cannot play cards",
         .decisions = SKAT_BOT_DECIDES_BIDDING);
