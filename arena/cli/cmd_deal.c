// SPDX-License-Identifier: MIT
/* arena/cli/cmd_deal.c - skat-arena deal: prints the deals of a seed, and seals seeds. */
#include <unistd.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "arena/cli/options.h"
#include "arena/config/run_seed.h"
#include "engine/deal.h"
#include "engine/seed.h"
#include "engine/variant.h"

struct deal_options {
    const char *seed; /* or NULL */
    const char *game;
    const char *open; /* the seal to open, or NULL */
    bool seal;
    int64_t session, first, deals;
    struct language language;
};

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

static void print_set(const struct language *language, const char *name, skat_cards cards)
{
    char card[LANGUAGE_CARD_SIZE];

    printf("  %-12s", language_phrase(language, name));
    for (int suit = SKAT_CLUBS; suit >= SKAT_DIAMONDS; suit--) /* jacks first, then by suit */
        if (skat_cards_has(cards, skat_card_of((enum skat_suit)suit, SKAT_JACK)))
            printf(" %s",
                   language_card(language, skat_card_of((enum skat_suit)suit, SKAT_JACK), card));
    for (int suit = SKAT_CLUBS; suit >= SKAT_DIAMONDS; suit--)
        for (int rank = SKAT_ACE; rank >= SKAT_SIX; rank--)
            if (skat_cards_has(cards, skat_card_of((enum skat_suit)suit, (enum skat_rank)rank)))
                printf(" %s", language_card(
                                  language,
                                  skat_card_of((enum skat_suit)suit, (enum skat_rank)rank), card));
    printf("\n");
}

/* For people: a line a hand. Configs read the English form alone. */
static void print_german(const struct language *language, const struct skat_deck *deck,
                         const struct skat_deal *deal, int64_t number)
{
    printf("%s %lld\n", language_phrase(language, "deal"), (long long)number);
    for (int position = 0; position < skat_deck_hands(deck); position++)
        print_set(language, skat_position_name(deck, (unsigned)position),
                  skat_deal_hand(deal, deck, position));
    if (deck->skat)
        print_set(language, "skat", skat_deal_skat(deal, deck));
    if (deck->aside)
        print_set(language, "second skat", skat_deal_aside(deal, deck));
}

static int print_deals(const struct deal_options *options, const struct skat_deck *deck,
                       const struct skat_seed *seed)
{
    const struct skat_random_key run = skat_seed_key(seed);

    for (int64_t i = 0; i < options->deals && !ferror(stdout); i++) {
        char text[SKAT_DEAL_TEXT_SIZE];
        struct skat_deal deal;
        skat_deal_of_run(&deal, deck, &run, (uint64_t)options->session,
                         (uint64_t)(options->first + i));
        if (options->language.german) {
            print_german(&options->language, deck, &deal, options->first + i);
            continue;
        }
        skat_deal_print(&deal, deck, text);
        puts(text);
    }
    return EXIT_OK;
}

/* Prints the seal of the seed, or of a random one. */
static int seal(const struct cli_line *line, const struct deal_options *options,
                struct skat_seed *seed)
{
    char text[SKAT_SEED_TEXT_SIZE], sealed[SKAT_SEAL_SIZE];

    if (!options->seed && getentropy(seed, sizeof *seed) != 0) {
        cli_wrong(line, "no random numbers: %s", strerror(errno));
        return EXIT_INTERNAL;
    }
    if (skat_seed_is_small(seed))
        return cli_wrong(line,
                         "--seal: the seed has fewer than %d bits: whoever has its seal "
                         "finds it by trying",
                         SKAT_SEED_LARGE_BITS);
    printf("seed %s\nseal %s\n", skat_seed_print(seed, text), skat_seed_seal(seed, sealed));
    return EXIT_OK;
}

/* Whether the seal is that of the seed. */
static int open_seal(const struct cli_line *line, const struct deal_options *options,
                     const struct skat_seed *seed)
{
    char sealed[SKAT_SEAL_SIZE];

    if (!options->seed || strlen(options->open) != SKAT_SEAL_SIZE - 1 ||
        options->open[strspn(options->open, "0123456789abcdefABCDEF")])
        return cli_wrong(line,
                         "--open needs a seal, %d hexadecimal digits, and the --seed "
                         "that was sealed",
                         SKAT_SEAL_SIZE - 1);
    bool same = strcasecmp(skat_seed_seal(seed, sealed), options->open) == 0;
    printf(same ? "the seal is that of the seed\n" : "NOT the seal of the seed: that is %s\n",
           sealed);
    return same ? EXIT_OK : EXIT_REJECTED;
}

static int run(struct cli_line *line)
{
    struct deal_options options = {.game = skat_variant_names[SKAT_VARIANT_SKAT], .deals = 1};
    struct language_words said = {0};
    const struct cli_option table[] = {
        SEED_OPTION(&options.seed),
        OPT_INT("session", 0, "N", "session (default 0)", &options.session, 0, INT64_MAX),
        OPT_INT("first", 0, "N", "first deal of the session (default 0)", &options.first, 0,
                INT64_MAX),
        OPT_TEXT("game", 0, "NAME", "use the cards of this game (default skat)", &options.game),
        OPT_INT("count", 'n', "N", "number of deals (default 1)", &options.deals, 1, INT64_MAX),
        OPT_FLAG("seal", 0, "instead of deals, print the seal of the seed, or of a random one",
                 &options.seal),
        OPT_TEXT("open", 0, "SEAL", "instead of deals, print whether SEAL is the seal of the seed",
                 &options.open),
        LANGUAGE_OPTION(&said),
        GERMAN_CARDS_OPTION(&said),
    };
    int code = cli_parse(line, OPTIONS(table), 0, 0);
    if (code < 0)
        code = language_option_take(line, &said, &options.language);
    if (code >= 0)
        return code;
    struct skat_seed seed = {{0}};
    if (options.seed)
        skat_seed_parse(&seed, options.seed, NULL); /* its form is checked */
    if (options.seal && options.open)
        return cli_wrong(line, "--seal and --open exclude each other");
    if (options.language.german && (options.seal || options.open))
        return cli_wrong(line, "--lang changes how deals are printed: --seal and --open print "
                               "none");
    if (options.seal)
        return seal(line, &options, &seed);
    if (options.open)
        return open_seal(line, &options, &seed);
    if (options.language.german)
        terminal_fold_stdout(); /* for people; the English form is data */
    const struct skat_deck *deck = deck_of(options.game);
    if (!deck)
        return EXIT_USAGE;
    if (!options.seed && !drawn_seed_take(&seed, line->errors))
        return EXIT_INTERNAL;
    drawn_seed_tell();
    return print_deals(&options, deck, &seed);
}

const struct cli_command command_deal = {
    "deal",
    "",
    "print the deals of a seed, one per line",
    "Each line is forehand|middlehand|rearhand|skat, the format of a config's \"deals\": "
    "{\"file\": ...}.\n"
    "A run with the same seed plays the same deals. With --lang de each is printed for people to "
    "read\n"
    "instead.",
    run,
    .manual = "Before a tournament, --seal draws a seed of 256 bits: keep the seed, publish the "
              "seal. Publish the seed afterwards: then everybody can check with --open that it was "
              "the one that was sealed, and with `verify` that the cards of the log come from it.",
    .examples = "deal --seed 7 --count 3\n"
                "the first three deals of a seed\n"
                "deal --seal\n"
                "draw a secret seed and its seal, which is published",
    .prints_data = true,
    .accepted = "done; --open: this is the seal of the seed",
    .rejected = "--open: this is not the seal of the seed",
};
