// SPDX-License-Identifier: MIT
/* arena/cli/cmd_rules.c - skat-arena rules list|[show]|diff|validate|reference */
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/base/program_dirs.h"
#include "arena/cli/options.h"
#include "arena/config/rules_config.h"
#include "engine/json/rules_json.h"
#include "engine/declarations.h"
#include "engine/rule_set.h"
#include "engine/variant.h"

/* ---- the list of rule sets ---- */

/* Its length, without the stop at its end. `rules NAME` has the whole description. */
static int first_sentence(const char *description)
{
    int length = 0, parentheses = 0;

    for (; description[length]; length++) {
        const char *at = description + length;
        parentheses += (*at == '(') - (*at == ')');
        if (!parentheses && (*at == '.' || *at == ';') && (at[1] == ' ' || !at[1]))
            break;
    }
    return length;
}

/* The name of a rule set, and its whole description. */
static cJSON *list_row(const char *name, const struct language *language)
{
    char path[FOLDER_PATH_SIZE];
    cJSON *row = cJSON_CreateObject();

    program_file(PROGRAM_RULES, name, path);
    char *description = rules_config_description(path, language->german);
    cJSON_AddStringToObject(row, "name", name);
    cJSON_AddStringToObject(row, "description", description ? description : "");
    free(description);
    return row;
}

static int list_rules(enum table_format format, const struct language *language)
{
    static const struct column columns[] = {
        COLUMN("rule set", "name"),
        COLUMN("description", "description"),
    };
    char path[FOLDER_PATH_SIZE];
    int count;
    char **names = program_names(PROGRAM_RULES, &count);
    cJSON *row, *rows = cJSON_CreateArray();

    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(rows, list_row(names[i], language));
    program_names_free(names, count);
    if (format != TABLE_TEXT)
        table_print(rows, COLUMNS(columns), format, stdout);
    else
        cJSON_ArrayForEach (row, rows) {
            const char *description = json_text(row, "description");
            printf("%-16s  %.*s\n", json_text(row, "name"), first_sentence(description),
                   description);
        }
    cJSON_Delete(rows);
    if (count)
        return EXIT_OK;
    print_note("skat-arena: no rule sets in %s: is the installation complete?\n",
               program_own_dir(PROGRAM_RULES, path));
    return EXIT_BAD_FILE;
}

/* ---- options and their values ---- */

/* JSON with a space after each comma, where a narrow terminal can break it. The caller frees it. */
static char *spaced_json(const cJSON *value)
{
    char *dense = cJSON_PrintUnformatted(value), *text = xcalloc(1, 2 * strlen(dense) + 1);
    bool quoted = false;
    size_t length = 0;

    for (const char *at = dense; *at; at++) { /* no option has a quotation mark in a text */
        quoted ^= *at == '"';
        text[length++] = *at;
        if (*at == ',' && !quoted)
            text[length++] = ' ';
    }
    free(dense);
    return text;
}

/* An option's value as in a rule-set file. The caller frees it. */
static char *value_text(const struct skat_rules *rules, const struct skat_rule_option *option)
{
    cJSON *value = skat_rules_option_to_json(rules, option);
    char *text = spaced_json(value);
    cJSON_Delete(value);
    return text;
}

/* The rules of the game without any change: the official ones, if it is Skat. Derived defaults (36
 * deals, rounds as long as there are seats) are resolved, so that only options that the rule set
 * changes differ from them. */
static void official_for(struct skat_rules *official, const struct skat_rules *rules)
{
    skat_rules_of_game(official, (enum skat_variant_id)rules->game);
    official->seats = rules->seats;
    skat_rules_prepare(official, NULL);
}

