// SPDX-License-Identifier: MIT
/* bots/skat_bot.h - the interface between Skat Arena and a bot. ABI 2.0.
 *
 * A bot is a shared object that exports one symbol, `skat_bot`, of type `const struct
 * skat_bot_module`. It needs only this header, which works in C11 and in C++. bots/README.md
 * explains it and contains a complete bot of forty lines; `skat-arena new-bot` writes one.
 *
 * General rules:
 *   - Every struct starts with its size in bytes and grows only at its end (an action never), and
 *     lists of numbers grow only at their end. The major version of a bot must be that of the
 *     arena; a bot built for an older minor version runs, one built for a newer one is refused.
 *     Rule variants that it was not written for bring game types and decisions that it does not
 *     know (see SKAT_BOT_KNOWS): the arena warns about this, and the bot handles them as it likes.
 *   - All integers have fixed width; flags are uint8_t, 0 or 1. Fields named `reserved` are 0.
 *   - An instance is used by one thread at a time. Different instances may be used by different
 *     processes, and one process may use many, whose games are played side by side, also of an
 *     isolated bot; so a module keeps no state outside its instances.
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
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SKAT_BOT_ABI_MAJOR 2
#define SKAT_BOT_ABI_MINOR 0

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
/* skat_bot_contract.with. Except in null, schwarz implies schneider, and ouvert implies schwarz
 * unless the option `announcements` has "ouvert_alone"; the arena adds what is implied. */
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
    /* Turnéskat: a turné. There, a game with neither HAND nor TURN is a guckser. */
    SKAT_BOT_TURN = 128
};
/* How the declarer uses the skat: indices of skat_bot_rules.base_values. */
enum { SKAT_BOT_WAY_TAKEN, SKAT_BOT_WAY_HAND, SKAT_BOT_WAY_TURNED, SKAT_BOT_WAYS };
struct skat_bot_contract {
    uint8_t type;
    uint8_t with; /* bits */
};

/* ---- rules and session ---------------------------------------------------------------- */

/* An option of a rule set (`skat-arena rules reference`). This struct does not grow. */
enum skat_bot_rule_type {
    SKAT_BOT_RULE_NUMBER = 0,
    SKAT_BOT_RULE_NUMBER_OR_NULL = 1, /* 0 is null */
    SKAT_BOT_RULE_THOUSANDTHS = 2,
    SKAT_BOT_RULE_FLAG = 3,   /* 0 or 1 */
    SKAT_BOT_RULE_CHOICE = 4, /* an index into `words` */
    SKAT_BOT_RULE_SET = 5     /* bits 1 << index into `words` */
};
struct skat_bot_rule {
    const char *name;     /* "kontra.when" */
    uint32_t type;        /* enum skat_bot_rule_type */
    uint32_t value_count; /* 1, but for lists of numbers */
    const int32_t *values;
    uint32_t word_count;
    const char *const *words; /* CHOICE, SET */
};

/* The rule set in force: every option, and what follows from them. The functions below find an
 * option by its name; do so once, in session_begin. Pointers are valid until session_end. */
struct skat_bot_rules {
    uint32_t size;
    uint32_t option_count;
    const struct skat_bot_rule *options;
    skat_bot_cards deck; /* all cards: 32, or 36 with the sixes (six points each) */
    int32_t hand_cards;  /* in a hand as dealt: the number of tricks */
    int32_t aside_cards; /* in a second skat that nobody sees; 0: no such skat. Its points go to the
                            side that has more points after the last trick */
    const uint16_t *ladder; /* all possible bids, ascending */
    uint32_t ladder_count;
    int32_t hand_is_no_level;  /* playing hand raises only the base value */
    int32_t ouvert_needs_hand; /* ouvert can be announced only in hand games */
    /* Base values of suit games and grand by use of the skat; 0: not allowed. */
    int32_t base_values[SKAT_BOT_GRAND + 1][SKAT_BOT_WAYS];
    int32_t ouvert_base; /* of grand ouvert as a game of its own; 0: ouvert is a level */
};

