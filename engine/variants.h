// SPDX-License-Identifier: MIT
/* engine/variants.h - the rows of the games: what each changes in the rules of Skat (rules.md 10).
 * What it changes at the table is in engine/game/phases.c. */
#ifndef SKAT_ENGINE_VARIANTS_H
#define SKAT_ENGINE_VARIANTS_H

#include "engine/variant.h"

extern const struct skat_variant skat_variants[SKAT_VARIANTS];

/* Does the game support this option? */
bool skat_variant_has(const struct skat_variant *variant, const char *option);

#endif
