// SPDX-License-Identifier: MIT
#include "arena/record/answer_words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "arena/base/memory.h"
#include "engine/game/record.h"

const char *answer_words_question(const struct language *language,
                                  const struct skat_decision *decision)
{
    static const char *const questions[SKAT_DECISIONS] = {
        [SKAT_DECIDE_NOTHING] = "?",
        [SKAT_DECIDE_BID] = "Your bid?",
        [SKAT_DECIDE_HOLD] = "Do you hold?",
        [SKAT_DECIDE_GAME] = "Which game?",
        [SKAT_DECIDE_DECLARE] = "Which game, and what do you put aside?",
        [SKAT_DECIDE_CONCEDE] = "Do you concede?",
        [SKAT_DECIDE_CARD] = "Which card?",
        [SKAT_DECIDE_KONTRA] = "Do you say kontra?",
        [SKAT_DECIDE_AGREE] = "Your partner wants to give up: do you agree?",
        [SKAT_DECIDE_GIFT] = "The defenders give up: do you accept?",
        [SKAT_DECIDE_GRAND_HAND] = "Do you play grand hand?",
        [SKAT_DECIDE_SCHIEBEN] = "Do you take the skat?",
        [SKAT_DECIDE_PASS_ON] = "Which cards do you pass on?",
        [SKAT_DECIDE_EXCHANGE] = "Which cards do you keep?",
        [SKAT_DECIDE_TURN] = "Which game, or the other card?",
        [SKAT_DECIDE_OFFER] = "Do you play alone?",
        [SKAT_DECIDE_CHOOSE] = "Which kind of game?",
        [SKAT_DECIDE_BLIND] = "The card at which place?",
        [SKAT_DECIDE_NAME] = "Which game?",
        [SKAT_DECIDE_CONSENT] = "Do you agree to give up?",
        [SKAT_DECIDE_CALL] = "Which game do you name?",
        [SKAT_DECIDE_HOLD_CALL] = "Do you hold?",
        [SKAT_DECIDE_KNOCK] = "Do you knock?",
    };

    if (decision->kind == SKAT_DECIDE_CONSENT && decision->may_claim)
        return language_phrase(language, "Do you agree to the claim?");
    return language_phrase(language, questions[decision->kind]);
}

/* ---- what is legal ---- */

static enum skat_refusal refusal_of(const struct skat_game *game, unsigned position,
                                    const struct skat_action *action)
{
    struct skat_game copy = *game;

    return skat_game_apply(&copy, position, action);
}

/* Whether the word of an action, without a game or cards, is a legal answer. */
static bool suffices(const struct skat_game *game, const struct skat_decision *decision,
                     unsigned kind)
{
    const struct skat_action action = {.size = sizeof action, .kind = (uint8_t)kind};
    const unsigned operand = skat_action_rows[kind].operand;

    return (operand == SKAT_OPERAND_NONE || operand == SKAT_OPERAND_CARDS) &&
           refusal_of(game, decision->position, &action) == SKAT_ACCEPTED;
}

/* How many numbers an operand has, some of which may not be offered. */
static unsigned numbers_of(enum skat_operand operand, const struct skat_decision *decision)
{
    switch (operand) {
    case SKAT_OPERAND_BID:
        return decision->bid_count;
    case SKAT_OPERAND_CONTRACT:
        return decision->declaration_count;
    case SKAT_OPERAND_CARD:
    case SKAT_OPERAND_CARDS:
        return decision->cards != 0;
    case SKAT_OPERAND_DUTY:
        return SKAT_DUTIES;
    case SKAT_OPERAND_PLACE:
        return SKAT_HAND_MAX;
    case SKAT_OPERAND_NONE:
        break;
    }
    return 0;
}

static bool is_offered(const struct offered_answer *answer, const struct skat_decision *decision)
{
    return answer->operand == SKAT_OPERAND_DUTY    ? decision->duties >> answer->number & 1
           : answer->operand == SKAT_OPERAND_PLACE ? decision->places >> answer->number & 1
                                                   : true;
}

