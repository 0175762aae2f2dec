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
    SKAT_DECIDE_CARD,    /* play a card (or concede, where may_concede says so) */
    SKAT_DECISIONS
};

/* Kinds of action: what can be decided. A variant adds kinds at the end. */
enum skat_action_kind {
    SKAT_ACTION_NONE,    /* no answer; never legal */
    SKAT_ACTION_PASS,    /* BID, HOLD */
    SKAT_ACTION_BID,     /* BID: `bid` */
    SKAT_ACTION_HOLD,    /* HOLD */
    SKAT_ACTION_PICK_UP, /* GAME */
    SKAT_ACTION_DECLARE, /* GAME: `contract` (a hand game); DECLARE: and `cards`, the discards */
    SKAT_ACTION_CARD,    /* CARD: cards[0] */
    SKAT_ACTION_CONCEDE, /* CONCEDE; CARD with may_concede */
    SKAT_ACTION_PLAY_ON, /* CONCEDE: no. Said silently, not written in records */
    SKAT_ACTIONS
};

struct skat_action {
    uint32_t size; /* sizeof(struct skat_action) */
    uint8_t kind;  /* enum skat_action_kind */
    struct skat_contract contract;
    uint8_t count; /* cards in `cards` */
    uint16_t bid;
    skat_card cards[SKAT_HAND_MAX];
    uint8_t reserved[2];
};

/* Who decides what, among which options. Pointers are into the prepared rule set and
 * live as long as it does. */
struct skat_decision {
    uint32_t size;    /* sizeof(struct skat_decision) */
    uint8_t kind;     /* enum skat_decision_kind */
    uint8_t position; /* who decides */
    uint8_t may_concede;      /* CARD: conceding is legal too */
    uint8_t discard_count;    /* DECLARE: how many cards to put aside */
    skat_cards cards;         /* CARD: the playable cards; DECLARE: hand and skat together */
    const uint16_t *bids;     /* BID: the values that may be named, ascending */
    const struct skat_contract *declarations; /* GAME (all of them hand), DECLARE */
    uint32_t bid_count;
    uint32_t declaration_count;
};

enum { SKAT_NOBODY = 0xff };

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
    skat_card played[SKAT_DECK_MAX]; /* in order, three a trick */
};

/* All that the player at one position may know. Other players' cards are absent, not hidden:
 * the struct has no place for them, except for declarer's in an ouvert game. */
struct skat_view {
    uint32_t size;       /* sizeof(struct skat_view) */
    uint8_t position;    /* whose view: 0 forehand, 1 middlehand, 2 rearhand */
    uint8_t reserved[3];
    skat_cards dealt;    /* own cards as dealt */
    skat_cards hand;     /* own cards now; declarer with the skat in hand holds both */
    skat_cards skat;     /* declarer who picked up: the skat before, the discards after the
                            announcement; empty for everybody else */
    skat_cards shown;    /* declarer's cards in an ouvert game, those still in hand */
    struct skat_table table;
};

#endif
