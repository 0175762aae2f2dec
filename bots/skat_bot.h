// SPDX-License-Identifier: MIT
/* bots/skat_bot.h - the interface between Skat Arena and a bot. ABI 1.5.
 *
 * A bot is a shared object that exports one symbol, `skat_bot`, of type `const struct
 * skat_bot_module`. It needs only this header, which works in C11 and in C++. bots/README.md
 * explains it and contains a complete bot of forty lines; `skat-arena new-bot` writes one.
 *
 * General rules:
 *   - Every struct starts with its size in bytes and grows only at its end. A bot built against an
 *     older minor version runs; a bot built against another major version does not. Rule variants
 *     newer than the bot bring game types and decisions that it does not know (see
 *     SKAT_BOT_KNOWS): the arena warns about this, and the bot handles them as it likes.
 *   - All integers have fixed width; flags are uint8_t, 0 or 1.
 *   - An instance is used by one thread at a time. Different instances may be used
 *     by different processes, so a module keeps no state outside its instances.
 *   - Pointers that the arena passes to a bot are valid during the call unless stated
 *     otherwise. The arena frees what it allocates; the bot frees what it allocates.
 *   - A call that crashes, hangs or answers illegally while a deal is played costs the bot that
 *     game (session_begin is part of the first game of a session). During session_end and destroy
 *     there is no game to lose, so nothing is charged.
 *   - The same view, options and random numbers must give the same answer:
 *     no clock, no addresses, no rand(). Only then are runs reproducible.
 *
 * In the tree, the decisions, actions and views below are made from engine/decision.h and
 * engine/game/view.h (`make generate`), which have the same layout under other names. */
#ifndef SKAT_BOT_H
#define SKAT_BOT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SKAT_BOT_ABI_MAJOR 1
#define SKAT_BOT_ABI_MINOR 5

/* ---- cards ---------------------------------------------------------------------------- */

/* suit * 16 + rank; SKAT_BOT_NO_CARD for no card. */
typedef uint8_t skat_bot_card;
/* A set of cards: bit n is card n, so each suit is a lane of 16 bits. */
typedef uint64_t skat_bot_cards;

enum { SKAT_BOT_DIAMONDS, SKAT_BOT_HEARTS, SKAT_BOT_SPADES, SKAT_BOT_CLUBS };
enum {
    SKAT_BOT_SIX,
    SKAT_BOT_SEVEN,
    SKAT_BOT_EIGHT,
    SKAT_BOT_NINE,
    SKAT_BOT_QUEEN,
    SKAT_BOT_KING,
    SKAT_BOT_TEN,
    SKAT_BOT_ACE,
    SKAT_BOT_JACK
};
enum {
    SKAT_BOT_NO_CARD = 0xff,
    SKAT_BOT_NOBODY = 0xff,
    SKAT_BOT_PLAYERS = 3,   /* positions: 0 forehand, 1 middlehand, 2 rearhand */
    SKAT_BOT_HAND_MAX = 12, /* the most cards that a player can hold */
    SKAT_BOT_TRICKS_MAX = 16,
    SKAT_BOT_DECK_MAX = 36
};

/* ---- games ---------------------------------------------------------------------------- */

/* skat_bot_contract.type; a suit game has the number of its suit. The last three occur only under
 * rule sets that include them. In ramsch there is no declarer. */
enum {
    SKAT_BOT_GRAND = 4,
    SKAT_BOT_NULL = 5,
    SKAT_BOT_SACHSENSPITZE = 6, /* upside-down grand: jacks D H S C, suits 7 8 9 T Q K A */
    SKAT_BOT_REVOLUTION = 7,    /* null ouvert hand; the defenders exchange cards first */
    SKAT_BOT_RAMSCH = 8
};
/* skat_bot_contract.with. Except in null, ouvert implies schwarz and schwarz implies schneider;
 * the arena adds what is implied. */
enum {
    SKAT_BOT_HAND = 1,
    SKAT_BOT_SCHNEIDER = 2, /* announced */
    SKAT_BOT_SCHWARZ = 4,   /* announced */
    SKAT_BOT_OUVERT = 8,
    /* In suit games, the number of spitzen, 0 to 7, times SKAT_BOT_SPITZE. The last trick must be
     * won with the trump seven (with the sixes: the six), the trick before it with the next trump,
     * and so on in the order 6 7 8 9 Q K T A. */
    SKAT_BOT_SPITZE = 16,
    SKAT_BOT_SPITZEN = 7 * SKAT_BOT_SPITZE,
    /* Since 1.3, Turnéskat: a turné. There, a game with neither HAND nor TURN is a guckser. */
    SKAT_BOT_TURN = 128
};
/* Since 1.3. How the declarer uses the skat: indices of skat_bot_rules.base_values. */
enum { SKAT_BOT_WAY_TAKEN, SKAT_BOT_WAY_HAND, SKAT_BOT_WAY_TURNED, SKAT_BOT_WAYS };
struct skat_bot_contract {
    uint8_t type;
    uint8_t with; /* bits */
};

