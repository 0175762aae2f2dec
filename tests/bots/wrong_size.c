/* tests/bots/wrong_size.c - a stale build, whose view had other fields. */
#include "tests/bots/lifeless.h"

SKAT_BOT_EXPORT const struct skat_bot_module skat_bot = {
    (uint32_t)sizeof(struct skat_bot_module), SKAT_BOT_ABI_MAJOR, SKAT_BOT_ABI_MINOR,
    (uint32_t)sizeof(struct skat_bot_view) - 8, (uint32_t)sizeof(struct skat_bot_decision),
    (uint32_t)sizeof(struct skat_bot_action), (uint32_t)sizeof(struct skat_bot_option),
    .id = "wrong_size",
    .version = "1.0",
    .author = "Skat Arena tests",
    .description = "cannot be used",
    .decisions = SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY,
    .create = lifeless_create,
    .destroy = lifeless_destroy,
    .act = lifeless_act,
};
