// SPDX-License-Identifier: MIT
/* engine/decision.h - the kinds of decision and of action: what is asked, what may be answered, how
 * it is written, and why an action is refused. Decisions and actions have one row each in
 * decision.c; everything else that knows kinds is made from these rows.
 *
 * The enums and structs here are also declared in bots/skat_bot.h, under the names of the ABI:
 * `make generate` copies them there, comments included, so these speak to authors of bots. Each
 * struct starts with its size. Kinds and fields are added only at the end. */
#ifndef SKAT_ENGINE_DECISION_H
#define SKAT_ENGINE_DECISION_H

#include "engine/card.h"
#include "engine/contract.h"

/* Kinds of decision, by the part of the game to which they belong. */
enum skat_decision_kind {
    SKAT_DECIDE_NOTHING,
    /* The auction and the announcement of Skat, and its cards. */
    SKAT_DECIDE_BID,     /* must: bid one of `bids`, or pass */
    SKAT_DECIDE_HOLD,    /* must: hold view->bid, or pass */
    SKAT_DECIDE_GAME,    /* must: pick up, or announce a hand game: one of `declarations` */
    SKAT_DECIDE_DECLARE, /* must: discard_count of `cards`, and one of `declarations` */
    SKAT_DECIDE_CONCEDE, /* default: play on */
    SKAT_DECIDE_CARD,    /* must: play one of `cards`; or say one of the words that may_concede,
                         may_resign, may_give_up and may_claim allow */
    SKAT_DECIDE_KONTRA,  /* default: play on. Say kontra (or re, supra, ...) or not */
    /* Whether others give up. */
    SKAT_DECIDE_AGREE, /* default: no. Should both defenders give up? */
    SKAT_DECIDE_GIFT,  /* default: yes. The declarer accepts that they give up; or refuses, and must
                         make schneider, then schwarz */
    SKAT_DECIDE_CONSENT, /* default: no. May the player `gift_by` of the view give up? A defender
                            lets the declarer give up; or both defenders do, if the partner and then
                            the declarer say yes. With may_claim: may it have the rest, if both
                            others say yes? Its cards lie open */
    /* Ramsch. */
    SKAT_DECIDE_GRAND_HAND, /* default: play on. Declare grand hand instead of ramsch, which is
                               the view's contract until somebody does */
    SKAT_DECIDE_SCHIEBEN,   /* default: pass on unseen, also for a module without PASS_ON. Take the
                             cards, or pass them on unseen */
    SKAT_DECIDE_PASS_ON,    /* follows taking them: pass on two of `cards` */
    SKAT_DECIDE_KNOCK, /* default: play on. Knock (klopfen), which doubles what ramsch costs, or
                          not; in schieberamsch only whoever took the cards is asked */
    /* The revolution. */
    SKAT_DECIDE_EXCHANGE, /* default: the cards in hand. A defender's new hand: ten of `cards` */
    /* The auction by suits. */
    SKAT_DECIDE_CALL, /* default: pass. Name one of `declarations`, or pass. Whoever plays alone
                         then owes that game or one that outranks it. After a game by hand was
                         named, DECLARE follows at once, without discards */
    SKAT_DECIDE_HOLD_CALL, /* default: pass. Hold the game view->called, or pass */
    /* Games of their own. */
    SKAT_DECIDE_TURN,   /* default: the first of `declarations`. Turnéskat: a card of the skat was
                         turned: announce a game it allows or, with may_turn, turn the other card,
                         which then decides */
    SKAT_DECIDE_OFFER,  /* default: pass. Herzblatt: play alone, or pass */
    SKAT_DECIDE_CHOOSE, /* default: the first of `duties`. Räuberskat: choose a game type from
                           `duties`, knowing the five cards that the view shows */
    SKAT_DECIDE_BLIND,  /* default: the first of `places`. Idiotenskat: play the card at one of
                          `places`; or say a word, as in CARD */
    SKAT_DECIDE_NAME,   /* default: the first one. Offiziersskat: announce one of `declarations`,
                         knowing the first four open cards. KONTRA follows, knowing the dealer's
                         four, and re, knowing all */
    SKAT_DECISIONS
};

