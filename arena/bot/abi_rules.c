// SPDX-License-Identifier: MIT
#include "arena/bot/abi_rules.h"

#include <assert.h>
#include <string.h>

#include "engine/game/view.h"
#include "engine/rule_set.h"
#include "engine/variant.h"

/* ---- options by name ---- */

static const uint32_t abi_types[] = {
    [SKAT_OPTION_INT] = SKAT_BOT_RULE_NUMBER,
    [SKAT_OPTION_BOOL] = SKAT_BOT_RULE_FLAG,
    [SKAT_OPTION_CHOICE] = SKAT_BOT_RULE_CHOICE,
    [SKAT_OPTION_ONE_OF] = SKAT_BOT_RULE_NUMBER,
    [SKAT_OPTION_ONE_OF_OR_NULL] = SKAT_BOT_RULE_NUMBER_OR_NULL,
    [SKAT_OPTION_INTS] = SKAT_BOT_RULE_NUMBER,
    [SKAT_OPTION_SET] = SKAT_BOT_RULE_SET,
    [SKAT_OPTION_DECIMAL] = SKAT_BOT_RULE_THOUSANDTHS,
};

static uint32_t values_of(const struct skat_rule_option *option)
{
    return option->type == SKAT_OPTION_INTS ? (uint32_t)option->count : 1;
}

void abi_option_values(const struct skat_bot_rules *rules, int32_t values[ABI_VALUES_MAX])
{
    int count = 0;

    for (uint32_t i = 0; i < rules->option_count; i++)
        for (uint32_t k = 0; k < rules->options[i].value_count; k++)
            values[count++] = rules->options[i].values[k];
}

void abi_rules_with(const int32_t *values, struct skat_rules *rules)
{
    for (int i = 0; i < skat_rule_option_count; i++) {
        const struct skat_rule_option *option = &skat_rule_options[i];
        memcpy(skat_rule_option_value(rules, option), values, values_of(option) * sizeof *values);
        values += values_of(option);
    }
    skat_rules_prepare(rules, NULL); /* those that have been prepared before */
}

/* ---- rules ---- */

void abi_rules_of(const struct skat_rules *rules, struct abi_rules *out)
{
    _Static_assert(sizeof(int) == sizeof(int32_t), "bots read the options of struct skat_rules");
    assert(skat_rule_option_count <= ABI_OPTIONS_MAX);

    out->rules = (struct skat_bot_rules){
        .size = sizeof out->rules,
        .option_count = (uint32_t)skat_rule_option_count,
        .options = out->options,
        .deck = rules->derived.deck->cards,
        .hand_cards = rules->derived.deck->hand,
        .aside_cards = rules->derived.deck->aside,
        .ladder = rules->derived.ladder,
        .ladder_count = (uint32_t)rules->derived.ladder_count,
        .hand_is_no_level = rules->derived.variant->hand_is_no_level,
        .ouvert_needs_hand = skat_ouvert_needs_hand(rules),
        .ouvert_base = skat_grand_ouvert_base(rules),
    };
    for (unsigned type = 0; type <= SKAT_GAME_GRAND; type++)
        for (unsigned way = 0; way < SKAT_WAYS; way++)
            out->rules.base_values[type][way] = skat_base_value(rules, type, (enum skat_way)way);
    for (int i = 0; i < skat_rule_option_count; i++) {
        const struct skat_rule_option *option = &skat_rule_options[i];
        out->options[i] = (struct skat_bot_rule){
            .name = option->name,
            .type = abi_types[option->type],
            .value_count = values_of(option),
            .values = skat_rule_option_value((struct skat_rules *)rules, option),
            .word_count = option->names ? (uint32_t)option->count : 0,
            .words = option->names,
        };
    }
}

/* ---- variants ---- */

/* The variant that the game itself is. */
static const uint64_t variant_of_game[SKAT_VARIANTS] = {
    [SKAT_VARIANT_SECHSER] = SKAT_BOT_KNOWS(6ER_SKAT),
    [SKAT_VARIANT_HERZBLATT] = SKAT_BOT_KNOWS(HERZBLATT),
    [SKAT_VARIANT_ASS] = SKAT_BOT_KNOWS(ASS),
    [SKAT_VARIANT_RAEUBERSKAT] = SKAT_BOT_KNOWS(RAEUBERSKAT),
    [SKAT_VARIANT_IDIOTENSKAT] = SKAT_BOT_KNOWS(IDIOTENSKAT),
};

uint64_t abi_variants(const struct skat_rules *rules)
{
    uint32_t asked = rules->derived.decisions;
    bool schieben = asked >> SKAT_DECIDE_SCHIEBEN & 1;
    const bool played[SKAT_BOT_VARIANTS] = {
        [SKAT_BOT_VARIANT_KONTRA] = rules->kontra_levels > 0,
        [SKAT_BOT_VARIANT_SCHENKEN] = rules->schenken != SKAT_SCHENKEN_OFF,
        [SKAT_BOT_VARIANT_BOCK] = rules->bock_triggers != 0,
        [SKAT_BOT_VARIANT_RAMSCH] =
            rules->passed_in != SKAT_PASSED_IN_VOID || skat_rules_ramsch_rounds(rules),
        [SKAT_BOT_VARIANT_SCHIEBERAMSCH] = schieben,
        [SKAT_BOT_VARIANT_RAMSCH_ROUNDS] = asked >> SKAT_DECIDE_GRAND_HAND & 1,
        [SKAT_BOT_VARIANT_SPITZEN] = rules->spitzen_max > 0,
        [SKAT_BOT_VARIANT_REVOLUTION] = skat_rules_revolution(rules),
        [SKAT_BOT_VARIANT_RUM] = rules->rum,
        [SKAT_BOT_VARIANT_SACHSENSPITZE] = rules->sachsenspitze != 0,
        [SKAT_BOT_VARIANT_MINUS] = rules->scoring_system == SKAT_SCORING_MINUS,
        [SKAT_BOT_VARIANT_OPPONENTS] = rules->scoring_system == SKAT_SCORING_OPPONENTS,
        [SKAT_BOT_VARIANT_TOURNEESKAT] = rules->derived.variant->turns,
        [SKAT_BOT_VARIANT_COVERED] = rules->derived.deck->covered,
        [SKAT_BOT_VARIANT_DUMMY] = rules->derived.seating->dummy != SKAT_NOBODY,
    };
    uint64_t set = variant_of_game[rules->game];

    for (int variant = 0; variant < SKAT_BOT_VARIANTS; variant++)
        set |= (uint64_t)played[variant] << variant;
    return set;
}
