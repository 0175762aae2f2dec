/* tests/bots/wrong_abi.c - built against another major version of the ABI. */
#include "tests/bots/lifeless.h"

SKAT_BOT_EXPORT const struct skat_bot_module skat_bot = {
    (uint32_t)sizeof(struct skat_bot_module), 99, SKAT_BOT_ABI_MINOR,
    (uint32_t)sizeof(struct skat_bot_view), (uint32_t)sizeof(struct skat_bot_decision),
    (uint32_t)sizeof(struct skat_bot_action), (uint32_t)sizeof(struct skat_bot_option),
    .id = "wrong_abi",
    .version = "1.0",
    .author = "Skat Arena tests",
    .description = "cannot be used",
    .decisions = SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY,
    .create = lifeless_create,
    .destroy = lifeless_destroy,
    .act = lifeless_act,
};
