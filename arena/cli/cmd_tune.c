// SPDX-License-Identifier: MIT
/* arena/cli/cmd_tune.c - skat-arena tune: options of a bot that win more under the rules in force,
 * by a search or in a grid of all combinations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/interrupt.h"
#include "arena/cli/play_options.h"
#include "arena/config/bot_spec.h"
#include "arena/config/command_config.h"
#include "arena/config/run_seed.h"
#include "arena/show/campaign_tables.h"
#include "arena/tune/tune.h"
#include "arena/config/config_warnings.h"

struct tune_options {
    struct play_options play;
    bool resume, grid;
    const char *rules;
    int64_t rounds, deals, check_deals; /* 0: not given */
};

/* ---- a config made of words ---- */

static cJSON *root_of(const char *const *words, int count, const struct tune_options *options,
                      struct errors *errors)
{
    char bot[BOT_SPEC_NAME_SIZE], name[BOT_SPEC_NAME_SIZE + 8];
    cJSON *root = cJSON_CreateObject(), *bots, *seats, *tune, *ranges;
    const enum isolation isolation = isolation_of(options->play.overrides.isolation);

    bot_spec_name(words[0], true, bot);
    snprintf(name, sizeof name, options->grid ? "grid-%s" : "tune-%s", bot);
    cJSON_AddStringToObject(root, "name", name);
    cJSON_AddStringToObject(root, "rules", options->rules ? options->rules : "skat");
    bots = cJSON_AddObjectToObject(root, "bots");
    cJSON_AddItemToObject(bots, bot, bot_spec_json(words[0], isolation, errors));
    seats = cJSON_AddArrayToObject(root, "seats");
    for (int i = 0; i < SKAT_PLAYERS; i++)
        cJSON_AddItemToArray(seats, cJSON_CreateString(bot));
    tune = cJSON_AddObjectToObject(root, "tune");
    ranges = cJSON_AddObjectToObject(tune, options->grid ? "grid" : "options");
    for (int i = 1; i < count; i++)
        option_ranges_add_word(ranges, words[i], options->grid, "command line", errors);
    return root;
}

static bool parse_words(struct config *config, const char *const *words, int count,
                        const struct tune_options *options, struct errors *errors)
{
    cJSON *root = root_of(words, count, options, errors);
    char *text = cJSON_PrintUnformatted(root);
    bool ok = !errors->count && config_parse(config, text, strlen(text), CONFIG_OF_COMMAND, ".",
                                             &options->play.overrides, errors);

    free(text);
    cJSON_Delete(root);
    return ok;
}

/* ---- playing ---- */

/* Until it is finished, the cache has what was played. */
static bool open_campaign(struct campaign *campaign, struct config *config,
                          const struct tune_options *options, const char *result,
                          struct errors *errors)
{
    struct campaign_options wanted = play_options_campaign(&options->play, options->resume);

    wanted.result = result;
    if (!campaign_open(campaign, &wanted, config->name, config, errors))
        return false;
    if (!wanted.quiet)
        drawn_seed_tell();
    isolation_note_of(config);
    return campaign_cache_open(campaign, &wanted, !options->resume, errors);
}

static bool read_plan(struct search_plan *plan, const struct json_value *object,
                      const struct config *config, const struct tune_options *options,
                      struct errors *errors)
{
    if (!search_plan_read(plan, object, config))
        return false;
    plan->rounds = options->rounds ? (int)options->rounds : plan->rounds;
    plan->deals = options->deals ? options->deals : plan->deals;
    plan->check_deals = options->check_deals ? options->check_deals : plan->check_deals;
    const int64_t deals[] = {plan->deals, plan->check_deals};
    return option_duel_possible(config, plan->bot, &plan->ranges, deals,
                                sizeof deals / sizeof *deals, errors);
}

static int play_search(struct config *config, const struct json_value *object,
                       const struct tune_options *options, struct campaign *campaign,
                       struct errors *errors)
{
    static struct search_plan plan;
    struct tune_summary summary;
    struct pool pool = {0};

    if (!read_plan(&plan, object, config, options, errors) ||
        !open_campaign(campaign, config, options, "tune.json", errors))
        return EXIT_USAGE;
    const int code = tune_run(campaign, config, &plan, &summary, &pool, errors);
    if (code == EXIT_INTERRUPTED)
        campaign_tell_interruption(campaign, "tune.json", true);
    if (!errors->count && play_options_show(&options->play, &tune_summary_fields, &summary))
        print_tune(&summary, campaign->folder, options->play.format, stdout);
    pool_free(&pool);
    return code;
}

/* All combinations of a grid. */
static int play_grid(struct config *config, const struct json_value *object,
                     const struct tune_options *options, struct campaign *campaign,
                     struct errors *errors)
{
    static struct grid_plan plan;
    struct grid_summary summary;
    struct pool pool = {0};

