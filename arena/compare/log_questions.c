#include "arena/compare/log_questions.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "arena/base/atomic_file.h"
#include "arena/base/exit_code.h"
#include "arena/base/memory.h"
#include "arena/bot/abi_rules.h"
#include "arena/bot/deal_play.h"
#include "arena/bot/module.h"
#include "arena/bot/supervised_job.h"
#include "arena/compare/decision_gaps.h"
#include "arena/config/bot_spec.h"
#include "arena/config/config_bots.h"
#include "arena/config/seed_json.h"
#include "arena/log/config_of_run.h"
#include "arena/log/log_games.h"
#include "arena/record/action_text.h"
#include "engine/seed.h"

enum { BOTS = 2, CALL_MS = 10000, IDLE_S = 300 };

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
    cJSON *specs;               /* of the bots, by name; their settings point into it */
    struct bot *bots;
    char names[BOTS][BOT_SPEC_NAME_SIZE];
    FILE *policies; /* or NULL */
    FILE *result;   /* gets the result of the child */
    struct questions_box *box;
    /* In the child. */
    struct abi_rules told;
    struct skat_bot_session session;
    struct latency_histogram times;
    const struct skat_bot_module *modules[BOTS][PLAYER_PARTS];
    struct shadow shadows[BOTS];
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

static const struct bot_module *part_of(const struct bot *bot, int part)
{
    return &bot->parts[bot->composed ? part : PLAYER_PART_BID];
}

static void load_modules(struct questions *all)
{
    char reason[400];

    for (int b = 0; b < BOTS; b++)
        for (int part = 0; part < PLAYER_PARTS; part++) {
            all->modules[b][part] =
                module_load(part_of(&all->bots[b], part)->path, reason, sizeof reason);
            if (!all->modules[b][part])
                give_up(all, "%s: %s", all->names[b], reason);
        }
}

/* A bot that draws from its policy is asked for it like any other. */
static void open_player(struct questions *all, int b, int seat)
{
    const struct bot *bot = &all->bots[b];
    struct player_plan plan = {.name = all->names[b],
                               .seat = seat,
                               .composed = bot->composed,
                               .sees_all = bot->sees_all,
                               .times = &all->times};
    char reason[400];

    for (int part = 0; part < PLAYER_PARTS; part++) {
        plan.modules[part] = all->modules[b][part];
        plan.settings[part] = part_of(bot, part)->settings;
        plan.counts[part] = part_of(bot, part)->setting_count;
    }
    if (!player_open(&all->shadows[b].players[seat], &plan, &all->box->job.mark, reason,
                     sizeof reason))
        give_up(all, "%s: %s", all->names[b], reason);
}

static void begin_session(struct questions *all, struct player *player, uint64_t session)
{
    const struct skat_random_key key = skat_random_deal_key(&all->key, session, UINT64_MAX);

    if (player->session == session)
        return;
    if (player->session != PLAYER_NO_SESSION)
        player_session_end(player, &all->box->job.mark);
    player_session_begin(player, &all->session, &key, &all->box->job.mark);
    player->session = session;
}

