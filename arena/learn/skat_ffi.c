// SPDX-License-Identifier: MIT
#include "arena/learn/skat_ffi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/errors.h"
#include "arena/base/memory.h"
#include "arena/base/version.h"
#include "arena/config/rules_config.h"
#include "arena/learn/bot_seats.h"
#include "arena/learn/work_sharing.h"
#include "engine/json/rules_json.h"
#include "engine/learn/trajectories.h"
#include "engine/game/record.h"
#include "engine/rule_set.h"
#include "engine/seed.h"
#include "engine/variant.h"

enum { MOVES_TEXT = 8192 };

int skat_ffi_version(void) { return FFI_VERSION; }

const char *skat_ffi_release(void) { return ARENA_VERSION; }

static void *failed(char *error, const char *text)
{
    snprintf(error, FFI_ERROR, "%s", text);
    return NULL;
}

/* Copies all lines, without the last newline, and frees them. */
static void *failed_by(char *error, struct errors *errors)
{
    size_t length = errors->length && errors->length < FFI_ERROR ? errors->length - 1 : 0;

    snprintf(error, FFI_ERROR, "%.*s", (int)(length ? length : FFI_ERROR - 1),
             errors->text ? errors->text : "");
    errors_free(errors);
    return NULL;
}

/* ---- cards: 16 bits for a suit in the engine, nine here ---- */

static uint64_t packed(skat_cards cards)
{
    uint64_t set = 0;

    for (unsigned suit = 0; suit < SKAT_SUITS; suit++)
        set |= (cards >> 16 * suit & 0x1ff) << SKAT_RANKS * suit;
    return set;
}

skat_cards skat_ffi_unpacked(uint64_t set)
{
    skat_cards cards = 0;

    for (unsigned suit = 0; suit < SKAT_SUITS; suit++)
        cards |= (set >> SKAT_RANKS * suit & 0x1ff) << 16 * suit;
    return cards;
}

/* ---- rules: shared by all that was opened with them ---- */

struct ffi_rules {
    struct skat_rules rules;
    struct skat_action_space space;
};

struct ffi_rules *skat_ffi_rules_open(const char *json, char *error)
{
    struct errors errors = {0};
    struct skat_error reason = {""};
    struct ffi_rules *rules = NULL;
    cJSON *root = json_parse(json, strlen(json), "rules", &errors);

    if (root) {
        struct json_value value = json_root(root, "rules", &errors);
        rules = xcalloc(1, sizeof *rules);
        if (rules_config_read(&rules->rules, &value, NULL) &&
            !skat_rules_prepare(&rules->rules, &reason))
            errors_add(&errors, "rules", "%s", reason.text);
        cJSON_Delete(root);
    }
    if (errors.count) {
        free(rules);
        return failed_by(error, &errors);
    }
    skat_action_space_of(&rules->space, &rules->rules);
    return rules;
}

void skat_ffi_rules_close(struct ffi_rules *rules) { free(rules); }

char *skat_ffi_rules_json(const struct ffi_rules *rules)
{
    cJSON *object = skat_rules_to_json(&rules->rules);
    char *text = cJSON_PrintUnformatted(object);

    cJSON_Delete(object);
    return text;
}

void skat_ffi_free(void *memory) { free(memory); }

void skat_ffi_rules_numbers(const struct ffi_rules *rules, int32_t numbers[FFI_RULES_NUMBERS])
{
    const struct skat_deck *deck = rules->rules.derived.deck;
    const int32_t all[FFI_RULES_NUMBERS] = {rules->rules.seats,
                                            rules->rules.deals,
                                            rules->space.count,
                                            SKAT_NUMBER_GAMES,
                                            rules->space.bids,
                                            deck->count,
                                            deck->hand,
                                            deck->skat,
                                            rules->rules.derived.carries,
                                            rules->rules.derived.variant->solved};

    memcpy(numbers, all, sizeof all);
}

