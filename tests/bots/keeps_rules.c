// SPDX-License-Identifier: MIT
/* tests/bots/keeps_rules.c - looks at every decision at what session_begin told it, which is valid
 * until session_end, and ends the process when it has changed. */
#include <stdlib.h>
#include <string.h>

#include "tests/bots/bot.h"

struct keeper {
    INSTANCE_FIELDS;
    const struct skat_bot_rules *rules;
    uint64_t sum; /* over what they were */
};
INSTANCES_ARE(struct keeper);

static uint64_t mixed(uint64_t sum, uint64_t number) { return (sum ^ number) * 1099511628211u; }

/* Numbers and names of everything that the rules point at. */
static uint64_t sum_of(const struct skat_bot_rules *rules)
{
    uint64_t sum = mixed(rules->ladder_count, rules->option_count);

    for (uint32_t i = 0; i < rules->ladder_count; i++)
        sum = mixed(sum, rules->ladder[i]);
    for (uint32_t i = 0; i < rules->option_count; i++) {
        const struct skat_bot_rule *option = &rules->options[i];
        sum = mixed(sum, strlen(option->name));
        for (uint32_t k = 0; k < option->value_count; k++)
            sum = mixed(sum, (uint32_t)option->values[k]);
        for (uint32_t k = 0; k < option->word_count; k++)
            sum = mixed(sum, strlen(option->words[k]));
    }
    return sum;
}

/* What an option is, by its name, and that there is none of another name. */
static void session_begin(void *bot, const struct skat_bot_session *session)
{
    struct keeper *keeper = bot;
    const struct skat_bot_rules *rules = session->rules;

    if (skat_bot_rule(rules, "value.grand", 0) != rules->base_values[SKAT_BOT_GRAND][0] ||
        skat_bot_rule(rules, "grand", -1) != -1 ||
        skat_bot_rule_find(rules, "value.null")->value_count != 4 ||
        !skat_bot_rule_is(rules, "scoring.system", "seeger_fabian") ||
        skat_bot_rule_is(rules, "scoring.system", "seeger") ||
        skat_bot_rule_has(rules, "bock.triggers", "kontra_lost"))
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
         .create = create_instance, .destroy = free, .session_begin = session_begin, .act = act);
