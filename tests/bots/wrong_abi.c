// SPDX-License-Identifier: MIT
/* tests/bots/wrong_abi.c - built against another major version of the ABI. */
#include "tests/bots/bot.h"

TEST_BOT(.id = "wrong_abi", .abi_major = 99);