/* A row for each option of the game, or for those that differ from its official rules. */
static cJSON *option_rows(const struct skat_rules *rules, bool all, const struct language *language)
{
    struct skat_rules official;
    cJSON *rows = cJSON_CreateArray();

    official_for(&official, rules);
    for (int i = 0; i < skat_rule_option_count; i++) {
        const struct skat_rule_option *option = &skat_rule_options[i];
        if (!skat_variant_has(rules->derived.variant, option->name))
            continue;
        char *value = value_text(rules, option), *usual = value_text(&official, option);
        if (all || strcmp(value, usual) != 0) {
            cJSON *row = cJSON_CreateObject();
            cJSON_AddStringToObject(row, "option", option->name);
            cJSON_AddStringToObject(row, "value", value);
            cJSON_AddStringToObject(row, "official", usual);
            cJSON_AddStringToObject(row, "meaning",
                                    language_option_help(language, option->name, option->help));
            cJSON_AddStringToObject(row, "section", option->section);
            cJSON_AddItemToArray(rows, row);
        }
        free(value);
        free(usual);
    }
    return rows;
}

static void print_options(const struct skat_rules *rules, bool all, const struct language *language)
{
    cJSON *row, *rows = option_rows(rules, all, language);

    cJSON_ArrayForEach (row, rows) {
        const char *value = json_text(row, "value"), *usual = json_text(row, "official");
        const bool changed = strcmp(value, usual) != 0;
        printf("  %-24s %-20s %s (%s)%s%s\n", json_text(row, "option"), value,
               json_text(row, "meaning"), json_text(row, "section"),
               changed ? language_phrase(language, "; official: ") : "", changed ? usual : "");
    }
    if (!all)
        printf("%s", language_phrase(language, "all else as in the official rules (--all)\n"));
    cJSON_Delete(rows);
}

static void print_option_rows(const struct skat_rules *rules, bool all,
                              const struct language *language, enum table_format format)
{
    static const struct column columns[] = {
        COLUMN("option", "option"),   COLUMN("value", "value"),      COLUMN("official", "official"),
        COLUMN("meaning", "meaning"), COLUMN("rules.md", "section"),
    };
    cJSON *rows = option_rows(rules, all, language);

    table_print(rows, COLUMNS(columns), format, stdout);
    cJSON_Delete(rows);
}

/* ---- a rule set ---- */

static void print_notes(const struct skat_rules *rules, const char *name)
{
    const char *notes[SKAT_NOTES_MAX];
    int count = skat_rules_notes(rules, notes);

    for (int i = 0; i < count; i++)
        print_note("skat-arena: warning: %s: %s\n", name, notes[i]);
}

static void print_ladder(const struct skat_rules *rules, const struct language *language)
{
    enum { LINE = 76 };
    int column = 0;

    const bool bids = !rules->derived.variant->without_auction && !rules->derived.call_count;

    printf(language_phrase(language, bids ? "bids (%d):\n " : "values (%d):\n "),
           rules->derived.ladder_count);
    for (int i = 0; i < rules->derived.ladder_count; i++) {
        if (column > LINE) {
            printf("\n ");
            column = 0;
        }
        column += printf(" %d", rules->derived.ladder[i]);
    }
    printf(language_phrase(language, "\nhighest game: %d\n"),
           rules->derived.ladder[rules->derived.ladder_count - 1]);
}

/* The auction by suits. */
static void print_calls(const struct skat_rules *rules, const struct language *language)
{
    char code[SKAT_CODE_SIZE];

    printf("%s", language_phrase(language, "named, lowest first:"));
    for (int i = 0; i < rules->derived.call_count; i++) {
        skat_rules_code(rules, rules->derived.calls[i], code);
        printf(" %s", code);
    }
    printf("\n");
}

static void print_description(const char *name, const struct language *language)
{
    char path[FOLDER_PATH_SIZE];
    char *description = program_file(PROGRAM_RULES, name, path)
                            ? rules_config_description(path, language->german)
                            : NULL;

    printf("%s%s%s\n", name, description ? ": " : "", description ? description : "");
    free(description);
}

