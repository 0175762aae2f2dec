// SPDX-License-Identifier: MIT
#include "arena/compare/redeal_case.h"

#include "engine/deck.h"

bool redeal_tables_differ(const struct redeal_tables *tables, const struct game_stats *games)
{
    for (int i = 0; i < tables->count; i++)
        for (int k = 0; k < i; k++)
            if (tables->of[i].counterpart_number == tables->of[k].counterpart_number &&
                games[tables->of[i].place].moves != games[tables->of[k].place].moves)
                return true;
    return false;
}

/* ---- games ---- */

static void acts(void *context, const struct skat_game *game, unsigned position,
                 const struct skat_action *action)
{
    (void)game;
    game_trace_add(context, position, action);
}

bool redeal_game_of(struct redeal_game *game, const struct skat_rules *rules,
                    const struct game_id *id, const struct played_moves *moves)
{
    const struct skat_record_watcher watcher = {&game->trace, acts};
    struct skat_game played;
    char text[SKAT_RECORD_SIZE];
    struct game_outcome outcome;
    struct skat_replay replay;
    struct skat_decision open;

    played_moves_text(moves, moves->count, rules, &played, text);
    skat_game_start(&played, rules, &moves->deal, NULL);
    game_trace_begin(&game->trace, &played);
    skat_record_follow(&played, text, false, &watcher, &replay);
    if (replay.end != SKAT_REPLAY_ALL || skat_game_pending(&played, &open) ||
        played.fault != SKAT_NOBODY)
        return false;
    game_outcome_of_game(&played, id, GAME_OK, &outcome);
    game_stats_of(&game->stats, &played, &outcome, "");
    return true;
}

static bool same_step(const struct game_trace_step *one, const struct game_trace_step *other)
{
    return one->position == other->position && skat_action_same(&one->action, &other->action);
}

bool redeal_begins_alike(const struct game_trace *game, const struct game_trace *other, int steps)
{
    if (game->count < steps || other->count < steps)
        return false;
    for (int i = 0; i < steps; i++)
        if (!same_step(&game->steps[i], &other->steps[i]))
            return false;
    return true;
}

/* ---- cases ---- */

/* The games at the tables of one counterpart, followed side by side as long as they are the
 * counterpart's. */
struct counterpart_walk {
    const struct redeal_tables *tables;
    const struct redeal_game *const *games;
    bool alike[ARRANGEMENTS_MAX]; /* by table: until now */
    struct skat_game game;        /* the counterpart's, until now */
    int step;
    bool knows_skat[SKAT_PLAYERS];
};

static const struct game_trace *trace_of(const struct counterpart_walk *walk, int table)
{
    return &walk->games[walk->tables->of[table].place]->trace;
}

static unsigned seat_to_move(const struct counterpart_walk *walk,
                             const struct game_trace_step *step)
{
    const struct game_stats *stats = &walk->games[walk->tables->of[0].place]->stats;

    return stats->seat_of[skat_game_player(&walk->game, step->position)];
}

static const struct game_trace_step *step_of(const struct counterpart_walk *walk,
                                             const struct game_trace *trace)
{
    return walk->step < trace->count ? &trace->steps[walk->step] : NULL;
}

/* What the counterpart does next, from its game or from a table at which another seat is
 * changed. NULL: it is over, or nobody knows. */
static const struct game_trace_step *counterpart_step(const struct counterpart_walk *walk,
                                                      const struct redeal_game *of_counterpart,
                                                      bool *over)
{
    *over = false;
    if (of_counterpart) {
        const struct game_trace_step *step = step_of(walk, &of_counterpart->trace);
        *over = !step;
        return step;
    }
    for (int i = 0; i < walk->tables->count; i++) {
        const struct game_trace_step *step =
            walk->alike[i] ? step_of(walk, trace_of(walk, i)) : NULL;
        if (walk->alike[i] && !step)
            *over = true; /* all that are alike end together */
        if (step && seat_to_move(walk, step) != walk->tables->of[i].seat)
            return step;
    }
    return NULL;
}

/* Decisions of which a first difference makes a case. */
static bool is_bidding(const struct skat_decision *decision)
{
    return decision->kind == SKAT_DECIDE_BID || decision->kind == SKAT_DECIDE_HOLD ||
           decision->kind == SKAT_DECIDE_CALL || decision->kind == SKAT_DECIDE_HOLD_CALL ||
           decision->kind == SKAT_DECIDE_GAME || decision->kind == SKAT_DECIDE_DECLARE;
}

static int alive(const struct counterpart_walk *walk)
{
    int count = 0;

    for (int i = 0; i < walk->tables->count; i++)
        count += walk->alike[i];
    return count;
}

