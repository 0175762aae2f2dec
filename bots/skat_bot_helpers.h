// SPDX-License-Identifier: MIT
/* bots/skat_bot_helpers.h - what every bot would write: card points, trumps, who wins a trick, who
 * played what.
 *
 * Optional and header-only, in C11 and C++: skat_bot.h is the whole interface, and nothing here is
 * part of it. The functions take the game as the number in skat_bot_contract.type. They are right
 * for Skat and its relatives, but: in Ass one ace is the highest trump, in Offiziersskat a trick
 * has two cards, and in Idiotenskat and in Oma's pile nobody follows suit.
 * tests/unit/test_bot_helpers.c compares the order of cards with the rules of the engine, and
 * tests/bots/helped.c what is read from views with what happens in play. */
#ifndef SKAT_BOT_HELPERS_H
#define SKAT_BOT_HELPERS_H

#include "skat_bot.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sets of cards --------------------------------------------------------------------- */

#define SKAT_BOT_RANK_CARDS(rank) ((skat_bot_cards)0x0001000100010001 << (rank))
#define SKAT_BOT_SUIT_CARDS(suit) ((skat_bot_cards)0x1ff << 16 * (suit)) /* with its jack */
#define SKAT_BOT_JACKS SKAT_BOT_RANK_CARDS(SKAT_BOT_JACK)
#define SKAT_BOT_ACES SKAT_BOT_RANK_CARDS(SKAT_BOT_ACE)
#define SKAT_BOT_TENS SKAT_BOT_RANK_CARDS(SKAT_BOT_TEN)
#define SKAT_BOT_CARD_BIT(card) ((skat_bot_cards)1 << (card))

static inline int skat_bot_suit(skat_bot_card card) { return card >> 4; }
static inline int skat_bot_rank(skat_bot_card card) { return card & 15; }
static inline skat_bot_card skat_bot_card_of(int suit, int rank)
{
    return (skat_bot_card)(suit * 16 + rank);
}
static inline int skat_bot_has(skat_bot_cards set, skat_bot_card card)
{
    return (int)(set >> card & 1);
}

static inline int skat_bot_count(skat_bot_cards set)
{
#if defined(__GNUC__)
    return __builtin_popcountll(set);
#else
    int count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
#endif
}

/* Takes the card with the lowest code out of a set, which must not be empty. To visit all:
 *     for (skat_bot_cards rest = set; rest;) { skat_bot_card card = skat_bot_pop(&rest); ... } */
static inline skat_bot_card skat_bot_pop(skat_bot_cards *set)
{
    skat_bot_card card = skat_bot_first(*set);
    *set &= *set - 1;
    return card;
}

/* ---- card points ----------------------------------------------------------------------- */

/* A 11, T 10, K 4, Q 3, J 2; the six of 6er-Skat 6. */
static inline int skat_bot_points(skat_bot_card card)
{
    static const unsigned char points[16] = {6, 0, 0, 0, 3, 4, 10, 11, 2, 0, 0, 0, 0, 0, 0, 0};
    return points[card & 15];
}
static inline int skat_bot_points_in(skat_bot_cards set)
{
    int points = 0;
    while (set)
        points += skat_bot_points(skat_bot_pop(&set));
    return points;
}

/* ---- the order of cards in a game ------------------------------------------------------- */

static inline int skat_bot_is_null(int game)
{
    return game == SKAT_BOT_NULL || game == SKAT_BOT_REVOLUTION;
}

/* All trumps of a game: the jacks, in a suit game also the suit; none in null. */
static inline skat_bot_cards skat_bot_trumps(int game)
{
    return skat_bot_is_null(game)  ? 0
           : game < SKAT_BOT_GRAND ? SKAT_BOT_JACKS | SKAT_BOT_SUIT_CARDS(game)
                                   : SKAT_BOT_JACKS;
}

/* All cards that follow suit to this one: the trumps, or the rest of its suit. */
static inline skat_bot_cards skat_bot_same_suit(skat_bot_card card, int game)
{
    skat_bot_cards trumps = skat_bot_trumps(game);
    return skat_bot_has(trumps, card) ? trumps : SKAT_BOT_SUIT_CARDS(skat_bot_suit(card)) & ~trumps;
}

