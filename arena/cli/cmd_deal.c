/* arena/cli/cmd_deal.c - skat-arena deal: prints the deals of a seed. */
#include <stdio.h>
#include <string.h>

#include "arena/cli/options.h"
#include "arena/base/exit_code.h"
#include "engine/deal.h"

/* Returns NULL and prints an error if there is no such game. */
static const struct skat_deck *deck_of(const char *name)
{
    for (int kind = 0; kind < SKAT_VARIANTS; kind++)
        if (strcmp(skat_variant_names[kind], name) == 0)
            return skat_variants[kind].deck;
    fprintf(stderr, "skat-arena deal: --game: no game \"%s\"; expected one of:", name);
    for (int kind = 0; kind < SKAT_VARIANTS; kind++)
        fprintf(stderr, " %s", skat_variant_names[kind]);
    fprintf(stderr, "\n");
    return NULL;
}

static int run(int argc, char **argv)
{
    int64_t seed = 1, session = 0, first = 0, deals = 1;
    const char *name = skat_variant_names[SKAT_VARIANT_SKAT];
    int words;
    const struct cli_option table[] = {
        {"seed", 's', CLI_INT, "N", "seed (default 1)", &seed, 0, ((int64_t)1 << 53) - 1},
        {"session", 0, CLI_INT, "N", "session (default 0)", &session, 0, INT64_MAX},
        {"first", 'f', CLI_INT, "N", "first deal of the session (default 0)", &first, 0, INT64_MAX},
        {"game", 'g', CLI_TEXT, "NAME", "use the cards of this game (default skat)", &name, 0, 0},
        {"count", 'n', CLI_INT, "N", "number of deals (default 1)", &deals, 1, INT64_MAX},
    };
    int code = cli_parse(&command_deal, table, sizeof table / sizeof *table, argc, argv, NULL,
                         &words, 0, 0);
    if (code >= 0)
        return code;
    const struct skat_deck *deck = deck_of(name);
    if (!deck)
        return EXIT_USAGE;
    for (int64_t i = 0; i < deals && !ferror(stdout); i++) {
        char text[SKAT_DEAL_TEXT_SIZE];
        struct skat_deal deal;
        skat_deal_shuffled(&deal, deck, (uint64_t)seed, (uint64_t)session, (uint64_t)(first + i));
        skat_deal_print(&deal, deck, text);
        puts(text);
    }
    return EXIT_OK;
}

const struct cli_command command_deal = {
    "deal",
    "",
    "print the deals of a seed, one per line",
    "Each line is forehand|middlehand|rearhand|skat, the format that a config reads with\n"
    "\"deals\": {\"file\": ...}. A run with the same seed plays the same deals.",
    run,
};
