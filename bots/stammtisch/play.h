// SPDX-License-Identifier: MIT
/* bots/stammtisch/play.h - card play: the table as the player to move sees it, and the card that it
 * chooses, by a function for each type of game. play_null() and revolution are in null.c; ramsch.h
 * has its own.
 *
 * Chances are in 256ths and scores in 256ths of a card point, as integers, so that the bot plays
 * the same on every machine. */
#ifndef STAMMTISCH_PLAY_H
#define STAMMTISCH_PLAY_H

#include "bots/stammtisch/cards.h"

/* ---- the table in a suit game or grand ---- */

enum { ONE = 256, POINT = 256 };

/* Card points by rank, and the cards that have none, nor the next lower one of their suit. */
struct card_points {
    int8_t of[16];
    cards blank;
};
extern const struct card_points usual_points;

/* What is known of a player after this one. */
struct later_player {
    int position;
    int partner;
    cards his; /* the hidden cards that may be in this hand; its cards, if they are seen */
    unsigned out, others_out;   /* of which classes it is out, and the third player (bits) */
    const uint8_t (*shares)[2]; /* rows of table_none (play.c), by what is known of a class */
    unsigned trumpless;         /* the chance of having no trump, in 256ths */
};

/* The table as seen by the player to move. */
struct table {
    const struct skat_bot_view *view;
    const struct memory *memory;
    const struct card_points *points;
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

/* Looks at the table. The view and the memory have to outlive it. */
void table_look(struct table *t, const struct skat_bot_view *view, const struct memory *memory);

static inline int table_points(const struct table *t, card c) { return t->points->of[c & 15]; }

/* Is a player out of a class? */
static inline int table_is_out(const struct table *t, int position, int class)
{
    return t->memory->out[position] >> class & 1;
}

/* ---- cards ---- */

/* The legal cards with only one of each run of equal cards (without points, and with no card of
 * others between them): the lowest, or another one if the lowest may not be played because it was
 * announced as a spitze. `legal` is not empty. */
static inline cards play_distinct(const struct table *t, cards legal)
{
    const cards distinct = legal & ~(t->points->blank & t->hand & t->hand << 1);

    return distinct ? distinct : legal & -legal;
}

/* A card as this bot weighs it, in 256ths: the chance that its side wins the trick, what it is
 * worth to keep, and its score in card points. */
struct weighed {
    card card;
    int wins, kept, score;
};

/* Weighs these cards, at least one, in suit and grand games. Returns their number. */
int play_weigh(const struct table *t, cards legal, struct weighed weighed[SKAT_BOT_HAND_MAX]);

/* Weighs those of these that are distinct, rules of thumb included. Returns their number. */
int play_weigh_all(const struct skat_bot_view *view, cards legal, const struct memory *memory,
                   struct weighed weighed[SKAT_BOT_HAND_MAX]);

/* The one with the best score, the lowest of several; `number` is at least 1. */
card play_best(const struct weighed *weighed, int number);

/* How far the score of each is above the mean of all, at least one, in units of `unit`, by card. */
void play_above_mean(const struct weighed *weighed, int number, int unit, int values[CARD_CODES]);

/* The jack that players customarily choose among equally good ones, with no jack of others between
 * them: the highest if a declarer leads, else the lowest. `chosen` itself if it is not a jack. The
 * cards are in `legal`. */
card play_customary_jack(const struct skat_bot_view *view, cards legal, card chosen);

/* The cards of `legal` that keep the announced spitzen for the last tricks, for their declarer. */
cards play_spare_spitzen(const struct skat_bot_view *view, cards legal);
/* The same and, after an announced schwarz, only trumps to lead as long as another player may have
 * one. All of `legal` for a defender. */
cards play_as_announced(const struct skat_bot_view *view, cards legal);

/* Suit and grand games, either side: the card with the best score, rules of thumb included. `legal`
 * is not empty. */
card play_card(const struct skat_bot_view *view, cards legal, const struct memory *memory);

/* The same, by a player who is off by so many 256ths of a card point when it judges a card (a
 * standard deviation). `deal`: as in error_of(). */
card play_card_carelessly(const struct skat_bot_view *view, cards legal,
                          const struct memory *memory, uint64_t deal, int deviation);

/* Suit and grand games, for a player who has given up: the card that is least likely to win the
 * trick. */
card play_to_lose(const struct skat_bot_view *view, cards legal, const struct memory *memory);

/* ---- null games and revolution ---- */

/* What the cards that a declarer has played say of its others. */
struct null_clues {
    uint8_t lacks[SUITS];   /* cards that it would have played, as bits of null_mask() */
    unsigned followed, led; /* bits 1 << suit */
};

/* A decision in such a game. The view and the memory have to outlive it. */
struct null_scene {
    const struct skat_bot_view *view;
    const struct memory *memory;
    int declares, in_trick;
    card best; /* of the open trick, if there is one */
    struct null_clues clues;
};
struct null_scene null_scene_of(const struct skat_bot_view *view, const struct memory *memory);

/* How this bot scores a legal card of the decision. Scores of different kinds of decisions, such as
 * leads and discards, cannot be compared. */
int null_score(const struct null_scene *scene, card c);

/* How dangerous a suit is for a declarer with this hand; 0 is safe. */
int null_danger(const struct null_scene *scene, cards hand, int suit);

/* As a defender sees it: the cards of a suit that the declarer may have, or has if they lie open,
 * as bits of null_mask(). */
unsigned null_his_chances(const struct null_scene *scene, int suit);

/* The legal card with the best score, the lowest of several. */
card play_null(const struct skat_bot_view *view, cards legal, const struct memory *memory);

/* Sächsische Spitze, either side. */
card play_turned(const struct skat_bot_view *view, cards legal, const struct memory *memory);

/* ---- revolution: null ouvert hand; the defenders exchange cards ---- */

enum { REVOLUTION_VALUE = 92 };

/* Are these ten cards safe, however the defenders share the other cards? `leads`: the declarer
 * plays to the first trick first, or may have to after an exchange. */
int revolution_safe(cards hand, int leads);

/* A seven that can be led from ten such cards: in a suit that the defenders cannot discard
 * completely and that stays safe without it. SKAT_BOT_NO_CARD if there is none. */
card revolution_lead(cards hand);

/* A defender's ten cards from `pool`, against the declarer's open cards. */
cards revolution_exchange(const struct skat_bot_view *view, cards pool);

#endif
