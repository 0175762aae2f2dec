#include "arena/solve/game_analysis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/record/game_stats.h"

const char *const annotation_kind_names[ANNOTATION_KINDS] = {
    [ANNOTATION_PLAYED] = "played",   [ANNOTATION_PASSED_IN] = "passed_in",
    [ANNOTATION_RAMSCH] = "ramsch",   [ANNOTATION_NO_GAME] = "no_game",
    [ANNOTATION_GAVE_UP] = "gave_up",
};

/* Positions of a solver's table: more than this does not make it faster (arena/README.md, "Analyze"). */
enum { TABLE_BITS = 18, MEMORIES = 256 };

/* An answer about a contract of the present deal. */
struct memory {
    unsigned position;
    int bid;
    bool hand;
    skat_cards discards;
    enum skat_game_type type;
    struct contract_found found;
};

struct annotator {
    const struct annotation_options *options;
    void *space[2];
    struct skat_solver *play, *ask; /* each with its own table: for games, and for contracts */
    struct skat_solver_deal deal;   /* that `play` is at, where it has begun one */
    bool begun;
    int memories;
    struct memory memory[MEMORIES];
};

struct annotator *annotator_new(const struct annotation_options *options)
{
    struct annotator *annotator = calloc(1, sizeof *annotator);

    if (!annotator)
        abort(); /* out of memory */
    annotator->options = options;
    for (int i = 0; i < 2; i++)
        if (!(annotator->space[i] = malloc(skat_solver_size(TABLE_BITS))))
            abort();
    annotator_begin_deal(annotator);
    return annotator;
}

void annotator_free(struct annotator *annotator)
{
    for (int i = 0; i < 2; i++)
        free(annotator->space[i]);
    free(annotator);
}

void annotator_begin_deal(struct annotator *annotator)
{
    annotator->play = skat_solver_init(annotator->space[0], TABLE_BITS);
    annotator->ask = skat_solver_init(annotator->space[1], TABLE_BITS);
    annotator->begun = false;
    annotator->memories = 0;
}

struct look {
    struct annotation *annotation;
    const struct gameline *line;
    struct annotator *annotator;
};

/* The number of card `n` among the moves of the record, where the skat that the world gives is one. */
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

/* What the game would have paid if all had played it by open cards. Declarer is taken to be schwarz
 * where he gets no card points. */
static void set_worth(const struct look *look)
{
    struct annotation *annotation = look->annotation;
    const struct accuracy *accuracy = &annotation->accuracy;
    const struct skat_game *game = &look->line->game;
    struct outcome outcome = look->line->outcome;
    struct skat_facts facts;
    struct skat_result result;
    struct fact fact;
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
    outcome_set_result(&outcome, game, &result);
    fact_of_game(&fact, game, &outcome, "");
    memcpy(annotation->worth, fact.score[fact_primary(game->rules)], sizeof annotation->worth);
    annotation->has_worth = true;
}

static bool remembers(const struct memory *memory, const struct contracts_question *question,
                      enum skat_game_type type)
{
    return memory->type == type && memory->position == question->position &&
           memory->bid == question->bid && memory->hand == question->hand &&
           memory->discards == question->discards;
}

/* contracts_ask(), but for what was asked before. */
static struct contract_found ask(void *context, const struct contracts_question *question,
                                 enum skat_game_type type)
{
    struct annotator *annotator = context;

    for (int i = 0; i < annotator->memories; i++)
        if (remembers(&annotator->memory[i], question, type))
            return annotator->memory[i].found;
    struct contract_found found = contracts_ask(question, annotator->ask, type);
    if (found.won != CONTRACT_UNKNOWN && annotator->memories < MEMORIES)
        annotator->memory[annotator->memories++] = (struct memory){
            question->position, question->bid, question->hand, question->discards, type, found};
    return found;
}

static struct contracts_question question_of(const struct skat_game *game, unsigned position)
{
    struct contracts_question question = {
        .rules = game->rules,
        .skat = skat_deal_skat(&game->deal, game->rules->derived.deck),
        .position = position};
    memcpy(question.dealt, game->dealt, sizeof question.dealt);
    return question;
}

/* What declarer could have played. By hand he chose before he saw the skat: only hand games. */
static void ask_contracts(const struct look *look)
{
    const struct skat_game *game = &look->line->game;
    struct contracts_question question = question_of(game, game->table.declarer);

    question.bid = game->table.bid;
    question.hand = !game->table.picked_up;
    if (look->annotator->options->depth == CONTRACTS_ACTUAL)
        question.discards = game->skat;
    for (int type = 0; type < CONTRACTS; type++)
        look->annotation->contracts[type] =
            ask(look->annotator, &question, (enum skat_game_type)type);
    look->annotation->asked = true;
}

