// SPDX-License-Identifier: MIT
/* arena/cli/cmd_play.c - skat-arena play [BOT BOT]: a person at a table with bots. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/output_file.h"
#include "arena/cli/language_option.h"
#include "arena/cli/options.h"
#include "arena/cli/rule_option.h"
#include "arena/config/isolation_note.h"
#include "arena/play/casual_table.h"
#include "arena/play/play_setup.h"
#include "arena/play/puzzles.h"
#include "arena/play/terminal_face.h"
#include "arena/record/game_text.h"

struct play_command {
    struct play_setup setup;
    const char *log, *from, *puzzles; /* NULL: not given */
    int64_t game, move;               /* -1 if not given */
    struct language_words words;
    struct language language;
    bool brief, ascii, named; /* the last: bots were named */
};

static struct terminal_person person_of(const struct play_command *command)
{
    return (struct terminal_person){.in = stdin,
                                    .out = stdout,
                                    .language = command->language,
                                    .symbols = !command->ascii && game_text_symbols(),
                                    .brief = command->brief};
}

/* ---- the command ---- */

static int play(const struct play_command *command, struct errors *errors)
{
    struct config config = {0};
    struct terminal_person person = person_of(command);
    const struct table_face face = terminal_face(&person);
    struct casual_plan plan = {.config = &config,
                               .seat = command->setup.taken.seat,
                               .person = "you",
                               .brief = command->brief};
    int code = EXIT_USAGE;
    char seed[SKAT_SEED_TEXT_SIZE];

    if (play_setup_config(&config, &command->setup, errors)) {
        isolation_note_of_bots(config.bots, config.bot_count);
        if (!command->from)
            printf(language_phrase(&command->language, "seed %s; "),
                   skat_seed_print(&config.seed, seed));
        printf("%s", language_phrase(&command->language, "\"quit\" ends\n"));
        plan.log = command->log ? output_file_grow(command->log, OUTPUT_APPEND) : NULL;
        if (command->log && !plan.log)
            errors_add(errors, command->log, "cannot be written: %s", strerror(errno));
        code = errors->count ? EXIT_INTERNAL : casual_table_play(&plan, &face, errors);
        if (plan.log && !output_file_close(plan.log))
            code = EXIT_INTERNAL;
    }
    config_free(&config);
    return code;
}

/* Positions of a file instead of deals. */
static int play_puzzles(const struct play_command *command, struct errors *errors)
{
    struct terminal_person person = person_of(command);
    const struct table_face face = terminal_face(&person);
    struct position_set set = {0};
    struct skat_rules rules;
    int code = EXIT_USAGE;

    if (!play_setup_rules(&rules, &command->setup, errors))
        return code;
    code = EXIT_BAD_FILE;
    if (position_set_read(&set, command->puzzles, &rules, errors)) {
        printf("%s", language_phrase(&command->language, "\"quit\" ends\n"));
        puzzles_play(&set, &rules, command->setup.deals ? (int)command->setup.deals : set.count,
                     &face);
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
    if (command->from && (command->setup.seed || command->setup.deals))
        errors_add(errors, "--from", "has a deal of its own: without --seed and --deals");
    if (command->puzzles && (command->from || command->setup.seed || command->log ||
                             command->brief || command->setup.rule.count || command->named))
        errors_add(errors, "--puzzles", "is asked without bots, deals and their options");
    return !errors->count;
}

/* Reads the game to take over, if there is one. */
static bool take_over(struct play_command *command, struct errors *errors)
{
    struct play_setup *setup = &command->setup;
    const char *rules = setup->rules;

    if (!command->from)
        return true;
    setup->takes = true;
    if (setup->rule.count && rule_option_join(&rules, &setup->rule, true) >= 0)
        return false;
    return taken_game_read(&setup->taken, command->from, rules, command->game,
                           command->move < 0 ? 1 : command->move, errors);
}

static int run(int argc, char **argv)
{
    enum { USUAL_DEALS = 36, MOST_DEALS = 1000 };
    struct play_command command = {
        .setup = {.bots = {"stammtisch"}, .bot_count = 1}, .game = -1, .move = -1};
    const struct cli_option table[] = {
        {"rules", 'r', CLI_TEXT, "NAME", "rule set (default: isko)", &command.setup.rules, 0, 0},
        rule_option(&command.setup.rule),
        {"seed", 0, CLI_SEED, "SEED", "seed of the deals (default: drawn, and said)",
         &command.setup.seed, 0, 0},
        {"deals", 'n', CLI_INT, "N", "deals (default 36)", &command.setup.deals, 1, MOST_DEALS},
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
        language_option(&command.words),
        german_cards_option(&command.words),
    };
    const char *words[SKAT_SEATS_MAX - 1];
    struct errors errors = {0};
    int count;
    int code = cli_parse(&command_play, table, sizeof table / sizeof *table, argc, argv, words,
                         &count, 0, SKAT_SEATS_MAX - 1);
    if (code < 0)
        code = language_option_take("play", &command.words, &command.language);
    if (code >= 0)
        return code;
    for (int i = 0; i < count; i++)
        command.setup.bots[i] = words[i];
    command.setup.bot_count = count ? count : 1;
    command.named = count > 0;
    code = EXIT_USAGE;
    const bool fit = options_fit(&command, &errors);
    if (fit && command.puzzles) {
        code = play_puzzles(&command, &errors);
    } else if (fit) {
        command.setup.deals = command.setup.deals ? command.setup.deals : USUAL_DEALS;
        code = take_over(&command, &errors) ? play(&command, &errors) : EXIT_BAD_FILE;
    }
    cJSON_Delete(command.setup.taken.rules);
    errors_print(&errors, stderr);
    errors_free(&errors);
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
