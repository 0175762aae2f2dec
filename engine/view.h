/* engine/view.h - what passes between the table and a player: decisions, actions, views.
 *
 * These structs cross the boundary of bot modules (bots/skat_bot.h declares the same
 * layouts under its own names, and arena/player.c asserts that they agree): each
 * starts with its size, and new fields are added only at the end. */
#ifndef SKAT_ENGINE_VIEW_H
#define SKAT_ENGINE_VIEW_H

#include "engine/card.h"
#include "engine/contract.h"

/* Kinds of decision. Variants add kinds at the end. */
enum skat_decision_kind {
    SKAT_DECIDE_NOTHING, /* the game is over */
    SKAT_DECIDE_BID,     /* bid or pass */
    SKAT_DECIDE_HOLD,    /* hold the bid, or pass */
    SKAT_DECIDE_GAME,    /* pick up the skat, or announce a hand game */
    SKAT_DECIDE_DECLARE, /* after the pick-up: discard two cards and announce */
    SKAT_DECIDE_CONCEDE, /* give up before the lead, or play on */
    SKAT_DECIDE_CARD,    /* play a card (or concede or propose to give up, if allowed) */
    /* variants (rules.md 7.1) */
    SKAT_DECIDE_KONTRA,     /* double (kontra, re, supra ...) or play on */
    SKAT_DECIDE_AGREE,      /* give up, as the partner proposes, or refuse */
    SKAT_DECIDE_GIFT,       /* declarer: accept that the defenders give up, or refuse */
    SKAT_DECIDE_GRAND_HAND, /* ramsch round: declare grand hand, or play on (ramsch) */
    SKAT_DECIDE_SCHIEBEN,   /* take the two cards, or pass them on unseen */
    SKAT_DECIDE_PASS_ON,    /* after taking them: the two cards to pass on */
    SKAT_DECIDE_EXCHANGE,   /* revolution: a defender's new hand, from `cards` */
    SKAT_DECIDE_TURN,       /* a skat card was turned: announce a game it allows, or turn again */
    /* variant games (rules.md 10) */
    SKAT_DECIDE_OFFER,  /* Herzblatt: play alone, or pass */
    SKAT_DECIDE_CHOOSE, /* Räuberskat: choose a game type, knowing five cards */
    SKAT_DECIDE_BLIND,  /* Idiotenskat: play the card at a place in the hand */
    SKAT_DECIDE_NAME,   /* Offiziersskat: announce one of `declarations` */
    SKAT_DECISIONS
};
extern const char *const skat_decision_names[SKAT_DECISIONS]; /* "bid", as in logs */

/* Kinds of action. Variants add kinds at the end. */
enum skat_action_kind {
    SKAT_ACTION_NONE,    /* no answer; never legal */
    SKAT_ACTION_PASS,    /* BID, HOLD, OFFER */
    SKAT_ACTION_BID,     /* BID: `bid` */
    SKAT_ACTION_HOLD,    /* HOLD; AGREE, GIFT, OFFER: yes */
    SKAT_ACTION_PICK_UP, /* GAME; SCHIEBEN: take the cards (not written in records) */
    SKAT_ACTION_DECLARE, /* GAME, GRAND_HAND, NAME: `contract`; DECLARE: also discards in `cards` */
    SKAT_ACTION_CARD,    /* CARD: cards[0] */
    SKAT_ACTION_CONCEDE, /* CONCEDE; CARD with may_concede */
    SKAT_ACTION_PLAY_ON, /* CONCEDE, KONTRA, GRAND_HAND: no (not written in records) */
    /* variants (rules.md 7.1) */
    SKAT_ACTION_KONTRA,   /* KONTRA */
    SKAT_ACTION_REFUSE,   /* AGREE, GIFT: no */
    SKAT_ACTION_GIVE_UP,  /* CARD with may_give_up: a defender proposes to give up */
    SKAT_ACTION_PASS_ON,  /* SCHIEBEN: unseen, without cards; PASS_ON: `cards` */
    SKAT_ACTION_RUM,      /* GAME with may_rum: the skat is shown, then must be picked up */
    SKAT_ACTION_EXCHANGE, /* EXCHANGE: `cards`, the whole new hand */
    SKAT_ACTION_TURN,     /* GAME with may_turn: turn a card of the skat; TURN: the next */
    /* variant games (rules.md 10) */
    SKAT_ACTION_CHOOSE, /* CHOOSE: `number`, enum skat_duty */
    SKAT_ACTION_PLACE,  /* BLIND: `number`, the place. Recorded as the card there */
    SKAT_ACTIONS
};

