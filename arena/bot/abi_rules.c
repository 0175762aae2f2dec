// SPDX-License-Identifier: MIT
#include "arena/bot/abi_rules.h"

#include <assert.h>

#include "engine/game/view.h"
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

static struct skat_bot_rule_option describe(const struct skat_rule_option *option,
                                            const int32_t *values)
{
    return (struct skat_bot_rule_option){
        .name = option->name,
        .type = abi_types[option->type],
        .value_count = option->type == SKAT_OPTION_INTS ? (uint32_t)option->count : 1,
        .values = values,
        .word_count = option->names ? (uint32_t)option->count : 0,
        .words = option->names,
    };
}

void abi_option_values(const struct skat_bot_rules *rules, int32_t values[ABI_VALUES_MAX])
{
    int count = 0;

    for (uint32_t i = 0; i < rules->option_count; i++)
        for (uint32_t k = 0; k < rules->options[i].value_count; k++)
            values[count++] = rules->options[i].values[k];
}

uint32_t abi_options_with(const int32_t *values,
                          struct skat_bot_rule_option options[ABI_OPTIONS_MAX])
{
    assert(skat_rule_option_count <= ABI_OPTIONS_MAX);
    for (int i = 0; i < skat_rule_option_count; i++) {
        options[i] = describe(&skat_rule_options[i], values);
        values += options[i].value_count;
    }
    return (uint32_t)skat_rule_option_count;
}

/* ---- fields ---- */

static void fill_fields(const struct skat_rules *rules, struct skat_bot_rules *out)
{
    *out = (struct skat_bot_rules){
        .size = sizeof *out,
        .seats = rules->seats,
        .grand_base = rules->value_grand,
        .announce_with_skat = !skat_ouvert_needs_hand(rules),
        .passed_in = rules->passed_in,
        .concede = rules->concede,
        .matadors = rules->value_matadors,
        .hand_schwarz = rules->value_schneider_schwarz == SKAT_SCHNEIDER_SCHWARZ_LADDER,
        .schneider_points = rules->value_schneider_points,
        .overbid_hand = rules->value_overbid_hand,
        .lost_factor = rules->value_lost_factor,
        .lost_hand = rules->value_lost_hand,
        .grand_ouvert_base = skat_grand_ouvert_base(rules),
        .scoring = rules->scoring_system,
        .schneider_schwarz = rules->value_schneider_schwarz == SKAT_SCHNEIDER_SCHWARZ_DOUBLE,
        .ladder_count = (uint32_t)rules->derived.ladder_count,
        .ladder = rules->derived.ladder,
        .kontra_levels = rules->kontra_levels,
        .kontra_when = rules->kontra_when,
        .kontra_who = rules->kontra_who,
        .schenken = rules->schenken,
        .bock_triggers = rules->bock_triggers,
        .bock_length = rules->bock_length,
        .bock_factor = rules->bock_factor,
        .bock_several = rules->bock_several,
        .bock_pending = rules->bock_pending,
        .bock_ramsch_after = rules->bock_ramsch_after,
        .ramsch_round_triggers = rules->ramsch_round_triggers,
        .ramsch_round_grand_hand = rules->ramsch_round_grand_hand,
        .ramsch_skat_to = rules->ramsch_skat_to,
        .ramsch_three_tie = rules->ramsch_tie == SKAT_RAMSCH_TWO_LOSE,
        .ramsch_virgin = rules->ramsch_virgin,
        .ramsch_march = rules->ramsch_march,
        .ramsch_score = rules->ramsch_score,
        .schieben_jacks = rules->ramsch_jacks,
        .spitzen_max = rules->spitzen_max,
        .revolution = rules->revolution & SKAT_REVOLUTION_BOTH,
        .rum = rules->rum,
        .sachsenspitze_base = rules->sachsenspitze,
        .bierlachs_limit = rules->scoring_limit,
        .game = rules->game,
        .hand_is_no_level = rules->derived.variant->hand_is_no_level,
        .guckser_null = rules->tourneeskat_guckser_null,
        .deck = rules->derived.deck->cards,
        .ace = rules->ass_ace,
        .hand_cards = rules->derived.deck->hand,
        .aside_cards = rules->derived.deck->aside,
    };
    for (unsigned type = 0; type <= SKAT_GAME_GRAND; type++)
        for (unsigned way = 0; way < SKAT_WAYS; way++)
            out->base_values[type][way] = skat_base_value(rules, type, (enum skat_way)way);
    for (int i = 0; i < SKAT_NULL_KINDS; i++)
        out->null_values[i] = rules->value_null[i];
}

void abi_rules_of(const struct skat_rules *rules, struct abi_rules *out)
{
    _Static_assert(sizeof(int) == sizeof(int32_t), "bots read the options of struct skat_rules");

    fill_fields(rules, &out->rules);
    for (int i = 0; i < skat_rule_option_count; i++) {
        const struct skat_rule_option *option = &skat_rule_options[i];
        const int *value = skat_rule_option_value((struct skat_rules *)rules, option);
        out->options[i] = describe(option, value);
    }
    out->rules.options = out->options;
    out->rules.option_count = (uint32_t)skat_rule_option_count;
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
_Static_assert((int)SKAT_VARIANT_TOURNEESKAT == (int)SKAT_BOT_GAME_TOURNEESKAT &&
                   (int)SKAT_VARIANT_SECHSER == (int)SKAT_BOT_GAME_6ER_SKAT &&
                   (int)SKAT_VARIANT_HERZBLATT == (int)SKAT_BOT_GAME_HERZBLATT &&
                   (int)SKAT_VARIANT_ASS == (int)SKAT_BOT_GAME_ASS &&
                   (int)SKAT_VARIANT_RAEUBERSKAT == (int)SKAT_BOT_GAME_RAEUBERSKAT &&
                   (int)SKAT_VARIANT_IDIOTENSKAT == (int)SKAT_BOT_GAME_IDIOTENSKAT &&
                   (int)SKAT_VARIANT_PILOT == (int)SKAT_BOT_GAME_PILOT &&
                   (int)SKAT_VARIANT_STROHMANN == (int)SKAT_BOT_GAME_STROHMANN &&
                   (int)SKAT_VARIANT_OMA == (int)SKAT_BOT_GAME_OMA &&
                   (int)SKAT_VARIANT_OFFIZIERSSKAT == (int)SKAT_BOT_GAME_OFFIZIERSSKAT,
               "games have one number");

static uint64_t variant_bits_of_game(const struct skat_rules *rules)
{
    return variant_of_game[rules->game];
}

uint64_t abi_variants(const struct skat_rules *rules)
{
    uint32_t asked = rules->derived.decisions;
    bool schieben = asked >> SKAT_DECIDE_SCHIEBEN & 1;
    const bool played[SKAT_BOT_VARIANTS] = {
        [SKAT_BOT_VARIANT_KONTRA] = rules->kontra_levels > 0,
        [SKAT_BOT_VARIANT_SCHENKEN] = rules->schenken != SKAT_SCHENKEN_OFF,
        [SKAT_BOT_VARIANT_BOCK] = rules->bock_triggers != 0,
        [SKAT_BOT_VARIANT_RAMSCH] = schieben || rules->passed_in != SKAT_PASSED_IN_VOID,
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
    uint64_t set = variant_bits_of_game(rules);

    for (int variant = 0; variant < SKAT_BOT_VARIANTS; variant++)
        set |= (uint64_t)played[variant] << variant;
    return set;
}
