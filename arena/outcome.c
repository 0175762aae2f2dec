#include "arena/outcome.h"

#include <string.h>

#include "engine/session.h"

const char *const status_names[STATUSES] = {
    [STATUS_OK] = "ok",           [STATUS_CONCEDED] = "conceded", [STATUS_ILLEGAL] = "illegal",
    [STATUS_TIMEOUT] = "timeout", [STATUS_CRASH] = "crash",
};

void outcome_of_game(const struct skat_game *game, const struct game_id *id,
                     enum status fault_status, struct outcome *outcome)
{
    int32_t score[SKAT_PLAYERS];

    *outcome = (struct outcome){
        .id = *id,
        .seats = game->rules->seats,
        .dealer = skat_dealer(game->rules->seats, id->deal),
        .status = game->fault != SKAT_NOBODY            ? fault_status
                  : game->ending == SKAT_ENDED_CONCEDED ? STATUS_CONCEDED
                                                        : STATUS_OK,
    };
    skat_positions(outcome->seats, outcome->dealer, outcome->seat_of);
    skat_game_result(game, &outcome->result);
    skat_game_scores(game, &outcome->result, score);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        outcome->score[outcome->seat_of[position]] = score[position];
}

static uint64_t stir(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t stir_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const char *at = bytes;
    uint64_t word = 0;

    for (; size >= sizeof word; at += sizeof word, size -= sizeof word) {
        memcpy(&word, at, sizeof word);
        hash = stir(hash, word);
    }
    word = 0;
    memcpy(&word, at, size);
    return stir(hash, word);
}

uint64_t outcome_signature(const struct skat_game *game, const struct outcome *outcome)
{
    uint64_t hash = stir(outcome->id.game, outcome->status);

    hash = stir_bytes(hash, game->deal.cards, game->rules->derived.deck->count);
    hash = stir_bytes(hash, game->moves, game->move_count * sizeof *game->moves);
    return stir_bytes(hash, outcome->score, sizeof outcome->score);
}
