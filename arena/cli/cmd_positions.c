// SPDX-License-Identifier: MIT
/* arena/cli/cmd_positions.c - skat-arena positions BOT [FILE]; positions --mine LOG --out FILE */
#include <stdio.h>
#include <stdlib.h>

#include "arena/base/text.h"
#include "arena/base/memory.h"
#include "arena/base/program_dirs.h"
#include "arena/cli/play_options.h"
#include "arena/config/rules_config.h"
#include "arena/positions/position_mine.h"
#include "arena/positions/position_test.h"
#include "arena/record/action_text.h"
#include "arena/record/game_text.h"

/* ---- what a bot played in test positions ---- */

static cJSON *token_text(const char *token)
{
    char text[ACTION_WORDS_SIZE];

    return cJSON_CreateString(action_token_text(token, game_text_symbols(), text));
}

/* "answer", "play" and "not" as people read them, beside those of the file. */
static void put_texts(cJSON *row)
{
    const char *answer = json_text(row, "answer");
    const cJSON *list = json_get(row, "play") ? json_get(row, "play") : json_get(row, "not"), *item;
    cJSON *texts = cJSON_AddArrayToObject(row, "texts");

    if (*answer)
        cJSON_AddItemToObject(row, "played", token_text(answer));
    else
        cJSON_AddStringToObject(row, "played", json_text(row, "fault"));
    if (!*answer)
        cJSON_ReplaceItemInObjectCaseSensitive(row, "answer",
                                               cJSON_CreateString(json_text(row, "fault")));
    cJSON_ArrayForEach (item, list)
        cJSON_AddItemToArray(texts, token_text(item->valuestring));
    cJSON_AddStringToObject(row, "result",
                            cJSON_IsTrue(json_get(row, "passes")) ? "passes" : "fails");
}

static void print_list(const cJSON *positions, enum table_format format, FILE *out)
{
    static const struct column columns[] = {
        COLUMN("", "result", .csv = ""),
        COLUMN("position", "id", .csv = "id"),
        COLUMN("theme", "theme", .leave = 1),
        COLUMN("", NULL, .csv = "passes"),
        COLUMN("played", "played", .csv = "answer"),
        COLUMN("right", "[{not:?}not ]{texts}", .csv = "play"),
        COLUMN("", NULL, .csv = "not"),
    };
    cJSON *rows = cJSON_Duplicate(json_get(positions, "answers"), true), *row;

    cJSON_ArrayForEach (row, rows)
        put_texts(row);
    table_print(rows, COLUMNS(columns), format, out);
    cJSON_Delete(rows);
}

static void print_themes(const cJSON *positions, enum table_format format, FILE *out)
{
    static const struct column columns[] = {
        COLUMN("theme", "theme"),
        COLUMN("positions", "positions:"),
        COLUMN("passed", "passed/positions:%1", .csv = "passed"),
    };
    cJSON *rows = cJSON_Duplicate(json_get(positions, "themes"), true), *all = cJSON_CreateObject();

    if (format == TABLE_TEXT) {
        json_copy(all, positions, "positions");
        json_copy(all, positions, "passed");
        cJSON_AddStringToObject(all, "theme", json_text(positions, "bot"));
        cJSON_AddItemToArray(rows, all);
    } else {
        cJSON_Delete(all);
    }
    table_print(rows, COLUMNS(columns), format, out);
    cJSON_Delete(rows);
}

/* The table of positions_json(): passed positions by theme; with `list` each position, as text
 * before that, else instead of it. */
static void print_positions(const cJSON *positions, bool list, enum table_format format, FILE *out)
{
    const cJSON *faults = json_get(positions, "faults"), *item;

    if (list)
        print_list(positions, format, out);
    if (format == TABLE_TEXT && list)
        fputs("\n", out);
    if (format == TABLE_TEXT || !list)
        print_themes(positions, format, out);
    cJSON_ArrayForEach (item, faults) /* one that gives no answers does not give wrong ones */
        if (format == TABLE_TEXT && item->valuedouble > 0) {
            cJSON *row = cJSON_CreateObject();
            json_put_int(row, "count", (int64_t)item->valuedouble);
            cJSON_AddStringToObject(row, "kind", item->string);
            print_sentence(row, "answers that were faults: {count} {kind}\n", out);
            cJSON_Delete(row);
        }
}

struct positions_options {
    const char *rules, *mine, *out, *known, *isolation;
    int64_t workers, count;
    enum table_format format;
    bool list, failed, quiet, resume;
};

/* ---- finding positions ---- */

static int mine(const struct positions_options *options, struct errors *errors)
{
    const struct mined_positions_plan plan = {
        .log = options->mine,
        .out = options->out,
        .rules = options->rules,
        .most = (int)options->count,
        .workers = (int)options->workers,
        .resume = options->resume,
        .progress = !options->quiet,
    };
    int found = 0;
    const int code = mined_positions_write(&plan, &found, errors);

    if (code == EXIT_OK && !options->quiet)
        print_note("%d position%s -> %s\n", found, text_plural(found), options->out);
    return code;
}

/* ---- asking a bot ---- */

static void show_answers(const struct position_set *set, const struct position_answer *answers,
                         const struct positions_options *options, const char *bot)
{
    const enum table_format format = options->format;
    cJSON *result = positions_json(set, answers, bot);

    if (format == TABLE_JSON)
        json_print(result, stdout);
    else if (format != TABLE_TEXT || (!options->quiet && !options->failed))
        print_positions(result, options->list, format, stdout);
    for (int i = 0; i < set->count && options->failed; i++)
        if (!answers[i].passes)
            printf("%s\n", set->positions[i].id);
    cJSON_Delete(result);
}

