// SPDX-License-Identifier: MIT
#include "engine/ranking.h"

#include <string.h>

/* The preprocessor generates the tables from the two orders of rules.md 1, so that each order
 * is one line and nothing is computed at run time.
 *
 * Strengths: plain suits and trump suits in a suit or grand game rank 6 7 8 9 Q K T A;
 * jacks that are trumps rank above them in the order D H S C. */
#define CARD(suit, rank) (SKAT_##suit << 4 | SKAT_##rank)

#define SUIT_STRENGTHS(suit)                                                                       \
    [CARD(suit, SIX)] = 1, [CARD(suit, SEVEN)] = 2, [CARD(suit, EIGHT)] = 3,                       \
                [CARD(suit, NINE)] = 4, [CARD(suit, QUEEN)] = 5, [CARD(suit, KING)] = 6,           \
                [CARD(suit, TEN)] = 7, [CARD(suit, ACE)] = 8

#define JACK_STRENGTHS                                                                             \
    [CARD(DIAMONDS, JACK)] = 9, [CARD(HEARTS, JACK)] = 10, [CARD(SPADES, JACK)] = 11,              \
                    [CARD(CLUBS, JACK)] = 12

#define TRUMP_STRENGTHS                                                                            \
    SUIT_STRENGTHS(DIAMONDS), SUIT_STRENGTHS(HEARTS), SUIT_STRENGTHS(SPADES),                      \
        SUIT_STRENGTHS(CLUBS), JACK_STRENGTHS

/* Sächsische Spitze is an upside-down grand (rules.md 7.9). */
#define TURNED_STRENGTHS(suit)                                                                     \
    [CARD(suit, ACE)] = 1, [CARD(suit, KING)] = 2, [CARD(suit, QUEEN)] = 3, [CARD(suit, TEN)] = 4, \
                [CARD(suit, NINE)] = 5, [CARD(suit, EIGHT)] = 6, [CARD(suit, SEVEN)] = 7,          \
                [CARD(suit, SIX)] = 8

#define TURNED_JACK_STRENGTHS                                                                      \
    [CARD(CLUBS, JACK)] = 9, [CARD(SPADES, JACK)] = 10, [CARD(HEARTS, JACK)] = 11,                 \
                 [CARD(DIAMONDS, JACK)] = 12

#define NULL_STRENGTHS(suit)                                                                       \
    [CARD(suit, SIX)] = 1, [CARD(suit, SEVEN)] = 2, [CARD(suit, EIGHT)] = 3,                       \
                [CARD(suit, NINE)] = 4, [CARD(suit, TEN)] = 5, [CARD(suit, JACK)] = 6,             \
                [CARD(suit, QUEEN)] = 7, [CARD(suit, KING)] = 8, [CARD(suit, ACE)] = 9

#define CLASS(suit, is)                                                                            \
    [CARD(suit, SIX)] = (is), [CARD(suit, SEVEN)] = (is), [CARD(suit, EIGHT)] = (is),              \
                [CARD(suit, NINE)] = (is), [CARD(suit, QUEEN)] = (is), [CARD(suit, KING)] = (is),  \
                [CARD(suit, TEN)] = (is), [CARD(suit, ACE)] = (is)

#define JACK_CLASS(d, h, s, c)                                                                     \
    [CARD(DIAMONDS, JACK)] = (d), [CARD(HEARTS, JACK)] = (h), [CARD(SPADES, JACK)] = (s),          \
                    [CARD(CLUBS, JACK)] = (c)

#define PLAIN(suit) (SKAT_SUIT_CARDS(SKAT_##suit) & ~SKAT_JACKS)
#define TRUMP_JACKS                                                                                \
    JACK_CLASS(SKAT_TRUMP_CLASS, SKAT_TRUMP_CLASS, SKAT_TRUMP_CLASS, SKAT_TRUMP_CLASS)
#define PLAIN_CLASSES                                                                              \
    CLASS(DIAMONDS, SKAT_DIAMONDS), CLASS(HEARTS, SKAT_HEARTS), CLASS(SPADES, SKAT_SPADES),        \
        CLASS(CLUBS, SKAT_CLUBS)

#define JACKS_FROM_THE_BOTTOM                                                                      \
    CARD(DIAMONDS, JACK), CARD(HEARTS, JACK), CARD(SPADES, JACK), CARD(CLUBS, JACK)
#define JACKS_FROM_THE_TOP                                                                         \
    CARD(CLUBS, JACK), CARD(SPADES, JACK), CARD(HEARTS, JACK), CARD(DIAMONDS, JACK)

