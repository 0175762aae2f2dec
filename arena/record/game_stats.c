// SPDX-License-Identifier: MIT
#include "arena/record/game_stats.h"

#include <stddef.h>
#include <string.h>

const char *const stats_scoring_names[STATS_SCORINGS] = {
    [STATS_CLASSIC] = "classic",
    [STATS_SEEGER] = "seeger_fabian",
    [STATS_OWN] = "score",
};

enum stats_scoring stats_primary_scoring(const struct skat_rules *rules)
{
    return rules->scoring_system == SKAT_SCORING_CLASSIC         ? STATS_CLASSIC
           : rules->scoring_system == SKAT_SCORING_SEEGER_FABIAN ? STATS_SEEGER
                                                                 : STATS_OWN;
}

static uint8_t kind_of(const struct skat_game *game, const struct game_outcome *outcome)
{
    if (outcome->result.is_ramsch)
        return STATS_RAMSCH;
    if (game->table.declarer != SKAT_NOBODY)
        return game->table.announced ? game->table.contract.type : STATS_UNANNOUNCED;
    return game_status_is_fault(outcome->status) ? STATS_NO_GAME : STATS_PASSED_IN;
}

static void set_scores(struct game_stats *game_stats, const struct skat_game *game,
                       const struct game_outcome *outcome)
{
    bool seeger = game->rules->scoring_system == SKAT_SCORING_SEEGER_FABIAN;
    int32_t extra[SKAT_SEATS_MAX];

    skat_deal_extras(game->rules, &outcome->result, game_stats->declarer, outcome->seat_of, extra);
    for (int seat = 0; seat < outcome->seats; seat++) {
        game_stats->score[STATS_CLASSIC][seat] = outcome->classic[seat];
        game_stats->score[STATS_SEEGER][seat] = outcome->classic[seat] + extra[seat];
        game_stats->score[STATS_OWN][seat] = outcome->score[seat] + (seeger ? extra[seat] : 0);
    }
}

static void count_leads(const struct skat_game *game, struct game_habits *habits)
{
    const struct skat_table *table = &game->table;

    for (int trick = 0; trick * SKAT_PLAYERS < table->played_count; trick++) {
        const bool trump = game->order->trumps & skat_card_bit(table->played[trick * SKAT_PLAYERS]);
        const bool declarers = game->table.leader[trick] == table->declarer;
        if (declarers && trick < STATS_EARLY_TRICKS) {
            habits->declarer_leads++;
            habits->declarer_trumps += trump;
        } else if (!declarers && trick > 0) {
            habits->defender_leads++;
            habits->defender_trumps += trump;
        }
    }
}

/* Only of Skat as people play it: a declarer against two, with all cards known. */
static struct game_habits habits_of(const struct skat_game *game)
{
    const struct skat_contract contract = game->table.contract;
    struct game_habits habits = {0};

    if (game->rules->game != SKAT_VARIANT_SKAT || game->table.declarer == SKAT_NOBODY ||
        !game->table.announced || contract.type > SKAT_GAME_GRAND)
        return habits;
    if (contract.type != SKAT_GAME_GRAND)
        count_leads(game, &habits);
    habits.picked_up = !(contract.with & SKAT_WITH_HAND);
    habits.ace_aside = habits.picked_up && (game->skat & SKAT_RANK_CARDS(SKAT_ACE)) != 0;
    return habits;
}

/* The stage that a decision opens, unless a later one has begun. */
static enum stats_stage stage_of(unsigned kind)
{
    switch (kind) {
    case SKAT_ACTION_PASS:
    case SKAT_ACTION_BID:
    case SKAT_ACTION_HOLD:
    case SKAT_MOVE_CARD_OF: /* a card of the move before it */
        return STATS_STAGE_BIDS;
    case SKAT_ACTION_KONTRA:
        return STATS_STAGE_KONTRA;
    case SKAT_ACTION_CARD:
    case SKAT_ACTION_PLACE:
    case SKAT_ACTION_CONCEDE:
    case SKAT_ACTION_GIVE_UP:
    case SKAT_ACTION_CLAIM:
    case SKAT_ACTION_REFUSE:
        return STATS_STAGE_CARDS;
    default:
        return STATS_STAGE_GAME;
    }
}

