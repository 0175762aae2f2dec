// SPDX-License-Identifier: MIT
#include "arena/iss/iss_moves.h"

#include <stdio.h>
#include <string.h>

#include "engine/deal.h"
#include "engine/variant.h"

enum { WORLD = 'w', WORD_MAX = 127 };

/* A word of MV. */
struct word {
    const char *text;
    size_t length;
};

struct iss_game {
    struct skat_game *game;
    struct import_issues *issues;
    enum game_status *fault;
    const char *at, *end; /* the rest of MV */
    int number;           /* of the move, from 1; the deal is 0 */
    char actor;
    struct word action;
    struct skat_action split; /* a declaration whose discards follow */
    bool is_split, is_after_end;
};

/* ---- words ---- */

/* A space, a tab, an end of line. */
static bool is_blank(char c) { return (unsigned char)c <= ' '; }

static bool next_word(const char **at, const char *end, struct word *word)
{
    const char *from = *at, *to;

    while (from < end && is_blank(*from))
        from++;
    for (to = from; to < end && !is_blank(*to);)
        to++;
    *word = (struct word){from, (size_t)(to - from)};
    *at = to;
    return to > from;
}

static bool begins(const struct word *word, const char *text)
{
    size_t length = strlen(text);
    return word->length >= length && memcmp(word->text, text, length) == 0;
}

/* ---- issues ---- */

/* Adds an issue about the current move: "12: 0 CA". Returns false. */
static bool found(struct iss_game *play, enum import_issue_reason reason, const char *detail)
{
    char text[IMPORT_ISSUE_SIZE];
    int shown = play->action.length < 100 ? (int)play->action.length : 100;

    int length = snprintf(text, sizeof text, "%d: %c %.*s", play->number, play->actor, shown,
                          play->action.text);
    import_issues_add(play->issues, reason, text, (size_t)length)->detail = detail;
    return false;
}

static bool unreadable(struct iss_game *play)
{
    bool damaged = memchr(play->action.text, '?', play->action.length) != NULL;
    return found(play, damaged ? ISSUE_DAMAGED : ISSUE_BAD_MOVE, NULL);
}

/* ---- the deal ---- */

bool iss_deal(const struct iss_record *record, struct skat_deal *deal, struct import_issues *issues)
{
    const struct iss_value *moves = &record->values[ISS_MV];
    const char *at = moves->text ? moves->text : "", *end = at + moves->length;
    struct word actor, cards;
    struct skat_error error;
    char text[WORD_MAX + 1];

    if (!next_word(&at, end, &actor) || actor.length != 1 || *actor.text != WORLD ||
        !next_word(&at, end, &cards)) {
        size_t shown = moves->length < 40 ? moves->length : 40;
        import_issues_add(issues, ISSUE_NO_MOVES, end - moves->length, shown);
        return false;
    }
    size_t length = cards.length < WORD_MAX ? cards.length : WORD_MAX;
    memcpy(text, cards.text, length);
    text[length] = '\0';
    if (memchr(text, '?', length))
        import_issues_add(issues, ISSUE_DAMAGED, text, length);
    else if (skat_deal_parse(deal, &skat_deck_32, text, &error))
        return true;
    else
        import_issues_add(issues, ISSUE_BAD_DEAL, error.text, strlen(error.text));
    return false;
}

/* ---- actions ---- */

/* Appends cards joined by dots, from `at` to the end of the word, to those of the action. */
static bool read_cards(const char *at, const char *end, struct skat_action *action)
{
    for (;; at += 3) {
        skat_card card = end - at >= 2 ? skat_card_parse(at) : SKAT_NO_CARD;
        if (card == SKAT_NO_CARD || action->count == SKAT_HAND_MAX)
            return false;
        action->cards[action->count++] = card;
        if (at + 2 == end)
            return true;
        if (at[2] != '.')
            return false;
    }
}

static bool read_number(const struct word *word, struct skat_action *action)
{
    unsigned value = 0;

    for (size_t i = 0; i < word->length; i++) {
        if (word->text[i] < '0' || word->text[i] > '9' || i == 4)
            return false;
        value = 10 * value + (unsigned)(word->text[i] - '0');
    }
    action->kind = SKAT_ACTION_BID;
    action->bid = (uint16_t)value;
    return true;
}

