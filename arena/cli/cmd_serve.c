// SPDX-License-Identifier: MIT
/* arena/cli/cmd_serve.c - skat-arena serve [FOLDER]: results in the browser, also of runs that are
 * going on. */
#include <stdio.h>

#include "arena/base/folder.h"
#include "arena/base/interrupt.h"
#include "arena/base/input_file.h"
#include "arena/cli/options.h"
#include "arena/config/config_warnings.h"
#include "arena/play/play_setup.h"
#include "arena/serve/http_server.h"
#include "arena/serve/result_site.h"

/* Whether this bot can sit at a table: said before somebody looks for it in a browser. */
static bool can_sit(const char *opponent, struct errors *errors)
{
    const struct play_setup setup = {.bots = {opponent}, .bot_count = 1, .deals = 1};
    struct config config = {0};
    const bool ok = play_setup_config(&config, &setup, errors);

    if (ok)
        isolation_note_of(&config);
    config_free(&config);
    return ok;
}

static void serve(struct http_place *place, struct result_site *results, struct errors *errors)
{
    struct http_server *server = http_server_open(place, errors);
    const struct http_site site = result_site_of(results);

    if (!server)
        return;
    interrupt_hear();
    if (!place->loopback)
        print_note("skat-arena: warning: whoever reaches this machine can read these results: "
                   "there is no password and no encryption\n");
    printf("http://%s:%d/ (Ctrl-C ends)\n", place->name, place->port);
    fflush(stdout);
    http_server_run(server, &site);
    http_server_close(server);
}

static int run(struct cli_line *line)
{
    enum { USUAL_PORT = 7528 }; /* SKAT on a telephone's keys */
    const char *listen = "127.0.0.1", *opponent = NULL;
    int64_t port = USUAL_PORT;
    const struct cli_option table[] = {
        OPT_INT("port", 0, "N", "port (default 7528; 0: any free one)", &port, 0, HTTP_PORT_MAX),
        OPT_TEXT("listen", 0, "ADDRESS",
                 "IP address to listen on; 0.0.0.0: other machines can connect, too (default "
                 "127.0.0.1: only this one)",
                 &listen),
        OPT_TEXT("opponent", 0, "BOT",
                 "the bot in the other seats when a game is taken over (default: stammtisch)",
                 &opponent),
    };
    struct errors *errors = line->errors;
    struct http_place place;
    int code = cli_parse(line, OPTIONS(table), 0, 1);

    if (code >= 0)
        return code;
    const char *folder = line->count ? line->words[0] : "results";
    if (http_place_read(&place, listen, (int)port, errors) && opponent && !place.loopback)
        errors_add(errors, "--opponent",
                   "games are taken over on this machine only: without --listen");
    if (errors->count || (opponent && !can_sit(opponent, errors)))
        return EXIT_USAGE;
    if (!folder_exists(folder)) {
        path_missing(folder, errors);
        return EXIT_BAD_FILE;
    }
    const char *sits = opponent ? opponent : "stammtisch";
    struct result_site *results = result_site_new(folder, place.loopback ? sits : NULL, errors);
    code = EXIT_BAD_FILE;
    if (results) {
        serve(&place, results, errors);
        code = errors->count ? EXIT_INTERNAL : EXIT_OK;
    }
    result_site_free(results);
    return code;
}

const struct cli_command command_serve = {
    "serve",
    "[FOLDER]",
    "show results in the browser, and runs while they are played",
    "Shows an index of all results in FOLDER (default: results), the page of each as report writes "
    "it, and runs in progress: verdict and difference so far, faults, rate, time left, and the "
    "other shards. You can take over any game of a run at any step, against stammtisch or "
    "--opponent. Nothing is written, and runs are not disturbed. Ctrl-C ends the server, with exit "
    "status 0.",
    run,
    .examples = "serve\n"
                "all results, at http://127.0.0.1:7528/\n"
                "serve results/stammtisch --port 0\n"
                "one run, on a free port\n"
                "serve --opponent ./mine.so\n"
                "and take over games against a bot of your own",
};