/* The option of that name, or NULL. */
static inline const struct skat_bot_rule *skat_bot_rule_find(const struct skat_bot_rules *rules,
                                                             const char *name)
{
    for (uint32_t i = 0; i < rules->option_count; i++)
        if (strcmp(rules->options[i].name, name) == 0)
            return &rules->options[i];
    return NULL;
}
/* Its value, the first of a list; `otherwise` if there is no such option. */
static inline int32_t skat_bot_rule(const struct skat_bot_rules *rules, const char *name,
                                    int32_t otherwise)
{
    const struct skat_bot_rule *option = skat_bot_rule_find(rules, name);
    return option ? option->values[0] : otherwise;
}
/* Whether a choice is this word: skat_bot_rule_is(rules, "game", "tourneeskat"). */
static inline int skat_bot_rule_is(const struct skat_bot_rules *rules, const char *name,
                                   const char *word)
{
    const struct skat_bot_rule *option = skat_bot_rule_find(rules, name);
    return option && option->type == SKAT_BOT_RULE_CHOICE &&
           strcmp(option->words[option->values[0]], word) == 0;
}
/* Whether a set has this word: skat_bot_rule_has(rules, "bock.triggers", "kontra_lost"). */
static inline int skat_bot_rule_has(const struct skat_bot_rules *rules, const char *name,
                                    const char *word)
{
    const struct skat_bot_rule *option = skat_bot_rule_find(rules, name);
    uint32_t i = 0;

    if (!option || option->type != SKAT_BOT_RULE_SET)
        return 0;
    while (i < option->word_count && strcmp(option->words[i], word) != 0)
        i++;
    return i < option->word_count && (option->values[0] >> i & 1);
}

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
    /* The auction and the announcement of Skat, and its cards. */
    SKAT_BOT_DECIDE_BID = 1,     /* must: bid one of `bids`, or pass */
    SKAT_BOT_DECIDE_HOLD = 2,    /* must: hold view->bid, or pass */
    SKAT_BOT_DECIDE_GAME = 3,    /* must: pick up, or announce a hand game: one of `declarations` */
    SKAT_BOT_DECIDE_DECLARE = 4, /* must: discard_count of `cards`, and one of `declarations` */
    SKAT_BOT_DECIDE_CONCEDE = 5, /* default: play on */
    SKAT_BOT_DECIDE_CARD = 6,    /* must: play one of `cards`; or say one of the words that
                                    may_concede, may_resign, may_give_up and may_claim allow */
    SKAT_BOT_DECIDE_KONTRA = 7,  /* default: play on. Say kontra (or re, supra, ...) or not */
    /* Whether others give up. */
    SKAT_BOT_DECIDE_AGREE = 8,    /* default: no. Should both defenders give up? */
    SKAT_BOT_DECIDE_GIFT = 9,     /* default: yes. The declarer accepts that they give up; or
                                     refuses, and must make schneider, then schwarz */
    SKAT_BOT_DECIDE_CONSENT = 10, /* default: no. May the player `gift_by` of the view give up? A
                                     defender lets the declarer give up; or both defenders do, if
                                     the partner and then the declarer say yes. With may_claim:
                                     may it have the rest, if both others say yes? Its cards lie
                                     open */
    /* Ramsch. */
    SKAT_BOT_DECIDE_GRAND_HAND = 11, /* default: play on. Declare grand hand instead of ramsch,
                                        which is the view's contract until somebody does */
    SKAT_BOT_DECIDE_SCHIEBEN = 12,   /* default: pass on unseen, also for a module without
                                        PASS_ON. Take the cards, or pass them on unseen */
    SKAT_BOT_DECIDE_PASS_ON = 13,    /* follows taking them: pass on two of `cards` */
    SKAT_BOT_DECIDE_KNOCK = 14,      /* default: play on. Knock (klopfen), which doubles what
                                        ramsch costs, or not; in schieberamsch only whoever took
                                        the cards is asked */
    /* The revolution. */
    SKAT_BOT_DECIDE_EXCHANGE = 15, /* default: the cards in hand. A defender's new hand: ten of
                                      `cards` */
    /* The auction by suits. */
    SKAT_BOT_DECIDE_CALL = 16,      /* default: pass. Name one of `declarations`, or pass.
                                       Whoever plays alone then owes that game or one that
                                       outranks it. After a game by hand was named, DECLARE
                                       follows at once, without discards */
    SKAT_BOT_DECIDE_HOLD_CALL = 17, /* default: pass. Hold the game view->called, or pass */
    /* Games of their own. */
    SKAT_BOT_DECIDE_TURN = 18,   /* default: the first of `declarations`. Turnéskat: a card of
                                    the skat was turned: announce a game it allows or, with
                                    may_turn, turn the other card, which then decides */
    SKAT_BOT_DECIDE_OFFER = 19,  /* default: pass. Herzblatt: play alone, or pass */
    SKAT_BOT_DECIDE_CHOOSE = 20, /* default: the first of `duties`. Räuberskat: choose a game
                                    type from `duties`, knowing the five cards that the view
                                    shows */
    SKAT_BOT_DECIDE_BLIND = 21,  /* default: the first of `places`. Idiotenskat: play the card at
                                    one of `places`; or say a word, as in CARD */
    SKAT_BOT_DECIDE_NAME = 22    /* default: the first one. Offiziersskat: announce one of
                                    `declarations`, knowing the first four open cards. KONTRA
                                    follows, knowing the dealer's four, and re, knowing all */
};
/* Bits for skat_bot_module.decisions, and masks: each kind is in exactly one of them. */
#define SKAT_BOT_DECIDES(kind) ((uint64_t)1 << (kind))
#define SKAT_BOT_DECIDES_BIDDING                                                                   \
    (SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_BID) | SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_HOLD) |              \
     SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_GAME) | SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_DECLARE))
