/* engine/variants/turne.h - Turneskat's ways with the skat (rules.md 10.1): turning its cards, guckser, solo.
 *
 * GAME offers the solo games, guckser grand and guckser null, and TURN. A guckser is named before the
 * skat is taken; taking it without a word (PICK_UP) is guckser grand, as the text says. TURN turns the
 * first card of the skat. What it allows - its suit; for a jack also grand - is asked (TURN), or
 * TURN again, "passt mir nicht": then the second card decides, which is asked only when it is a
 * jack. After that the skat is taken, and DECLARE asks for the discards, with what is left to
 * announce. A game with the skat that can never reach the bid ends there ("for hogt bud"). */
#ifndef SKAT_ENGINE_VARIANTS_TURNE_H
#define SKAT_ENGINE_VARIANTS_TURNE_H

#include "engine/game.h"

/* struct skat_variant, `declaring`: phases GAME, TURN, DECLARE. */
extern const struct skat_declaring skat_declaring_turned;

/* Turns the next card. Refused when there is none. */
enum skat_refusal skat_turn_card(struct skat_game *game);

/* Names a game with the skat that may be announced, and takes the skat for it. */
void skat_turn_name(struct skat_game *game, struct skat_contract contract);

/* struct skat_variant, `view`: the cards that lie turned. */
void skat_turn_view(const struct skat_game *game, unsigned position, struct skat_view *view);

#endif
