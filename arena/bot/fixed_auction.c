// SPDX-License-Identifier: MIT
#include "arena/bot/fixed_auction.h"

#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"

/* Whether it is a step to the announcement. In Turnéskat there may be several, and the last may be
 * to take the skat. */
static bool leads_to_announcement(const struct skat_move *move)
{
    return move->kind == SKAT_ACTION_DECLARE || move->kind == SKAT_ACTION_PICK_UP ||
           move->kind == SKAT_ACTION_TURN_CARD || move->kind == SKAT_MOVE_SKAT;
}

/* Up to the announcement, including its discards. */
static int moves_until_announced(const struct skat_game *game)
{
    int count = game->move_count;

    while (!leads_to_announcement(&game->moves[count - 1]))
        count--;
    while (count < game->move_count && game->moves[count].kind == SKAT_MOVE_CARD_OF)
        count++;
    return count;
}

static void keep_moves(struct fixed_auction *auction, const struct skat_game *game, int count)
{
    auction->moves = xcheck(malloc((size_t)(count + 1) * sizeof *auction->moves)); /* also none */
    memcpy(auction->moves, game->moves, (size_t)count * sizeof *auction->moves);
    auction->count = (uint16_t)count;
}

/* Replays a record as far as it is legal. False with the reason if that is not to its end. */
static bool replay(struct skat_game *game, const struct skat_deal *deal, const char *moves,
                   const struct skat_rules *rules, struct skat_error *error)
{
    struct skat_replay replay;

    skat_game_start(game, rules, deal, NULL);
    skat_record_replay(game, moves, false, &replay);
    if (replay.end == SKAT_REPLAY_BAD)
        return skat_fail(error, "%s", replay.error.text);
    if (replay.end == SKAT_REPLAY_REFUSED)
        return skat_fail(error, "move %d: %s", replay.token, skat_refusal_text(replay.refusal));
    return true;
}

bool fixed_auction_read(struct fixed_auction *auction, const struct skat_deal *deal,
                        const char *moves, const struct skat_rules *rules, bool whole,
                        struct skat_error *error)
{
    struct skat_game game;
    const bool legal = replay(&game, deal, moves, rules, error),
               announced = game.table.announced && game.table.declarer != SKAT_NOBODY;

    if (!legal && (whole || !announced))
        return false;
    if (!announced)
        return skat_fail(error, "nobody announces a game in these moves");
    keep_moves(auction, &game, moves_until_announced(&game));
    return true;
}

void fixed_auction_free(struct fixed_auction *auction)
{
    free(auction->moves);
    *auction = (struct fixed_auction){0};
}

/* A move as it was decided, with the cards that follow it. */
static void take_move(const struct fixed_auction *auction, int index, struct skat_action *action)
{
    const struct skat_move *move = &auction->moves[index];

    *action = (struct skat_action){.size = sizeof *action, .kind = move->kind};
    if (move->kind == SKAT_ACTION_BID)
        action->bid = move->value;
    else if (move->kind == SKAT_ACTION_CARD)
        action->cards[action->count++] = (skat_card)move->value;
    else if (move->kind < SKAT_ACTIONS && skat_names_contract(move->kind))
        action->contract =
            (struct skat_contract){(uint8_t)(move->value >> 8), (uint8_t)move->value};
    while (++index < auction->count && auction->moves[index].kind == SKAT_MOVE_CARD_OF)
        action->cards[action->count++] = (skat_card)auction->moves[index].value;
}

/* The answer that leaves no move, if the next move is not one to this decision: silence, and taking
 * the cards of schieberamsch before they are passed on. SKAT_ACTION_NONE: the next move is the
 * answer. */
static enum skat_action_kind unrecorded(const struct fixed_auction *auction, int index,
                                        const struct skat_decision *decision)
{
    const struct skat_move *next = &auction->moves[index];
    const bool own = next->position == decision->position;

    switch (decision->kind) {
    case SKAT_DECIDE_CONCEDE:
        return SKAT_ACTION_PLAY_ON;
    case SKAT_DECIDE_KONTRA:
        return own && next->kind == SKAT_ACTION_KONTRA ? SKAT_ACTION_NONE : SKAT_ACTION_PLAY_ON;
    case SKAT_DECIDE_KNOCK:
        return own && next->kind == SKAT_ACTION_KNOCK ? SKAT_ACTION_NONE : SKAT_ACTION_PLAY_ON;
    case SKAT_DECIDE_GRAND_HAND:
        return own && next->kind == SKAT_ACTION_DECLARE ? SKAT_ACTION_NONE : SKAT_ACTION_PLAY_ON;
    case SKAT_DECIDE_SCHIEBEN:
        return index + 1 < auction->count && next[1].kind == SKAT_MOVE_CARD_OF ? SKAT_ACTION_PICK_UP
                                                                               : SKAT_ACTION_NONE;
    default:
        return SKAT_ACTION_NONE;
    }
}

/* All other decisions leave a move, so the number of moves of the game is the number of moves
 * repeated. */
bool fixed_auction_answer(void *context, const struct skat_game *game,
                          const struct skat_decision *decision, struct skat_action *action)
{
    const struct fixed_auction *auction = context;

    if (game->move_count >= auction->count)
        return false;
    if (!action)
        return true;
    enum skat_action_kind kind = unrecorded(auction, game->move_count, decision);
    if (kind != SKAT_ACTION_NONE)
        *action = (struct skat_action){.size = sizeof *action, .kind = (uint8_t)kind};
    else
        take_move(auction, game->move_count, action);
    return true;
}

/* Repeats moves in a started game, as far as they are allowed. */
static void repeat_moves(const struct fixed_auction *auction, struct skat_game *game)
{
    struct fixed_auction moves = *auction;
    struct skat_decision decision;
    struct skat_action action;

    while (skat_game_pending(game, &decision) &&
           fixed_auction_answer(&moves, game, &decision, &action))
        if (skat_game_apply(game, decision.position, &action) != SKAT_ACCEPTED)
            break;
}

/* Whether moves, when they are repeated, lead to the same game. */
static bool leads_to(const struct fixed_auction *auction, const struct skat_game *game)
{
    struct skat_game again;

    skat_game_start(&again, game->rules, &game->deal, NULL);
    repeat_moves(auction, &again);
    return again.move_count == game->move_count &&
           memcmp(again.moves, game->moves, game->move_count * sizeof *game->moves) == 0;
}

bool fixed_auction_read_position(struct fixed_auction *auction, const struct skat_deal *deal,
                                 const char *moves, const struct skat_rules *rules,
                                 struct skat_error *error)
{
    struct skat_game game;

    if (!replay(&game, deal, moves, rules, error))
        return false;
    if (game.phase == SKAT_PHASE_OVER)
        return skat_fail(error, "the game is over: nothing is left to decide");
    keep_moves(auction, &game, game.move_count);
    if (leads_to(auction, &game))
        return true;
    fixed_auction_free(auction);
    return skat_fail(error, "somebody speaks out of turn, which cannot be repeated");
}

int fixed_auction_print(const struct fixed_auction *auction, const struct skat_deal *deal,
                        const struct skat_rules *rules, char text[SKAT_RECORD_SIZE])
{
    struct skat_game game;

    skat_game_start(&game, rules, deal, NULL);
    repeat_moves(auction, &game);
    return skat_record_moves(&game, text);
}
