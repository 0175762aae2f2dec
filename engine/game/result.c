// SPDX-License-Identifier: MIT
#include "engine/game/result.h"

#include <string.h>

#include "engine/game/steps.h"
#include "engine/variant.h"

/* ---- facts and results ---- */

/* Was an announced spitze not made? The last trick must be won with the lowest trump, the one
 * before with the next, and so on (the seven, the eight ...; rules.md 7.6). */
static bool spitzen_failed(const struct skat_game *game)
{
    const struct skat_table *table = &game->table;
    struct skat_contract contract = table->contract;
    int spitzen = skat_contract_spitzen(contract);

    for (int i = 0; i < spitzen; i++) {
        int trick = deck_of(game)->hand - 1 - i;
        if (trick >= table->trick_count)
            return true;
        unsigned leader = skat_trick_leader(game, trick);
        unsigned winner = skat_trick_winner(game, trick);
        unsigned place = (winner + game->hands_dealt - leader) % game->hands_dealt;
        skat_card named = skat_card_of((enum skat_suit)contract.type,
                                       (enum skat_rank)(skat_deck_lowest(deck_of(game)) + i));
        if (winner != table->declarer ||
            table->played[game->hands_dealt * trick + (int)place] != named)
            return true;
    }
    return false;
}

/* After the last trick, the second skat goes to the side with more points (rules.md 10.7). In a
 * tie, the declarer does not have more. */
static int points_of_aside(const struct skat_game *game, int declarers)
{
    const struct skat_deck *deck = deck_of(game);
    int aside = skat_cards_points(game->aside);
    int others = skat_cards_points(deck->cards) - aside - declarers;

    return game->table.trick_count == deck->hand && declarers > others ? aside : 0;
}

void skat_game_facts(const struct skat_game *game, struct skat_facts *facts)
{
    *facts = (struct skat_facts){
        .announced = game->table.announced,
        .contract = game->table.contract,
        .bid = game->table.bid,
        .points = game->table.points[game->table.declarer] + skat_cards_points(game->skat),
        .tricks = game->table.tricks[game->table.declarer],
        .ending = (enum skat_ending)game->ending,
        .picked_up = game->table.picked_up,
        .turned = game->turned.count,
        .rum = game->extra.rum,
        .gifts_refused = game->extra.gifts_refused,
        .kontra = game->extra.kontra,
        .bock = game->extra.bock,
    };
    if (game->aside)
        facts->points += points_of_aside(game, facts->points);
    if (game->table.announced && !skat_games[game->table.contract.type].fixed_value) {
        skat_cards dealt = game->dealt[game->table.declarer] | game->covered[game->table.declarer];
        skat_cards skat = skat_deal_skat(&game->deal, deck_of(game));
        int max = skat_matadors_max(game->rules, game->table.contract);
        facts->matadors = skat_matadors(game->order, dealt | skat, max);
        facts->matadors_hand = skat_matadors(game->order, dealt, max);
        facts->spitzen_failed = spitzen_failed(game);
    }
}

void skat_game_ramsch_facts(const struct skat_game *game, struct skat_ramsch_facts *facts)
{
    const struct skat_table *table = &game->table;

    *facts = (struct skat_ramsch_facts){
        .last_trick = {-1, -1, -1},
        .skat_points = (uint8_t)skat_cards_points(game->skat),
        .unseen = game->extra.unseen,
        .bock = game->extra.bock,
    };
    memcpy(facts->points, table->points, sizeof facts->points);
    memcpy(facts->tricks, table->tricks, sizeof facts->tricks);
    for (int trick = 0; trick < table->trick_count; trick++)
        facts->last_trick[skat_trick_winner(game, trick)] = (int8_t)trick;
}

static void ramsch_result(const struct skat_game *game, struct skat_result *result)
{
    struct skat_ramsch_facts facts;

    skat_game_ramsch_facts(game, &facts);
    if (game->fault == SKAT_NOBODY)
        skat_value_ramsch(game->rules, &facts, result);
    else
        skat_value_ramsch_fault(game->rules, &facts, result);
}

void skat_game_result(const struct skat_game *game, struct skat_result *result)
{
    if (game->table.declarer != SKAT_NOBODY) {
        struct skat_facts facts;
        skat_game_facts(game, &facts);
        skat_value(game->rules, &facts, result);
    } else if (skat_game_is_ramsch(game)) {
        ramsch_result(game, result);
    } else {
        skat_value_undeclared(game->table.bid, game->fault != SKAT_NOBODY, game->extra.bock,
                              result);
    }
}

/* ---- scoring (rules.md 8.1) ---- */

/* Ramsch scores the same in every scoring, except for a march in `minus`. */
static int32_t ramsch_scores(const struct skat_result *result, enum skat_scoring scoring,
                             int32_t score[SKAT_PLAYERS])
{
    int32_t march = 0;

    for (int position = 0; position < SKAT_PLAYERS; position++) {
        score[position] = result->ramsch.score[position];
        if (result->ramsch.march && score[position] > 0)
            march = score[position];
    }
    if (scoring != SKAT_SCORING_MINUS || !march)
        return 0;
    for (int position = 0; position < SKAT_PLAYERS; position++)
        score[position] = score[position] ? 0 : -march;
    return -march;
}

int32_t skat_game_scores(const struct skat_game *game, const struct skat_result *result,
                         enum skat_scoring scoring, int32_t score[SKAT_PLAYERS])
{
    unsigned declarer = game->table.declarer;
    bool opponents = scoring == SKAT_SCORING_OPPONENTS;
    int32_t mine = opponents ? result->signed_value : result->classic_value;
    int32_t defenders = 0, sitting = 0;

    if (result->is_ramsch && game->fault == SKAT_NOBODY)
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
    const bool grand_hand = game->terms.round == SKAT_ROUND_RAMSCH && declarer != SKAT_NOBODY;

    *event = (struct skat_deal_event){
        .result = result,
        .contract = game->table.contract,
        .faulted = game->fault != SKAT_NOBODY,
        .played_out = game->table.trick_count == game->rules->derived.deck->hand,
        .kontra = game->extra.kontra,
        .chosen = game->chosen,
        .grand_hand = grand_hand ? seat_of[declarer] : -1,
    };
    skat_game_seat_scores(game, result, (enum skat_scoring)game->rules->scoring, seat_of,
                          event->score);
    skat_game_seat_scores(game, result, SKAT_SCORING_CLASSIC, seat_of, event->classic);
}
