// SPDX-License-Identifier: MIT
/* arena/cli/cmd_bots.c - skat-arena bots [MODULE]...: lists bots and their options. */
#include <stdio.h>
#include <stdlib.h>

#include "arena/base/json_write.h"
#include "arena/cli/common_options.h"
#include "arena/show/field_text.h"
#include "arena/cli/options.h"
#include "arena/base/exit_code.h"
#include "arena/sandbox/clean_exec.h"
#include "arena/bot/module.h"
#include "arena/bot/module_probe.h"
#include "arena/bot/player_host.h"
#include "arena/base/program_dirs.h"
#include "arena/base/terminal.h"

enum { WORDS_MAX = 64 };

static const char *text_of(const cJSON *object, const char *key)
{
    return json_get(object, key)->valuestring;
}

static void print_option(const cJSON *option)
{
    const cJSON *fallback = json_get(option, "default"), *choice;
    const cJSON *choices = json_get(option, "choices");
    const cJSON *min = json_get(option, "min");
    char *shown = cJSON_PrintUnformatted(fallback);

    printf("    %-14s %s; default %s, allowed: ", text_of(option, "name"), text_of(option, "help"),
           shown);
    if (choices)
        cJSON_ArrayForEach (choice, choices)
            printf("%s\"%s\"", choice == choices->child ? "" : " | ", choice->valuestring);
    else if (min)
        print_sentence(option, "{min}..{max}", stdout);
    else
        printf("%s", cJSON_IsBool(fallback) ? "true | false" : text_of(option, "type"));
    printf("\n");
    free(shown);
}

static void print_variants(const cJSON *variants)
{
    const cJSON *variant;

    if (!variants->child)
        return;
    printf("    variants      ");
    cJSON_ArrayForEach (variant, variants)
        printf("%s%s", variant == variants->child ? " " : ", ", variant->valuestring);
    printf("\n");
}

static void print_bot(const cJSON *bot)
{
    const cJSON *options = json_get(bot, "options"), *option;

    const char *description = text_of(bot, "description"), *author = text_of(bot, "author");

    printf("%-12s %s%s%s%s(version %s, ABI %s)\n", text_of(bot, "id"), description,
           *description && *author ? ", " : "", author, *description || *author ? " " : "",
           text_of(bot, "version"), text_of(bot, "abi"));
    print_variants(json_get(bot, "variants"));
    cJSON_ArrayForEach (option, options)
        print_option(option);
}

static bool show_bot(const char *name, cJSON *list, struct errors *errors)
{
    char path[MODULE_PATH_SIZE], reason[512];

    if (!module_find(name, NULL, path)) {
        module_missing(name, path, NULL, errors);
        return false;
    }
    struct module_files *files = module_files_new();
    const struct module_file *file = module_files_read(files, path, reason, sizeof reason);
    cJSON *bot =
        file ? module_probe(file, NULL, 0, false, PLAYER_START_MS, reason, sizeof reason) : NULL;
    module_files_free(files);
    if (!bot) {
        errors_add(errors, path, "%s", reason);
        return false;
    }
    cJSON_AddStringToObject(bot, "path", path);
    cJSON_AddItemToArray(list, bot);
    return true;
}

static void show_all(cJSON *list, struct errors *errors)
{
    int count;
    char own[FOLDER_PATH_SIZE];
    char **names = program_names(PROGRAM_BOTS, &count);

    for (int i = 0; i < count; i++)
        show_bot(names[i], list, errors);
    program_names_free(names, count);
    if (!count)
        errors_add(errors, program_own_dir(PROGRAM_BOTS, own), "no bots found; `make` builds them");
}

static const struct column columns[] = {COLUMN("bot", "id"), COLUMN("version", "version"),
                                        COLUMN("ABI", "abi"), COLUMN("author", "author"),
                                        COLUMN("description", "description")};

static int run(int argc, char **argv)
{
    const char *words[WORDS_MAX];
    const char *format = NULL;
    bool json = false, include = false;
    int count;
    const struct cli_option table[] = {
        FORMAT_OPTION(&format),
        JSON_OPTION(&json),
        OPT_FLAG("include", 0, "print the folder of skat_bot.h, for a compiler's -I", &include),
    };
    int code = cli_parse(&command_bots, OPTIONS(table), argc, argv, words, &count, 0, WORDS_MAX);
    if (code >= 0)
        return code;

    if (include && (json || count || format)) {
        print_note("skat-arena bots: --include prints a folder, and takes nothing else\n");
        return EXIT_USAGE;
    }
    if (include) {
        char share[FOLDER_PATH_SIZE];
        printf("%s/bots\n", program_share(share));
        return EXIT_OK;
    }
    struct errors errors = {0};
    cJSON *list = cJSON_CreateArray(), *bot;
    for (int i = 0; i < count; i++)
        show_bot(words[i], list, &errors);
    if (!count)
        show_all(list, &errors);
    const enum table_format shown = table_format_of(format, json);
    if (shown != TABLE_TEXT) {
        table_print(list, COLUMNS(columns), shown, stdout);
    } else {
        cJSON_ArrayForEach (bot, list)
            print_bot(bot);
    }
    errors_print(&errors);
    code = errors.count ? EXIT_USAGE : EXIT_OK;
    errors_free(&errors);
    cJSON_Delete(list);
    return code;
}

const struct cli_command command_bots = {
    "bots",
    "[MODULE]...",
    "list bot modules and their options",
    "Without arguments, lists the bots that come with the program. MODULE is the name of one of\n"
    "them, or the path of a shared object (with a /).",
    run,
    .examples = "bots\n"
                "all that can be played by name\n"
                "bots stammtisch ./mine.so\n"
                "the options of two of them",
};
