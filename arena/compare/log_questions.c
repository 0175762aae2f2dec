// SPDX-License-Identifier: MIT
#include "arena/compare/log_questions.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arena/base/input_line.h"
#include "arena/base/output_file.h"
#include "arena/base/exit_code.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/terminal.h"
#include "arena/bot/abi_rules.h"
#include "arena/bot/bot_process.h"
#include "arena/bot/deal_play.h"
#include "arena/bot/module.h"
#include "arena/bot/watched_process.h"
#include "arena/config/bot_spec.h"
#include "arena/config/config_bots.h"
#include "arena/config/run_seed.h"
#include "arena/log/manifest.h"
#include "arena/log/log_replayer.h"
#include "arena/config/config_warnings.h"
#include "arena/record/action_text.h"
#include "arena/sandbox/sandbox.h"
#include "engine/seed.h"
#include "engine/variant.h"

enum { BOTS = 2, IDLE_S = 300 };

/* ---- how much two bots differ ----
 *
 * A bot that offers a policy has a probability for each answer, any other one one answer that is
 * certain. The distance of two such distributions is half the sum of the differences of their
 * probabilities (total variation): 0 where they are the same, 1 where they have no answer in
 * common; of two certain answers, whether they differ. */

enum {
    GAPS_MAX = 20,   /* the largest that are listed */
    GAPS_OF_ROW = 5, /* of one kind of decision, so that others are seen, too */
    GAP_CARDS = 6,   /* cards by lead and follow, of declarer, defenders, and in ramsch */
    GAP_ROWS = SKAT_DECISIONS + GAP_CARDS
};

/* Where a decision was made, and what was done. */
struct decision_place {
    uint64_t game;
    uint32_t move;    /* so many moves of the record came before it */
    uint8_t position; /* of who decides */
    uint8_t row;      /* decision_row() */
    char played[SKAT_TOKEN_SIZE];
};

/* The answers of a bot as texts, the most likely first; of equally likely ones, as the bot listed
 * them. */
struct answers {
    int count;
    struct answer {
        char text[SKAT_TOKEN_SIZE];
        double probability;
    } of[POLICY_MOST];
};

struct decision_gap {
    struct decision_place place;
    double distance;
    struct answers answers[2];
};

struct decision_gaps {
    struct {
        uint64_t decisions, differ; /* in `differ` of them the most likely answers do */
        double distance;            /* their sum */
    } rows[GAP_ROWS];
    int count;
    struct decision_gap largest[GAPS_MAX]; /* the largest first; of equal ones, the earliest */
};

/* The names of the rows of cards: who plays, and whether it is a lead. */
static const struct {
    const char *role, *card;
} cards[GAP_CARDS] = {
    {"declarer", "lead"},   {"declarer", "follow"}, {"defender", "lead"},
    {"defender", "follow"}, {"ramsch", "lead"},     {"ramsch", "follow"},
};

/* The row of a decision in a game. */
static unsigned decision_row(const struct skat_game *game, const struct skat_decision *decision)
{
    enum { DECLARER, DEFENDER = 2, RAMSCH = 4 };
    const struct skat_table *table = &game->table;
    unsigned row = SKAT_DECISIONS + DEFENDER;

    if (decision->kind != SKAT_DECIDE_CARD)
        return decision->kind;
    if (table->declarer == SKAT_NOBODY)
        row = SKAT_DECISIONS + RAMSCH;
    else if (table->declarer == decision->position)
        row = SKAT_DECISIONS + DECLARER;
    return row + (table->played_count > game->trick_began);
}

static void put_text(char text[SKAT_TOKEN_SIZE], const struct skat_bot_action *action,
                     const struct skat_rules *rules, unsigned position)
{
    struct skat_action sorted;

    memcpy(&sorted, action, sizeof sorted);
    action_sort_cards(&sorted);
    action_text(rules, position, &sorted, text);
}

/* The place of an answer, or their number if it is not among them. */
static int place_of(const struct answers *answers, const char *text)
{
    int at = 0;

    while (at < answers->count && strcmp(answers->of[at].text, text) != 0)
        at++;
    return at;
}

/* One that is there already gets the probability, too. */
static void add_answer(struct answers *answers, const char *text, double probability)
{
    const int at = place_of(answers, text);

    if (at == answers->count) {
        answers->count++;
        memcpy(answers->of[at].text, text, sizeof answers->of[at].text);
        answers->of[at].probability = 0;
    }
    answers->of[at].probability += probability;
}

