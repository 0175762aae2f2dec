// SPDX-License-Identifier: MIT
/* engine/variant.h - Skat and its variant games (rules.md 10): what all rule sets of a game share.
 *
 * A rule set names its game with the option `game`. How a game differs from Skat is stated in its
 * row of skat_variants (variants.c); code reads that row and does not test for the game's id. What
 * it changes at the table is in engine/game/variant_games.c. */
#ifndef SKAT_ENGINE_VARIANT_H
#define SKAT_ENGINE_VARIANT_H

#include "engine/contract.h"
#include "engine/deck.h"

struct skat_rules;

/* Who plays the hand without a player. */
enum skat_dummy {
    SKAT_DUMMY_NONE, /* no such hand */
    SKAT_DUMMY_OPEN, /* the declarer's opponent; it lies open from the first lead on */
    SKAT_DUMMY_PILE  /* nobody: it lies face down, its top card goes to each trick */
};

/* How many players a table has, and which positions they take. */
struct skat_seating {
    uint8_t seats_min, seats_max;
    uint8_t sitting;     /* bits 1 << position: a player sits there */
    uint8_t dummy;       /* position of the hand without a player, or SKAT_NOBODY */
    uint8_t dummy_plays; /* enum skat_dummy */
    uint8_t dealer;      /* position of the dealer with two players */
    uint8_t usual;       /* default number of seats */
};

static inline bool skat_sits(const struct skat_seating *seating, unsigned position)
{
    return seating->sitting >> position & 1;
}

/* Which games can be announced. */
enum skat_announced {
    SKAT_ANNOUNCED_AS_IN_SKAT,
    /* Turnéskat: solo games with their announcements, and games with the skat, which are announced
     * before it is taken (rules.md 10.1). */
    SKAT_ANNOUNCED_SOLO_AND_GUCKSER,
    SKAT_ANNOUNCED_SUITS_AND_GRAND /* and nothing with them */
};

struct skat_variant {
    const char *title;  /* for a person to read */
    const char *source; /* where its rules come from */
    const struct skat_deck *deck;
    bool solved;          /* the solver can play it: analyze, given contracts */
    bool without_auction; /* something else finds the declarer (rules.md 3) */
    uint8_t announced;    /* enum skat_announced */
    uint32_t decisions;   /* besides Skat's: bits 1 << enum skat_decision_kind */
    uint16_t games;       /* announceable: bits 1 << enum skat_game_type; 0: all */
    uint8_t deals_a_seat; /* default deals per seat in a session; 0: twelve (2) */
    bool ace_on_top;      /* the ace of rules->ass_ace is the highest trump of suit games */
    bool duties;          /* a session tracks the duties of each seat (terms.duties) */
    bool blind;           /* nobody sees their own cards or follows suit */
    /* Changes Skat's defaults to those of the game; NULL: they are the same. */
    void (*adapt)(struct skat_rules *rules);
    /* Options that the game does not support, by name: they must keep their defaults. NULL: it
     * supports all. "ramsch" means all members of that object. */
    const char *without;
    /* Base values by game type and use of the skat; 0: not allowed. NULL: each game type has one
     * base value, from skat_games or an option. */
    const uint8_t (*bases)[SKAT_WAYS];
    uint8_t grand_ouvert_base;          /* of grand ouvert as its own game; 0: see the option */
    bool hand_is_no_level;              /* playing hand changes the base value and adds no level */
    bool turns;                         /* cards of the skat may be turned */
    uint8_t conceded;                   /* only games with these flags can be: SKAT_WITH_* */
    const struct skat_seating *seating; /* NULL: as in Skat */
};

/* Indexed by enum skat_variant_id. */
extern const struct skat_variant skat_variants[];

/* How players sit in the game. */
const struct skat_seating *skat_variant_seating(const struct skat_variant *variant);

/* Does the game support this option? */
bool skat_variant_has(const struct skat_variant *variant, const char *option);

#endif
