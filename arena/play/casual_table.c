// SPDX-License-Identifier: MIT
#include "arena/play/casual_table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/exit_code.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/text.h"
#include "arena/bot/player.h"
#include "arena/match/worker_table.h"
#include "arena/solve/game_analysis.h"
#include "engine/game/record.h"
#include "engine/rules.h"

struct casual_shared {
    struct worker_shm shm;
    char names[SKAT_SEATS_MAX][CASUAL_NAME_SIZE]; /* by seat, as they are shown */
};

struct casual_table {
    const struct casual_plan *plan;
    const struct config *config; /* one arrangement; the bot in the person's seat is not asked */
    int seat;                    /* of the person */
    FILE *log;                   /* or NULL */
    const struct table_face *face;
    unsigned own;           /* the person's position in this deal */
    bool left;              /* the person has left */
    struct worker_shm *shm; /* the game, and times that nobody asks for */
    struct worker_bots bots;
    struct worker_table table;
    struct player dummies[SKAT_PLAYERS]; /* one of them sits where the person does */
    const char *names[SKAT_SEATS_MAX];   /* by seat, as in the log */
    const char *shown[SKAT_SEATS_MAX];   /* each of them different */
    struct casual_shared *shared;        /* has `shm` */
    struct game_analyzer *analyzer;
    struct score_sheet *sheet; /* of the deals that are over; from the pool */
    struct pool pool;
    struct table_thought thoughts[SKAT_MOVES_MAX]; /* of this deal; texts are from its pool */
    int thought_count;
    struct pool thought_texts;
};

/* ---- what the machine is short of for a program of pipe ---- */

static _Noreturn void cannot_go_on(const char *why)
{
    fprintf(stderr, "skat-arena: the machine is short of something: %s\n", why);
    _exit(EXIT_INTERRUPTED);
}

static void program_was_killed(void)
{
    cannot_go_on("the program of a bot was ended for lack of memory");
}

static void no_program(int error)
{
    char why[100];

    snprintf(why, sizeof why, "no process for the program of a bot: %s", strerror(error));
    cannot_go_on(why);
}

/* ---- which bot ended the process ---- */

size_t casual_shared_size(void) { return sizeof(struct casual_shared); }

struct call_mark *casual_shared_mark(struct casual_shared *shared) { return &shared->shm.mark; }

/* Bots can write there: nothing is trusted. */
bool casual_shared_bot(const struct casual_shared *shared, char name[CASUAL_NAME_SIZE])
{
    const struct call_mark *mark = shared ? &shared->shm.mark : NULL;
    const unsigned seat = mark ? atomic_load(&mark->seat) : SKAT_SEATS_MAX;

    if (seat >= SKAT_SEATS_MAX || atomic_load(&mark->calls) % 2 == 0)
        return false;
    memcpy(name, shared->names[seat], CASUAL_NAME_SIZE);
    name[CASUAL_NAME_SIZE - 1] = '\0';
    text_make_printable(name);
    return *name;
}

/* ---- the table ---- */

/* Bots of one name are numbered, in the order of the seats. */
static void number_names(struct casual_table *casual)
{
    const int seats = casual->config->rules.seats;

    for (int seat = 0; seat < seats; seat++) {
        char *shown = casual->shared->names[seat];
        int before = 0, all = 0;
        for (int other = 0; other < seats; other++) {
            const bool same = strcmp(casual->names[other], casual->names[seat]) == 0;
            all += same;
            before += same && other < seat;
        }
        if (all > 1)
            snprintf(shown, CASUAL_NAME_SIZE, "%.*s %d", BOT_SPEC_NAME_SIZE - 1,
                     casual->names[seat], before + 1);
        else
            snprintf(shown, CASUAL_NAME_SIZE, "%s", casual->names[seat]);
        casual->shown[seat] = shown;
    }
}

