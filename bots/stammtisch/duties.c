// SPDX-License-Identifier: MIT
#include "bots/stammtisch/duties.h"

#include "bots/stammtisch/schieben.h"

/* Number of random hands: for a choice, around the five cards, and for the average worth. */
enum { DRAWN = 100, DRAWN_FOR_USUAL = 600 };

/* Pseudo-random numbers that depend only on the cards (Knuth's multiplier). */
static uint32_t next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

/* Completes a hand with random other cards. */
static cards fill(cards hand, uint64_t *state)
{
    while (count(hand) < SKAT_HAND) {
        cards rest = ALL_CARDS & ~hand;
        for (uint32_t skip = next(state) % (uint32_t)count(rest); skip; skip--)
            rest &= rest - 1;
        hand |= BIT(first(rest));
    }
    return hand;
}

static int better(int one, int other) { return one > other ? one : other; }

/* Adds the worth of each game type to forehand with these ten cards. */
static void add_worth(const struct rules *rules, cards hand, int64_t sum[DUTIES])
{
    const struct skat_bot_view view = {.hand = hand};
    int suit = -(1 << 30), worth[GRAND + 1], null[2];

    for (int game = 0; game <= GRAND; game++) {
        int chance = model_chance(model_log_odds(game, hand, BEFORE_SKAT, 1, 0));
        worth[game] =
            bidding_worth(rules, &view, (struct skat_bot_contract){(uint8_t)game, 0}, 0, chance);
        if (game < SUITS)
            suit = better(suit, worth[game]);
    }
    for (int ouvert = 0; ouvert < 2; ouvert++)
        null[ouvert] = bidding_null_worth(
            rules, (struct skat_bot_contract){NULL_GAME, ouvert ? SKAT_BOT_OUVERT : 0},
            model_chance(model_null_log_odds(hand, BEFORE_SKAT, 1, ouvert)));
    sum[SKAT_BOT_DUTY_SUIT] += suit;
    sum[SKAT_BOT_DUTY_GRAND] += worth[GRAND];
    sum[SKAT_BOT_DUTY_NULL] += better(null[0], null[1]);
    sum[SKAT_BOT_DUTY_RAMSCH] += -1000 * schieben_cost(hand);
}

static void average(const struct rules *rules, cards five, int drawn, int worth[DUTIES])
{
    int64_t sum[DUTIES] = {0};
    uint64_t state = five;
    struct rules plain = *rules; /* the factor of a deal is the same for all games */

    plain.bock = 1;
    for (int i = 0; i < drawn; i++)
        add_worth(&plain, fill(five, &state), sum);
    for (int duty = 0; duty < DUTIES; duty++)
        worth[duty] = (int)(sum[duty] / drawn);
}

void duties_usual(const struct rules *rules, int usual[DUTIES])
{
    average(rules, 0, DRAWN_FOR_USUAL, usual);
}

int duties_choice(const struct rules *rules, const int usual[DUTIES], cards five, unsigned allowed)
{
    int worth[DUTIES], chosen = __builtin_ctz(allowed);

    if (!(allowed & (allowed - 1)))
        return chosen;
    average(rules, five, DRAWN, worth);
    for (int duty = 0; duty < DUTIES; duty++)
        if (allowed >> duty & 1 && worth[duty] - usual[duty] > worth[chosen] - usual[chosen])
            chosen = duty;
    return chosen;
}
