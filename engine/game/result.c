// SPDX-License-Identifier: MIT
#include "engine/game/result.h"

#include <string.h>

#include "engine/game/phases.h"
#include "engine/spitzen.h"
#include "engine/variant.h"

/* ---- what the value depends on ---- */

/* The card that must win a trick, the last but `i`, for spitzen to be made: the lowest trump the
 * last one, the next the one before, and so on (the seven, the eight ...; rules.md 7.6). */
static skat_card spitze(const struct skat_game *game, int i)
{
    return skat_spitze(deck_of(game), game->table.contract.type, i);
}

/* Did the declarer win a finished trick with that card? */
static bool took_with(const struct skat_game *game, int trick, skat_card card)
{
    unsigned winner = skat_trick_winner(game, trick);
    unsigned place = (winner + game->hands_dealt - game->table.leader[trick]) % game->hands_dealt;

    return winner == game->table.declarer &&
           game->table.played[game->hands_dealt * trick + (int)place] == card;
}

/* Was a card played before that trick, which is not finished? */
static bool is_gone_before(const struct skat_game *game, int trick, skat_card card)
{
    bool in_open_trick = false;

    for (int i = game->trick_began; i < game->table.played_count; i++)
        in_open_trick |= game->table.played[i] == card;
    return skat_cards_has(game->gone, card) && !(in_open_trick && trick == game->table.trick_count);
}

/* Sets whether an announced spitze was not made, and whether it could not be made any more: its
 * trick went otherwise, or its card in an earlier one. */
static void count_spitzen(const struct skat_game *game, struct skat_facts *facts)
{
    const struct skat_table *table = &game->table;
    int spitzen = skat_contract_spitzen(table->contract);
    /* Who gives up leaves the declarer also the tricks that spitzen name (rules.md 4). */
    bool is_given = game->rest_to == table->declarer + 1;

    for (int i = 0; i < spitzen; i++) {
        int trick = deck_of(game)->hand - 1 - i;
        bool finished = trick < table->trick_count;
        bool missed = finished ? !took_with(game, trick, spitze(game, i))
                               : is_gone_before(game, trick, spitze(game, i));
        facts->spitzen_failed |= missed || !(finished || is_given);
        facts->spitzen_lost |= missed;
    }
}

/* What nobody has taken, with what the second skat may bring the declarer. What was given up is
 * somebody's (rules.md 4). */
static void count_rest(const struct skat_game *game, struct skat_facts *facts)
{
    const struct skat_deck *deck = deck_of(game);
    int aside = skat_cards_points(game->aside);
    int others = 0;

    if (game->rest_to)
        return;
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        others += position == game->table.declarer ? 0 : game->table.points[position];
    facts->rest_tricks = deck->hand - game->table.trick_count;
    facts->rest_points = deck->points - aside - others - facts->points;
    if (aside && facts->points + facts->rest_points > others)
        facts->rest_points += aside;
}

/* After the last trick, the second skat goes to the side with more points (rules.md 10.7). In a
 * tie, the declarer does not have more. */
static int points_of_aside(const struct skat_game *game, int declarers)
{
    const struct skat_deck *deck = deck_of(game);
    int aside = skat_cards_points(game->aside);
    int others = deck->points - aside - declarers;

    return game->table.trick_count == deck->hand && declarers > others ? aside : 0;
}

/* The factor by which a deal can come to count that was not played to its end: a trigger may make
 * it one of a bock round itself (bock.doubles_trigger). */
