// SPDX-License-Identifier: MIT
/* engine/value.h - the value of a game: a pure function of the rules and the facts.
 *
 * value.c implements all of rules.md 6, the value of concessions (rules.md 4) and the
 * charges for faults (rules.md 8.3); nothing else does. */
#ifndef SKAT_ENGINE_VALUE_H
#define SKAT_ENGINE_VALUE_H

#include "engine/contract.h"
#include "engine/ramsch.h"
#include "engine/rules.h"

/* How a declared game ended. */
enum skat_ending {
    SKAT_ENDED_PLAYED,         /* all tricks played, or null decided */
    SKAT_ENDED_CONCEDED,       /* the declarer gave up */
    SKAT_ENDED_DECLARER_FAULT, /* fault of the declarer's bot (rules.md 8.3) */
    SKAT_ENDED_DEFENDER_FAULT, /* fault of a defender's bot (rules.md 8.3) */
    SKAT_ENDED_GIFT,           /* the defenders gave up and the declarer accepted (rules.md 7.2) */
    SKAT_ENDED_RESIGNED,       /* the declarer gave up later, with consent (rules.md 4) */
    SKAT_ENDED_YIELDED         /* the defenders gave up later, with consent */
};

/* The levels besides matadors and the game, in counting order. */
enum skat_level {
    SKAT_LEVEL_HAND,
    SKAT_LEVEL_SCHNEIDER,
    SKAT_LEVEL_SCHNEIDER_ANNOUNCED,
    SKAT_LEVEL_SCHWARZ,
    SKAT_LEVEL_SCHWARZ_ANNOUNCED,
    SKAT_LEVEL_OUVERT,
    SKAT_LEVEL_RUM,
    SKAT_LEVELS
};
/* "hand", "schneider_announced" ...: the names in the log. */
extern const char *const skat_level_names[SKAT_LEVELS];

/* How many doublings a game can come to have: if declarer says the next one, if the defenders do,
 * and if both sides go on. The words of one side double nothing while it is the other's turn. */
struct skat_kontra_limits {
    int by_declarer, by_defenders, by_both;
};

/* All that the value of a declared game depends on. */
struct skat_facts {
    bool announced; /* false: the game ended before the announcement */
    struct skat_contract contract;
    int bid;           /* final bid, 0.. */
    int matadors;      /* with (+) or without (-), hand and skat; 0 in null */
    int matadors_hand; /* the same for the hand as dealt */
    int points;        /* the declarer's card points with the skat */
    int tricks;        /* the declarer's tricks */
    enum skat_ending ending;
    /* variants (rules.md 7) */
    bool picked_up; /* the declarer took the skat */
    int turned;     /* Turnéskat: cards of the skat that were turned, 0..2 */
    bool rum;
    bool spitzen_failed; /* an announced spitze was not made */
    bool spitzen_lost;   /* nor could it be made any more, had the game gone on */
    int gifts_refused;   /* 0..2 */
    int kontra;          /* number of doublings, 0.. */
    int bock;            /* the factor by which the deal counts, 1.. */
    /* After a fault (rules.md 8.3): what both could still have become, at least what they are. */
    struct skat_kontra_limits kontra_limits;
    int bock_most;
    /* By how much a bot falls behind another one by Seeger and Fabian's extras if its declarer
     * loses a game and does not win it; 0 in other scorings. */
    int extras;
    /* Whether seats that sit out get what declarer does (rules.md 8.1, scoring.sitting_share). */
    bool shared;
    /* Whether the cards that nobody had taken decide about a round of bock or ramsch. */
    bool round_hangs;
    /* What nobody had taken when a fault, or a side that gave up, ended the game (rules.md 8.3). */
    int rest_points, rest_tricks;
};

/* The `result` object of a game record; docs/formats.md explains each field. In ramsch the fields
 * of a declared game are 0 and `ramsch` has the result. */
struct skat_result {
    int8_t won; /* 1, 0; -1 without a declarer */
    bool overbid;
    uint8_t levels; /* bit 1 << enum skat_level */
    int8_t matadors;
    int16_t points;
    int16_t tricks;
    int16_t base;
    int16_t multiplier;
    int16_t value; /* after the overbid rule */
    int16_t doubling;
    int16_t bock;
    int32_t signed_value;  /* in the rule set's scoring */
    int32_t classic_value; /* in classic scoring: differs only under `opponents` */
    int32_t penalty;       /* what the player at fault pays beside that, 0.. (rules.md 8.3) */
    uint8_t spitzen;       /* levels of spitzen, spitzen.levels each */
    uint8_t gifts_refused;
    bool is_ramsch; /* `ramsch` is set: ramsch was played, or a fault ended it */
    struct skat_ramsch_result ramsch;
};

/* The names of the doublings: "kontra", "re", "supra", "hirsch", "blatt", "lachs", "schuss" for
 * 0..6, then "doubled again". */
const char *skat_doubling_name(int level);

/* Length of the unbroken run of trumps, from the highest down, that `cards` has (positive) or
 * lacks (negative), at most `max`. */
int skat_matadors(const struct skat_ranking *order, skat_cards cards, int max);

/* The most matadors that a contract can have under these rules: 0 in null. */
int skat_matadors_max(const struct skat_rules *rules, struct skat_contract contract);

/* Card points that the declarer needs to win: more than half, more if schneider is announced. */
int skat_points_needed(const struct skat_rules *rules, struct skat_contract contract);

/* Who had won when a declared game ended, whoever would have taken the rest (rules.md 8.3). */
enum skat_decided { SKAT_UNDECIDED, SKAT_DECIDED_WON, SKAT_DECIDED_LOST };
/* Whether the declarer has won or lost already: whoever takes the rest, declarer or defenders, the
 * result is the same, with all that is announced and bid. Reads no option of its own. */
enum skat_decided skat_value_decided(const struct skat_rules *rules,
                                     const struct skat_facts *facts);

/* Value and result of a declared game. */
void skat_value(const struct skat_rules *rules, const struct skat_facts *facts,
                struct skat_result *result);

/* Makes a result count `times` times, as one of a bock round does. */
void skat_result_multiply(struct skat_result *result, int times);

/* A deal without a declarer that was passed in. `bock`: 1.. */
void skat_value_passed_in(int bock, struct skat_result *result);

/* Ramsch that was played to the end. */
void skat_value_ramsch(const struct skat_rules *rules, const struct skat_ramsch_facts *facts,
                       struct skat_result *result);

/* What a deal without a declarer could still have become when a fault ended it. */
struct skat_undeclared_facts {
    bool is_ramsch;       /* ramsch, or a deal of a ramsch round */
    bool may_be_declared; /* somebody could still have played alone */
    bool may_be_ramsch;   /* at least one of the two */
    int bid;              /* the last that was named, 0 if none */
    int extras;           /* as in struct skat_facts */
    struct skat_ramsch_facts ramsch;
};

/* A deal without a declarer that a fault ended, in the auction, in ramsch or before the first card:
 * the offender is charged result->signed_value (rules.md 8.3). */
void skat_value_undeclared_fault(const struct skat_rules *rules,
                                 const struct skat_undeclared_facts *facts,
                                 struct skat_result *result);

enum { SKAT_WORDS_SIZE = 384 };
/* The count as the scorekeeper says it: "without 2, game 3, schneider 4, times 10 hearts: 40",
 * then an overbid, a loss and doublings: "..., bid 40: raised to 45, lost 90, kontra 180".
 * Returns `words`. */
const char *skat_value_words(const struct skat_facts *facts, const struct skat_result *result,
                             char words[SKAT_WORDS_SIZE]);

#endif
