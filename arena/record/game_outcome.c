// SPDX-License-Identifier: MIT
#include "arena/record/game_outcome.h"

#include <string.h>

#include "engine/variant.h"

const char *const game_status_names[GAME_STATUSES] = {
    [GAME_OK] = "ok",           [GAME_CONCEDED] = "conceded", [GAME_ILLEGAL] = "illegal",
    [GAME_TIMEOUT] = "timeout", [GAME_CRASH] = "crash",
};

enum game_status game_status_named(const char *name)
{
    int status = 0;

    while (status < GAME_STATUSES && strcmp(name, game_status_names[status]) != 0)
        status++;
    return (enum game_status)status;
}

void game_outcome_set_result(struct game_outcome *outcome, const struct skat_game *game,
                             const struct skat_result *result)
{
    enum skat_scoring scoring = (enum skat_scoring)game->rules->scoring_system;

    outcome->result = *result;
    skat_game_seat_scores(game, result, scoring, outcome->seat_of, outcome->score);
    if (scoring == SKAT_SCORING_CLASSIC || scoring == SKAT_SCORING_SEEGER_FABIAN)
        memcpy(outcome->classic, outcome->score, sizeof outcome->classic);
    else
        skat_game_seat_scores(game, result, SKAT_SCORING_CLASSIC, outcome->seat_of,
                              outcome->classic);
}

/* Did the declarer lose by giving up? A game that was won already stays won (rules.md 4). */
static bool is_conceded(const struct skat_game *game, const struct skat_result *result)
{
    return game->ending == SKAT_ENDED_CONCEDED ||
           (game->ending == SKAT_ENDED_RESIGNED && !result->won);
}

void game_outcome_of_game(const struct skat_game *game, const struct game_id *id,
                          enum game_status fault_status, struct game_outcome *outcome)
{
    struct skat_result result;

    *outcome = (struct game_outcome){
        .id = *id,
        .seats = game->rules->seats,
        .dealer = skat_dealer(game->rules->seats, id->deal),
    };
    skat_positions(game->rules, outcome->dealer, outcome->seat_of);
    skat_game_result(game, &result);
    outcome->status = game->fault != SKAT_NOBODY   ? fault_status
                      : is_conceded(game, &result) ? GAME_CONCEDED
                                                   : GAME_OK;
    game_outcome_set_result(outcome, game, &result);
}

void game_outcome_multiply(struct game_outcome *outcome, const struct skat_game *game, int times)
{
    struct skat_result result = outcome->result;

    if (times == 1)
        return;
    skat_result_multiply(&result, times);
    game_outcome_set_result(outcome, game, &result);
}

void game_outcome_add_to_session(struct game_outcome *outcome, const struct skat_game *game,
                                 struct skat_session *session)
{
    struct skat_deal_event event;

    skat_game_event(game, &outcome->result, outcome->seat_of, &event);
    skat_session_add(session, &event, &outcome->news);
    outcome->in_session = true;
    game_outcome_multiply(outcome, game, outcome->news.factor);
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

#pragma GCC unroll 4
    for (; size >= sizeof word; at += sizeof word, size -= sizeof word) {
        memcpy(&word, at, sizeof word);
        hash = stir(hash, word);
    }
    word = 0;
    memcpy(&word, at, size);
    return stir(hash, word);
}

uint64_t game_outcome_signature(const struct skat_game *game, const struct game_outcome *outcome)
{
    uint64_t hash = stir(outcome->id.game, outcome->status);

    hash = stir_bytes(hash, game->deal.cards, game->rules->derived.deck->count);
    hash = stir_bytes(hash, game->moves, game->move_count * sizeof *game->moves);
    return stir_bytes(hash, outcome->score, sizeof outcome->score);
}

uint64_t game_outcome_moves_hash(const struct skat_game *game, const struct game_outcome *outcome,
                                 const char *illegal)
{
    uint64_t hash = stir(outcome->status, game->fault);

    hash = stir_bytes(hash, game->moves, game->move_count * sizeof *game->moves);
    return *illegal ? stir_bytes(hash, illegal, strlen(illegal)) : hash;
}

uint32_t game_outcome_opening_hash(const struct skat_game *game, size_t count)
{
    return (uint32_t)(stir_bytes(count, game->moves, count * sizeof *game->moves) >> 32);
}
