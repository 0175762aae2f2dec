// SPDX-License-Identifier: MIT
/* tests/bots/keeps_rules.c - looks at every decision at what session_begin told it, which is valid
 * until session_end, and ends the process when it has changed. */
#include <stdlib.h>
#include <string.h>

#include "tests/bots/bot.h"

struct keeper {
    const struct skat_bot_rules *rules;
    uint64_t sum; /* over what they were */
};

static uint64_t mixed(uint64_t sum, uint64_t number) { return (sum ^ number) * 1099511628211u; }

/* Numbers and names of everything that the rules point at. */
static uint64_t sum_of(const struct skat_bot_rules *rules)
{
    uint64_t sum = mixed(rules->ladder_count, rules->option_count);

    for (uint32_t i = 0; i < rules->ladder_count; i++)
        sum = mixed(sum, rules->ladder[i]);
    for (uint32_t i = 0; i < rules->option_count; i++) {
        const struct skat_bot_rule_option *option = &rules->options[i];
        sum = mixed(sum, strlen(option->name));
        for (uint32_t k = 0; k < option->value_count; k++)
            sum = mixed(sum, (uint32_t)option->values[k]);
        for (uint32_t k = 0; k < option->word_count; k++)
            sum = mixed(sum, strlen(option->words[k]));
    }
    return sum;
}

static const struct skat_bot_rule_option *option_named(const struct skat_bot_rules *rules,
                                                       const char *name)
{
    for (uint32_t i = 0; i < rules->option_count; i++)
        if (strcmp(rules->options[i].name, name) == 0)
            return &rules->options[i];
    abort();
}

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    (void)host, (void)settings, (void)count;
    return calloc(1, sizeof(struct keeper));
}

/* Options by name say the same as the fields. */
static void session_begin(void *bot, const struct skat_bot_session *session)
{
    struct keeper *keeper = bot;
    const struct skat_bot_rules *rules = session->rules;

    if (option_named(rules, "value.grand")->values[0] != rules->grand_base ||
        option_named(rules, "kontra.levels")->values[0] != rules->kontra_levels ||
        option_named(rules, "bock.triggers")->values[0] != rules->bock_triggers ||
        memcmp(option_named(rules, "value.null")->values, rules->null_values,
               sizeof rules->null_values) != 0 ||
        strcmp(option_named(rules, "scoring.system")->words[rules->scoring], "seeger_fabian") != 0)
        abort();
    keeper->rules = rules;
    keeper->sum = sum_of(rules);
}

static void act(void *bot, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const struct keeper *keeper = bot;

    if (sum_of(keeper->rules) != keeper->sum)
        abort();
    pass_and_follow(bot, view, decision, out);
}

TEST_BOT(.id = "keeps_rules", .description = "checks that rules stay what they were",
         .create = create, .destroy = free, .session_begin = session_begin, .act = act);
