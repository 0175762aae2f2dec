/* arena/command_deal.c - skat-arena deal: prints the deals of a seed. */
#include <stdio.h>

#include "arena/cli.h"
#include "arena/problems.h"
#include "engine/deal.h"

static int run(int argc, char **argv)
{
    int64_t seed = 1, session = 0, first = 0, deals = 1;
    int words;
    const struct cli_option table[] = {
        {"seed", 's', CLI_INT, "N", "seed (default 1)", &seed, 0, ((int64_t)1 << 53) - 1},
        {"session", 0, CLI_INT, "N", "session (default 0)", &session, 0, INT64_MAX},
        {"first", 'f', CLI_INT, "N", "first deal of the session (default 0)", &first, 0, INT64_MAX},
        {"count", 'n', CLI_INT, "N", "how many (default 1)", &deals, 1, INT64_MAX},
    };
    int code = cli_parse(&command_deal, table, 4, argc, argv, NULL, &words, 0, 0);
    if (code >= 0)
        return code;
    for (int64_t i = 0; i < deals && !ferror(stdout); i++) {
        char text[SKAT_DEAL_TEXT_SIZE];
        struct skat_deal deal;
        skat_deal_shuffled(&deal, &skat_deck_32, (uint64_t)seed, (uint64_t)session,
                           (uint64_t)(first + i));
        skat_deal_print(&deal, &skat_deck_32, text);
        puts(text);
    }
    return EXIT_OK;
}

const struct cli_command command_deal = {
    "deal",
    "",
    "print deals of a seed, one a line",
    "Each line is forehand|middlehand|rearhand|skat, as a config's \"deals\": {\"file\": ...} "
    "reads\n"
    "it. A run with the same seed plays the same deals.",
    run,
};