static void set_opening(struct game_stats *game_stats, const struct skat_game *game)
{
    size_t count = 0;

    for (enum stats_stage stage = STATS_STAGE_BIDS; stage < STATS_STAGE_CARDS; stage++) {
        while (count < game->move_count && stage_of(game->moves[count].kind) <= stage)
            count++;
        game_stats->opening[stage] = game_outcome_opening_hash(game, count);
    }
}

enum stats_stage game_stats_first_difference(const struct game_stats *one,
                                             const struct game_stats *other)
{
    enum stats_stage stage = STATS_STAGE_BIDS;

    if (one->moves == other->moves)
        return STATS_STAGES;
    while (stage < STATS_STAGE_CARDS && one->opening[stage] == other->opening[stage])
        stage++;
    return stage;
}

void game_stats_of(struct game_stats *game_stats, const struct skat_game *game,
                   const struct game_outcome *outcome, const char *illegal)
{
    const struct skat_table *table = &game->table;
    const struct skat_result *result = &outcome->result;
    bool declared = table->declarer != SKAT_NOBODY, announced = declared && table->announced;

    *game_stats = (struct game_stats){
        .game = outcome->id.game,
        .session = outcome->id.session,
        .deal = outcome->id.deal,
        .moves = game_outcome_moves_hash(game, outcome, illegal),
        .arrangement = outcome->id.arrangement,
        .seats = (uint8_t)outcome->seats,
        .value = declared ? result->value : 0,
        .bid = declared ? table->bid : 0,
        .kind = kind_of(game, outcome),
        .declarer = table->declarer,
        .won = result->won > 0,
        .hand = announced && table->contract.with & SKAT_WITH_HAND,
        .ouvert = announced && table->contract.with & SKAT_WITH_OUVERT,
        .overbid = declared && result->overbid,
        .schneider = declared && result->levels >> SKAT_LEVEL_SCHNEIDER & 1,
        .schwarz = declared && result->levels >> SKAT_LEVEL_SCHWARZ & 1,
        .announced =
            announced ? table->contract.with & (SKAT_WITH_SCHNEIDER | SKAT_WITH_SCHWARZ) : 0,
        .habits = habits_of(game),
        .doublings = game->extra.kontra,
        .kontra_by = game->extra.kontra ? game->extra.kontra_by : SKAT_NOBODY,
        .bock = (uint8_t)result->bock,
        .status = outcome->status,
        .fault_seat =
            game_status_is_fault(outcome->status) ? outcome->seat_of[game->fault] : SKAT_NOBODY,
    };
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        game_stats->seat_of[position] = outcome->seat_of[position];
        game_stats->highest[position] = table->highest[position];
    }
    set_scores(game_stats, game, outcome);
    set_opening(game_stats, game);
}

struct game_stats game_stats_of_skipped(const struct game_id *id, int seats, struct deal_bids bids)
{
    struct game_stats stats = {.game = id->game,
                               .session = id->session,
                               .deal = id->deal,
                               .arrangement = id->arrangement,
                               .seats = (uint8_t)seats,
                               .kind = STATS_NO_GAME,
                               .declarer = SKAT_NOBODY,
                               .kontra_by = SKAT_NOBODY,
                               .fault_seat = SKAT_NOBODY,
                               .bids = bids};

    memset(stats.seat_of, SKAT_NOBODY, sizeof stats.seat_of);
    return stats;
}

/* ---- whether they can be ---- */

static bool within(const char **flaw, const char *field, int64_t found, int64_t least, int64_t most)
{
    if (found >= least && found <= most)
        return true;
    *flaw = field;
    return false;
}

/* Whether it is one of `count` seats or positions, or nobody. */
static bool one_or_nobody(const char **flaw, const char *field, unsigned found, unsigned count)
{
    if (found < count || found == SKAT_NOBODY)
        return true;
    *flaw = field;
    return false;
}

/* Whoever sits at the table sits there once. */
static bool seats_are_sound(const struct game_stats *stats, unsigned seats, const char **flaw)
{
    unsigned taken = 0;

    for (int position = 0; position < SKAT_PLAYERS; position++) {
        const unsigned seat = stats->seat_of[position];
        if (!one_or_nobody(flaw, "seat_of", seat, seats))
            return false;
        if (seat == SKAT_NOBODY)
            continue;
        if (taken >> seat & 1) {
            *flaw = "seat_of";
            return false;
        }
        taken |= 1u << seat;
    }
    return true;
}

