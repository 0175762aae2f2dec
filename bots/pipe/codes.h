/* bots/pipe/codes.h - cards and contracts as text, as in games.jsonl (docs/formats.md). */
#ifndef PIPE_CODES_H
#define PIPE_CODES_H

#include "bots/skat_bot.h"

enum { CARD_CODE_SIZE = 3, CONTRACT_CODE_SIZE = 9 };

/* "CJ", "D7". */
void card_code(skat_bot_card card, char code[CARD_CODE_SIZE]);
/* SKAT_BOT_NO_CARD for what is none. */
skat_bot_card card_of_code(const char *code);

/* "CH", "GO", "NOH", "C+2", "HW"; what is implied is left out. `ouvert_needs_hand`: the rules have ouvert
 * only by hand, so that it implies that. */
void contract_code(struct skat_bot_contract contract, int ouvert_needs_hand,
                   char code[CONTRACT_CODE_SIZE]);
/* 0 when it is no code. The arena adds what is implied. */
int contract_of_code(const char *code, struct skat_bot_contract *contract);

/* "suit", "grand", "null", "ramsch", by SKAT_BOT_DUTY_SUIT ... */
extern const char *const duty_words[SKAT_BOT_DUTY_RAMSCH + 1];

#endif