/* "D", "D.HT.H9", "NO.HT.H9.C7...", "GO.C7..." */
static bool read_declaration(const struct word *word, struct skat_action *action)
{
    char code[SKAT_CODE_SIZE + 1] = "";
    const char *dot = memchr(word->text, '.', word->length);
    size_t length = dot ? (size_t)(dot - word->text) : word->length;

    if (!length || length > SKAT_CODE_SIZE)
        return false;
    memcpy(code, word->text, length);
    action->kind = SKAT_ACTION_DECLARE;
    return (size_t)skat_contract_parse(code, &action->contract) == length &&
           (!dot || read_cards(dot + 1, word->text + word->length, action));
}

static bool read_action(const struct word *word, struct skat_action *action)
{
    const char *text = word->text;

    *action = (struct skat_action){.size = sizeof *action};
    if (word->length == 1 && (*text == 'p' || *text == 'y' || *text == 's')) {
        action->kind = *text == 'p'   ? SKAT_ACTION_PASS
                       : *text == 'y' ? SKAT_ACTION_HOLD
                                      : SKAT_ACTION_PICK_UP;
        return true;
    }
    if (*text >= '0' && *text <= '9')
        return read_number(word, action);
    if (word->length >= 2 && skat_card_parse(text) != SKAT_NO_CARD) {
        action->kind = SKAT_ACTION_CARD;
        return read_cards(text, text + word->length, action);
    }
    return read_declaration(word, action);
}

/* ---- moves ---- */

static bool apply(struct iss_game *play, const struct skat_action *action)
{
    enum skat_refusal refusal = skat_game_apply(play->game, (unsigned)(play->actor - '0'), action);
    return refusal == SKAT_ACCEPTED || found(play, ISSUE_ILLEGAL_MOVE, skat_refusal_text(refusal));
}

static bool bid(struct iss_game *play, const struct skat_action *action)
{
    const struct skat_game *game = play->game;
    int rung = game->rung;

    if (!apply(play, action))
        return false;
    if (game->rung > rung + 1)
        found(play, ISSUE_JUMP, NULL);
    return true;
}

/* The open hand may be listed after the discards. */
static bool declare(struct iss_game *play, struct skat_action *action)
{
    int discards = play->game->table.picked_up ? skat_deck_32.skat : 0;

    if (action->count > discards && action->contract.with & SKAT_WITH_OUVERT) {
        found(play, ISSUE_SHOWN_HAND, NULL);
        action->count = (uint8_t)discards;
    }
    return apply(play, action);
}

/* Declares the contract that was named, with these discards. */
static bool declare_with(struct iss_game *play, const struct skat_action *cards)
{
    struct skat_action whole = play->split;

    play->is_split = false;
    memcpy(whole.cards, cards->cards, sizeof whole.cards);
    whole.count = cards->count;
    return declare(play, &whole);
}

static bool resign(struct iss_game *play)
{
    const struct skat_action concession = {.size = sizeof concession, .kind = SKAT_ACTION_CONCEDE};
    unsigned position = (unsigned)(play->actor - '0');
    enum skat_refusal refusal = skat_game_apply(play->game, position, &concession);

    return refusal == SKAT_ACCEPTED || found(play, ISSUE_ILLEGAL_MOVE, skat_refusal_text(refusal));
}

static bool player_moves(struct iss_game *play)
{
    const struct word *word = &play->action;
    struct skat_action action;

    if (begins(word, "SC") && (word->length == 2 || word->text[2] == '.')) {
        found(play, ISSUE_SHOWS_CARDS, NULL);
        return true;
    }
    if (begins(word, "RE") && word->length == 2)
        return resign(play);
    if (!read_action(word, &action))
        return unreadable(play);
    if (play->is_split && action.kind == SKAT_ACTION_CARD) {
        found(play, ISSUE_SPLIT_DECLARATION, NULL);
        return declare_with(play, &action);
    }
    if (action.kind == SKAT_ACTION_CARD)
        return apply(play, &action);
    if (action.kind == SKAT_ACTION_BID)
        return bid(play, &action);
    if (action.kind != SKAT_ACTION_DECLARE)
        return apply(play, &action);
    play->split = action;
    play->is_split = !action.count && play->game->phase == SKAT_PHASE_DECLARE;
    return play->is_split || declare(play, &action);
}

/* Declarer has named the contract, and fails before the discards. The server charges that contract,
 * whose value does not depend on them: the cards of the skat are put aside again. */
static void complete_declaration(struct iss_game *play, unsigned position)
{
    struct skat_action cards = {.count = 0};

    if (!play->is_split || position != play->game->table.declarer)
        return;
    for (skat_cards left = play->game->skat; left; left &= left - 1)
        cards.cards[cards.count++] = (skat_card)__builtin_ctzll(left);
    found(play, ISSUE_NO_DISCARDS, NULL);
    play->actor = (char)('0' + position);
    declare_with(play, &cards);
    play->actor = WORLD;
}

