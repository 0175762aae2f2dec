// SPDX-License-Identifier: MIT
#include "arena/positions/position_test.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/input_file.h"
#include "arena/base/input_line.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/config/bot_spec.h"
#include "arena/config/config.h"
#include "arena/config/config_warnings.h"
#include "arena/match/supervisor.h"
#include "engine/game/record.h"

/* The config of the run: each deal with the moves that lead to its position. */
static cJSON *root_of(const struct position_set *set, const struct position_asking *asking,
                      struct errors *errors)
{
    cJSON *root = cJSON_CreateObject(), *deals = cJSON_CreateArray();
    char name[BOT_SPEC_NAME_SIZE];

    bot_spec_name(asking->bot, true, name);
    cJSON_AddStringToObject(root, "name", "positions");
    cJSON_AddStringToObject(root, "rules", asking->rules);
    cJSON_AddStringToObject(root, "contract", contracts_names[CONTRACTS_POSITION]);
    cJSON_AddItemToObject(root, "deals", deals);
    for (int i = 0; i < set->count; i++) {
        char *text = xasprintf("%s %s", set->positions[i].deal, set->positions[i].moves);
        cJSON_AddItemToArray(deals, cJSON_CreateString(text));
        free(text);
    }
    cJSON_AddItemToObject(cJSON_AddObjectToObject(root, "bots"), name,
                          bot_spec_json(asking->bot, isolation_of(asking->isolation), errors));
    cJSON *seats = cJSON_AddArrayToObject(root, "seats");
    for (int seat = 0; seat < SKAT_PLAYERS; seat++)
        cJSON_AddItemToArray(seats, cJSON_CreateString(name));
    if (asking->workers)
        cJSON_AddNumberToObject(root, "workers", asking->workers);
    return root;
}

/* Reads the action that follows the position in the moves of a game. Returns whether moves follow
 * it. */
static bool read_answer(const struct position *position, const struct skat_rules *rules,
                        const char *moves, struct position_answer *answer)
{
    char before[SKAT_RECORD_SIZE];
    struct skat_game game;

    position_replay(position, rules, &game);
    size_t length = (size_t)skat_record_moves(&game, before);
    answer->action[0] = '\0';
    if (strncmp(moves, before, length) != 0)
        return false;
    const char *at = moves + length;
    at += strspn(at, " ");
    at += strcspn(at, " "); /* who */
    at += strspn(at, " ");
    size_t size = strcspn(at, " ");
    if (size < sizeof answer->action)
        snprintf(answer->action, sizeof answer->action, "%.*s", (int)size, at);
    return at[size] != '\0';
}

/* Faults in later decisions do not matter. */
static void take_line(const struct position *position, const struct skat_rules *rules,
                      const cJSON *line, struct position_answer *answer)
{
    const cJSON *moves = json_get(line, "moves"), *status = json_get(line, "status");

    if (!cJSON_IsString(moves) || !cJSON_IsString(status))
        return;
    const enum game_status ended = game_status_named(status->valuestring);
    if (ended == GAME_STATUSES)
        return;
    bool more = read_answer(position, rules, moves->valuestring, answer);
    /* Of faults only what is illegal is among the moves. */
    if (game_status_is_fault(ended) && !more && (ended == GAME_ILLEGAL || !answer->action[0])) {
        answer->action[0] = '\0';
        answer->fault = ended;
    }
    answer->passes = position_passes(position, answer->action);
}

static void read_log(const struct position_set *set, const struct skat_rules *rules, FILE *log,
                     struct position_answer *answers)
{
    char *text = NULL;
    size_t size = 0;

    rewind(log);
    for (int i = 0; i < set->count && input_line_read(&text, &size, log) > 0; i++) {
        cJSON *line = cJSON_Parse(text);
        take_line(&set->positions[i], rules, line, &answers[i]);
        cJSON_Delete(line);
    }
    free(text);
}

static bool play_positions(const struct position_set *set, const struct config *config,
                           struct position_answer *answers, bool *interrupted,
                           struct errors *errors)
{
    struct supervisor_result *result = xcalloc(1, sizeof *result);
    struct log_writer *log = log_writer_temporary(errors);
    bool ok =
        log && supervisor_play(config, &(struct supervisor_outputs){.log = log}, result, errors);
    if (ok)
        read_log(set, &config->rules, log_writer_file(log), answers);
    *interrupted = result->interrupted;
    log_writer_close(log);
    free(result);
    return ok;
}

bool position_test(const struct position_set *set, const struct position_asking *asking,
                   struct position_answer *answers, bool *interrupted, struct errors *errors)
{
    struct config_overrides overrides = CONFIG_NO_OVERRIDES;

    overrides.isolation = asking->isolation;
    overrides.seed = "1"; /* of what bots draw: the deals are given */
    struct config *config = xcalloc(1, sizeof *config);
    cJSON *root = root_of(set, asking, errors);

    if (errors->count) {
        cJSON_Delete(root);
        root = NULL;
    }
    *interrupted = false;
    memset(answers, 0, (size_t)set->count * sizeof *answers);
    bool ok = config_make(config, root, "positions", ".", &overrides, errors);
    if (ok) {
        isolation_note_of(config);
        ok = play_positions(set, config, answers, interrupted, errors);
    }
    config_free(config);
    free(config);
    return ok;
}