/* By insertion, so that equally likely ones stay in order. */
static void sort_answers(struct answers *answers)
{
    for (int i = 1; i < answers->count; i++)
        for (int at = i; at && answers->of[at - 1].probability < answers->of[at].probability;
             at--) {
            const struct answer swapped = answers->of[at];
            answers->of[at] = answers->of[at - 1];
            answers->of[at - 1] = swapped;
        }
}

/* The answers of a policy at a decision. The same cards in another order are one answer. */
static void answers_of(struct answers *answers, const struct policy *policy,
                       const struct skat_rules *rules, unsigned position)
{
    answers->count = 0;
    for (uint32_t i = 0; i < policy->count; i++) {
        char text[SKAT_TOKEN_SIZE];
        put_text(text, &policy->options[i].action, rules, position);
        add_answer(answers, text, policy->options[i].probability);
    }
    sort_answers(answers);
}

static double probability_of(const struct answers *answers, const char *text)
{
    const int at = place_of(answers, text);
    return at < answers->count ? answers->of[at].probability : 0;
}

/* Total variation: the probability that one gives to answers to which the other gives less. */
static double distance_of(const struct answers *one, const struct answers *other)
{
    double sum = 0;

    for (int i = 0; i < one->count; i++)
        sum += fmax(0, one->of[i].probability - probability_of(other, one->of[i].text));
    return sum < 1e-9 ? 0 : sum;
}

/* The place in the list that a new gap of a row takes: the end of the list, or that of the smallest
 * of its row or of all, where there are enough. */
static int place_for(const struct decision_gaps *gaps, unsigned row)
{
    int of_row = 0, last_of_row = 0;

    for (int i = 0; i < gaps->count; i++)
        if (gaps->largest[i].place.row == row) {
            of_row++;
            last_of_row = i;
        }
    if (of_row == GAPS_OF_ROW)
        return last_of_row;
    return gaps->count < GAPS_MAX ? gaps->count : GAPS_MAX - 1;
}

static void list(struct decision_gaps *gaps, const struct decision_place *place,
                 const struct answers answers[2], double distance)
{
    int at = place_for(gaps, place->row);

    if (!distance || (at < gaps->count && gaps->largest[at].distance >= distance))
        return;
    gaps->count += at == gaps->count;
    for (; at && gaps->largest[at - 1].distance < distance; at--)
        gaps->largest[at] = gaps->largest[at - 1];
    gaps->largest[at] = (struct decision_gap){*place, distance, {answers[0], answers[1]}};
}

/* Adds a decision. Returns the distance. */
static double add_decision(struct decision_gaps *gaps, const struct decision_place *place,
                           const struct answers answers[2])
{
    const double distance = distance_of(&answers[0], &answers[1]);

    gaps->rows[place->row].decisions++;
    gaps->rows[place->row].differ += strcmp(answers[0].of[0].text, answers[1].of[0].text) != 0;
    gaps->rows[place->row].distance += distance;
    list(gaps, place, answers, distance);
    return distance;
}

static void put_row_name(cJSON *object, unsigned row)
{
    const bool card = row >= SKAT_DECISIONS;

    cJSON_AddStringToObject(object, "decision",
                            skat_decision_rows[card ? (unsigned)SKAT_DECIDE_CARD : row].name);
    if (!card)
        return;
    cJSON_AddStringToObject(object, "role", cards[row - SKAT_DECISIONS].role);
    cJSON_AddStringToObject(object, "card", cards[row - SKAT_DECISIONS].card);
}

/* To nine places: the last bits of a sum are no news. */
static double rounded(double value) { return round(value * 1e9) / 1e9; }

static cJSON *answers_json(const struct answers *answers, int most)
{
    cJSON *array = cJSON_CreateArray();

    for (int i = 0; i < answers->count && i < most; i++) {
        cJSON *pair = cJSON_CreateArray();
        cJSON_AddItemToArray(pair, cJSON_CreateString(answers->of[i].text));
        cJSON_AddItemToArray(pair, cJSON_CreateNumber(rounded(answers->of[i].probability)));
        cJSON_AddItemToArray(array, pair);
    }
    return array;
}

/* One decision with the answers of both: an element of "largest", and a line of the file of
 * --policies. At most `most` answers of each. */