/* A suit game: the jacks, then the suit; the other three suits are plain. */
#define SUIT_GAME(suit, other1, other2, other3)                                                    \
    {                                                                                              \
        .trumps = SKAT_SUIT_CARDS(SKAT_##suit) | SKAT_JACKS,                                       \
        .members = {[SKAT_TRUMP_CLASS] = SKAT_SUIT_CARDS(SKAT_##suit) | SKAT_JACKS,                \
                    [SKAT_##other1] = PLAIN(other1),                                               \
                    [SKAT_##other2] = PLAIN(other2),                                               \
                    [SKAT_##other3] = PLAIN(other3)},                                              \
        .class_of = {CLASS(suit, SKAT_TRUMP_CLASS), CLASS(other1, SKAT_##other1),                  \
                     CLASS(other2, SKAT_##other2), CLASS(other3, SKAT_##other3), TRUMP_JACKS},     \
        .strength = {TRUMP_STRENGTHS},                                                             \
        .top = {JACKS_FROM_THE_TOP, CARD(suit, ACE),   CARD(suit, TEN),                            \
                CARD(suit, KING),   CARD(suit, QUEEN), CARD(suit, NINE),                           \
                CARD(suit, EIGHT),  CARD(suit, SEVEN), CARD(suit, SIX)},                           \
        .top_count = 12,                                                                           \
    }

const struct skat_ranking skat_rankings[SKAT_RANKINGS] = {
    [SKAT_RANKING_DIAMONDS] = SUIT_GAME(DIAMONDS, HEARTS, SPADES, CLUBS),
    [SKAT_RANKING_HEARTS] = SUIT_GAME(HEARTS, DIAMONDS, SPADES, CLUBS),
    [SKAT_RANKING_SPADES] = SUIT_GAME(SPADES, DIAMONDS, HEARTS, CLUBS),
    [SKAT_RANKING_CLUBS] = SUIT_GAME(CLUBS, DIAMONDS, HEARTS, SPADES),
    [SKAT_RANKING_GRAND] =
        {
            .trumps = SKAT_JACKS,
            .members = {PLAIN(DIAMONDS), PLAIN(HEARTS), PLAIN(SPADES), PLAIN(CLUBS), SKAT_JACKS},
            .class_of = {PLAIN_CLASSES, TRUMP_JACKS},
            .strength = {TRUMP_STRENGTHS},
            .top = {JACKS_FROM_THE_TOP},
            .top_count = 4,
        },
    [SKAT_RANKING_NULL] =
        {
            .members = {SKAT_SUIT_CARDS(SKAT_DIAMONDS), SKAT_SUIT_CARDS(SKAT_HEARTS),
                        SKAT_SUIT_CARDS(SKAT_SPADES), SKAT_SUIT_CARDS(SKAT_CLUBS)},
            .class_of = {PLAIN_CLASSES,
                         JACK_CLASS(SKAT_DIAMONDS, SKAT_HEARTS, SKAT_SPADES, SKAT_CLUBS)},
            .strength = {NULL_STRENGTHS(DIAMONDS), NULL_STRENGTHS(HEARTS), NULL_STRENGTHS(SPADES),
                         NULL_STRENGTHS(CLUBS)},
        },
    [SKAT_RANKING_SACHSENSPITZE] =
        {
            .trumps = SKAT_JACKS,
            .members = {PLAIN(DIAMONDS), PLAIN(HEARTS), PLAIN(SPADES), PLAIN(CLUBS), SKAT_JACKS},
            .class_of = {PLAIN_CLASSES, TRUMP_JACKS},
            .strength = {TURNED_STRENGTHS(DIAMONDS), TURNED_STRENGTHS(HEARTS),
                         TURNED_STRENGTHS(SPADES), TURNED_STRENGTHS(CLUBS), TURNED_JACK_STRENGTHS},
            .top = {JACKS_FROM_THE_BOTTOM},
            .top_count = 4,
        },
};

void skat_ranking_with_ace(struct skat_ranking *order, const struct skat_ranking *suit_game,
                           skat_card ace)
{
    uint8_t highest = 0, count = 0;

    *order = *suit_game;
    order->trumps |= skat_card_bit(ace);
    order->members[suit_game->class_of[ace]] &= ~skat_card_bit(ace);
    order->members[SKAT_TRUMP_CLASS] |= skat_card_bit(ace);
    order->class_of[ace] = SKAT_TRUMP_CLASS;
    for (int i = 0; i < suit_game->top_count; i++)
        if (suit_game->strength[suit_game->top[i]] > highest)
            highest = suit_game->strength[suit_game->top[i]];
    order->strength[ace] = (uint8_t)(highest + 1);
    order->top[count++] = ace;
    for (int i = 0; i < suit_game->top_count; i++)
        if (suit_game->top[i] != ace)
            order->top[count++] = suit_game->top[i];
    order->top_count = count;
}