#define SKAT_BOT_DECIDES_PLAY SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_CARD)
#define SKAT_BOT_DECIDES_KONTRA SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_KONTRA)
#define SKAT_BOT_DECIDES_GIVING_UP                                                                 \
    (SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_CONCEDE) | SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_AGREE) |         \
     SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_GIFT) | SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_CONSENT))
#define SKAT_BOT_DECIDES_RAMSCH                                                                    \
    (SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_GRAND_HAND) | SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_SCHIEBEN) |   \
     SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_PASS_ON) | SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_KNOCK))
#define SKAT_BOT_DECIDES_REVOLUTION SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_EXCHANGE)
#define SKAT_BOT_DECIDES_CALLS                                                                     \
    (SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_CALL) | SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_HOLD_CALL))
#define SKAT_BOT_DECIDES_GAMES /* games of their own */                                            \
    (SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_TURN) | SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_OFFER) |            \
     SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_CHOOSE) | SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_BLIND) |          \
     SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_NAME))
#define SKAT_BOT_DECIDES_ALL                                                                       \
    (SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY | SKAT_BOT_DECIDES_KONTRA |                  \
     SKAT_BOT_DECIDES_GIVING_UP | SKAT_BOT_DECIDES_RAMSCH | SKAT_BOT_DECIDES_REVOLUTION |          \
     SKAT_BOT_DECIDES_CALLS | SKAT_BOT_DECIDES_GAMES)

/* The game types that each player must play in Räuberskat. */
enum { SKAT_BOT_DUTY_SUIT, SKAT_BOT_DUTY_GRAND, SKAT_BOT_DUTY_NULL, SKAT_BOT_DUTY_RAMSCH };