/* Kinds of action, with the decisions that they answer. */
enum skat_action_kind {
    SKAT_ACTION_NONE, /* never legal; what `out` holds when act is called */
    /* The auction, the announcement and the cards of Skat. */
    SKAT_ACTION_PASS,    /* BID, HOLD, OFFER, CALL, HOLD_CALL */
    SKAT_ACTION_BID,     /* BID: `bid` */
    SKAT_ACTION_HOLD,    /* HOLD, HOLD_CALL; AGREE, GIFT, OFFER, CONSENT: yes. Events of an auction
                            have the `bid` or the `contract` that was held; answers need not */
    SKAT_ACTION_PICK_UP, /* GAME; SCHIEBEN: take the cards */
    SKAT_ACTION_DECLARE, /* GAME, GRAND_HAND, TURN, NAME: `contract`; DECLARE: and the discards
                            in `cards` */
    SKAT_ACTION_CARD,    /* CARD: cards[0] */
    SKAT_ACTION_CONCEDE, /* CONCEDE; CARD with may_concede or may_resign */
    SKAT_ACTION_PLAY_ON, /* CONCEDE, KONTRA, GRAND_HAND, KNOCK: no */
    /* Rule variants, and games of their own. */
    SKAT_ACTION_KONTRA,    /* KONTRA */
    SKAT_ACTION_REFUSE,    /* AGREE, GIFT, CONSENT: no */
    SKAT_ACTION_GIVE_UP,   /* CARD with may_give_up */
    SKAT_ACTION_PASS_ON,   /* SCHIEBEN: unseen, without cards; PASS_ON: two `cards` */
    SKAT_ACTION_RUM,       /* GAME with may_rum; GAME follows again */
    SKAT_ACTION_EXCHANGE,  /* EXCHANGE: `cards` */
    SKAT_ACTION_TURN_CARD, /* GAME, TURN with may_turn: turns the next card of the skat */
    SKAT_ACTION_CHOOSE,    /* CHOOSE: `number`, DUTY_SUIT ... */
    SKAT_ACTION_PLACE,     /* BLIND: `number`, the place. Events show CARD instead */
    SKAT_ACTION_CLAIM,     /* CARD with may_claim: all tricks that are left; in null, that declarer
                              takes none of them. Nothing else is asked of the claimer: it holds
                              if the claimer can name an order of its cards by which it does. If it
                              is refused, the claimer's cards lie open (view->seen), and CARD is
                              asked again */
    SKAT_ACTION_CALL,      /* CALL: `contract` */
    SKAT_ACTION_KNOCK,     /* KNOCK */
    SKAT_ACTIONS
};

/* The game types that each player must play in Räuberskat; sets have bits 1 << duty. */
enum skat_duty { SKAT_DUTY_SUIT, SKAT_DUTY_GRAND, SKAT_DUTY_NULL, SKAT_DUTY_RAMSCH, SKAT_DUTIES };