/* The suite that comes with the program. */
static const char *own_suite(char path[FOLDER_PATH_SIZE])
{
    char share[FOLDER_PATH_SIZE];

    snprintf(path, FOLDER_PATH_SIZE, "%.1000s/tests/positions/endings.jsonl", program_share(share));
    return path;
}

/* `known`: the positions that are known to fail, or NULL. */
static int ask_set(const char *bot, const char *rules, const struct position_set *set,
                   const bool *known, const struct positions_options *options,
                   struct errors *errors)
{
    struct position_answer *answers = xcalloc((size_t)set->count, sizeof *answers);
    bool interrupted = false;
    int code = EXIT_USAGE;

    const struct position_asking asking = {.bot = bot,
                                           .rules = rules,
                                           .isolation = options->isolation,
                                           .workers = (int)options->workers};
    if (position_test(set, &asking, answers, &interrupted, errors)) {
        code = interrupted ? EXIT_INTERRUPTED : EXIT_OK;
        if (interrupted)
            errors_add(errors, NULL, "interrupted: not all positions were asked");
        else
            show_answers(set, answers, options, bot);
        if (!interrupted && known)
            code = known_failures_compare(
                known, set, answers,
                options->format == TABLE_JSON || options->failed ? stderr : stdout);
    }
    free(answers);
    return code;
}

static int ask(const char *bot, const char *path, const struct positions_options *options,
               struct errors *errors)
{
    const char *name = options->rules ? options->rules : "skat";
    struct position_set set = {0};
    struct skat_rules rules;
    bool *known = NULL;
    int code = EXIT_BAD_FILE;

    if (!rules_config_load_prepared(&rules, name, errors))
        return EXIT_USAGE;
    if (position_set_read(&set, path, &rules, errors) &&
        (!options->known || (known = known_failures_read(options->known, &set, errors))))
        code = ask_set(bot, name, &set, known, options, errors);
    free(known);
    position_set_free(&set);
    return code;
}

/* ---- the command ---- */

/* What is asked for must be one thing. */
static bool options_fit(const struct cli_line *line, const struct positions_options *options)
{
    const bool mines = options->mine, json = cli_given(line, "json");
    const struct refusal refusals[] = {
        {mines, "known list failed json", "asks a bot: it has no effect with --mine"},
        {!mines, "out count resume", "is only for --mine"},
        {options->failed + json > 0, "format", "prints the table: leave out --failed and --json"},
    };

    if (mines && line->count)
        errors_add(line->errors, line->words[0],
                   "--mine asks no bot: only a log and --out are needed");
    else if (mines && !options->out)
        errors_add(line->errors, "--out", "is required: the file of the positions");
    else if (!mines && !line->count)
        errors_add(
            line->errors, NULL,
            "expected a bot and, if you like, a file of positions; or --mine LOG --out FILE");
    else if (!mines && options->failed + options->list + json > 1)
        errors_add(line->errors, NULL, "only one of --failed, --list and --json can be printed");
    return cli_refuse(line, OPTIONS(refusals));
}

static int run(struct cli_line *line)
{
    enum { COUNT_USUAL = 1000, COUNT_MOST = 100000 };
    struct word_list rule = {0};
    struct positions_options options = {.count = COUNT_USUAL};
    char path[FOLDER_PATH_SIZE];
    const struct cli_option table[] = {
        OPT_FLAG("list", 'l', "list each position: what was played, and what would pass",
                 &options.list),
        OPT_FLAG("failed", 0, "print only the ids of positions that fail, one per line",
                 &options.failed),
        OPT_TEXT(
            "known", 'k', "FILE",
            "ids that are known to fail; exit status 1 if others fail, or if one of these passes",
            &options.known),
        OPT_TEXT("rules", 'r', "NAME", "rule set (default: skat; --mine: that of the log)",
                 &options.rules),
        RULE_OPTION(&rule),
        WORKERS_OPTION(&options.workers),
        ISOLATION_OPTION(&options.isolation),
        OPT_FLAG("quiet", 'q', "print no table", &options.quiet),
        FORMAT_OPTION(&options.format),
        JSON_OPTION(&options.format),
        OPT_GROUP("Positions of games"),
        OPT_TEXT("mine", 0, "LOG", "find positions in the games of a folder or a log",
                 &options.mine),
        OPT_TEXT("out", 'o', "FILE", "with --mine: the file of the positions", &options.out),
        OPT_INT("count", 'n', "N", "with --mine: at most this many (default 1000)", &options.count,
                1, COUNT_MOST),
        OPT_FLAG("resume", 0, "with --mine: continue after an interruption", &options.resume),
    };
    int code = cli_parse(line, OPTIONS(table), 0, 2);
    if (code < 0)
        code = rule_option_join(&options.rules, &rule, options.mine, line->errors);
    if (code >= 0)
        return code;
    if (!options_fit(line, &options))
        return EXIT_USAGE;
    return options.mine ? mine(&options, line->errors)
                        : ask(line->words[0], line->count == 2 ? line->words[1] : own_suite(path),
                              &options, line->errors);
}

const struct cli_command command_positions = {
    "positions",
    "[BOT [FILE]]",
    "ask a bot what it plays in positions with a known answer",
    "Each position is a deal with the moves that lead to it, and the cards that are right. The bot "
    "is\n"
    "asked as in any game. Without a file, the positions are those that come with the program. "
    "--mine\n"
    "finds positions in which somebody lost a game that most layouts of the hidden cards would "
    "have\n"
    "won.",
    run,
    .examples = "positions stammtisch\n"
                "how many it passes, by theme\n"
                "positions --mine results/stammtisch --out results/endings.jsonl\n"
                "positions from games that were played",
    .accepted = "done; --known: exactly these positions fail",
    .rejected = "--known: other positions fail, or one of these passes",
};
