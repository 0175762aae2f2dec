// SPDX-License-Identifier: MIT
#include "arena/solve/game_analysis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/input_line.h"
#include "arena/base/input_file.h"
#include "arena/base/json_write.h"
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

enum { SCORE_MAX = 100000000 };
#define NODES_MAX (INT64_C(1) << 44) /* a day of them; so their sum stays a number */

/* Between what the numbers of an analysis lie: all that is an index, a size or a bool, and what is
 * summed up. Where the least is below 0, the type has a sign. */
static const struct number_range {
    const char *field;
    size_t at, size, count, stride; /* of the first; bytes of each; how many, and how far apart */
    int64_t least, most;
} ranges[] = {
#define SIZE_OF(member) sizeof(((struct game_analysis *)0)->member)
#define ONE(field, member, least, most)                                                            \
    {                                                                                              \
        field, offsetof(struct game_analysis, member), SIZE_OF(member), 1, 0, least, most          \
    }
#define EACH(field, array, member, least, most)                                                    \
    {                                                                                              \
        field, offsetof(struct game_analysis, array[0] member), SIZE_OF(array[0] member),          \
            SIZE_OF(array) / SIZE_OF(array[0]), SIZE_OF(array[0]), least, most                     \
    }
    ONE("kind", kind, 0, GAME_ANALYSIS_KINDS - 1),
    ONE("seats", seats, 0, SKAT_SEATS_MAX),
    EACH("seats", seat_of, , 0, SKAT_SEATS_MAX - 1),
    ONE("won", won, 0, 1),
    ONE("won", hand, 0, 1),
    ONE("won", has_worth, 0, 1),
    ONE("won", asked, 0, 1),
    ONE("cards", accuracy.null, 0, 1),
    ONE("cards", accuracy.all_tricks, 0, 1),
    ONE("cards", accuracy.cards, 0, SKAT_DECK_MAX),
    ONE("cards", accuracy.turn, PLAY_NO_TURN, SKAT_DECK_MAX - 1),
    ONE("cards", accuracy.goal.kind, 0, GOAL_UNKNOWN),
    EACH("cards", accuracy.player, , 0, SKAT_PLAYERS - 1),
    EACH("cards", accuracy.card, , 0, SKAT_CARD_CODES - 1),
    EACH("score", score, , -SCORE_MAX, SCORE_MAX),
    EACH("score", worth, , -SCORE_MAX, SCORE_MAX),
    EACH("contracts", contracts, .won, CONTRACT_UNKNOWN, 1),
    EACH("contracts", missed, .found.won, CONTRACT_UNKNOWN, 1),
    EACH("contracts", missed, .type, CONTRACT_UNKNOWN, CONTRACTS),
    ONE("nodes", nodes, 0, NODES_MAX),
#undef EACH
#undef ONE
#undef SIZE_OF
};

/* Little-endian as all machines here are. */
static bool in_range(const char *at, const struct number_range *range)
{
    uint64_t bits = 0;

    memcpy(&bits, at, range->size);
    if (range->least < 0 && bits >> (8 * range->size - 1))
        bits |= UINT64_MAX << (8 * range->size - 1);
    return (int64_t)bits >= range->least && (int64_t)bits <= range->most;
}

/* What is not a number of its own: texts end, and numbers agree. */
static const char *wrong_together(const struct game_analysis *analysis)
{
    const bool played = analysis->kind == GAME_ANALYSIS_PLAYED;

    for (int seat = 0; seat < SKAT_SEATS_MAX; seat++)
        if (!memchr(analysis->names[seat], '\0', sizeof analysis->names[seat]))
            return "table";
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        const struct missed *missed = &analysis->missed[position];
        if (analysis->seat_of[position] >= analysis->seats)
            return "seats";
        if (missed->found.won > 0 && (missed->type < 0 || missed->type == CONTRACTS))
            return "contracts";
    }
    return analysis->declarer >= SKAT_PLAYERS && (played || analysis->declarer != SKAT_NOBODY)
               ? "declarer"
           : !memchr(analysis->contract, '\0', sizeof analysis->contract)  ? "contract"
           : played && analysis->accuracy.turn >= analysis->accuracy.cards ? "cards"
                                                                           : NULL;
}

bool game_analysis_is_sound(const struct game_analysis *analysis, const char **field)
{
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        for (size_t k = 0; k < ranges[i].count; k++)
            if (!in_range((const char *)analysis + ranges[i].at + k * ranges[i].stride,
                          &ranges[i])) {
                *field = ranges[i].field;
                return false;
            }
    *field = wrong_together(analysis);
    return !*field;
}