static cJSON *decision_json(const struct decision_place *place, double distance,
                            const struct answers answers[2], const struct skat_deck *deck, int most)
{
    cJSON *object = cJSON_CreateObject();

    json_put_int(object, "game", (int64_t)place->game);
    json_put_int(object, "move", place->move);
    cJSON_AddStringToObject(object, "position", skat_position_name(deck, place->position));
    put_row_name(object, place->row);
    cJSON_AddNumberToObject(object, "distance", rounded(distance));
    cJSON_AddStringToObject(object, "played", place->played);
    cJSON_AddItemToObject(object, "a", answers_json(&answers[0], most));
    cJSON_AddItemToObject(object, "b", answers_json(&answers[1], most));
    return object;
}

static void put_sums(cJSON *object, uint64_t decisions, uint64_t differ, double distance)
{
    json_put_int(object, "decisions", (int64_t)decisions);
    json_put_int(object, "differ", (int64_t)differ);
    cJSON_AddNumberToObject(object, "distance",
                            decisions ? rounded(distance / (double)decisions) : 0);
}

/* {"decisions", "differ", "distance", "by": [...], "largest": [...]}. The caller deletes it. */
static cJSON *gaps_json(const struct decision_gaps *gaps, const struct skat_deck *deck)
{
    enum { SHOWN = 5 };
    cJSON *object = cJSON_CreateObject(), *by = cJSON_CreateArray(), *largest = cJSON_CreateArray();
    uint64_t decisions = 0, differ = 0;
    double distance = 0;

    for (unsigned row = 0; row < GAP_ROWS; row++) {
        if (!gaps->rows[row].decisions)
            continue;
        cJSON *item = cJSON_CreateObject();
        put_row_name(item, row);
        put_sums(item, gaps->rows[row].decisions, gaps->rows[row].differ, gaps->rows[row].distance);
        cJSON_AddItemToArray(by, item);
        decisions += gaps->rows[row].decisions;
        differ += gaps->rows[row].differ;
        distance += gaps->rows[row].distance;
    }
    for (int i = 0; i < gaps->count; i++)
        cJSON_AddItemToArray(largest,
                             decision_json(&gaps->largest[i].place, gaps->largest[i].distance,
                                           gaps->largest[i].answers, deck, SHOWN));
    put_sums(object, decisions, differ, distance);
    cJSON_AddItemToObject(object, "by", by);
    cJSON_AddItemToObject(object, "largest", largest);
    return object;
}

/* ---- the two ---- */

/* Shared with the child. */
struct questions_box {
    struct job_shm job;
    char reason[600]; /* why it could not continue, or "" */
};

/* A bot at all seats of a table of its own. */
struct shadow {
    struct player players[SKAT_SEATS_MAX]; /* opened when they first sit */
    struct player *at[SKAT_PLAYERS];
    struct skat_game game;
    char illegal[SKAT_TOKEN_SIZE];
    struct play play;
};

struct questions {
    const struct log_questions *asked;
    struct log_reader log;
    struct skat_random_key key; /* of the run, for the bots' random numbers */
    cJSON *specs[BOTS];         /* an object of one bot, by its name */
    struct module_files *files; /* of the bots */
    struct bot *bots[BOTS];
    char names[BOTS][BOT_SPEC_NAME_SIZE];
    FILE *policies; /* or NULL */
    FILE *result;   /* gets the result of the child */
    struct questions_box *box;
    bool apart; /* the arrangements of a session have players of their own: they are sessions */
    int tables; /* of each bot: arrangements, if they are apart; else 1 */
    /* In the child. */
    struct abi_rules told;
    struct skat_bot_session session;
    struct latency_histogram times;
    const struct skat_bot_module *modules[BOTS][PLAYER_PARTS];
    struct bot_process_spec processes[BOTS][PLAYER_PARTS]; /* of those that are isolated */
    struct shadow *all_shadows[BOTS];                      /* one for each table */
    struct shadow *shadows[BOTS];                          /* at the table of this game */
    struct policy policy;
    struct answers answers[BOTS];
    struct decision_gaps gaps;
    int64_t games, left_out; /* which ended by a fault */
    const struct replayed_line *line;
};

/* ---- the child: players ---- */

__attribute__((noreturn, format(printf, 2, 3))) static void give_up(struct questions *all,
                                                                    const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(all->box->reason, sizeof all->box->reason, format, arguments);
    va_end(arguments);
    job_leave(&all->box->job);
}

