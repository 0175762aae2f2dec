// SPDX-License-Identifier: MIT
#include "arena/record/action_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/record/language.h"

const char *action_text(const struct skat_rules *rules, unsigned position,
                        const struct skat_action *action, char text[SKAT_TOKEN_SIZE])
{
    static const char *const words[SKAT_ACTIONS] = {
        [SKAT_ACTION_NONE] = "no answer",   [SKAT_ACTION_PASS] = "pass",
        [SKAT_ACTION_HOLD] = "yes",         [SKAT_ACTION_PICK_UP] = "picks up",
        [SKAT_ACTION_PLAY_ON] = "plays on", [SKAT_ACTION_REFUSE] = "no",
    };
    char token[SKAT_TOKEN_SIZE];

    if (action->kind < SKAT_ACTIONS && words[action->kind]) {
        snprintf(text, SKAT_TOKEN_SIZE, "%s", words[action->kind]);
        return text;
    }
    skat_record_action(rules, position, action, token);
    const char *after = strchr(token, ' ');
    snprintf(text, SKAT_TOKEN_SIZE, "%s", after ? after + 1 : token);
    return text;
}

/* Moves without a game or a card. */
static const char *word_of(const char *token)
{
    static const struct {
        const char *token, *words;
    } words[] = {
        {"p", "passes"},
        {"y", "holds"},
        {"s", "picks up the skat"},
        {"RE", "concedes"},
        {"K", "doubles"},
        {"g", "gives up"},
        {"n", "refuses"},
        {"x", "passes on"},
        {"r", "says rum"},
        {"t", "turns a card of the skat"},
        {"c.suit", "chooses a suit game"},
        {"c.grand", "chooses grand"},
        {"c.null", "chooses null"},
        {"c.ramsch", "chooses ramsch"},
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(token, words[i].token) == 0)
            return words[i].words;
    return NULL;
}

/* Whether a card stands at `at`, and is a word of its own. */
static bool is_card(const char *text, const char *at)
{
    return strchr("DHSC", *at) && at[1] && strchr("789TJQKA", at[1]) &&
           !isalnum((unsigned char)at[2]) && (at == text || !isalnum((unsigned char)at[-1]));
}

const char *text_with_cards(const char *text, bool symbols, char shown[CARDS_TEXT_SIZE])
{
    static const char suits[] = "DHSC"; /* as enum skat_suit */
    size_t length = 0;

    for (const char *at = text; *at && length < CARDS_TEXT_SIZE - 4; at++) {
        const char *with =
            symbols && is_card(text, at) ? language_suit_symbols[strchr(suits, *at) - suits] : NULL;
        length += (size_t)snprintf(shown + length, CARDS_TEXT_SIZE - length, "%.*s", with ? 3 : 1,
                                   with ? with : at);
    }
    shown[length] = '\0';
    return shown;
}

/* What is written as ".C7.D8", with its cards as people read them; a letter of a game stays. */
static void put_cards(char *text, size_t size, const char *token, bool symbols)
{
    char shown[CARDS_TEXT_SIZE];

    snprintf(text, size, "%s", text_with_cards(token, symbols, shown));
    for (char *at = text; *at; at++)
        *at = *at == '.' ? ' ' : *at;
}

/* "GHO.C7.D8": a game, what is announced with it, and the cards that are put aside or shown. */
static const char *game_in_words(const char *token, bool symbols, char text[ACTION_WORDS_SIZE])
{
    static const char *const games[] = {
        ['D'] = "diamonds", ['H'] = "hearts", ['S'] = "spades",
        ['C'] = "clubs",    ['G'] = "grand",  ['N'] = "null",
    };
    static const char *const more[] = {
        ['H'] = " hand", ['O'] = " ouvert", ['S'] = " schneider", ['Z'] = " schwarz"};
    const unsigned first = (unsigned char)*token;
    size_t length;

    if (first >= sizeof games / sizeof *games || !games[first]) {
        snprintf(text, ACTION_WORDS_SIZE, "announces %s", token);
        return text;
    }
    length = (size_t)snprintf(text, ACTION_WORDS_SIZE, "announces %s", games[first]);
    const bool cards = strchr(token, '.');
    for (token++; *token && *token != '.'; token++) {
        const unsigned flag = (unsigned char)*token;
        const char *words = flag < sizeof more / sizeof *more ? more[flag] : NULL;
        length +=
            (size_t)snprintf(text + length, ACTION_WORDS_SIZE - length, "%s", words ? words : "");
    }
    if (!cards)
        return text;
    length += (size_t)snprintf(text + length, ACTION_WORDS_SIZE - length, ", cards");
    put_cards(text + length, ACTION_WORDS_SIZE - length, token, symbols);
    return text;
}

const char *action_in_words(const char *token, bool symbols, char text[ACTION_WORDS_SIZE])
{
    const char *word = token && *token ? word_of(token) : "is silent";

    if (word) {
        snprintf(text, ACTION_WORDS_SIZE, "%s", word);
    } else if (!token[strspn(token, "0123456789")]) {
        snprintf(text, ACTION_WORDS_SIZE, "bids %s", token);
    } else if (strlen(token) == 2 && strchr("CSHD", token[0]) && !strchr("OHSZW", token[1])) {
        snprintf(text, ACTION_WORDS_SIZE, "plays ");
        put_cards(text + strlen(text), ACTION_WORDS_SIZE - strlen(text), token, symbols);
    } else if (strchr("CDGHNPSV", token[0])) {
        return game_in_words(token, symbols, text);
    } else {
        snprintf(text, ACTION_WORDS_SIZE, "says %s", token);
    }
    return text;
}

const char *action_token_text(const char *token, bool symbols, char text[ACTION_WORDS_SIZE])
{
    const char *word = word_of(token);

    *text = '\0';
    if (word || !strpbrk(token, "DHSC"))
        snprintf(text, ACTION_WORDS_SIZE, "%s", word ? word : token);
    else
        put_cards(text, ACTION_WORDS_SIZE, token, symbols);
    return text;
}

static int by_card(const void *one, const void *other)
{
    return *(const skat_card *)one - *(const skat_card *)other;
}

void action_sort_cards(struct skat_action *action)
{
    if (action->count > SKAT_HAND_MAX)
        action->count = SKAT_HAND_MAX;
    qsort(action->cards, action->count, sizeof *action->cards, by_card);
}