static int show_rules(const char *name, bool all, enum table_format format,
                      const struct language *language, struct errors *errors)
{
    struct skat_rules rules;

    if (!rules_config_load_prepared(&rules, name, errors))
        return EXIT_BAD_FILE;
    if (format == TABLE_JSON) {
        cJSON *root = skat_rules_to_json(&rules);
        cJSON *ladder = cJSON_AddArrayToObject(root, "ladder");
        for (int i = 0; i < rules.derived.ladder_count; i++)
            cJSON_AddItemToArray(ladder, cJSON_CreateNumber(rules.derived.ladder[i]));
        json_print(root, stdout);
        cJSON_Delete(root);
    } else if (format != TABLE_TEXT) {
        print_option_rows(&rules, all, language, format);
    } else {
        print_description(name, language);
        print_options(&rules, all, language);
        print_ladder(&rules, language);
        if (rules.derived.call_count)
            print_calls(&rules, language);
    }
    print_notes(&rules, name);
    return EXIT_OK;
}

/* ---- two rule sets ---- */

static bool can_be_bid(const struct skat_rules *rules, int value)
{
    int place = skat_ladder_above(rules, value - 1);
    return place < rules->derived.ladder_count && rules->derived.ladder[place] == value;
}

/* The values that only one of the two ladders has. */
static void print_ladder_difference(const struct skat_rules rules[2], const char *const names[2])
{
    for (int i = 0; i < 2; i++) {
        const struct skat_rules *one = &rules[i], *other = &rules[1 - i];
        int shown = 0;
        for (int k = 0; k < one->derived.ladder_count; k++) {
            int value = one->derived.ladder[k];
            if (can_be_bid(other, value))
                continue;
            if (!shown++)
                printf("%s only in %s:", one->derived.variant->without_auction ? "values" : "bids",
                       names[i]);
            printf(" %d", value);
        }
        printf(shown ? "\n" : "");
    }
}

/* A row for each option that differs; its values are in columns named after the rule sets, which
 * may be the same name of two files. */
static void print_changes(const cJSON *changes, const char *const names[2],
                          enum table_format format)
{
    const struct column columns[] = {
        COLUMN("option", "option"),
        COLUMN(names[0], "first"),
        COLUMN(names[1], "second"),
    };
    const cJSON *change;
    cJSON *rows = cJSON_CreateArray();

    cJSON_ArrayForEach (change, changes) {
        char *first = spaced_json(change->child), *second = spaced_json(change->child->next);
        cJSON *row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "option", change->string);
        cJSON_AddStringToObject(row, "first", first);
        cJSON_AddStringToObject(row, "second", second);
        cJSON_AddItemToArray(rows, row);
        free(first);
        free(second);
    }
    table_print(rows, COLUMNS(columns), format, stdout);
    cJSON_Delete(rows);
}

/* Prints the options in which two rule sets differ, and the effect on the ladder. Returns exit code
 * 1 if any differ, like diff. */
static int diff_rules(const char *const names[2], enum table_format format, struct errors *errors)
{
    struct skat_rules rules[2];
    int code = EXIT_OK;

    for (int i = 0; i < 2; i++)
        if (!rules_config_load_prepared(&rules[i], names[i], errors))
            code = EXIT_BAD_FILE;
    if (code != EXIT_OK)
        return code;
    cJSON *changes = rules_config_changes(&rules[0], &rules[1]);
    if (changes->child)
        code = EXIT_REJECTED;
    if (changes->child || format != TABLE_TEXT)
        print_changes(changes, names, format);
    else
        printf("%s and %s are the same rules\n", names[0], names[1]);
    if (changes->child && format == TABLE_TEXT)
        print_ladder_difference(rules, names);
    cJSON_Delete(changes);
    return code;
}

/* ---- all options; files of rule sets ---- */

/* All options there are, as a table in Markdown or as a JSON Schema. */
static int print_reference(bool json)
{
    cJSON *schema = json ? rules_reference_schema() : NULL;
    char *text = json ? cJSON_Print(schema) : rules_reference_markdown();

    printf("%s%s", text, json ? "\n" : "");
    free(text);
    cJSON_Delete(schema);
    return EXIT_OK;
}

static int validate_rules(const char *const *names, int count, struct errors *errors)
{
    struct skat_rules rules;
    int code = EXIT_OK;

    for (int i = 0; i < count; i++)
        if (!rules_config_load_prepared(&rules, names[i], errors)) {
            code = EXIT_BAD_FILE;
        } else {
            printf("%s: a valid rule set, highest game %d\n", names[i],
                   rules.derived.ladder[rules.derived.ladder_count - 1]);
            print_notes(&rules, names[i]);
        }
    return code;
}