/* skat_bot_rules.game: the option `game` of rule sets. A variant game is also a variant (below). */
enum skat_bot_game {
    SKAT_BOT_GAME_SKAT = 0,
    SKAT_BOT_GAME_TOURNEESKAT = 1, /* the declarer may turn cards of the skat: TURN */
    SKAT_BOT_GAME_6ER_SKAT = 2,    /* 36 cards, eleven per player, three in the skat, 144 points */
    SKAT_BOT_GAME_HERZBLATT = 3,   /* each in turn may play hearts, without bidding: OFFER */
    SKAT_BOT_GAME_ASS = 4,         /* the holder of the ace of suit `ace` plays a suit game; it is
                                      the highest trump, above CJ, whatever suit is trumps */
    SKAT_BOT_GAME_RAEUBERSKAT = 5, /* forehand plays one of its remaining game types: CHOOSE */
    SKAT_BOT_GAME_IDIOTENSKAT = 6, /* players see the others' cards (view->seen) but not their own,
                                      which they play by place: BLIND. Nobody need follow suit or
                                      picks up the skat: DECLARE comes at once, no discards */
    SKAT_BOT_GAME_PILOT = 7,       /* two players; the third hand is a dummy */
    SKAT_BOT_GAME_STROHMANN = 8,   /* the same with nine cards and a second skat */
    SKAT_BOT_GAME_OMA = 9,         /* two players; the third hand is a pile */
    SKAT_BOT_GAME_OFFIZIERSSKAT = 10 /* two hands with half of the cards covered: NAME */
};

/* ---- rules and session ---------------------------------------------------------------- */

/* Since 1.4. An option of a rule set, as configs/README.md lists them. This struct does not grow.
 */
enum skat_bot_rule_type {
    SKAT_BOT_RULE_NUMBER = 0,
    SKAT_BOT_RULE_NUMBER_OR_NULL = 1, /* 0 is null */
    SKAT_BOT_RULE_THOUSANDTHS = 2,
    SKAT_BOT_RULE_FLAG = 3,   /* 0 or 1 */
    SKAT_BOT_RULE_CHOICE = 4, /* an index into `words` */
    SKAT_BOT_RULE_SET = 5     /* bits 1 << index into `words` */
};
struct skat_bot_rule_option {
    const char *name;     /* "kontra.when" */
    uint32_t type;        /* enum skat_bot_rule_type */
    uint32_t value_count; /* 1, but for lists of numbers */
    const int32_t *values;
    uint32_t word_count;
    const char *const *words; /* CHOICE, SET */
};

/* The rule set in force; names and meanings are those of rule-set files (configs/README.md).
 * Choices are numbered in the order of that page, the default first. */
struct skat_bot_rules {
    uint32_t size;
    int32_t seats;
    int32_t grand_base;
    int32_t announce_with_skat;
    int32_t passed_in;    /* 0 void, 1 ramsch, 2 schieberamsch */
    int32_t concede;      /* 0 until_second_trick, 1 before_lead, 2 never, 3 before_second_lead */
    int32_t matadors;     /* 0 trumps, 1 jacks */
    int32_t hand_schwarz; /* 0 additive, 1 ladder */
    int32_t schneider_points;
    int32_t overbid_hand; /* 0 counts, 1 hand, 2 skat */
    int32_t lost_factor;
    int32_t lost_hand;         /* 0 double, 1 single */
    int32_t grand_ouvert_base; /* 0: ouvert is a level */
    int32_t null_values[4];    /* null, null hand, null ouvert, null ouvert hand */
    int32_t scoring;           /* 0 classic, 1 seeger_fabian, 2 minus, 3 opponents */
    int32_t schneider_schwarz; /* 0 levels, 1 double */
    uint32_t ladder_count;
    const uint16_t *ladder; /* all possible bids, ascending; valid until session_end */
    /* Since 1.1. Choices and triggers are in the order of configs/README.md. */
    int32_t kontra_levels; /* 0: no kontra */
    int32_t kontra_when;   /* 0 after_lead, 1 before_lead, 2 first_trick */
    int32_t kontra_who;    /* 0 any, 1 bidders, 2 bidders_or_18 */
    int32_t schenken;      /* 0 off, 1 grand, 2 all */
    int32_t bock_triggers; /* bits 1 << trigger */
    int32_t bock_length;
    int32_t bock_factor;
    int32_t bock_several; /* 0 one, 1 each, 2 events */
    int32_t bock_pending; /* 0 queue, 1 restart, 2 ignore */
    int32_t bock_ramsch_after;
    int32_t ramsch_round_triggers;
    int32_t ramsch_round_grand_hand;
    int32_t ramsch_skat_to;   /* 0 last_trick, 1 most_points, 2 nobody */
    int32_t ramsch_three_tie; /* 0 all_lose, 1 nobody */
    int32_t ramsch_virgin;    /* 0 no_trick, 1 no_points, 2 off */
    int32_t ramsch_march;     /* 0: off */
    int32_t ramsch_score;     /* 0 points, 1 each, 2 amounts */
    int32_t schieben_jacks;
    int32_t spitzen_max;
    int32_t revolution; /* 0 off, 1 exchange, 2 skat, 3 both */
    int32_t rum;
    int32_t sachsenspitze_base; /* 0: not played */
    int32_t bierlachs_limit;    /* 0 unless scoring is minus */
    /* Since 1.3: Skat, or a variant game. */
    int32_t game;             /* SKAT_BOT_GAME_SKAT ... */
    int32_t hand_cards;       /* in a hand as dealt: the number of tricks */
    skat_bot_cards deck;      /* all cards: 32, or 36 with the sixes (six points each) */
    int32_t ace;              /* Ass: the suit whose ace is the highest trump */
    int32_t hand_is_no_level; /* playing hand raises only the base value */
    /* Base values of suit games and grand by use of the skat; 0: not allowed. Grand ouvert as a
     * game of its own: grand_ouvert_base. */
    int32_t base_values[SKAT_BOT_GRAND + 1][SKAT_BOT_WAYS];
    int32_t guckser_null; /* Turnéskat: null games may be played with the skat */
    int32_t aside_cards;  /* in a second skat that nobody sees; 0: no such skat. Its points go
                                  to the side that has more points after the last trick */
    /* Since 1.4: every option of the rule set by name, including those without a field here. Valid
     * until session_end. */
    uint32_t option_count;
    const struct skat_bot_rule_option *options;
};