/* How high a card is among those of skat_bot_same_suit(): the higher number wins. */
static inline int skat_bot_strength(skat_bot_card card, int game)
{
    /* By rank: 6 7 8 9 Q K T A J. */
    static const unsigned char usual[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0, 0};
    static const unsigned char null[16] = {1, 2, 3, 4, 7, 8, 5, 9, 6, 0, 0, 0, 0, 0, 0, 0};
    static const unsigned char upside_down[16] = {8, 7, 6, 5, 3, 2, 4, 1, 9, 0, 0, 0, 0, 0, 0, 0};
    int suit = skat_bot_suit(card), rank = skat_bot_rank(card);

    if (skat_bot_is_null(game))
        return null[rank];
    if (game == SKAT_BOT_SACHSENSPITZE)
        return upside_down[rank] + (rank == SKAT_BOT_JACK ? SKAT_BOT_CLUBS - suit : 0);
    return usual[rank] + (rank == SKAT_BOT_JACK ? suit : 0);
}

/* Does `card`, played later, win the trick from `best`, which wins it so far? */
static inline int skat_bot_beats(skat_bot_card card, skat_bot_card best, int game)
{
    if (skat_bot_has(skat_bot_same_suit(best, game), card))
        return skat_bot_strength(card, game) > skat_bot_strength(best, game);
    return skat_bot_has(skat_bot_trumps(game), card);
}

/* Those of a set of cards that beat `best`. */
static inline skat_bot_cards skat_bot_beating(skat_bot_cards set, skat_bot_card best, int game)
{
    skat_bot_cards over = 0;
    while (set) {
        skat_bot_card card = skat_bot_pop(&set);
        if (skat_bot_beats(card, best, game))
            over |= SKAT_BOT_CARD_BIT(card);
    }
    return over;
}

/* Which of the `count` cards of a trick wins it: 0 .. count - 1. */
static inline int skat_bot_trick_winner(const skat_bot_card *cards, int count, int game)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (skat_bot_beats(cards[i], cards[best], game))
            best = i;
    return best;
}

/* ---- what a view tells ------------------------------------------------------------------ */

/* Who played view->played[number], a position. */
static inline int skat_bot_player_of(const struct skat_bot_view *view, int number)
{
    return (view->leader[number / SKAT_BOT_PLAYERS] + number % SKAT_BOT_PLAYERS) % SKAT_BOT_PLAYERS;
}

/* The cards of the open trick, in order, and their number: 0 for whoever leads. */
static inline int skat_bot_open_trick(const struct skat_bot_view *view, const skat_bot_card **cards)
{
    int count = view->played_count - SKAT_BOT_PLAYERS * view->trick_count;
    *cards = view->played + view->played_count - count;
    return count;
}

/* All cards that a player has played. */
static inline skat_bot_cards skat_bot_played_by(const struct skat_bot_view *view, int position)
{
    skat_bot_cards cards = 0;
    for (int i = 0; i < view->played_count; i++)
        if (skat_bot_player_of(view, i) == position)
            cards |= SKAT_BOT_CARD_BIT(view->played[i]);
    return cards;
}

/* The own cards at the first lead: after picking up, discarding, passing on. Once cards are played.
 */
static inline skat_bot_cards skat_bot_own_ten(const struct skat_bot_view *view)
{
    return view->hand | skat_bot_played_by(view, view->position);
}

/* Cards that a player cannot hold, because it did not follow suit: those of the suits in which it
 * is void. Not in Idiotenskat, where nobody must follow, and not of the pile in Oma. */
static inline skat_bot_cards skat_bot_cannot_hold(const struct skat_bot_view *view, int position)
{
    skat_bot_cards lacking = 0;
    for (int i = 0; i < view->played_count; i++) {
        skat_bot_card led = view->played[i - i % SKAT_BOT_PLAYERS];
        skat_bot_cards same = skat_bot_same_suit(led, view->contract.type);
        if (skat_bot_player_of(view, i) == position && !skat_bot_has(same, view->played[i]))
            lacking |= same;
    }
    return lacking;
}

/* Cards of which this player does not know where they are. `deck`: skat_bot_rules.deck. */
static inline skat_bot_cards skat_bot_unknown(const struct skat_bot_view *view, skat_bot_cards deck)
{
    skat_bot_cards known = view->dealt | view->hand | view->skat | view->shown | view->gone |
                           view->open_skat | view->passed_on | view->partner;
    for (int i = 0; i < SKAT_BOT_PLAYERS; i++)
        known |= view->seen[i];
    for (int i = 0; i < view->turned; i++)
        known |= SKAT_BOT_CARD_BIT(view->turned_cards[i]);
    return deck & ~known;
}

#ifdef __cplusplus
}
#endif

#endif