static void begin_game(struct questions *all, int b)
{
    struct shadow *shadow = &all->shadows[b];
    const struct game_stats *stats = &all->line->stats;
    const struct skat_game *played = &all->line->game.game;
    const struct skat_random_key key = skat_random_deal_key(&all->key, stats->session, stats->deal);

    for (int position = 0; position < SKAT_PLAYERS; position++) {
        const uint8_t seat = stats->seat_of[position];
        if (seat == SKAT_NOBODY) {
            shadow->at[position] = shadow->at[0]; /* which is never called here */
            continue;
        }
        if (!shadow->players[seat].host)
            open_player(all, b, seat);
        shadow->at[position] = &shadow->players[seat];
        begin_session(all, shadow->at[position], stats->session);
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
        if (all->shadows[b].at[position]->host->failed != GAME_OK)
            give_up(all, "%s cannot continue in game %llu: %s", all->names[b],
                    (unsigned long long)all->line->stats.game,
                    all->shadows[b].at[position]->host->failure);
}

/* ---- the child: decisions ---- */

static void ask(struct questions *all, int b, const union player_decision *decision)
{
    struct play *play = &all->shadows[b].play;
    const char *wrong = play_policy(play, decision, &all->policy);

    check_failure(all, b);
    if (wrong)
        give_up(all, "%s in game %llu: %s", all->names[b],
                (unsigned long long)all->line->stats.game, wrong);
    answers_of(&all->answers[b], &all->policy, &all->log.rules, decision->engine.position);
}

static void write_line(const struct questions *all, const struct decision_place *place,
                       double distance)
{
    cJSON *line =
        decision_json(place, distance, all->answers, all->log.rules.derived.deck, POLICY_MOST);
    char *text = cJSON_PrintUnformatted(line);

    fprintf(all->policies, "%s\n", text);
    free(text);
    cJSON_Delete(line);
}

static void compare_answers(struct questions *all, const struct skat_game *game,
                            const struct skat_decision *decision, const struct skat_action *action)
{
    struct decision_place place = {.game = all->line->stats.game,
                                   .move = game->move_count,
                                   .position = decision->position,
                                   .kind = decision->kind,
                                   .row = (uint8_t)decision_row(game, decision)};

    action_text(&all->log.rules, decision->position, action, place.played);
    double distance = decision_gaps_add(&all->gaps, &place, all->answers);
    if (all->policies)
        write_line(all, &place, distance);
}

/* An action of the log. One that nobody asked for, as kontra before one's turn, is no answer to a decision. */
static void acts(void *context, const struct skat_game *game, unsigned position,
                 const struct skat_action *action)
{
    struct questions *all = context;
    union player_decision decisions[BOTS];
    const union player_action done = {.engine = *action};
    bool asked = true;

    for (int b = 0; b < BOTS; b++) {
        asked = play_pending(&all->shadows[b].play, &decisions[b]) && asked;
        check_failure(all, b);
    }
    if (asked && decisions[0].engine.position == position) {
        for (int b = 0; b < BOTS; b++)
            ask(all, b, &decisions[b]);
        compare_answers(all, game, &decisions[0].engine, action);
    }
    for (int b = 0; b < BOTS; b++) {
        decisions[b].engine.position = (uint8_t)position;
        play_apply(&all->shadows[b].play, &decisions[b], &done);
        check_failure(all, b);
    }
}

static bool take_game(void *context, const struct replayed_line *line)
{
    struct questions *all = context;
    const struct skat_record_watcher watcher = {all, acts};
    const struct skat_game *played = &line->game.game;
    char moves[SKAT_RECORD_SIZE];
    struct skat_replay replay;
    struct skat_game game;

    if (all->asked->games && all->games == all->asked->games)
        return false;
    if (line->stats.status != GAME_OK) {
        all->left_out++;
        return true;
    }
    all->line = line;
    all->games++;
    for (int b = 0; b < BOTS; b++)
        begin_game(all, b);
    skat_record_moves(played, moves);
    skat_game_start(&game, played->rules, &played->deal, &played->terms);
    skat_record_follow(&game, moves, false, &watcher, &replay);
    for (int b = 0; b < BOTS; b++) {
        union player_decision none;
        while (play_pending(&all->shadows[b].play, &none))
            give_up(all, "game %llu does not end where its line does",
                    (unsigned long long)line->stats.game);
        play_end(&all->shadows[b].play);
    }
    return true;
}

static void close_players(struct questions *all)
{
    for (int b = 0; b < BOTS; b++)
        for (int seat = 0; seat < SKAT_SEATS_MAX; seat++) {
            struct player *player = &all->shadows[b].players[seat];
            if (!player->host)
                continue;
            if (player->session != PLAYER_NO_SESSION)
                player_session_end(player, &all->box->job.mark);
            player_close(player, &all->box->job.mark);
        }
}

static void put_result(const struct questions *all)
{
    cJSON *root = decision_gaps_json(&all->gaps, all->log.rules.derived.deck);

    cJSON_AddStringToObject(root, "a", all->names[0]);
    cJSON_AddStringToObject(root, "b", all->names[1]);
    cJSON_AddNumberToObject(root, "games", (double)all->games);
    cJSON_AddNumberToObject(root, "left_out", (double)all->left_out);
    char *text = cJSON_PrintUnformatted(root);
    fputs(text, all->result);
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
    load_modules(all);
    all->log.workers = 1; /* no threads beside bots */
    log_games_each(&all->log, take_game, all, &errors);
    if (errors.count)
        give_up(all, "%.*s", (int)strcspn(errors.text, "\n"), errors.text);
    close_players(all);
    put_result(all);
}

/* ---- the bots ---- */

/* What a word means: a bot of the folder by its name, else a bot spec. */
static cJSON *spec_of(const struct questions *all, int b, const cJSON *bots, struct errors *errors)
{
    const char *word = all->asked->words[b];
    const cJSON *own = cJSON_GetObjectItemCaseSensitive(bots, word);

    return own ? cJSON_Duplicate(own, true) : bot_spec_json(word, false, errors);
}

/* Two of the same name are told apart. */
static void name_bots(struct questions *all)
{
    for (int b = 0; b < BOTS; b++)
        bot_spec_name(all->asked->words[b], false, all->names[b]);
    if (strcmp(all->names[0], all->names[1]) == 0)
        snprintf(all->names[1], sizeof all->names[1], "%.38s'", all->names[0]);
}

static bool read_bots(struct questions *all, struct errors *errors)
{
    const struct bot_needs needs = {
        .folder = NULL, .start_ms = PLAYER_START_MS, .bid = true, .play = true};
    const char *why;
    cJSON *config = all->log.has_manifest ? config_of_run(all->log.manifest.root, &why) : NULL;
    const cJSON *bots = cJSON_GetObjectItemCaseSensitive(config, "bots");
    int count = 0, before = errors->count;

    name_bots(all);
    all->specs = cJSON_CreateObject();
    for (int b = 0; b < BOTS; b++) {
        cJSON *spec = spec_of(all, b, bots, errors);
        if (spec)
            cJSON_AddItemToObject(all->specs, all->names[b], spec);
    }
    cJSON_Delete(config);
    if (errors->count > before)
        return false;
    const struct json_value value = json_root(all->specs, "bots", errors);
    all->bots = bots_read(&value, &needs, &count);
    return errors->count == before && count == BOTS;
}

static void read_key(struct questions *all)
{
    struct skat_seed seed = {0};

    if (all->log.has_manifest)
        seed_json_read(cJSON_GetObjectItemCaseSensitive(all->log.manifest.root, "seed"), &seed);
    all->key = skat_seed_key(&seed);
}

/* ---- the whole ---- */

static cJSON *read_result(FILE *file)
{
    cJSON *result = NULL;
    char *text = NULL;
    size_t size = 0;

    rewind(file);
    if (getline(&text, &size, file) > 0)
        result = cJSON_Parse(text);
    free(text);
    return result;
}

static cJSON *run(struct questions *all, int *code, struct errors *errors)
{
    const struct job_limits limits = {.call_ms = CALL_MS, .idle_s = IDLE_S};
    struct job_outcome outcome;
    char end[100];

    job_run(ask_all, all, &all->box->job, &limits, &outcome);
    *code = EXIT_BAD_FILE;
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

cJSON *log_questions_ask(const struct log_questions *asked, int *code, struct errors *errors)
{
    struct questions *all = xcalloc(1, sizeof *all);
    struct atomic_file save;
    cJSON *result = NULL;

    *code = EXIT_BAD_FILE;
    all->asked = asked;
    all->box = map_zeroed(sizeof *all->box, MAP_SHARED);
    all->result = tmpfile();
    if (!all->box || !all->result)
        errors_add(errors, NULL, "no shared memory or temporary file: %s", strerror(errno));
    else if (log_reader_open(&all->log, asked->log, asked->rules, errors)) {
        read_key(all);
        *code = EXIT_USAGE;
        bool ready =
            read_bots(all, errors) &&
            (!asked->policies || (log_reader_may_write(&all->log, asked->policies, errors) &&
                                  atomic_file_possible(asked->policies, errors)));
        if (ready && asked->policies && atomic_file_begin(&save, asked->policies))
            all->policies = save.file;
        if (ready)
            result = run(all, code, errors);
        if (all->policies && result && !atomic_file_end(&save, errors))
            *code = EXIT_INTERNAL;
        else if (all->policies && !result)
            atomic_file_drop(&save);
    }
    log_reader_close(&all->log);
    bots_free(all->bots, all->bots ? BOTS : 0);
    cJSON_Delete(all->specs);
    if (all->result)
        fclose(all->result);
    if (all->box)
        munmap(all->box, sizeof *all->box);
    free(all);
    return result;
}
