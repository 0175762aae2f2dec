// SPDX-License-Identifier: MIT
#include "engine/game/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game/phases.h"
#include "engine/text_put.h"
#include "engine/variant.h"

/* ---- writing ---- */

/* "c.suit": the game type chosen in Räuberskat. */
static char *put_duty(char *out, unsigned duty)
{
    return duty < SKAT_DUTIES ? stpcpy(out, skat_duty_names[duty]) : put_int(out, duty);
}

/* The world gives the declarer the skat, in dealing order. */
static char *put_skat(char *out, const struct skat_game *game)
{
    const struct skat_deck *deck = deck_of(game);

    *out++ = 'w';
    for (int i = 0; i < deck->skat; i++) {
        *out++ = i ? '.' : ' ';
        out = skat_card_print(game->deal.cards[skat_deck_skat_at(deck) + i], out);
    }
    return out;
}

static char *put_cards(char *out, const struct skat_action *action, const char *before_first)
{
    for (int i = 0; i < action->count && i < SKAT_HAND_MAX; i++) {
        for (const char *dot = i ? "." : before_first; *dot; dot++)
            *out++ = *dot;
        if (skat_card_valid(action->cards[i]))
            out = skat_card_print(action->cards[i], out);
        else
            *out++ = '?';
    }
    return out;
}

/* Writes the code of an action and what it says besides. A bot's answer may be anything: what
 * cannot be written is "?". Inlined for the moves of logs (callgrind). */
__attribute__((always_inline)) static inline char *
put_action(char *out, const struct skat_rules *rules, const struct skat_action *action)
{
    for (const char *code = skat_action_rows[action->kind].code; *code; code++)
        *out++ = *code;
    switch (skat_action_rows[action->kind].operand) {
    case SKAT_OPERAND_BID:
        return put_int(out, action->bid);
    case SKAT_OPERAND_CONTRACT:
        if (action->contract.type < SKAT_GAME_TYPES &&
            !(action->contract.with & ~(unsigned)SKAT_WITH_ALL))
            out += skat_rules_code(rules, action->contract, out);
        else
            *out++ = '?';
        return put_cards(out, action, ".");
    case SKAT_OPERAND_CARD:
        return put_cards(out, action, "");
    case SKAT_OPERAND_CARDS:
        return put_cards(out, action, ".");
    case SKAT_OPERAND_DUTY:
        return put_duty(out, action->number);
    case SKAT_OPERAND_PLACE:
        return put_int(out, action->number);
    }
    return out;
}

static char *put_move(char *out, const struct skat_game *game, const struct skat_move *move)
{
    switch (move->kind) {
    case SKAT_ACTION_BID: /* as below, but most moves are bids and cards */
        return put_int(out, move->value);
    case SKAT_ACTION_CARD:
    case SKAT_MOVE_CARD_OF:
    case SKAT_MOVE_TURNED:
        return skat_card_print((skat_card)move->value, out);
    case SKAT_MOVE_SKAT:
        return put_skat(out, game);
    }
    const struct skat_action action = {
        .kind = move->kind,
        .number = (uint8_t)move->value,
        .bid = move->value,
        .contract = {(uint8_t)(move->value >> 8), (uint8_t)move->value},
    };
    out = put_action(out, game->rules, &action); /* cards follow as moves of their own */
    if (move->kind == SKAT_ACTION_PICK_UP)
        return put_skat(PUT(out, " "), game);
    if (move->kind == SKAT_ACTION_TURN_CARD) /* then the world shows the card */
        return skat_card_print((skat_card)move->value, PUT(out, " w "));
    return out;
}

static char *put_actor(char *out, char actor)
{
    *out++ = actor;
    *out++ = ' ';
    return out;
}

int skat_record_moves(const struct skat_game *game, char text[SKAT_RECORD_SIZE])
{
    char *out = text;

    for (int i = 0; i < game->move_count; i++) {
        const struct skat_move *move = &game->moves[i];
        if (move->kind == SKAT_MOVE_CARD_OF)
            out[-1] = '.'; /* replaces the space */
        else if (move->kind < SKAT_ACTIONS)
            out = put_actor(out, (char)('0' + move->position));
        else if (move->kind == SKAT_MOVE_TURNED)
            out = put_actor(out, 'w');
        out = put_move(out, game, move);
        *out++ = ' ';
    }
    out -= out > text;
    *out = '\0';
    return (int)(out - text);
}