void skat_ffi_action_text(const struct ffi_rules *rules, int number, char *text)
{
    *text = '\0';
    if (number >= 0 && number < rules->space.count)
        skat_number_text(&rules->space, number, text);
}

static const struct skat_observation_layout *layout_of(int open_cards)
{
    return open_cards ? &skat_observation_open_layout : &skat_observation_layout;
}

int skat_ffi_observation_part(int open_cards, int part, const char **name, int32_t place[3],
                              const char **help)
{
    const struct skat_observation_layout *layout = layout_of(open_cards);

    if (part < 0 || part >= layout->part_count)
        return 0;
    const struct skat_observation_part *of = &layout->parts[part];
    *name = of->name;
    *help = of->help;
    place[0] = of->first;
    place[1] = of->rows;
    place[2] = of->columns;
    return 1;
}

int skat_ffi_observation_size(int open_cards) { return layout_of(open_cards)->size; }

const char *skat_ffi_decision_name(int kind)
{
    return kind >= 0 && kind < SKAT_DECISIONS ? skat_decision_rows[kind].name : NULL;
}

/* ---- deals ---- */

int skat_ffi_deal(const struct ffi_rules *rules, const char *seed, uint64_t session, uint64_t deal,
                  char *text, char *error)
{
    const struct skat_deck *deck = rules->rules.derived.deck;
    struct skat_error reason;
    struct skat_seed read;
    struct skat_deal cards;

    if (!skat_seed_parse(&read, seed, &reason)) {
        failed(error, reason.text);
        return 0;
    }
    const struct skat_random_key run = skat_seed_key(&read);
    skat_deal_of_run(&cards, deck, &run, session, deal);
    skat_deal_print(&cards, deck, text);
    return 1;
}

/* ---- one game ---- */

struct ffi_game {
    const struct ffi_rules *rules;
    struct skat_game game;
    struct skat_choice choice;
    bool over;
};

static void next_decision(struct ffi_game *game)
{
    struct skat_decision decision;

    game->over = !skat_game_pending(&game->game, &decision);
    if (!game->over)
        skat_choice_begin(&game->rules->space, &game->choice, &decision,
                          game->game.hands[decision.position]);
}

struct ffi_game *skat_ffi_game_open(const struct ffi_rules *rules, const char *deal,
                                    const char *moves, char *error)
{
    struct skat_error reason;
    struct skat_deal cards;
    struct skat_replay replay;
    struct ffi_game *game = xcalloc(1, sizeof *game);

    game->rules = rules;
    if (!skat_deal_parse(&cards, rules->rules.derived.deck, deal, &reason)) {
        free(game);
        return failed(error, reason.text);
    }
    skat_game_start(&game->game, &rules->rules, &cards, NULL);
    skat_record_follow(&game->game, moves, false, NULL, &replay);
    if (replay.end != SKAT_REPLAY_ALL) {
        snprintf(error, FFI_ERROR, "move %d: %s", replay.token,
                 replay.end == SKAT_REPLAY_BAD ? replay.error.text
                                               : skat_refusal_text(replay.refusal));
        free(game);
        return NULL;
    }
    next_decision(game);
    return game;
}

struct ffi_game *skat_ffi_game_copy(const struct ffi_game *game)
{
    struct ffi_game *copy = xcalloc(1, sizeof *copy);

    *copy = *game;
    return copy;
}

void skat_ffi_game_close(struct ffi_game *game) { free(game); }

void skat_ffi_game_numbers(const struct ffi_game *game, int32_t numbers[FFI_GAME_NUMBERS])
{
    const struct skat_table *table = &game->game.table;
    const struct skat_decision *decision = &game->choice.decision;
    const bool over = game->over;
    const int32_t all[FFI_GAME_NUMBERS] = {
        over,
        over ? SKAT_DECIDE_NOTHING : decision->kind,
        over ? -1 : (int32_t)skat_game_player(&game->game, decision->position),
        over ? 0 : game->choice.step,
        table->declarer == SKAT_NOBODY ? -1 : table->declarer,
        table->bid,
        table->announced ? table->contract.type : -1,
        table->announced ? table->contract.with : 0,
        table->played_count,
        over ? -1 : decision->position,
    };

    memcpy(numbers, all, sizeof all);
}

