// SPDX-License-Identifier: MIT
#include "arena/match/audit_check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/base/json_file.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/config/seed_json.h"
#include "arena/log/result_files.h"
#include "arena/match/answer_audit.h"
#include "arena/match/audit_choice.h"
#include "engine/variant.h"

enum { ERRORS_SHOWN = 100 };

/* ---- what is to be asked ---- */

static bool folder_has(const struct audit_check *check, const char *name)
{
    char path[FOLDER_PATH_SIZE];

    return access(folder_file(check->folder, name, path), F_OK) == 0;
}

/* The contracts of given deals, which nobody is asked for. */
static bool read_contracts(struct audit_check *check, struct errors *errors)
{
    const struct manifest *manifest = check->manifest;
    const char *contract = json_text(manifest->root, "contract");
    const cJSON *deal;
    char path[FOLDER_PATH_SIZE];
    uint64_t number = 0;
    bool ok = true;

    if (!*contract || strcmp(contract, contracts_names[CONTRACTS_BID]) == 0)
        return true;
    folder_file(check->folder, "manifest.json", path);
    check->given.deck = manifest->rules.derived.deck;
    check->given.rules = &manifest->rules;
    check->given.positions = strcmp(contract, contracts_names[CONTRACTS_POSITION]) == 0;
    check->given.in_array = true;
    cJSON_ArrayForEach (deal, cJSON_GetObjectItemCaseSensitive(manifest->root, "deals")) {
        char *where = xasprintf("%s: $.deals[%" PRIu64 "]", path, number);
        ok = ok && given_deals_add(&check->given, cJSON_IsString(deal) ? deal->valuestring : "",
                                   number++, where, errors);
        free(where);
    }
    if (ok && check->given.count < manifest->schedule.deals) {
        errors_add(errors, path, "$.deals has %zu deals, and the schedule %" PRIu64,
                   check->given.count, manifest->schedule.deals);
        ok = false;
    }
    check->plan.auctions = check->given.auctions;
    return ok;
}

bool audit_check_begin(struct audit_check *check, const struct manifest *manifest,
                       const char *folder, struct errors *errors)
{
    const cJSON *said = cJSON_GetObjectItemCaseSensitive(manifest->root, "seed");
    char path[FOLDER_PATH_SIZE];
    struct skat_random_key key = {0};
    struct skat_seed seed;

    *check = (struct audit_check){.manifest = manifest, .folder = folder};
    const bool seeded = seed_json_read(said, &seed);
    if (seeded)
        key = skat_seed_key(&seed);
    audit_plan_of(&check->plan, manifest->root, &manifest->rules, &manifest->schedule, &key);
    audit_cases_begin(&check->cases, &check->plan);
    if (!audit_plan_has_any(&check->plan))
        return true;
    if (seeded)
        return read_contracts(check, errors);
    errors_add(errors, folder_file(folder, "manifest.json", path), "$.seed is not a seed");
    return false;
}

void audit_check_free(struct audit_check *check)
{
    audit_cases_free(&check->cases);
    given_deals_free(&check->given);
}

bool audit_check_is_open(const struct audit_check *check)
{
    char path[FOLDER_PATH_SIZE];
    struct errors ignored = {0};

    if (!audit_plan_has_any(&check->plan) || folder_has(check, "audit.jsonl"))
        return false;
    if (folder_has(check, RESUME_FILE) || !folder_has(check, "summary.json"))
        return true;
    cJSON *summary = json_load(folder_file(check->folder, "summary.json", path), &ignored);
    const bool complete = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(summary, "complete"));
    cJSON_Delete(summary);
    errors_free(&ignored);
    return !complete;
}

/* ---- a line ---- */

