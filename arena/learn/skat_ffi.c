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
#include "engine/json/rules_json.h"
#include "engine/learn/tables.h"
#include "engine/game/record.h"
#include "engine/rule_set.h"
#include "engine/seed.h"
#include "engine/solver/solver.h"
#include "engine/game/worlds.h"
#include "engine/variant.h"

enum { DEAL_TEXT = 128, MOVES_TEXT = 8192 };

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

static skat_cards unpacked(uint64_t set)
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

int skat_ffi_observation_part(int part, const char **name, int32_t place[3], const char **help)
{
    if (part < 0 || part >= skat_observation_part_count)
        return 0;
    const struct skat_observation_part *of = &skat_observation_parts[part];
    *name = of->name;
    *help = of->help;
    place[0] = of->first;
    place[1] = of->rows;
    place[2] = of->columns;
    return 1;
}

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

int skat_ffi_game_observe(const struct ffi_game *game, int position, int16_t *observation)
{
    struct skat_observation seen;
    struct skat_view view;
    const bool decides =
        !game->over &&
        skat_game_player(&game->game, game->choice.decision.position) == (unsigned)position;

    if (!is_seated(game, position))
        return 0;
    skat_game_view(&game->game, (unsigned)position, &view);
    skat_observe(&game->rules->rules, &view, decides ? &game->choice : NULL, &seen);
    memcpy(observation, &seen, sizeof seen);
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
    skat_game_scores(&game->game, &result, (enum skat_scoring)game->rules->rules.scoring, score);
    const int32_t all[FFI_RESULT_NUMBERS] = {
        result.won, result.signed_value, result.points, result.matadors, score[0], score[1],
        score[2]};
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

int skat_ffi_game_draw_worlds(const struct ffi_game *game, int position, uint64_t seed, int count,
                              uint64_t *out, char *error)
{
    struct skat_worlds worlds;
    struct skat_world world;
    struct skat_random random;

    if (!worlds_of(game, position, &worlds)) {
        failed(error, "nobody sits there, or the worlds of this view are not supported "
                      "(engine/game/worlds.h)");
        return 0;
    }
    skat_random_start_number(&random, seed);
    for (int i = 0; i < count; i++, out += 4) {
        skat_worlds_draw(&worlds, &random, &world);
        for (int position_of = 0; position_of < SKAT_PLAYERS; position_of++)
            out[position_of] = packed(world.hands[position_of]);
        out[3] = packed(world.skat);
    }
    return 1;
}

/* ---- the solver ---- */

enum { SOLVER_BITS = 18, GAVE_UP = -2 };

/* Why this is no position that can be solved, or NULL. The cards of the open trick are not in the
 * hands. */
static const char *wrong_position(const struct skat_solver_deal *deal,
                                  const struct skat_solver_position *at)
{
    skat_cards all = 0;
    int count[SKAT_PLAYERS];

    if (deal->game >= SKAT_GAME_TYPES)
        return "no such type of game";
    if (deal->alone >= SKAT_PLAYERS || at->leader >= SKAT_PLAYERS)
        return "positions are 0, 1 and 2";
    if (at->count > 2)
        return "an open trick has at most two cards";
    for (int seat = 0; seat < SKAT_PLAYERS; seat++) {
        if (all & deal->hands[seat] || deal->hands[seat] & ~SKAT_DECK_36)
            return "a card is in two places";
        all |= deal->hands[seat];
        count[seat] = skat_cards_count(deal->hands[seat]);
    }
    if (count[0] != count[1] || count[0] != count[2] || count[0] < 1 || count[0] > SKAT_HAND_MAX)
        return "with the cards of the trick, the hands need the same number of cards, 1 to 12";
    return NULL;
}

/* Fills in position number `i`. Returns why it cannot be solved, or NULL. */
static const char *read_position(int i, const uint8_t *game, const uint8_t *alone,
                                 const uint8_t *leader, const uint8_t *in_trick,
                                 const uint8_t *trick, const uint64_t *hands,
                                 struct skat_solver_deal *deal, struct skat_solver_position *at)
{
    *deal = (struct skat_solver_deal){.game = game[i], .alone = alone[i]};
    *at = (struct skat_solver_position){.leader = leader[i], .count = in_trick[i]};
    for (int seat = 0; seat < SKAT_PLAYERS; seat++)
        deal->hands[seat] = at->hands[seat] = unpacked(hands[3 * i + seat]);
    for (int n = 0; n < at->count && n < 2; n++) {
        if (trick[2 * i + n] >= SKAT_DECK_MAX)
            return "no such card in the trick";
        at->trick[n] = skat_card_of_number(trick[2 * i + n]);
        if (at->leader < SKAT_PLAYERS) {
            skat_cards *hand = &deal->hands[(at->leader + n) % SKAT_PLAYERS];
            if (skat_cards_has(*hand, at->trick[n]))
                return "a card is in two places";
            *hand |= skat_card_bit(at->trick[n]);
        }
    }
    return wrong_position(deal, at);
}

static int solve_one(struct skat_solver *solver, const struct skat_solver_position *at,
                     int16_t *cards)
{
    int16_t value[SKAT_CARD_CODES];

    if (!cards)
        return skat_solver_value(solver, at);
    int best = skat_solver_cards(solver, at, value);
    for (int number = 0; number < SKAT_DECK_MAX; number++)
        cards[number] = best == SKAT_SOLVER_GAVE_UP ? GAVE_UP : value[skat_card_of_number(number)];
    return best;
}

int skat_ffi_solve(int count, const uint8_t *game, const uint8_t *alone, const uint8_t *leader,
                   const uint8_t *in_trick, const uint8_t *trick, const uint64_t *hands,
                   uint64_t nodes, int16_t *value, int16_t *cards, char *error)
{
    void *memory = xcalloc(1, skat_solver_size(SOLVER_BITS));
    struct skat_solver *solver = skat_solver_init(memory, SOLVER_BITS);
    int done = 0;

    for (; done < count; done++) {
        struct skat_solver_deal deal;
        struct skat_solver_position at;
        const char *wrong =
            read_position(done, game, alone, leader, in_trick, trick, hands, &deal, &at);
        if (wrong) {
            snprintf(error, FFI_ERROR, "position %d: %s", done, wrong);
            break;
        }
        skat_solver_deal(solver, &deal);
        skat_solver_limit(solver, nodes);
        int best = solve_one(solver, &at, cards ? cards + (size_t)done * SKAT_DECK_MAX : NULL);
        if (value)
            value[done] = (int16_t)(best == SKAT_SOLVER_GAVE_UP ? GAVE_UP : best);
    }
    free(memory);
    return done == count;
}

/* ---- many tables ---- */

struct ffi_tables {
    struct skat_tables *tables;
    struct bot_seats *seats;
    struct skat_random random;
    int32_t *actions;
};

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

struct ffi_tables *skat_ffi_tables_open(const struct ffi_rules *rules, const char *seed,
                                        uint64_t first_session, int count, int reward,
                                        const char *bots, const struct ffi_tables_out *out,
                                        char *error)
{
    struct skat_error reason;
    struct skat_seed read;

    if (!skat_seed_parse(&read, seed, &reason))
        return failed(error, reason.text);
    if (count < 1 || count > SKAT_TABLES_MAX || reward < 0 || reward > SKAT_REWARD_SEEGER)
        return failed(error, "1 to 1048576 tables; reward is rules, classic or seeger");
    struct skat_tables_plan plan = {
        .rules = &rules->rules,
        .run = skat_seed_key(&read),
        .first_session = first_session,
        .count = count,
        .reward = (enum skat_tables_reward)reward,
        .out = {out->seat, out->position, out->mask,
                (struct skat_observation *)(void *)out->observation, out->done, out->reward,
                out->session, out->deal},
    };
    struct bot_seats *seats = bots ? open_seats(&plan, bots, error) : NULL;
    if (bots && !seats)
        return NULL;
    plan.guests = seats ? bot_seats_guests(seats) : NULL;
    struct ffi_tables *tables = calloc(1, sizeof *tables);
    int32_t *actions = calloc((size_t)count, sizeof *actions);
    void *memory = malloc(skat_tables_size(&plan));
    if (!tables || !actions || !memory) {
        free(tables);
        free(actions);
        free(memory);
        bot_seats_close(seats);
        return failed(error, "not enough memory for so many tables");
    }
    *tables = (struct ffi_tables){.seats = seats, .actions = actions};
    skat_random_start_number(&tables->random, 0);
    tables->tables = skat_tables_init(memory, &plan);
    return tables;
}

void skat_ffi_tables_close(struct ffi_tables *tables)
{
    free(tables->tables);
    bot_seats_close(tables->seats);
    free(tables->actions);
    free(tables);
}

int skat_ffi_tables_step(struct ffi_tables *tables, const int32_t *actions, char *error)
{
    struct skat_error reason;

    if (skat_tables_step(tables->tables, actions, &reason))
        return 1;
    failed(error, reason.text);
    return 0;
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
    for (; steps > 0; steps--) {
        skat_tables_random(tables->tables, &tables->random, tables->actions);
        skat_tables_step(tables->tables, tables->actions, NULL);
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