void answer_words_each(const struct answer_words *words, answer_visit *visit, void *context)
{
    const struct skat_decision *decision = words->decision;

    for (unsigned kind = 0; kind < SKAT_ACTIONS; kind++) {
        struct offered_answer answer = {kind, SKAT_OPERAND_NONE, 0};
        if (!skat_answers(kind, decision->kind))
            continue;
        if (suffices(words->game, decision, kind)) {
            visit(context, &answer);
            continue;
        }
        answer.operand = (enum skat_operand)skat_action_rows[kind].operand;
        for (; answer.number < numbers_of(answer.operand, decision); answer.number++)
            if (is_offered(&answer, decision))
                visit(context, &answer);
    }
}

/* ---- words of what is offered ---- */

const char *answer_words_contract(const struct answer_words *words, struct skat_contract contract,
                                  char text[ANSWER_SIZE])
{
    char code[SKAT_CODE_SIZE];
    const int length = skat_rules_code(words->game->rules, contract, code);

    if (words->language->german)
        snprintf(text, ANSWER_SIZE, "%s%s%.*s",
                 language_phrase(words->language, skat_games[contract.type].name),
                 length > 1 ? "-" : "", length - 1, code + 1);
    else
        snprintf(text, ANSWER_SIZE, "%.*s", length, code);
    return text;
}

/* Words that people use, for those of the interface, and whether they are offered in English
 * instead of these. */
static const struct {
    const char *said, *written;
    bool offered;
} spoken[] = {{"skat", "pick_up", true}, {"s", "pick_up", false}, {"y", "hold", false},
              {"yes", "hold", false},    {"ja", "hold", false},   {"weg", "pass", false}};
enum { SPOKEN = sizeof spoken / sizeof *spoken };

static const char *offered_word(const struct answer_words *words, unsigned kind)
{
    const char *word = skat_action_word(kind, words->decision->kind);

    for (size_t i = 0; words->person && !words->language->german && i < SPOKEN; i++)
        if (spoken[i].offered && strcmp(word, spoken[i].written) == 0)
            return spoken[i].said;
    return language_phrase(words->language, word);
}

const char *answer_words_say(const struct answer_words *words, const struct offered_answer *answer,
                             char text[ANSWER_SIZE])
{
    const struct skat_decision *decision = words->decision;

    switch (answer->operand) {
    case SKAT_OPERAND_BID:
        snprintf(text, ANSWER_SIZE, "%u", decision->bids[answer->number]);
        return text;
    case SKAT_OPERAND_CONTRACT:
        return answer_words_contract(words, decision->declarations[answer->number], text);
    case SKAT_OPERAND_DUTY:
        return language_phrase(words->language, skat_duty_names[answer->number]);
    case SKAT_OPERAND_PLACE:
        snprintf(text, ANSWER_SIZE, "%u", answer->number);
        return text;
    default:
        return offered_word(words, answer->kind);
    }
}

/* ---- printing ---- */

static void print_cards(const struct language *language, skat_cards cards, FILE *out)
{
    char card[LANGUAGE_CARD_SIZE];

    for (const char *space = ""; cards; space = " ")
        fprintf(out, "%s%s", space, language_card(language, skat_cards_pop(&cards), card));
}

/* A line of answers, as far as it is printed. */
struct printed_answers {
    const struct answer_words *words;
    FILE *out;
    unsigned kind; /* of the last answer; SKAT_ACTIONS: none yet */
};

