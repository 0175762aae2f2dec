/* arena/bot/abi_rules.h - the rules as bots see them. */
#ifndef ARENA_BOT_ABI_RULES_H
#define ARENA_BOT_ABI_RULES_H

#include "bots/skat_bot.h"
#include "engine/rules.h"

/* The rules as bots see them; `out` points into `rules`. */
void player_rules(const struct skat_rules *rules, struct skat_bot_rules *out);

/* The variant of skat_bot.h that the game itself is; 0 for Skat. */
uint64_t player_variant_of_game(const struct skat_rules *rules);

/* The variants that are played under these rules: bits 1 << enum skat_bot_variant. */
uint64_t player_variants(const struct skat_rules *rules);

#endif
