// SPDX-License-Identifier: MIT
#include "arena/record/played_moves.h"

#include <string.h>

#include "engine/variant.h"

static void take(struct played_moves *to, const struct skat_deal *deal, unsigned count,
                 const struct skat_move *moves)
{
    to->deal = *deal;
    to->count = (uint16_t)(count < PLAYED_MOVES_MAX ? count : PLAYED_MOVES_MAX);
    to->reserved = 0;
    memcpy(to->moves, moves, to->count * sizeof *moves);
}

void played_moves_of(struct played_moves *moves, const struct skat_game *game)
{
    take(moves, &game->deal, game->move_count, game->moves);
}

void played_moves_copy(struct played_moves *to, const struct played_moves *from)
{
    take(to, &from->deal, *(const volatile uint16_t *)&from->count, from->moves);
}

static bool cards_are_sound(const struct skat_deal *deal, const struct skat_deck *deck)
{
    skat_cards seen = 0;

    for (int i = 0; i < deck->count; i++) {
        if (!skat_card_valid(deal->cards[i]))
            return false;
        seen |= skat_card_bit(deal->cards[i]);
    }
    return seen == deck->cards;
}

static bool contract_is_sound(unsigned value)
{
    return value >> 8 < SKAT_GAME_TYPES && !(value & 0xff & ~(unsigned)SKAT_WITH_ALL);
}

static bool move_is_sound(const struct skat_move *move, bool first)
{
    if (move->position >= SKAT_PLAYERS)
        return false;
    switch (move->kind) {
    case SKAT_MOVE_CARD_OF:
        return !first && skat_card_valid(move->value);
    case SKAT_ACTION_CARD:
    case SKAT_ACTION_TURN_CARD:
    case SKAT_MOVE_TURNED:
        return skat_card_valid(move->value);
    case SKAT_MOVE_SKAT:
        return true;
    }
    return move->kind < SKAT_ACTIONS && skat_action_rows[move->kind].code &&
           (skat_action_rows[move->kind].operand != SKAT_OPERAND_CONTRACT ||
            contract_is_sound(move->value));
}

bool played_moves_are_sound(const struct played_moves *moves, const struct skat_rules *rules)
{
    bool sound =
        moves->count <= PLAYED_MOVES_MAX && cards_are_sound(&moves->deal, rules->derived.deck);

    for (int i = 0; sound && i < moves->count; i++)
        sound = move_is_sound(&moves->moves[i], i == 0);
    return sound;
}

int played_moves_text(const struct played_moves *moves, int count, const struct skat_rules *rules,
                      struct skat_game *scratch, char text[SKAT_RECORD_SIZE])
{
    skat_game_start(scratch, rules, &moves->deal, NULL);
    for (int i = scratch->move_count; i < count; i++)
        skat_game_record(scratch, moves->moves[i].position, moves->moves[i].kind,
                         moves->moves[i].value);
    return skat_record_moves(scratch, text);
}
