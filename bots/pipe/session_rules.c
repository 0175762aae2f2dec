// SPDX-License-Identifier: MIT
#include "bots/pipe/session_rules.h"

#include <string.h>

#include "bots/pipe/view.h"

static void put_set(struct text *text, const char *key, const struct skat_bot_rule *option)
{
    put_open(text, key, '[');
    for (uint32_t i = 0; i < option->word_count; i++)
        if (option->values[0] >> i & 1)
            put_word(text, NULL, option->words[i]);
    put_close(text, ']');
}

static void put_numbers(struct text *text, const char *key, const struct skat_bot_rule *option)
{
    put_open(text, key, '[');
    for (uint32_t i = 0; i < option->value_count; i++)
        put_number(text, NULL, option->values[i]);
    put_close(text, ']');
}

static void put_option(struct text *text, const char *key, const struct skat_bot_rule *option)
{
    int32_t value = option->values[0];

    if (option->value_count > 1)
        put_numbers(text, key, option);
    else if (option->type == SKAT_BOT_RULE_FLAG)
        put_flag(text, key, value);
    else if (option->type == SKAT_BOT_RULE_THOUSANDTHS)
        put_thousandths(text, key, value);
    else if (option->type == SKAT_BOT_RULE_SET)
        put_set(text, key, option);
    else if (option->type == SKAT_BOT_RULE_CHOICE)
        put_word(text, key, option->words[value]);
    else if (option->type == SKAT_BOT_RULE_NUMBER_OR_NULL && value == 0)
        put_null(text, key);
    else
        put_number(text, key, value);
}

/* Every option by its name; "kontra.when" is the member `when` of the object `kontra`, whose
 * members are adjacent in the list. */
static void put_options(struct text *text, const struct skat_bot_rules *rules)
{
    char object[40] = "";

    for (uint32_t i = 0; i < rules->option_count; i++) {
        const struct skat_bot_rule *option = &rules->options[i];
        const char *dot = strchr(option->name, '.');
        size_t length = dot ? (size_t)(dot - option->name) : 0;
        if (length >= sizeof object)
            continue;
        if (*object && (strlen(object) != length || strncmp(object, option->name, length) != 0)) {
            put_close(text, '}');
            *object = '\0';
        }
        if (dot && !*object) {
            memcpy(object, option->name, length);
            object[length] = '\0';
            put_open(text, object, '{');
        }
        put_option(text, dot ? dot + 1 : option->name, option);
    }
    if (*object)
        put_close(text, '}');
}

/* Base values by game and by what is done with the skat: taken, by hand, turned. */
static void put_base_values(struct text *text, const struct skat_bot_rules *rules)
{
    static const char *const games[] = {"D", "H", "S", "C", "G"};

    put_open(text, "base_values", '{');
    for (int type = 0; type <= SKAT_BOT_GRAND; type++) {
        put_open(text, games[type], '[');
        for (int way = 0; way < SKAT_BOT_WAYS; way++)
            put_number(text, NULL, rules->base_values[type][way]);
        put_close(text, ']');
    }
    put_close(text, '}');
    put_number(text, "ouvert_base", rules->ouvert_base);
}

void put_rules(struct text *text, const char *key, const struct skat_bot_rules *rules)
{
    put_open(text, key, '{');
    put_options(text, rules);
    put_cards(text, "deck", rules->deck);
    put_number(text, "hand_cards", rules->hand_cards);
    put_number(text, "aside_cards", rules->aside_cards);
    put_open(text, "ladder", '[');
    for (uint32_t i = 0; i < rules->ladder_count; i++)
        put_number(text, NULL, rules->ladder[i]);
    put_close(text, ']');
    put_flag(text, "hand_is_no_level", rules->hand_is_no_level);
    put_flag(text, "ouvert_needs_hand", rules->ouvert_needs_hand);
    put_base_values(text, rules);
    put_close(text, '}');
}
