// SPDX-License-Identifier: MIT
#include "engine/game/scores.h"

#include "engine/game/facts.h"
#include "engine/variant.h"

/* Ramsch scores the same in every scoring, except that in `minus` what one wins all others pay. */
static int32_t ramsch_scores(const struct skat_result *result, enum skat_scoring scoring,
                             int32_t score[SKAT_PLAYERS])
{
    int32_t won = 0;

    for (int position = 0; position < SKAT_PLAYERS; position++) {
        score[position] = result->ramsch.score[position];
        won += score[position] > 0 ? score[position] : 0;
    }
    if (scoring != SKAT_SCORING_MINUS || !won)
        return 0;
    for (int position = 0; position < SKAT_PLAYERS; position++)
        score[position] -= won;
    return -won;
}

/* What a seat that sits out gets of a declared game in `opponents`: what the Dutch text's dealer
 * does, who plays in rearhand there. A penalty is not shared. */
static int32_t shared(const struct skat_rules *rules, const int32_t score[SKAT_PLAYERS])
{
    return rules->scoring_sitting_share ? score[SKAT_PLAYERS - 1] : 0;
}

int32_t skat_game_scores(const struct skat_game *game, const struct skat_result *result,
                         enum skat_scoring scoring, int32_t score[SKAT_PLAYERS])
{
    unsigned declarer = game->table.declarer;
    bool opponents = scoring == SKAT_SCORING_OPPONENTS;
    int32_t mine = opponents ? result->signed_value : result->classic_value;
    int32_t defenders = 0, sitting = 0;

    if (result->is_ramsch && !skat_game_ended_by_fault(game))
        return ramsch_scores(result, scoring, score);
    if (declarer == SKAT_NOBODY) {
        declarer = game->fault; /* the offender is charged; nobody if all passed */
    } else if (scoring == SKAT_SCORING_MINUS && mine > 0) {
        defenders = sitting = -mine;
        mine = 0;
    } else if (opponents && mine < 0) {
        defenders = -mine;
        mine = 0;
    }
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        score[position] = position == declarer ? mine : defenders;
    if (opponents && game->table.declarer != SKAT_NOBODY)
        sitting = shared(game->rules, score);
    if (skat_game_ended_by_fault(game))
        score[game->fault] -= result->penalty;
    return sitting;
}

void skat_game_seat_scores(const struct skat_game *game, const struct skat_result *result,
                           enum skat_scoring scoring, const uint8_t seat_of[SKAT_PLAYERS],
                           int32_t score[SKAT_SEATS_MAX])
{
    int32_t of_position[SKAT_PLAYERS];
    const int32_t sitting = skat_game_scores(game, result, scoring, of_position);

    for (int seat = 0; seat < game->rules->seats; seat++)
        score[seat] = sitting;
    for (int position = 0; position < SKAT_PLAYERS; position++)
        if (seat_of[position] != SKAT_NOBODY)
            score[seat_of[position]] = of_position[position];
}

void skat_game_event(const struct skat_game *game, const struct skat_result *result,
                     const uint8_t seat_of[SKAT_PLAYERS], struct skat_deal_event *event)
{
    const unsigned declarer = game->table.declarer;
    const bool declared = declarer != SKAT_NOBODY;

    *event = (struct skat_deal_event){
        .result = result,
        .contract = game->table.contract,
        .faulted = game->fault != SKAT_NOBODY,
        .ended_by_fault = skat_game_ended_by_fault(game),
        .played_out = game->table.trick_count == game->rules->derived.deck->hand || game->rest_to,
        .kontra = game->extra.kontra,
        .chosen = game->extra.chosen,
        .grand_hand = -1,
    };
    if (declared && game->terms.round == SKAT_ROUND_RAMSCH)
        event->grand_hand = seat_of[declarer];
    if (declared && event->ended_by_fault) {
        struct skat_facts facts;
        skat_game_facts(game, &facts);
        event->rest_points = facts.rest_points;
    }
    skat_game_seat_scores(game, result, (enum skat_scoring)game->rules->scoring_system, seat_of,
                          event->score);
    skat_game_seat_scores(game, result, SKAT_SCORING_CLASSIC, seat_of, event->classic);
}