struct skat_bot_session {
    uint32_t size;
    uint32_t deals;                     /* in the session */
    const struct skat_bot_rules *rules; /* valid until session_end */
};

/* ---- decisions ------------------------------------------------------------------------ */

/* The kinds of decision. Rule variants add kinds; a module lists in `decisions` those it answers.
 * For other kinds the arena uses the default given here, without a call. Kinds marked "must" have
 * no default: a module without them cannot take that part. */
enum skat_bot_decision_kind {
    SKAT_BOT_DECIDE_NOTHING = 0,
    SKAT_BOT_DECIDE_BID = 1,     /* must: bid one of `bids`, or pass */
    SKAT_BOT_DECIDE_HOLD = 2,    /* must: hold view->bid, or pass */
    SKAT_BOT_DECIDE_GAME = 3,    /* must: pick up, or announce a hand game: one of `declarations` */
    SKAT_BOT_DECIDE_DECLARE = 4, /* must: discard_count of `cards`, and one of `declarations` */
    SKAT_BOT_DECIDE_CONCEDE = 5, /* default: play on */
    SKAT_BOT_DECIDE_CARD = 6,    /* must: play one of `cards`; or concede if may_concede is set;
                                    or give up if may_give_up is set */
    /* Since 1.1: rule variants. */
    SKAT_BOT_DECIDE_KONTRA = 7,      /* default: play on. Say kontra (or re, supra, ...) or not */
    SKAT_BOT_DECIDE_AGREE = 8,       /* default: no. Should both defenders give up? */
    SKAT_BOT_DECIDE_GIFT = 9,        /* default: yes. The declarer accepts that they give up; or
                                        refuses, and must make schneider, then schwarz */
    SKAT_BOT_DECIDE_GRAND_HAND = 10, /* default: play on. Declare grand hand instead of ramsch,
                                        which is the view's contract until somebody does */
    SKAT_BOT_DECIDE_SCHIEBEN = 11,   /* default: pass on unseen, also for a module without
                                        PASS_ON. Take the cards, or pass them on unseen */
    SKAT_BOT_DECIDE_PASS_ON = 12,    /* follows taking them: pass on two of `cards` */
    SKAT_BOT_DECIDE_EXCHANGE = 13,   /* default: the cards in hand. A defender's new hand: ten of
                                        `cards` */
    /* Since 1.3: Turnéskat. */
    SKAT_BOT_DECIDE_TURN = 14, /* default: the first of `declarations`. A card of the skat was
                                  turned: announce a game it allows or, with may_turn, turn the
                                  other card, which then decides */
    /* Since 1.3: variant games. */
    SKAT_BOT_DECIDE_OFFER = 15,  /* default: pass. Play alone, or pass */
    SKAT_BOT_DECIDE_CHOOSE = 16, /* default: the first of `duties`. Choose a game type from
                                    `duties`, knowing the five cards that the view shows */
    SKAT_BOT_DECIDE_BLIND = 17,  /* default: the first of `places`. Play the card at one of
                                    `places`; or concede or give up, as in CARD */
    SKAT_BOT_DECIDE_NAME = 18,   /* default: the first one. Offiziersskat: announce one of
                                    `declarations`, knowing the first four open cards. KONTRA
                                    follows, knowing the dealer's four, and re, knowing all */
    /* Since 1.5. */
    SKAT_BOT_DECIDE_CONSENT = 19,   /* default: no. May the player `gift_by` of the view give up?
                                       A defender lets the declarer give up; or both defenders
                                       do, if the partner and then the declarer say yes */
    SKAT_BOT_DECIDE_CALL = 20,      /* default: pass. The auction by suits: name one of
                                       `declarations`, or pass. Whoever plays alone then owes
                                       that game or one that outranks it. After a game by hand
                                       was named, DECLARE follows at once, without discards */
    SKAT_BOT_DECIDE_HOLD_CALL = 21, /* default: pass. Hold the game view->called, or pass */
    SKAT_BOT_DECIDE_KNOCK = 22      /* default: play on. Ramsch: knock (klopfen), which doubles
                                       what it costs, or not; in schieberamsch only whoever took
                                       the cards is asked */
};
/* Bits for skat_bot_module.decisions. */
#define SKAT_BOT_DECIDES(kind) ((uint64_t)1 << (kind))
#define SKAT_BOT_DECIDES_BIDDING                                                                   \
    (SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_BID) | SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_HOLD) |              \
     SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_GAME) | SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_DECLARE))
#define SKAT_BOT_DECIDES_PLAY SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_CARD)
#define SKAT_BOT_DECIDES_VARIANTS                                                                  \
    (SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_KONTRA) | SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_AGREE) |          \
     SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_GIFT) | SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_GRAND_HAND) |       \
     SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_SCHIEBEN) | SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_PASS_ON) |      \
     SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_EXCHANGE) | SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_TURN))
#define SKAT_BOT_DECIDES_RELATIVES                                                                 \
    (SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_OFFER) | SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_CHOOSE) |          \
     SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_BLIND) | SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_NAME))

/* Since 1.5: what the options `concede_later` and `claims` ask. In no other mask, so that a source
 * that does not know it is not asked. */
#define SKAT_BOT_DECIDES_GIVING_UP SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_CONSENT)
/* Since 1.5: the auction by suits, in no other mask either. A module without it always passes. */
#define SKAT_BOT_DECIDES_CALLS                                                                     \
    (SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_CALL) | SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_HOLD_CALL))
/* Since 1.5: knocking before ramsch, in no other mask either. A module without it never knocks. */
#define SKAT_BOT_DECIDES_KNOCKING SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_KNOCK)

