// SPDX-License-Identifier: MIT
/* tests/bots/cheats/admits_nothing.c - loses_once.c, but it does not say that it is deterministic,
 * so that answers that differ prove nothing. */
#define LOSES_ONCE_ID "admits_nothing"
#define LOSES_ONCE_FLAGS 0
#include "tests/bots/cheats/loses_once.c"
