// SPDX-License-Identifier: MIT
/* engine/rules.h - a rule set: the options of docs/rules.md, and what is derived from them.
 *
 * Fill a struct with skat_rules_official(), change options, then call
 * skat_rules_prepare(), which checks them together and computes the bid ladder
 * and the games that can be announced. A prepared rule set is constant: any
 * number of games on any number of threads may share it. */
#ifndef SKAT_ENGINE_RULES_H
#define SKAT_ENGINE_RULES_H

#include <stddef.h>

#include "engine/card.h"
#include "engine/contract.h"
#include "engine/error.h"
#include "engine/ranking.h"

struct skat_variant; /* the row of a game: private to the engine, as the next two */
struct skat_deck;
struct skat_seating;

/* The option `game`: Skat and its variants (rules.md 10). */
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
extern const char *const skat_variant_names[SKAT_VARIANTS];

enum skat_passed_in { SKAT_PASSED_IN_VOID, SKAT_PASSED_IN_RAMSCH, SKAT_PASSED_IN_SCHIEBERAMSCH };
enum skat_concede {
    SKAT_CONCEDE_UNTIL_SECOND_TRICK,
    SKAT_CONCEDE_BEFORE_LEAD,
    SKAT_CONCEDE_NEVER,
    SKAT_CONCEDE_BEFORE_SECOND_LEAD
};
/* Who may give up after that window, and how (4). */
enum skat_concede_later {
    SKAT_CONCEDE_LATER_NEVER,
    SKAT_CONCEDE_LATER_CONSENT,
    SKAT_CONCEDE_LATER_REST
};
enum skat_claims { SKAT_CLAIMS_NEVER, SKAT_CLAIMS_SURE, SKAT_CLAIMS_CONSENT };
enum skat_matadors_rule { SKAT_MATADORS_TRUMPS, SKAT_MATADORS_JACKS };
enum skat_schneider_schwarz {
    SKAT_SCHNEIDER_SCHWARZ_LEVELS,
    SKAT_SCHNEIDER_SCHWARZ_LADDER,
    SKAT_SCHNEIDER_SCHWARZ_DOUBLE
};
enum skat_overbid_hand { SKAT_OVERBID_HAND_COUNTS, SKAT_OVERBID_HAND_HAND, SKAT_OVERBID_HAND_SKAT };
enum skat_lost_hand { SKAT_LOST_HAND_DOUBLE, SKAT_LOST_HAND_SINGLE };
enum skat_scoring {
    SKAT_SCORING_CLASSIC,
    SKAT_SCORING_SEEGER_FABIAN,
    SKAT_SCORING_MINUS,
    SKAT_SCORING_OPPONENTS
};
/* What a fault costs (8.3): the worst that could still have come, or what a concession does. */
enum skat_faults { SKAT_FAULTS_WORST, SKAT_FAULTS_CONCEDED };
enum skat_kontra_when {
    SKAT_KONTRA_AFTER_LEAD,
    SKAT_KONTRA_BEFORE_LEAD,
    SKAT_KONTRA_FIRST_TRICK,
    SKAT_KONTRA_TRICK_TURNED
};
enum skat_auction {
    SKAT_AUCTION_DEALER_ASKS,
    SKAT_AUCTION_SURVIVOR_ASKS,
    SKAT_AUCTION_SUITS,
    SKAT_AUCTION_NONE
};
/* Bits of the set `announcements` (4). */
enum skat_announcements { SKAT_ANNOUNCE_WITH_SKAT = 1, SKAT_ANNOUNCE_OUVERT_ALONE = 2 };
enum skat_kontra_who { SKAT_KONTRA_ANY, SKAT_KONTRA_BIDDERS, SKAT_KONTRA_BIDDERS_OR_18 };
enum skat_schenken { SKAT_SCHENKEN_OFF, SKAT_SCHENKEN_GRAND, SKAT_SCHENKEN_ALL };
enum skat_bock_several { SKAT_BOCK_ONE, SKAT_BOCK_EACH, SKAT_BOCK_EVENTS };
enum skat_bock_pending { SKAT_BOCK_QUEUE, SKAT_BOCK_RESTART, SKAT_BOCK_IGNORE };
enum skat_ramsch_skat { SKAT_RAMSCH_LAST_TRICK, SKAT_RAMSCH_MOST_POINTS, SKAT_RAMSCH_NOBODY };
enum skat_klopfen { SKAT_KLOPFEN_OFF, SKAT_KLOPFEN_ROUNDS, SKAT_KLOPFEN_ALWAYS };
enum skat_ramsch_virgin { SKAT_RAMSCH_NO_TRICK, SKAT_RAMSCH_NO_POINTS, SKAT_RAMSCH_NO_VIRGINS };
enum skat_ramsch_score {
    SKAT_RAMSCH_POINTS,
    SKAT_RAMSCH_EACH,
    SKAT_RAMSCH_AMOUNTS,
    SKAT_RAMSCH_FEWEST
};
/* What is played in a round of ramsch (7.3). */
enum skat_ramsch_round_game { SKAT_ROUND_OF_SCHIEBERAMSCH, SKAT_ROUND_OF_RAMSCH };
enum skat_ramsch_tie {
    SKAT_RAMSCH_ALL_LOSE,
    SKAT_RAMSCH_TWO_LOSE, /* of three nobody does */
    SKAT_RAMSCH_LAST_TRICK_LOSES,
    SKAT_RAMSCH_SHARED
};
/* Bits of the set `revolution` (7.7); without the first two, it is not a game of its own. */
enum skat_revolution {
    SKAT_REVOLUTION_EXCHANGE = 1,
    SKAT_REVOLUTION_SKAT = 2,
    SKAT_REVOLUTION_BOTH = SKAT_REVOLUTION_EXCHANGE | SKAT_REVOLUTION_SKAT,
    SKAT_REVOLUTION_GRAND_OUVERT = 4
};

