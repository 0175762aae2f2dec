/* tests/bots/null_create.c - create() gives no instance. */
#include <stddef.h>

#include "tests/bots/lifeless.h"

static void *refuse(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    (void)host, (void)settings, (void)count;
    return NULL;
}

SKAT_BOT_EXPORT const struct skat_bot_module skat_bot = {
    SKAT_BOT_SIZES,
    .id = "null_create",
    .version = "1.0",
    .author = "Skat Arena tests",
    .description = "cannot be used",
    .decisions = SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY,
    .create = refuse,
    .destroy = lifeless_destroy,
    .act = lifeless_act,
};