int skat_ffi_game_mask(const struct ffi_game *game, uint8_t *mask)
{
    if (!game->over)
        return skat_choice_mask(&game->rules->space, &game->choice, mask);
    memset(mask, 0, (size_t)game->rules->space.count);
    return 0;
}

int skat_ffi_game_pick(struct ffi_game *game, int number, char *error)
{
    const struct skat_action_space *space = &game->rules->space;
    char text[SKAT_NUMBER_TEXT];

    if (game->over) {
        failed(error, "the game is over");
        return 0;
    }
    if (!skat_choice_allows(space, &game->choice, number)) {
        skat_ffi_action_text(game->rules, number, text);
        snprintf(error, FFI_ERROR, "action %d (%s) is not allowed at this decision (%s)", number,
                 *text ? text : "no action", skat_decision_rows[game->choice.decision.kind].name);
        return 0;
    }
    if (skat_choice_pick(space, &game->choice, number)) {
        skat_game_apply(&game->game, game->choice.decision.position, &game->choice.action);
        next_decision(game);
    }
    return 1;
}

/* Whether a player sits there: not a dummy, and not at the third position of two. */
static bool is_seated(const struct ffi_game *game, int position)
{
    const struct skat_seating *seating = game->rules->rules.derived.seating;

    return position >= 0 && position < SKAT_PLAYERS && skat_sits(seating, (unsigned)position) &&
           position < skat_deck_hands(game->rules->rules.derived.deck);
}

static void observe(const struct ffi_game *game, unsigned position, struct skat_observation *out)
{
    struct skat_view view;
    const bool decides =
        !game->over && skat_game_player(&game->game, game->choice.decision.position) == position;
    const struct skat_choice *choice = decides ? &game->choice : NULL;

    skat_game_view(&game->game, position, &view);
    skat_observe(&game->rules->rules, &view, game->game.moves, game->game.move_count, choice, out);
}

int skat_ffi_game_observe(const struct ffi_game *game, int open_cards, int position,
                          int16_t *observation)
{
    void *out = observation;

    if (!is_seated(game, position))
        return 0;
    if (open_cards)
        skat_observe_open(&game->game, (unsigned)position, out);
    else
        observe(game, (unsigned)position, out);
    return 1;
}

void skat_ffi_game_cards(const struct ffi_game *game, uint64_t hands[3], uint64_t *skat)
{
    for (int position = 0; position < SKAT_PLAYERS; position++)
        hands[position] = packed(game->game.hands[position]);
    *skat = packed(game->game.skat);
}

static void text_of(const struct skat_game *game, char *deal, char *moves)
{
    static _Thread_local char record[SKAT_RECORD_SIZE];

    skat_deal_print(&game->deal, game->rules->derived.deck, deal);
    skat_record_moves(game, record);
    snprintf(moves, MOVES_TEXT, "%s", record);
}

void skat_ffi_game_text(const struct ffi_game *game, char *deal, char *moves)
{
    text_of(&game->game, deal, moves);
}

int skat_ffi_game_result(const struct ffi_game *game, int32_t numbers[FFI_RESULT_NUMBERS])
{
    struct skat_result result;
    int32_t score[SKAT_PLAYERS];

    if (!game->over)
        return 0;
    skat_game_result(&game->game, &result);
    skat_game_scores(&game->game, &result, (enum skat_scoring)game->rules->rules.scoring_system,
                     score);
    const int32_t all[FFI_RESULT_NUMBERS] = {result.won,    result.value,    result.signed_value,
                                             result.points, result.matadors, score[0],
                                             score[1],      score[2]};
    memcpy(numbers, all, sizeof all);
    return 1;
}

