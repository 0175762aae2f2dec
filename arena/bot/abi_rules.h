// SPDX-License-Identifier: MIT
/* arena/bot/abi_rules.h - the rules as bots see them. */
#ifndef ARENA_BOT_ABI_RULES_H
#define ARENA_BOT_ABI_RULES_H

#include "bots/skat_bot.h"
#include "engine/rules.h"

enum { ABI_OPTIONS_MAX = 64 };

/* The rules as bots see them. */
struct abi_rules {
    struct skat_bot_rules rules; /* its options are those below */
    struct skat_bot_rule options[ABI_OPTIONS_MAX];
};

/* Fills `out`, which points into itself and into `rules`; both stay where they are. */
void abi_rules_of(const struct skat_rules *rules, struct abi_rules *out);

/* The values of all options, one after the other in the order of skat_rule_options: what a process
 * that has the same table needs to know them. */
enum { ABI_VALUES_MAX = ABI_OPTIONS_MAX + 8 };
void abi_option_values(const struct skat_bot_rules *rules, int32_t values[ABI_VALUES_MAX]);
/* Makes the rules of them again, and prepares them. */
void abi_rules_with(const int32_t *values, struct skat_rules *rules);

/* The variants that are played under these rules: bits 1 << enum skat_bot_variant. */
uint64_t abi_variants(const struct skat_rules *rules);

#endif
