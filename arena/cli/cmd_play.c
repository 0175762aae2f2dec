// SPDX-License-Identifier: MIT
/* arena/cli/cmd_play.c - skat-arena play [BOT BOT]: a person at a table with bots. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "arena/base/exit_code.h"
#include "arena/base/output_file.h"
#include "arena/cli/options.h"
#include "arena/cli/rule_option.h"
#include "arena/config/bot_spec.h"
#include "arena/config/command_places.h"
#include "arena/config/isolation_note.h"
#include "arena/config/rules_config.h"
#include "arena/play/casual_table.h"
#include "arena/play/puzzles.h"
#include "arena/play/taken_game.h"
#include "arena/record/game_text.h"

struct play_command {
    const char *bots[SKAT_SEATS_MAX];
    int bot_count;
    const char *rules, *seed, *log, *from, *puzzles; /* NULL: not given */
    struct word_list rule;
    int64_t deals, game, move; /* the last two: -1 if not given */
    struct taken_game taken;   /* with `from` */
    bool brief, ascii, named;  /* the last: bots were named */
};

/* ---- the config ---- */

/* A module that every build has; it is loaded, and never asked. */
static const char person_module[] = "random";

static void add_bots(cJSON *root, const struct play_command *command, int seats,
                     struct errors *errors)
{
    cJSON *bots = cJSON_AddObjectToObject(root, "bots"),
          *at = cJSON_AddArrayToObject(root, "seats");
    char name[BOT_SPEC_NAME_SIZE];

    cJSON_AddStringToObject(bots, "you", person_module);
    for (int seat = 0, i = 0; seat < seats; seat++) {
        if (seat == command->taken.seat) {
            cJSON_AddItemToArray(at, cJSON_CreateString("you"));
            continue;
        }
        const char *spec = command->bots[i++ % command->bot_count];
        bot_spec_name(spec, true, name);
        if (!cJSON_GetObjectItemCaseSensitive(bots, name))
            cJSON_AddItemToObject(bots, name, bot_spec_json(spec, false, errors));
        cJSON_AddItemToArray(at, cJSON_CreateString(name));
    }
}

static bool parse(struct config *config, cJSON *root, const struct play_command *command,
                  struct errors *errors)
{
    struct config_overrides overrides = CONFIG_NO_OVERRIDES;
    char seed[SKAT_SEED_TEXT_SIZE];
    struct skat_seed drawn;

    if (!command->seed && getrandom(&drawn, sizeof drawn, 0) == (ssize_t)sizeof drawn)
        overrides.seed = skat_seed_print(&drawn, seed);
    else
        overrides.seed = command->seed;
    if (!command->from) /* they are among the rules of its log */
        overrides.rules = &command->rule;
    overrides.workers = 1;
    overrides.audit = 0;
    char *text = cJSON_PrintUnformatted(root);
    const bool ok =
        config_parse(config, text, strlen(text), command_places_config, ".", &overrides, errors);
    free(text);
    cJSON_Delete(root);
    return ok;
}

/* Errors of the config are told by the words that it was made from. */
static void tell_by_words(const struct play_command *command, struct errors *from,
                          struct errors *errors)
{
    char names[SKAT_SEATS_MAX][BOT_SPEC_NAME_SIZE];
    struct command_bot bots[SKAT_SEATS_MAX];

    for (int i = 0; i < command->bot_count; i++) {
        bot_spec_name(command->bots[i], true, names[i]);
        bots[i] = (struct command_bot){names[i], command->bots[i]};
    }
    command_places_move(errors, from, bots, command->bot_count);
}