    if (!grid_plan_read(&plan, object, config))
        return EXIT_USAGE;
    plan.deals = options->deals ? options->deals : plan.deals;
    if (!option_duel_possible(config, plan.bot, &plan.ranges, &plan.deals, 1, errors) ||
        !open_campaign(campaign, config, options, "grid.json", errors))
        return EXIT_USAGE;
    const int code = grid_run(campaign, config, &plan, &summary, &pool, errors);
    if (code == EXIT_INTERRUPTED)
        campaign_tell_interruption(campaign, "grid.json", true);
    if (!errors->count && play_options_show(&options->play, &grid_summary_fields, &summary))
        result_print(show_grid, &grid_summary_fields, &summary, options->play.format, stdout);
    pool_free(&pool);
    return code;
}

/* A config says by its keys which it is. */
static int play(struct config *config, const struct tune_options *options, struct errors *errors)
{
    struct campaign campaign = {.claim = NULL};
    struct json_value root = json_root(config->root, config->path, errors);
    struct json_value object = json_member(&root, "tune");
    const bool grid = options->grid || json_member(&object, "grid").node;

    if (grid && (options->rounds || options->check_deals))
        errors_add(errors, "--rounds, --check-deals", "are for a search, not for a grid");
    if (errors->count)
        return EXIT_USAGE;
    const int code = (grid ? play_grid : play_search)(config, &object, options, &campaign, errors);
    campaign_close(&campaign, code == EXIT_OK || code == EXIT_REJECTED || code == EXIT_UNDECIDED);
    return code;
}

/* What was said of the config of a bot on the command line is told by that word. */
static void name_by_word(struct errors *errors, const char *word)
{
    char name[BOT_SPEC_NAME_SIZE];
    struct errors told = {0};

    bot_spec_name(word, true, name);
    const struct command_bot bot = {name, word};
    command_places_move(&told, errors, &bot, 1);
    errors_move(errors, &told);
}

static bool is_module(const char *word)
{
    const char *end = strrchr(word, '.');
    return end && strcmp(end, ".so") == 0;
}

static int run(struct cli_line *line)
{
    enum { MOST_DEALS = 10000000, MOST_ROUNDS = 10000, WORDS = 1 + SURFACE_MAX };
    struct tune_options options = {.play = PLAY_OPTIONS_DEFAULT};
    const struct cli_option own[] = {
        OPT_FLAG("grid", 0, "instead of a search, play all combinations of OPTION=VALUE,VALUE,...",
                 &options.grid),
        OPT_INT("rounds", 0, "N", "rounds of the search (default 40)", &options.rounds, 2,
                MOST_ROUNDS),
        OPT_INT("deals", 'n', "N", "deals of a round (default 720), or of each combination (3600)",
                &options.deals, 36, MOST_DEALS),
        OPT_TEXT("rules", 'r', "NAME", "a bot: rule set (default: skat)", &options.rules),
        OPT_FLAG("resume", 0, "continue what was interrupted", &options.resume),
        FORMAT_OPTION(&options.play.format),
        OPT_GROUP("The search"),
        OPT_INT("check-deals", 0, "N",
                "deals of the final check of the winner against the start (default 14400)",
                &options.check_deals, 72, MOST_DEALS),
    };
    struct config config = {0};
    struct errors *errors = line->errors;

    options.play.overrides.purpose = CONFIG_TUNE;
    interrupt_hear();
    int code = play_options_parse(&options.play, line, OPTIONS(own), 1, WORDS);
    if (code >= 0)
        return code;
    const char *word = line->words[0];
    if (line->count == 1 && options.rules)
        errors_add(errors, "--rules", "set it in the config instead");
    if (line->count == 1 && is_module(word))
        errors_add(errors, word, "name an option of the bot to search, as in: tune %s limit", word);
    const bool loaded =
        !errors->count &&
        (line->count == 1 ? config_load(&config, word, &options.play.overrides, errors)
                          : parse_words(&config, line->words, line->count, &options, errors));
    code = loaded ? play(&config, &options, errors) : EXIT_USAGE;
    name_by_word(errors, word);
    config_free(&config);
    return play_options_end(line, code);
}

const struct cli_command command_tune = {
    "tune",
    "CONFIG | BOT OPTION[=LOWEST..HIGHEST]... | BOT OPTION=VALUE,VALUE,... --grid",
    "search for option values with which a bot wins more under the given rules",
    "Plays the bot against itself with other values, both on the same deals, and moves towards "
    "better values. At the end, the winner plays against the start on new deals. With --grid, each "
    "combination plays against the bot's own values, all on the same deals.",
    run,
    .manual = "A CONFIG says in its key \"tune\" what to search, or which grid to play "
              "(configs/README.md); its other bots sit at the table, too. tune.jsonl has the "
              "rounds of a search and tune.json its result; grid.json has the combinations, with p "
              "adjusted for their number.",
    .examples = "tune stammtisch caution=45..75 --rounds 6 --deals 72 --check-deals 720\n"
                "a short search; without the numbers it takes minutes\n"
                "tune stammtisch caution=51,57,63 hand_premium=0,30 --grid --deals 360\n"
                "which of six combinations wins more than the bot's own values?",
    .accepted = "the winner is shown to be better than the start; --grid: done",
    .rejected = "the winner is shown to be worse than the start",
    .undecided = "neither is shown to be better",
};