/* The game types that each player must play in Räuberskat. */
enum { SKAT_BOT_DUTY_SUIT, SKAT_BOT_DUTY_GRAND, SKAT_BOT_DUTY_NULL, SKAT_BOT_DUTY_RAMSCH };

struct skat_bot_decision {
    uint32_t size;
    uint8_t kind;          /* enum skat_bot_decision_kind */
    uint8_t position;      /* the player's own; for a dummy's card, the dummy's: view->dummy */
    uint8_t may_concede;   /* CARD: conceding is legal too */
    uint8_t discard_count; /* DECLARE, PASS_ON: how many cards to put aside or pass on */
    /* CARD: the playable cards; DECLARE: hand and skat together; PASS_ON: those that may be passed
     * on; EXCHANGE: those from which the new hand is chosen. */
    skat_bot_cards cards;
    const uint16_t *bids; /* BID: the legal bids, ascending */
    /* GAME (hand games; none after rum: pick up), DECLARE, GRAND_HAND (only that), TURN, NAME,
     * CALL (those that outrank view->called, lowest first).
     * Turnéskat, GAME: also guckser grand and guckser null, which take the skat. Picking it up
     * without announcing is guckser grand. */
    const struct skat_bot_contract *declarations;
    uint32_t bid_count;
    uint32_t declaration_count;
    /* Since 1.1. */
    uint8_t may_give_up; /* CARD: a defender may propose to the partner that they give up */
    uint8_t may_rum;     /* GAME: rum may be said before picking up */
    uint8_t spitzen;     /* GAME, DECLARE: the most spitzen that may be added to a suit game; the
                            trumps that they name must be among the ten cards */
    /* Since 1.3. */
    uint8_t may_turn; /* GAME, TURN: a card of the skat may be turned */
    uint8_t duties;   /* CHOOSE: what may be chosen, bits 1 << SKAT_BOT_DUTY_SUIT ... */
    uint16_t places;  /* BLIND: places in the hand that still hold a card, bit 0 the first */
    /* Since 1.5. */
    uint8_t may_claim;    /* CARD: the rest may be claimed */
    uint8_t may_resign;   /* CARD: giving up may be proposed with CONCEDE. Under the rule
                             `concede_later` "rest" nobody is asked */
    uint8_t grand_spitze; /* GAME, DECLARE: a spitze may be added to grand if the diamond jack is
                             among the ten cards, and not all jacks among them and the discards */
};

/* skat_bot_action.kind */
enum skat_bot_action_kind {
    SKAT_BOT_ACTION_NONE = 0, /* never legal; what `out` holds when act is called */
    SKAT_BOT_PASS = 1,        /* BID, HOLD, OFFER, CALL, HOLD_CALL */
    SKAT_BOT_BID = 2,         /* BID: `bid` */
    SKAT_BOT_HOLD = 3,        /* HOLD, HOLD_CALL; AGREE, GIFT, OFFER, CONSENT: yes */
    SKAT_BOT_PICK_UP = 4,     /* GAME; SCHIEBEN: take the cards */
    SKAT_BOT_DECLARE = 5,     /* GAME, GRAND_HAND, TURN, NAME: `contract`; DECLARE: and the
                                 discards in `cards` */
    SKAT_BOT_CARD = 6,        /* CARD: cards[0] */
    SKAT_BOT_CONCEDE = 7,     /* CONCEDE; CARD with may_concede or may_resign */
    SKAT_BOT_PLAY_ON = 8,     /* CONCEDE, KONTRA, GRAND_HAND, KNOCK: no */
    /* Since 1.1. */
    SKAT_BOT_KONTRA = 9,    /* KONTRA */
    SKAT_BOT_REFUSE = 10,   /* AGREE, GIFT, CONSENT: no */
    SKAT_BOT_GIVE_UP = 11,  /* CARD with may_give_up */
    SKAT_BOT_PASS_ON = 12,  /* SCHIEBEN: unseen, without cards; PASS_ON: two `cards` */
    SKAT_BOT_RUM = 13,      /* GAME with may_rum; GAME follows again */
    SKAT_BOT_EXCHANGE = 14, /* EXCHANGE: `cards` */
    /* Since 1.3. */
    SKAT_BOT_TURN_CARD = 15, /* GAME, TURN with may_turn: turns the next card of the skat */
    SKAT_BOT_CHOOSE = 16,    /* CHOOSE: `number`, SKAT_BOT_DUTY_SUIT ... */
    SKAT_BOT_PLACE = 17,     /* BLIND: `number`, the place. Events show CARD instead */
    /* Since 1.5. */
    SKAT_BOT_CLAIM = 18, /* CARD with may_claim: all tricks that are left. If it is refused, the
                            claimer's cards lie open (view->seen), and CARD is asked again */
    SKAT_BOT_CALL = 19,  /* CALL: `contract` */
    SKAT_BOT_KNOCK = 20  /* KNOCK */
};

struct skat_bot_action {
    uint32_t size;
    uint8_t kind; /* enum skat_bot_action_kind */
    struct skat_bot_contract contract;
    uint8_t count; /* cards in `cards` */
    uint16_t bid;
    skat_bot_card cards[SKAT_BOT_HAND_MAX];
    uint8_t number; /* since 1.3: CHOOSE, BLIND */
    uint8_t reserved[1];
};

/* ---- what a player may know ----------------------------------------------------------- */

/* Rebuilt for every call; the bot may keep a copy. It never contains hidden cards, the number of
 * the deal, the seating or the identity of the other bots: a bot must not know them. */