int skat_record_action(const struct skat_rules *rules, unsigned position,
                       const struct skat_action *action, char text[SKAT_TOKEN_SIZE])
{
    char *out = put_int(text, position);

    *out++ = ' ';
    const char *token = out;
    if (action->kind < SKAT_ACTIONS && skat_action_rows[action->kind].code)
        out = put_action(out, rules, action);
    if (out == token)
        *out++ = '?';
    *out = '\0';
    return (int)(out - text);
}

/* ---- reading ---- */

static bool ends(char c) { return c == '\0' || c == ' '; }

static int token_length(const char *text)
{
    int length = 0;
    while (!ends(text[length]))
        length++;
    return length;
}

static bool is_token(const char *text, const char *word)
{
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && ends(text[length]);
}

static bool unreadable(const char *text, struct skat_error *error)
{
    return skat_fail(error, "\"%.*s\" is not an action",
                     token_length(text) > 40 ? 40 : token_length(text), text);
}

/* Cards joined by dots, up to the end of the token. */
static bool parse_cards(const char *text, struct skat_action *action)
{
    for (;;) {
        skat_card card = skat_card_parse(text);
        if (card == SKAT_NO_CARD || action->count == SKAT_HAND_MAX)
            return false;
        action->cards[action->count++] = card;
        if (ends(text[2]))
            return true;
        if (text[2] != '.')
            return false;
        text += 3;
    }
}

static bool parse_declaration(const char *text, struct skat_action *action)
{
    int length = skat_contract_parse(text, &action->contract);
    if (!length)
        return false;
    action->kind = SKAT_ACTION_DECLARE;
    if (ends(text[length]))
        return true;
    return parse_cards(text + length + 1, action);
}

static bool parse_number(const char *text, unsigned long most, unsigned long *value)
{
    char *end;

    *value = strtoul(text, &end, 10);
    return *text >= '0' && *text <= '9' && ends(*end) && *value <= most;
}

/* A place; a type of game that is none. */
static bool parse_small(const char *text, struct skat_action *action)
{
    unsigned long value;
    bool read = parse_number(text, UINT8_MAX, &value);

    action->number = (uint8_t)value;
    return read;
}

static bool parse_duty(const char *text, struct skat_action *action)
{
    for (unsigned duty = 0; duty < SKAT_DUTIES; duty++)
        if (is_token(text, skat_duty_names[duty])) {
            action->number = (uint8_t)duty;
            return true;
        }
    return parse_small(text, action); /* occurs only in illegal answers */
}

static bool parse_called(const char *text, struct skat_action *action)
{
    int length = skat_contract_parse(text, &action->contract);

    return length && ends(text[length]);
}

/* The action whose code begins the text, or NONE; cards may follow a code after a dot. */
static unsigned kind_of_code(const char *text)
{
    for (unsigned kind = 1; kind < SKAT_ACTIONS; kind++) {
        const char *code = skat_action_rows[kind].code;
        size_t length = code ? strlen(code) : 0;
        if (length && strncmp(text, code, length) == 0 &&
            (code[length - 1] == '.' || ends(text[length]) || text[length] == '.'))
            return kind;
    }
    return SKAT_ACTION_NONE;
}

static bool parse_coded(const char *text, unsigned kind, struct skat_action *action)
{
    const struct skat_action_row *row = &skat_action_rows[kind];

    text += strlen(row->code);
    action->kind = (uint8_t)kind;
    switch (row->operand) {
    case SKAT_OPERAND_DUTY:
        return parse_duty(text, action);
    case SKAT_OPERAND_PLACE:
        return parse_small(text, action);
    case SKAT_OPERAND_CARDS:
        return ends(*text) || parse_cards(text + 1, action);
    case SKAT_OPERAND_CONTRACT:
        return parse_called(text, action);
    }
    return ends(*text);
}

static bool parse_bid(const char *text, struct skat_action *action)
{
    unsigned long value;
    bool read = parse_number(text, UINT16_MAX, &value);

    action->kind = SKAT_ACTION_BID;
    action->bid = (uint16_t)value;
    return read;
}