/* ---- the command ---- */

enum rules_task { RULES_LIST, RULES_SHOW, RULES_DIFF, RULES_VALIDATE, RULES_REFERENCE, RULES_NONE };

/* What the words ask for; *names is set to the first name of a rule set. */
static enum rules_task task_of(const char *const *words, int count, int *names)
{
    static const struct {
        const char *word;
        int least, most; /* names that follow it */
    } tasks[] = {
        [RULES_LIST] = {"list", 0, 0},           [RULES_SHOW] = {"show", 1, 1},
        [RULES_DIFF] = {"diff", 2, 2},           [RULES_VALIDATE] = {"validate", 1, INT_MAX - 1},
        [RULES_REFERENCE] = {"reference", 0, 0},
    };

    *names = 1;
    for (int i = 0; i < RULES_NONE && count; i++)
        if (strcmp(words[0], tasks[i].word) == 0)
            return count > tasks[i].least && count <= tasks[i].most + 1 ? (enum rules_task)i
                                                                        : RULES_NONE;
    *names = 0;
    return count == 0 ? RULES_LIST : count == 1 ? RULES_SHOW : RULES_NONE;
}

static int run(struct cli_line *line)
{
    struct language_words said = {0};
    struct language language;
    enum table_format format = TABLE_TEXT;
    bool all = false;
    int first;
    const struct cli_option table[] = {
        OPT_FLAG("all", 0, "show: all options, also those that are official", &all),
        JSON_OPTION(&format),
        FORMAT_OPTION(&format),
        LANGUAGE_OPTION(&said),
    };
    int code = cli_parse(line, OPTIONS(table), 0, CLI_ANY);
    if (code < 0)
        code = language_option_take(line, &said, &language);
    if (code >= 0)
        return code;

    const enum rules_task task = task_of(line->words, line->count, &first);
    const bool told = task == RULES_SHOW || task == RULES_LIST; /* in words */
    const struct refusal refusals[] = {
        {task != RULES_SHOW, "all", "is for the name of a rule set"},
        {language.german && (format != TABLE_TEXT || !told), "lang",
         "is for list and show, without --format or --json"},
        {format != TABLE_TEXT && task == RULES_VALIDATE, "format json",
         "is for list, show, diff and reference"},
        {format == TABLE_CSV && task == RULES_REFERENCE, "format",
         "of reference is md, Markdown, or json, a JSON Schema"},
    };
    if (task == RULES_NONE)
        return cli_wrong(line, "expected list, NAME, diff A B, validate NAME... or reference");
    if (!cli_refuse(line, OPTIONS(refusals)))
        return EXIT_USAGE;
    const char *const *names = line->words + first;
    if (task == RULES_LIST)
        return list_rules(format, &language);
    if (task == RULES_SHOW)
        return show_rules(*names, all, format, &language, line->errors);
    if (task == RULES_DIFF)
        return diff_rules(names, format, line->errors);
    if (task == RULES_VALIDATE)
        return validate_rules(names, line->count - first, line->errors);
    return print_reference(format == TABLE_JSON);
}

const struct cli_command command_rules = {
    "rules",
    "[list|[show] NAME|diff A B|validate NAME...|reference]",
    "list, show, compare and validate rule sets",
    "NAME is the name of a file in configs/rules, or the path of a rule-set file. reference prints "
    "all options, and their short forms for --rule, as tables in Markdown; with --json, as a JSON "
    "Schema. show --json has all options and the bid ladder.",
    run,
    .examples = "rules\n"
                "a line for each rule set\n"
                "rules stammtisch\n"
                "how it differs from the official rules, and which bids there are\n"
                "rules diff isko stammtisch\n"
                "what differs, and which bids that adds or removes; exit status 1",
    .accepted = "done; diff: the rule sets are the same",
    .rejected = "diff: the rule sets differ",
};