static void open_table(struct casual_table *casual)
{
    const struct config *config = casual->config;
    const uint8_t *seated = config->schedule.arrangements[0];

    casual->shared = casual->plan->shared;
    casual->shm = &casual->shared->shm;
    for (int seat = 0; seat < config->rules.seats; seat++)
        casual->names[seat] =
            seat == casual->seat ? casual->plan->person : config->bots[seated[seat]].name;
    number_names(casual);
    worker_bots_open(&casual->bots, config, casual->shm, NULL, "");
    for (int bot = 0; bot < config->bot_count; bot++) {
        casual->bots.programs[bot].killed = program_was_killed;
        casual->bots.programs[bot].shortage = no_program;
    }
    worker_table_open(&casual->table, &casual->bots, &casual->shm->game, &casual->shm->id,
                      casual->shm->illegal);
    casual->table.carried = &casual->shm->session;
    for (int seat = 0; seat < config->rules.seats; seat++)
        if (seat != casual->seat)
            worker_table_open_player(&casual->table, seated[seat], seat, NULL, false);
    dummy_players_open(casual->dummies, &casual->shm->times[0], &casual->shm->mark);
}

static void close_table(struct casual_table *casual)
{
    dummy_players_close(casual->dummies, &casual->shm->mark);
    worker_table_close(&casual->table);
    worker_bots_close(&casual->bots);
}

/* ---- a deal ---- */

/* Seats the person, and says who sits where: everybody at the table of four but the dealer. */
static void seat_person(struct casual_table *casual, uint64_t number)
{
    const struct skat_rules *rules = &casual->config->rules;
    struct table_deal deal = {.number = number,
                              .deals = rules->deals,
                              .seats = rules->seats,
                              .deck = rules->derived.deck,
                              .seat = casual->seat,
                              .names = casual->shown,
                              .sheet = casual->sheet,
                              .own = SKAT_NOBODY};

    skat_positions(rules, skat_dealer(rules->seats, number), deal.seat_of);
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (deal.seat_of[position] == casual->seat)
            deal.own = position;
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (position == deal.own || (deal.seat_of[position] == SKAT_NOBODY && deal.own == 0))
            casual->table.at[position] = &casual->dummies[position];
    casual->own = deal.own;
    casual->face->begin(casual->face->context, &deal);
}

/* A stand-in (bot/deal_play.h): the person decides what is theirs, the bots all else. Who leaves
 * gives no answer, and the game ends by that. */
static bool person_answers(void *context, const struct skat_game *game,
                           const struct skat_decision *decision, struct skat_action *action)
{
    struct casual_table *casual = context;
    const bool own = skat_game_player(game, decision->position) == casual->own;

    if (!own && action && casual->face->watch)
        casual->face->watch(casual->face->context, game, decision);
    if (!own || !action)
        return own;
    casual->left = !casual->face->ask(casual->face->context, game, decision, action);
    if (casual->left)
        *action = (struct skat_action){.size = sizeof *action, .kind = SKAT_ACTION_NONE};
    return true;
}

/* What a bot that was asked thought. One that bids often for the same reason says it once. */
static void note_thought(struct casual_table *casual, struct play *play,
                         const union player_decision *decision, const union player_action *action)
{
    struct table_thought *thought = &casual->thoughts[casual->thought_count];
    const bool plays_card = action->engine.kind == SKAT_ACTION_CARD;
    char text[PLAY_THOUGHT_SIZE];

    play_explain(play, decision, action, text);
    if (!*text || casual->thought_count == SKAT_MOVES_MAX)
        return;
    for (int i = 0; i < casual->thought_count && !plays_card; i++)
        if (casual->thoughts[i].position == play->asked &&
            strcmp(casual->thoughts[i].text, text) == 0)
            return;
    *thought = (struct table_thought){.position = play->asked,
                                      .card = plays_card ? play->game->table.played_count : -1,
                                      .text = pool_text(&casual->thought_texts, text)};
    casual->thought_count++;
}

/* Like players_play(), one decision after the other. If a call of a bot was marked, a bot was
 * asked. */
static enum game_status play_steps(struct casual_table *casual, const struct stand_ins *stand_ins)
{
    struct worker_table *table = &casual->table;
    struct play play = {.players = table->at,
                        .game = table->game,
                        .illegal = table->illegal,
                        .mark = &casual->shm->mark,
                        .stand_ins = stand_ins};
    union player_decision decision;
    union player_action action;

    pool_free(&casual->thought_texts);
    casual->thought_count = 0;
    play_begin(&play, &table->key);
    while (play_pending(&play, &decision)) {
        const uint32_t calls = atomic_load(&play.mark->calls);
        play_ask(&play, &decision, &action);
        if (casual->plan->explains && atomic_load(&play.mark->calls) != calls)
            note_thought(casual, &play, &decision, &action);
        if (!play_apply(&play, &decision, &action))
            break;
    }
    return play_end(&play);
}