static bool worlds_of(const struct ffi_game *game, int position, struct skat_worlds *worlds)
{
    struct skat_view view;

    if (!is_seated(game, position))
        return false;
    skat_game_view(&game->game, (unsigned)position, &view);
    return skat_worlds_of(worlds, &game->rules->rules, &view);
}

uint64_t skat_ffi_game_worlds(const struct ffi_game *game, int position)
{
    struct skat_worlds worlds;

    return worlds_of(game, position, &worlds) ? skat_worlds_count(&worlds) : 0;
}

static void draw_worlds(const struct skat_worlds *worlds, uint64_t seed, int count, uint64_t *out)
{
    struct skat_world world;
    struct skat_random random;

    skat_random_start_number(&random, seed);
    for (int i = 0; i < count; i++, out += FFI_WORLD_WORDS) {
        skat_worlds_draw(worlds, &random, &world);
        for (int position_of = 0; position_of < SKAT_PLAYERS; position_of++)
            out[position_of] = packed(world.hands[position_of]);
        out[SKAT_PLAYERS] = packed(world.skat);
    }
}

static const char *const no_worlds = "nobody sits there, or the worlds of this view are not "
                                     "supported (engine/game/worlds.h)";

int skat_ffi_game_draw_worlds(const struct ffi_game *game, int position, uint64_t seed, int count,
                              uint64_t *out, char *error)
{
    struct skat_worlds worlds;

    if (!worlds_of(game, position, &worlds)) {
        failed(error, no_worlds);
        return 0;
    }
    draw_worlds(&worlds, seed, count, out);
    return 1;
}

struct ffi_game *skat_ffi_game_in_world(const struct ffi_game *game,
                                        const uint64_t world[FFI_WORLD_WORDS], char *error)
{
    struct ffi_game *other = skat_ffi_game_copy(game);
    const struct skat_world layout = {
        .hands = {skat_ffi_unpacked(world[0]), skat_ffi_unpacked(world[1]),
                  skat_ffi_unpacked(world[2])},
        .skat = skat_ffi_unpacked(world[3]),
    };

    if (!skat_game_in_world(&game->game, &layout, &other->game)) {
        skat_ffi_game_close(other);
        return failed(error, "the moves of this game do not lead to such a world, or cards were "
                             "passed on, which is not supported (engine/game/record.h)");
    }
    /* What was picked of the decision so far stays if the player has the same cards. */
    const unsigned decides = game->choice.decision.position;
    if (!game->over && other->game.hands[decides] != game->game.hands[decides])
        next_decision(other);
    return other;
}

/* ---- worlds of many games ---- */

struct world_batch {
    const struct ffi_game *const *games;
    const uint8_t *positions;
    uint64_t *counts; /* NULL: not wanted */
    uint64_t seed;
    int draws;
    uint64_t *out; /* [game][draw]; NULL: not wanted */
};

static void worlds_of_one(void *context, int thread, int number)
{
    const struct world_batch *batch = context;
    struct skat_worlds worlds;

    (void)thread;
    const bool known = worlds_of(batch->games[number], batch->positions[number], &worlds);
    if (batch->counts)
        batch->counts[number] = known ? skat_worlds_count(&worlds) : 0;
    if (batch->out && known)
        draw_worlds(&worlds, batch->seed + (uint64_t)number, batch->draws,
                    batch->out + (size_t)number * (size_t)batch->draws * FFI_WORLD_WORDS);
}

void skat_ffi_worlds(int count, const struct ffi_game *const *games, const uint8_t *positions,
                     int threads, uint64_t *counts)
{
    struct world_batch batch = {.games = games, .positions = positions, .counts = counts};
    const struct shared_work work = {count, worlds_of_one, &batch};

    work_share(&work, threads);
}

