// SPDX-License-Identifier: MIT
/* engine/learn/observation_2.h - observation 2: all that a player knows at a decision, as numbers
 * of fixed places, for programs that learn.
 *
 * Observation 1 (observation.h) has no order of tricks, so two histories that leave other cards
 * open can give the same numbers. This one is sufficient: under one rule set, equal numbers mean
 * equal sets of possible layouts (engine/game/worlds.h). It has the tricks in order, who did not
 * follow which suit, and for each card that is missing the places where it can be; and the auction
 * call by call.
 *
 * Cards are 0 or 1 for each number of action_space.h (suit * 9 + rank), but for `history`; players
 * are relative: 0 is the one who looks, 1 the next to play, 2 the one after. Made from the view and
 * from what everybody heard in the auction, it shows nothing that the player may not know. */
#ifndef SKAT_ENGINE_LEARN_OBSERVATION_2_H
#define SKAT_ENGINE_LEARN_OBSERVATION_2_H

#include "engine/learn/observation.h"

enum {
    SKAT_OBSERVED_CALLS = 72, /* values of the auction that have room: all of configs/rules */
    SKAT_OBSERVED_PLACES = 3, /* hands of the next player and the one after, the skat */
    SKAT_OBSERVED_CLASSES = 5 /* plain suits, trumps (engine/ranking.h) */
};

/* The parts, in order; each member is an int16_t or an array of them. */
struct skat_observation_2 {
    /* cards */
    int16_t hand[SKAT_DECK_MAX];       /* in hand, with a skat that was taken */
    int16_t dealt[SKAT_DECK_MAX];      /* as dealt */
    int16_t skat[SKAT_DECK_MAX];       /* taken from the skat; after the announcement, discarded */
    int16_t skat_shown[SKAT_DECK_MAX]; /* cards of the skat that everybody saw */
    int16_t chosen[SKAT_DECK_MAX];     /* chosen so far in this decision */
    int16_t passed_on[SKAT_DECK_MAX];  /* own cards that were passed on or exchanged */
    int16_t open[2][SKAT_DECK_MAX];    /* cards of the others that this player sees */
    int16_t missing[SKAT_DECK_MAX];    /* cards whose place the player does not know */
    int16_t places[SKAT_OBSERVED_PLACES][SKAT_DECK_MAX]; /* missing cards that can be there */
    int16_t played[SKAT_PLAYERS][SKAT_DECK_MAX];         /* by each player in finished tricks */
    int16_t trick[SKAT_PLAYERS][SKAT_DECK_MAX];          /* by each player in the open trick */
    /* the order of play: 1 + number of the card, 1 + who played it; 0, 0 after the last */
    int16_t history[SKAT_DECK_MAX][2];
    int16_t voids[SKAT_PLAYERS][SKAT_OBSERVED_CLASSES]; /* 1: did not follow when it was led */
    int16_t room[SKAT_OBSERVED_PLACES];                 /* missing cards that are in each place */
    /* the auction: each value that was bid, in order: 1 + who bid it, the value, and what was
     * answered: 0 nothing yet, 1 held, 2 passed. Zeros after the last. */
    int16_t auction[SKAT_OBSERVED_CALLS][3];
    int16_t calls; /* values that were bid; beyond SKAT_OBSERVED_CALLS, the first have no row */
    /* one of each is 1 */
    int16_t position[SKAT_PLAYERS];      /* forehand, middlehand, rearhand */
    int16_t decision[SKAT_DECISIONS];    /* enum skat_decision_kind */
    int16_t step[3];                     /* enum skat_choice_step */
    int16_t declarer[SKAT_PLAYERS + 1];  /* relative; the last: nobody */
    int16_t leader[SKAT_PLAYERS + 1];    /* of the open trick, relative; the last: no trick yet */
    int16_t winner[SKAT_PLAYERS + 1];    /* of the open trick so far, or of the last one */
    int16_t kontra_by[SKAT_PLAYERS + 1]; /* relative; the last: nobody */
    int16_t gift_by[SKAT_PLAYERS + 1];   /* who proposes to give up */
    int16_t dummy[SKAT_PLAYERS + 1];     /* whose cards are the dummy's */
    int16_t game[SKAT_OBSERVED_GAMES];   /* announced, or chosen in this decision; the last: none */
    /* 0 or 1 */
    int16_t announced[6]; /* hand, schneider, schwarz, ouvert, turned, by now announced to all */
    int16_t passed[SKAT_PLAYERS];
    int16_t picked_up;
    /* values */
    int16_t bid;
    int16_t highest[SKAT_PLAYERS]; /* bid or held by each */
    int16_t points[SKAT_PLAYERS];
    int16_t tricks[SKAT_PLAYERS];
    int16_t cards_played;
    int16_t spitzen, kontra, gifts_refused, rum, unseen; /* variants */
    int16_t round[3];                                    /* none, bock, ramsch: one is 1 */
    int16_t bock;                                        /* the factor by which the deal counts */
    int16_t round_left;                                  /* deals of the round that follow */
    int16_t totals[SKAT_PLAYERS];  /* of the session, within the range of the type */
    int16_t duties[SKAT_PLAYERS];  /* Räuberskat: bits of enum skat_duty that are left */
    int16_t chosen_duty;           /* 1 + enum skat_duty, or 0 */
    int16_t knocked[SKAT_PLAYERS]; /* who knocked before ramsch */
};

enum { SKAT_OBSERVATION_2_SIZE = sizeof(struct skat_observation_2) / sizeof(int16_t) };

extern const struct skat_observation_part skat_observation_2_parts[];
extern const int skat_observation_2_part_count;

/* What the player of `view` sees in a game under `rules`. `moves`: the first `move_count` moves of
 * the deal, of which the bids, holds and passes are read: those of a game, or as a bot heard them;
 * NULL and 0: the auction is left out. `choice` is the decision that it makes, or NULL. */
void skat_observe_2(const struct skat_rules *rules, const struct skat_view *view,
                    const struct skat_move *moves, int move_count, const struct skat_choice *choice,
                    struct skat_observation_2 *out);

/* ---- with all cards open, for a critic that is used in training only ---- */

/* All cards as they are, seen from one position; hidden ones, too. */
struct skat_observation_open {
    int16_t hands[SKAT_PLAYERS][SKAT_DECK_MAX];   /* in hand: own, next, after next */
    int16_t skat[SKAT_DECK_MAX];                  /* the skat, or the discards */
    int16_t covered[SKAT_PLAYERS][SKAT_DECK_MAX]; /* Offiziersskat: covered cards of each */
    int16_t aside[SKAT_DECK_MAX];                 /* the second skat, which nobody sees */
};

enum { SKAT_OBSERVATION_OPEN_SIZE = sizeof(struct skat_observation_open) / sizeof(int16_t) };

extern const struct skat_observation_part skat_observation_open_parts[];
extern const int skat_observation_open_part_count;

void skat_observe_open(const struct skat_game *game, unsigned position,
                       struct skat_observation_open *out);

/* ---- all of them by name ---- */

/* What arrays can hold: "1", "2", "open". */
struct skat_observation_layout {
    const char *name;
    int size; /* numbers */
    const struct skat_observation_part *parts;
    int part_count;
};
enum skat_observation_kind {
    SKAT_OBSERVATION_1,
    SKAT_OBSERVATION_2,
    SKAT_OBSERVATION_OPEN,
    SKAT_OBSERVATIONS
};
struct skat_observation_layout skat_observation_layout(enum skat_observation_kind kind);

#endif
