// SPDX-License-Identifier: MIT
/* arena/record/language.h - games in German: the one table of words, for the terminal and the page.
 * English is what the program is written in; all else of it stays English. */
#ifndef ARENA_RECORD_LANGUAGE_H
#define ARENA_RECORD_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/card.h"

/* How games are shown; zeros: in English. */
struct language {
    bool german;
    bool german_cards; /* Eichel, Grün, Rot, Schellen and Ober, Unter, where `german` is set */
};

/* A format or phrase in that language: `english` itself, or its row of the table, whose conversions
 * are the same in the same order. Lives as long as the program. */
__attribute__((format_arg(2))) const char *language_phrase(const struct language *language,
                                                           const char *english);

/* A text that the engine makes, "with 2, game 3, times 24 grand: 72", word by word. Writes at most
 * `size` bytes to `out`; returns `out`, or `english` where nothing is to be done. */
const char *language_words(const struct language *language, const char *english, char *out,
                           size_t size);

/* A card without symbols: "CJ"; in German "KrB", with German cards "EU". Returns `out`. */
enum { LANGUAGE_CARD_SIZE = 8 };
const char *language_card(const struct language *language, skat_card card,
                          char out[LANGUAGE_CARD_SIZE]);
/* "♣" and so on; there are none of the German suits. */
extern const char *const language_suit_symbols[SKAT_SUITS];
/* Its rank, "J", "T"; in German "B", "10", with German cards "U". */
const char *language_rank(const struct language *language, skat_card card);

/* What an option of a rule set is, by its name: `english` where the table has none. */
const char *language_option_help(const struct language *language, const char *option,
                                 const char *english);

/* Row `i` of the table, for the page and for tests: false behind the last. */
struct language_row {
    const char *english, *german, *german_cards; /* the last one NULL where it is the same */
};
extern const struct language_row language_rows[];
extern const int language_row_count;

#endif
