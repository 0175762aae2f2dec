// SPDX-License-Identifier: MIT
#include "arena/cli/common_options.h"

#include <string.h>
#include <stdlib.h>

#include "arena/base/exit_code.h"
#include "arena/base/terminal.h"
#include "arena/config/rules_config.h"

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

int rule_option_join(const char **rules, const struct word_list *words, bool replays)
{
    static char *text; /* of the rule set of a command: until the next one */
    struct errors errors = {0};
    struct skat_rules checked;

    if (words->count && !*rules && replays)
        errors_add(&errors, "--rule",
                   "changes the set that --rules names: the log has rules of its own");
    else if (words->count) {
        free(text);
        *rules = text = rule_words_text(*rules, words, &errors);
    }
    if (*rules && replays && !errors.count)
        rules_config_load_prepared(&checked, *rules, &errors);
    int code = errors.count ? EXIT_USAGE : -1;
    errors_report(&errors);
    return code;
}

int read_game_numbers(const char *text, int64_t *games, int most)
{
    for (int count = 0;; text++) {
        char *end;
        long long game = strtoll(text, &end, 10);
        if (end == text || game < 0 || count == most || (count && game <= games[count - 1]))
            return -1;
        games[count++] = game;
        text = end;
        if (*text != ',')
            return *text ? -1 : count;
    }
}
