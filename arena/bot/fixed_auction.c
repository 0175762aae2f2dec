#include "arena/bot/fixed_auction.h"

#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"

/* Whether it is a step to the announcement. In Turnéskat there may be several, and the last may be
 * to take the skat. */
static bool leads_to_announcement(const struct skat_move *move)
{
    return move->kind == SKAT_ACTION_DECLARE || move->kind == SKAT_ACTION_PICK_UP ||
           move->kind == SKAT_ACTION_TURN || move->kind == SKAT_MOVE_SKAT;
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

bool auction_read(struct auction *auction, const struct skat_deal *deal, const char *moves,
                  const struct skat_rules *rules, bool whole, struct skat_error *error)
{
    struct skat_game game;
    struct skat_replay replay;

    skat_game_start(&game, rules, deal, NULL);
    skat_record_replay(&game, moves, false, &replay);
    bool announced = game.table.announced && game.table.declarer != SKAT_NOBODY;
    if (replay.end == SKAT_REPLAY_BAD && (whole || !announced))
        return skat_fail(error, "%s", replay.error.text);
    if (replay.end == SKAT_REPLAY_REFUSED && (whole || !announced))
        return skat_fail(error, "move %d: %s", replay.token, skat_refusal_text(replay.refusal));
    if (!announced)
        return skat_fail(error, "nobody announces a game in these moves");
    int count = moves_until_announced(&game);
    auction->moves = xcheck(malloc((size_t)count * sizeof *auction->moves));
    memcpy(auction->moves, game.moves, (size_t)count * sizeof *auction->moves);
    auction->count = (uint16_t)count;
    return true;
}

void auction_free(struct auction *auction)
{
    free(auction->moves);
    *auction = (struct auction){0};
}

/* A move as it was decided, with the cards that follow it. */
static void take_move(const struct auction *auction, int index, struct skat_action *action)
{
    const struct skat_move *move = &auction->moves[index];

    *action = (struct skat_action){.size = sizeof *action, .kind = move->kind};
    if (move->kind == SKAT_ACTION_BID)
        action->bid = move->value;
    else if (move->kind == SKAT_ACTION_DECLARE)
        action->contract =
            (struct skat_contract){(uint8_t)(move->value >> 8), (uint8_t)move->value};
    while (++index < auction->count && auction->moves[index].kind == SKAT_MOVE_CARD_OF)
        action->cards[action->count++] = (skat_card)auction->moves[index].value;
}

/* Until the announcement every decision leaves a move, so the number of moves of the game is the
 * number of moves repeated. */
bool fixed_auction_answer(void *context, const struct skat_game *game,
                          const struct skat_decision *decision, struct skat_action *action)
{
    const struct auction *auction = context;

    (void)decision;
    if (game->table.announced)
        return false;
    take_move(auction, game->move_count, action);
    return true;
}

int fixed_auction_print(const struct auction *auction, const struct skat_deal *deal,
                        const struct skat_rules *rules, char text[SKAT_RECORD_SIZE])
{
    struct skat_action action;
    struct skat_game game;

    skat_game_start(&game, rules, deal, NULL);
    while (game.move_count < auction->count) {
        take_move(auction, game.move_count, &action);
        if (skat_game_apply(&game, game.table.turn, &action) != SKAT_ACCEPTED)
            break; /* not the rules under which it was read */
    }
    return skat_record_moves(&game, text);
}