/* Pointers stay valid during the call; those of the engine as long as the prepared rule set. */
struct skat_decision {
    uint32_t size;
    uint8_t kind;          /* enum skat_decision_kind */
    uint8_t position;      /* the player's own; for a dummy's card, the dummy's: view->dummy */
    uint8_t duties;        /* CHOOSE: what may be chosen, bits 1 << DUTY_SUIT ... */
    uint8_t discard_count; /* DECLARE, PASS_ON: how many of `cards` to put aside or pass on */
    uint32_t bid_count;
    uint32_t declaration_count;
    const uint16_t *bids; /* BID: the legal bids, ascending */
    /* GAME (hand games; none after rum: pick up), DECLARE, GRAND_HAND (only that), TURN, NAME,
     * CALL (those that outrank view->called, lowest first).
     * Turnéskat, GAME: also guckser grand and guckser null, which take the skat. Picking it up
     * without announcing is guckser grand. */
    const struct skat_contract *declarations;
    /* CARD: the playable cards; DECLARE: hand and skat together; PASS_ON: those that may be passed
     * on; EXCHANGE: those from which the new hand is chosen. */
    skat_cards cards;
    uint16_t places; /* BLIND: places in the hand that still hold a card, bit 0 the first */
    uint8_t spitzen; /* GAME, DECLARE: the most spitzen that may be added to a suit game; the trumps
                    that they name must be among the ten cards */
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

struct skat_action {
    uint32_t size;
    uint8_t kind;   /* enum skat_action_kind */
    uint8_t number; /* CHOOSE, PLACE */
    uint16_t bid;
    struct skat_contract contract;
    uint8_t count; /* cards in `cards` */
    skat_card cards[SKAT_HAND_MAX];
    uint8_t reserved;
};

/* ---- what is true of a kind of decision wherever it is asked ---- */

/* Who is asked. */
enum skat_asked {
    /* There is no declarer yet, or none at all; a card: whose turn it is; kontra: a defender, re:
     * the declarer ... */
    SKAT_ASKED_ANYBODY,
    SKAT_ASKED_DECLARER,
    SKAT_ASKED_DEFENDER,
    SKAT_ASKED_FOREHAND
};

/* The fields of struct skat_decision that a kind fills in, as bits. */
enum {
    SKAT_OFFERS_BIDS = 1 << 0,
    SKAT_OFFERS_DECLARATIONS = 1 << 1,
    SKAT_OFFERS_SPITZEN = 1 << 2,
    SKAT_OFFERS_CARDS = 1 << 3,
    SKAT_OFFERS_SOME_CARDS = 1 << 4, /* `cards`, of which several are chosen */
    SKAT_OFFERS_DUTIES = 1 << 5,
    SKAT_OFFERS_PLACES = 1 << 6,
    SKAT_OFFERS_WORDS = 1 << 7, /* may_concede, may_give_up, may_claim, may_resign */
    SKAT_OFFERS_RUM = 1 << 8,
    SKAT_OFFERS_TURN = 1 << 9,
    SKAT_OFFERS_CLAIM = 1 << 10 /* may_claim alone */
};

struct skat_decision_row {
    const char *name; /* "grand_hand": in logs and in the pipe protocol */
    uint8_t asked;    /* enum skat_asked */
    uint16_t offers;  /* bits SKAT_OFFERS_* */
    uint32_t answers; /* bits 1 << enum skat_action_kind */
    /* The answer for a player that does not decide this kind; NONE: every player must. DECLARE,
     * EXCHANGE, CHOOSE and PLACE then mean what the enum says. */
    uint8_t fallback;
    uint8_t silence;    /* the answer that records leave out; NONE: they have each answer */
    bool bidding;       /* belongs to the auction and the announcement, not to the play */
    bool before_game;   /* the hands or the contract may still change */
    bool may_be_unsaid; /* a record does not show whether it was asked: whoever was asked may have
                          said nothing */
};
extern const struct skat_decision_row skat_decision_rows[SKAT_DECISIONS];

/* ---- what is true of a kind of action ---- */

/* The fields of struct skat_action that a kind fills in. */
enum skat_operand {
    SKAT_OPERAND_NONE,
    SKAT_OPERAND_BID,
    SKAT_OPERAND_CONTRACT, /* and perhaps cards, the discards */
    SKAT_OPERAND_CARD,
    SKAT_OPERAND_CARDS, /* or none */
    SKAT_OPERAND_DUTY,
    SKAT_OPERAND_PLACE
};

struct skat_action_row {
    const char *word; /* "pick_up": in the pipe protocol; NONE: NULL */
    /* In records, "p", before the operand if there is one; "" if the operand says it all; NULL if
     * it is not written. */
    const char *code;
    uint8_t operand; /* enum skat_operand */
};
extern const struct skat_action_row skat_action_rows[SKAT_ACTIONS];

/* "suit", "grand", "null", "ramsch": in logs and in the pipe protocol. */
extern const char *const skat_duty_names[SKAT_DUTIES];

/* May an action of this kind (any number) answer a decision of this kind, below SKAT_DECISIONS? */
static inline bool skat_answers(unsigned action, unsigned decision)
{
    return action < SKAT_ACTIONS && skat_decision_rows[decision].answers >> action & 1;
}

/* Does an action of this kind, below SKAT_ACTIONS, name a contract? */
static inline bool skat_names_contract(unsigned action)
{
    return skat_action_rows[action].operand == SKAT_OPERAND_CONTRACT;
}

/* The word of an action, below SKAT_ACTIONS, as an answer to `decision`: HOLD is "hold" in the
 * auction, "yes" elsewhere. With SKAT_DECIDE_NOTHING, the word by which others hear of it. */
const char *skat_action_word(unsigned action, unsigned decision);

/* Do two actions say the same? Compares the fields that their kind uses; the others may hold
 * anything. */
bool skat_action_same(const struct skat_action *one, const struct skat_action *other);

/* ---- why an action is refused ---- */

/* A refused action leaves the game unchanged. The arena charges the bot for it. */
enum skat_refusal {
    SKAT_ACCEPTED,
    SKAT_REFUSED_OVER,        /* the game is over */
    SKAT_REFUSED_TURN,        /* another player decides */
    SKAT_REFUSED_KIND,        /* not an answer to this decision */
    SKAT_REFUSED_BID,         /* not a legal bid */
    SKAT_REFUSED_DECLARATION, /* not a legal announcement */
    SKAT_REFUSED_NULL_VALUE,  /* a null game below the bid */
    SKAT_REFUSED_DISCARD,     /* not different cards from hand and skat */
    SKAT_REFUSED_NOT_HELD,    /* the player does not hold the card */
    SKAT_REFUSED_REVOKE,      /* the player must follow suit */
    SKAT_REFUSED_CONCEDE,     /* too late, or not the declarer */
    SKAT_REFUSED_KONTRA,      /* too late, or not entitled */
    SKAT_REFUSED_GIVE_UP,     /* no gift is possible now */
    SKAT_REFUSED_SPITZEN,     /* more than the rules or the hand allow, or not a suit game */
    SKAT_REFUSED_RUM,         /* not in the rules, or already said */
    SKAT_REFUSED_PASS_ON,     /* wrong number of different cards, or a card that must stay */
    SKAT_REFUSED_EXCHANGE,    /* not a full hand of different cards on offer */
    SKAT_REFUSED_CHOICE,      /* a game type already played, or invalid */
    SKAT_REFUSED_PLACE,       /* no card there */
    SKAT_REFUSED_CLAIM,       /* not in the rules, not on lead, or claimed before */
    SKAT_REFUSALS
};

/* The reason as text, "the player must follow suit". */
const char *skat_refusal_text(enum skat_refusal refusal);

#endif