/* The lines that are being compared. */
struct audit_comparing {
    struct audit_check *check;
    char path[FOLDER_PATH_SIZE];
    uint64_t end;
    uint64_t number; /* of the line, from 1 */
    uint64_t game;   /* of the line before; with `bot` */
    int bot;         /* -1: there was none */
    int next;        /* case after those that were compared, or are missing */
    int missing;     /* so many of those before it */
    char first[200]; /* the first of these, in words */
    int before;      /* errors */
    struct audit_choice choice;
    struct errors *errors;
};

static const char *name_of(const struct audit_check *check, int bot)
{
    return check->manifest->names[bot];
}

static const char *position_name(const struct audit_check *check, unsigned position)
{
    return skat_position_name(check->plan.rules->derived.deck, position);
}

__attribute__((format(printf, 2, 3))) static void wrong(struct audit_comparing *comparing,
                                                        const char *format, ...)
{
    char *where = xasprintf("%s:%" PRIu64, comparing->path, comparing->number);
    char text[600];
    va_list words;

    va_start(words, format);
    vsnprintf(text, sizeof text, format, words);
    va_end(words);
    errors_add(comparing->errors, where, "%s", text);
    free(where);
}

static int bot_number(const struct audit_check *check, const char *name)
{
    for (int bot = 0; bot < check->manifest->bot_count; bot++)
        if (strcmp(name_of(check, bot), name) == 0)
            return bot;
    return -1;
}

static bool is_in_sample(const struct audit_check *check, uint64_t game, int bot)
{
    const struct audit_plan *plan = &check->plan;
    struct audit_sample sample;

    audit_sample_begin(&sample, plan->schedule, &plan->key, bot, plan->one_in);
    return audit_sample_next(&sample, game) == game;
}

/* The decision that the choice has made, in words. */
static void describe(struct audit_comparing *comparing, char *text, size_t size)
{
    struct audit_choice *choice = &comparing->choice;
    const struct game_trace_step *step = &choice->played.steps[choice->step];
    char answer[SKAT_TOKEN_SIZE];

    audit_choice_answer(choice, choice->step, &step->action, answer);
    snprintf(text, size, "move %d of %s, answered %s", audit_choice_move(choice, choice->step),
             position_name(comparing->check, step->position), answer);
}

/* Counts the cases before number `until` that have no line, though they are to. */
static void pass_over(struct audit_comparing *comparing, int until)
{
    const struct audit_check *check = comparing->check;
    char decision[120];

    for (; comparing->next < until; comparing->next++) {
        const struct audit_case *missing = &check->cases.cases[comparing->next];
        if (!audit_choice_make(&comparing->choice, &check->plan, missing))
            continue;
        describe(comparing, decision, sizeof decision);
        if (!comparing->missing++)
            snprintf(comparing->first, sizeof comparing->first, "of %s in game %" PRIu64 ", %s",
                     name_of(check, missing->bot), missing->id.game, decision);
    }
}

/* Whether a step is the one of a line. */
static bool is_step_of(struct audit_comparing *comparing, int step, const struct audit_line *line)
{
    struct audit_choice *choice = &comparing->choice;
    const struct game_trace_step *played = &choice->played.steps[step];
    char answer[SKAT_TOKEN_SIZE];

    if (choice->decided[step] != choice->position)
        return false;
    audit_choice_answer(choice, step, &played->action, answer);
    return strcmp(line->answer, answer) == 0 &&
           strcmp(line->position, position_name(comparing->check, played->position)) == 0 &&
           line->move == audit_choice_move(choice, step);
}

/* The chosen decision; or, if it was not answered again as in the game, one that the player was
 * asked before it. */
static bool is_decision(struct audit_comparing *comparing, const struct audit_line *line)
{
    const struct audit_choice *choice = &comparing->choice;
    const bool repeated = line->again && !audit_line_differs(line);
    bool is = false;

    for (int step = repeated ? choice->step : 0; step <= choice->step && !is; step++)
        is = is_step_of(comparing, step, line);
    return is;
}