bool skat_record_parse_action(const char *text, struct skat_action *action,
                              struct skat_error *error)
{
    *action = (struct skat_action){.size = sizeof *action};
    /* First, since two of three are cards. No contract code begins like a card, since no rank is
     * one of its letters. The state machine checks whether a card or a contract is a legal answer.
     */
    if (skat_card_parse(text) != SKAT_NO_CARD) {
        action->kind = SKAT_ACTION_CARD;
        return parse_cards(text, action) || unreadable(text, error);
    }
    unsigned kind = kind_of_code(text);
    bool read = kind                           ? parse_coded(text, kind, action)
                : *text >= '0' && *text <= '9' ? parse_bid(text, action)
                                               : parse_declaration(text, action);
    return read || unreadable(text, error);
}

/* Checks the world's token: after a pick-up the cards of the skat, in any order; after a turn the
 * turned card. */
static bool skat_given_is(const struct skat_game *game, const char *text)
{
    struct skat_action given = {0};
    const struct skat_deck *deck = deck_of(game);

    if (!parse_cards(text, &given))
        return false;
    if (given.count == 1 && game->turned.count)
        return given.cards[0] == game->turned.cards[game->turned.count - 1];
    return game->table.picked_up &&
           action_cards(&given, deck->skat) == skat_deal_skat(&game->deal, deck);
}

static const char *next_token(const char *text)
{
    while (*text == ' ')
        text++;
    return text;
}

/* The answer to what is asked that records omit (struct skat_decision_row), or NONE. */
static struct skat_action omitted_answer(const struct skat_game *game)
{
    const unsigned decision = skat_phases[game->phase].decision;

    return (struct skat_action){.size = sizeof(struct skat_action),
                                .kind = skat_decision_rows[decision].silence};
}

/* Is a decision pending that silence answers: no concession, no kontra, no grand hand? (Taking the
 * skat in schieberamsch is implied by the cards that are passed on.) */
static bool silent_answer(const struct skat_game *game, struct skat_action *answer)
{
    *answer = omitted_answer(game);
    return answer->kind != SKAT_ACTION_NONE && game->phase != SKAT_PHASE_SCHIEBEN;
}

static enum skat_refusal apply(struct skat_game *game, unsigned position,
                               const struct skat_action *action,
                               const struct skat_record_watcher *watcher)
{
    if (watcher)
        watcher->acts(watcher->context, game, position, action);
    return skat_game_apply(game, position, action);
}

/* Checks the world's token in a game with a pile: the card turned next. The state machine has
 * already turned it, so the token only has to match. */
static bool turned_card_is(struct skat_game *game, const char *text,
                           const struct skat_record_watcher *watcher, struct skat_replay *replay)
{
    const struct skat_deck *deck = deck_of(game);
    struct skat_action silent;

    while (silent_answer(game, &silent))
        apply(game, game->table.turn, &silent, watcher);
    int turned = deck->hand - skat_cards_count(game->hands[game->dummy]);
    if (replay->turned >= turned)
        return false;
    skat_card card = game->deal.cards[game->dummy * deck->hand + replay->turned++];
    return skat_card_parse(text) == card && ends(text[2]);
}

/* Does this answer the pending decision? Then no answer was omitted before it. */
static bool answers_question(const struct skat_game *game, unsigned position,
                             const struct skat_action *action)
{
    return position == game->table.turn &&
           skat_answers(action->kind, skat_phases[game->phase].decision);
}

static enum skat_refusal apply_answering_silently(struct skat_game *game, unsigned position,
                                                  const struct skat_action *action,
                                                  const struct skat_record_watcher *watcher)
{
    struct skat_action silent;
    /* A concession in time may be said before the answer, and ends the game. */
    const bool concedes = action->kind == SKAT_ACTION_CONCEDE && position == game->table.declarer &&
                          skat_may_concede(game);

    while (!concedes && silent_answer(game, &silent) && !answers_question(game, position, action))
        apply(game, game->table.turn, &silent, watcher);
    if (game->phase == SKAT_PHASE_SCHIEBEN && position == game->table.turn &&
        action->kind == SKAT_ACTION_PASS_ON && action->count) {
        silent = omitted_answer(game);
        apply(game, position, &silent, watcher);
    }
    return apply(game, position, action, watcher);
}

/* The same for a refused action: answers before it may have been omitted, or it may answer one of
 * those decisions. Accepted only if it is legal in every place. */
