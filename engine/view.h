/* engine/view.h - what passes between the table and a player: decisions, actions, views.
 *
 * These structs may cross the boundary of a bot module (bots/skat_bot.h declares the same
 * layouts under its own names, and arena/player.c asserts that they agree): each
 * starts with its size, and fields are only ever added at the end. */
#ifndef SKAT_ENGINE_VIEW_H
#define SKAT_ENGINE_VIEW_H

#include "engine/card.h"
#include "engine/contract.h"

/* Kinds of decision. A variant adds kinds at the end. */
enum skat_decision_kind {
    SKAT_DECIDE_NOTHING, /* the game is over */
    SKAT_DECIDE_BID,     /* name a value or pass */
    SKAT_DECIDE_HOLD,    /* hold the value that was named, or pass */
    SKAT_DECIDE_GAME,    /* pick up the skat, or announce a hand game */
    SKAT_DECIDE_DECLARE, /* after the pick-up: put two cards aside and announce */
    SKAT_DECIDE_CONCEDE, /* give up before the lead, or play on */
    SKAT_DECIDE_CARD,    /* play a card (or concede, or propose to give up, where it says so) */
    /* variants (rules.md 7.1) */
    SKAT_DECIDE_KONTRA,  /* double - kontra, re, supra ... - or play on */
    SKAT_DECIDE_AGREE,   /* give up, as the partner proposes, or refuse */
    SKAT_DECIDE_GIFT,    /* declarer: accept that the defenders give up, or refuse */
    SKAT_DECIDE_GRAND_HAND, /* ramsch round: declare grand hand, or play on (ramsch) */
    SKAT_DECIDE_SCHIEBEN,   /* take the two cards that come along, or pass them on unseen */
    SKAT_DECIDE_PASS_ON,    /* after taking them: the two cards to pass on */
    SKAT_DECIDE_EXCHANGE,   /* revolution: a defender's new hand, out of `cards` */
    SKAT_DECIDE_TURN,       /* a card of the skat is turned: a game that it allows, or the next card */
    /* relatives of Skat (rules.md 10) */
    SKAT_DECIDE_OFFER,      /* Herzblatt: play alone, or pass */
    SKAT_DECIDE_CHOOSE,     /* Räuberskat: which kind of game, by the first five cards */
    SKAT_DECIDE_BLIND,      /* Idiotenskat: play the card at a place of the hand */
    SKAT_DECIDE_NAME,       /* no auction: name the game, one of `declarations` */
    SKAT_DECISIONS
};

/* Kinds of action: what can be decided. A variant adds kinds at the end. */
enum skat_action_kind {
    SKAT_ACTION_NONE,    /* no answer; never legal */
    SKAT_ACTION_PASS,    /* BID, HOLD, OFFER */
    SKAT_ACTION_BID,     /* BID: `bid` */
    SKAT_ACTION_HOLD,    /* HOLD; AGREE, GIFT, OFFER: yes */
    SKAT_ACTION_PICK_UP, /* GAME; SCHIEBEN: take the cards. Not written in records there */
    SKAT_ACTION_DECLARE, /* GAME, GRAND_HAND, NAME: `contract`; DECLARE: and `cards`, the discards */
    SKAT_ACTION_CARD,    /* CARD: cards[0] */
    SKAT_ACTION_CONCEDE, /* CONCEDE; CARD with may_concede */
    SKAT_ACTION_PLAY_ON, /* CONCEDE, KONTRA, GRAND_HAND: no. Silent: not written in records */
    /* variants (rules.md 7.1) */
    SKAT_ACTION_KONTRA,  /* KONTRA */
    SKAT_ACTION_REFUSE,  /* AGREE, GIFT: no */
    SKAT_ACTION_GIVE_UP, /* CARD with may_give_up: a defender proposes to give up */
    SKAT_ACTION_PASS_ON, /* SCHIEBEN: unseen, without cards; PASS_ON: `cards` */
    SKAT_ACTION_RUM,     /* GAME with may_rum: the skat is shown; picking it up is next */
    SKAT_ACTION_EXCHANGE, /* EXCHANGE: `cards`, the whole new hand */
    SKAT_ACTION_TURN,    /* GAME with may_turn: turns a card of the skat; TURN with may_turn: the next */
    /* relatives of Skat (rules.md 10) */
    SKAT_ACTION_CHOOSE,  /* CHOOSE: `number`, enum skat_duty */
    SKAT_ACTION_PLACE,   /* BLIND: `number`, the place. Recorded as the card that it is */
    SKAT_ACTIONS
};

/* What each must play in Räuberskat (rules.md 10.3), in sets as bits 1 << duty. */
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

/* Who decides what, among which options. Pointers are into the prepared rule set and
 * live as long as it does. */
struct skat_decision {
    uint32_t size;    /* sizeof(struct skat_decision) */
    uint8_t kind;     /* enum skat_decision_kind */
    uint8_t position; /* whose cards are played, or who speaks; a dummy's are decided about by
                         declarer's opponent: skat_game_player() */
    uint8_t may_concede;      /* CARD: conceding is legal too */
    uint8_t discard_count;    /* DECLARE, PASS_ON: how many cards to put aside or pass on */
    /* CARD: the playable cards; DECLARE: hand and skat together; PASS_ON: those that may go;
     * EXCHANGE: those that the new hand is made of. */
    skat_cards cards;
    const uint16_t *bids;     /* BID: the values that may be named, ascending */
    const struct skat_contract *declarations; /* GAME (in Skat by hand), DECLARE, GRAND_HAND, TURN */
    uint32_t bid_count;
    uint32_t declaration_count;
    uint8_t may_give_up;      /* CARD: a defender may propose that they give up */
    uint8_t may_rum;          /* GAME: rum may be said */
    /* GAME, DECLARE: so many spitzen may be added to a suit game whose named trumps are held. */
    uint8_t spitzen;
    uint8_t may_turn;         /* GAME, TURN: a card of the skat may be turned */
    uint8_t duties;           /* CHOOSE: those that may be chosen, bits 1 << enum skat_duty */
    uint16_t places;          /* BLIND: bits of the places that still hold a card */
    uint8_t reserved;
};

