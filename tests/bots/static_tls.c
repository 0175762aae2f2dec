// SPDX-License-Identifier: MIT
/* tests/bots/static_tls.c - has more variables of a thread than a program that runs has room for,
 * where the loader must put them: it cannot be loaded. */
#include "bots/skat_bot.h"

static __thread char many[100000] __attribute__((tls_model("initial-exec")));

SKAT_BOT_EXPORT char *what_is_too_much(void);
char *what_is_too_much(void) { return many; }
