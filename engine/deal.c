// SPDX-License-Identifier: MIT
#include "engine/deal.h"

#include "engine/variant.h"

#include <string.h>

#define INLINE __attribute__((always_inline)) static inline

/* Swaps the last of `count` cards with a random one of them. `draw` has 32 random bits. */
INLINE void exchange(skat_card *cards, uint32_t count, uint32_t draw, struct skat_random *random)
{
    uint64_t product = (uint64_t)draw * count;
    uint32_t pick = (uint32_t)(product >> 32);

    /* Lemire's rejection (see random.cc); the first test avoids nearly every division. */
    if ((uint32_t)product < count && (uint32_t)product < -count % count)
        pick = skat_random_below(random, count);
    skat_card card = cards[count - 1];
    cards[count - 1] = cards[pick];
    cards[pick] = card;
}

/* One step of the Fisher-Yates shuffle: a 64-bit word of the stream serves two cards. */
INLINE void exchange_two(skat_card *cards, uint32_t count, uint64_t word,
                         struct skat_random *random)
{
    exchange(cards, count, (uint32_t)word, random);
    exchange(cards, count - 1, (uint32_t)(word >> 32), random);
}

static void shuffle(skat_card *cards, uint32_t count, struct skat_random *random)
{
    enum { USUAL = 32 }; /* unrolled, with constants: a third fewer instructions (callgrind) */
    uint64_t bits[SKAT_DECK_MAX / 2];
    const uint64_t *word = bits;

    skat_random_fill(random, bits, (int)count / 2);
    if (count != USUAL) {
        for (; count > 1; count -= 2)
            exchange_two(cards, count, *word++, random);
        return;
    }
#pragma GCC unroll 16
    for (uint32_t left = USUAL; left > 1; left -= 2)
        exchange_two(cards, left, *word++, random);
}

/* Moves the next `count` cards of the pack to a hand or to the skat: most packets have three or
 * four, copied without a loop. */
INLINE void give(skat_card **to, const skat_card **pack, int count)
{
    if (count == 4)
        memcpy(*to, *pack, 4);
    else if (count == 3)
        memcpy(*to, *pack, 3);
    else
        memcpy(*to, *pack, (size_t)count);
    *to += count;
    *pack += count;
}

static void deal_by_key(struct skat_deal *deal, const struct skat_deck *deck,
                        const struct skat_random_key *key)
{
    struct skat_random random;
    skat_card pack[SKAT_DECK_MAX], *to[SKAT_PLAYERS], *skat = deal->cards + skat_deck_skat_at(deck);
    const skat_card *next = pack;
    const int hands = skat_deck_hands(deck);

    memcpy(pack, deck->pack, sizeof pack);
    skat_random_start(&random, key, SKAT_RANDOM_DEAL);
    shuffle(pack, deck->count, &random);

    for (int position = 0; position < hands; position++)
        to[position] = deal->cards + position * deck->hand;
    for (const int8_t *packet = deck->packets; *packet; packet++) {
        const int count = *packet;
        if (count < 0)
            give(&skat, &next, -count);
        for (int position = 0; position < hands && count > 0; position++)
            give(&to[position], &next, count);
    }
}

static skat_cards cards_from(const struct skat_deal *deal, int from, int count)
{
    const skat_card *cards = deal->cards + from;
    skat_cards set = 0;

#pragma GCC unroll 2
    for (int i = 0; i < count; i++)
        set |= skat_card_bit(cards[i]);
    return set;
}

struct skat_random_key skat_deal_of_run(struct skat_deal *deal, const struct skat_deck *deck,
                                        const struct skat_random_key *run, uint64_t session,
                                        uint64_t number)
{
    const struct skat_random_key key = skat_random_deal_key(run, session, number);

    deal_by_key(deal, deck, &key);
    return key;
}

skat_cards skat_deal_hand(const struct skat_deal *deal, const struct skat_deck *deck, int position)
{
    return cards_from(deal, position * deck->hand, deck->hand);
}

skat_cards skat_deal_skat(const struct skat_deal *deal, const struct skat_deck *deck)
{
    return cards_from(deal, skat_deck_skat_at(deck), deck->skat);
}

skat_cards skat_deal_aside(const struct skat_deal *deal, const struct skat_deck *deck)
{
    return cards_from(deal, skat_deck_skat_at(deck) + deck->skat, deck->aside);
}

/* Does a hand, or the skat, end before card `i` of a deal? */
static bool at_boundary(const struct skat_deck *deck, int i)
{
    int skat_at = skat_deck_skat_at(deck);
    return (i % deck->hand == 0 && i <= skat_at) || i == skat_at + deck->skat;
}

/* Writes cards and a bar after them; nothing if there are no cards. */
static char *put_pile(char *out, const skat_card *cards, int count)
{
    for (int i = 0; i < count; i++) {
        out = skat_card_print(cards[i], out);
        *out++ = '.';
    }
    if (count)
        out[-1] = '|';
    return out;
}

int skat_deal_print(const struct skat_deal *deal, const struct skat_deck *deck,
                    char text[SKAT_DEAL_TEXT_SIZE])
{
    const skat_card *skat = deal->cards + skat_deck_skat_at(deck);
    char *out = text;

    for (const skat_card *hand = deal->cards; hand < skat; hand += deck->hand)
        out = put_pile(out, hand, deck->hand);
    out = put_pile(out, skat, deck->skat);
    out = put_pile(out, skat + deck->skat, deck->aside);
    *--out = '\0'; /* replaces the last bar */
    return (int)(out - text);
}

bool skat_deal_parse(struct skat_deal *deal, const struct skat_deck *deck, const char *text,
                     struct skat_error *error)
{
    skat_cards seen = 0;
    const char *at = text;

    for (int i = 0; i < deck->count; i++) {
        if (i) {
            bool separated = *at == '.' || (*at == '|' && at_boundary(deck, i));
            if (!separated)
                return skat_fail(error, "card %d of %d: expected '.'%s before it, found \"%.3s\"",
                                 i + 1, deck->count, at_boundary(deck, i) ? " or '|'" : "", at);
            at++;
        }
        skat_card card = skat_card_parse(at);
        if (card == SKAT_NO_CARD || !skat_cards_has(deck->cards, card))
            return skat_fail(error, "card %d of %d: \"%.2s\" is not a card of this deck", i + 1,
                             deck->count, at);
        if (skat_cards_has(seen, card))
            return skat_fail(error, "card %d of %d: %.2s is in the deal twice", i + 1, deck->count,
                             at);
        seen |= skat_card_bit(card);
        deal->cards[i] = card;
        at += 2;
    }
    if (*at)
        return skat_fail(error, "\"%.20s\" follows the last card", at);
    return true;
}