/* What can open a round of bock or ramsch (rules.md 7.3); sets have bits 1 << trigger. */
enum skat_trigger {
    SKAT_TRIGGER_VALUE_OVER_100,
    SKAT_TRIGGER_GRAND_HAND_WON,
    SKAT_TRIGGER_GRAND_HAND_PLAYED,
    SKAT_TRIGGER_KONTRA_LOST,
    SKAT_TRIGGER_RE_SAID,
    SKAT_TRIGGER_RE_WON,
    SKAT_TRIGGER_DECLARER_SCHNEIDER,
    SKAT_TRIGGER_SIXTY_SIXTY,
    SKAT_TRIGGER_LAST_ROUND,
    SKAT_TRIGGER_SCORE_MULTIPLE_OF_100,
    SKAT_TRIGGER_SCORE_THREE_EQUAL_DIGITS,
    SKAT_TRIGGER_VALUE_AT_LEAST_72,
    SKAT_TRIGGER_VALUE_AT_LEAST_96,
    SKAT_TRIGGER_KONTRA_FAILED,
    SKAT_TRIGGER_SCORE_ENDS_IN_THREE_EQUAL_DIGITS,
    SKAT_TRIGGER_GRAND_HAND_LOST,
    SKAT_TRIGGER_NULL_OUVERT_HAND_PLAYED,
    SKAT_TRIGGERS
};
extern const char *const skat_trigger_names[SKAT_TRIGGERS];

/* The first trigger of each event in a set: triggers that look at the same thing, such as kontra
 * and re, are one event (rules.md 7.3). */
uint32_t skat_first_of_each_event(uint32_t triggers);

