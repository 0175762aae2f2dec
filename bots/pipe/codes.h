/* bots/pipe/codes.h - cards and contracts as text, as in games.jsonl (docs/formats.md). */
#ifndef PIPE_CODES_H
#define PIPE_CODES_H

#include "bots/skat_bot.h"

enum { CARD_CODE_SIZE = 3, CONTRACT_CODE_SIZE = 9 };

/* "CJ", "D7". */
void card_code(skat_bot_card card, char code[CARD_CODE_SIZE]);
/* Returns SKAT_BOT_NO_CARD if it is not a card. */
skat_bot_card card_of_code(const char *code);

/* "CH", "GO", "NOH", "C+2", "HW", without what is implied. `ouvert_needs_hand`: under the rules
 * ouvert is only possible, and so implied, in hand games. */
void contract_code(struct skat_bot_contract contract, int ouvert_needs_hand,
                   char code[CONTRACT_CODE_SIZE]);
/* Returns 0 if it is not a code. The arena adds what is implied. */
int contract_of_code(const char *code, struct skat_bot_contract *contract);

/* "suit", "grand", "null", "ramsch", by SKAT_BOT_DUTY_SUIT ... */
extern const char *const duty_words[SKAT_BOT_DUTY_RAMSCH + 1];

#endif