static cJSON *base_config(const struct play_command *command)
{
    cJSON *root = cJSON_CreateObject();

    cJSON_AddStringToObject(root, "name", "play");
    cJSON_AddStringToObject(root, "schedule", "fixed");
    if (command->taken.rules)
        cJSON_AddItemToObject(root, "rules", cJSON_Duplicate(command->taken.rules, true));
    else
        cJSON_AddStringToObject(root, "rules", command->rules ? command->rules : "isko");
    if (command->from) {
        const char *deals[] = {command->taken.deal};
        cJSON_AddStringToObject(root, "contract", "position");
        cJSON_AddItemToObject(root, "deals", cJSON_CreateStringArray(deals, 1));
    } else {
        cJSON_AddNumberToObject(root, "deals", (double)command->deals);
    }
    return root;
}

static bool config_for(struct config *config, const struct play_command *command, int seats,
                       struct errors *errors)
{
    const int before = errors->count;
    cJSON *root = base_config(command);

    add_bots(root, command, seats, errors);
    return parse(config, root, command, errors) && errors->count == before;
}

/* As many sit there as bots are named; else three, or two where the rules are for two. */
static bool make_config(struct config *config, const struct play_command *command,
                        struct errors *errors)
{
    enum { TWO = 2, THREE = 3 };
    const int seats = command->from            ? command->taken.seats
                      : command->bot_count > 1 ? command->bot_count + 1
                                               : THREE;
    struct errors wrong = {0}, of_two = {0};
    bool ok = config_for(config, command, seats, &wrong);

    if (!ok && !command->from && command->bot_count == 1) {
        config_free(config);
        ok = config_for(config, command, TWO, &of_two);
        errors_free(&of_two);
    }
    if (ok)
        errors_free(&wrong);
    else
        tell_by_words(command, &wrong, errors);
    return ok;
}

/* ---- the command ---- */

static int play(const struct play_command *command, struct errors *errors)
{
    struct config config = {0};
    struct person person = {
        .in = stdin, .out = stdout, .symbols = !command->ascii && game_text_symbols()};
    struct casual_plan plan = {
        .config = &config, .seat = command->taken.seat, .brief = command->brief};
    int code = EXIT_USAGE;
    char seed[SKAT_SEED_TEXT_SIZE];

    if (make_config(&config, command, errors)) {
        isolation_note_of_bots(config.bots, config.bot_count);
        if (!command->from)
            printf("seed %s; ", skat_seed_print(&config.seed, seed));
        printf("\"quit\" ends\n");
        plan.log = command->log ? output_file_grow(command->log, OUTPUT_APPEND) : NULL;
        if (command->log && !plan.log)
            errors_add(errors, command->log, "cannot be written: %s", strerror(errno));
        code = errors->count ? EXIT_INTERNAL : casual_table_play(&plan, &person, errors);
        if (plan.log && !output_file_close(plan.log))
            code = EXIT_INTERNAL;
    }
    config_free(&config);
    return code;
}

/* Positions of a file instead of deals. */
static int play_puzzles(const struct play_command *command, struct errors *errors)
{
    const char *name = command->rules ? command->rules : "isko";
    struct person person = {
        .in = stdin, .out = stdout, .symbols = !command->ascii && game_text_symbols()};
    struct position_set set = {0};
    struct skat_rules rules;
    int code = EXIT_USAGE;

    if (!rules_config_load_prepared(&rules, name, errors))
        return code;
    code = EXIT_BAD_FILE;
    if (position_set_read(&set, command->puzzles, &rules, errors)) {
        printf("\"quit\" ends\n");
        puzzles_play(&set, &rules, command->deals ? (int)command->deals : set.count, &person);
        code = EXIT_OK;
    }
    position_set_free(&set);
    return code;
}

/* Options that have no meaning together. */
static bool options_fit(const struct play_command *command, struct errors *errors)
{
    if (!command->from && (command->game >= 0 || command->move >= 0))
        errors_add(errors, "--game, --move", "are of a log: --from FOLDER");
    if (command->from && command->game < 0)
        errors_add(errors, "--from", "needs --game N, the game to take over");
    if (command->from && (command->seed || command->deals))
        errors_add(errors, "--from", "has a deal of its own: without --seed and --deals");
    if (command->puzzles && (command->from || command->seed || command->log || command->brief ||
                             command->rule.count || command->named))
        errors_add(errors, "--puzzles", "is asked without bots, deals and their options");
    return !errors->count;
}