struct skat_bot_decision {
    uint32_t size;
    uint8_t kind;          /* enum skat_bot_decision_kind */
    uint8_t position;      /* the player's own; for a dummy's card, the dummy's: view->dummy */
    uint8_t duties;        /* CHOOSE: what may be chosen, bits 1 << SKAT_BOT_DUTY_SUIT ... */
    uint8_t discard_count; /* DECLARE, PASS_ON: how many of `cards` to put aside or pass on */
    uint32_t bid_count;
    uint32_t declaration_count;
    const uint16_t *bids; /* BID: the legal bids, ascending */
    /* GAME (hand games; none after rum: pick up), DECLARE, GRAND_HAND (only that), TURN, NAME,
     * CALL (those that outrank view->called, lowest first).
     * Turnéskat, GAME: also guckser grand and guckser null, which take the skat. Picking it up
     * without announcing is guckser grand. */
    const struct skat_bot_contract *declarations;
    /* CARD: the playable cards; DECLARE: hand and skat together; PASS_ON: those that may be passed
     * on; EXCHANGE: those from which the new hand is chosen. */
    skat_bot_cards cards;
    uint16_t places;      /* BLIND: places in the hand that still hold a card, bit 0 the first */
    uint8_t spitzen;      /* GAME, DECLARE: the most spitzen that may be added to a suit game;
                             the trumps that they name must be among the ten cards */
    uint8_t grand_spitze; /* GAME, DECLARE: a spitze may be added to grand if the diamond jack is
                             among the ten cards, and not all jacks among them and the discards */
    uint8_t may_rum;      /* GAME: rum may be said before picking up */
    uint8_t may_turn;     /* GAME, TURN: a card of the skat may be turned */
    uint8_t may_concede;  /* CARD: conceding is legal too */
    uint8_t may_resign;   /* CARD: giving up may be proposed with CONCEDE. Under the rule
                             `concede_later` "rest" nobody is asked */
    uint8_t may_give_up;  /* CARD: a defender may propose to the partner that they give up */
    uint8_t may_claim;    /* CARD: the rest may be claimed. CONSENT: it has been */
};

enum skat_bot_action_kind {
    SKAT_BOT_ACTION_NONE = 0, /* never legal; what `out` holds when act is called */
    /* The auction, the announcement and the cards of Skat. */
    SKAT_BOT_PASS = 1,    /* BID, HOLD, OFFER, CALL, HOLD_CALL */
    SKAT_BOT_BID = 2,     /* BID: `bid` */
    SKAT_BOT_HOLD = 3,    /* HOLD, HOLD_CALL; AGREE, GIFT, OFFER, CONSENT: yes. Events of an
                             auction have the `bid` or the `contract` that was held; answers need
                             not */
    SKAT_BOT_PICK_UP = 4, /* GAME; SCHIEBEN: take the cards */
    SKAT_BOT_DECLARE = 5, /* GAME, GRAND_HAND, TURN, NAME: `contract`; DECLARE: and the discards
                             in `cards` */
    SKAT_BOT_CARD = 6,    /* CARD: cards[0] */
    SKAT_BOT_CONCEDE = 7, /* CONCEDE; CARD with may_concede or may_resign */
    SKAT_BOT_PLAY_ON = 8, /* CONCEDE, KONTRA, GRAND_HAND, KNOCK: no */
    /* Rule variants, and games of their own. */
    SKAT_BOT_KONTRA = 9,     /* KONTRA */
    SKAT_BOT_REFUSE = 10,    /* AGREE, GIFT, CONSENT: no */
    SKAT_BOT_GIVE_UP = 11,   /* CARD with may_give_up */
    SKAT_BOT_PASS_ON = 12,   /* SCHIEBEN: unseen, without cards; PASS_ON: two `cards` */
    SKAT_BOT_RUM = 13,       /* GAME with may_rum; GAME follows again */
    SKAT_BOT_EXCHANGE = 14,  /* EXCHANGE: `cards` */
    SKAT_BOT_TURN_CARD = 15, /* GAME, TURN with may_turn: turns the next card of the skat */
    SKAT_BOT_CHOOSE = 16,    /* CHOOSE: `number`, SKAT_BOT_DUTY_SUIT ... */
    SKAT_BOT_PLACE = 17,     /* BLIND: `number`, the place. Events show CARD instead */
    SKAT_BOT_CLAIM = 18,     /* CARD with may_claim: all tricks that are left; in null, that
                                declarer takes none of them. Nothing else is asked of the
                                claimer: it holds if the claimer can name an order of its cards
                                by which it does. If it is refused, the claimer's cards lie open
                                (view->seen), and CARD is asked again */
    SKAT_BOT_CALL = 19,      /* CALL: `contract` */
    SKAT_BOT_KNOCK = 20      /* KNOCK */
};

