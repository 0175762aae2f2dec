// SPDX-License-Identifier: MIT
/* bots/pimc/judge.h - the worth of outcomes to the declarer; judges cards in sampled worlds, and
 * compares them. */
#ifndef PIMC_JUDGE_H
#define PIMC_JUDGE_H

#include "engine/rules.h"
#include "engine/solver/solver.h"

#include "bots/pimc/belief.h"

/* ---- the playable cards, over the worlds in which they were judged ---- */

/* How much more a card that wins the game is worth than one that loses it. */
enum { WON = 1000 };

/* Utilities are those of the deciding player: higher is better. */
struct verdict {
    int worlds; /* worlds judged; 0: nothing is known */
    int number;
    card open[SKAT_BOT_HAND_MAX];        /* cards not yet ruled out as worse than another */
    int64_t utility[SKAT_BOT_HAND_MAX];  /* of each open card, summed over the worlds */
    int64_t expected[SKAT_BOT_HAND_MAX]; /* how much of that is what was expected of it */
    int lost[SKAT_BOT_HAND_MAX];         /* worlds in which it was worth less than a won game */
    /* The squared differences of each two of them, summed over the worlds. */
    int64_t apart[SKAT_BOT_HAND_MAX][SKAT_BOT_HAND_MAX];
};

void verdict_begin(struct verdict *verdict, cards legal);

/* Before the first world: what is expected of the cards, in the units of utilities. Counts as much
 * as so many worlds. */
void verdict_expect(struct verdict *verdict, const int worth[SKAT_CARD_CODES], int worlds);

/* The cards to judge in more worlds. */
cards verdict_open(const struct verdict *verdict);

/* Adds a world, with the utility of each open card. */
void verdict_add(struct verdict *verdict, const int utility[SKAT_CARD_CODES]);

/* Adds what other worlds said of the same open cards: the mean over the worlds so far counts in
 * proportion to `own_parts`, the mean over those to `other_parts`. Ends the sampling: no world can
 * be added afterwards. Needs at least one world of each. */
void verdict_join(struct verdict *verdict, int own_parts, const struct verdict *other,
                  int other_parts);

/* Rules out the cards that are significantly worse than the best. Returns whether the decision is
 * clear: one card is left, or all have been equally good. */
int verdict_narrow(struct verdict *verdict);

/* If `customary` (or SKAT_BOT_NO_CARD) won the game in all worlds, of which there must be enough,
 * and was hardly worse than any other, whatever was expected of them: rules out all others and
 * returns 1. */
int verdict_settle(struct verdict *verdict, card customary);

/* The card with the best utility; `preferred` if it is as good. Needs at least one world. */
card verdict_card(const struct verdict *verdict, card preferred);

/* ---- one world ---- */

struct judge {
    const struct belief *belief; /* of the others, and by which worlds are drawn */
    struct skat_solver *solver;
    uint64_t seed;            /* of the worlds of this decision */
    uint64_t budget;          /* nodes left for this decision */
    int exact_cards;          /* exact points with at most so many cards in hand */
    struct skat_rules ramsch; /* by which ramsch counts: judge_ramsch_rules() */
};

/* What such a rollout_outcome() is worth to the declarer: WON for a game that is won, and in a suit
 * game or grand something for the card points. */
int judge_utility(const struct skat_bot_view *view, int points);

/* Judges the cards that are still in question in one more world: by solving it, as if everybody saw
 * all cards from then on, and by playing it out (rollout.h). The solver's judgement counts as so
 * many parts of JUDGE_PARTS, the other one as the rest; what would not count is not computed.
 * Returns 0 if the budget was used up and the world was not judged. */
enum { JUDGE_PARTS = 8 };
int judge_cards(struct judge *judge, const struct skat_bot_view *view, const struct world *world,
                int solvers, struct verdict *verdict);

/* The parts that are right. The fewer cards are left, the more is what the solver says worth
 * (docs/research/pimc-cards.md). */
int judge_solvers_part(const struct skat_bot_view *view);

/* Plays a game to its end, from the table on. Returns what rollout_play() returns, or -1 if the
 * budget was used up. */
int judge_rollout(struct judge *judge, const struct rollout *table, const struct world *world);

/* The same from the first card of a game that `declarer` announces with these twelve cards, two of
 * them put aside; the others' cards are those of the world. `view` is any player's before the
 * announcement. */
int judge_announced(struct judge *judge, const struct skat_bot_view *view,
                    const struct world *world, int declarer, cards twelve, cards aside,
                    struct skat_bot_contract contract);

/* ---- ramsch: everybody plays as stammtisch would by what they see ---- */

/* The rules by which ramsch counts. */
struct skat_rules judge_ramsch_rules(const struct skat_bot_rules *rules);

/* How many utilities a point of the score is: the player's, less the mean of the others'. A
 * difference of less than one point is negligible (AS_GOOD). */
enum { RAMSCH_POINT = WON / 100 };

/* Judges the cards that are still in question in one more world, which is played to its end and
 * counted. Returns 0 if the budget was used up and the world was not judged. */
int judge_ramsch_cards(struct judge *judge, const struct skat_bot_view *view,
                       const struct world *world, struct verdict *verdict);

#endif
