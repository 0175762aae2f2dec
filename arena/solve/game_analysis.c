// SPDX-License-Identifier: MIT
#include "arena/solve/game_analysis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/record/game_stats.h"
#include "engine/variant.h"

const char *const game_analysis_kind_names[GAME_ANALYSIS_KINDS] = {
    [GAME_ANALYSIS_PLAYED] = "played",   [GAME_ANALYSIS_PASSED_IN] = "passed_in",
    [GAME_ANALYSIS_RAMSCH] = "ramsch",   [GAME_ANALYSIS_NO_GAME] = "no_game",
    [GAME_ANALYSIS_GAVE_UP] = "gave_up",
};

/* Entries of a solver's table. A larger table is not faster. */
enum { TABLE_BITS = 18, MEMORIES = 256 };

/* An answer about a contract of the current deal. */
struct contract_answer {
    unsigned position;
    int bid;
    bool hand;
    skat_cards discards;
    enum skat_game_type type;
    struct contract_found found;
};

struct game_analyzer {
    const struct game_analysis_options *options;
    void *space[2];
    struct skat_solver *play, *ask; /* for games and for contracts, each with its own table */
    struct skat_solver_deal deal;   /* the deal of `play`, if it has begun one */
    bool begun;
    int memories;
    struct contract_answer memory[MEMORIES];
};

struct game_analyzer *game_analyzer_new(const struct game_analysis_options *options)
{
    struct game_analyzer *analyzer = xcalloc(1, sizeof *analyzer);

    analyzer->options = options;
    for (int i = 0; i < 2; i++)
        analyzer->space[i] = xcheck(malloc(skat_solver_size(TABLE_BITS)));
    game_analyzer_begin_deal(analyzer);
    return analyzer;
}

void game_analyzer_free(struct game_analyzer *analyzer)
{
    for (int i = 0; i < 2; i++)
        free(analyzer->space[i]);
    free(analyzer);
}

void game_analyzer_begin_deal(struct game_analyzer *analyzer)
{
    analyzer->play = skat_solver_init(analyzer->space[0], TABLE_BITS);
    analyzer->ask = skat_solver_init(analyzer->space[1], TABLE_BITS);
    analyzer->begun = false;
    analyzer->memories = 0;
}

struct look {
    struct game_analysis *analysis;
    const struct game_json *line;
    struct game_analyzer *analyzer;
};

/* The number of card `n` among the moves of the record, where dealing out the skat is a move. */
static int move_of_card(const struct skat_game *game, int n)
{
    int number = 0, cards = -1;

    for (int i = 0; i < game->move_count && cards < n; i++) {
        const struct skat_move *move = &game->moves[i];
        number += move->kind != SKAT_MOVE_CARD_OF;
        number += move->kind == SKAT_ACTION_PICK_UP;
        cards += move->kind == SKAT_ACTION_CARD;
    }
    return number;
}

/* What the game would have paid if all had played perfectly with open cards. Declarer counts as
 * schwarz with no card points. */
static void set_worth(const struct look *look)
{
    struct game_analysis *analysis = look->analysis;
    const struct play_accuracy *accuracy = &analysis->accuracy;
    const struct skat_game *game = &look->line->game;
    struct game_outcome outcome = look->line->outcome;
    struct skat_facts facts;
    struct skat_result result;
    struct game_stats fact;
    int hand = game->rules->derived.deck->hand;

    skat_game_facts(game, &facts);
    facts.ending = SKAT_ENDED_PLAYED;
    if (accuracy->null) {
        facts.tricks = accuracy->value[0];
    } else {
        facts.points = accuracy->value[0];
        facts.tricks = accuracy->all_tricks                            ? hand
                       : facts.points == skat_cards_points(game->skat) ? 0
                                                                       : hand / 2;
    }
    skat_value(game->rules, &facts, &result);
    game_outcome_set_result(&outcome, game, &result);
    game_stats_of(&fact, game, &outcome, "");
    memcpy(analysis->worth, fact.score[stats_primary_scoring(game->rules)], sizeof analysis->worth);
    analysis->has_worth = true;
}

static bool remembers(const struct contract_answer *memory,
                      const struct contract_question *question, enum skat_game_type type)
{
    return memory->type == type && memory->position == question->position &&
           memory->bid == question->bid && memory->hand == question->hand &&
           memory->discards == question->discards;
}

/* contract_search_ask() with a memory of earlier answers. */
static struct contract_found ask(void *context, const struct contract_question *question,
                                 enum skat_game_type type)
{
    struct game_analyzer *analyzer = context;

    for (int i = 0; i < analyzer->memories; i++)
        if (remembers(&analyzer->memory[i], question, type))
            return analyzer->memory[i].found;
    struct contract_found found = contract_search_ask(question, analyzer->ask, type);
    if (found.won != CONTRACT_UNKNOWN && analyzer->memories < MEMORIES)
        analyzer->memory[analyzer->memories++] = (struct contract_answer){
            question->position, question->bid, question->hand, question->discards, type, found};
    return found;
}

