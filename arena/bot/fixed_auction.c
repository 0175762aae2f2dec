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

static void keep_moves(struct auction *auction, const struct skat_game *game, int count)
{
    auction->moves = xcheck(malloc((size_t)(count + 1) * sizeof *auction->moves)); /* also none */
    memcpy(auction->moves, game->moves, (size_t)count * sizeof *auction->moves);
    auction->count = (uint16_t)count;
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
    keep_moves(auction, &game, moves_until_announced(&game));
    return true;
}

/* Whether only cards and kontra follow the announcement: the rest may be said out of turn. */
static bool can_be_repeated(const struct skat_game *game)
{
    bool announced = false;

    for (int i = 0; i < game->move_count; i++) {
        const unsigned kind = game->moves[i].kind;
        if (announced && kind != SKAT_ACTION_CARD && kind != SKAT_ACTION_KONTRA &&
            kind != SKAT_MOVE_CARD_OF)
            return false;
        announced |= kind == SKAT_ACTION_DECLARE;
    }
    return true;
}

bool auction_read_position(struct auction *auction, const struct skat_deal *deal, const char *moves,
                           const struct skat_rules *rules, struct skat_error *error)
{
    struct skat_game game;
    struct skat_replay replay;

    skat_game_start(&game, rules, deal, NULL);
    skat_record_replay(&game, moves, false, &replay);
    if (replay.end == SKAT_REPLAY_BAD)
        return skat_fail(error, "%s", replay.error.text);
    if (replay.end == SKAT_REPLAY_REFUSED)
        return skat_fail(error, "move %d: %s", replay.token, skat_refusal_text(replay.refusal));
    if (game.phase == SKAT_PHASE_OVER)
        return skat_fail(error, "the game is over: nothing is left to decide");
    if (!can_be_repeated(&game))
        return skat_fail(error, "after the announcement there may only be cards and kontra");
    keep_moves(auction, &game, game.move_count);
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
    else if (move->kind == SKAT_ACTION_CARD)
        action->cards[action->count++] = (skat_card)move->value;
    else if (move->kind == SKAT_ACTION_DECLARE)
        action->contract =
            (struct skat_contract){(uint8_t)(move->value >> 8), (uint8_t)move->value};
    while (++index < auction->count && auction->moves[index].kind == SKAT_MOVE_CARD_OF)
        action->cards[action->count++] = (skat_card)auction->moves[index].value;
}

/* All decisions but silence leave a move, so the number of moves of the game is the number of moves repeated. */
bool fixed_auction_answer(void *context, const struct skat_game *game,
                          const struct skat_decision *decision, struct skat_action *action)
{
    const struct auction *auction = context;

    if (game->move_count >= auction->count)
        return false;
    const unsigned next = auction->moves[game->move_count].kind;
    if (decision->kind == SKAT_DECIDE_CONCEDE ||
        (decision->kind == SKAT_DECIDE_KONTRA && next != SKAT_ACTION_KONTRA))
        *action = (struct skat_action){.size = sizeof *action, .kind = SKAT_ACTION_PLAY_ON};
    else
        take_move(auction, game->move_count, action);
    return true;
}

int fixed_auction_print(const struct auction *auction, const struct skat_deal *deal,
                        const struct skat_rules *rules, char text[SKAT_RECORD_SIZE])
{
    struct auction moves = *auction;
    struct skat_decision decision;
    struct skat_action action;
    struct skat_game game;

    skat_game_start(&game, rules, deal, NULL);
    while (skat_game_pending(&game, &decision) &&
           fixed_auction_answer(&moves, &game, &decision, &action)) {
        if (skat_game_apply(&game, game.table.turn, &action) != SKAT_ACCEPTED)
            break; /* not the rules under which it was read */
    }
    return skat_record_moves(&game, text);
}