struct skat_bot_action {
    uint32_t size;
    uint8_t kind;   /* enum skat_bot_action_kind */
    uint8_t number; /* CHOOSE, PLACE */
    uint16_t bid;
    struct skat_bot_contract contract;
    uint8_t count; /* cards in `cards` */
    skat_bot_card cards[SKAT_BOT_HAND_MAX];
    uint8_t reserved;
};

/* ---- what a player may know ----------------------------------------------------------- */

/* Rebuilt for every call; the bot may keep a copy. It never contains hidden cards, the number of
 * the deal, the seating or the identity of the other bots: a bot must not know them. */
struct skat_bot_view {
    uint32_t size;
    uint8_t position; /* the player's own: 0 forehand, 1 middlehand, 2 rearhand */
    /* The position of the dummy, or SKAT_BOT_NOBODY. Two players (the option `seats` is 2) sit in
     * forehand and rearhand; middlehand is the dummy. It passes and helps the declarer's opponent.
     * From the first lead on its cards lie open (`seen`), and the opponent plays them: then
     * decision->position and `turn` are the dummy's, decision->cards are of the dummy's hand, and
     * the view is still the opponent's own. In the game "oma" the third hand is a pile face down
     * instead: on its turn its top card goes to the trick, whatever was led, and nobody decides. */
    uint8_t dummy;
    uint8_t reserved[2];
    /* Own cards. */
    skat_bot_cards dealt;     /* as dealt; in Räuberskat five of them until forehand has chosen */
    skat_bot_cards hand;      /* now; twelve for a declarer who holds the skat */
    skat_bot_cards skat;      /* for a declarer who picked up: the skat, after the announcement
                                 the discards; schieberamsch, PASS_ON: the cards that were taken;
                                 empty for everybody else */
    skat_bot_cards passed_on; /* schieberamsch, revolution: own cards that were passed on */
    /* Others' cards still in hand that are open to this player. */
    skat_bot_cards shown;   /* the declarer's in an ouvert game */
    skat_bot_cards partner; /* revolution: the other defender's */
    /* By position, 0 if they are not open. In Idiotenskat, both other hands (`dealt` and `hand` are
     * empty); with a dummy, its cards once they are open. The game "offiziersskat" has two hands of
     * sixteen cards, forehand's (0) and the dealer's (1), each open card on top of a covered one:
     * `seen` has the other player's open cards, `hand` the own open cards, `dealt` also those
     * played; tricks have two cards. In any game both other hands, if the config says that this bot
     * sees all ("sees": "all"). */
    skat_bot_cards seen[SKAT_BOT_PLAYERS];
    /* What everybody at the table sees. */
    skat_bot_cards open_skat; /* shown after rum */
    skat_bot_cards gone;      /* all cards played so far */
    /* The auction. */
    uint16_t bid;                       /* the current bid, 0 when there is none */
    uint16_t highest[SKAT_BOT_PLAYERS]; /* highest value that each player bid or held, or 0 */
    uint8_t passed;                     /* bit 1 << position: has passed in the auction */
    uint8_t turn;                       /* position whose decision is next, or SKAT_BOT_NOBODY */
    uint8_t declarer;                   /* position, SKAT_BOT_NOBODY before the auction is over */
    uint8_t picked_up;                  /* the declarer took the skat */
    uint8_t announced;                  /* `contract` is set */
    struct skat_bot_contract contract;
    /* The play. */
    uint8_t played_count;             /* cards in `played` */
    uint8_t trick_count;              /* finished tricks */
    uint8_t points[SKAT_BOT_PLAYERS]; /* card points in each player's tricks, without skat */
    uint8_t tricks[SKAT_BOT_PLAYERS];
    uint8_t winner;                          /* who is winning the open trick; or who won the
                                                last one */
    uint8_t leader[SKAT_BOT_TRICKS_MAX];     /* who led each trick, including the open one */
    skat_bot_card played[SKAT_BOT_DECK_MAX]; /* in order, three per trick; two in offiziersskat */
    /* What only rule variants have. */
    /* By position, the score so far in this session in the rule set's scoring, clamped to int32_t.
     * Always 0 if the rules carry nothing from deal to deal. */
    int32_t totals[SKAT_BOT_PLAYERS];
    uint16_t round_left; /* deals of the round that follow this one */
    uint8_t round;       /* 0 none, 1 bock, 2 ramsch */
    uint8_t bock;        /* the factor by which this deal counts */
    uint8_t kontra;      /* number of doublings: 1 kontra, 2 re ... */
    uint8_t kontra_by;   /* position that said kontra, or SKAT_BOT_NOBODY */
    uint8_t gift_by;     /* who proposes to give up, until answered; else SKAT_BOT_NOBODY */
    uint8_t gifts_refused;
    uint8_t rum;     /* rum was said: `open_skat` is public */
    uint8_t unseen;  /* schieberamsch: how often the cards were passed on unseen */
    uint8_t knocked; /* bits 1 << position: knocked before ramsch */
    uint8_t chosen;  /* Räuberskat: 1 + SKAT_BOT_DUTY_... of this deal; 0 before and in other
                        games */
    /* Turnéskat. */
    uint8_t turned;                /* cards of the skat that were turned, 0..2 */
    skat_bot_card turned_cards[2]; /* in order; as many as were turned are set */
    /* The auction by suits. Ranks are those of rules.md 3.1: 1 the lowest, 0 for none. */
    struct skat_bot_contract called;        /* the game that was named last, if called_rank is
                                               not 0 */
    uint8_t called_rank;                    /* its rank: what the declarer owes */
    uint8_t highest_call[SKAT_BOT_PLAYERS]; /* the highest rank that each player named or held */
    uint8_t duties[SKAT_BOT_PLAYERS];       /* Räuberskat, by position: game types still to play,
                                               including this deal's, as bits 1 <<
                                               SKAT_BOT_DUTY_... */
};