/* Game types that each plays in Räuberskat (rules.md 10.3); sets have bits 1 << duty. */
enum skat_duty { SKAT_DUTY_SUIT, SKAT_DUTY_GRAND, SKAT_DUTY_NULL, SKAT_DUTY_RAMSCH, SKAT_DUTIES };

struct skat_action {
    uint32_t size; /* sizeof(struct skat_action) */
    uint8_t kind;  /* enum skat_action_kind */
    struct skat_contract contract;
    uint8_t count; /* cards in `cards` */
    uint16_t bid;
    skat_card cards[SKAT_HAND_MAX];
    uint8_t number; /* CHOOSE, PLACE */
    uint8_t reserved[1];
};

/* A pending decision: whose it is, its kind and its options. Pointers point into the prepared rule
 * set and live as long as it does. */
struct skat_decision {
    uint32_t size;         /* sizeof(struct skat_decision) */
    uint8_t kind;          /* enum skat_decision_kind */
    uint8_t position;      /* who decides, or the dummy, whose cards the declarer's opponent plays:
                         skat_game_player() */
    uint8_t may_concede;   /* CARD: conceding is legal too */
    uint8_t discard_count; /* DECLARE, PASS_ON: how many cards to discard or pass on */
    /* CARD: the playable cards; DECLARE: hand and skat together; PASS_ON: those that may be passed
     * on; EXCHANGE: those from which the new hand is chosen. */
    skat_cards cards;
    const uint16_t *bids;                     /* BID: the legal bids, ascending */
    const struct skat_contract *declarations; /* GAME (Skat: by hand), DECLARE, GRAND_HAND, TURN */
    uint32_t bid_count;
    uint32_t declaration_count;
    uint8_t may_give_up; /* CARD: a defender may propose that they give up */
    uint8_t may_rum;     /* GAME: rum may be said */
    /* GAME, DECLARE: the most spitzen for a suit game; the named trumps must be held. */
    uint8_t spitzen;
    uint8_t may_turn; /* GAME, TURN: a card of the skat may be turned */
    uint8_t duties;   /* CHOOSE: the options, bits 1 << enum skat_duty */
    uint16_t places;  /* BLIND: places that still hold a card, as bits */
    uint8_t reserved;
};

/* What everybody at the table sees. A game keeps it in one struct, so that a view is a copy of it
 * plus one player's own cards. */
struct skat_table {
    uint8_t declarer;  /* position, or SKAT_NOBODY before the auction is over */
    uint8_t turn;      /* position whose decision is next, or SKAT_NOBODY once over */
    uint8_t picked_up; /* the declarer took the skat */
    uint8_t announced; /* `contract` is set */
    struct skat_contract contract;
    uint8_t passed;                  /* bit 1 << position: has passed in the auction */
    uint8_t played_count;            /* cards in `played` */
    uint16_t bid;                    /* current bid, 0 for none; final once there is a declarer */
    uint16_t highest[SKAT_PLAYERS];  /* highest value that each player bid or held, or 0 */
    skat_cards gone;                 /* all cards played so far */
    uint8_t trick_count;             /* finished tricks */
    uint8_t points[SKAT_PLAYERS];    /* card points in each player's tricks, without the skat */
    uint8_t tricks[SKAT_PLAYERS];    /* tricks of each player */
    uint8_t winner;                  /* who is winning the open trick; or who won the last one */
    uint8_t leader[SKAT_HAND_MAX];   /* position that led each trick, including the open one */
    skat_card played[SKAT_DECK_MAX]; /* in order, three per trick; two if there are two hands */
};