/* What who passed could have played at the lowest bid. */
static void ask_missed(const struct look *look)
{
    const struct skat_game *game = &look->line->game;

    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        struct contracts_question question = question_of(game, position);
        struct missed *missed = &look->annotation->missed[position];
        question.bid = game->rules->derived.ladder[0];
        question.hand = look->annotator->options->depth == CONTRACTS_ACTUAL;
        missed->type = (int8_t)contracts_best(&question, ask, look->annotator, &missed->found);
    }
    look->annotation->asked = true;
}

static bool same_deal(const struct skat_solver_deal *one, const struct skat_solver_deal *other)
{
    return one->game == other->game && one->alone == other->alone &&
           memcmp(one->hands, other->hands, sizeof one->hands) == 0;
}

/* The table of the last game is of use where it was the same one. */
static void begin_play(struct annotator *annotator, const struct skat_solver_deal *deal)
{
    if (!annotator->begun || !same_deal(&annotator->deal, deal))
        skat_solver_deal(annotator->play, deal);
    annotator->begun = true;
    annotator->deal = *deal;
}

/* Nodes that contracts may take, behind those of the game. 0 would be no limit. */
static uint64_t nodes_left(const struct annotator *annotator)
{
    uint64_t limit = annotator->options->limit_nodes, used = skat_solver_nodes(annotator->play);
    return !limit ? 0 : used < limit ? limit - used : 1;
}

static void look_at_play(const struct look *look)
{
    struct annotation *annotation = look->annotation;
    const struct skat_game *game = &look->line->game;
    struct skat_solver_deal deal;

    if (!accuracy_deal(game, &deal))
        return;
    begin_play(look->annotator, &deal);
    if (!accuracy_measure(&annotation->accuracy, game, &deal, look->annotator->play)) {
        annotation->kind = ANNOTATION_GAVE_UP;
        return;
    }
    annotation->kind = ANNOTATION_PLAYED;
    if (annotation->accuracy.turn != NO_TURN)
        annotation->turn_move = move_of_card(game, annotation->accuracy.turn);
    if (annotation->accuracy.goal.kind != GOAL_UNKNOWN)
        set_worth(look);
    skat_solver_limit(look->annotator->ask, nodes_left(look->annotator));
    if (look->annotator->options->depth != CONTRACTS_NONE && deal.game < CONTRACTS)
        ask_contracts(look);
}

static void set_head(struct annotation *annotation, const struct gameline *line)
{
    const struct skat_game *game = &line->game;
    struct fact fact;

    fact_of_game(&fact, game, &line->outcome, line->illegal);
    *annotation = (struct annotation){
        .id = line->id,
        .signature = outcome_signature(game, &line->outcome),
        .kind = ANNOTATION_NO_GAME,
        .seats = (uint8_t)line->seats,
        .declarer = game->table.declarer,
        .won = fact.won,
        .hand = fact.hand,
    };
    for (int seat = 0; seat < line->seats; seat++)
        snprintf(annotation->names[seat], sizeof annotation->names[seat], "%s", line->table[seat]);
    memcpy(annotation->seat_of, line->outcome.seat_of, sizeof annotation->seat_of);
    memcpy(annotation->score, fact.score[fact_primary(game->rules)], sizeof annotation->score);
    if (game->table.announced)
        skat_contract_code(game->table.contract, skat_ouvert_needs_hand(game->rules),
                           annotation->contract);
    if (fact.kind == FACT_RAMSCH)
        annotation->kind = ANNOTATION_RAMSCH;
    else if (fact.kind == FACT_PASSED_IN)
        annotation->kind = ANNOTATION_PASSED_IN;
}

void annotation_make(struct annotation *annotation, const struct gameline *line,
                     struct annotator *annotator)
{
    struct look look = {annotation, line, annotator};

    set_head(annotation, line);
    skat_solver_limit(annotator->play, annotator->options->limit_nodes);
    skat_solver_limit(annotator->ask, annotator->options->limit_nodes);
    if (annotation->kind == ANNOTATION_PASSED_IN) {
        if (annotator->options->depth != CONTRACTS_NONE)
            ask_missed(&look);
    } else if (annotation->declarer != SKAT_NOBODY && annotation->kind != ANNOTATION_RAMSCH) {
        look_at_play(&look);
    }
    annotation->nodes = skat_solver_nodes(annotator->play) + skat_solver_nodes(annotator->ask);
}