static enum game_status play_deal(struct casual_table *casual)
{
    struct worker_table *table = &casual->table;
    const struct stand_ins *before = worker_table_stand_ins(table);
    struct stand_ins all = {0};

    if (before)
        all = *before;
    all.of[all.count++] = (struct stand_in){person_answers, casual};
    worker_table_begin(table);
    return play_steps(casual, &all);
}

/* ---- after it ---- */

/* What the solver says, where it can be asked. The caller deletes it. */
static cJSON *analysis_of(struct casual_table *casual, const struct game_json *line)
{
    static struct game_analysis analysis; /* used one at a time */

    game_analyzer_begin_deal(casual->analyzer);
    game_analysis_make(&analysis, line, casual->analyzer);
    return game_analysis_json(&analysis);
}

/* Shows the deal as its record has it, and the scores. False if the person leaves. */
static bool show_deal(struct casual_table *casual, const char *text, size_t length,
                      const char *fault_of, bool last)
{
    static struct game_json line; /* the same */
    const bool solved = !casual->plan->brief && casual->config->rules.game == SKAT_VARIANT_SKAT;
    struct table_deal_end end = {.game = casual->table.game,
                                 .sheet = casual->sheet,
                                 .fault_of = fault_of,
                                 .last = last,
                                 .thoughts = casual->thoughts,
                                 .thought_count = casual->thought_count};
    struct errors errors = {0};
    cJSON *analysis = NULL;

    if (game_json_read(text, length, &casual->config->rules, NULL, "", &line, &errors)) {
        analysis = solved ? analysis_of(casual, &line) : NULL;
        for (int seat = 0; seat < casual->config->rules.seats; seat++)
            line.table[seat] = casual->shown[seat];
        end.line = &line;
        end.analysis = analysis;
    }
    const bool stays = casual->face->end(casual->face->context, &end);
    cJSON_Delete(analysis);
    cJSON_Delete(line.root);
    line.root = NULL;
    errors_report(&errors);
    return stays;
}

static bool write_log(const struct casual_table *casual, const char *text, size_t length,
                      struct errors *errors)
{
    if (!casual->log ||
        (fwrite(text, 1, length, casual->log) == length && fflush(casual->log) == 0))
        return true;
    errors_add(errors, "--log", "cannot be written: %s", strerror(errno));
    return false;
}

/* False if the person leaves, or with an error if the log cannot be written. */
static bool end_deal(struct casual_table *casual, enum game_status fault, bool last,
                     struct errors *errors)
{
    char table[TABLE_TEXT_SIZE], text[GAME_JSON_SIZE];
    struct game_outcome outcome;

    game_outcome_of_game(casual->table.game, casual->table.id, fault, &outcome);
    if (casual->config->rules.derived.carries)
        game_outcome_add_to_session(&outcome, casual->table.game, &casual->shm->session);
    game_json_table(casual->names, casual->config->rules.seats, table);
    const size_t length =
        game_json_write(casual->table.game, &outcome, table, casual->table.illegal, text);
    score_sheet_add(casual->sheet, casual->table.game, &outcome, &casual->pool);
    if (!write_log(casual, text, length, errors))
        return false;
    text[length - 1] = '\0'; /* as lines of a log are read: without its end */
    return show_deal(
        casual, text, length - 1,
        fault == GAME_OK ? NULL : casual->shown[outcome.seat_of[casual->table.game->fault]], last);
}

static bool play_next(struct casual_table *casual, uint64_t deal, struct errors *errors)
{
    casual->shm->id = schedule_game(&casual->config->schedule, deal, 0);
    worker_table_prepare(&casual->table);
    seat_person(casual, deal);
    const enum game_status fault = play_deal(casual);
    if (casual->left)
        return false;
    return end_deal(casual, fault, deal + 1 == (uint64_t)casual->config->rules.deals, errors);
}

