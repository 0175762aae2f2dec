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

/* What ouvert implies in a game under the rules; NULL: the official ones. */
static inline unsigned ouvert_implies(const struct skat_bot_rules *rules, unsigned type)
{
    const int of_its_own = rules && type == SKAT_BOT_GRAND && rules->ouvert_base;
    const int alone = rules && skat_bot_rule_has(rules, "announcements", "ouvert_alone");

    return (unsigned)(!rules || rules->ouvert_needs_hand ? SKAT_BOT_HAND : 0) |
           (unsigned)(alone && !of_its_own ? 0 : SKAT_BOT_SCHWARZ);
}

/* "CH", "GO", "NOH", "C+2", "HW", without what is implied under the rules. Returns `code`. */
static inline const char *contract_code(struct skat_bot_contract contract,
                                        const struct skat_bot_rules *rules,
                                        char code[SKAT_CODE_SIZE])
{
    skat_contract_code((struct skat_contract){contract.type, contract.with},
                       ouvert_implies(rules, contract.type), code);
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
