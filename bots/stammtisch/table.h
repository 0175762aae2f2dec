// SPDX-License-Identifier: MIT
/* bots/stammtisch/table.h - the table in a suit game or grand, as the player to move sees it: what
 * is hidden, who plays after this one, and how likely they have a card.
 *
 * Chances are in 256ths, as integers, so that the bot plays the same on every machine. */
#ifndef STAMMTISCH_TABLE_H
#define STAMMTISCH_TABLE_H

#include "bots/stammtisch/memory.h"

enum { ONE = 256, CLASS_MAX = 12 /* cards of a class: trumps with the six */ };

/* What is known of a player after this one. */
struct later_player {
    int position;
    int partner;
    cards his; /* the hidden cards that may be in this hand; its cards, if they are seen */
    unsigned out, others_out;   /* of which classes it is out, and the third player (bits) */
    const uint8_t (*shares)[2]; /* indices of table_none, by what is known of a class (table.c) */
    unsigned trumpless;         /* the chance of having no trump, in 256ths */
};

/* The table as seen by the player to move. */
struct table {
    const struct skat_bot_view *view;
    const struct memory *memory;
    const int8_t *points;       /* card points, by rank */
    cards trumps, hand, hidden; /* hidden: cards in other hands or the skat */
    int me, declarer, partner;  /* partner: -1 for the declarer */
    int declares;               /* this player does */
    int in_trick;               /* cards in the open trick */
    int trick_points;
    card led, best; /* of the open trick */
    int holder;     /* who is winning it, -1 if this player leads */
    /* Points that the players after this one add if this side does not win it, or does. */
    int to_come[2];
    int after_count;
    struct later_player after[2];
};

/* Looks at the table; `points` are the card points by rank. The view and the memory have to outlive
 * it. */
void table_look(struct table *t, const struct skat_bot_view *view, const struct memory *memory,
                const int8_t points[16]);

/* The chances that none of 0, 1 ... CLASS_MAX cards is in a hand that has each with one of several
 * chances. */
extern const uint16_t table_none[][CLASS_MAX + 1];

/* The row of it for cards of a class in the hand of a player after this one. */
static inline const uint16_t *table_none_of(const struct later_player *after, int class)
{
    const unsigned cannot = after->out >> class & 1, other_cannot = after->others_out >> class & 1;

    return table_none[after->shares[2 * cannot + other_cannot][class == TRUMP]];
}

static inline int table_points(const struct table *t, card c) { return t->points[c & 15]; }

/* Is a player out of a class? */
static inline int table_is_out(const struct table *t, int position, int class)
{
    return t->memory->out[position] >> class & 1;
}

#endif