enum {
    SKAT_SEATS_MIN = 2,
    SKAT_SEATS_MAX = 5,
    SKAT_RAMSCH_AMOUNTS_MAX = 3, /* with no virgin, one, two; or for one winner, two, three */
    SKAT_NULL_KINDS = 4,         /* null, null hand, null ouvert, null ouvert hand */
    SKAT_LADDER_MAX = 448,       /* more than the values of the longest ladder */
    SKAT_DECLARATIONS_MAX = 40,  /* most games that can be announced at one moment */
    SKAT_CALLS_MAX = 12,         /* the games that can be named in the auction by suits */
    SKAT_REVOLUTION_VALUE = 92,  /* rules.md 7.7 */
    SKAT_KONTRA_LEVELS_MAX = 8,
    /* The most deals of a session that carries something from deal to deal: kept in memory. */
    SKAT_CARRIED_DEALS_MAX = 20000
};

/* Every option is an int, so that one table (skat_rule_options) describes them all.
 * Options are named and explained in docs/rules.md. */
struct skat_rules {
    int game;      /* enum skat_variant_id (10) */
    int seats;     /* 2..5, within the range of the game */
    int deals;     /* in a session; 0: twelve rounds (36 deals at three seats, rules.md 2), or the
                  default of the game */
    int auction;   /* enum skat_auction (3) */
    int passed_in; /* enum skat_passed_in (3) */
    int announcements;                           /* bits of enum skat_announcements (4) */
    int concede;                                 /* enum skat_concede (4) */
    int concede_later;                           /* enum skat_concede_later (4) */
    int claims;                                  /* enum skat_claims (5) */
    int value_grand;                             /* 1..100 (4) */
    int value_null[SKAT_NULL_KINDS];             /* 1..999 (6) */
    int value_grand_ouvert;                      /* 0: ouvert is a level | 36 | 30 (6) */
    int value_matadors;                          /* enum skat_matadors_rule (6) */
    int value_lost_factor;                       /* 1..4 (6) */
    int value_lost_hand;                         /* enum skat_lost_hand (6) */
    int value_overbid_hand;                      /* enum skat_overbid_hand (6) */
    int value_schneider_points;                  /* 90 | 91; 108 | 109 with 36 cards (6) */
    int value_schneider_schwarz;                 /* enum skat_schneider_schwarz (6) */
    int kontra_levels;                           /* 0..8: most doublings (7) */
    int kontra_when;                             /* enum skat_kontra_when (7) */
    int kontra_who;                              /* enum skat_kontra_who (7) */
    int kontra_re_in_null;                       /* bool (7) */
    int kontra_before_showing;                   /* bool (7) */
    int schenken;                                /* enum skat_schenken (7) */
    int bock_triggers;                           /* bits 1 << enum skat_trigger (7) */
    int bock_length;                             /* deals in a round; 0: one per seat (7) */
    int bock_factor;                             /* 2..10 (7) */
    int bock_several;                            /* enum skat_bock_several (7) */
    int bock_pending;                            /* enum skat_bock_pending (7) */
    int bock_doubles_trigger;                    /* bool (7) */
    int bock_ramsch_after;                       /* bool (7) */
    int ramsch_round_triggers;                   /* bits 1 << enum skat_trigger (7) */
    int ramsch_round_length;                     /* deals in a round; 0: one per seat (7) */
    int ramsch_round_game;                       /* enum skat_ramsch_round_game (7) */
    int ramsch_round_grand_hand;                 /* bool (7) */
    int ramsch_round_kontra;                     /* bool (7) */
    int ramsch_skat_to;                          /* enum skat_ramsch_skat (7) */
    int ramsch_virgin;                           /* enum skat_ramsch_virgin (7) */
    int ramsch_march;                            /* points for taking all tricks; 0: no march (7) */
    int ramsch_tie;                              /* enum skat_ramsch_tie (7) */
    int ramsch_score;                            /* enum skat_ramsch_score (7) */
    int ramsch_amounts[SKAT_RAMSCH_AMOUNTS_MAX]; /* 0..1000; all 0: by ramsch_score (7) */
    int ramsch_jacks;                            /* bool (7) */
    int ramsch_klopfen;                          /* enum skat_klopfen (7) */
    int spitzen_max;                             /* 0..7 (7) */
    int spitzen_grand;                           /* bool (7) */
    int spitzen_levels;                          /* 1 or 2 (7) */
    int revolution;                              /* bits of enum skat_revolution (7) */
    int rum;                                     /* bool (7) */
    int sachsenspitze;                           /* 0: not played | 20 | 21 (7) */
    int scoring_system;                          /* enum skat_scoring (8) */
    int scoring_won_game;                        /* 0..1000 (8) */
    int scoring_lost_game;                       /* 0..1000 (8) */
    int scoring_lost_by_other; /* 0..1000; 0: 40 with two or three seats, 30 with more (8) */
    int scoring_limit;         /* 0: 301 with two or three seats, 401 with more (8) */
    int scoring_sitting_share; /* bool (8) */
    int money_stake;           /* money per point, in thousandths (8) */
    int money_rounding;        /* money to whose multiples payments are rounded, in thousandths; 0:
                                  exact (8) */
    int faults;                /* enum skat_faults (8) */
    int tourneeskat_guckser_null; /* bool: null games with the skat are allowed (10.1) */
    int ass_ace;                  /* enum skat_suit of the highest trump in Ass (10.4) */