/* At which moment a player fails, in words. */
static const char *moment(const struct iss_game *play)
{
    if (play->game->phase <= SKAT_PHASE_HOLD)
        return "in the bidding";
    if (play->game->table.announced)
        return "in the play";
    return play->is_split ? "before the discards" : "before the declaration";
}

/* The server gives the skat, or ends the game because of a player. */
static bool world_moves(struct iss_game *play)
{
    const struct word *word = &play->action;
    struct skat_action given = {.count = 0};
    skat_cards skat = 0;

    if (word->length == 4 && (begins(word, "TI.") || begins(word, "LE.")) && word->text[3] >= '0' &&
        word->text[3] <= '2') {
        bool late = *word->text == 'T';
        found(play, late ? ISSUE_TIMEOUT : ISSUE_LEFT, moment(play));
        complete_declaration(play, (unsigned)(word->text[3] - '0'));
        *play->fault = late ? GAME_TIMEOUT : GAME_CRASH;
        skat_game_fail(play->game, (unsigned)(word->text[3] - '0'));
        return true;
    }
    if (!read_cards(word->text, word->text + word->length, &given))
        return unreadable(play);
    for (int i = 0; i < given.count; i++)
        skat |= skat_card_bit(given.cards[i]);
    bool asked = play->game->phase == SKAT_PHASE_DECLARE;
    return (asked && given.count == skat_deck_32.skat && skat == play->game->skat) ||
           found(play, ISSUE_WRONG_SKAT, NULL);
}

static bool next_move(struct iss_game *play)
{
    struct word actor;

    if (!next_word(&play->at, play->end, &actor))
        return false;
    play->number++;
    play->actor = *actor.text;
    /* The rest counts as read: the last issue says what was wrong with it. */
    if (!next_word(&play->at, play->end, &play->action))
        play->action = (struct word){actor.text, 0};
    if (actor.length != 1)
        play->actor = '?';
    return true;
}

static bool take_move(struct iss_game *play)
{
    if (play->game->phase == SKAT_PHASE_OVER) {
        if (!play->is_after_end)
            found(play, ISSUE_AFTER_END, NULL);
        play->is_after_end = true;
        return true;
    }
    if (!play->action.length)
        return found(play, ISSUE_BAD_MOVE, NULL);
    if (play->actor == WORLD)
        return world_moves(play);
    return play->actor >= '0' && play->actor <= '2' ? player_moves(play) : unreadable(play);
}

/* The server ends a game with the trick by which an announcement is lost: the first one of the
 * defenders if it was schwarz, or what gives them more than 30 points if it was schneider. */
static bool is_broken(const struct skat_game *game)
{
    const struct skat_table *table = &game->table;
    int tricks = 0, points = 0;

    if (game->phase != SKAT_PHASE_PLAY || table->declarer == SKAT_NOBODY)
        return false;
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        tricks += position == table->declarer ? 0 : table->tricks[position];
        points += position == table->declarer ? 0 : table->points[position];
    }
    return (table->contract.with & SKAT_WITH_SCHWARZ && tricks > 0) ||
           (table->contract.with & SKAT_WITH_SCHNEIDER && points > skat_deck_32.schneider);
}

static bool give_up(struct iss_game *play)
{
    found(play, ISSUE_BROKEN_ANNOUNCEMENT, NULL);
    play->actor = (char)('0' + play->game->table.declarer);
    return resign(play);
}

bool iss_play(const struct iss_record *record, const struct skat_rules *rules,
              struct skat_game *game, enum game_status *fault, struct import_issues *issues)
{
    const struct iss_value *moves = &record->values[ISS_MV];
    struct iss_game play = {.game = game, .issues = issues, .fault = fault, .number = -1};
    struct skat_deal deal;

    *fault = GAME_OK;
    if (!iss_deal(record, &deal, issues))
        return false;
    skat_game_start(game, rules, &deal, NULL);
    play.at = moves->text;
    play.end = moves->text + moves->length;
    next_move(&play); /* the deal */
    while (next_move(&play))
        if (!take_move(&play))
            return false;
    if (game->phase == SKAT_PHASE_OVER || (is_broken(game) && give_up(&play)))
        return true;
    return found(&play, ISSUE_UNFINISHED, NULL);
}