static int bock_most(const struct skat_game *game)
{
    const int fired = game->rules->bock_triggers & ~(1 << SKAT_TRIGGER_LAST_ROUND);

    if (game->rules->faults == SKAT_FAULTS_CONCEDED)
        return game->extra.bock;
    return game->extra.bock * skat_session_factor(game->rules, game->terms.round, (uint32_t)fired);
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
    count_rest(game, facts);
    if (game->aside)
        facts->points += points_of_aside(game, facts->points);
    if (skat_game_ended_by_fault(game)) {
        facts->kontra_limits = skat_kontra_limits(game);
        facts->bock_most = bock_most(game);
        facts->extras = skat_seeger_gap(game->rules);
        facts->shared = game->rules->scoring_system == SKAT_SCORING_OPPONENTS &&
                        game->rules->scoring_sitting_share &&
                        game->table.declarer == SKAT_PLAYERS - 1;
        facts->round_hangs = skat_round_hangs(game->rules, facts);
    }
    if (game->table.announced && !skat_contract_is_null(game->table.contract)) {
        skat_cards dealt = game->dealt[game->table.declarer] | game->covered[game->table.declarer];
        skat_cards skat = skat_deal_skat(&game->deal, deck_of(game));
        int max = skat_matadors_max(game->rules, game->table.contract);
        facts->matadors = skat_matadors(game->order, dealt | skat, max);
        facts->matadors_hand = skat_matadors(game->order, dealt, max);
        count_spitzen(game, facts);
    }
}

void skat_game_ramsch_facts(const struct skat_game *game, struct skat_ramsch_facts *facts)
{
    const struct skat_table *table = &game->table;

    *facts = (struct skat_ramsch_facts){
        .last_trick = {-1, -1, -1},
        .skat_points = (uint8_t)skat_cards_points(game->skat),
        .unseen = game->extra.unseen,
        .knocks = (uint8_t)__builtin_popcount(game->extra.knocked),
        .bock = game->extra.bock,
    };
    if (skat_game_ended_by_fault(game)) {
        facts->doublings_most = (uint8_t)skat_ramsch_doublings_most(game);
        facts->bock_most = (uint8_t)bock_most(game);
    }
    memcpy(facts->points, table->points, sizeof facts->points);
    memcpy(facts->tricks, table->tricks, sizeof facts->tricks);
    for (int trick = 0; trick < table->trick_count; trick++)
        facts->last_trick[skat_trick_winner(game, trick)] = (int8_t)trick;
}

/* Could somebody still have played alone, or all have played ramsch? By what a record tells: that a
 * player was asked and said nothing, it does not. */
static bool may_be_declared(const struct skat_game *game)
{
    if (game->terms.round == SKAT_ROUND_RAMSCH)
        return game->terms.grand_hand && !game->move_count;
    if (game->rules->derived.variant->duties && !game->extra.chosen)
        return game->terms.duties[FOREHAND] & ~(1u << SKAT_DUTY_RAMSCH);
    return !skat_game_is_ramsch(game);
}

static bool may_be_ramsch(const struct skat_game *game)
{
    if (skat_game_is_ramsch(game))
        return true;
    if (game->rules->derived.variant->duties)
        return game->terms.duties[FOREHAND] >> SKAT_DUTY_RAMSCH & 1;
    return game->rules->passed_in != SKAT_PASSED_IN_VOID && !game->table.bid &&
           !game->calls.called_rank;
}

void skat_game_undeclared_facts(const struct skat_game *game, struct skat_undeclared_facts *facts)
{
    *facts = (struct skat_undeclared_facts){
        .is_ramsch = skat_game_is_ramsch(game),
        .may_be_declared = may_be_declared(game),
        .may_be_ramsch = may_be_ramsch(game),
        .bid = game->table.bid,
        .extras = skat_seeger_gap(game->rules),
    };
    skat_game_ramsch_facts(game, &facts->ramsch);
}

/* ---- the result ---- */

void skat_game_result(const struct skat_game *game, struct skat_result *result)
{
    struct skat_facts facts;
    struct skat_undeclared_facts undeclared;
    struct skat_ramsch_facts ramsch;

    if (game->table.declarer != SKAT_NOBODY) {
        skat_game_facts(game, &facts);
        skat_value(game->rules, &facts, result);
    } else if (skat_game_ended_by_fault(game)) {
        skat_game_undeclared_facts(game, &undeclared);
        skat_value_undeclared_fault(game->rules, &undeclared, result);
    } else if (skat_game_is_ramsch(game)) {
        skat_game_ramsch_facts(game, &ramsch);
        skat_value_ramsch(game->rules, &ramsch, result);
    } else {
        skat_value_passed_in(game->extra.bock, result);
    }
}

/* ---- scores ---- */

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