/* ---- lines of analysis.jsonl ---- */

static const char *const goal_names[] = {
    [GOAL_POINTS] = "points",         [GOAL_NO_TRICK] = "no_trick",
    [GOAL_ALL_TRICKS] = "all_tricks", [GOAL_IMPOSSIBLE] = "impossible",
    [GOAL_UNKNOWN] = "unknown",
};

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

static void add_head(cJSON *root, const struct game_analysis *analysis)
{
    char signature[20];

    json_put_int(root, "game", (int64_t)analysis->id.game);
    json_put_int(root, "session", (int64_t)analysis->id.session);
    json_put_int(root, "deal", (int64_t)analysis->id.deal);
    json_put_int(root, "arrangement", analysis->id.arrangement);
    snprintf(signature, sizeof signature, "%016llx", (unsigned long long)analysis->signature);
    cJSON_AddStringToObject(root, "signature", signature);
    cJSON *table = cJSON_AddArrayToObject(root, "table"),
          *seats = cJSON_AddArrayToObject(root, "seats");
    for (int seat = 0; seat < analysis->seats; seat++)
        cJSON_AddItemToArray(table, cJSON_CreateString(analysis->names[seat]));
    for (int position = 0; position < SKAT_PLAYERS; position++)
        add_int(seats, analysis->seat_of[position]);
    cJSON_AddStringToObject(root, "kind", game_analysis_kind_names[analysis->kind]);
    if (analysis->declarer == SKAT_NOBODY)
        cJSON_AddNullToObject(root, "declarer");
    else
        json_put_int(root, "declarer", analysis->declarer);
    if (*analysis->contract)
        cJSON_AddStringToObject(root, "contract", analysis->contract);
    else
        cJSON_AddNullToObject(root, "contract");
    json_put_int(root, "nodes", (int64_t)analysis->nodes);
}

static void add_turn(cJSON *root, const struct game_analysis *analysis)
{
    const struct play_accuracy *accuracy = &analysis->accuracy;
    int n = accuracy->turn;
    char text[3];

    if (n == PLAY_NO_TURN) {
        cJSON_AddNullToObject(root, "turn");
        return;
    }
    cJSON *turn = cJSON_AddObjectToObject(root, "turn");
    json_put_int(turn, "index", n);
    json_put_int(turn, "move", analysis->turn_move);
    json_put_int(turn, "trick", n / SKAT_PLAYERS + 1);
    json_put_int(turn, "position", accuracy->player[n]);
    json_put_int(turn, "seat", analysis->seat_of[accuracy->player[n]]);
    card_text(accuracy->card[n], text);
    cJSON_AddStringToObject(turn, "card", text);
    cJSON_AddStringToObject(turn, "from", result_name(play_accuracy_won(accuracy, n)));
    cJSON_AddStringToObject(turn, "to", result_name(play_accuracy_won(accuracy, n + 1)));
    add_cards(turn, "kept_by", accuracy->kept_by);
}

static void add_played(cJSON *root, const struct game_analysis *analysis)
{
    cJSON *cards = cJSON_AddArrayToObject(root, "cards"),
          *players = cJSON_AddArrayToObject(root, "players"),
          *choices = cJSON_AddArrayToObject(root, "choices"),
          *values = cJSON_AddArrayToObject(root, "values");
    const struct play_accuracy *accuracy = &analysis->accuracy;
    int lost[SKAT_PLAYERS] = {0};

    for (int n = 0; n < accuracy->cards; n++) {
        char text[3];
        card_text(accuracy->card[n], text);
        cJSON_AddItemToArray(cards, cJSON_CreateString(text));
        add_int(players, accuracy->player[n]);
        add_int(choices, accuracy->choices[n]);
        lost[accuracy->player[n]] += play_accuracy_lost(accuracy, n);
    }
    for (int n = 0; n <= accuracy->cards; n++)
        add_int(values, accuracy->value[n]);
    cJSON *by_position = cJSON_AddArrayToObject(root, "lost");
    for (int position = 0; position < SKAT_PLAYERS; position++)
        add_int(by_position, lost[position]);
}

