// SPDX-License-Identifier: MIT
#include "arena/solve/play_accuracy.h"

#include <string.h>

#include "engine/variant.h"

/* ---- goals ---- */

struct goal goal_of(const struct skat_rules *rules, const struct skat_facts *facts)
{
    struct skat_facts asked = *facts;
    struct skat_result result;
    int hand = rules->derived.deck->hand;

    asked.ending = SKAT_ENDED_PLAYED;
    asked.spitzen_failed = false;
    if (skat_contract_spitzen(facts->contract))
        return (struct goal){GOAL_UNKNOWN, 0};
    if (skat_games[facts->contract.type].fixed_value)
        return (struct goal){GOAL_NO_TRICK, 0};
    /* Ask the rules, so that bid, announcements and levels are not implemented twice. */
    asked.tricks = hand / 2;
    for (asked.points = 0; asked.points <= skat_cards_points(rules->derived.deck->cards);
         asked.points++) {
        skat_value(rules, &asked, &result);
        if (result.won)
            return (struct goal){GOAL_POINTS, asked.points};
    }
    asked.points--;
    asked.tricks = hand;
    skat_value(rules, &asked, &result);
    return (struct goal){result.won ? GOAL_ALL_TRICKS : GOAL_IMPOSSIBLE, 0};
}

/* ---- moments ---- */

struct moment moment_start(const struct skat_solver_deal *deal, unsigned leader, int skat_points)
{
    struct moment moment = {.position = skat_solver_start(deal), .points = skat_points};

    moment.position.leader = (uint8_t)leader;
    return moment;
}

void moment_play(struct moment *moment, const struct skat_solver *solver,
                 const struct skat_solver_deal *deal, skat_card card)
{
    int points = skat_card_points[card];

    for (int i = 0; i < moment->position.count; i++)
        points += skat_card_points[moment->position.trick[i]];
    unsigned winner = skat_solver_play(solver, &moment->position, card);
    if (winner == deal->alone) {
        moment->alone = true;
        moment->points += points;
    } else if (winner != SKAT_NO_TRICK) {
        moment->others = true;
    }
}

int moment_won(const struct moment *moment, struct skat_solver *solver, struct goal goal)
{
    int answer = 0;

    switch (goal.kind) {
    case GOAL_POINTS:
        return skat_solver_reaches(solver, &moment->position, goal.points - moment->points);
    case GOAL_NO_TRICK:
        answer = moment->alone ? 1 : skat_solver_reaches(solver, &moment->position, 1);
        return answer < 0 ? answer : !answer;
    case GOAL_ALL_TRICKS:
        return moment->others ? 0 : skat_solver_all_tricks(solver, &moment->position);
    case GOAL_IMPOSSIBLE:
    case GOAL_UNKNOWN:
        break;
    }
    return answer;
}

/* ---- a game ---- */

/* The position that played card `n`. */
static unsigned player_of(const struct skat_table *table, int n)
{
    return (table->leader[n / SKAT_PLAYERS] + (unsigned)n % SKAT_PLAYERS) % SKAT_PLAYERS;
}

bool play_accuracy_deal(const struct skat_game *game, struct skat_solver_deal *deal)
{
    const struct skat_table *table = &game->table;

    *deal = (struct skat_solver_deal){.game = table->contract.type, .alone = table->declarer};
    if (table->declarer == SKAT_NOBODY || !table->announced || game->too_high)
        return false;
    for (int position = 0; position < SKAT_PLAYERS; position++)
        deal->hands[position] = game->hands[position];
    for (int n = 0; n < table->played_count; n++)
        deal->hands[player_of(table, n)] |= skat_card_bit(table->played[n]);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        if (skat_cards_count(deal->hands[position]) != game->rules->derived.deck->hand)
            return false;
    return true;
}

struct measurement {
    struct play_accuracy *accuracy;
    const struct skat_solver_deal *deal;
    struct skat_solver *solver;
    struct moment moments[SKAT_DECK_MAX + 1]; /* before each card, and at the end */
};

static void replay(struct measurement *measurement, const struct skat_game *game)
{
    struct play_accuracy *accuracy = measurement->accuracy;
    struct moment moment =
        moment_start(measurement->deal, game->table.leader[0], skat_cards_points(game->skat));

    measurement->moments[0] = moment;
    for (int n = 0; n < accuracy->cards; n++) {
        accuracy->card[n] = game->table.played[n];
        accuracy->player[n] = (uint8_t)player_of(&game->table, n);
        accuracy->choices[n] =
            (uint8_t)skat_cards_count(skat_solver_legal(measurement->solver, &moment.position));
        moment_play(&moment, measurement->solver, measurement->deal, accuracy->card[n]);
        measurement->moments[n + 1] = moment;
    }
}

/* The value at moment `n`. It is at most (if declarer played) or at least the previous one; usually
 * one search shows that it did not change. */
static int value_after(const struct measurement *measurement, int n)
{
    const struct moment *moment = &measurement->moments[n];
    bool by_declarer = measurement->accuracy->player[n - 1] == measurement->deal->alone;
    int before = measurement->accuracy->value[n - 1] - moment->points;
    int answer = skat_solver_reaches(measurement->solver, &moment->position, before + !by_declarer);

    if (answer != SKAT_SOLVER_GAVE_UP && answer == by_declarer)
        return before + moment->points;
    int value = answer < 0 ? answer : skat_solver_value(measurement->solver, &moment->position);
    return value < 0 ? SKAT_SOLVER_GAVE_UP : value + moment->points;
}

