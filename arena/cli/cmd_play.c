// SPDX-License-Identifier: MIT
/* arena/cli/cmd_play.c - skat-arena play [BOT BOT]: a person at a table with bots. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/base/interrupt.h"
#include "arena/base/memory.h"
#include "arena/base/program_dirs.h"
#include "arena/bot/watched_process.h"
#include "arena/cli/options.h"
#include "arena/config/config_warnings.h"
#include "arena/play/casual_table.h"
#include "arena/play/terminal_face.h"
#include "arena/record/game_text.h"
#include "arena/serve/http_server.h"
#include "arena/serve/table_site.h"

struct play_command {
    struct play_setup setup;
    const char *log, *from, *puzzles; /* NULL: not given */
    int64_t game, move;               /* -1 if not given */
    struct language_words words;
    struct language language;
    char puzzle_path[FOLDER_PATH_SIZE];
    int64_t port;
    bool brief, ascii, browser;
};

static struct terminal_person person_of(const struct play_command *command)
{
    return (struct terminal_person){.in = stdin,
                                    .out = stdout,
                                    .language = command->language,
                                    .symbols = !command->ascii && game_text_symbols(),
                                    .brief = command->brief,
                                    .takes = command->from};
}

/* A set of positions that comes with the program, by its name alone: "textbook". */
static void find_puzzles(struct play_command *command)
{
    char share[FOLDER_PATH_SIZE];

    if (!command->puzzles || strpbrk(command->puzzles, "/.") || access(command->puzzles, F_OK) == 0)
        return;
    snprintf(command->puzzle_path, sizeof command->puzzle_path,
             "%.1000s/tests/positions/%.100s.jsonl", program_share(share), command->puzzles);
    if (access(command->puzzle_path, F_OK) == 0)
        command->puzzles = command->puzzle_path;
}

/* ---- in the terminal ---- */

static int play_deals(const struct play_command *command, struct casual_shared *shared,
                      struct errors *errors)
{
    struct terminal_person person = person_of(command);
    const struct table_face face = terminal_face(&person);
    const struct casual_plan plan = {.setup = &command->setup,
                                     .person = "you",
                                     .brief = command->brief,
                                     .log = command->log,
                                     .shared = shared};

    return casual_table_play(&plan, &face, errors);
}

/* The table ended by a signal: says whose code ran, and ends by the same signal. */
static int end_as_table(const struct casual_shared *shared, int number)
{
    char bot[CASUAL_NAME_SIZE];
    const bool by_user = number == SIGINT || number == SIGTERM || number == SIGHUP;

    if (!by_user && casual_shared_bot(shared, bot))
        fprintf(stderr, "\nskat-arena play: %s crashed; skat-arena check BOT says more\n", bot);
    else if (!by_user)
        fprintf(stderr, "\nskat-arena play: crashed, most likely because one of the bots did; "
                        "skat-arena check BOT says more\n");
    signal(number, SIG_DFL);
    raise(number);
    return EXIT_INTERNAL;
}

/* The table is a process of its own, without limits of time: a crash of a bot ends it, and this
 * process says whose it was. A signal from the terminal reaches both. */
static int play(const struct play_command *command, struct errors *errors)
{
    struct watched_process table;
    struct casual_shared *shared = map_zeroed(casual_shared_size());
    int status = 0;

    if (!shared) {
        errors_add_shortage(errors, "no memory for a table");
        return EXIT_INTERNAL;
    }
    const pid_t child = watched_process_start(&table, casual_shared_mark(shared));
    if (child == 0) {
        const int code = errors_end(errors, play_deals(command, shared, errors));
        fflush(NULL);
        _exit(code);
    }
    if (child < 0) {
        errors_add_shortage(errors, "no process for a table");
        return EXIT_INTERNAL;
    }
    signal(SIGINT, SIG_IGN);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    const int code =
        WIFSIGNALED(status) ? end_as_table(shared, WTERMSIG(status)) : WEXITSTATUS(status);
    munmap(shared, casual_shared_size());
    return code;
}

/* Positions of a file instead of deals. */
static int play_puzzles(const struct play_command *command, struct errors *errors)
{
    struct terminal_person person = person_of(command);
    const struct table_face face = terminal_face(&person);

    return puzzles_play(command->puzzles, &command->setup, &face, errors);
}

/* ---- in the browser ---- */

/* Whether a table can be played: what is wrong with bots, rules, deals, positions or the log is
 * said before somebody looks for it in a browser. */
static bool can_play(const struct table_plan *plan, struct errors *errors)
{
    struct config config = {0};
    struct position_set set = {0};
    struct skat_rules rules;

    if (plan->puzzles) {
        if (play_setup_rules(&rules, &plan->setup, errors))
            position_set_read(&set, plan->puzzles, &rules, errors);
        position_set_free(&set);
    } else {
        if (play_setup_config(&config, &plan->setup, errors))
            isolation_note_of(&config);
        config_free(&config);
        casual_log_possible(plan->log, errors);
    }
    return !errors->count;
}

static void serve(struct table_site *table, int port, struct errors *errors)
{
    const struct http_site site = table_site_of(table);
    struct http_place place;
    struct http_server *server = http_place_read(&place, "127.0.0.1", port, errors)
                                     ? http_server_open(&place, errors)
                                     : NULL;

    if (!server)
        return;
    interrupt_hear();
    printf("http://%s:%d/ (Ctrl-C ends)\n", place.name, place.port);
    fflush(stdout);
    http_server_run(server, &site);
    http_server_close(server);
}