/* ---- the result ---- */

static cJSON *answer_json(const struct position *position, const struct position_answer *answer)
{
    cJSON *root = cJSON_CreateObject();

    cJSON_AddStringToObject(root, "id", position->id);
    cJSON_AddStringToObject(root, "theme", position->theme);
    cJSON_AddStringToObject(root, "answer", answer->action);
    if (answer->fault != GAME_OK)
        cJSON_AddStringToObject(root, "fault", game_status_names[answer->fault]);
    cJSON_AddBoolToObject(root, "passes", answer->passes);
    cJSON_AddItemToObject(root, position->play ? "play" : "not",
                          cJSON_Duplicate(position->play ? position->play : position->avoid, true));
    return root;
}

/* The totals of a theme, new ones at the end. */
static cJSON *theme_totals(cJSON *themes, const char *theme)
{
    cJSON *item;

    cJSON_ArrayForEach (item, themes)
        if (strcmp(json_text(item, "theme"), theme) == 0)
            return item;
    item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "theme", theme);
    cJSON_AddNumberToObject(item, "positions", 0);
    cJSON_AddNumberToObject(item, "passed", 0);
    cJSON_AddItemToArray(themes, item);
    return item;
}

/* Counts of all kinds of faults, as in summary.json. */
static cJSON *faults_json(const struct position_answer *answers, int count)
{
    cJSON *faults = cJSON_CreateObject();
    int of[GAME_STATUSES] = {0};

    for (int i = 0; i < count; i++)
        of[answers[i].fault]++;
    for (int status = GAME_ILLEGAL; status < GAME_STATUSES; status++)
        json_put_int(faults, game_status_names[status], of[status]);
    return faults;
}

static void add_to(cJSON *object, const char *key, double more)
{
    cJSON *item = json_get(object, key);

    cJSON_SetNumberValue(item, item->valuedouble + more);
}

cJSON *positions_json(const struct position_set *set, const struct position_answer *answers,
                      const char *bot)
{
    cJSON *root = cJSON_CreateObject(), *themes = cJSON_CreateArray(), *list = cJSON_CreateArray();
    int passed = 0;

    for (int i = 0; i < set->count; i++) {
        cJSON *theme = theme_totals(themes, set->positions[i].theme);
        add_to(theme, "positions", 1);
        add_to(theme, "passed", answers[i].passes);
        cJSON_AddItemToArray(list, answer_json(&set->positions[i], &answers[i]));
        passed += answers[i].passes;
    }
    cJSON_AddStringToObject(root, "bot", bot);
    cJSON_AddNumberToObject(root, "positions", set->count);
    cJSON_AddNumberToObject(root, "passed", passed);
    cJSON_AddItemToObject(root, "faults", faults_json(answers, set->count));
    cJSON_AddItemToObject(root, "themes", themes);
    cJSON_AddItemToObject(root, "answers", list);
    return root;
}

/* ---- known failures ---- */

static int find(const struct position_set *set, const char *id)
{
    for (int i = 0; i < set->count; i++)
        if (strcmp(set->positions[i].id, id) == 0)
            return i;
    return -1;
}

/* Sets known[i] of each position that is listed. */
static bool read_ids(const char *path, const struct position_set *set, bool *known,
                     struct errors *errors)
{
    enum { ERRORS_SHOWN = 20 };
    FILE *file = input_file_open(path, INPUT_NAMED);
    int before = errors->count;
    struct input_line line = {0};
    char where[1300];

    if (!file) {
        input_file_refused(path, errno, errors);
        return false;
    }
    while (errors->count < before + ERRORS_SHOWN && input_line_next(&line, file, path, errors)) {
        if (!*line.text || *line.text == '#')
            continue;
        int found = find(set, line.text);
        snprintf(where, sizeof where, "%.1200s:%" PRIu64, path, line.number);
        if (found < 0)
            errors_add(errors, where, "\"%.60s\" is not a position of the set", line.text);
        else
            known[found] = true;
    }
    input_line_free(&line);
    fclose(file);
    return errors->count == before;
}

static int print_those(const struct position_set *set, const struct position_answer *answers,
                       const bool *known, bool passes, FILE *out)
{
    int count = 0;

    for (int i = 0; i < set->count; i++) {
        if (answers[i].passes != passes || known[i] != passes)
            continue;
        fprintf(out, "%s %s\n", passes ? "newly passes:" : "newly fails: ", set->positions[i].id);
        count++;
    }
    return count;
}

bool *known_failures_read(const char *path, const struct position_set *set, struct errors *errors)
{
    bool *known = xcalloc((size_t)set->count, sizeof *known);

    if (read_ids(path, set, known, errors))
        return known;
    free(known);
    return NULL;
}

int known_failures_compare(const bool *known, const struct position_set *set,
                           const struct position_answer *answers, FILE *out)
{
    const int changed =
        print_those(set, answers, known, false, out) + print_those(set, answers, known, true, out);

    return changed ? EXIT_REJECTED : EXIT_OK;
}