struct skat_bot_view {
    uint32_t size;
    uint8_t position; /* the player's own: 0 forehand, 1 middlehand, 2 rearhand */
    uint8_t reserved[3];
    skat_bot_cards dealt; /* own cards as dealt */
    skat_bot_cards hand;  /* own cards now; twelve for a declarer who holds the skat */
    skat_bot_cards skat;  /* for a declarer who picked up: the skat, after the announcement the
                             discards; schieberamsch, PASS_ON: the cards that were taken; empty
                             for everybody else */
    skat_bot_cards shown; /* the declarer's cards still in hand in an ouvert game */
    /* From here on: what everybody at the table sees. */
    uint8_t declarer;  /* position, SKAT_BOT_NOBODY before the auction is over */
    uint8_t turn;      /* position whose decision is next, or SKAT_BOT_NOBODY */
    uint8_t picked_up; /* the declarer took the skat */
    uint8_t announced; /* `contract` is set */
    struct skat_bot_contract contract;
    uint8_t passed;                     /* bit 1 << position: has passed in the auction */
    uint8_t played_count;               /* cards in `played` */
    uint16_t bid;                       /* the current bid, 0 when there is none */
    uint16_t highest[SKAT_BOT_PLAYERS]; /* highest value that each player bid or held, or 0 */
    skat_bot_cards gone;                /* all cards played so far */
    uint8_t trick_count;                /* finished tricks */
    uint8_t points[SKAT_BOT_PLAYERS];   /* card points in each player's tricks, without skat */
    uint8_t tricks[SKAT_BOT_PLAYERS];
    uint8_t winner;                          /* who is winning the open trick; or who won the
                                                last one */
    uint8_t leader[SKAT_BOT_HAND_MAX];       /* who led each trick, including the open one; after
                                                the twelfth trick: late_leader */
    skat_bot_card played[SKAT_BOT_DECK_MAX]; /* in order, three per trick; two in offiziersskat */
    /* Since 1.1, visible to everybody. */
    uint8_t kontra;    /* number of doublings: 1 kontra, 2 re ... */
    uint8_t kontra_by; /* position that said kontra, or SKAT_BOT_NOBODY */
    uint8_t gifts_refused;
    uint8_t gift_by;     /* who proposes to give up, until answered; else SKAT_BOT_NOBODY */
    uint8_t rum;         /* rum was said: `open_skat` is public */
    uint8_t unseen;      /* schieberamsch: how often the cards were passed on unseen */
    uint8_t round;       /* 0 none, 1 bock, 2 ramsch */
    uint8_t bock;        /* the factor by which this deal counts */
    uint16_t round_left; /* deals of the round that follow this one */
    uint8_t knocked;     /* since 1.5: bits 1 << position: knocked before ramsch */
    uint8_t reserved_1_1;
    /* By position, the score so far in this session in the rule set's scoring, clamped to int32_t.
     * Always 0 if the rules carry nothing from deal to deal. */
    int32_t totals[SKAT_BOT_PLAYERS];
    skat_bot_cards open_skat; /* shown after rum */
    /* Since 1.1, for this player only. */
    skat_bot_cards passed_on; /* schieberamsch, revolution: own cards that were passed on */
    skat_bot_cards partner;   /* revolution: the other defender's cards still in hand */
    /* Since 1.3, visible to everybody. */
    uint8_t turned;                /* Turnéskat: cards of the skat that were turned, 0..2 */
    skat_bot_card turned_cards[7]; /* in order; as many as were turned are set */
    /* Since 1.3. Räuberskat, by position: game types still to play, including this deal's, as bits
     * 1 << SKAT_BOT_DUTY_... Until forehand has chosen, its `dealt` and `hand` show five cards. */
    uint8_t duties[SKAT_BOT_PLAYERS];
    uint8_t chosen; /* 1 + SKAT_BOT_DUTY_... of this deal; 0 before and in other games */
    uint8_t reserved_1_3[4];
    /* By position: others' cards still in hand that are open to this player; 0 otherwise. In
     * Idiotenskat, both other hands (`dealt` and `hand` are empty); with a dummy, its cards once
     * they are open. The game "offiziersskat" has two hands of sixteen cards, forehand's (0) and
     * the dealer's (1), each open card on top of a covered one: `seen` has the other player's open
     * cards, `hand` the own open cards, `dealt` also those played; tricks have two cards. In any
     * game both other hands, if the config says that this bot sees all ("sees": "all"). */
    skat_bot_cards seen[SKAT_BOT_PLAYERS];
    /* Two players (rules->seats 2) sit in forehand and rearhand; middlehand is the dummy. It passes
     * and helps the declarer's opponent. From the first lead on its cards lie open (`seen`), and
     * the opponent plays them: then decision->position and `turn` are the dummy's, decision->cards
     * are of the dummy's hand, and the view is still the opponent's own. In the game "oma" the
     * third hand is a pile face down instead: on its turn its top card goes to the trick, whatever
     * was led, and nobody decides. */
    uint8_t dummy; /* position of the dummy, or SKAT_BOT_NOBODY */
    uint8_t late_leader[SKAT_BOT_TRICKS_MAX - SKAT_BOT_HAND_MAX];
    uint8_t reserved_1_3b[3];
    /* Since 1.5, visible to everybody: the auction by suits. Ranks are those of rules.md 3.1: 1 the
     * lowest, 0 for none. */
    struct skat_bot_contract called;        /* the game that was named last, if called_rank is
                                               not 0 */
    uint8_t called_rank;                    /* its rank: what the declarer owes */
    uint8_t highest_call[SKAT_BOT_PLAYERS]; /* the highest rank that each player named or held */
    uint8_t reserved_1_5[2];
};

/* One public action of a player, sent to all three, including the one who acted. The discards of
 * a declaration and cards that are passed on or exchanged are left out. */
struct skat_bot_event {
    uint32_t size;
    uint8_t position; /* who acted; the dummy for all its cards, also those of a pile */
    uint8_t reserved[3];
    struct skat_bot_action action;
};

