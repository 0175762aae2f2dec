// SPDX-License-Identifier: MIT
#include "engine/variant_id.h"

const char *const skat_variant_names[SKAT_VARIANTS] = {
    [SKAT_VARIANT_SKAT] = "skat",
    [SKAT_VARIANT_TOURNEESKAT] = "tourneeskat",
    [SKAT_VARIANT_SECHSER] = "6er-skat",
    [SKAT_VARIANT_HERZBLATT] = "herzblatt",
    [SKAT_VARIANT_ASS] = "ass",
    [SKAT_VARIANT_RAEUBERSKAT] = "raeuberskat",
    [SKAT_VARIANT_IDIOTENSKAT] = "idiotenskat",
    [SKAT_VARIANT_PILOT] = "pilot",
    [SKAT_VARIANT_STROHMANN] = "strohmann",
    [SKAT_VARIANT_OMA] = "oma",
    [SKAT_VARIANT_OFFIZIERSSKAT] = "offiziersskat",
};