/* The machine has no process for an isolated bot, or has ended it. */
static void no_bot_process(int error)
{
    (void)error;
    _exit(EXIT_INTERRUPTED);
}
static void bot_process_was_killed(void) { _exit(EXIT_INTERRUPTED); }

static void load_module(struct questions *all, int b, int part)
{
    const struct bot_module *module = bot_part(all->bots[b], part);
    char reason[400];

    if (module->isolated) {
        all->processes[b][part] = (struct bot_process_spec){.file = module->file,
                                                            .settings = module->settings,
                                                            .setting_count = module->setting_count,
                                                            .memory = bot_memory(all->bots[b]),
                                                            .killed = bot_process_was_killed,
                                                            .shortage = no_bot_process};
        return;
    }
    all->modules[b][part] = module_load(module->file, reason, sizeof reason);
    if (!all->modules[b][part])
        give_up(all, "%s: %s", all->names[b], reason);
}

/* A bot that draws from its policy is asked for it like any other. */
static void open_player(struct questions *all, int b, int seat)
{
    struct player_plan plan = bot_player_plan(all->bots[b], seat);
    char reason[400];

    plan.name = all->names[b];
    plan.times = &all->times;
    for (int part = 0; part < PLAYER_PARTS; part++) {
        if (bot_part(all->bots[b], part)->isolated)
            plan.processes[part] = &all->processes[b][part];
        else
            plan.modules[part] = all->modules[b][part];
        plan.samples[part] = false;
    }
    if (!player_open(&all->shadows[b]->players[seat], &plan, &all->box->job.mark, reason,
                     sizeof reason))
        give_up(all, "%s: %s", all->names[b], reason);
}

static void begin_game(struct questions *all, int b)
{
    const struct game_stats *stats = &all->line->stats;
    const bool apart = all->apart && stats->arrangement < (uint32_t)all->tables;
    const uint64_t session = /* as bots are told of sessions: worker_table.c */
        all->apart ? stats->session * (uint64_t)all->tables + stats->arrangement : stats->session;
    struct shadow *shadow = &all->all_shadows[b][apart ? stats->arrangement : 0];
    const struct skat_game *played = &all->line->game.game;
    const struct skat_random_key key = skat_random_deal_key(&all->key, stats->session, stats->deal);

    all->shadows[b] = shadow;
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        const uint8_t seat = stats->seat_of[position];
        if (seat == SKAT_NOBODY) {
            shadow->at[position] = shadow->at[0]; /* which is never called here */
            continue;
        }
        if (!shadow->players[seat].host)
            open_player(all, b, seat);
        shadow->at[position] = &shadow->players[seat];
        player_enter_session(shadow->at[position], session, &all->session, &all->key,
                             stats->session, &all->box->job.mark);
    }
    skat_game_start(&shadow->game, played->rules, &played->deal, &played->terms);
    shadow->play = (struct play){.players = shadow->at,
                                 .game = &shadow->game,
                                 .illegal = shadow->illegal,
                                 .mark = &all->box->job.mark};
    play_begin(&shadow->play, &key);
}

/* Whether a bot said that it cannot continue. */
static void check_failure(struct questions *all, int b)
{
    for (int position = 0; position < SKAT_PLAYERS; position++)
        if (all->shadows[b]->at[position]->host->failed != GAME_OK)
            give_up(all, "%s cannot continue in game %llu: %s", all->names[b],
                    (unsigned long long)all->line->stats.game,
                    all->shadows[b]->at[position]->host->failure);
}

/* ---- the child: decisions ---- */

static void ask(struct questions *all, int b, const union player_decision *decision)
{
    struct play *play = &all->shadows[b]->play;
    const char *wrong = play_policy(play, decision, &all->policy);

    check_failure(all, b);
    if (wrong)
        give_up(all, "%s in game %llu: %s", all->names[b],
                (unsigned long long)all->line->stats.game, wrong);
    answers_of(&all->answers[b], &all->policy, &all->log.rules, decision->engine.position);
}

/* The child writes the file, so only it knows. */
__attribute__((noreturn)) static void cannot_write(struct questions *all)
{
    give_up(all, "%s: cannot be written: %s", all->asked->policies, strerror(errno));
}

static void write_line(struct questions *all, const struct decision_place *place, double distance)
{
    cJSON *line =
        decision_json(place, distance, all->answers, all->log.rules.derived.deck, POLICY_MOST);
    char *text = cJSON_PrintUnformatted(line);

    if (fprintf(all->policies, "%s\n", text) < 0)
        cannot_write(all);
    free(text);
    cJSON_Delete(line);
}