/* One public action of a player, sent to all three, including the one who acted. The discards of
 * a declaration and cards that are passed on or exchanged are left out. */
struct skat_bot_event {
    uint32_t size;
    uint8_t position; /* who acted; the dummy for all its cards, also those of a pile */
    uint8_t decision; /* what was answered; SKAT_BOT_DECIDE_NOTHING for a card of a pile */
    /* Who won the trick that this card has ended, else SKAT_BOT_NOBODY. A field of the last card,
     * not an event of its own: it comes with what it follows from, and costs no further call. */
    uint8_t trick_winner;
    uint8_t reserved;
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

/* The limits of a bot: its own, or those of the run. 0: none. */
struct skat_bot_limits {
    uint32_t time_ms;   /* that one call may take before it costs the game */
    uint32_t bank_ms;   /* a time bank for each deal: time beyond time_ms is drawn from it, and
                           exceeding it costs the game */
    uint32_t cpu_ms;    /* processor time that one call may take */
    uint32_t start_ms;  /* that create may take */
    uint32_t memory_mb; /* address space of a bot that is isolated */
    uint32_t reserved;
    /* Nodes that a search may visit for one decision. For bots that count nodes: their results then
     * repeat on any machine, which a time limit cannot guarantee. */
    uint64_t nodes;
};

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
     * lines per instance, or per process of an isolated bot. `text` is copied. */
    void (*log)(void *context, const char *text);