/* Compares a line with its game. */
static void compare_line(struct audit_comparing *comparing, const struct audit_case *asked,
                         const struct audit_line *line)
{
    static struct game_trace other; /* 20 kB, used one at a time */
    const struct audit_check *check = comparing->check;
    char decision[120];

    if (!audit_choice_make(&comparing->choice, &check->plan, asked)) {
        wrong(comparing, "%s made no decision in game %" PRId64 " that could be asked again",
              line->bot, line->game);
        return;
    }
    describe(comparing, decision, sizeof decision);
    if (!is_decision(comparing, line))
        wrong(comparing,
              "is about move %" PRId64 " of %.20s, answered %.60s; in game %" PRId64
              " it is to be %s",
              line->move, line->position, line->answer, line->game, decision);
    else if (line->redealt != audit_choice_redeal(&comparing->choice, &other))
        wrong(comparing, "\"redealt\" is %s; by the seed it is %s",
              line->redealt ? "true" : "false", line->redealt ? "false" : "true");
}

/* A line about a game that is not in the log, which keeps only some. */
static void compare_unlogged(struct audit_comparing *comparing, int bot,
                             const struct audit_line *line)
{
    const struct audit_check *check = comparing->check;
    const uint64_t game = (uint64_t)line->game;

    if (!is_in_sample(check, game, bot))
        wrong(comparing, "no decision of %s in game %" PRIu64 " is to be asked again, by the seed",
              line->bot, game);
    else if (check->manifest->log.mode != LOG_SAMPLE)
        wrong(comparing, "game %" PRIu64 " is not in the log", game);
}

/* Whether a line is about a bot that is audited, and about a game after that of the line before. */
static bool is_in_order(struct audit_comparing *comparing, int bot, const struct audit_line *line)
{
    const struct audit_check *check = comparing->check;
    const uint64_t game = (uint64_t)line->game;

    if (bot < 0 || !check->plan.of[bot].audited)
        wrong(comparing, "%.60s is %s", line->bot,
              bot < 0 ? "no bot of the run" : "not audited, by the manifest");
    else if (comparing->bot == bot && comparing->game == game)
        wrong(comparing, "is a second line about %s in game %" PRIu64, line->bot, game);
    else if (comparing->bot >= 0 &&
             (game < comparing->game || (game == comparing->game && bot < comparing->bot)))
        wrong(comparing,
              "is about %s in game %" PRIu64 ", after %s in game %" PRIu64
              ": lines are in the order of games, and in a game of bots",
              line->bot, game, name_of(check, comparing->bot), comparing->game);
    else
        return true;
    return false;
}

static bool take_line(void *context, const struct audit_line *line)
{
    struct audit_comparing *comparing = context;
    struct audit_check *check = comparing->check;
    const struct schedule *schedule = check->plan.schedule;
    const uint64_t game = (uint64_t)line->game, first = schedule_first_game(schedule);
    const int bot = bot_number(check, line->bot);

    comparing->number++;
    if (line->game < 0 || game < first || game - first >= schedule_games(schedule)) {
        wrong(comparing, "game %" PRId64 " is none of this run", line->game);
    } else if (game < comparing->end && is_in_order(comparing, bot, line)) {
        const struct audit_case *asked = audit_cases_find(&check->cases, game, bot);
        comparing->game = game;
        comparing->bot = bot;
        if (!asked) {
            compare_unlogged(comparing, bot, line);
        } else {
            compare_line(comparing, asked, line);
            pass_over(comparing, (int)(asked - check->cases.cases));
            comparing->next++;
        }
    }
    if (!line->again == !line->failure)
        wrong(comparing, "has %s",
              line->again ? "both \"again\" and \"failure\"" : "neither \"again\" nor \"failure\"");
    return comparing->errors->count - comparing->before < ERRORS_SHOWN;
}

