#include "bots/pipe/codes.h"

#include <string.h>

static const char suits[] = "DHSC";
static const char ranks[] = "6789QKTAJ";
static const char games[] = "DHSCGNPVR"; /* by skat_bot_contract.type */

const char *const duty_words[SKAT_BOT_DUTY_RAMSCH + 1] = {"suit", "grand", "null", "ramsch"};

/* The letters after the game, in writing order. */
static const struct {
    char letter;
    uint8_t bit;
} announcements[] = {
    {'O', SKAT_BOT_OUVERT},  {'H', SKAT_BOT_HAND}, {'S', SKAT_BOT_SCHNEIDER},
    {'Z', SKAT_BOT_SCHWARZ}, {'W', SKAT_BOT_TURN},
};
enum { ANNOUNCEMENTS = sizeof announcements / sizeof *announcements };

void card_code(skat_bot_card card, char code[CARD_CODE_SIZE])
{
    code[0] = suits[card >> 4 & 3];
    code[1] = (card & 15) <= SKAT_BOT_JACK ? ranks[card & 15] : '?';
    code[2] = '\0';
}

skat_bot_card card_of_code(const char *code)
{
    const char *suit, *rank;

    if (strlen(code) != CARD_CODE_SIZE - 1 || !(suit = strchr(suits, code[0])) ||
        !(rank = strchr(ranks, code[1])))
        return SKAT_BOT_NO_CARD;
    return (skat_bot_card)((suit - suits) * 16 + (rank - ranks));
}

static unsigned implied_bits(struct skat_bot_contract contract, int ouvert_needs_hand)
{
    unsigned implied = 0;

    if (contract.type == SKAT_BOT_REVOLUTION)
        return SKAT_BOT_HAND | SKAT_BOT_OUVERT;
    if (contract.type == SKAT_BOT_NULL)
        return 0;
    if (contract.with & SKAT_BOT_OUVERT)
        implied |= SKAT_BOT_SCHWARZ | (ouvert_needs_hand ? SKAT_BOT_HAND : 0);
    if (contract.with & SKAT_BOT_SCHWARZ)
        implied |= SKAT_BOT_SCHNEIDER;
    return implied;
}

void contract_code(struct skat_bot_contract contract, int ouvert_needs_hand,
                   char code[CONTRACT_CODE_SIZE])
{
    unsigned said = contract.with & ~implied_bits(contract, ouvert_needs_hand);

    *code++ = contract.type < sizeof games - 1 ? games[contract.type] : '?';
    for (int i = 0; i < ANNOUNCEMENTS; i++)
        if (said & announcements[i].bit)
            *code++ = announcements[i].letter;
    if (said & SKAT_BOT_SPITZEN) {
        *code++ = '+';
        *code++ = (char)('0' + (said & SKAT_BOT_SPITZEN) / SKAT_BOT_SPITZE);
    }
    *code = '\0';
}

static unsigned bit_of_letter(char letter)
{
    for (int i = 0; i < ANNOUNCEMENTS; i++)
        if (announcements[i].letter == letter)
            return announcements[i].bit;
    return 0;
}

int contract_of_code(const char *code, struct skat_bot_contract *contract)
{
    const char *game = *code ? strchr(games, *code) : NULL;

    if (!game)
        return 0;
    *contract = (struct skat_bot_contract){.type = (uint8_t)(game - games)};
    for (code++; *code && *code != '+'; code++) {
        unsigned bit = bit_of_letter(*code);
        if (!bit || contract->with & bit)
            return 0;
        contract->with |= (uint8_t)bit;
    }
    if (!*code)
        return 1;
    if (code[1] < '1' || code[1] > '7' || code[2])
        return 0;
    contract->with |= (uint8_t)((code[1] - '0') * SKAT_BOT_SPITZE);
    return 1;
}