static void compare_answers(struct questions *all, const struct skat_game *game,
                            const struct skat_decision *decision, const struct skat_action *action)
{
    struct decision_place place = {.game = all->line->stats.game,
                                   .move = game->move_count,
                                   .position = decision->position,
                                   .row = (uint8_t)decision_row(game, decision)};

    action_text(&all->log.rules, decision->position, action, place.played);
    double distance = add_decision(&all->gaps, &place, all->answers);
    if (all->policies)
        write_line(all, &place, distance);
}

/* An action of the log. One that nobody asked for, as kontra before one's turn, is no answer to a
 * decision. */
static void acts(void *context, const struct skat_game *game, unsigned position,
                 const struct skat_action *action)
{
    struct questions *all = context;
    union player_decision decisions[BOTS];
    const union player_action done = {.engine = *action};
    bool asked = true;

    for (int b = 0; b < BOTS; b++) {
        asked = play_pending(&all->shadows[b]->play, &decisions[b]) && asked;
        check_failure(all, b);
    }
    if (asked && decisions[0].engine.position == position) {
        for (int b = 0; b < BOTS; b++)
            ask(all, b, &decisions[b]);
        compare_answers(all, game, &decisions[0].engine, action);
    }
    for (int b = 0; b < BOTS; b++) {
        decisions[b].engine.position = (uint8_t)position;
        play_apply(&all->shadows[b]->play, &decisions[b], &done);
        check_failure(all, b);
    }
}

static bool take_game(void *context, const struct replayed_line *line)
{
    struct questions *all = context;
    const struct skat_record_watcher watcher = {all, acts};

    if (all->asked->games && all->games == all->asked->games)
        return false;
    if (game_status_is_fault(line->stats.status)) {
        all->left_out++;
        return true;
    }
    all->line = line;
    all->games++;
    for (int b = 0; b < BOTS; b++)
        begin_game(all, b);
    replayed_line_follow(line, &watcher);
    for (int b = 0; b < BOTS; b++) {
        union player_decision none;
        if (play_pending(&all->shadows[b]->play, &none))
            give_up(all, "game %llu does not end where its line does",
                    (unsigned long long)line->stats.game);
        play_end(&all->shadows[b]->play);
    }
    return true;
}

static void close_players(struct questions *all)
{
    for (int b = 0; b < BOTS; b++)
        for (int n = 0; n < all->tables * SKAT_SEATS_MAX; n++)
            player_close(&all->all_shadows[b][n / SKAT_SEATS_MAX].players[n % SKAT_SEATS_MAX],
                         &all->box->job.mark);
}

static void put_result(struct questions *all)
{
    cJSON *root = gaps_json(&all->gaps, all->log.rules.derived.deck);

    cJSON_AddStringToObject(root, "a", all->names[0]);
    cJSON_AddStringToObject(root, "b", all->names[1]);
    cJSON_AddNumberToObject(root, "games", (double)all->games);
    cJSON_AddNumberToObject(root, "left_out", (double)all->left_out);
    char *text = cJSON_PrintUnformatted(root);
    if (fputs(text, all->result) == EOF || fflush(all->result) != 0)
        give_up(all, "a temporary file cannot be written: %s", strerror(errno));
    free(text);
    cJSON_Delete(root);
}

static void ask_all(void *context)
{
    struct questions *all = context;
    struct errors errors = {0};

    abi_rules_of(&all->log.rules, &all->told);
    all->session = (struct skat_bot_session){.size = sizeof all->session,
                                             .deals = (uint32_t)all->log.rules.deals,
                                             .rules = &all->told.rules};
    for (int n = 0; n < BOTS * PLAYER_PARTS; n++)
        load_module(all, n / PLAYER_PARTS, n % PLAYER_PARTS);
    for (int b = 0; b < BOTS; b++)
        all->all_shadows[b] = xcalloc((size_t)all->tables, sizeof *all->all_shadows[b]);
    all->log.workers = 1; /* no threads beside bots */
    log_games_each(&all->log, take_game, all, &errors);
    if (errors.count)
        give_up(all, "%.*s", (int)strcspn(errors.text, "\n"), errors.text);
    close_players(all);
    if (all->policies && fflush(all->policies) != 0)
        cannot_write(all);
    put_result(all);
}

/* ---- the bots ---- */