    /* Derived from the options; written only by skat_rules_prepare(). */
    struct {
        const struct skat_variant *variant;
        const struct skat_deck *deck;
        struct skat_ranking with_ace[SKAT_SUITS]; /* of suit games, if variant->ace_on_top */
        const struct skat_seating *seating;
        /* All values that a game can have, ascending (rules.md 3). */
        uint16_t ladder[SKAT_LADDER_MAX];
        int ladder_count;
        /* The games that can be announced before the pick-up [0] (all of them hand games, except in
         * Turnéskat) and after it [1]: null games first, by ascending value, so that those below a
         * bid are a prefix. */
        struct skat_contract declarations[2][SKAT_DECLARATIONS_MAX];
        int declaration_count[2];
        int null_count[2];
        /* With the auction by suits: the games that can be named, lowest first. The
         * games of `declarations` are then in that order, and null games do not come first. */
        struct skat_contract calls[SKAT_CALLS_MAX];
        int call_count;
        /* Decisions that can occur under these rules: bits 1 << enum skat_decision_kind. */
        uint32_t decisions;
        /* A session carries something from deal to deal: rounds, Bierlachs totals, or what is paid
         * in rounded money at its end. */
        bool carries;
    } derived;
};

/* The official rules (ISkO): the default of every option. Not yet prepared. */
void skat_rules_official(struct skat_rules *rules);
/* The fixed value of a null contract or a revolution (rules.md 6, 7.7). */
int skat_null_value(const struct skat_rules *rules, struct skat_contract contract);
/* The highest value that it can reach: higher only for a null with the skat that is announced
 * before the pick-up, as in Turnéskat, since ouvert may be added after it. */
int skat_null_reach(const struct skat_rules *rules, struct skat_contract contract);

/* The base value of a suit game or grand, ignoring ouvert (rules.md 6). 0: no such game. Prepared
 * rules only, as the next. */
int skat_base_value(const struct skat_rules *rules, unsigned type, enum skat_way way);
/* The base value of grand ouvert as a game of its own; 0: ouvert is a level. */
int skat_grand_ouvert_base(const struct skat_rules *rules);

/* The order of the cards in a game. Prepared rules only, as the next three. */
const struct skat_ranking *skat_rules_ranking(const struct skat_rules *rules,
                                              struct skat_contract contract);

/* The cards that are dealt; how many of them each player gets, and how many the skat has. */
skat_cards skat_rules_cards(const struct skat_rules *rules);
int skat_rules_hand(const struct skat_rules *rules);
int skat_rules_skat(const struct skat_rules *rules);

/* The highest value of the ladder, which a game can have where nobody bids; 0 without games. */
static inline int skat_ladder_top(const struct skat_rules *rules)
{
    return rules->derived.ladder_count ? rules->derived.ladder[rules->derived.ladder_count - 1] : 0;
}