static void print_answer(void *context, const struct offered_answer *answer)
{
    enum { BIDS_SHOWN = 6 };
    struct printed_answers *line = context;
    const struct skat_decision *decision = line->words->decision;
    const bool bid = answer->operand == SKAT_OPERAND_BID;
    char text[ANSWER_SIZE];

    if (bid && answer->number > BIDS_SHOWN)
        return;
    fputs(line->kind == answer->kind ? " " : line->kind == SKAT_ACTIONS ? "" : " | ", line->out);
    line->kind = answer->kind;
    if (answer->operand == SKAT_OPERAND_CARD || answer->operand == SKAT_OPERAND_CARDS)
        print_cards(line->words->language, decision->cards, line->out);
    else
        fputs(bid && answer->number == BIDS_SHOWN ? "..."
                                                  : answer_words_say(line->words, answer, text),
              line->out);
    if (answer->operand == SKAT_OPERAND_CONTRACT && decision->discard_count &&
        answer->number + 1 == decision->declaration_count)
        fprintf(line->out, language_phrase(line->words->language, " and %d cards to put aside"),
                (int)decision->discard_count);
}

void answer_words_print(const struct answer_words *words, FILE *out)
{
    struct printed_answers line = {words, out, SKAT_ACTIONS};

    answer_words_each(words, print_answer, &line);
    fprintf(out, "\n");
}

/* ---- reading ---- */

enum { WORDS_MOST = 24, WORD_SIZE = 24 };

/* The words of an answer. */
struct said_words {
    const struct language *language;
    char of[WORDS_MOST][WORD_SIZE];
    int count;
};

static void split(const char *text, struct said_words *words)
{
    words->count = 0;
    while (words->count < WORDS_MOST) {
        text += strspn(text, " \t\r\n.,");
        const size_t length = strcspn(text, " \t\r\n.,");
        if (!length)
            return;
        snprintf(words->of[words->count++], WORD_SIZE, "%.*s",
                 (int)(length < WORD_SIZE ? length : WORD_SIZE - 1), text);
        text += length;
    }
}

static void in_capitals(const char *word, char capitals[WORD_SIZE])
{
    size_t i = 0;

    for (; word[i]; i++)
        capitals[i] = (char)toupper((unsigned char)word[i]);
    capitals[i] = '\0';
}

/* A card as the language shows it. */
static skat_card card_of_language(const struct language *language, const char *word)
{
    char card[LANGUAGE_CARD_SIZE];

    for (int suit = SKAT_DIAMONDS; suit < SKAT_SUITS; suit++)
        for (int rank = SKAT_SIX; rank < SKAT_RANKS; rank++) {
            const skat_card one = skat_card_of((enum skat_suit)suit, (enum skat_rank)rank);
            if (strcasecmp(word, language_card(language, one, card)) == 0)
                return one;
        }
    return SKAT_NO_CARD;
}

static bool read_card(const struct language *language, const char *word, skat_card *card)
{
    char capitals[WORD_SIZE];

    in_capitals(word, capitals);
    *card = card_of_language(language, word);
    if (*card == SKAT_NO_CARD && strlen(capitals) == 2)
        *card = skat_card_parse(capitals);
    return *card != SKAT_NO_CARD;
}

static bool read_cards(const struct said_words *words, int from, struct skat_action *action)
{
    for (int i = from; i < words->count; i++)
        if (action->count == SKAT_HAND_MAX ||
            !read_card(words->language, words->of[i], &action->cards[action->count++]))
            return false;
    return true;
}

static bool is_name(const char *word, size_t length, const char *name)
{
    return strlen(name) == length && strncasecmp(word, name, length) == 0;
}

/* "Grand-H" as "GH"; any other word as it is. */
static void as_code(const struct language *language, const char *word, char code[WORD_SIZE])
{
    const size_t length = strcspn(word, "-");

    for (int type = 0; type < SKAT_GAME_TYPES; type++) {
        const char *name = skat_games[type].name;
        if (is_name(word, length, name) || is_name(word, length, language_phrase(language, name))) {
            snprintf(code, WORD_SIZE, "%c%s", skat_games[type].letter,
                     word + length + (word[length] == '-'));
            return;
        }
    }
    snprintf(code, WORD_SIZE, "%s", word);
}

static bool read_game(const struct said_words *words, int at, struct skat_contract *contract)
{
    char code[WORD_SIZE], capitals[WORD_SIZE];

    if (at >= words->count)
        return false;
    as_code(words->language, words->of[at], code);
    in_capitals(code, capitals);
    return skat_contract_parse(capitals, contract) == (int)strlen(capitals);
}