/* What everybody at the table sees. A game keeps it in one piece, so that a view is a copy of it
 * and one player's own cards. */
struct skat_table {
    uint8_t declarer;    /* position, or SKAT_NOBODY before the auction is over */
    uint8_t turn;        /* position to decide, or SKAT_NOBODY once the game is over */
    uint8_t picked_up;   /* declarer took the skat */
    uint8_t announced;   /* `contract` is set */
    struct skat_contract contract;
    uint8_t passed;      /* bit 1 << position: has passed in the auction */
    uint8_t played_count;            /* cards in `played` */
    uint16_t bid;        /* the value that stands, 0 when none; final once there is a declarer */
    uint16_t highest[SKAT_PLAYERS];  /* highest value that each named or held, 0 when none */
    skat_cards gone;     /* all cards that were played */
    uint8_t trick_count;             /* finished tricks */
    uint8_t points[SKAT_PLAYERS];    /* card points in each one's tricks (skat not counted) */
    uint8_t tricks[SKAT_PLAYERS];    /* tricks of each one */
    uint8_t winner;      /* who holds the open trick so far; of the last one when none is open */
    uint8_t leader[SKAT_HAND_MAX];   /* position that led each trick, the open one too */
    skat_card played[SKAT_DECK_MAX]; /* in order, three a trick; two where there are two hands */
};

/* Kinds of rounds that a deal can belong to (rules.md 7.3). */
enum skat_round_kind { SKAT_ROUND_NONE, SKAT_ROUND_BOCK, SKAT_ROUND_RAMSCH };

/* What only variants put on the table (rules.md 7.3), for everybody to see. */
struct skat_extra {
    uint8_t kontra;       /* how often was doubled: 1 kontra, 2 re ... */
    uint8_t kontra_by;    /* who said kontra, or SKAT_NOBODY */
    uint8_t gifts_refused;
    uint8_t gift_by;      /* who proposes to give up, while that is open; else SKAT_NOBODY */
    uint8_t rum;          /* rum was said: `open_skat` lies open */
    uint8_t unseen;       /* schieberamsch: how often the cards went on unseen */
    uint8_t round;        /* enum skat_round_kind */
    uint8_t bock;         /* so many times does this deal count */
    uint16_t round_left;  /* deals of the round that follow this one */
    uint16_t reserved;
    /* By position, what each has in this session so far in the rule set's scoring, cut at what fits.
     * 0 where rules carry nothing from deal to deal: deals are then strangers to one another. */
    int32_t totals[SKAT_PLAYERS];
    skat_cards open_skat; /* shown after rum */
};

/* Turneskat: cards of the skat that were turned, for everybody to see, in their order. */
struct skat_turned {
    uint8_t count;
    skat_card cards[7]; /* room for any skat */
};

/* What only tables of two have, for everybody to see. A game keeps it in one piece, too. */
struct skat_two {
    uint8_t dummy;        /* position at which nobody sits, or SKAT_NOBODY */
    uint8_t late_leader[SKAT_TRICKS_MAX - SKAT_HAND_MAX]; /* who led the tricks behind the twelfth */
    uint8_t reserved[3];
};

/* All that the player at one position may know. Other players' cards are absent, not hidden:
 * the struct has no place for them, except for declarer's in an ouvert game, for the partner's in a
 * revolution in which the defenders see each other's cards, for those of both others in Idiotenskat, and
 * for a dummy's. */
struct skat_view {
    uint32_t size;       /* sizeof(struct skat_view) */
    uint8_t position;    /* whose view: 0 forehand, 1 middlehand, 2 rearhand */
    uint8_t reserved[3];
    skat_cards dealt;    /* own cards as dealt */
    skat_cards hand;     /* own cards now; declarer with the skat in hand holds both */
    skat_cards skat;     /* declarer who picked up: the skat before, the discards after the
                            announcement; schieberamsch, PASS_ON: the cards that were taken;
                            empty for everybody else */
    skat_cards shown;    /* declarer's cards in an ouvert game, those still in hand */
    struct skat_table table;
    struct skat_extra extra;
    skat_cards passed_on; /* schieberamsch, revolution: own cards that went on */
    skat_cards partner;   /* revolution: the other defender's cards, those still in hand */
    struct skat_turned turned;
    /* Räuberskat, by position: what each has still to play, bits 1 << enum skat_duty, with this deal's
     * game. */
    uint8_t duties[SKAT_PLAYERS];
    uint8_t chosen;       /* 1 + enum skat_duty of this deal, 0 before that and in other games */
    uint8_t reserved_1_3[4];
    /* By position: cards of others that lie open to this player, those still in hand. In Idiotenskat both
     * others', a dummy's once it is open, the other player's open ones where hands are covered. */
    skat_cards seen[SKAT_PLAYERS];
    struct skat_two two;  /* two at the table */
};

#endif