/* A position at which somebody sits; nobody only if that is allowed. */
static bool player_is_sound(const struct game_stats *stats, const char *field, unsigned position,
                            bool or_nobody, const char **flaw)
{
    if (position == SKAT_NOBODY
            ? or_nobody
            : position < SKAT_PLAYERS && stats->seat_of[position] != SKAT_NOBODY)
        return true;
    *flaw = field;
    return false;
}

static bool scores_are_sound(const struct game_stats *stats, unsigned seats, const char **flaw)
{
    const int64_t SCORE_MAX = 100000000;

    for (int scoring = 0; scoring < STATS_SCORINGS; scoring++)
        for (unsigned seat = 0; seat < seats; seat++)
            if (!within(flaw, "score", stats->score[scoring][seat], -SCORE_MAX, SCORE_MAX))
                return false;
    return within(flaw, "value", stats->value, -SCORE_MAX, SCORE_MAX);
}

static bool habits_are_sound(const struct game_habits *habits, const char **flaw)
{
    return within(flaw, "declarer_leads", habits->declarer_leads, 0, STATS_EARLY_TRICKS) &&
           within(flaw, "declarer_trumps", habits->declarer_trumps, 0, habits->declarer_leads) &&
           within(flaw, "defender_trumps", habits->defender_trumps, 0, habits->defender_leads) &&
           within(flaw, "picked_up", habits->picked_up, 0, 1) &&
           within(flaw, "ace_aside", habits->ace_aside, 0, 1);
}

/* A fault is somebody's, and nobody is at fault without one. */
static bool fault_is_sound(const struct game_stats *stats, unsigned seats, const char **flaw)
{
    if (!within(flaw, "status", stats->status, 0, GAME_STATUSES - 1))
        return false;
    if (game_status_is_fault(stats->status))
        return within(flaw, "fault_seat", stats->fault_seat, 0, (int64_t)seats - 1);
    return within(flaw, "fault_seat", stats->fault_seat, SKAT_NOBODY, SKAT_NOBODY);
}

bool game_stats_are_sound(const struct game_stats *game_stats, unsigned seats, const char **flaw)
{
    const struct game_stats *stats = game_stats;
    const bool declared = stats->kind < SKAT_GAME_DECLARED || stats->kind == STATS_UNANNOUNCED;

    return within(flaw, "seats", stats->seats, seats, seats) &&
           within(flaw, "kind", stats->kind, 0, STATS_GAMES - 1) &&
           seats_are_sound(stats, seats, flaw) &&
           player_is_sound(stats, "declarer", stats->declarer, !declared, flaw) &&
           player_is_sound(stats, "kontra_by", stats->kontra_by, !stats->doublings, flaw) &&
           within(flaw, "doublings", stats->doublings, 0, SKAT_KONTRA_LEVELS_MAX) &&
           within(flaw, "won", stats->won, 0, 1) && within(flaw, "hand", stats->hand, 0, 1) &&
           within(flaw, "ouvert", stats->ouvert, 0, 1) &&
           within(flaw, "overbid", stats->overbid, 0, 1) &&
           within(flaw, "schneider", stats->schneider, 0, 1) &&
           within(flaw, "schwarz", stats->schwarz, 0, 1) &&
           within(flaw, "announced", stats->announced, 0,
                  SKAT_WITH_SCHNEIDER | SKAT_WITH_SCHWARZ) &&
           within(flaw, "bids", stats->bids.known, 0, STATS_BIDS_CHECKED) &&
           habits_are_sound(&stats->habits, flaw) && fault_is_sound(stats, seats, flaw) &&
           scores_are_sound(stats, seats, flaw);
}

unsigned game_stats_position(const struct game_stats *game_stats, unsigned seat)
{
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (game_stats->seat_of[position] == seat)
            return position;
    return SKAT_NOBODY;
}

enum stats_role game_stats_role(const struct game_stats *game_stats, unsigned position)
{
    if (position == SKAT_NOBODY)
        return STATS_ROLE_SITTING_OUT;
    switch (game_stats->kind) {
    case STATS_RAMSCH:
        return STATS_ROLE_RAMSCH;
    case STATS_PASSED_IN:
        return STATS_ROLE_PASSED_IN;
    case STATS_NO_GAME:
        return STATS_ROLE_NO_GAME;
    default:
        return position == game_stats->declarer ? STATS_ROLE_DECLARER : STATS_ROLE_DEFENDER;
    }
}
