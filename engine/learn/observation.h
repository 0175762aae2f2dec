// SPDX-License-Identifier: MIT
/* engine/learn/observation.h - all that a player knows at a decision, as numbers of fixed places:
 * for programs that learn.
 *
 * It is sufficient: under one rule set, equal numbers mean equal sets of possible layouts
 * (engine/game/worlds.h). Made from the view and from what everybody heard in the auction, it shows
 * nothing that the player may not know.
 *
 * Cards are 0 or 1 for each number of action_space.h (suit * 9 + rank), but for `history`; players
 * are relative: 0 is the one who looks, 1 the next to play, 2 the one after. Values are as they
 * are: bids up to 264 in Skat, card points up to 120. */
#ifndef SKAT_ENGINE_LEARN_OBSERVATION_H
#define SKAT_ENGINE_LEARN_OBSERVATION_H

#include "engine/learn/action_space.h"

enum {
    SKAT_OBSERVED_GAMES = SKAT_GAME_TYPES + 1,
    SKAT_OBSERVED_CALLS = 72, /* values of the auction that have room: all of configs/rules */
    SKAT_OBSERVED_PLACES = 3, /* hands of the next player and the one after, the skat */
    SKAT_OBSERVED_CLASSES = 5 /* plain suits, trumps (engine/ranking.h) */
};

/* The parts, in order; each member is an int16_t or an array of them. */
struct skat_observation {
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

enum { SKAT_OBSERVATION_SIZE = sizeof(struct skat_observation) / sizeof(int16_t) };

/* What the player of `view` sees in a game under `rules`. `moves`: the first `move_count` moves of
 * the deal, of which the bids, holds and passes are read: those of a game, or as a bot heard them;
 * NULL and 0: the auction is left out. `choice` is the decision that it makes, or NULL. */
void skat_observe(const struct skat_rules *rules, const struct skat_view *view,
                  const struct skat_move *moves, int move_count, const struct skat_choice *choice,
                  struct skat_observation *out);

/* ---- with all cards open, for a critic that is used in training only ---- */

/* All cards as they are, seen from one position; hidden ones, too. */
struct skat_observation_open {
    int16_t hands[SKAT_PLAYERS][SKAT_DECK_MAX];   /* in hand: own, next, after next */
    int16_t skat[SKAT_DECK_MAX];                  /* the skat, or the discards */
    int16_t covered[SKAT_PLAYERS][SKAT_DECK_MAX]; /* Offiziersskat: covered cards of each */
    int16_t aside[SKAT_DECK_MAX];                 /* the second skat, which nobody sees */
};

enum { SKAT_OBSERVATION_OPEN_SIZE = sizeof(struct skat_observation_open) / sizeof(int16_t) };

void skat_observe_open(const struct skat_game *game, unsigned position,
                       struct skat_observation_open *out);

/* ---- what stands where ---- */

struct skat_observation_part {
    const char *name;
    int first, rows, columns; /* rows * columns values from `first` on */
    const char *help;
};

struct skat_observation_layout {
    const struct skat_observation_part *parts;
    int part_count;
    int size; /* numbers */
};
extern const struct skat_observation_layout skat_observation_layout;
extern const struct skat_observation_layout skat_observation_open_layout;

#endif