static enum skat_refusal apply_refused(struct skat_game *game, unsigned position,
                                       const struct skat_action *action)
{
    struct skat_action silent;

    for (;;) {
        /* The player who passes on may have taken the cards before. */
        bool question = silent_answer(game, &silent) ||
                        (game->phase == SKAT_PHASE_SCHIEBEN && position == game->table.turn);
        if (!question || position == game->table.turn) {
            struct skat_game copy = *game;
            enum skat_refusal refusal = skat_game_apply(&copy, position, action);
            if (refusal != SKAT_ACCEPTED || !question)
                return refusal;
        }
        skat_game_apply(game, game->table.turn, &silent);
    }
}

static bool bad(struct skat_replay *replay, const char *what, const char *at)
{
    replay->end = SKAT_REPLAY_BAD;
    return skat_fail(&replay->error, "move %d: %s, found \"%.*s\"", replay->token, what,
                     token_length(at) > 40 ? 40 : token_length(at), at);
}

/* Records write blind play as cards: turns the card into its place in the hand. */
static void find_place(const struct skat_game *game, unsigned position, struct skat_action *action)
{
    if (!game->rules->derived.variant->blind || action->kind != SKAT_ACTION_CARD)
        return;
    unsigned place = skat_blind_place(game, position, action->cards[0]);
    if (place == SKAT_HAND_MAX || action->count != 1)
        return;
    *action = (struct skat_action){
        .size = sizeof *action, .kind = SKAT_ACTION_PLACE, .number = (uint8_t)place};
}

/* Applies one pair of actor and action. Returns false if the replay ends here. */
static bool replay_move(struct skat_game *game, const char *actor, const char *token, bool refused,
                        const struct skat_record_watcher *watcher, struct skat_replay *replay)
{
    const bool world = actor[0] == 'w' && ends(actor[1]);
    if (world && game->pile && game->table.announced)
        return turned_card_is(game, token, watcher, replay) ||
               bad(replay, "not the card that was turned", token);
    if (world)
        return skat_given_is(game, token) || bad(replay, "the skat differs from the deal", token);
    if (actor[0] < '0' || actor[0] > '2' || !ends(actor[1]))
        return bad(replay, "expected an actor, 0, 1, 2 or w", actor);

    struct skat_action action;
    struct skat_error error;
    unsigned position = (unsigned)(actor[0] - '0');
    if (!skat_record_parse_action(token, &action, &error)) {
        /* A bot's answer may be unwritable; the replay ends there as at any illegal move. */
        if (strchr(token, '?')) {
            replay->end = SKAT_REPLAY_REFUSED;
            replay->refusal = SKAT_REFUSED_KIND;
            replay->refused_by = position;
            return false;
        }
        return bad(replay, "expected an action", token);
    }
    if (!refused)
        find_place(game, position, &action);
    enum skat_refusal refusal = refused
                                    ? apply_refused(game, position, &action)
                                    : apply_answering_silently(game, position, &action, watcher);
    if (refusal == SKAT_ACCEPTED)
        return true;
    replay->end = SKAT_REPLAY_REFUSED;
    replay->refusal = refusal;
    replay->refused_by = position;
    return false;
}

/* Is a card of the pile next, after any pending decisions? It would be in the record. */
static bool pile_is_next(const struct skat_game *game)
{
    return game->pile && game->table.announced && skat_trick_next(game) == game->dummy;
}

void skat_record_replay(struct skat_game *game, const char *text, bool last_refused,
                        struct skat_replay *replay)
{
    struct skat_action silent;

    skat_record_follow(game, text, last_refused, NULL, replay);
    while (replay->end == SKAT_REPLAY_ALL && !pile_is_next(game) && silent_answer(game, &silent))
        skat_game_apply(game, game->table.turn, &silent);
}

void skat_record_follow(struct skat_game *game, const char *text, bool last_refused,
                        const struct skat_record_watcher *watcher, struct skat_replay *replay)
{
    *replay = (struct skat_replay){.end = SKAT_REPLAY_ALL};
    for (const char *at = next_token(text); *at;) {
        const char *actor = at;
        const char *token = next_token(actor + token_length(actor));
        replay->token++;
        if (!*token) {
            bad(replay, "an actor without an action", actor);
            return;
        }
        at = next_token(token + token_length(token));
        if (!replay_move(game, actor, token, last_refused && !*at, watcher, replay)) {
            if (replay->end == SKAT_REPLAY_REFUSED && *at)
                bad(replay, skat_refusal_text(replay->refusal), token);
            return;
        }
    }
}

