/* tests/bots/crash_in_constructor.c - crashes while it is loaded, before anything is asked. */
#include <stddef.h>

#include "tests/bots/lifeless.h"

__attribute__((constructor)) static void crash(void)
{
    volatile int *volatile nowhere = NULL;
    *nowhere = 1;
}

SKAT_BOT_EXPORT const struct skat_bot_module skat_bot = {
    SKAT_BOT_SIZES,
    .id = "crash_in_constructor",
    .version = "1.0",
    .author = "Skat Arena tests",
    .description = "cannot be used",
    .decisions = SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY,
    .create = lifeless_create,
    .destroy = lifeless_destroy,
    .act = lifeless_act,
};
