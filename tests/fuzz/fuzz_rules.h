// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_rules.h - the rule sets that records are fuzzed under: official Skat,
 * everything that rules.md 7 has, and each relative of Skat. */
#ifndef FUZZ_RULES_H
#define FUZZ_RULES_H

#include "engine/rule_set.h"
#include "engine/rules.h"

enum {
    FUZZ_RELATIVES = 2,
    FUZZ_RULE_SETS = FUZZ_RELATIVES + SKAT_VARIANTS - SKAT_VARIANT_TOURNEESKAT
};

/* Prepared rule set number `i`. */
static inline const struct skat_rules *fuzz_rules(int i)
{
    static struct skat_rules sets[FUZZ_RULE_SETS];
    struct skat_rules *rules = &sets[i];

    if (rules->derived.deck)
        return rules;
    skat_rules_of_game(rules, i < FUZZ_RELATIVES ? SKAT_VARIANT_SKAT
                                                 : SKAT_VARIANT_TOURNEESKAT + i - FUZZ_RELATIVES);
    if (i == 1) {
        rules->passed_in = SKAT_PASSED_IN_SCHIEBERAMSCH;
        rules->kontra_levels = 4;
        rules->kontra_when = SKAT_KONTRA_FIRST_TRICK;
        rules->schenken = SKAT_SCHENKEN_ALL;
        rules->bock_triggers = (1 << SKAT_TRIGGERS) - 1;
        rules->bock_several = SKAT_BOCK_EACH;
        rules->bock_ramsch_after = true;
        rules->ramsch_round_grand_hand = true;
        rules->spitzen_max = SKAT_SPITZEN_MAX;
        rules->revolution = SKAT_REVOLUTION_BOTH;
        rules->rum = true;
        rules->sachsenspitze = 20;
        rules->scoring_system = SKAT_SCORING_MINUS;
    }
    skat_rules_prepare(rules, NULL);
    return rules;
}

#endif
