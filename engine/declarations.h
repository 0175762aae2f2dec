/* engine/declarations.h - the games that a rule set lets a player announce, and the values that follow
 * from them: the lists and the bid ladder of struct skat_rules (rules.md 3, 4).
 *
 * skat_rules_prepare() makes both; afterwards they are only read. */
#ifndef SKAT_ENGINE_DECLARATIONS_H
#define SKAT_ENGINE_DECLARATIONS_H

#include "engine/rules.h"

/* Fills rules->derived.declarations, by the row of the game (struct skat_variant, `list`). */
void skat_list_declarations(struct skat_rules *rules);

/* Fills rules->derived.ladder with all values that one of these games can come to have. Returns false
 * with the reason when they are too many. */
bool skat_make_ladder(struct skat_rules *rules, struct skat_error *error);

/* Does the game stand in the list of those that can be announced by hand, or after the pick-up? Prepared
 * rules only. */
bool skat_is_declaration(const struct skat_rules *rules, bool skat, struct skat_contract contract);

/* Position in the ladder of the first value above `bid` (0..): all legal bids stand from
 * there on. Equals ladder_count when there is none. Prepared rules only. */
int skat_ladder_above(const struct skat_rules *rules, int bid);

/* ---- lists of the relatives, for their rows ---- */

/* Solo games with their announcements, and those with the skat, which are named before it is taken:
 * what Turneskat adds to or takes from the lists of Skat (rules.md 10.1). */
void skat_list_solo_and_guckser(struct skat_rules *rules);

/* The four suit games and grand, nothing announced. */
void skat_list_suits_and_grand(struct skat_rules *rules);

#endif