int skat_ffi_draw_worlds(int count, const struct ffi_game *const *games, const uint8_t *positions,
                         uint64_t seed, int draws, int threads, uint64_t *worlds, char *error)
{
    struct world_batch batch = {
        .games = games, .positions = positions, .seed = seed, .draws = draws, .out = worlds};
    const struct shared_work work = {count, worlds_of_one, &batch};
    struct skat_worlds of;

    for (int i = 0; i < count; i++)
        if (!worlds_of(games[i], positions[i], &of)) {
            snprintf(error, FFI_ERROR, "game %d: %s", i, no_worlds);
            return 0;
        }
    work_share(&work, threads);
    return 1;
}

/* ---- many tables ---- */

struct ffi_tables {
    struct skat_tables *tables;
    struct bot_seats *seats;
    struct skat_random random;
    int32_t *actions;
    struct skat_game *starts;
    int start_count;
    size_t size; /* of `tables` */
    struct skat_tables_out out;
    const struct ffi_rules *rules;
    int count;
    struct skat_trajectories *rows; /* NULL: nothing is recorded */
    struct skat_trajectory_rows kept;
    int room;
};

/* Copies of the games, of the same rules; NULL with a line in *error. */
static struct skat_game *copy_starts(const struct ffi_rules *rules, const struct ffi_starts *starts,
                                     char *error)
{
    struct skat_game *games = xcalloc((size_t)starts->count, sizeof *games);

    for (int i = 0; i < starts->count; i++) {
        const struct ffi_game *game = starts->games[i];
        if (game->rules != rules || game->over) {
            snprintf(error, FFI_ERROR, "start %d: %s", i,
                     game->over ? "the game is over"
                                : "the game was opened with another rule set than the tables");
            free(games);
            return NULL;
        }
        games[i] = game->game;
    }
    return games;
}

static struct bot_seats *open_seats(const struct skat_tables_plan *plan, const char *bots,
                                    char *error)
{
    struct errors errors = {0};
    struct bot_seats *seats = NULL;
    cJSON *root = json_parse(bots, strlen(bots), "bots", &errors);

    if (root) {
        const struct json_value value = json_root(root, "bots", &errors);
        seats = bot_seats_open(&value, plan->rules, &plan->run, plan->count);
    }
    cJSON_Delete(root);
    return seats ? (errors_free(&errors), seats) : failed_by(error, &errors);
}

static const char *wrong_plan(const struct skat_tables_plan *plan, const char *bots,
                              const struct ffi_starts *starts)
{
    if (plan->count < 1 || plan->count > SKAT_TABLES_MAX || plan->reward < 0 ||
        plan->reward > SKAT_REWARD_SEEGER)
        return "1 to 1048576 tables; reward is rules, classic or seeger";
    if (!starts)
        return NULL;
    if (bots)
        return "bots cannot be told how a game began that starts in the middle: starts are for "
               "tables without bots (policies may sit there)";
    if (plan->rules->derived.carries)
        return "under these rules a deal depends on earlier ones: there are no starts";
    return starts->count < 1 ? "there must be a start at least" : NULL;
}

static struct skat_tables_out out_of(const struct ffi_tables_out *out)
{
    return (struct skat_tables_out){.seat = out->seat,
                                    .position = out->position,
                                    .mask = out->mask,
                                    .observation =
                                        (struct skat_observation *)(void *)out->observation,
                                    .open = (struct skat_observation_open *)(void *)out->open,
                                    .done = out->done,
                                    .reward = out->reward,
                                    .session = out->session,
                                    .deal = out->deal,
                                    .scores = out->scores};
}

static struct skat_tables_plan plan_of(const struct ffi_rules *rules, const struct skat_seed *seed,
                                       uint64_t first_session, int count, int reward,
                                       const struct ffi_tables_out *out)
{
    return (struct skat_tables_plan){.rules = &rules->rules,
                                     .run = skat_seed_key(seed),
                                     .first_session = first_session,
                                     .count = count,
                                     .reward = (enum skat_tables_reward)reward,
                                     .out = out_of(out)};
}