struct skat_bot_result {
    uint32_t size;
    uint8_t declarer;  /* position, SKAT_BOT_NOBODY when passed in and in ramsch */
    uint8_t won;       /* 0 when passed in and in ramsch */
    uint8_t own_fault; /* this bot ended the game by a fault */
    uint8_t reserved;
    int32_t points;                  /* the declarer's card points with the skat */
    int32_t value;                   /* signed game value */
    int32_t score[SKAT_BOT_PLAYERS]; /* by position */
    skat_bot_cards skat; /* the skat or the discards, shown to everybody after the deal */
};

/* ---- the host ------------------------------------------------------------------------- */

/* What the arena offers an instance; valid from create until destroy. Call its functions only
 * while the arena is calling the bot. */
struct skat_bot_host {
    uint32_t size;
    uint16_t abi_major, abi_minor;
    void *context; /* first argument of all functions here */

    /* The next 64 random bits. Every deal and seat has its own stream, which does not depend on
     * the bot, so that two runs that differ in one bot are comparable. In session_begin the stream
     * belongs to the session and seat, in create to the seat. */
    uint64_t (*random)(void *context);

    /* Writes a line of diagnostics to standard error, truncated to 200 characters, at most 100
     * lines per instance. `text` is copied. */
    void (*log)(void *context, const char *text);

    /* Milliseconds that one call may take before it costs the game; 0 for no limit. (create has
     * at least ten seconds.) */
    uint32_t time_limit_ms;

    /* Extensions by name; NULL if the arena does not know the name, or has none for this bot.
     * Known: "skat.programs/1": const struct skat_bot_programs *, below. */
    const void *(*extension)(void *context, const char *id);

    /* Since 1.2. */
    /* Nodes that a search may visit for one decision; 0 for no limit. For bots that count nodes:
     * their results then repeat on any machine, which a time limit cannot guarantee. */
    uint64_t node_budget;
    uint32_t cpu_limit_ms; /* processor time that one call may take; 0 for no limit */
    uint32_t bank_ms;      /* a time bank for each deal: time beyond time_limit_ms is drawn from it,
                              and exceeding it costs the game */

    /* Reports that the bot cannot continue this deal. It costs the bot the game, like a fault of
     * that kind, but the bot keeps running. The current call should return soon; its answer is
     * ignored. `text`, one line, is copied and kept with the fault. Further calls in the same deal
     * are ignored; in create, session_end and destroy it does nothing. */
    void (*fail)(void *context, uint32_t kind, const char *text); /* enum skat_bot_failure */
};

enum skat_bot_failure {
    SKAT_BOT_FAIL_TIMEOUT = 3, /* the bot has no answer in time */
    SKAT_BOT_FAIL_CRASH = 4    /* the bot is in a broken state */
};

/* ---- options -------------------------------------------------------------------------- */

enum skat_bot_option_type {
    SKAT_BOT_OPTION_INT = 0, /* min..max */
    SKAT_BOT_OPTION_BOOL = 1,
    SKAT_BOT_OPTION_CHOICE = 2, /* one of choices[], passed as its index */
    SKAT_BOT_OPTION_TEXT = 3
};

/* Describes an option, so that the arena checks configs before a bot sees them. */
struct skat_bot_option {
    uint32_t size;
    uint32_t type; /* enum skat_bot_option_type */
    const char *name;
    const char *help;           /* one line */
    int64_t fallback;           /* INT, BOOL, CHOICE: the default */
    int64_t min, max;           /* INT */
    const char *const *choices; /* CHOICE: ends with NULL */
    const char *fallback_text;  /* TEXT: the default */
};

/* The value of an option. create gets one for each option, in the module's order, checked and
 * with defaults filled in. */
struct skat_bot_setting {
    uint32_t size;
    uint32_t reserved;
    const char *name;
    int64_t value;    /* INT, BOOL (0, 1), CHOICE (index) */
    const char *text; /* TEXT; CHOICE: the word. Valid until destroy. */
};

/* ---- the module ----------------------------------------------------------------------- */

enum {
    /* Same views so far, options and random numbers: same answer. In the seatings of a deal the
     * arena then need not ask the same twice: a bot may see a deal begin and never be asked. It is
     * checked now and then, and false claims are faults. */
    SKAT_BOT_DETERMINISTIC = 1,
    SKAT_BOT_USES_CLOCK = 2, /* the answer may depend on time */
    SKAT_BOT_REMEMBERS = 4   /* carries knowledge from deal to deal of a session: the arena
                                   then plays each session in one piece and in order */
};

/* Rule variants for skat_bot_module.variants. If a bot lacks a variant in use, the arena warns
 * before the tournament starts. The bot plays anyway: it must still make every "must" decision. */
