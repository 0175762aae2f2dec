// SPDX-License-Identifier: MIT
/* bots/pipe/codes.h - cards and contracts as text, as in games.jsonl (docs/formats.md): the
 * engine's codes for the structs of bots. */
#ifndef PIPE_CODES_H
#define PIPE_CODES_H

#include <string.h>

#include "bots/skat_bot.h"
#include "engine/contract.h"

enum { CARD_CODE_SIZE = 3 };

/* "CJ", "D7". Returns `code`. */
static inline const char *card_code(skat_bot_card card, char code[CARD_CODE_SIZE])
{
    *skat_card_print(card, code) = '\0';
    return code;
}

/* Returns SKAT_BOT_NO_CARD if it is not a card. */
static inline skat_bot_card card_of_code(const char *code)
{
    return strlen(code) == CARD_CODE_SIZE - 1 ? skat_card_parse(code) : SKAT_BOT_NO_CARD;
}

/* "CH", "GO", "NOH", "C+2", "HW", without what is implied. `ouvert_needs_hand`: under the rules
 * ouvert is only possible, and so implied, in hand games. Returns `code`. */
static inline const char *contract_code(struct skat_bot_contract contract, int ouvert_needs_hand,
                                        char code[SKAT_CODE_SIZE])
{
    skat_contract_code((struct skat_contract){contract.type, contract.with}, ouvert_needs_hand,
                       code);
    return code;
}

/* Returns 0 if it is not a code. */
static inline int contract_of_code(const char *code, struct skat_bot_contract *contract)
{
    struct skat_contract read;
    int length = skat_contract_parse(code, &read);

    *contract = (struct skat_bot_contract){read.type, read.with};
    return length && !code[length];
}

#endif
