// SPDX-License-Identifier: MIT
#include "arena/report/page_language.h"

#include <string.h>

void page_language_add(cJSON *data, const struct language *language)
{
    if (!language->german)
        return;
    cJSON *object = cJSON_AddObjectToObject(data, "language"),
          *words = cJSON_AddObjectToObject(object, "words"),
          *ranks = cJSON_AddObjectToObject(object, "ranks");

    cJSON_AddStringToObject(object, "code", "de");
    for (int i = 0; i < language_row_count; i++) {
        const char *english = language_rows[i].english;
        if (!strchr(english, '%'))
            cJSON_AddStringToObject(words, english, language_phrase(language, english));
    }
    for (int rank = SKAT_SIX; rank < SKAT_RANKS; rank++) {
        const char letter[] = {skat_rank_letters[rank], '\0'};
        cJSON_AddStringToObject(
            ranks, letter, language_rank(language, skat_card_of(SKAT_CLUBS, (enum skat_rank)rank)));
    }
    if (!language->german_cards)
        return;
    cJSON *suits = cJSON_AddObjectToObject(object, "suits");
    for (int suit = SKAT_DIAMONDS; suit < SKAT_SUITS; suit++) {
        const char letter[] = {skat_suit_letters[suit], '\0'}; /* its short name is one letter */
        char card[LANGUAGE_CARD_SIZE];
        language_card(language, skat_card_of((enum skat_suit)suit, SKAT_ACE), card);
        card[1] = '\0';
        cJSON_AddStringToObject(suits, letter, card);
    }
}