/* Reads the game to take over, if there is one. */
static bool take_over(struct play_command *command, struct errors *errors)
{
    const char *rules = command->rules;

    if (!command->from)
        return true;
    if (command->rule.count && rule_option_join(&rules, &command->rule, true) >= 0)
        return false;
    return taken_game_read(&command->taken, command->from, rules, command->game,
                           command->move < 0 ? 1 : command->move, errors);
}

static int run(int argc, char **argv)
{
    enum { USUAL_DEALS = 36, MOST_DEALS = 1000 };
    struct play_command command = {.bots = {"stammtisch"}, .bot_count = 1, .game = -1, .move = -1};
    const struct cli_option table[] = {
        {"rules", 'r', CLI_TEXT, "NAME", "rule set (default: isko)", &command.rules, 0, 0},
        rule_option(&command.rule),
        {"seed", 0, CLI_SEED, "SEED", "seed of the deals (default: drawn, and said)", &command.seed,
         0, 0},
        {"deals", 'n', CLI_INT, "N", "deals (default 36)", &command.deals, 1, MOST_DEALS},
        {"from", 0, CLI_TEXT, "FOLDER", "take over a game of this log", &command.from, 0, 0},
        {"game", 'g', CLI_INT, "N", "from: which one, by index", &command.game, 0, INT64_MAX},
        {"move", 0, CLI_INT, "N",
         "from: at this move, an actor and its action, from 1, in the seat of who makes it "
         "(default 1)",
         &command.move, 1, SKAT_MOVES_MAX},
        {"puzzles", 0, CLI_TEXT, "FILE",
         "no game: positions with a known answer, as positions reads them; --deals: how many",
         &command.puzzles, 0, 0},
        {"log", 0, CLI_TEXT, "FILE", "add the games to FILE, as in games.jsonl", &command.log, 0,
         0},
        {"brief", 0, CLI_FLAG, NULL, "after a deal only its result, not its record and the solver",
         &command.brief, 0, 0},
        {"ascii", 0, CLI_FLAG, NULL, "print cards as CJ, never as symbols", &command.ascii, 0, 0},
    };
    const char *words[SKAT_SEATS_MAX - 1];
    struct errors errors = {0};
    int count;
    int code = cli_parse(&command_play, table, sizeof table / sizeof *table, argc, argv, words,
                         &count, 0, SKAT_SEATS_MAX - 1);
    if (code >= 0)
        return code;
    for (int i = 0; i < count; i++)
        command.bots[i] = words[i];
    command.bot_count = count ? count : 1;
    command.named = count > 0;
    code = EXIT_USAGE;
    const bool fit = options_fit(&command, &errors);
    if (fit && command.puzzles) {
        code = play_puzzles(&command, &errors);
    } else if (fit) {
        command.deals = command.deals ? command.deals : USUAL_DEALS;
        code = take_over(&command, &errors) ? play(&command, &errors) : EXIT_BAD_FILE;
    }
    cJSON_Delete(command.taken.rules);
    errors_report(&errors);
    return code;
}

const struct cli_command command_play = {
    "play",
    "[BOT...]",
    "play against bots in the terminal",
    "You sit with one bot in all other seats, or with those that are named, in order. Answers are "
    "as\n"
    "in records: 18, pass, skat, G C7 D8 (grand, and the cards to put aside), CJ. After each deal "
    "its\n"
    "record is shown, with what each card lost when all hands are open.",
    run,
    .examples = "play\n"
                "two club players\n"
                "play pimc ./mine.so --rules kneipe --log mine.jsonl\n"
                "the strongest one and your own, by the rules of a pub, and the games are kept\n"
                "play --from results/stammtisch --game 4 --move 12 pimc\n"
                "what would you have done there? Others are played by pimc",
};