/* Opens the bots and copies the starts, if there are any. */
static bool open_parts(struct ffi_tables *tables, struct skat_tables_plan *plan,
                       const struct ffi_rules *rules, const char *bots,
                       const struct ffi_starts *starts, char *error)
{
    if (bots && !(tables->seats = open_seats(plan, bots, error)))
        return false;
    if (starts && !(tables->starts = copy_starts(rules, starts, error)))
        return false;
    plan->guests = bots ? bot_seats_guests(tables->seats) : NULL;
    plan->starts = tables->starts;
    plan->start_count = tables->start_count = starts ? starts->count : 0;
    return true;
}

static const char *const no_room_for_tables = "not enough memory for so many tables";

struct ffi_tables *skat_ffi_tables_open(const struct ffi_rules *rules, const char *seed,
                                        uint64_t first_session, int count, int reward,
                                        const char *bots, const struct ffi_starts *starts,
                                        const struct ffi_tables_out *out, char *error)
{
    struct skat_error reason;
    struct skat_seed read;
    void *memory = NULL;

    if (!skat_seed_parse(&read, seed, &reason))
        return failed(error, reason.text);
    struct skat_tables_plan plan = plan_of(rules, &read, first_session, count, reward, out);
    const char *wrong = wrong_plan(&plan, bots, starts);
    if (wrong)
        return failed(error, wrong);
    struct ffi_tables *tables = xcalloc(1, sizeof *tables);
    if (!open_parts(tables, &plan, rules, bots, starts, error)) {
        skat_ffi_tables_close(tables);
        return NULL;
    }
    tables->actions = calloc((size_t)count, sizeof *tables->actions);
    tables->size = skat_tables_size(&plan);
    if (tables->actions)
        memory = malloc(tables->size);
    if (!memory) {
        skat_ffi_tables_close(tables);
        return failed(error, no_room_for_tables);
    }
    skat_random_start_number(&tables->random, 0);
    tables->out = plan.out;
    tables->rules = rules;
    tables->count = count;
    tables->tables = skat_tables_init(memory, &plan);
    return tables;
}

int skat_ffi_tables_reset(struct ffi_tables *tables, const char *seed, uint64_t first_session,
                          char *error)
{
    struct skat_tables_plan plan = *skat_tables_plan_of(tables->tables);
    struct errors errors = {0};
    struct skat_error reason;
    struct skat_seed read;

    if (tables->rows)
        return failed(error, "tables that record cannot begin anew: make new ones"), 0;
    if (!skat_seed_parse(&read, seed, &reason))
        return failed(error, reason.text), 0;
    plan.run = skat_seed_key(&read);
    plan.first_session = first_session;
    if (tables->seats && !bot_seats_reset(tables->seats, &plan.run, &errors))
        return failed_by(error, &errors), 0;
    skat_random_start_number(&tables->random, 0);
    skat_tables_init(tables->tables, &plan);
    return 1;
}

struct ffi_tables *skat_ffi_tables_copy(const struct ffi_tables *tables,
                                        const struct ffi_tables_out *out, char *error)
{
    if (tables->seats)
        return failed(error, "bots cannot be copied in the middle of a game: make new tables with "
                             "the same arguments");
    if (tables->rows)
        return failed(error, "tables that record cannot be copied: copy them before record()");
    struct ffi_tables *copy = xcalloc(1, sizeof *copy);
    *copy = *tables;
    copy->out = out_of(out);
    copy->actions = calloc((size_t)tables->count, sizeof *copy->actions);
    copy->starts = NULL;
    if (tables->start_count)
        copy->starts = calloc((size_t)tables->start_count, sizeof *copy->starts);
    copy->tables = malloc(tables->size);
    if (!copy->actions || !copy->tables || (tables->start_count && !copy->starts)) {
        skat_ffi_tables_close(copy);
        return failed(error, no_room_for_tables);
    }
    if (copy->starts)
        memcpy(copy->starts, tables->starts, (size_t)tables->start_count * sizeof *copy->starts);
    skat_tables_copy(copy->tables, tables->tables, &copy->out, copy->starts);
    return copy;
}