    /* Reports that the bot cannot continue this deal. It costs the bot the game, like a fault of
     * that kind, but the bot keeps running. The current call should return soon; its answer is
     * ignored. `text`, one line, is copied and kept with the fault. Further calls in the same deal
     * are ignored; in create, session_end and destroy it does nothing. */
    void (*fail)(void *context, uint32_t kind, const char *text); /* enum skat_bot_failure */

    /* Extensions by name; NULL if the arena does not know the name, or has none for this bot.
     * Known: "skat.programs/1": const struct skat_bot_programs *, below. */
    const void *(*extension)(void *context, const char *id);

    struct skat_bot_limits limits; /* the bot's own */
};

enum skat_bot_failure {
    SKAT_BOT_FAIL_TIMEOUT = 1, /* the bot has no answer in time */
    SKAT_BOT_FAIL_CRASH = 2    /* the bot is in a broken state */
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
    SKAT_BOT_VARIANT_MINUS,     /* scoring: a game that another player wins costs points */
    SKAT_BOT_VARIANT_OPPONENTS, /* scoring: the others win what the declarer loses */
    /* Games of their own. */
    SKAT_BOT_VARIANT_TOURNEESKAT, /* TURN */
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
#define SKAT_BOT_KNOWS_SKAT (SKAT_BOT_KNOWS(TOURNEESKAT) - 1) /* all of Skat, no other game */
#define SKAT_BOT_KNOWS_ALL (((uint64_t)1 << SKAT_BOT_VARIANTS) - 1)

/* How likely each answer is, for bots that choose by chance. The arena can draw their answers
 * itself, from the random numbers of deal and seat ("sample" in configs), and compare what two bots
 * would do. */
struct skat_bot_likely {
    struct skat_bot_action action; /* a legal answer, as act would fill it in */
    double probability;            /* more than 0 */
};
struct skat_bot_policy {
    uint32_t size;
    uint32_t reserved;
    /* Whether this instance has a policy; NULL: each has. */
    int (*offered)(void *bot);
    /* Lists the answers to a decision that are possible at all, at most `room` (64 or more), each
     * once, with probabilities that add up to 1 (within a thousandth). Returns how many. They
     * depend on what the bot knows, not on random numbers: it draws none. `out` is cleared, but for
     * the sizes. */
    uint32_t (*options)(void *bot, const struct skat_bot_view *view,
                        const struct skat_bot_decision *decision, struct skat_bot_likely *out,
                        uint32_t room);
};

/* The decisions of many games in one call, for bots that answer many questions together faster than
 * one by one: a network, a program in another language. The arena plays many games side by side,
 * and asks in one call what has to be decided in all of them. Results are the same as one at a
 * time, in which the arena still asks with `act`: where it plays no games side by side, and to find
 * out whose game a fault costs. */
struct skat_bot_question {
    void *bot; /* who decides: the leader, or an instance that joined it */
    const struct skat_bot_view *view;
    const struct skat_bot_decision *decision;
    struct skat_bot_action *out;
};
struct skat_bot_batch {
    uint32_t size;
    uint32_t reserved;
    /* Questions in a call that this leader, an instance from create, takes: so many games are worth
     * playing side by side. Does not change. 0: it is asked one by one. */
    uint32_t (*most)(void *leader);
    /* Another player of the same bot with the same options: at another table, or in another seat.
     * It shares what the leader owns, and is destroyed before it. As in create, NULL or a crash is
     * an error. `host` stays valid until destroy. */
    void *(*join)(void *leader, const struct skat_bot_host *host);
    /* Decides all of these, in any order. The call has the time limit of a single decision. If it
     * exceeds it, crashes, or an instance calls fail(), the arena makes new instances and plays the
     * games again one at a time. */
    void (*act)(void *leader, const struct skat_bot_question *questions, uint32_t count);
};

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
     * take host->limits.start_ms: load large tables here. `host` and the texts in `settings` stay
     * valid until destroy; the array does not. */
    void *(*create)(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count);
    void (*destroy)(void *bot);