static bool read_contract(const struct said_words *words, int from, struct skat_action *action)
{
    return read_game(words, from, &action->contract) && read_cards(words, from + 1, action);
}

static bool read_number(const char *word, int most, int *number)
{
    char *end;
    const long found = strtol(word, &end, 10);

    *number = (int)found;
    return end != word && !*end && found >= 0 && found <= most;
}

static bool read_duty(const struct language *language, const char *word, struct skat_action *action)
{
    for (int duty = 0; duty < SKAT_DUTIES; duty++)
        if (strcasecmp(word, skat_duty_names[duty]) == 0 ||
            strcasecmp(word, language_phrase(language, skat_duty_names[duty])) == 0) {
            action->number = (uint8_t)duty;
            return true;
        }
    return false;
}

/* What an action of this kind needs, from word `from` on. */
static bool read_operand(const struct said_words *words, int from, struct skat_action *action)
{
    enum { HIGHEST = 9999 };
    const bool one = words->count == from + 1;
    int number = 0;
    bool ok = false;

    switch ((enum skat_operand)skat_action_rows[action->kind].operand) {
    case SKAT_OPERAND_NONE:
        return words->count == from;
    case SKAT_OPERAND_BID:
        ok = one && read_number(words->of[from], HIGHEST, &number);
        action->bid = (uint16_t)number;
        return ok;
    case SKAT_OPERAND_CONTRACT:
        return read_contract(words, from, action);
    case SKAT_OPERAND_CARD:
        return one && read_cards(words, from, action);
    case SKAT_OPERAND_CARDS:
        return read_cards(words, from, action);
    case SKAT_OPERAND_DUTY:
        return one && read_duty(words->language, words->of[from], action);
    case SKAT_OPERAND_PLACE:
        ok = one && read_number(words->of[from], SKAT_HAND_MAX, &number);
        action->number = (uint8_t)number;
        return ok;
    }
    return false;
}

static const char *as_written(const char *word)
{
    for (size_t i = 0; i < SPOKEN; i++)
        if (strcasecmp(word, spoken[i].said) == 0)
            return spoken[i].written;
    return word;
}

/* Whether a word is `of_kind`, or the beginning of it. */
static bool begins(const char *word, const char *of_kind, unsigned kind)
{
    return strlen(word) > 0 && strncasecmp(word, of_kind, strlen(word)) == 0 &&
           (strlen(word) > 2 || strlen(word) == strlen(of_kind) ||
            skat_action_rows[kind].operand == SKAT_OPERAND_NONE);
}

/* Whether a word, or its beginning, names an action of this kind as an answer. */
static bool is_word(const struct language *language, const char *word, unsigned kind,
                    unsigned decision)
{
    const char *of_kind = skat_action_word(kind, decision);

    if (!of_kind)
        return false;
    return (skat_action_rows[kind].word &&
            strcmp(as_written(word), skat_action_rows[kind].word) == 0) ||
           begins(word, language_phrase(language, of_kind), kind) || begins(word, of_kind, kind);
}

/* The answer of this kind, if the words are one. */
static bool read_kind(const struct said_words *words, unsigned kind, unsigned decision,
                      struct skat_action *action)
{
    *action = (struct skat_action){.size = sizeof *action, .kind = (uint8_t)kind};
    if (is_word(words->language, words->of[0], kind, decision) && read_operand(words, 1, action))
        return true;
    *action = (struct skat_action){.size = sizeof *action, .kind = (uint8_t)kind};
    return skat_action_rows[kind].operand != SKAT_OPERAND_NONE && read_operand(words, 0, action);
}

/* Which of the cards to put aside are wrong, and how. */
static const char *discards_wrong(const struct skat_game *game,
                                  const struct skat_decision *decision,
                                  const struct skat_action *action)
{
    const skat_cards hand = game->hands[decision->position];

    if (!decision->discard_count)
        return "nothing is put aside without the skat";
    if (action->count != decision->discard_count)
        return "not as many cards as must be put aside";
    for (int i = 0; i < action->count; i++)
        if (!(hand & skat_card_bit(action->cards[i])))
            return "a card to put aside is not in hand";
    return "a card to put aside is named twice";
}

