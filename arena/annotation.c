#include "arena/annotation.h"

#include <stdlib.h>
#include <string.h>

#include "arena/fact.h"
#include "arena/figures.h"

const char *const annotation_kind_names[ANNOTATION_KINDS] = {
    [ANNOTATION_PLAYED] = "played",   [ANNOTATION_PASSED_IN] = "passed_in",
    [ANNOTATION_RAMSCH] = "ramsch",   [ANNOTATION_NO_GAME] = "no_game",
    [ANNOTATION_GAVE_UP] = "gave_up",
};

static const char *const goal_names[] = {
    [GOAL_POINTS] = "points",         [GOAL_NO_TRICK] = "no_trick",
    [GOAL_ALL_TRICKS] = "all_tricks", [GOAL_IMPOSSIBLE] = "impossible",
    [GOAL_UNKNOWN] = "unknown",
};

/* ---- making ---- */

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

/* ---- writing ---- */

static void card_text(skat_card card, char text[3]) { *skat_card_print(card, text) = '\0'; }

static void add_cards(cJSON *object, const char *key, skat_cards cards)
{
    cJSON *list = cJSON_AddArrayToObject(object, key);

    while (cards) {
        char text[3];
        card_text(skat_cards_pop(&cards), text);
        cJSON_AddItemToArray(list, cJSON_CreateString(text));
    }
}

static void add_int(cJSON *array, int64_t value)
{
    cJSON_AddItemToArray(array, cJSON_CreateNumber((double)value));
}

static const char *result_name(bool won) { return won ? "won" : "lost"; }

static void add_head(cJSON *root, const struct annotation *annotation)
{
    char signature[20];

    figures_int(root, "game", (int64_t)annotation->id.game);
    figures_int(root, "session", (int64_t)annotation->id.session);
    figures_int(root, "deal", (int64_t)annotation->id.deal);
    figures_int(root, "arrangement", annotation->id.arrangement);
    snprintf(signature, sizeof signature, "%016llx", (unsigned long long)annotation->signature);
    cJSON_AddStringToObject(root, "signature", signature);
    cJSON *table = cJSON_AddArrayToObject(root, "table"),
          *seats = cJSON_AddArrayToObject(root, "seats");
    for (int seat = 0; seat < annotation->seats; seat++)
        cJSON_AddItemToArray(table, cJSON_CreateString(annotation->names[seat]));
    for (int position = 0; position < SKAT_PLAYERS; position++)
        add_int(seats, annotation->seat_of[position]);
    cJSON_AddStringToObject(root, "kind", annotation_kind_names[annotation->kind]);
    if (annotation->declarer == SKAT_NOBODY)
        cJSON_AddNullToObject(root, "declarer");
    else
        figures_int(root, "declarer", annotation->declarer);
    if (*annotation->contract)
        cJSON_AddStringToObject(root, "contract", annotation->contract);
    else
        cJSON_AddNullToObject(root, "contract");
    figures_int(root, "nodes", (int64_t)annotation->nodes);
}

static void add_turn(cJSON *root, const struct annotation *annotation)
{
    const struct accuracy *accuracy = &annotation->accuracy;
    int n = accuracy->turn;
    char text[3];

    if (n == NO_TURN) {
        cJSON_AddNullToObject(root, "turn");
        return;
    }
    cJSON *turn = cJSON_AddObjectToObject(root, "turn");
    figures_int(turn, "index", n);
    figures_int(turn, "move", annotation->turn_move);
    figures_int(turn, "trick", n / SKAT_PLAYERS + 1);
    figures_int(turn, "position", accuracy->player[n]);
    figures_int(turn, "seat", annotation->seat_of[accuracy->player[n]]);
    card_text(accuracy->card[n], text);
    cJSON_AddStringToObject(turn, "card", text);
    cJSON_AddStringToObject(turn, "from", result_name(accuracy_won(accuracy, n)));
    cJSON_AddStringToObject(turn, "to", result_name(accuracy_won(accuracy, n + 1)));
    add_cards(turn, "kept_by", accuracy->kept_by);
}

static void add_played(cJSON *root, const struct annotation *annotation)
{
    cJSON *cards = cJSON_AddArrayToObject(root, "cards"),
          *players = cJSON_AddArrayToObject(root, "players"),
          *choices = cJSON_AddArrayToObject(root, "choices"),
          *values = cJSON_AddArrayToObject(root, "values");
    const struct accuracy *accuracy = &annotation->accuracy;
    int lost[SKAT_PLAYERS] = {0};

    for (int n = 0; n < accuracy->cards; n++) {
        char text[3];
        card_text(accuracy->card[n], text);
        cJSON_AddItemToArray(cards, cJSON_CreateString(text));
        add_int(players, accuracy->player[n]);
        add_int(choices, accuracy->choices[n]);
        lost[accuracy->player[n]] += accuracy_lost(accuracy, n);
    }
    for (int n = 0; n <= accuracy->cards; n++)
        add_int(values, accuracy->value[n]);
    cJSON *by_position = cJSON_AddArrayToObject(root, "lost");
    for (int position = 0; position < SKAT_PLAYERS; position++)
        add_int(by_position, lost[position]);
}