static int null_value(const struct measurement *measurement, int n)
{
    const struct moment *moment = &measurement->moments[n];

    return moment->alone ? 1 : skat_solver_reaches(measurement->solver, &moment->position, 1);
}

static int value_at(const struct measurement *measurement, int n)
{
    const struct moment *moment = &measurement->moments[n];

    if (measurement->accuracy->null)
        return null_value(measurement, n);
    if (n)
        return value_after(measurement, n);
    int value = skat_solver_value(measurement->solver, &moment->position);
    return value < 0 ? value : value + moment->points;
}

static bool find_values(struct measurement *measurement)
{
    struct play_accuracy *accuracy = measurement->accuracy;

    for (int n = 0; n <= accuracy->cards; n++) {
        int value = value_at(measurement, n);
        if (value < 0)
            return false;
        accuracy->value[n] = (int16_t)value;
    }
    return true;
}

/* Could declarer win at moment `n`? Uses the values if they decide it. */
static int won_at(const struct measurement *measurement, int n)
{
    const struct play_accuracy *accuracy = measurement->accuracy;

    if (accuracy->goal.kind == GOAL_POINTS)
        return accuracy->value[n] >= accuracy->goal.points;
    if (accuracy->goal.kind == GOAL_NO_TRICK)
        return !accuracy->value[n];
    return moment_won(&measurement->moments[n], measurement->solver, accuracy->goal);
}

static bool find_results(struct measurement *measurement)
{
    struct play_accuracy *accuracy = measurement->accuracy;

    for (int n = 0; n <= accuracy->cards; n++) {
        int won = won_at(measurement, n);
        if (won < 0)
            return false;
        accuracy->won |= (uint64_t)won << n;
        if (n && won != play_accuracy_won(accuracy, n - 1))
            accuracy->turn = (int8_t)(n - 1);
    }
    return true;
}

/* Finds the cards that would have kept the result from before the turn. */
static bool find_kept(struct measurement *measurement)
{
    struct play_accuracy *accuracy = measurement->accuracy;

    if (accuracy->turn == PLAY_NO_TURN)
        return true;
    const struct moment *before = &measurement->moments[accuracy->turn];
    for (skat_cards rest = skat_solver_legal(measurement->solver, &before->position); rest;) {
        skat_card card = skat_cards_pop(&rest);
        struct moment after = *before;
        moment_play(&after, measurement->solver, measurement->deal, card);
        int won = moment_won(&after, measurement->solver, accuracy->goal);
        if (won < 0)
            return false;
        if (won == play_accuracy_won(accuracy, accuracy->turn))
            accuracy->kept_by |= skat_card_bit(card);
    }
    return true;
}

/* Schwarz comes last: it is a different search, which drops the solver's stored values. */
static bool find_schwarz(struct measurement *measurement)
{
    struct play_accuracy *accuracy = measurement->accuracy;

    if (accuracy->null || accuracy->value[0] < skat_cards_points(SKAT_DECK_32))
        return true;
    int all = skat_solver_all_tricks(measurement->solver, &measurement->moments[0].position);
    accuracy->all_tricks = all > 0;
    return all >= 0;
}

bool play_accuracy_measure(struct play_accuracy *accuracy, const struct skat_game *game,
                           const struct skat_solver_deal *deal, struct skat_solver *solver)
{
    struct measurement measurement = {.accuracy = accuracy, .deal = deal, .solver = solver};
    struct skat_facts facts;

    skat_game_facts(game, &facts);
    *accuracy = (struct play_accuracy){
        .cards = game->table.played_count,
        .null = skat_games[deal->game].fixed_value,
        .goal = goal_of(game->rules, &facts),
        .turn = PLAY_NO_TURN,
    };
    replay(&measurement, game);
    return find_values(&measurement) &&
           (accuracy->goal.kind == GOAL_UNKNOWN ||
            (find_results(&measurement) && find_kept(&measurement))) &&
           find_schwarz(&measurement);
}

/* ---- better cards ---- */

/* Sets *cards to the cards that may be played and keep `value`, declarer's points at the end (in
 * null: 1 if declarer can be forced to take a trick). Declarer must reach it; a defender must not
 * let declarer have more. In null it is the other way round. False if the solver gave up. */
static bool keeping(const struct moment *moment, struct skat_solver *solver,
                    const struct skat_solver_deal *deal, int value, skat_cards *cards)
{
    bool null = deal->game == SKAT_GAME_NULL || deal->game == SKAT_GAME_REVOLUTION;
    bool alone = skat_solver_turn(&moment->position) == deal->alone;
    skat_cards legal = skat_solver_legal(solver, &moment->position), reaching = 0;
    int points = null ? 1 : value - moment->points + !alone;

    if (!skat_solver_reaching(solver, &moment->position, legal, points, &reaching))
        return false;
    *cards = alone != null ? reaching : legal & ~reaching;
    return true;
}

bool better_cards_find(const struct skat_game *game, const int *values, struct skat_solver *solver,
                       skat_cards better[SKAT_DECK_MAX])
{
    struct skat_solver_deal deal;

    memset(better, 0, SKAT_DECK_MAX * sizeof *better);
    if (!play_accuracy_deal(game, &deal))
        return false;
    skat_solver_deal(solver, &deal);
    struct moment moment =
        moment_start(&deal, game->table.leader[0], skat_cards_points(game->skat));
    for (int n = 0; n < game->table.played_count; n++) {
        if (values[n + 1] != values[n] && !keeping(&moment, solver, &deal, values[n], &better[n]))
            return false;
        moment_play(&moment, solver, &deal, game->table.played[n]);
    }
    return true;
}
