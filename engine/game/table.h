// SPDX-License-Identifier: MIT
/* engine/game/table.h - what everybody at the table sees. A game keeps it in these structs, so that
 * a view is a copy of them plus one player's own cards.
 *
 * `make generate` copies the fields into struct skat_bot_view of bots/skat_bot.h, comments
 * included. */
#ifndef SKAT_ENGINE_GAME_TABLE_H
#define SKAT_ENGINE_GAME_TABLE_H

#include "engine/card.h"
#include "engine/contract.h"

/* The auction, then the play; values bid and held change what is above `trick_count`. */
struct skat_table {
    /* The auction. */
    uint16_t bid;                   /* the current bid, 0 when there is none */
    uint16_t highest[SKAT_PLAYERS]; /* highest value that each player bid or held, or 0 */
    uint8_t passed;                 /* bit 1 << position: has passed in the auction */
    uint8_t turn;                   /* position whose decision is next, or NOBODY */
    uint8_t declarer;               /* position, NOBODY before the auction is over */
    uint8_t picked_up;              /* the declarer took the skat */
    uint8_t announced;              /* `contract` is set */
    struct skat_contract contract;
    /* The play. */
    uint8_t played_count;         /* cards in `played` */
    uint8_t trick_count;          /* finished tricks */
    uint8_t points[SKAT_PLAYERS]; /* card points in each player's tricks, without skat */
    uint8_t tricks[SKAT_PLAYERS];
    uint8_t winner;                  /* who is winning the open trick; or who won the last one */
    uint8_t leader[SKAT_TRICKS_MAX]; /* who led each trick, including the open one */
    skat_card played[SKAT_DECK_MAX]; /* in order, three per trick; two in offiziersskat */
};

/* What only rule variants have. */
struct skat_extra {
    /* By position, the score so far in this session in the rule set's scoring, clamped to int32_t.
     * Always 0 if the rules carry nothing from deal to deal. */
    int32_t totals[SKAT_PLAYERS];
    uint16_t round_left; /* deals of the round that follow this one */
    uint8_t round;       /* 0 none, 1 bock, 2 ramsch */
    uint8_t bock;        /* the factor by which this deal counts */
    uint8_t kontra;      /* number of doublings: 1 kontra, 2 re ... */
    uint8_t kontra_by;   /* position that said kontra, or NOBODY */
    uint8_t gift_by;     /* who proposes to give up, until answered; else NOBODY */
    uint8_t gifts_refused;
    uint8_t rum;     /* rum was said: `open_skat` is public */
    uint8_t unseen;  /* schieberamsch: how often the cards were passed on unseen */
    uint8_t knocked; /* bits 1 << position: knocked before ramsch */
    uint8_t chosen;  /* Räuberskat: 1 + DUTY_... of this deal; 0 before and in other games */
};

/* Turnéskat. */
struct skat_turned {
    uint8_t count;      /* cards of the skat that were turned, 0..2 */
    skat_card cards[2]; /* in order; as many as were turned are set */
};

/* The auction by suits. Ranks are those of rules.md 3.1: 1 the lowest, 0 for none. */
struct skat_called {
    struct skat_contract called;        /* the game that was named last, if called_rank is not 0 */
    uint8_t called_rank;                /* its rank: what the declarer owes */
    uint8_t highest_call[SKAT_PLAYERS]; /* the highest rank that each player named or held */
};

#endif
