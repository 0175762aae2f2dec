// SPDX-License-Identifier: MIT
/* engine/rule_set.h - a rule set made ready for play: the defaults of its game, its options checked
 * alone and together, and what follows from them. */
#ifndef SKAT_ENGINE_RULE_SET_H
#define SKAT_ENGINE_RULE_SET_H

#include "engine/rules.h"

/* The defaults of a variant game. Not yet prepared. */
void skat_rules_of_game(struct skat_rules *rules, enum skat_variant_id game);

/* Checks the options, alone and together, and computes `derived`. On failure returns
 * false with the reason in *error (which names the option); the rule set must then not be
 * used for a game. */
bool skat_rules_prepare(struct skat_rules *rules, struct skat_error *error);

enum { SKAT_NOTES_MAX = 32 };
/* Notes on options that have no effect given the others, and on combinations that rules.md 7
 * advises against: sentences in static storage. Returns their number. Prepared rules only. */
int skat_rules_notes(const struct skat_rules *rules, const char *notes[SKAT_NOTES_MAX]);

#endif
