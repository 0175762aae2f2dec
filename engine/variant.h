/* engine/variant.h - Skat and its variant games (rules.md 10): what all rule sets of a game share.
 *
 * A rule set names its game with the option `game`. How a game differs from Skat is stated in its
 * row of skat_variants; code reads that row and does not test for the game's id. */
#ifndef SKAT_ENGINE_VARIANT_H
#define SKAT_ENGINE_VARIANT_H

#include "engine/contract.h"

struct skat_rules;
struct skat_game;
struct skat_view;
struct skat_declaring;

/* The cards of a game and how they are dealt (rules.md 1, 2). */
struct skat_deck {
    skat_cards cards;
    skat_card pack[SKAT_DECK_MAX]; /* the same one by one, ascending: what is shuffled */
    uint8_t count;                 /* number of cards */
    uint8_t hand;                  /* cards per player; also the number of tricks */
    uint8_t skat;                  /* cards in the skat */
    uint8_t points;                /* card points of the deck; more than half of them win */
    uint8_t schneider;             /* a side with at most this many points is schneider */
    bool covered;                  /* half of each hand is covered: covered.h */
    uint8_t aside;                 /* cards in a second skat that nobody sees (rules.md 10.7) */
    /* Packets in dealing order: n cards to every hand, starting with forehand, or, if negative,
     * n cards to the skat and then to the second skat. Ends with 0. */
    int8_t packets[8];
};
extern const struct skat_deck skat_deck_32;
extern const struct skat_deck skat_deck_36; /* with the sixes */

/* The lowest rank of a deck: the trump of this rank is the first spitze (rules.md 7.6). */
static inline enum skat_rank skat_deck_lowest(const struct skat_deck *deck)
{
    return skat_card_rank(skat_cards_first(deck->cards));
}

/* The number of hands dealt; the index of the skat in a deal (the second skat follows it). */
static inline int skat_deck_hands(const struct skat_deck *deck)
{
    return (deck->count - deck->skat - deck->aside) / deck->hand;
}
static inline int skat_deck_skat_at(const struct skat_deck *deck)
{
    return deck->count - deck->skat - deck->aside;
}

/* "forehand", "middlehand", "rearhand" (rules.md 2); with two hands, "forehand" and "dealer". */
const char *skat_position_name(const struct skat_deck *deck, unsigned position);

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
extern const struct skat_seating skat_seating_of_three; /* also four or five seats, three playing */

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
    const char *title;  /* for a person to read */
    const char *source; /* where its rules come from */
    const struct skat_deck *deck;
    bool solved; /* the solver can play it: analyze, given contracts */
    /* Begins a deal in place of the auction; NULL: there is an auction (rules.md 3). */
    void (*open)(struct skat_game *game);
    /* From the end of the auction to the announced game (game_steps.h); NULL: as in Skat. */
    const struct skat_declaring *declaring;
    /* Lists the games that can be announced (declarations.h); NULL: as in Skat. */
    void (*list)(struct skat_rules *rules);
    uint32_t decisions;   /* besides Skat's: bits 1 << enum skat_decision_kind */
    uint16_t games;       /* announceable: bits 1 << enum skat_game_type; 0: all */
    uint8_t deals_a_seat; /* default deals per seat in a session; 0: twelve (2) */
    bool ace_on_top;      /* the ace of rules->ace is the highest trump of suit games */
    bool duties;          /* a session tracks the duties of each seat (duties.h) */
    bool blind;           /* nobody sees the own cards or follows suit (blind.h) */
    /* Changes Skat's view of a player to that of the game; NULL: they are the same. */
    void (*view)(const struct skat_game *game, unsigned position, struct skat_view *view);
    /* Changes Skat's defaults to those of the game; NULL: they are the same. */
    void (*adapt)(struct skat_rules *rules);
    /* Options that the game does not support; they must keep their defaults. Ends with NULL. NULL:
     * it supports all. "ramsch" means all members of that object. */
    const char *const *without;
    /* Base values by game type and use of the skat; 0: not allowed. NULL: each game type has one
     * base value, from skat_games or an option. */
    const uint8_t (*bases)[SKAT_WAYS];
    uint8_t grand_ouvert_base;          /* of grand ouvert as its own game; 0: see the option */
    bool hand_is_no_level;              /* playing hand changes the base value and adds no level */
    bool turns;                         /* cards of the skat may be turned (turne.h) */
    uint8_t conceded;                   /* only games with these flags can be: SKAT_WITH_* */
    const struct skat_seating *seating; /* NULL: as in Skat */
};
extern const struct skat_variant skat_variants[SKAT_VARIANTS];

/* The words of the option `game`, indexed by enum skat_variant_id. */
extern const char *const skat_variant_names[SKAT_VARIANTS];

/* The seating of the game. */
static inline const struct skat_seating *skat_variant_seating(const struct skat_variant *variant)
{
    return variant->seating ? variant->seating : &skat_seating_of_three;
}

/* Does the game have an auction? If not, `open` begins a deal. */
static inline bool skat_variant_has_auction(const struct skat_variant *variant)
{
    return !variant->open;
}

/* Does the game support this option? */
bool skat_variant_has(const struct skat_variant *variant, const char *option);

#endif