enum skat_bot_variant {
    SKAT_BOT_VARIANT_KONTRA,
    SKAT_BOT_VARIANT_SCHENKEN,
    SKAT_BOT_VARIANT_BOCK, /* deals that count view->bock times */
    SKAT_BOT_VARIANT_RAMSCH,
    SKAT_BOT_VARIANT_SCHIEBERAMSCH,
    SKAT_BOT_VARIANT_RAMSCH_ROUNDS, /* and grand hand in them */
    SKAT_BOT_VARIANT_SPITZEN,
    SKAT_BOT_VARIANT_REVOLUTION,
    SKAT_BOT_VARIANT_RUM,
    SKAT_BOT_VARIANT_SACHSENSPITZE,
    SKAT_BOT_VARIANT_MINUS,       /* scoring: a game that another player wins costs points */
    SKAT_BOT_VARIANT_OPPONENTS,   /* scoring: the others win what the declarer loses */
    SKAT_BOT_VARIANT_TOURNEESKAT, /* since 1.3 */
    /* Since 1.3: variant games. */
    SKAT_BOT_VARIANT_6ER_SKAT,    /* 36 cards, with the sixes */
    SKAT_BOT_VARIANT_HERZBLATT,   /* OFFER; hearts only */
    SKAT_BOT_VARIANT_ASS,         /* an ace above the jacks; suits only */
    SKAT_BOT_VARIANT_RAEUBERSKAT, /* CHOOSE; also games that a player would avoid */
    SKAT_BOT_VARIANT_IDIOTENSKAT, /* BLIND; own cards are hidden */
    SKAT_BOT_VARIANT_DUMMY,       /* two players and a hand without a player */
    SKAT_BOT_VARIANT_COVERED,     /* two players with covered cards: offiziersskat */
    SKAT_BOT_VARIANTS
};
#define SKAT_BOT_KNOWS(variant) ((uint64_t)1 << SKAT_BOT_VARIANT_##variant)
#define SKAT_BOT_KNOWS_SKAT (SKAT_BOT_KNOWS(TOURNEESKAT) - 1) /* all of Skat, no variant game */
#define SKAT_BOT_KNOWS_ALL (((uint64_t)1 << SKAT_BOT_VARIANTS) - 1)

struct skat_bot_module {
    uint32_t size; /* sizeof(struct skat_bot_module) */
    uint16_t abi_major, abi_minor;
    /* Struct sizes that the bot was built against; SKAT_BOT_SIZES fills them in. */
    uint32_t view_size, decision_size, action_size, option_size;

    const char *id; /* [a-z0-9_-]+; static storage, like all text here */
    const char *version;
    const char *author;
    const char *description; /* one line */
    uint32_t flags;          /* SKAT_BOT_DETERMINISTIC ... */
    uint32_t option_count;
    const struct skat_bot_option *options;
    uint64_t decisions; /* SKAT_BOT_DECIDES(...): decisions that it makes */
    uint64_t variants;  /* SKAT_BOT_KNOWS(...): rule variants that it supports */

    /* Makes an instance: one player at a table. NULL: it cannot play, which is an error. It may
     * take ten seconds, or time_limit_ms if that is more: load large tables here.
     * `host` and the texts in `settings` stay valid until destroy; the array does not. */
    void *(*create)(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count);
    void (*destroy)(void *bot);

    /* Decides. Fill in *out: the kind and the fields that this kind needs. */
    void (*act)(void *bot, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out);

    /* All functions below may be NULL. Without SKAT_BOT_REMEMBERS, discard what was learned in
     * earlier deals at deal_begin, and in earlier sessions at session_begin. */
    void (*session_begin)(void *bot, const struct skat_bot_session *session);
    void (*deal_begin)(void *bot, const struct skat_bot_view *view);
    void (*observe)(void *bot, const struct skat_bot_event *event);
    void (*game_begin)(void *bot, const struct skat_bot_view *view); /* hands are final */
    void (*game_end)(void *bot, const struct skat_bot_view *view,
                     const struct skat_bot_result *result); /* only after game_begin */
    void (*deal_end)(void *bot, const struct skat_bot_result *result);
    void (*session_end)(void *bot);

    /* Extensions of the bot by name; NULL if it does not have one. Known: "skat.variants/1": const
     * uint64_t *, the variants that this instance supports, in place of those of the module, whose
     * instances may differ. "skat.indifferent/1": const char *const *, ending with NULL: options of
     * a rule set, as configs/README.md lists them, whose value never changes what this instance
     * decides. `study` says so where it varies only these. "skat.batch/1": const struct
     * skat_bot_batch *, "skat.policy/1": const struct skat_bot_policy *, and "skat.forks/1": const
     * struct skat_bot_forks *, below. Reserved: "skat.explain/1". */
    const void *(*extension)(void *bot, const char *id);
};

/* ---- extension "skat.policy/1": how likely each answer is --------------------------------- */

/* For bots that choose by chance. The arena can draw their answers itself, from the random numbers
 * of deal and seat ("sample" in configs), and compare what two bots would do. */
struct skat_bot_likely {
    struct skat_bot_action action; /* a legal answer, as act would fill it in */
    double probability;            /* more than 0 */
};
struct skat_bot_policy {
    uint32_t size;
    /* Lists the answers to a decision that are possible at all, at most `room` (64 or more), each
     * once, with probabilities that add up to 1 (within a thousandth). Returns how many. They
     * depend on what the bot knows, not on random numbers: it draws none. `out` is cleared, but for
     * the sizes. */
    uint32_t (*options)(void *bot, const struct skat_bot_view *view,
                        const struct skat_bot_decision *decision, struct skat_bot_likely *out,
                        uint32_t room);
};

/* ---- extension "skat.batch/1": the decisions of many games in one call -------------------- */

/* For bots that answer many questions together faster than one by one: a network, a program in
 * another language. The arena plays many games side by side, and asks in one call what has to be
 * decided in all of them. Results are the same as one at a time, in which the arena still asks with
 * `act`: where it plays no games side by side, and to find out whose game a fault costs. */
struct skat_bot_question {
    void *bot; /* who decides: the leader, or an instance that joined it */
    const struct skat_bot_view *view;
    const struct skat_bot_decision *decision;
    struct skat_bot_action *out;
};
struct skat_bot_batch {
    uint32_t size;
    uint32_t
        most; /* questions in a call, 1 or more: so many games are worth playing side by side */
    /* Another player of the same bot with the same options: at another table, or in another seat.
     * It shares what the leader, an instance from create, owns, and is destroyed before it. As in
     * create, NULL or a crash is an error. `host` stays valid until destroy. */
    void *(*join)(void *leader, const struct skat_bot_host *host);
    /* Decides all of these, in any order. The call has the time limit of a single decision. If it
     * exceeds it, crashes, or an instance calls fail(), the arena makes new instances and plays the
     * games again one at a time. */
    void (*act)(void *leader, const struct skat_bot_question *questions, uint32_t count);
};

