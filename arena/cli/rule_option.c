// SPDX-License-Identifier: MIT
#include "arena/cli/rule_option.h"

#include <stdio.h>
#include <stdlib.h>

#include "arena/base/exit_code.h"
#include "arena/config/rule_words.h"
#include "arena/config/rules_config.h"

struct cli_option rule_option(struct word_list *words)
{
    return (struct cli_option){
        "rule",
        0,
        CLI_TEXTS,
        "KEY=VALUE",
        "set an option of the rules, as grand=20 or kontra=re (`rules reference`); may be repeated",
        words,
        0,
        0};
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
