// SPDX-License-Identifier: MIT
#include "arena/cli/language_option.h"

#include <stdio.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/terminal_fold.h"

struct cli_option language_option(struct language_words *words)
{
    return (struct cli_option){
        "lang",       0, CLI_CHOICE, "en|de", "language of games and rules (default en)",
        &words->lang, 0, 0};
}

struct cli_option german_cards_option(struct language_words *words)
{
    static const char help[] =
        "with --lang de: Eichel, Grün, Rot, Schellen, Ober and Unter: EU is CJ, RO is HQ";

    return (struct cli_option){"german-cards", 0, CLI_FLAG, NULL, help, &words->german_cards, 0, 0};
}

int language_option_take(const char *command, const struct language_words *words,
                         struct language *language)
{
    language->german = words->lang && strcmp(words->lang, "de") == 0;
    language->german_cards = words->german_cards;
    if (language->german_cards && !language->german) {
        print_note("skat-arena %s: --german-cards needs --lang de\n", command);
        return EXIT_USAGE;
    }
    return -1;
}
