// SPDX-License-Identifier: MIT
#include "engine/contract.h"

#include <stdio.h>
#include <string.h>

const struct skat_game_info skat_games[SKAT_GAME_TYPES] = {
    [SKAT_GAME_DIAMONDS] = {'D', "diamonds", 9, SKAT_RANKING_DIAMONDS, false, 0},
    [SKAT_GAME_HEARTS] = {'H', "hearts", 10, SKAT_RANKING_HEARTS, false, 0},
    [SKAT_GAME_SPADES] = {'S', "spades", 11, SKAT_RANKING_SPADES, false, 0},
    [SKAT_GAME_CLUBS] = {'C', "clubs", 12, SKAT_RANKING_CLUBS, false, 0},
    [SKAT_GAME_GRAND] = {'G', "grand", 0, SKAT_RANKING_GRAND, false, 0},
    [SKAT_GAME_NULL] = {'N', "null", 0, SKAT_RANKING_NULL, true, 0},
    [SKAT_GAME_SACHSENSPITZE] = {'P', "sachsenspitze", 0, SKAT_RANKING_SACHSENSPITZE, false, 0},
    [SKAT_GAME_REVOLUTION] = {'V', "revolution", 0, SKAT_RANKING_NULL, true,
                              SKAT_WITH_HAND | SKAT_WITH_OUVERT},
    [SKAT_GAME_RAMSCH] = {'R', "ramsch", 0, SKAT_RANKING_GRAND, false, 0},
};

const struct skat_contract skat_grand_hand = {SKAT_GAME_GRAND, SKAT_WITH_HAND};

/* The letters after the game, in the order of ISS. */
static const struct {
    char letter;
    uint8_t bit;
} letters[] = {
    {'O', SKAT_WITH_OUVERT},  {'H', SKAT_WITH_HAND}, {'S', SKAT_WITH_SCHNEIDER},
    {'Z', SKAT_WITH_SCHWARZ}, {'W', SKAT_WITH_TURN}, /* our own letter; not T, since HT is a card */
};

/* What the game and its announcements imply. */
static unsigned implied(struct skat_contract contract, unsigned open)
{
    unsigned bits = skat_games[contract.type].always_with;

    if (skat_games[contract.type].fixed_value)
        return bits;
    if (contract.with & SKAT_WITH_OUVERT)
        bits |= open;
    if ((contract.with | bits) & SKAT_WITH_SCHWARZ)
        bits |= SKAT_WITH_SCHNEIDER;
    return bits;
}

struct skat_contract skat_contract_complete(struct skat_contract contract, unsigned open)
{
    contract.with |= (uint8_t)implied(contract, open);
    return contract;
}

struct skat_contract skat_contract_bare(struct skat_contract contract, unsigned open)
{
    contract.with &= (uint8_t)~implied(contract, open);
    return contract;
}

int skat_contract_code(struct skat_contract contract, unsigned open, char code[SKAT_CODE_SIZE])
{
    const unsigned said = skat_contract_bare(contract, open).with;
    int length = 0;

    code[length++] = skat_games[contract.type].letter;
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (said & letters[i].bit)
            code[length++] = letters[i].letter;
    if (contract.with & SKAT_WITH_SPITZEN) {
        code[length++] = '+';
        code[length++] = (char)('0' + skat_contract_spitzen(contract));
    }
    code[length] = '\0';
    return length;
}

static bool type_of_letter(char letter, uint8_t *type)
{
    for (uint8_t i = 0; i < SKAT_GAME_TYPES; i++)
        if (skat_games[i].letter == letter) {
            *type = i;
            return true;
        }
    return false;
}

static unsigned bit_of_letter(char letter)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letters[i].letter == letter)
            return letters[i].bit;
    return 0;
}

static bool ends_code(char c) { return c == '\0' || c == '.' || c == ' ' || c == '+'; }

int skat_contract_parse(const char *text, struct skat_contract *contract)
{
    *contract = (struct skat_contract){0};
    if (!type_of_letter(text[0], &contract->type))
        return 0;
    int length = 1;
    for (; !ends_code(text[length]); length++) {
        unsigned bit = bit_of_letter(text[length]);
        if (!bit || contract->with & bit)
            return 0;
        contract->with |= (uint8_t)bit;
    }
    if (text[length] == '+') {
        int spitzen = text[length + 1] - '0';
        if (spitzen < 1 || spitzen > SKAT_SPITZEN_MAX || !ends_code(text[length + 2]) ||
            text[length + 2] == '+')
            return 0;
        contract->with |= (uint8_t)(spitzen * SKAT_WITH_SPITZE);
        length += 2;
    }
    contract->with |= skat_games[contract->type].always_with;
    return length;
}

const char *skat_contract_name(struct skat_contract contract, char name[SKAT_CONTRACT_NAME_SIZE])
{
    const struct skat_game_info *info = &skat_games[contract.type];
    unsigned said = contract.with & ~(unsigned)info->always_with;
    const char *announced = "";
    char spitzen[24] = "";

    if (contract.with & SKAT_WITH_SCHWARZ)
        announced = ", schwarz announced";
    else if (contract.with & SKAT_WITH_SCHNEIDER)
        announced = ", schneider announced";
    if (contract.with & SKAT_WITH_SPITZEN)
        snprintf(spitzen, sizeof spitzen, ", %d spitze%s", skat_contract_spitzen(contract),
                 skat_contract_spitzen(contract) == 1 ? "" : "n");
    snprintf(name, SKAT_CONTRACT_NAME_SIZE, "%s%s%s%s%s%s", info->name,
             said & SKAT_WITH_OUVERT ? " ouvert" : "", said & SKAT_WITH_HAND ? " hand" : "",
             said & SKAT_WITH_TURN ? " turned" : "", announced, spitzen);
    return name;
}
