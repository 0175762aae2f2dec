// SPDX-License-Identifier: MIT
#include "bots/pipe/question_seed.h"

#include <inttypes.h>
#include <stdio.h>

#include "engine/siphash.h"

struct question_key question_key_draw(const struct skat_bot_host *host)
{
    struct question_key key;

    for (int i = 0; i < 2; i++)
        key.words[i] = host->random(host->context);
    return key;
}

/* The bytes of a number, the first one lowest. */
static uint64_t of_bytes(const uint8_t bytes[8])
{
    uint64_t number = 0;

    for (int i = 7; i >= 0; i--)
        number = number << 8 | bytes[i];
    return number;
}

void put_question_seed(struct text *text, const struct question_key *key,
                       const struct skat_bot_view *view, const struct skat_bot_decision *decision)
{
    enum { DIGITS = 32 };
    /* What tells the questions of a deal and seat apart. Not how high others bid: who is asked for
     * a card after another auction has the same numbers for it, as in the arena's streams. */
    const int auction =
        decision->kind == SKAT_BOT_DECIDE_BID || decision->kind == SKAT_BOT_DECIDE_HOLD;
    const uint64_t words[] = {
        of_bytes((const uint8_t[8]){decision->kind, view->played_count, view->kontra,
                                    view->gifts_refused, view->gift_by, view->rum, view->turned,
                                    decision->position}),
        auction ? view->bid : 0};
    uint64_t seed[2];
    char digits[DIGITS + 1];

    skat_siphash(key->words, words, sizeof words / sizeof *words, seed);
    snprintf(digits, sizeof digits, "%016" PRIx64 "%016" PRIx64, seed[0], seed[1]);
    put_word(text, "seed", digits);
}