static void add_values(cJSON *root, const struct annotation *annotation)
{
    const struct accuracy *accuracy = &annotation->accuracy;
    bool known = accuracy->goal.kind != GOAL_UNKNOWN;

    if (accuracy->null) {
        cJSON_AddNullToObject(root, "value_points");
        cJSON_AddNullToObject(root, "end_points");
    } else {
        figures_int(root, "value_points", accuracy->value[0]);
        figures_int(root, "end_points", accuracy->value[accuracy->cards]);
    }
    cJSON *goal = cJSON_AddObjectToObject(root, "goal");
    cJSON_AddStringToObject(goal, "kind", goal_names[accuracy->goal.kind]);
    if (accuracy->goal.kind == GOAL_POINTS)
        figures_int(goal, "points", accuracy->goal.points);
    if (known)
        cJSON_AddStringToObject(root, "perfect", result_name(accuracy_won(accuracy, 0)));
    else
        cJSON_AddNullToObject(root, "perfect");
    cJSON_AddStringToObject(root, "really", result_name(annotation->won));
    add_played(root, annotation);
    add_turn(root, annotation);
}

/* Adds what is known of a game that was not played: won, its value, the discards. */
static void add_found(cJSON *object, const struct contract_found *found)
{
    cJSON_AddItemToObject(object, "won",
                          found->won < 0 ? cJSON_CreateNull() : cJSON_CreateBool(found->won));
    if (found->won <= 0)
        return;
    figures_int(object, "value", found->value);
    if (found->discards)
        add_cards(object, "discards", found->discards);
}

static void add_contracts(cJSON *root, const struct annotation *annotation)
{
    cJSON *contracts = cJSON_AddObjectToObject(root, "contracts");

    for (int type = 0; type < CONTRACTS; type++) {
        char code[] = {skat_games[type].letter, annotation->hand ? 'H' : '\0', '\0'};
        add_found(cJSON_AddObjectToObject(contracts, code), &annotation->contracts[type]);
    }
}

static void add_missed(cJSON *root, const struct annotation *annotation)
{
    cJSON *list = cJSON_AddArrayToObject(root, "missed");

    for (int position = 0; position < SKAT_PLAYERS; position++) {
        const struct missed *missed = &annotation->missed[position];
        cJSON *object = cJSON_CreateObject();
        cJSON_AddItemToArray(list, object);
        add_found(object, &missed->found);
        if (missed->found.won <= 0)
            continue;
        char code[] = {skat_games[missed->type].letter, missed->found.discards ? '\0' : 'H', '\0'};
        cJSON_AddStringToObject(object, "contract", code);
    }
}

static void add_seats(cJSON *root, const char *key, const int32_t *values, int seats)
{
    cJSON *list = cJSON_AddArrayToObject(root, key);

    for (int seat = 0; seat < seats; seat++)
        add_int(list, values[seat]);
}

cJSON *annotation_json(const struct annotation *annotation)
{
    cJSON *root = cJSON_CreateObject();

    add_head(root, annotation);
    add_seats(root, "score", annotation->score, annotation->seats);
    if (annotation->has_worth)
        add_seats(root, "worth", annotation->worth, annotation->seats);
    if (annotation->kind == ANNOTATION_PLAYED)
        add_values(root, annotation);
    if (annotation->asked && annotation->kind == ANNOTATION_PLAYED)
        add_contracts(root, annotation);
    if (annotation->asked && annotation->kind == ANNOTATION_PASSED_IN)
        add_missed(root, annotation);
    return root;
}

/* ---- reading ---- */

static uint64_t game_of(const char *text)
{
    unsigned long long game;
    return sscanf(text, "{\"game\":%llu", &game) == 1 ? game : 0;
}

static void read_next(struct annotations *annotations)
{
    annotations->next = getline(&annotations->text, &annotations->size, annotations->file) > 0
                            ? game_of(annotations->text)
                            : UINT64_MAX;
}

void annotations_open(struct annotations *annotations, const char *log_path)
{
    char path[1300];
    const char *slash = strrchr(log_path, '/');

    *annotations = (struct annotations){0};
    snprintf(path, sizeof path, "%.*s/analysis.jsonl", slash ? (int)(slash - log_path) : 1,
             slash ? log_path : ".");
    annotations->file = fopen(path, "r");
    if (annotations->file)
        read_next(annotations);
}

cJSON *annotations_find(struct annotations *annotations, const struct gameline *line)
{
    char signature[20];

    while (annotations->file && annotations->next < line->id.game)
        read_next(annotations);
    if (!annotations->file || annotations->next != line->id.game)
        return NULL;
    cJSON *found = cJSON_Parse(annotations->text);
    snprintf(signature, sizeof signature, "%016llx",
             (unsigned long long)outcome_signature(&line->game, &line->outcome));
    if (strcmp(figure_text(found, "signature"), signature) == 0)
        return found;
    cJSON_Delete(found);
    return NULL;
}

void annotations_close(struct annotations *annotations)
{
    if (annotations->file)
        fclose(annotations->file);
    free(annotations->text);
}