const char *answer_words_read(const struct language *language, const struct skat_game *game,
                              const struct skat_decision *decision, const char *text,
                              struct skat_action *action)
{
    const char *why = NULL;
    struct said_words words = {.language = language};
    struct skat_contract named;

    split(text, &words);
    for (unsigned kind = 0; words.count && kind < SKAT_ACTIONS; kind++) {
        struct skat_action read;
        if (!skat_answers(kind, decision->kind) || !read_kind(&words, kind, decision->kind, &read))
            continue;
        const enum skat_refusal refusal = refusal_of(game, decision->position, &read);
        if (refusal == SKAT_ACCEPTED) {
            *action = read;
            return NULL;
        }
        why = refusal == SKAT_REFUSED_DISCARD ? discards_wrong(game, decision, &read)
                                              : skat_refusal_text(refusal);
    }
    if (!why)
        why = decision->declaration_count && words.count > 1 && read_game(&words, 0, &named)
                  ? "only cards may follow the game"
                  : "not one of the answers";
    return language_phrase(language, why);
}

/* ---- an illegal answer of a bot, in words ---- */

/* The game as it was when the bot was asked. A record leaves out who said nothing, so decisions of
 * other kinds may be open before. False if it cannot be found again. */
static bool asked_again(const struct skat_game *failed, struct skat_game *game,
                        struct skat_decision *decision)
{
    char record[SKAT_RECORD_SIZE];
    struct skat_replay replay;

    record[skat_record_moves(failed, record)] = '\0';
    skat_game_start(game, failed->rules, &failed->deal, &failed->terms);
    skat_record_follow(game, record, false, NULL, &replay);
    while (replay.end == SKAT_REPLAY_ALL && skat_game_pending(game, decision)) {
        const unsigned silence = skat_decision_rows[decision->kind].silence;
        const struct skat_action nothing = {.size = sizeof nothing, .kind = (uint8_t)silence};
        if (decision->kind == failed->asked && decision->position == failed->fault)
            return true;
        if (silence == SKAT_ACTION_NONE ||
            skat_game_apply(game, decision->position, &nothing) != SKAT_ACCEPTED)
            return decision->kind == failed->asked;
    }
    return false;
}

/* Why the action is illegal there. */
static const char *reason_of(const struct skat_game *game, const struct skat_decision *decision,
                             const char *token)
{
    struct skat_game copy = *game;
    struct skat_action action;
    struct skat_error error;

    if (!skat_record_parse_action(token, &action, &error))
        return "no action of the interface";
    return skat_refusal_text(skat_game_apply(&copy, decision->position, &action));
}

/* The legal answers, in a line. The caller frees it. */
static char *legal_answers(const struct skat_game *game, const struct skat_decision *decision)
{
    static const struct language english;
    const struct answer_words words = {&english, game, decision, .person = false};
    char *text = NULL;
    size_t size = 0;
    FILE *memory = xcheck(open_memstream(&text, &size));

    answer_words_print(&words, memory);
    fclose(memory);
    text[strcspn(text, "\n")] = '\0';
    return text;
}

const char *refused_answer_words(const struct skat_game *failed, const char *illegal,
                                 char text[REFUSED_ANSWER_SIZE])
{
    const char *space = strchr(illegal, ' ');
    struct skat_game game;
    struct skat_decision decision;

    if (!space || !asked_again(failed, &game, &decision)) {
        snprintf(text, REFUSED_ANSWER_SIZE, "refused: %s", illegal);
        return text;
    }
    char *legal = legal_answers(&game, &decision);
    snprintf(text, REFUSED_ANSWER_SIZE, "refused: %s (%s); asked: %s, legal: %.240s", illegal,
             reason_of(&game, &decision, space + 1), skat_decision_rows[decision.kind].name, legal);
    free(legal);
    return text;
}
