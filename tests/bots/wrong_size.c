// SPDX-License-Identifier: MIT
/* tests/bots/wrong_size.c - a stale build, whose view had other fields. */
#include "tests/bots/bot.h"

TEST_BOT(.id = "wrong_size", .view_size = sizeof(struct skat_bot_view) - 8);
