// SPDX-License-Identifier: MIT
/* engine/learn/observation.h - what a player knows at a decision, as numbers of fixed places: for
 * programs that learn.
 *
 * Made from the view alone, so it shows nothing that the player may not know. Cards are 0 or 1 for
 * each number of action_space.h (suit * 9 + rank); players are relative: 0 is the one who looks, 1
 * the next to play, 2 the one after. Values are as they are: bids up to 264 in Skat, card points up
 * to 120. skat_observation_parts lists the places by name. */
#ifndef SKAT_ENGINE_LEARN_OBSERVATION_H
#define SKAT_ENGINE_LEARN_OBSERVATION_H

#include "engine/learn/action_space.h"

enum { SKAT_OBSERVED_GAMES = SKAT_GAME_TYPES + 1 };

/* The parts, in order; each member is an int16_t or an array of them. */
struct skat_observation {
    /* cards */
    int16_t hand[SKAT_DECK_MAX]; /* in hand, with a skat that was taken */
    int16_t skat
        [SKAT_DECK_MAX]; /* known to be in the skat: taken from it, put aside, or shown to all */
    int16_t chosen[SKAT_DECK_MAX];               /* chosen so far in this decision */
    int16_t played[SKAT_PLAYERS][SKAT_DECK_MAX]; /* by each player in finished tricks */
    int16_t trick[SKAT_PLAYERS][SKAT_DECK_MAX];  /* by each player in the open trick */
    int16_t open[2][SKAT_DECK_MAX];              /* cards of the others that this player sees */
    int16_t passed_on[SKAT_DECK_MAX];            /* own cards that were passed on or exchanged */
    /* one of each is 1 */
    int16_t position[SKAT_PLAYERS];     /* forehand, middlehand, rearhand */
    int16_t decision[SKAT_DECISIONS];   /* enum skat_decision_kind */
    int16_t step[3];                    /* enum skat_choice_step */
    int16_t declarer[SKAT_PLAYERS + 1]; /* relative; the last: nobody */
    int16_t leader[SKAT_PLAYERS + 1];   /* of the open trick, relative; the last: no trick yet */
    int16_t game[SKAT_OBSERVED_GAMES];  /* announced, or chosen in this decision; the last: none */
    /* 0 or 1 */
    int16_t announced[4]; /* hand, schneider, schwarz, ouvert */
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

struct skat_observation_part {
    const char *name;
    int first, rows, columns; /* rows * columns values from `first` on */
    const char *help;
};
extern const struct skat_observation_part skat_observation_parts[];
extern const int skat_observation_part_count;

/* What the player of `view` sees in a game under `rules`; `choice` is the decision that it makes,
 * or NULL. */
void skat_observe(const struct skat_rules *rules, const struct skat_view *view,
                  const struct skat_choice *choice, struct skat_observation *out);

#endif