static void add_values(cJSON *root, const struct game_analysis *analysis)
{
    const struct play_accuracy *accuracy = &analysis->accuracy;
    bool known = accuracy->goal.kind != GOAL_UNKNOWN;

    if (accuracy->null) {
        cJSON_AddNullToObject(root, "value_points");
        cJSON_AddNullToObject(root, "end_points");
    } else {
        json_put_int(root, "value_points", accuracy->value[0]);
        json_put_int(root, "end_points", accuracy->value[accuracy->cards]);
    }
    cJSON *goal = cJSON_AddObjectToObject(root, "goal");
    cJSON_AddStringToObject(goal, "kind", goal_names[accuracy->goal.kind]);
    if (accuracy->goal.kind == GOAL_POINTS)
        json_put_int(goal, "points", accuracy->goal.points);
    if (known)
        cJSON_AddStringToObject(root, "perfect", result_name(play_accuracy_won(accuracy, 0)));
    else
        cJSON_AddNullToObject(root, "perfect");
    cJSON_AddStringToObject(root, "actual", result_name(analysis->won));
    add_played(root, analysis);
    add_turn(root, analysis);
}

/* Adds the result of a game that was not played: won, its value, the discards. */
static void add_found(cJSON *object, const struct contract_found *found)
{
    cJSON_AddItemToObject(object, "won",
                          found->won < 0 ? cJSON_CreateNull() : cJSON_CreateBool(found->won));
    if (found->won <= 0)
        return;
    json_put_int(object, "value", found->value);
    if (found->discards)
        add_cards(object, "discards", found->discards);
}

static void add_contracts(cJSON *root, const struct game_analysis *analysis)
{
    cJSON *contracts = cJSON_AddObjectToObject(root, "contracts");

    for (int type = 0; type < CONTRACTS; type++) {
        char code[] = {skat_games[type].letter, analysis->hand ? 'H' : '\0', '\0'};
        add_found(cJSON_AddObjectToObject(contracts, code), &analysis->contracts[type]);
    }
}

static void add_missed(cJSON *root, const struct game_analysis *analysis)
{
    cJSON *list = cJSON_AddArrayToObject(root, "missed");

    for (int position = 0; position < SKAT_PLAYERS; position++) {
        const struct missed *missed = &analysis->missed[position];
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

cJSON *game_analysis_json(const struct game_analysis *analysis)
{
    cJSON *root = cJSON_CreateObject();

    add_head(root, analysis);
    add_seats(root, "score", analysis->score, analysis->seats);
    if (analysis->has_worth)
        add_seats(root, "worth", analysis->worth, analysis->seats);
    if (analysis->kind == GAME_ANALYSIS_PLAYED)
        add_values(root, analysis);
    if (analysis->asked && analysis->kind == GAME_ANALYSIS_PLAYED)
        add_contracts(root, analysis);
    if (analysis->asked && analysis->kind == GAME_ANALYSIS_PASSED_IN)
        add_missed(root, analysis);
    return root;
}

/* ---- finding the line of a game when a log is read ---- */

static uint64_t game_of(const char *text)
{
    unsigned long long game;
    return sscanf(text, "{\"game\":%llu", &game) == 1 ? game : 0;
}

static void read_next(struct game_analyses *analyses)
{
    analyses->next = input_line_read(&analyses->text, &analyses->size, analyses->file) > 0
                         ? game_of(analyses->text)
                         : UINT64_MAX;
}

bool game_analyses_open(struct game_analyses *analyses, const char *log_path, struct errors *errors)
{
    char path[1300];
    const char *slash = strrchr(log_path, '/');

    *analyses = (struct game_analyses){0};
    snprintf(path, sizeof path, "%.*s/analysis.jsonl", slash ? (int)(slash - log_path) : 1,
             slash ? log_path : ".");
    if (!input_file_open_optional(path, &analyses->file, errors))
        return false;
    if (analyses->file)
        read_next(analyses);
    return true;
}

cJSON *game_analyses_find(struct game_analyses *analyses, const struct game_json *line)
{
    char signature[20];

    while (analyses->file && analyses->next < line->id.game)
        read_next(analyses);
    if (!analyses->file || analyses->next != line->id.game)
        return NULL;
    cJSON *found = cJSON_Parse(analyses->text);
    snprintf(signature, sizeof signature, "%016llx",
             (unsigned long long)game_outcome_signature(&line->game, &line->outcome));
    if (strcmp(json_text(found, "signature"), signature) == 0)
        return found;
    cJSON_Delete(found);
    return NULL;
}

void game_analyses_close(struct game_analyses *analyses)
{
    if (analyses->file)
        fclose(analyses->file);
    free(analyses->text);
}
