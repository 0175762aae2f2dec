// SPDX-License-Identifier: MIT
/* engine/game/worlds.h - what a view leaves open: all layouts of the hidden cards that agree with
 * it, how many they are, and one of them, drawn uniformly.
 *
 *     struct skat_worlds worlds;
 *     struct skat_world world;
 *     if (skat_worlds_of(&worlds, rules, &view))
 *         skat_worlds_draw(&worlds, &random, &world);
 *
 * A layout agrees with a view if the player at that position would have seen the same: the number
 * of cards in each hand, cards that are open, own cards and discards, who did not follow suit,
 * spitzen and rum that were announced (rules.md 7.6, 7.8). It says nothing of how likely bids and
 * cards are from such a hand; that is for those who weigh worlds. In schieberamsch and revolution,
 * cards that were passed on count as anybody's; cards that somebody else has taken to pass on,
 * which nobody knows, count as the skat.
 *
 * Plain data, constant once made: any number of threads may share it. Nothing allocates. */
#ifndef SKAT_ENGINE_GAME_WORLDS_H
#define SKAT_ENGINE_GAME_WORLDS_H

#include "engine/random.h"
#include "engine/rules.h"
#include "engine/game/view.h"

enum {
    SKAT_PLACE_SKAT = SKAT_PLAYERS, /* the place after the hands: the skat, or the discards */
    SKAT_PLACES,
    SKAT_WORLD_GROUPS = 8, /* most sets of hidden cards that can be in the same places */
    SKAT_WORLD_ROOM = 15   /* most cards of a hand, and of the skat taken into it */
};

/* A layout: the cards still in each hand, and those in the skat. */
struct skat_world {
    skat_cards hands[SKAT_PLAYERS];
    skat_cards skat;
};

/* What a view says of the cards whose place the player does not know. */
struct skat_missing {
    skat_cards cards;               /* all of them */
    skat_cards may[SKAT_PLACES];    /* those that can be in each place */
    uint8_t room[SKAT_PLACES];      /* how many are there */
    struct skat_world known;        /* cards whose place the player knows */
    skat_cards never[SKAT_PLAYERS]; /* cards of suits that each player did not follow */
    uint8_t voids[SKAT_PLAYERS];    /* the same as bits 1 << class (engine/ranking.h) */
};

/* Fills it in. False where worlds are not supported (below): then of no use but for `cards`,
 * `known` and `voids`. */
bool skat_missing_of(struct skat_missing *missing, const struct skat_rules *rules,
                     const struct skat_view *view);

struct skat_worlds {
    struct skat_world known;   /* cards whose place the player knows */
    uint8_t hidden[2];         /* the hands that have hidden cards: positions, or SKAT_NOBODY */
    uint8_t room[SKAT_PLACES]; /* hidden cards in each place */
    uint8_t group_count;
    struct skat_world_group { /* hidden cards that can be in the same places */
        skat_cards cards;
        uint8_t places; /* bits 1 << place */
        /* In how many ways the cards of this group and those after it fit, by the room in the two
         * hands. */
        uint64_t ways[SKAT_WORLD_ROOM + 1][SKAT_WORLD_ROOM + 1];
    } groups[SKAT_WORLD_GROUPS + 1]; /* the last one is the end */
};

/* Finds the worlds of a view, which a game under these prepared rules has filled in. False if they
 * are not supported: hands of which half is covered, a second skat, tables of two with a pile, and
 * who chooses knowing five cards in Räuberskat; or if no layout agrees with the view. */
bool skat_worlds_of(struct skat_worlds *worlds, const struct skat_rules *rules,
                    const struct skat_view *view);

/* How many there are: 1 .. 2^31. */
uint64_t skat_worlds_count(const struct skat_worlds *worlds);

/* World number 0 .. skat_worlds_count() - 1, in an order of no meaning: for looking at all of them.
 */
void skat_worlds_at(const struct skat_worlds *worlds, uint64_t number, struct skat_world *world);

/* One of them, all equally likely. */
void skat_worlds_draw(const struct skat_worlds *worlds, struct skat_random *random,
                      struct skat_world *world);

#endif
