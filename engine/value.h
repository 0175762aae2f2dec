/* engine/value.h - what a game is worth: a pure function of the rules and the facts.
 *
 * Rulebook section 6, concession of section 4 and faults of section 8 stand in
 * value.c and nowhere else. */
#ifndef SKAT_ENGINE_VALUE_H
#define SKAT_ENGINE_VALUE_H

#include "engine/contract.h"
#include "engine/variants/ramsch.h"
#include "engine/rules.h"

/* How a declared game ended. */
enum skat_ending {
    SKAT_ENDED_PLAYED,         /* all tricks, or null decided */
    SKAT_ENDED_CONCEDED,       /* declarer gave up */
    SKAT_ENDED_DECLARER_FAULT, /* declarer's bot failed: as conceded (rules.md 8.3) */
    SKAT_ENDED_DEFENDER_FAULT, /* a defender's bot failed: won at that value (rules.md 8.3) */
    SKAT_ENDED_GIFT            /* the defenders gave up, and declarer accepted (rules.md 7.2) */
};

/* The levels besides matadors and the game, in the order in which they are counted. */
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

/* All that the value of a declared game depends on. */
struct skat_facts {
    bool announced;                /* false: it ended before there was a contract */
    struct skat_contract contract;
    int bid;                       /* final bid, 0.. */
    int matadors;                  /* with (+) or without (-), ten cards and skat; 0 in null */
    int matadors_hand;             /* the same of the ten cards as dealt */
    int points;                    /* declarer's card points with the skat */
    int tricks;                    /* declarer's tricks */
    enum skat_ending ending;
    /* variants (rules.md 7) */
    bool picked_up;                /* declarer took the skat */
    int turned;                    /* Turneskat: cards of the skat that were turned, 0..2 */
    bool rum;
    bool spitzen_failed;           /* one of those announced was not made */
    int gifts_refused;             /* 0..2 */
    int kontra;                    /* how often was doubled, 0.. */
    int bock;                      /* so many times does the deal count, 1.. */
};

/* The `result` object of a game record; log-format.md says what each field means. In ramsch the
 * fields of a declared game are 0, and `ramsch` says the rest. */
struct skat_result {
    int8_t won;        /* 1, 0; -1 where nobody declared */
    bool overbid;
    uint8_t levels;    /* bit 1 << enum skat_level */
    int8_t matadors;
    int16_t points;
    int16_t tricks;
    int16_t base;
    int16_t multiplier;
    int16_t value;     /* after the overbid rule */
    int16_t doubling;
    int16_t bock;
    int32_t signed_value;  /* in the rule set's scoring */
    int32_t classic_value; /* in classic scoring: differs under `opponents` alone */
    uint8_t spitzen;       /* levels that count more than once: how many */
    uint8_t gifts_refused;
    bool is_ramsch;        /* `ramsch` holds: it was played, or a fault ended it */
    struct skat_ramsch_result ramsch;
};

/* What the doublings are called: "kontra", "re", "supra", "hirsch" for 0..3, then "doubled again".
 */
const char *skat_doubling_name(int level);

/* Length of the run of top trumps from the highest down that `cards` holds (positive) or
 * misses (negative), at most `max`. */
int skat_matadors(const struct skat_ranking *order, skat_cards cards, int max);

/* The most matadors that a contract can have under these rules: 0 in null. */
int skat_matadors_max(const struct skat_rules *rules, struct skat_contract contract);

/* Card points that declarer must reach to win: more than half, more when schneider is announced. */
int skat_points_needed(const struct skat_rules *rules, struct skat_contract contract);

/* Value and result of a declared game. */
void skat_value(const struct skat_rules *rules, const struct skat_facts *facts,
                struct skat_result *result);

/* A deal without a declarer: passed in, or a bot failed in the auction. With `fault` the
 * offender is charged result->signed_value (rules.md 8.3, faults). `bock`: 1.. */
void skat_value_undeclared(int bid, bool fault, int bock, struct skat_result *result);

/* Ramsch that was played to its end. */
void skat_value_ramsch(const struct skat_rules *rules, const struct skat_ramsch_facts *facts,
                       struct skat_result *result);

/* Ramsch, or a ramsch round before it, that ended by a bot's fault: the offender is charged
 * result->signed_value (rules.md 8.3, faults). */
void skat_value_ramsch_fault(const struct skat_rules *rules, const struct skat_ramsch_facts *facts,
                             struct skat_result *result);

enum { SKAT_WORDS_SIZE = 384 };
/* The count as the scorekeeper says it: "without 2, game 3, schneider 4, times 10 hearts: 40";
 * an overbid, a loss and doublings follow: "..., bid 40: raised to 45, lost 90, kontra 180".
 * Returns `words`. */
const char *skat_value_words(const struct skat_facts *facts, const struct skat_result *result,
                             char words[SKAT_WORDS_SIZE]);

#endif