/* Refuses programs that only the folder names: nobody has asked for them, and no sandbox holds
 * them. */
static bool may_start(const struct questions *all, int b, const cJSON *bot, struct errors *errors)
{
    const cJSON *starter = bot_starter(bot);

    if (!starter || isolation_of(all->asked->isolation) == ISOLATION_NONE)
        return true;
    errors_add(errors, all->asked->log,
               "the bot \"%s\" starts a program, which no sandbox holds; it would run with your "
               "rights only with --isolation none: %s",
               all->asked->words[b], json_text(json_get(starter, "options"), "command"));
    return false;
}

/* Whether an answer is drawn does not matter here: all are asked for. */
static cJSON *spec_in_folder(const cJSON *bot)
{
    cJSON *spec = cJSON_Duplicate(bot, true);

    cJSON_DeleteItemFromObjectCaseSensitive(spec, "sample");
    cJSON_DeleteItemFromObjectCaseSensitive(json_get(spec, "bid"), "sample");
    cJSON_DeleteItemFromObjectCaseSensitive(json_get(spec, "play"), "sample");
    return spec;
}

/* Reads what a word means: a bot of the folder by its name, else a bot spec. */
static bool read_bot(struct questions *all, int b, const cJSON *in_folder, struct errors *errors)
{
    enum { CALL_MS = 10000 };
    const enum isolation isolation = isolation_of(all->asked->isolation);
    const struct bot_needs needs = {
        .folder = NULL,
        .modules = all->files,
        .isolation = isolation,
        .limits = {.time_ms = CALL_MS, .start_ms = PLAYER_START_MS, .memory_mb = CONFIG_MEMORY_MB},
        .bid = true,
        .play = true};
    const int before = errors->count;
    char reason[200];
    int count = 0;

    if (in_folder && isolation != ISOLATION_NONE && !sandbox_possible(reason, sizeof reason)) {
        errors_add(errors, all->asked->words[b], "cannot be isolated here: %s", reason);
        return false;
    }
    if (in_folder && !may_start(all, b, in_folder, errors))
        return false;
    cJSON *spec = in_folder ? spec_in_folder(in_folder)
                            : bot_spec_json(all->asked->words[b], isolation, errors);
    if (errors->count == before) {
        all->specs[b] = cJSON_CreateObject();
        cJSON_AddItemToObject(all->specs[b], all->names[b], spec);
        const struct json_value value = json_root(all->specs[b], "bots", errors);
        all->bots[b] = bots_read(&value, &needs, &count);
    } else {
        cJSON_Delete(spec);
    }
    return errors->count == before && count == 1;
}

/* Two of the same name are told apart by an apostrophe, in place of the last character if there is
 * no room. */
static void name_bots(struct questions *all)
{
    char *name = all->names[1];

    for (int b = 0; b < BOTS; b++)
        bot_spec_name(all->asked->words[b], false, all->names[b]);
    if (strcmp(all->names[0], name) != 0)
        return;
    size_t length = strlen(name);
    if (length == BOT_SPEC_NAME_SIZE - 1)
        for (length--; ((unsigned char)name[length] & 0xc0) == 0x80;)
            length--;
    snprintf(name + length, 2, "'");
}

static bool read_bots(struct questions *all, struct errors *errors)
{
    const char *why;
    cJSON *config = all->log.has_manifest ? config_of_run(all->log.manifest.root, &why) : NULL;
    const cJSON *bots = json_get(config, "bots");
    bool ok = true;

    name_bots(all);
    all->files = module_files_new();
    for (int b = 0; b < BOTS; b++)
        ok = read_bot(all, b, json_get(bots, all->asked->words[b]), errors) && ok;
    cJSON_Delete(config);
    return ok;
}

/* Says which bots run with the user's rights, and which do not. */
static void tell_of_isolation(const struct questions *all)
{
    struct isolation_note note = {0};

    for (int b = 0; b < BOTS; b++) {
        if (bot_is_isolated(all->bots[b]) && !all->asked->isolation)
            print_note("skat-arena: %s runs in the sandbox, where it is asked only for its answers "
                       "(--isolation none: with your rights)\n",
                       all->names[b]);
        isolation_note_add(&note, all->bots[b], 1);
    }
    isolation_note_print(&note);
}