/* Kinds of rounds that a deal can belong to (rules.md 7.3). */
enum skat_round_kind { SKAT_ROUND_NONE, SKAT_ROUND_BOCK, SKAT_ROUND_RAMSCH };

/* What only variants add to the table, visible to everybody (rules.md 7.3). */
struct skat_extra {
    uint8_t kontra;    /* number of doublings: 1 kontra, 2 re ... */
    uint8_t kontra_by; /* who said kontra, or SKAT_NOBODY */
    uint8_t gifts_refused;
    uint8_t gift_by;     /* who proposes to give up, until answered; else SKAT_NOBODY */
    uint8_t rum;         /* rum was said: `open_skat` is public */
    uint8_t unseen;      /* schieberamsch: how often the cards were passed on unseen */
    uint8_t round;       /* enum skat_round_kind */
    uint8_t bock;        /* the factor by which this deal counts */
    uint16_t round_left; /* deals of the round that follow this one */
    uint16_t reserved;
    /* By position, the score so far in this session in the rule set's scoring, clamped to int32_t.
     * 0 if the rules carry nothing from deal to deal: deals are then independent. */
    int32_t totals[SKAT_PLAYERS];
    skat_cards open_skat; /* shown after rum */
};

/* Turnéskat: cards of the skat that were turned, in order, visible to everybody. */
struct skat_turned {
    uint8_t count;
    skat_card cards[7]; /* room for any skat */
};

/* What only tables of two have, visible to everybody. A game keeps it in one struct, too. */
struct skat_two {
    uint8_t dummy; /* position of the dummy, or SKAT_NOBODY */
    uint8_t late_leader[SKAT_TRICKS_MAX - SKAT_HAND_MAX]; /* who led each trick after the twelfth */
    uint8_t reserved[3];
};

/* All that the player at one position may know. Other players' cards are absent, not hidden: the
 * struct has no room for them, except for the declarer's in an ouvert game, the partner's in a
 * revolution in which the defenders see each other's cards, both other hands in Idiotenskat, and a
 * dummy's. */
struct skat_view {
    uint32_t size;    /* sizeof(struct skat_view) */
    uint8_t position; /* whose view: 0 forehand, 1 middlehand, 2 rearhand */
    uint8_t reserved[3];
    skat_cards dealt; /* own cards as dealt */
    skat_cards hand;  /* own cards now, including a skat that the declarer took */
    skat_cards skat;  /* for a declarer who picked up: the skat, after the announcement the
                            discards; schieberamsch, PASS_ON: the cards that were taken;
                            empty for everybody else */
    skat_cards shown; /* the declarer's cards still in hand in an ouvert game */
    struct skat_table table;
    struct skat_extra extra;
    skat_cards passed_on; /* schieberamsch, revolution: own cards that were passed on */
    skat_cards partner;   /* revolution: the other defender's cards still in hand */
    struct skat_turned turned;
    /* Räuberskat, by position: game types still to play, including this deal's, as bits
     * 1 << enum skat_duty. */
    uint8_t duties[SKAT_PLAYERS];
    uint8_t chosen; /* 1 + enum skat_duty of this deal; 0 before and in other games */
    uint8_t reserved_1_3[4];
    /* By position: others' cards still in hand that are open to this player: in Idiotenskat both
     * other hands, a dummy's once open, the other player's open cards if hands are covered. */
    skat_cards seen[SKAT_PLAYERS];
    struct skat_two two; /* tables of two */
};

#endif
