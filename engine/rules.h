/* engine/rules.h - a rule set: the options of the rulebook, and what follows from them.
 *
 * Fill a struct with skat_rules_official(), change options, then call
 * skat_rules_prepare(), which checks them together and computes the bid ladder
 * and the games that can be announced. A prepared rule set is constant: any
 * number of games on any number of threads may point at it. */
#ifndef SKAT_ENGINE_RULES_H
#define SKAT_ENGINE_RULES_H

#include <stddef.h>

#include "engine/card.h"
#include "engine/contract.h"
#include "engine/error.h"

enum skat_passed_in { SKAT_PASSED_IN_VOID };
enum skat_concede { SKAT_CONCEDE_UNTIL_SECOND_TRICK, SKAT_CONCEDE_BEFORE_LEAD, SKAT_CONCEDE_NEVER };
enum skat_matadors_rule { SKAT_MATADORS_TRUMPS, SKAT_MATADORS_JACKS };
enum skat_hand_schwarz { SKAT_HAND_SCHWARZ_ADDITIVE, SKAT_HAND_SCHWARZ_LADDER };
enum skat_schneider_schwarz { SKAT_SCHNEIDER_SCHWARZ_LEVELS, SKAT_SCHNEIDER_SCHWARZ_DOUBLE };
enum skat_overbid_hand { SKAT_OVERBID_HAND_COUNTS, SKAT_OVERBID_HAND_HAND, SKAT_OVERBID_HAND_SKAT };
enum skat_lost_hand { SKAT_LOST_HAND_DOUBLE, SKAT_LOST_HAND_SINGLE };
enum skat_scoring { SKAT_SCORING_CLASSIC, SKAT_SCORING_SEEGER_FABIAN };

enum {
    SKAT_SEATS_MIN = 3,
    SKAT_SEATS_MAX = 5,
    SKAT_NULL_KINDS = 4,          /* null, null hand, null ouvert, null ouvert hand */
    SKAT_LADDER_MAX = 256,        /* values of the longest ladder, with room to spare */
    SKAT_DECLARATIONS_MAX = 32    /* games that can be announced at one moment */
};

/* The cards that a game is played with and how they are dealt (rulebook 1, 2). */
struct skat_deck {
    skat_cards cards;
    uint8_t count;        /* of all cards */
    uint8_t hand;         /* cards of a player, tricks of a game */
    uint8_t skat;         /* cards that lie aside */
    /* Packets in the order in which they are dealt: n to every player from forehand on,
     * or, negative, n to the skat. Ends with 0. */
    int8_t packets[8];
};
extern const struct skat_deck skat_deck_32;

/* Every option is an int, so that one table (skat_rule_options) describes them all.
 * Each is named as in the rulebook, where its meaning stands. */
struct skat_rules {
    int seats;              /* 3..5 */
    int deals;              /* of a session; 0: twelve rounds, 36 at three seats (rulebook 2) */
    int passed_in;          /* enum skat_passed_in (3) */
    int grand_base;         /* 24 | 20 (4) */
    int announce_with_skat; /* bool (4) */
    int concede;            /* enum skat_concede (4) */
    int matadors;           /* enum skat_matadors_rule (6) */
    int hand_schwarz;       /* enum skat_hand_schwarz (6) */
    int schneider_points;   /* 90 | 91 (6) */
    int schneider_schwarz;  /* enum skat_schneider_schwarz (6) */
    int overbid_hand;       /* enum skat_overbid_hand (6) */
    int lost_factor;        /* 1..4 (6) */
    int lost_hand;          /* enum skat_lost_hand (6) */
    int grand_ouvert_base;  /* 0: ouvert is a level | 36 | 30 (6) */
    int null_values[SKAT_NULL_KINDS]; /* 1..999 (6) */
    int scoring;            /* enum skat_scoring (8) */

    /* What follows from the options; written by skat_rules_prepare() only. */
    struct {
        const struct skat_deck *deck;
        /* All values that a game can have, ascending (rulebook 3). */
        uint16_t ladder[SKAT_LADDER_MAX];
        int ladder_count;
        /* The games that can be announced by hand [0] and after the pick-up [1]: first the
         * null games by ascending value, so that those below a bid are a prefix. */
        struct skat_contract declarations[2][SKAT_DECLARATIONS_MAX];
        int declaration_count[2];
        int null_count[2];
    } derived;
};

/* The official rules (ISkO): the default of every option. Not prepared yet. */
void skat_rules_official(struct skat_rules *rules);

/* Checks the options, each and together, and computes what follows. On failure returns
 * false with the reason in *error (which names the option); the rule set must then not be
 * used for a game. */
bool skat_rules_prepare(struct skat_rules *rules, struct skat_error *error);

/* Position in the ladder of the first value above `bid` (0..): all legal bids stand from
 * there on. Equals ladder_count when there is none. Prepared rules only. */
int skat_ladder_above(const struct skat_rules *rules, int bid);

/* The fixed value of a null contract (rulebook 6). */
int skat_null_value(const struct skat_rules *rules, struct skat_contract contract);

/* May ouvert be announced only by hand? Then codes leave the H out (log-format). */
static inline bool skat_ouvert_needs_hand(const struct skat_rules *rules)
{
    return !rules->announce_with_skat;
}

/* ---- the options as data: for reading, printing and checking rule-set files ---- */

enum skat_option_type {
    SKAT_OPTION_INT,    /* min..max */
    SKAT_OPTION_BOOL,
    SKAT_OPTION_CHOICE, /* one of names[], stored as its index */
    SKAT_OPTION_ONE_OF, /* one of values[]; 0 is written null */
    SKAT_OPTION_INTS    /* `count` integers, each min..max */
};

struct skat_rule_option {
    const char *name;
    enum skat_option_type type;
    size_t offset;             /* of the int (or the first) in struct skat_rules */
    int min, max;
    int count;                 /* INTS: how many; CHOICE and ONE_OF: how many are allowed */
    const char *const *names;  /* CHOICE */
    const int *values;         /* ONE_OF */
    const char *help;          /* one line, with the section of the rulebook */
};

extern const struct skat_rule_option skat_rule_options[];
extern const int skat_rule_option_count;

/* The option of that name, or NULL. */
const struct skat_rule_option *skat_rule_option_find(const char *name);
/* Where the option's value (values) stand in a rule set. */
int *skat_rule_option_value(struct skat_rules *rules, const struct skat_rule_option *option);
/* Writes what the option allows, "90 | 91", "3..5". Returns `text`. */
const char *skat_rule_option_allowed(const struct skat_rule_option *option, char *text,
                                     size_t size);

#endif