static struct contract_question question_of(const struct skat_game *game, unsigned position)
{
    struct contract_question question = {.rules = game->rules,
                                         .skat =
                                             skat_deal_skat(&game->deal, game->rules->derived.deck),
                                         .position = position};
    memcpy(question.dealt, game->dealt, sizeof question.dealt);
    return question;
}

/* What declarer could have played; in a hand game only other hand games, as the skat is unseen. */
static void ask_contracts(const struct look *look)
{
    const struct skat_game *game = &look->line->game;
    struct contract_question question = question_of(game, game->table.declarer);

    question.bid = game->table.bid;
    question.hand = !game->table.picked_up;
    if (look->analyzer->options->depth == CONTRACTS_ACTUAL)
        question.discards = game->skat;
    for (int type = 0; type < CONTRACTS; type++)
        look->analysis->contracts[type] = ask(look->analyzer, &question, (enum skat_game_type)type);
    look->analysis->asked = true;
}

/* What the players who passed could have played at the lowest bid. */
static void ask_missed(const struct look *look)
{
    const struct skat_game *game = &look->line->game;

    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        struct contract_question question = question_of(game, position);
        struct missed *missed = &look->analysis->missed[position];
        question.bid = game->rules->derived.ladder[0];
        question.hand = look->analyzer->options->depth == CONTRACTS_ACTUAL;
        missed->type = (int8_t)contract_search_best(&question, ask, look->analyzer, &missed->found);
    }
    look->analysis->asked = true;
}

static bool same_deal(const struct skat_solver_deal *one, const struct skat_solver_deal *other)
{
    return one->game == other->game && one->alone == other->alone &&
           memcmp(one->hands, other->hands, sizeof one->hands) == 0;
}

/* Keeps the solver's table if the last game had the same deal. */
static void begin_play(struct game_analyzer *analyzer, const struct skat_solver_deal *deal)
{
    if (!analyzer->begun || !same_deal(&analyzer->deal, deal))
        skat_solver_deal(analyzer->play, deal);
    analyzer->begun = true;
    analyzer->deal = *deal;
}

/* Nodes left for contracts after those of the game; never 0, which would mean no limit. */
static uint64_t nodes_left(const struct game_analyzer *analyzer)
{
    uint64_t limit = analyzer->options->limit_nodes, used = skat_solver_nodes(analyzer->play);
    return !limit ? 0 : used < limit ? limit - used : 1;
}

static void look_at_play(const struct look *look)
{
    struct game_analysis *analysis = look->analysis;
    const struct skat_game *game = &look->line->game;
    struct skat_solver_deal deal;

    if (!play_accuracy_deal(game, &deal))
        return;
    begin_play(look->analyzer, &deal);
    if (!play_accuracy_measure(&analysis->accuracy, game, &deal, look->analyzer->play)) {
        analysis->kind = GAME_ANALYSIS_GAVE_UP;
        return;
    }
    analysis->kind = GAME_ANALYSIS_PLAYED;
    if (analysis->accuracy.turn != PLAY_NO_TURN)
        analysis->turn_move = move_of_card(game, analysis->accuracy.turn);
    if (analysis->accuracy.goal.kind != GOAL_UNKNOWN)
        set_worth(look);
    skat_solver_limit(look->analyzer->ask, nodes_left(look->analyzer));
    if (look->analyzer->options->depth != CONTRACTS_NONE && deal.game < CONTRACTS)
        ask_contracts(look);
}

static void set_head(struct game_analysis *analysis, const struct game_json *line)
{
    const struct skat_game *game = &line->game;
    struct game_stats fact;

    game_stats_of(&fact, game, &line->outcome, line->illegal);
    *analysis = (struct game_analysis){
        .id = line->id,
        .signature = game_outcome_signature(game, &line->outcome),
        .kind = GAME_ANALYSIS_NO_GAME,
        .seats = (uint8_t)line->seats,
        .declarer = game->table.declarer,
        .won = fact.won,
        .hand = fact.hand,
    };
    for (int seat = 0; seat < line->seats; seat++)
        snprintf(analysis->names[seat], sizeof analysis->names[seat], "%s", line->table[seat]);
    memcpy(analysis->seat_of, line->outcome.seat_of, sizeof analysis->seat_of);
    memcpy(analysis->score, fact.score[stats_primary_scoring(game->rules)], sizeof analysis->score);
    if (game->table.announced)
        skat_rules_code(game->rules, game->table.contract, analysis->contract);
    if (fact.kind == STATS_RAMSCH)
        analysis->kind = GAME_ANALYSIS_RAMSCH;
    else if (fact.kind == STATS_PASSED_IN)
        analysis->kind = GAME_ANALYSIS_PASSED_IN;
}

