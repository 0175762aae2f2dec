// SPDX-License-Identifier: MIT
/* arena/cli/cmd_new_bot.c - skat-arena new-bot NAME: a folder with a bot to start from. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/program_dirs.h"
#include "arena/base/memory.h"
#include "arena/base/text.h"
#include "arena/cli/options.h"
#include "arena/new_bot/new_bot.h"

/* "skat-arena", if that is this program for the user's shell; else its path. */
static const char *program_command(char path[PATH_MAX])
{
    char *folders = getenv("PATH"), candidate[PATH_MAX], real[PATH_MAX];

    if (!program_executable(path))
        return "skat-arena";
    while (folders && *folders) {
        int part = (int)strcspn(folders, ":");
        snprintf(candidate, sizeof candidate, "%.*s/skat-arena", part, folders);
        if (access(candidate, X_OK) == 0)
            return realpath(candidate, real) && strcmp(real, path) == 0 ? "skat-arena" : path;
        folders += part + (folders[part] == ':');
    }
    return path;
}

static void print_next_steps(const char *name, enum new_bot_language language, const char *program)
{
    const char *path = new_bot_path(name, language);
    char *quoted = strpbrk(program, " '\"$\\") ? text_shell_quoted(program) : xstrdup(program);

    program = quoted;
    printf("%s/ has a bot that plays legally. Next:\n\n", name);
    printf("  cd %s%s\n", name, language == NEW_BOT_PYTHON ? "" : " && make");
    printf("  %s check %s%s\n", program, path,
           language == NEW_BOT_PYTHON ? " --rules isko --seconds 2" : "");
    printf("  %s compare %s stammtisch%s\n", program, path,
           language == NEW_BOT_PYTHON ? " --deals 360" : "");
    printf("\nThen play against it, and see which deals made the greatest difference:\n\n");
    printf("  %s play %s\n", program, path);
    printf("  %s compare results/%s-vs-stammtisch --details\n", program, name);
    printf("\n%s/README.md has more. %s.json is a tournament of it: %s run %s.json\n", name, name,
           program, name);
    free(quoted);
}

static int run(struct cli_line *line)
{
    char path[PATH_MAX];
    enum new_bot_language language = NEW_BOT_C;
    const struct cli_option table[] = {
        OPT_ENUM("lang", 0, "c|c++|python", "the language (default c)", &language),
    };
    const int code = cli_parse(line, OPTIONS(table), 1, 1);

    if (code >= 0)
        return code;
    const char *program = program_command(path);
    if (!new_bot_write(line->words[0], language, program, line->errors))
        return EXIT_USAGE;
    print_next_steps(line->words[0], language, program);
    return EXIT_OK;
}

const struct cli_command command_new_bot = {
    "new-bot",
    "NAME",
    "write a folder with a bot to start from",
    "NAME/ gets a bot that bids on jacks, aces and its longest suit and plays by a few rules of "
    "thumb, a Makefile with `make check` and `make test` (Python: test.sh), whose seeds are drawn "
    "anew each time, a tournament against the club player, and a README.md. It prints the commands "
    "to type next.",
    run,
    .examples = "new-bot mine\n"
                "mine/mine.c, and what to type next\n"
                "new-bot snake --lang python\n"
                "the same in Python; C++ is c++",
};