/* ---- in another world ---- */

/* Cards to deal from place `at` on: as they were dealt if they are the same. */
static void deal_cards(struct skat_deal *deal, int at, skat_cards cards, skat_cards dealt)
{
    while (cards != dealt && cards)
        deal->cards[at++] = skat_cards_pop(&cards);
}

/* What declarer found in the skat, of all cards that declarer had: those that everybody saw there,
 * then those that declarer put there. */
static skat_cards found_in_skat(const struct skat_game *game, skat_cards cards, skat_cards put)
{
    skat_cards found = game->open_skat;

    for (int i = 0; i < game->turned.count; i++)
        found |= skat_card_bit(game->turned.cards[i]);
    put &= ~found;
    cards &= ~(found | put);
    while (skat_cards_count(found) < deck_of(game)->skat)
        found |= skat_card_bit(skat_cards_pop(put ? &put : &cards));
    return found;
}

/* Deals the cards so that `world` is left of them. False if the hands have other sizes. */
static bool deal_world(const struct skat_game *game, const struct skat_world *world,
                       struct skat_deal *deal)
{
    const struct skat_deck *deck = deck_of(game);
    const skat_cards dealt_skat = skat_deal_skat(&game->deal, deck);
    skat_cards skat = world->skat, all = 0;

    *deal = game->deal;
    for (int position = 0; position < skat_deck_hands(deck); position++) {
        const bool took_skat = position == game->table.declarer && game->table.picked_up;
        const skat_cards dealt = skat_deal_hand(&game->deal, deck, position);
        const skat_cards held = dealt | (took_skat ? dealt_skat : 0);
        skat_cards cards = world->hands[position] | (game->gone & held);
        if (took_skat) {
            cards |= skat;
            skat = cards == held ? dealt_skat : found_in_skat(game, cards, skat);
            cards &= ~skat;
        }
        if (skat_cards_count(cards) != deck->hand || all & cards)
            return false;
        all |= cards;
        deal_cards(deal, position * deck->hand, cards, dealt);
    }
    deal_cards(deal, skat_deck_skat_at(deck), skat, dealt_skat);
    return skat_cards_count(skat) == deck->skat && (all | skat) == deck->cards;
}

/* Has declarer discard the cards that the world has in the skat. False if cards were passed on. */
static bool discard_world(struct skat_game *game, skat_cards skat)
{
    unsigned before = SKAT_ACTION_NONE;

    for (int i = 0; i < game->move_count; i++) {
        struct skat_move *move = &game->moves[i];
        if (move->kind != SKAT_MOVE_CARD_OF)
            before = move->kind;
        else if (before != SKAT_ACTION_DECLARE)
            return false;
        else if (skat != game->skat && skat)
            move->value = skat_cards_pop(&skat);
    }
    return true;
}

static bool waits_as(const struct skat_game *game, const struct skat_game *other)
{
    return game->phase == other->phase && game->table.turn == other->table.turn;
}

bool skat_game_in_world(const struct skat_game *game, const struct skat_world *world,
                        struct skat_game *other)
{
    char moves[SKAT_RECORD_SIZE];
    struct skat_replay replay;
    struct skat_deal deal;
    skat_cards hands = 0;

    if (!deal_world(game, world, &deal))
        return false;
    *other = *game;
    other->deal = deal;
    if (!discard_world(other, world->skat))
        return false;
    skat_record_moves(other, moves);
    skat_game_start(other, game->rules, &deal, &game->terms);
    skat_record_follow(other, moves, false, NULL, &replay);
    /* Records leave out what nobody said. */
    while (replay.end == SKAT_REPLAY_ALL && !waits_as(game, other)) {
        const struct skat_action silent = omitted_answer(other);
        if (silent.kind == SKAT_ACTION_NONE ||
            skat_game_apply(other, other->table.turn, &silent) != SKAT_ACCEPTED)
            return false;
    }
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        if (other->hands[position] != world->hands[position])
            return false;
        hands |= world->hands[position];
    }
    return replay.end == SKAT_REPLAY_ALL && (other->skat & ~hands) == world->skat &&
           other->move_count == game->move_count;
}
