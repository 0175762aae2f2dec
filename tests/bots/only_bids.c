/* tests/bots/only_bids.c - can bid and declare but not play: half of a composed bot. */
#include "tests/bots/lifeless.h"

SKAT_BOT_EXPORT const struct skat_bot_module skat_bot = {
    SKAT_BOT_SIZES,
    .id = "only_bids",
    .version = "1.0",
    .author = "Skat Arena tests",
    .description = "cannot play cards",
    .decisions = SKAT_BOT_DECIDES_BIDDING,
    .create = lifeless_create,
    .destroy = lifeless_destroy,
    .act = lifeless_act,
};
