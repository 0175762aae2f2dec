// SPDX-License-Identifier: MIT
#include "arena/cli/commit_options.h"

#include "arena/cli/format_option.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/terminal_fold.h"
#include "arena/history/commit_cache.h"
#include "arena/match/result_folder.h"
#include "arena/show/row_table.h"

int commit_options_table(struct commit_options *options, const struct cli_option *own, int count,
                         struct cli_option *table)
{
    enum { MOST_DEALS = 1000000000 };
    const struct cli_option shared[COMMIT_OPTIONS] = {
        {"build", 0, CLI_TEXT, "COMMAND",
         "shell command that builds the bot of a commit, in its folder", &options->build, 0, 0},
        {"module", 0, CLI_TEXT, "FILE",
         "the module that it makes (default: the last word of COMMAND, if that ends in .so)",
         &options->module, 0, 0},
        {"cache", 0, CLI_TEXT, "DIR",
         "folder that keeps modules and runs, also for other commands (default: cache in the "
         "result folder)",
         &options->cache, 0, 0},
        {"resume", 0, CLI_FLAG, NULL,
         "continue with the contents of the result folder: nothing is played twice",
         &options->resume, 0, 0},
        {"deals", 'n', CLI_INT, "N",
         "maximum number of deals of each comparison (default: history 3600, bisect 36000)",
         &options->deals, 1, MOST_DEALS},
        {"rules", 'r', CLI_TEXT, "NAME", "rule set (default: isko)", &options->rules, 0, 0},
        {"scoring", 0, CLI_CHOICE, TWO_BOT_SCORINGS,
         "the points that count (default: those of the rule set)", &options->scoring, 0, 0},
        play_options_largest(&options->largest),
        format_option(&options->format),
    };

    memcpy(table, own, (size_t)count * sizeof *own);
    memcpy(table + count, shared, sizeof shared);
    return play_options_table(&options->play, table, count + COMMIT_OPTIONS, table);
}

/* A module is kept by its bytes: one file, which is all that a bot consists of. */
static bool module_fits(const char *module, struct errors *errors)
{
    const size_t length = module ? strlen(module) : 0;

    if (!module)
        errors_add(errors, "--module",
                   "is needed: the file of the bot that the build command makes");
    else if (length < 4 || strcmp(module + length - 3, ".so") != 0 || *module == '/')
        errors_add(errors, "--module",
                   "must be a path in the repository of a file that ends in .so, not \"%.200s\"",
                   module);
    return !errors->count;
}

int commit_options_plan(struct commit_plan *plan, const struct commit_options *options,
                        const char *repository, struct pool *pool, struct errors *errors)
{
    *plan = (struct commit_plan){
        .overrides = options->play.overrides,
        .compared = {.rules = options->rules,
                     .scoring = options->scoring,
                     .deals = options->deals,
                     .largest = options->largest},
    };
    if (!plan->overrides.log)
        plan->overrides.log = "divergent"; /* what both play alike tells nothing */
    if (!options->build) {
        errors_add(errors, "--build", "is needed: the command that builds the bot of a commit");
        return EXIT_USAGE;
    }
    plan->build = (struct build_plan){
        .command = options->build,
        .module = options->module ? options->module : build_module_of(options->build, pool),
    };
    if (!module_fits(plan->build.module, errors))
        return EXIT_USAGE;
    return git_repository_open(&plan->repository, repository, pool, errors) ? EXIT_OK
                                                                            : EXIT_BAD_FILE;
}

bool commit_options_open(struct commit_plan *plan, const struct commit_options *options,
                         const char *kind, char out[FOLDER_PATH_SIZE], struct pool *pool,
                         struct errors *errors)
{
    char name[NAME_MAX + 20], cache[FOLDER_PATH_SIZE];

    snprintf(name, sizeof name, "%s-%s", kind, plan->repository.name);
    if (!result_folder_name(options->play.out, name, out, errors) ||
        !(options->resume ? result_folder_continue(out, errors)
                          : result_folder_open(out, options->play.force, errors)))
        return false;
    plan->build.cache = commit_cache_open(
        options->cache ? options->cache : folder_file(out, "cache", cache), pool, errors);
    return plan->build.cache != NULL;
}

void commit_options_interrupted(const char *out)
{
    print_note("skat-arena: interrupted: what was played is in %s; the same command with --resume "
               "continues\n",
               out);
}