void game_analysis_make(struct game_analysis *analysis, const struct game_json *line,
                        struct game_analyzer *analyzer)
{
    struct look look = {analysis, line, analyzer};

    set_head(analysis, line);
    skat_solver_limit(analyzer->play, analyzer->options->limit_nodes);
    skat_solver_limit(analyzer->ask, analyzer->options->limit_nodes);
    if (analysis->kind == GAME_ANALYSIS_PASSED_IN) {
        if (analyzer->options->depth != CONTRACTS_NONE)
            ask_missed(&look);
    } else if (analysis->declarer != SKAT_NOBODY && analysis->kind != GAME_ANALYSIS_RAMSCH) {
        look_at_play(&look);
    }
    analysis->nodes = skat_solver_nodes(analyzer->play) + skat_solver_nodes(analyzer->ask);
}

/* ---- from a file ---- */

/* A bool is read as a byte: any other value of it would be undefined. */
static bool is_bool(const bool *value) { return *(const unsigned char *)value <= 1; }

static bool ends(const char *text, size_t size) { return memchr(text, '\0', size) != NULL; }

static bool names_are_sound(const struct game_analysis *analysis)
{
    for (int seat = 0; seat < SKAT_SEATS_MAX; seat++)
        if (!ends(analysis->names[seat], sizeof analysis->names[seat]))
            return false;
    return true;
}

static bool seats_are_sound(const struct game_analysis *analysis)
{
    for (int position = 0; position < SKAT_PLAYERS; position++)
        if (analysis->seat_of[position] >= analysis->seats)
            return false;
    return analysis->seats <= SKAT_SEATS_MAX;
}

static bool scores_are_sound(const struct game_analysis *analysis)
{
    const int32_t SCORE_MAX = 100000000;

    for (int seat = 0; seat < SKAT_SEATS_MAX; seat++)
        if (analysis->score[seat] > SCORE_MAX || analysis->score[seat] < -SCORE_MAX ||
            analysis->worth[seat] > SCORE_MAX || analysis->worth[seat] < -SCORE_MAX)
            return false;
    return true;
}

static bool accuracy_is_sound(const struct play_accuracy *accuracy)
{
    if (accuracy->cards > SKAT_DECK_MAX || accuracy->turn < PLAY_NO_TURN ||
        accuracy->turn >= accuracy->cards || (unsigned)accuracy->goal.kind > GOAL_UNKNOWN ||
        !is_bool(&accuracy->null) || !is_bool(&accuracy->all_tricks))
        return false;
    for (int n = 0; n < accuracy->cards; n++)
        if (accuracy->player[n] >= SKAT_PLAYERS || accuracy->card[n] >= SKAT_CARD_CODES)
            return false;
    return true;
}

static bool found_is_sound(const struct contract_found *found)
{
    return found->won >= CONTRACT_UNKNOWN && found->won <= 1;
}

static bool contracts_are_sound(const struct game_analysis *analysis)
{
    for (int type = 0; type < CONTRACTS; type++)
        if (!found_is_sound(&analysis->contracts[type]))
            return false;
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        const struct missed *missed = &analysis->missed[position];
        if (!found_is_sound(&missed->found) || missed->type < CONTRACT_UNKNOWN ||
            missed->type > CONTRACTS || (missed->found.won > 0 && missed->type < 0) ||
            (missed->found.won > 0 && missed->type == CONTRACTS))
            return false;
    }
    return true;
}

/* A game that was played, and other contracts of one, have a declarer. */
static bool declarer_is_sound(const struct game_analysis *analysis)
{
    return analysis->declarer < SKAT_PLAYERS ||
           (analysis->declarer == SKAT_NOBODY && analysis->kind != GAME_ANALYSIS_PLAYED);
}

static bool flags_are_sound(const struct game_analysis *analysis)
{
    return is_bool(&analysis->won) && is_bool(&analysis->hand) && is_bool(&analysis->has_worth) &&
           is_bool(&analysis->asked);
}

bool game_analysis_is_sound(const struct game_analysis *analysis, const char **field)
{
    const uint64_t NODES_MAX = (uint64_t)1 << 44; /* a day of them; so their sum stays a number */

    *field = (unsigned)analysis->kind >= GAME_ANALYSIS_KINDS        ? "kind"
             : !seats_are_sound(analysis)                           ? "seats"
             : !names_are_sound(analysis)                           ? "table"
             : !declarer_is_sound(analysis)                         ? "declarer"
             : !ends(analysis->contract, sizeof analysis->contract) ? "contract"
             : !flags_are_sound(analysis)                           ? "won"
             : !accuracy_is_sound(&analysis->accuracy)              ? "cards"
             : !scores_are_sound(analysis)                          ? "score"
             : !contracts_are_sound(analysis)                       ? "contracts"
             : analysis->nodes > NODES_MAX                          ? "nodes"
                                                                    : NULL;
    return !*field;
}
