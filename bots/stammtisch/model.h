// SPDX-License-Identifier: MIT
/* bots/stammtisch/model.h - chances of winning, from tables.
 *
 * A hand is split into features that a club player would name (which jacks, how many trumps with or
 * without ace and ten, the cards in each plain suit), and each feature has a weight. Their sum is
 * the logarithm of the odds in 256ths. README.md says where the weights come from. */
#ifndef STAMMTISCH_MODEL_H
#define STAMMTISCH_MODEL_H

#include <stdint.h>

#include "bots/stammtisch/cards.h"

/* What is known about the skat. */
enum stage {
    BEFORE_SKAT,   /* ten cards; the skat will be picked up */
    AFTER_DISCARD, /* ten cards besides the discards */
    BY_HAND        /* ten cards; nobody sees the skat */
};

struct model_trumps {
    int16_t bias, forehand, per_point, hand; /* per_point: of the discards */
    int16_t jacks[16];
    int16_t trumps[4][8]; /* of a suit game: trump ace and ten as bits; trumps without jacks */
    int16_t plain[PLAIN_MASKS];
};
struct model_null {
    int16_t bias, forehand, hand;
    int16_t suit[256]; /* by null_mask */
};

/* Before the pick-up, and after it; by hand the latter counts. */
extern const struct model_trumps model_suit[2], model_grand[2];
extern const struct model_null model_null[2][2]; /* the same, and open or not */

/* The best cards to remove from a suit, computed once from the tables above. */
struct removal {
    int16_t gain; /* increase in the weight of the suit, with the points of the discards */
    uint8_t bits; /* the cards, as bits of plain_mask or null_mask */
};
struct discards {
    struct removal plain[2][PLAIN_MASKS][2]; /* [grand][mask][one or two cards] */
    struct removal null[256][2];
};
void model_discards(struct discards *discards);

/* What a hand has for the tables: of suit games and grands, and of null. Read once for all games.
 */
struct features {
    int cards;
    unsigned jacks, plain[SUITS]; /* jack_mask, plain_mask */
};
struct null_features {
    int cards;
    unsigned suit[SUITS]; /* null_mask */
};
struct features model_features(cards hand);
struct null_features model_null_features(cards hand);

/* Log odds of winning a suit game or grand with ten cards; model_log_odds() also takes Sächsische
 * Spitze. `aside`: the points of the discards after AFTER_DISCARD, else 0. Features are those of a
 * suit game or grand.
 *
 * The weights are for 32 cards. A hand with sixes is rated as if they were sevens, and a constant
 * corrects the sum. */
int model_log_odds_of(int game, const struct features *hand, enum stage stage, int forehand,
                      int aside);
int model_log_odds(int game, cards hand, enum stage stage, int forehand, int aside);
int model_null_log_odds_of(const struct null_features *hand, enum stage stage, int forehand,
                           int ouvert);
int model_null_log_odds(cards hand, enum stage stage, int forehand, int ouvert);

/* The chance in thousandths. */
int model_chance(int log_odds);

/* The best two of twelve cards to discard for a game with 32 cards. */
cards model_put_aside(const struct discards *discards, int game, cards twelve);

/* The best `number` cards of `allowed` to discard from `hand`, found by trying all ways; of a
 * player who judges each pair of discards with an error of this deviation, in 256ths of log odds.
 * `deal` as in error_of(). */
cards model_put_aside_by_trial(int game, cards hand, cards allowed, int number, int forehand,
                               uint64_t deal, int deviation);

/* ---- errors such as people make ----
 *
 * How far a player is off when it judges a hand, a discard or a card is drawn for each deal from
 * its random number, so that the same question gets the same answer. */

/* What is judged. */
enum judged_thing {
    JUDGED_GAME,    /* number: twice the game; one more for null ouvert */
    JUDGED_DISCARD, /* number: the game, and the two cards */
    JUDGED_CARD     /* number: how many cards were played, and the card */
};

/* A number with this standard deviation, 0 on average, nearly normal. */
int error_of(uint64_t deal, enum judged_thing judged, unsigned number, int deviation);

#endif