/* Drops the tables that do something else than the counterpart; those in the auction are cases. */
static void compare_with(struct counterpart_walk *walk, const struct game_trace_step *counterpart,
                         bool bidding, const struct skat_decision *decision,
                         struct redeal_case cases[], int *count)
{
    for (int i = 0; i < walk->tables->count; i++) {
        const struct game_trace_step *step =
            walk->alike[i] ? step_of(walk, trace_of(walk, i)) : NULL;
        if (!walk->alike[i] || (step && same_step(step, counterpart)))
            continue;
        walk->alike[i] = false;
        if (bidding && step && step->position == counterpart->position)
            cases[(*count)++] =
                (struct redeal_case){.table = &walk->tables->of[i],
                                     .steps = walk->step,
                                     .position = counterpart->position,
                                     .decision = decision->kind,
                                     .knows_skat = walk->knows_skat[counterpart->position]};
    }
}

enum redeal_counterpart redeal_cases_find(struct redeal_case cases[], int *count,
                                          const struct redeal_tables *tables, int counterpart,
                                          const struct redeal_game *const games[],
                                          const struct redeal_game *of_counterpart, int *like)
{
    struct counterpart_walk walk = {.tables = tables, .games = games};
    const struct game_trace *first = NULL;
    bool bidding = true, over = false;

    *count = 0;
    for (int i = 0; i < tables->count; i++) {
        walk.alike[i] = tables->of[i].counterpart_number == counterpart;
        if (walk.alike[i])
            first = trace_of(&walk, i);
    }
    if (!first)
        return REDEAL_COUNTERPART_UNUSED;
    skat_game_start(&walk.game, first->rules, &first->deal, &first->terms);
    for (; alive(&walk); walk.step++) {
        struct skat_decision decision;
        bidding = bidding && skat_game_pending(&walk.game, &decision) && is_bidding(&decision);
        const struct game_trace_step *step = counterpart_step(&walk, of_counterpart, &over);
        if (!step)
            break;
        compare_with(&walk, step, bidding, &decision, cases, count);
        walk.knows_skat[step->position] |= step->action.kind == SKAT_ACTION_PICK_UP;
        skat_game_apply(&walk.game, step->position, &step->action);
    }
    for (*like = 0; over && *like < tables->count; ++*like)
        if (walk.alike[*like]) {
            *like = tables->of[*like].place;
            return *count ? REDEAL_COUNTERPART_KNOWN : REDEAL_COUNTERPART_UNUSED;
        }
    /* Who is left may still differ in the auction. */
    return *count || (bidding && alive(&walk) && !over) ? REDEAL_COUNTERPART_UNKNOWN
                                                        : REDEAL_COUNTERPART_UNUSED;
}

/* ---- re-deals ---- */

void redeal_cards(struct skat_deal *deal, const struct redeal_case *of,
                  const struct redeal_game *game, const struct skat_random_key *key,
                  uint32_t arrangement, uint32_t number)
{
    const struct skat_deck *deck = game->trace.rules->derived.deck;
    const struct skat_random_key own = skat_random_deal_key(key, arrangement + 1, number);
    uint8_t places[SKAT_DECK_MAX];
    uint32_t hidden = 0;
    struct skat_random random;

    *deal = game->trace.deal;
    for (unsigned place = 0; place < deck->count; place++) {
        const bool skat = place >= (unsigned)(SKAT_PLAYERS * deck->hand);
        if (skat ? !of->knows_skat : place / deck->hand != of->position)
            places[hidden++] = (uint8_t)place;
    }
    skat_random_start(&random, &own, SKAT_RANDOM_DEAL);
    for (uint32_t left = hidden; left > 1; left--) {
        const uint32_t with = skat_random_below(&random, left);
        const skat_card card = deal->cards[places[left - 1]];
        deal->cards[places[left - 1]] = deal->cards[places[with]];
        deal->cards[places[with]] = card;
    }
}

void redeal_difference(int32_t difference[STATS_SCORINGS], const uint8_t *table, int seats, int a,
                       int b, const struct game_stats *game, const struct game_stats *counterpart)
{
    const int of_a = table_seats_of(table, seats, a), of_b = table_seats_of(table, seats, b);

    for (int scoring = 0; scoring < STATS_SCORINGS; scoring++) {
        difference[scoring] = 0;
        for (int seat = 0; seat < seats; seat++) {
            const int32_t more = game->score[scoring][seat] - counterpart->score[scoring][seat];
            if (table[seat] == a)
                difference[scoring] += more * (SEAT_WEIGHT / of_a);
            else if (table[seat] == b)
                difference[scoring] -= more * (SEAT_WEIGHT / of_b);
        }
    }
}

int64_t redeal_change(const int32_t differences[], int count)
{
    int64_t sum = 0;

    for (int i = 0; i <= count; i++)
        sum += differences[i];
    /* Whole: with at most four seats a bot, SEAT_WEIGHT / 4 divides the sum. */
    return sum * (REDEAL_WEIGHT / SEAT_WEIGHT) / (count + 1) -
           (int64_t)differences[0] * (REDEAL_WEIGHT / SEAT_WEIGHT);
}