static void free_kept(struct skat_trajectory_rows *rows)
{
    void *const columns[] = {rows->observation, rows->open,   rows->mask,     rows->action,
                             rows->probability, rows->scores, rows->session,  rows->deal,
                             rows->table,       rows->seat,   rows->position, rows->who};

    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        free(columns[i]);
    *rows = (struct skat_trajectory_rows){0};
}

void skat_ffi_tables_close(struct ffi_tables *tables)
{
    free(tables->tables);
    bot_seats_close(tables->seats);
    free(tables->actions);
    free(tables->starts);
    free(tables->rows);
    free_kept(&tables->kept);
    free(tables);
}

static int play(struct ffi_tables *tables, const int32_t *actions, bool go_on,
                const float *probabilities, const uint8_t *who, char *error)
{
    struct skat_error reason;

    if (tables->rows) {
        if (!skat_tables_allow(tables->tables, actions, go_on, &reason))
            return failed(error, reason.text), 0;
        if (!skat_trajectories_add(tables->rows, actions, probabilities, who))
            return failed(error, "there is no room for more rows: take those that are ready"), 0;
    }
    if (!(go_on ? skat_tables_go_on(tables->tables, actions, &reason)
                : skat_tables_step(tables->tables, actions, &reason)))
        return failed(error, reason.text), 0;
    if (tables->rows)
        skat_trajectories_end(tables->rows);
    return 1;
}

int skat_ffi_tables_step(struct ffi_tables *tables, const int32_t *actions,
                         const float *probabilities, const uint8_t *who, char *error)
{
    return play(tables, actions, false, probabilities, who, error);
}

int skat_ffi_tables_go_on(struct ffi_tables *tables, const int32_t *actions,
                          const float *probabilities, const uint8_t *who, char *error)
{
    return play(tables, actions, true, probabilities, who, error);
}

int skat_ffi_tables_fault(struct ffi_tables *tables, char *text)
{
    const char *fault = tables->seats ? bot_seats_next_fault(tables->seats) : NULL;

    snprintf(text, FFI_ERROR, "%s", fault ? fault : "");
    return fault != NULL;
}

/* ---- what is recorded ---- */

enum { WANTS_OBSERVATION = 1, WANTS_OPEN = 2, WANTS_MASK = 4 };

/* Memory is used as rows are: most of a large room never is. */
static bool make_kept(struct skat_trajectory_rows *rows, int wanted, size_t room, size_t actions)
{
    *rows = (struct skat_trajectory_rows){
        .observation = wanted & WANTS_OBSERVATION ? malloc(room * sizeof *rows->observation) : NULL,
        .open = wanted & WANTS_OPEN ? malloc(room * sizeof *rows->open) : NULL,
        .mask = wanted & WANTS_MASK ? malloc(room * actions) : NULL,
        .action = malloc(room * sizeof *rows->action),
        .probability = malloc(room * sizeof *rows->probability),
        .scores = malloc(room * SKAT_TABLES_SCORES * sizeof *rows->scores),
        .session = malloc(room * sizeof *rows->session),
        .deal = malloc(room * sizeof *rows->deal),
        .table = malloc(room * sizeof *rows->table),
        .seat = malloc(room),
        .position = malloc(room),
        .who = malloc(room),
    };
    return (!(wanted & WANTS_OBSERVATION) || rows->observation) &&
           (!(wanted & WANTS_OPEN) || rows->open) && (!(wanted & WANTS_MASK) || rows->mask) &&
           rows->action && rows->probability && rows->scores && rows->session && rows->deal &&
           rows->table && rows->seat && rows->position && rows->who;
}