    /* Decides. Fill in *out: the kind and the fields that this kind needs. */
    void (*act)(void *bot, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out);

    /* Everything below may be NULL. Without SKAT_BOT_REMEMBERS, discard what was learned in
     * earlier deals at deal_begin, and in earlier sessions at session_begin. */
    void (*session_begin)(void *bot, const struct skat_bot_session *session);
    void (*deal_begin)(void *bot, const struct skat_bot_view *view);
    void (*observe)(void *bot, const struct skat_bot_event *event);
    void (*game_begin)(void *bot, const struct skat_bot_view *view); /* hands are final */
    void (*game_end)(void *bot, const struct skat_bot_view *view,
                     const struct skat_bot_result *result); /* only after game_begin */
    void (*deal_end)(void *bot, const struct skat_bot_result *result);
    void (*session_end)(void *bot);

    const struct skat_bot_policy *policy;
    const struct skat_bot_batch *batch;

    /* Extensions of an instance by name; NULL if it does not have one. Known: "skat.variants/1":
     * const uint64_t *, the variants that this instance supports, in place of those of the module,
     * whose instances may differ. "skat.indifferent/1": const char *const *, ending with NULL:
     * options of a rule set (`skat-arena rules reference`) whose value never changes what this
     * instance decides. `study` says so where it varies only these. "skat.explain/1": const struct
     * skat_bot_explain *, below. */
    const void *(*extension)(void *bot, const char *id);
};

/* ---- extension "skat.programs/1" of the host: for modules that start programs ------------- */

/* The module "pipe" has it where it runs without a sandbox, in a run and while it is examined. An
 * instance has one program at a time. `context` is the host's. */
struct skat_bot_programs {
    uint32_t size;
    uint32_t reserved;
    /* The name of the bot, for what a program prints; valid until destroy. NULL while a module is
     * examined, as the last two. */
    const char *(*name)(void *context);
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
     * sixteenth of the limit, or every 50 ms if that is less. */
    void (*begin_time)(void *context, int64_t process, int64_t limit_ms);
    int64_t (*taken_ms)(void *context);
};

/* ---- extension "skat.explain/1" of an instance: what it thought ---------------------------- */

/* `play --browser` shows it to the person when the deal is over. */
struct skat_bot_explain {
    uint32_t size;
    uint32_t reserved;
    /* Called right after act, with what act was asked and has answered. Writes one line of text
     * with its terminating zero, at most `room` bytes (200 or more), or leaves *text empty. Cards
     * are written as in records: "CJ". Draws no random numbers, and changes no later answer. */
    void (*write)(void *bot, const struct skat_bot_view *view,
                  const struct skat_bot_decision *decision, const struct skat_bot_action *answer,
                  char *text, uint32_t room);
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
    static const char *const names[] = {/* in the order of enum skat_bot_variant */
                                        "kontra",        "schenken",      "bock",      "ramsch",
                                        "schieberamsch", "ramsch rounds", "spitzen",   "revolution",
                                        "rum",           "sachsenspitze", "minus",     "opponents",
                                        "tourneeskat",   "6er-skat",      "herzblatt", "ass",
                                        "raeuberskat",   "idiotenskat",   "dummy",     "covered"};
    return variant >= 0 && variant < SKAT_BOT_VARIANTS ? names[variant] : "";
}

#ifdef __cplusplus
}
#endif

#endif