/* The seed of the run, and how its sessions were played. */
static void read_run(struct questions *all)
{
    const cJSON *root = all->log.manifest.root;
    struct skat_seed seed = {0};

    if (all->log.has_manifest)
        seed_json_read(json_get(root, "seed"), &seed);
    all->key = skat_seed_key(&seed);
    all->apart =
        all->log.has_manifest && (all->log.rules.derived.carries || bot_remembers(all->bots[0]) ||
                                  bot_remembers(all->bots[1]));
    all->tables = all->apart ? all->log.manifest.schedule.arrangement_count : 1;
}

/* ---- the whole ---- */

static cJSON *read_result(FILE *file)
{
    cJSON *result = NULL;
    char *text = NULL;
    size_t size = 0;

    rewind(file);
    if (input_line_read(&text, &size, file) > 0)
        result = cJSON_Parse(text);
    free(text);
    return result;
}

/* The longer of two limits, of which 0 is the longest. */
static uint32_t longer(uint32_t one, uint32_t other)
{
    return !one || !other ? 0 : one > other ? one : other;
}

static cJSON *run_questions(struct questions *all, int *code, struct errors *errors)
{
    /* A bank is beyond the limit of a call, and this job does not count it. */
    const struct skat_bot_limits *first = &all->bots[0]->limits, *second = &all->bots[1]->limits;
    const struct job_limits limits = {.call_ms =
                                          longer(player_call_ms(first), player_call_ms(second)),
                                      .start_ms = longer(first->start_ms, second->start_ms),
                                      .idle_s = IDLE_S};
    struct job_outcome outcome;
    char end[100];

    job_run(ask_all, all, &all->box->job, &limits, &outcome);
    *code = EXIT_BAD_FILE;
    if (outcome.end == JOB_EXIT && outcome.code == EXIT_INTERRUPTED) {
        errors_add_shortage(errors, "the decisions cannot be asked");
        return NULL;
    }
    if (outcome.end != JOB_DONE) {
        job_end_text(&outcome, end, sizeof end);
        errors_add(errors, NULL, "a bot %s in %s", end, call_mark_function(&all->box->job.mark));
        return NULL;
    }
    all->box->reason[sizeof all->box->reason - 1] = '\0';
    if (*all->box->reason) {
        errors_add(errors, NULL, "%s", all->box->reason);
        return NULL;
    }
    cJSON *result = read_result(all->result);
    if (!result)
        errors_add(errors, NULL, "a bot has overwritten the result");
    else
        *code = EXIT_OK;
    return result;
}

static bool may_write(const struct questions *all, struct errors *errors)
{
    const char *path = all->asked->policies;

    return !path ||
           (log_reader_may_write(&all->log, path, errors) && output_file_possible(path, errors));
}

/* The file of policies is there only if all of it is. */
static cJSON *ask_and_write(struct questions *all, int *code, struct errors *errors)
{
    struct output_file save;

    if (!all->asked->policies)
        return run_questions(all, code, errors);
    bool open = output_file_begin(&save, all->asked->policies, OUTPUT_NAMED);
    all->policies = open ? save.file : NULL;
    cJSON *result = open ? run_questions(all, code, errors) : NULL;
    if (open && !result) {
        output_file_drop(&save);
    } else if (!output_file_end(&save, errors)) {
        *code = EXIT_INTERNAL;
        cJSON_Delete(result);
        result = NULL;
    }
    return result;
}

cJSON *log_questions_ask(const struct log_questions *asked, int *code, struct errors *errors)
{
    struct questions *all = xcalloc(1, sizeof *all);
    cJSON *result = NULL;

    *code = EXIT_BAD_FILE;
    all->asked = asked;
    all->box = map_zeroed(sizeof *all->box);
    all->result = tmpfile();
    if (!all->box || !all->result)
        errors_add(errors, NULL, "no shared memory or temporary file: %s", strerror(errno));
    else if (log_reader_open(&all->log, asked->log, asked->rules, errors)) {
        *code = EXIT_USAGE;
        if (read_bots(all, errors) && may_write(all, errors)) {
            tell_of_isolation(all);
            read_run(all);
            result = ask_and_write(all, code, errors);
        }
    }
    log_reader_close(&all->log);
    for (int b = 0; b < BOTS; b++) {
        bots_free(all->bots[b], all->bots[b] ? 1 : 0);
        cJSON_Delete(all->specs[b]);
    }
    module_files_free(all->files);
    if (all->result)
        fclose(all->result);
    if (all->box)
        munmap(all->box, sizeof *all->box);
    free(all);
    return result;
}