static void play_deals(struct casual_table *casual, struct errors *errors)
{
    const struct game_analysis_options options = {.depth = CONTRACTS_BEST};
    const uint64_t deals = (uint64_t)casual->config->rules.deals;

    casual->analyzer = game_analyzer_new(&options);
    casual->sheet = score_sheet_new(&casual->config->rules, &casual->pool);
    open_table(casual);
    for (uint64_t deal = 0; deal < deals && play_next(casual, deal, errors); deal++)
        ;
    close_table(casual);
    game_analyzer_free(casual->analyzer);
    pool_free(&casual->pool);
    pool_free(&casual->thought_texts);
}

static void refuse_log(const char *log, struct errors *errors)
{
    errors_add(errors, log, "cannot be written: %s", strerror(errno));
}

bool casual_log_possible(const char *log, struct errors *errors)
{
    FILE *file = log ? output_file_grow(log, OUTPUT_APPEND) : NULL;

    if (!log || (file && output_file_close(file)))
        return true;
    refuse_log(log, errors);
    return false;
}

/* With the log, if there is one. */
static void play_with_log(struct casual_table *casual, struct errors *errors)
{
    const char *log = casual->plan->log;

    casual->log = log ? output_file_grow(log, OUTPUT_APPEND) : NULL;
    if (log && !casual->log) {
        refuse_log(log, errors);
        return;
    }
    play_deals(casual, errors);
    if (casual->log && !output_file_close(casual->log))
        refuse_log(log, errors);
}

int casual_table_play(const struct casual_plan *plan, const struct table_face *face,
                      struct errors *errors)
{
    struct casual_table *casual = xcalloc(1, sizeof *casual);
    struct config config = {0};
    int code = EXIT_USAGE;

    if (play_setup_config(&config, plan->setup, errors)) {
        casual->plan = plan;
        casual->config = &config;
        casual->face = face;
        casual->seat = plan->setup->taken.seat;
        if (face->open)
            face->open(face->context, &config);
        play_with_log(casual, errors);
        code = errors->count ? EXIT_INTERNAL : EXIT_OK;
    }
    config_free(&config);
    free(casual);
    return code;
}

/* ---- positions ---- */

/* The action as in records, without who does it. */
static const char *action_of(const struct skat_game *game, const struct skat_decision *decision,
                             const struct skat_action *action, char text[SKAT_TOKEN_SIZE])
{
    const char *space;

    skat_record_action(game->rules, decision->position, action, text);
    space = strchr(text, ' ');
    return space ? space + 1 : text;
}

/* False if the person leaves without an answer; *more: whether they want the next one. */
static bool ask_puzzle(struct table_puzzle *puzzle, const struct skat_rules *rules,
                       const struct table_face *face, bool *more)
{
    static struct skat_game game; /* large, used one at a time */
    struct skat_decision decision;
    struct skat_action action;
    char text[SKAT_TOKEN_SIZE];

    position_replay(puzzle->position, rules, &game);
    if (!skat_game_pending(&game, &decision))
        return true; /* no set that was read has such a position */
    puzzle->own = skat_game_player(&game, decision.position);
    puzzle->declarer = game.table.declarer;
    puzzle->deck = rules->derived.deck;
    face->puzzle(face->context, puzzle);
    if (!face->ask(face->context, &game, &decision, &action))
        return *more = false;
    puzzle->right = position_passes(puzzle->position, action_of(&game, &decision, &action, text));
    puzzle->solved += puzzle->right;
    *more = face->solved(face->context, puzzle, &game);
    return true;
}

int puzzles_play(const char *path, const struct play_setup *setup, const struct table_face *face,
                 struct errors *errors)
{
    struct position_set set = {0};
    struct skat_rules rules;
    bool more = true;
    int asked = 0;

    if (!play_setup_rules(&rules, setup, errors))
        return EXIT_USAGE;
    const bool read = position_set_read(&set, path, &rules, errors);
    if (read && face->open)
        face->open(face->context, NULL);
    const int most = setup->deals && setup->deals < set.count ? (int)setup->deals : set.count;
    struct table_puzzle puzzle = {.count = read ? most : 0};
    for (int i = 0; i < puzzle.count && more; i++) {
        puzzle.position = &set.positions[i];
        puzzle.number = i + 1;
        puzzle.right = false;
        asked += ask_puzzle(&puzzle, &rules, face, &more);
    }
    if (read && face->close)
        face->close(face->context, puzzle.solved, asked);
    position_set_free(&set);
    return read ? EXIT_OK : EXIT_BAD_FILE;
}