static int play_in_browser(const struct play_command *command, struct errors *errors)
{
    const struct table_plan plan = {.setup = command->setup,
                                    .puzzles = command->puzzles,
                                    .language = command->language,
                                    .log = command->log};

    if (!can_play(&plan, errors))
        return plan.puzzles ? EXIT_BAD_FILE : EXIT_USAGE;
    struct child_store *children = child_store_new();
    struct table_site *table = table_site_new(children, &plan, errors);
    if (table)
        serve(table, (int)command->port, errors);
    child_store_free(children);
    table_site_free(table);
    return errors->count ? EXIT_INTERNAL : EXIT_OK;
}

/* ---- the command ---- */

/* Reads the game to take over, if there is one. Returns an exit code. */
static int take_over(struct play_command *command, struct errors *errors)
{
    struct play_setup *setup = &command->setup;
    const char *rules = setup->rules;

    if (!command->from)
        return EXIT_OK;
    setup->takes = true;
    if (rule_option_join(&rules, &setup->rule, true, errors) >= 0)
        return EXIT_USAGE;
    return taken_game_read(&setup->taken, command->from, rules, command->game,
                           command->move < 0 ? 1 : command->move, errors)
               ? EXIT_OK
               : EXIT_BAD_FILE;
}

static int play_as_asked(struct play_command *command, struct errors *errors)
{
    enum { USUAL_DEALS = 36, USUAL_PORT = 7529 /* beside that of serve */ };

    if (!command->puzzles && !command->setup.deals)
        command->setup.deals = USUAL_DEALS;
    if (command->port < 0)
        command->port = USUAL_PORT;
    find_puzzles(command);
    const int code = take_over(command, errors);
    if (code != EXIT_OK)
        return code;
    if (command->browser)
        return play_in_browser(command, errors);
    return command->puzzles ? play_puzzles(command, errors) : play(command, errors);
}

static int run(struct cli_line *line)
{
    enum { MOST_DEALS = 1000 };
    struct play_command command = {
        .setup = {.bots = {"stammtisch"}, .bot_count = 1}, .game = -1, .move = -1, .port = -1};
    const struct cli_option table[] = {
        OPT_TEXT("rules", 'r', "NAME", "rule set (default: skat)", &command.setup.rules),
        RULE_OPTION(&command.setup.rule),
        SEED_OPTION(&command.setup.seed),
        OPT_INT("deals", 'n', "N", "deals (default 36)", &command.setup.deals, 1, MOST_DEALS),
        OPT_TEXT("puzzles", 0, "FILE",
                 "instead of games, positions with a known answer: a file as `positions` reads it, "
                 "\"textbook\" or \"endings\"; --deals says how many",
                 &command.puzzles),
        OPT_TEXT("log", 0, "FILE", "append the games to FILE, in the format of games.jsonl",
                 &command.log),
        OPT_FLAG("browser", 0, "play in the browser, at an address that is printed",
                 &command.browser),
        OPT_GROUP("A game of a log"),
        OPT_TEXT("from", 0, "FOLDER", "take over a game of this log", &command.from),
        OPT_INT("game", 'g', "N", "with --from: the number of the game in the log", &command.game,
                0, INT64_MAX),
        OPT_INT("move", 0, "N",
                "with --from: the move at which you take over, in the seat that makes it; moves "
                "are counted from 1, and each is one action of one player (default 1)",
                &command.move, 1, SKAT_MOVES_MAX),
        OPT_GROUP("How it looks"),
        OPT_FLAG("brief", 0, "after a deal, show only its result, without record and solver",
                 &command.brief),
        OPT_FLAG("ascii", 0, "print cards as CJ, never as symbols", &command.ascii),
        OPT_INT("port", 0, "N", "with --browser: port (default 7529; 0: one that is free)",
                &command.port, 0, HTTP_PORT_MAX),
        LANGUAGE_OPTION(&command.words),
        GERMAN_CARDS_OPTION(&command.words),
    };
    int code = cli_parse(line, OPTIONS(table), 0, SKAT_SEATS_MAX - 1);
    if (code < 0)
        code = language_option_take(line, &command.words, &command.language);
    if (code >= 0)
        return code;
    const bool named = line->count > 0;
    const struct refusal refusals[] = {
        {!command.from, "game move", "chooses a game of a log: it needs --from FOLDER"},
        {command.game < 0, "from", "needs --game N, the game to take over"},
        {cli_given(line, "seed deals"), "from",
         "takes the deal from the log: leave out --seed and --deals"},
        {named || cli_given(line, "from seed log brief rule"), "puzzles",
         "needs no bots and no deals: leave them and their options out"},
        {cli_given(line, "brief ascii"), "browser",
         "shows the whole game: leave out --brief and --ascii"},
        {!command.browser, "port", "is for a table in the browser: it needs --browser"},
    };
    memcpy(command.setup.bots, line->words, (size_t)line->count * sizeof *line->words);
    command.setup.bot_count = named ? line->count : 1;
    code = cli_refuse(line, OPTIONS(refusals)) ? play_as_asked(&command, line->errors) : EXIT_USAGE;
    cJSON_Delete(command.setup.taken.rules);
    return code;
}

const struct cli_command command_play = {
    "play",
    "[BOT...]",
    "play against bots in the terminal or the browser",
    "The other seats are taken by one bot, or by those that you name, in order. Answer as in "
    "records:\n"
    "18, pass, skat, G C7 D8 (grand, and the discards), CJ. After each deal its record is shown, "
    "with\n"
    "what each card lost, as judged by the solver, which sees all hands.",
    run,
    .examples = "play\n"
                "two club players\n"
                "play pimc ./mine.so --rules kneipe --log mine.jsonl\n"
                "the strongest bot and your own, under pub rules, and keep the games\n"
                "play --from results/stammtisch --game 4 --move 12 pimc\n"
                "what would you have done there? pimc plays the others\n"
                "play pimc --browser --lang de --german-cards\n"
                "in the browser, in German, with German cards",
};