/* Can deals come in rounds of ramsch, which have no auction? */
static inline bool skat_rules_ramsch_rounds(const struct skat_rules *rules)
{
    const int followed = rules->bock_triggers & ~(1 << SKAT_TRIGGER_LAST_ROUND);
    return rules->ramsch_round_triggers || (followed && rules->bock_ramsch_after);
}
/* Are the cards passed on in them? */
static inline bool skat_rules_schieberamsch_rounds(const struct skat_rules *rules)
{
    return skat_rules_ramsch_rounds(rules) &&
           rules->ramsch_round_game == SKAT_ROUND_OF_SCHIEBERAMSCH;
}
/* Can deals come in rounds of bock or ramsch? */
static inline bool skat_rules_have_rounds(const struct skat_rules *rules)
{
    return rules->bock_triggers || rules->ramsch_round_triggers;
}

/* Is the revolution a game of its own? The defenders may also exchange in grand ouvert alone. */
static inline bool skat_rules_revolution(const struct skat_rules *rules)
{
    return rules->revolution & SKAT_REVOLUTION_BOTH;
}

/* Is money settled at the end of a session, rounded for every two seats? Exact money can be added
 * up deal by deal. */
static inline bool skat_rules_round_money(const struct skat_rules *rules)
{
    return rules->money_stake && rules->money_rounding;
}

/* Can ouvert be announced only in hand games? Then it implies hand. */
static inline bool skat_ouvert_needs_hand(const struct skat_rules *rules)
{
    return !(rules->announcements & SKAT_ANNOUNCE_WITH_SKAT);
}

/* What ouvert implies in a suit game or grand: bits SKAT_WITH_HAND and SKAT_WITH_SCHWARZ (rules.md
 * 4, announcements). Prepared rules only, as the next three. */
unsigned skat_ouvert_implies(const struct skat_rules *rules, unsigned type);
/* Adds all that is implied, except for hand: a game is by hand if the skat was not taken. */
struct skat_contract skat_rules_complete(const struct skat_rules *rules,
                                         struct skat_contract contract);
/* The code and the name of a contract under the rules (contract.h). */
int skat_rules_code(const struct skat_rules *rules, struct skat_contract contract,
                    char code[SKAT_CODE_SIZE]);
const char *skat_rules_name(const struct skat_rules *rules, struct skat_contract contract,
                            char name[SKAT_CONTRACT_NAME_SIZE]);

/* ---- the options as data: for reading, printing and checking rule-set files ---- */

enum skat_option_type {
    SKAT_OPTION_INT, /* min..max */
    SKAT_OPTION_BOOL,
    SKAT_OPTION_CHOICE,         /* one of names[], stored as its index */
    SKAT_OPTION_ONE_OF,         /* one of values[] */
    SKAT_OPTION_ONE_OF_OR_NULL, /* the same; 0 is written null */
    SKAT_OPTION_INTS,           /* `count` integers, each min..max */
    SKAT_OPTION_SET,            /* any of names[], stored as bits */
    SKAT_OPTION_DECIMAL         /* min..max thousandths */
};

struct skat_rule_option {
    const char *name;    /* "passed_in"; "kontra.when" is a member of an object */
    size_t offset;       /* of the int (or the first) in struct skat_rules */
    const char *section; /* of docs/rules.md, "7.1" */
    enum skat_option_type type;
    int min, max;
    int count;                /* INTS: number of values; others: number of choices */
    const char *const *names; /* CHOICE, SET */
    const int *values;        /* ONE_OF */
    const char *help;         /* one line */
};

extern const struct skat_rule_option skat_rule_options[];
extern const int skat_rule_option_count;

/* The option of that name, or NULL. */
const struct skat_rule_option *skat_rule_option_find(const char *name);
/* The location of the option's value or values in a rule set. */
int *skat_rule_option_value(struct skat_rules *rules, const struct skat_rule_option *option);
/* Writes the allowed values, "90 | 91", "3..5". Returns `text`. */
const char *skat_rule_option_allowed(const struct skat_rule_option *option, char *text,
                                     size_t size);

#endif
