/* arena/command_rules.c - skat-arena rules list|show|validate */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/cli.h"
#include "arena/ruleset.h"

static const char RULES_FOLDER[] = "configs/rules";
enum { PATH_SIZE = 1200, WORDS_MAX = 16 };

static int is_ruleset(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 5 && strcmp(entry->d_name + length - 5, ".json") == 0;
}

static int list_rules(void)
{
    struct dirent **entries;
    char path[PATH_SIZE];
    int count = scandir(RULES_FOLDER, &entries, is_ruleset, alphasort);

    if (count <= 0) {
        fprintf(stderr, "skat-arena: no rule sets in %s; are you in the project's folder?\n",
                RULES_FOLDER);
        return EXIT_BAD_FILE;
    }
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", RULES_FOLDER, entries[i]->d_name);
        char *description = ruleset_description(path);
        printf("%-16.*s %s\n", (int)strlen(entries[i]->d_name) - 5, entries[i]->d_name,
               description ? description : "");
        free(description);
        free(entries[i]);
    }
    free(entries);
    return EXIT_OK;
}

static bool load(struct skat_rules *rules, const char *name, struct problems *problems)
{
    struct skat_error error;

    if (!ruleset_load(rules, name, problems))
        return false;
    if (skat_rules_prepare(rules, &error))
        return true;
    problems_add(problems, name, "%s", error.text);
    return false;
}

static void print_options(const struct skat_rules *rules)
{
    cJSON *options = ruleset_to_json(rules);
    const cJSON *item;
    struct skat_rules official;

    skat_rules_official(&official);
    cJSON *defaults = ruleset_to_json(&official);
    cJSON_ArrayForEach (item, options) {
        const struct skat_rule_option *option = skat_rule_option_find(item->string);
        const cJSON *fallback = cJSON_GetObjectItemCaseSensitive(defaults, item->string);
        char *value = cJSON_PrintUnformatted(item);
        char *usual = cJSON_PrintUnformatted(fallback);
        bool changed = strcmp(value, usual) != 0 && strcmp(item->string, "deals") != 0;
        printf("  %-20s %-20s %s%s%s\n", item->string, value, option->help,
               changed ? "; official: " : "", changed ? usual : "");
        free(value);
        free(usual);
    }
    cJSON_Delete(options);
    cJSON_Delete(defaults);
}

static void print_ladder(const struct skat_rules *rules)
{
    enum { LINE = 76 };
    int column = 0;

    printf("bids (%d):\n ", rules->derived.ladder_count);
    for (int i = 0; i < rules->derived.ladder_count; i++) {
        if (column > LINE) {
            printf("\n ");
            column = 0;
        }
        column += printf(" %d", rules->derived.ladder[i]);
    }
    printf("\nhighest game: %d\n", rules->derived.ladder[rules->derived.ladder_count - 1]);
}

static int show_rules(const char *name, bool json, struct problems *problems)
{
    struct skat_rules rules;

    if (!load(&rules, name, problems))
        return EXIT_BAD_FILE;
    if (json) {
        cJSON *root = ruleset_to_json(&rules);
        cJSON *ladder = cJSON_AddArrayToObject(root, "ladder");
        for (int i = 0; i < rules.derived.ladder_count; i++)
            cJSON_AddItemToArray(ladder, cJSON_CreateNumber(rules.derived.ladder[i]));
        char *text = cJSON_Print(root);
        puts(text);
        free(text);
        cJSON_Delete(root);
    } else {
        printf("%s\n", name);
        print_options(&rules);
        print_ladder(&rules);
    }
    return EXIT_OK;
}

static int run(int argc, char **argv)
{
    const char *words[WORDS_MAX];
    bool json = false;
    int count;
    const struct cli_option table[] = {
        {"json", 0, CLI_FLAG, NULL, "show: all options and the bid ladder as JSON", &json, 0, 0},
    };
    int code = cli_parse(&command_rules, table, 1, argc, argv, words, &count, 0, WORDS_MAX);
    if (code >= 0)
        return code;

    struct problems problems = {0};
    code = EXIT_USAGE;
    if (count == 0 || (count == 1 && strcmp(words[0], "list") == 0)) {
        code = list_rules();
    } else if (count == 2 && strcmp(words[0], "show") == 0) {
        code = show_rules(words[1], json, &problems);
    } else if (count >= 2 && strcmp(words[0], "validate") == 0) {
        struct skat_rules rules;
        code = EXIT_OK;
        for (int i = 1; i < count; i++)
            if (!load(&rules, words[i], &problems))
                code = EXIT_BAD_FILE;
            else
                printf("%s: a valid rule set, highest game %d\n", words[i],
                       rules.derived.ladder[rules.derived.ladder_count - 1]);
    } else {
        fprintf(stderr, "skat-arena rules: expected list, show NAME or validate NAME...\n");
    }
    problems_print(&problems, stderr);
    problems_free(&problems);
    return code;
}

const struct cli_command command_rules = {
    "rules",
    "[list|show NAME|validate NAME...]",
    "list rule sets, show one resolved, check some",
    "A NAME is that of a file in configs/rules, or the path of a rule-set file.",
    run,
};