/* After the last line: what has none. */
static void tell_missing(struct audit_comparing *comparing)
{
    const struct audit_check *check = comparing->check;

    pass_over(comparing, check->cases.known);
    if (!comparing->missing)
        return;
    if (folder_has(check, "audit.jsonl"))
        errors_add(comparing->errors, comparing->path,
                   "lacks %d of the decisions that are to be asked again, by the seed: first that "
                   "%s",
                   comparing->missing, comparing->first);
    else
        errors_add(comparing->errors, comparing->path,
                   "is missing: %d decision%s to be asked again, by the seed%s", comparing->missing,
                   comparing->missing == 1 ? " is" : "s are",
                   folder_has(check, RESUME_FILE) ? " (continue it with run --resume)" : "");
}

bool audit_check_lines(struct audit_check *check, uint64_t end, struct errors *errors)
{
    struct audit_comparing *comparing = xcalloc(1, sizeof *comparing);
    const int before = errors->count;

    comparing->check = check;
    folder_file(check->folder, "audit.jsonl", comparing->path);
    comparing->end = end;
    comparing->bot = -1;
    comparing->before = before;
    comparing->errors = errors;
    const bool read = audit_lines_read(check->folder, take_line, comparing, errors);
    if (errors->count - before >= ERRORS_SHOWN)
        errors_add(errors, comparing->path, "too many errors: stopped after line %" PRIu64,
                   comparing->number);
    else if (read)
        tell_missing(comparing);
    free(comparing);
    return errors->count == before;
}

/* ---- the rest ---- */

static void compare_counts(const struct audit_counts *counts, const cJSON *bot, int number,
                           const char *path, struct errors *errors)
{
    const struct {
        const char *key;
        int64_t should;
    } fields[] = {{"asked", counts->asked},
                  {"redealt", counts->redealt},
                  {"different", counts->different},
                  {"unanswered", counts->unanswered}};

    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const double is = json_number_within(bot, "audit", fields[i].key);
        if (is == (double)fields[i].should)
            continue;
        char *where = xasprintf("%s: $.bots[%d].audit.%s", path, number, fields[i].key);
        errors_add(errors, where, "is %.15g; audit.jsonl gives %" PRId64, is, fields[i].should);
        free(where);
    }
}

bool audit_check_counts(const struct audit_check *check, struct errors *errors)
{
    const struct manifest *manifest = check->manifest;
    const int before = errors->count;
    struct audit_findings findings;
    char path[FOLDER_PATH_SIZE];
    int number = 0;

    if (folder_has(check, RESUME_FILE) || !folder_has(check, "summary.json"))
        return true;
    cJSON *summary = json_load(folder_file(check->folder, "summary.json", path), errors);
    audit_findings_of(&findings, &check->plan);
    if (summary && audit_findings_read(&findings, check->folder, UINT64_MAX, manifest->names,
                                       manifest->bot_count, errors)) {
        const cJSON *bot, *bots = cJSON_GetObjectItemCaseSensitive(summary, "bots");
        cJSON_ArrayForEach (bot, bots)
            if (number < manifest->bot_count) {
                compare_counts(&findings.of[number], bot, number, path, errors);
                number++;
            }
    }
    audit_findings_free(&findings);
    cJSON_Delete(summary);
    return errors->count == before;
}

bool audit_check_lacks_game(const struct audit_check *check, uint64_t end, const char *path,
                            struct errors *errors)
{
    const struct audit_plan *plan = &check->plan;
    const uint64_t first = schedule_first_game(plan->schedule);

    for (int bot = 0; bot < plan->bots; bot++) {
        struct audit_sample sample = {0};
        if (plan->of[bot].audited)
            audit_sample_begin(&sample, plan->schedule, &plan->key, bot, plan->one_in);
        for (uint64_t game = audit_sample_next(&sample, first); game < end;
             game = audit_sample_next(&sample, game + 1))
            if (!audit_cases_find(&check->cases, game, bot)) {
                errors_add(errors, path,
                           "lacks game %" PRIu64 ", of which a decision of %s is to be asked again",
                           game, name_of(check, bot));
                return true;
            }
    }
    return false;
}