/* ---- extension "skat.forks/1": copies of an instance that has seen nothing ----------------- */

/* For modules that start programs, whose start takes longer than many answers: the audit of a run
 * asks each decision in a copy of its own. Asked of no other modules. */
struct skat_bot_forks {
    uint32_t size;
    /* Of an instance that was created and told nothing since, or whose last copy has ended: from
     * now on it is a copy of what it was when it was created. 0: it cannot, and is only destroyed.
     */
    int (*begin)(void *bot);
    /* Ends the copy, with all that it was told; also in the middle of a deal. 0: as above. */
    int (*end)(void *bot);
};

/* ---- extension "skat.programs/1" of the host: for modules that start programs ------------- */

/* The module "pipe" has it where it runs without a sandbox, in a run and while it is examined. An
 * instance has one program at a time. `context` is the host's. */
struct skat_bot_programs {
    uint32_t size;
    /* In a child that was just forked, before it runs a program: it, and what it starts, are in a
     * control group of their own from now on, if that can be had. */
    void (*enter)(void *context);
    /* After a program could not be started. 1, after a moment: to be tried again. 0: that is no
     * use. `error` is errno, `attempt` counts from 1. Does not return if the machine stays short
     * of something. */
    int (*try_again)(void *context, int error, uint32_t attempt);
    /* After a program was ended by SIGKILL, which the module did not send, or has the exit status
     * of a shell whose program was: why, in a line that is valid until the next call, or NULL if
     * nobody knows. Does not return if the system did it because it had no more memory. */
    const char *(*killed)(void *context);
    /* How long a program takes to answer, as far as that is its own doing: not while it, or what it
     * started, wanted a processor that others had. begin_time() when it is asked: `process` is that
     * from which it descends. taken_ms() looks: milliseconds since then; to be called every
     * sixteenth of the limit, or every 50 ms if that is less. NULL while a module is examined. */
    void (*begin_time)(void *context, int64_t process, int64_t limit_ms);
    int64_t (*taken_ms)(void *context);
};

#define SKAT_BOT_SIZES                                                                             \
    (uint32_t)sizeof(struct skat_bot_module), SKAT_BOT_ABI_MAJOR, SKAT_BOT_ABI_MINOR,              \
        (uint32_t)sizeof(struct skat_bot_view), (uint32_t)sizeof(struct skat_bot_decision),        \
        (uint32_t)sizeof(struct skat_bot_action), (uint32_t)sizeof(struct skat_bot_option)

#if defined(__GNUC__)
#define SKAT_BOT_EXPORT __attribute__((visibility("default")))
#else
#define SKAT_BOT_EXPORT
#endif

/* Define it as: SKAT_BOT_EXPORT const struct skat_bot_module skat_bot = {SKAT_BOT_SIZES, ...}; */
extern SKAT_BOT_EXPORT const struct skat_bot_module skat_bot;

/* ---- small helpers that every bot would write ------------------------------------------ */

static inline skat_bot_card skat_bot_first(skat_bot_cards set) /* the set must not be empty */
{
    skat_bot_card card = 0;
#if defined(__GNUC__)
    card = (skat_bot_card)__builtin_ctzll(set);
#else
    while (!(set >> card & 1))
        card++;
#endif
    return card;
}
static inline void skat_bot_play(struct skat_bot_action *out, skat_bot_card card)
{
    out->kind = SKAT_BOT_CARD;
    out->count = 1;
    out->cards[0] = card;
}

/* The name of a rule variant, as users and the pipe protocol write it; "" for other numbers. */
static inline const char *skat_bot_variant_name(int variant)
{
    switch (variant) {
    case SKAT_BOT_VARIANT_KONTRA:
        return "kontra";
    case SKAT_BOT_VARIANT_SCHENKEN:
        return "schenken";
    case SKAT_BOT_VARIANT_BOCK:
        return "bock";
    case SKAT_BOT_VARIANT_RAMSCH:
        return "ramsch";
    case SKAT_BOT_VARIANT_SCHIEBERAMSCH:
        return "schieberamsch";
    case SKAT_BOT_VARIANT_RAMSCH_ROUNDS:
        return "ramsch rounds";
    case SKAT_BOT_VARIANT_SPITZEN:
        return "spitzen";
    case SKAT_BOT_VARIANT_REVOLUTION:
        return "revolution";
    case SKAT_BOT_VARIANT_RUM:
        return "rum";
    case SKAT_BOT_VARIANT_SACHSENSPITZE:
        return "sachsenspitze";
    case SKAT_BOT_VARIANT_MINUS:
        return "minus";
    case SKAT_BOT_VARIANT_OPPONENTS:
        return "opponents";
    case SKAT_BOT_VARIANT_TOURNEESKAT:
        return "tourneeskat";
    case SKAT_BOT_VARIANT_6ER_SKAT:
        return "6er-skat";
    case SKAT_BOT_VARIANT_HERZBLATT:
        return "herzblatt";
    case SKAT_BOT_VARIANT_ASS:
        return "ass";
    case SKAT_BOT_VARIANT_RAEUBERSKAT:
        return "raeuberskat";
    case SKAT_BOT_VARIANT_IDIOTENSKAT:
        return "idiotenskat";
    case SKAT_BOT_VARIANT_DUMMY:
        return "dummy";
    case SKAT_BOT_VARIANT_COVERED:
        return "covered";
    default:
        return "";
    }
}

#ifdef __cplusplus
}
#endif

#endif
