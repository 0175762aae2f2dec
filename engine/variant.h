/* engine/variant.h - Skat and its relatives (rules.md 10): what is the same for every rule set of a game.
 *
 * A rule set names its game with the option `game`. What a game does differently from Skat is read
 * from its row here, not asked by its number. */
#ifndef SKAT_ENGINE_VARIANT_H
#define SKAT_ENGINE_VARIANT_H

#include "engine/contract.h"

struct skat_rules;
struct skat_game;
struct skat_view;
struct skat_declaring;

/* The cards that a game is played with and how they are dealt (rules.md 1, 2). */
struct skat_deck {
    skat_cards cards;
    uint8_t count;        /* of all cards */
    uint8_t hand;         /* cards of a player, tricks of a game */
    uint8_t skat;         /* cards that lie aside */
    uint8_t points;       /* card points of all cards; more than half of them win */
    uint8_t schneider;    /* with so many points or fewer a side is schneider */
    bool covered;         /* half of a hand lies covered: covered.h */
    uint8_t aside;        /* more cards that lie aside, seen by nobody: a second skat (rules.md 10.7) */
    /* Packets in the order in which they are dealt: n to every hand from forehand's on,
     * or, negative, n to the skat and then to the second one. Ends with 0. */
    int8_t packets[8];
};
extern const struct skat_deck skat_deck_32;
extern const struct skat_deck skat_deck_36; /* with the sixes */

/* The lowest rank of a deck: the trump of it is the first spitze (rules.md 7.6). */
static inline enum skat_rank skat_deck_lowest(const struct skat_deck *deck)
{
    return skat_card_rank(skat_cards_first(deck->cards));
}

/* Hands that are dealt; where the skat stands in a deal, and the second one behind it. */
static inline int skat_deck_hands(const struct skat_deck *deck)
{
    return (deck->count - deck->skat - deck->aside) / deck->hand;
}
static inline int skat_deck_skat_at(const struct skat_deck *deck)
{
    return deck->count - deck->skat - deck->aside;
}

/* "forehand", "middlehand", "rearhand" (rules.md 2); of two hands the second is the dealer's. */
const char *skat_position_name(const struct skat_deck *deck, unsigned position);

/* Who plays a hand at which nobody sits. */
enum skat_dummy {
    SKAT_DUMMY_NONE,  /* there is no such hand */
    SKAT_DUMMY_OPEN,  /* declarer's opponent; it lies open from the first lead on */
    SKAT_DUMMY_PILE   /* nobody: face down, the top card is turned to each trick */
};

/* Who sits at a table, and at which hands. */
struct skat_seating {
    uint8_t seats_min, seats_max;
    uint8_t sitting;      /* bits 1 << position: somebody sits there */
    uint8_t dummy;        /* position of the hand at which nobody sits, or SKAT_NOBODY */
    uint8_t dummy_plays;  /* enum skat_dummy */
    uint8_t dealer;       /* position of the dealer at a table of two */
    uint8_t usual;        /* seats, unless a rule set says otherwise */
};
extern const struct skat_seating skat_seating_of_three; /* and four or five, of whom three play */

static inline bool skat_sits(const struct skat_seating *seating, unsigned position)
{
    return seating->sitting >> position & 1;
}

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

struct skat_variant {
    const char *title;              /* as people write it */
    const char *source;             /* of its rules */
    const struct skat_deck *deck;
    bool solved;                    /* the solver knows its play: analyze, contracts that are given */
    /* Begins a deal, in the place of the auction; NULL: there is one (rules.md 3). */
    void (*open)(struct skat_game *game);
    /* From the end of the auction to the game that is played; NULL: as in Skat. game_steps.h. */
    const struct skat_declaring *declaring;
    /* Lists what can be announced (declarations.h); NULL: as in Skat. */
    void (*list)(struct skat_rules *rules);
    uint32_t decisions;             /* asked besides Skat's: bits 1 << enum skat_decision_kind */
    uint16_t games;                 /* that can be announced, bits 1 << enum skat_game_type; 0: all */
    uint8_t deals_a_seat;           /* of a session where no number is given; 0: twelve (2) */
    bool ace_on_top;                /* the ace of rules->ace is the highest trump of suit games */
    bool duties;                    /* a session knows what each has still to play (duties.h) */
    bool blind;                     /* nobody sees his own cards, nobody follows suit (blind.h) */
    /* What a player sees otherwise than in Skat; NULL: nothing. The view is that of Skat before. */
    void (*view)(const struct skat_game *game, unsigned position, struct skat_view *view);
    /* Changes the defaults of Skat to those of the game; NULL: they are the same. */
    void (*adapt)(struct skat_rules *rules);
    /* Names of options that the game has not, which must stay as they are; ends with NULL. NULL: it
     * has all. "ramsch" stands for all members of that object. */
    const char *const *without;
    /* Base values by type of game and use of the skat, 0: not played so. NULL: a game has one base
     * value, that of skat_games or of an option. */
    const uint8_t (*bases)[SKAT_WAYS];
    uint8_t grand_ouvert_base;      /* of a game of its own; 0: as the option says */
    bool hand_is_no_level;          /* playing by hand is worth its base value, and no level */
    bool turns;                     /* cards of the skat may be turned: turn.h says how it goes */
    uint8_t conceded;               /* only games with these flags may be: enum skat_with */
    const struct skat_seating *seating; /* NULL: as in Skat */
};
extern const struct skat_variant skat_variants[SKAT_VARIANTS];

/* The words of the option `game`, indexed by enum skat_variant_id. */
extern const char *const skat_variant_names[SKAT_VARIANTS];

/* Who sits at a table of the game. */
static inline const struct skat_seating *skat_variant_seating(const struct skat_variant *variant)
{
    return variant->seating ? variant->seating : &skat_seating_of_three;
}

/* Is there an auction? Other games open in a way of their own. */
static inline bool skat_variant_has_auction(const struct skat_variant *variant) { return !variant->open; }

/* Does the game have the option of that name? */
bool skat_variant_has(const struct skat_variant *variant, const char *option);

#endif