static const char *cannot_record(const struct ffi_tables *tables, int wanted, int room)
{
    const struct skat_tables_out *out = &tables->out;

    if (tables->rows)
        return "the tables are recorded already";
    if (room && room < tables->count)
        return "there must be room for a row of each table at least";
    if ((wanted & WANTS_OBSERVATION && !out->observation) || (wanted & WANTS_OPEN && !out->open) ||
        (wanted & WANTS_MASK && !out->mask) || !out->scores || !out->seat || !out->position ||
        !out->session || !out->deal)
        return "what is recorded must be an array of the tables";
    return NULL;
}

int skat_ffi_tables_record(struct ffi_tables *tables, int wanted, int room, char *error)
{
    const struct ffi_rules *rules = tables->rules;
    const char *wrong = cannot_record(tables, wanted, room);
    struct skat_trajectory_plan plan = {
        .from = tables->out,
        .count = tables->count,
        .seats = rules->rules.seats,
        .actions = rules->space.count,
        .room = room ? room : FFI_ROOM + skat_trajectories_room(&rules->rules, tables->count),
    };

    if (wrong)
        return failed(error, wrong), 0;
    void *memory = malloc(skat_trajectories_size(&plan));
    if (!make_kept(&tables->kept, wanted, (size_t)plan.room, (size_t)plan.actions) || !memory) {
        free(memory);
        free_kept(&tables->kept);
        return failed(error, "not enough memory for so many rows"), 0;
    }
    plan.rows = tables->kept;
    tables->room = plan.room;
    tables->rows = skat_trajectories_init(memory, &plan);
    return 1;
}

int skat_ffi_tables_ready(const struct ffi_tables *tables)
{
    return tables->rows ? skat_trajectories_ready(tables->rows) : 0;
}

int skat_ffi_tables_rows(const struct ffi_tables *tables, struct ffi_rows *rows)
{
    const struct skat_trajectory_rows *kept = &tables->kept;

    *rows = (struct ffi_rows){
        .observation = (int16_t *)(void *)kept->observation,
        .open = (int16_t *)(void *)kept->open,
        .mask = kept->mask,
        .action = kept->action,
        .probability = kept->probability,
        .scores = kept->scores,
        .session = kept->session,
        .deal = kept->deal,
        .table = kept->table,
        .seat = kept->seat,
        .position = kept->position,
        .who = kept->who,
    };
    return tables->room;
}

int skat_ffi_tables_list(const struct ffi_tables *tables, int most, int32_t *numbers)
{
    return tables->rows ? skat_trajectories_list(tables->rows, most, numbers) : 0;
}

void skat_ffi_tables_drop(struct ffi_tables *tables, int count)
{
    if (tables->rows)
        skat_trajectories_drop(tables->rows, count);
}

void skat_ffi_tables_random(struct ffi_tables *tables, int32_t *actions)
{
    skat_tables_random(tables->tables, &tables->random, actions);
}

void skat_ffi_tables_random_seed(struct ffi_tables *tables, uint64_t seed)
{
    skat_random_start_number(&tables->random, seed);
}

void skat_ffi_tables_random_steps(struct ffi_tables *tables, int steps)
{
    char error[FFI_ERROR]; /* none: the actions are allowed, unless rows have no room */

    for (; steps > 0; steps--) {
        skat_tables_random(tables->tables, &tables->random, tables->actions);
        play(tables, tables->actions, false, NULL, NULL, error);
    }
}

void skat_ffi_tables_counts(const struct ffi_tables *tables, uint64_t counts[7])
{
    counts[0] = skat_tables_deals(tables->tables);
    counts[1] = skat_tables_decisions(tables->tables);
    for (int seat = 0; seat < SKAT_SEATS_MAX; seat++)
        counts[2 + seat] = tables->seats ? bot_seats_faults(tables->seats, seat) : 0;
}

void skat_ffi_tables_text(const struct ffi_tables *tables, int table, char *deal, char *moves)
{
    text_of(skat_tables_game(tables->tables, table), deal, moves);
}
