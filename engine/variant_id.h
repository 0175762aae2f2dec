// SPDX-License-Identifier: MIT
/* engine/variant_id.h - the games: Skat and its variants (rules.md 10). */
#ifndef SKAT_ENGINE_VARIANT_ID_H
#define SKAT_ENGINE_VARIANT_ID_H

/* The option `game` of a rule set. */
enum skat_variant_id {
    SKAT_VARIANT_SKAT,
    SKAT_VARIANT_TOURNEESKAT,
    SKAT_VARIANT_SECHSER,
    SKAT_VARIANT_HERZBLATT,
    SKAT_VARIANT_ASS,
    SKAT_VARIANT_RAEUBERSKAT,
    SKAT_VARIANT_IDIOTENSKAT,
    SKAT_VARIANT_PILOT,
    SKAT_VARIANT_STROHMANN,
    SKAT_VARIANT_OMA,
    SKAT_VARIANT_OFFIZIERSSKAT,
    SKAT_VARIANTS
};

/* The words of the option `game`, indexed by enum skat_variant_id. */
extern const char *const skat_variant_names[SKAT_VARIANTS];

#endif
