// SPDX-License-Identifier: MIT
#include "bots/stammtisch/model.h"

#include "bots/stammtisch/errors.h"

#include <stddef.h>

#include "bots/stammtisch/null.h"

/* The logistic function in thousandths, at log odds of 0, 1/4, 2/4 ... 8. */
static const int16_t logistic[33] = {
    500, 562, 622, 679, 731, 777, 818, 852, 881, 905, 924, 940, 953, 963, 971,  977,  982,
    986, 989, 991, 993, 995, 996, 997, 998, 998, 998, 999, 999, 999, 999, 1000, 1000,
};

int model_chance(int log_odds)
{
    enum { STEP = 64 };
    int size = log_odds < 0 ? -log_odds : log_odds;
    int place = size / STEP, rest = size % STEP;
    int chance = place >= 32
                     ? 1000
                     : logistic[place] + (logistic[place + 1] - logistic[place]) * rest / STEP;
    return log_odds < 0 ? 1000 - chance : chance;
}

struct features model_features(cards hand)
{
    struct features features = {.cards = count(hand), .jacks = jack_mask(hand)};

    for (int suit = 0; suit < SUITS; suit++)
        features.plain[suit] = plain_mask(hand, suit);
    return features;
}

struct null_features model_null_features(cards hand)
{
    struct null_features features = {.cards = count(hand)};

    for (int suit = 0; suit < SUITS; suit++)
        features.suit[suit] = null_mask(hand, suit);
    return features;
}

/* Correction for a hand of eleven rated with its sixes as sevens, in 256ths of log odds. Measured,
 * see README.md. */
static int sixes_worth(int game, int number)
{
    static const int16_t worth[] = {60, 60, 60, 60, [GRAND] = -60, [NULL_GAME] = -550};

    return number > SKAT_HAND ? worth[game] : 0;
}

static int situation(enum stage stage, int forehand, int by_hand, int leading)
{
    return (stage == BY_HAND ? by_hand : 0) + (forehand ? leading : 0);
}

int model_log_odds_of(int game, const struct features *hand, enum stage stage, int forehand,
                      int aside)
{
    aside = stage == BY_HAND ? SKAT_POINTS : aside;
    if (game == GRAND) {
        const struct model_grand *m = &model_grand[stage != BEFORE_SKAT];
        int sum = m->bias + m->jacks[hand->jacks] + aside * m->per_point;
        for (int suit = 0; suit < SUITS; suit++)
            sum += m->plain[hand->plain[suit]];
        return sum + situation(stage, forehand, m->hand, m->forehand) +
               sixes_worth(game, hand->cards);
    }
    const struct model_suit *m = &model_suit[stage != BEFORE_SKAT];
    const unsigned trumps = hand->plain[game];
    int sum = m->bias + m->jacks[hand->jacks] + aside * m->per_point +
              m->trumps[trumps >> 5][__builtin_popcount(trumps)];
    for (int suit = 0; suit < SUITS; suit++)
        if (suit != game)
            sum += m->plain[hand->plain[suit]];
    return sum + situation(stage, forehand, m->hand, m->forehand) + sixes_worth(game, hand->cards);
}

int model_log_odds(int game, cards hand, enum stage stage, int forehand, int aside)
{
    const struct features features = model_features(hand);

    return model_log_odds_of(game, &features, stage, forehand, aside);
}

int model_null_log_odds_of(const struct null_features *hand, enum stage stage, int forehand,
                           int ouvert)
{
    const struct model_null *m = &model_null[stage != BEFORE_SKAT][ouvert];
    int sum = m->bias + situation(stage, forehand, m->hand, m->forehand) +
              sixes_worth(NULL_GAME, hand->cards);

    for (int suit = 0; suit < SUITS; suit++)
        sum += m->suit[hand->suit[suit]];
    return sum;
}

int model_null_log_odds(cards hand, enum stage stage, int forehand, int ouvert)
{
    const struct null_features features = model_null_features(hand);

    return model_null_log_odds_of(&features, stage, forehand, ouvert);
}

/* ---- discards ---- */

static int plain_points(unsigned bits)
{
    static const int8_t points[7] = {0, 0, 0, 3, 4, 10, 11};
    int sum = 0;
    for (int i = 0; i < 7; i++)
        sum += bits >> i & 1 ? points[i] : 0;
    return sum;
}

/* Tries all ways to remove one and two cards from `mask`; gain(mask, bits) rates them. */
static void find_removals(struct removal best[2], unsigned mask,
                          int (*gain)(unsigned mask, unsigned bits, const void *), const void *with)
{
    for (int number = 0; number < 2; number++) {
        best[number] = (struct removal){INT16_MIN / 2, 0};
        for (unsigned bits = mask; bits; bits = (bits - 1) & mask) {
            if (__builtin_popcount(bits) != number + 1)
                continue;
            int value = gain(mask, bits, with);
            if (value > best[number].gain)
                best[number] = (struct removal){(int16_t)value, (uint8_t)bits};
        }
    }
}

struct plain_weights {
    const int16_t *plain;
    int per_point;
};

static int plain_gain(unsigned mask, unsigned bits, const void *with)
{
    const struct plain_weights *weights = with;
    return weights->plain[mask & ~bits] - weights->plain[mask] +
           plain_points(bits) * weights->per_point;
}

static int null_gain(unsigned mask, unsigned bits, const void *with)
{
    const int16_t *suit = with;
    return suit[mask & ~bits] - suit[mask];
}

void model_discards(struct discards *discards)
{
    const struct plain_weights suit = {model_suit[AFTER_DISCARD].plain,
                                       model_suit[AFTER_DISCARD].per_point};
    const struct plain_weights grand = {model_grand[AFTER_DISCARD].plain,
                                        model_grand[AFTER_DISCARD].per_point};

    for (unsigned mask = 0; mask < PLAIN_MASKS; mask++) {
        find_removals(discards->plain[0][mask], mask, plain_gain, &suit);
        find_removals(discards->plain[1][mask], mask, plain_gain, &grand);
    }
    for (unsigned mask = 0; mask < 256; mask++)
        find_removals(discards->null[mask], mask, null_gain, model_null[AFTER_DISCARD][0].suit);
}

static cards null_cards(unsigned bits, int suit, cards twelve)
{
    cards set = 0;
    for (cards rest = twelve & (cards)0x1fe << LANE(suit); rest;) {
        card c = take(&rest);
        if (bits >> null_rank_of(c) & 1)
            set |= BIT(c);
    }
    return set;
}

/* The removals for a suit of `twelve` in `game`, or NULL for the trump suit. */
static const struct removal *removals(const struct discards *discards, int game, cards twelve,
                                      int suit)
{
    if (game == suit)
        return 0;
    return game == NULL_GAME ? discards->null[null_mask(twelve, suit)]
                             : discards->plain[game == GRAND][plain_mask(twelve, suit)];
}

static cards removed_cards(int game, int suit, unsigned bits, cards twelve)
{
    return game == NULL_GAME ? null_cards(bits, suit, twelve) : (cards)bits << (LANE(suit) + 1);
}

/* With fewer than two plain cards, discards trumps: those with most points, except jacks. */
static cards spare_trumps(int game, cards twelve, int number)
{
    cards set = 0;
    cards rest = game < SUITS ? twelve & PLAIN(game) : 0;
    cards jacks = twelve & JACKS;

    while (number-- > 0) {
        cards *from = rest ? &rest : &jacks;
        card c = 0;
        if (from == &rest)
            c = strongest(*from & ~ACES ? *from & ~ACES : *from);
        else
            c = first(*from);
        *from &= ~BIT(c);
        set |= BIT(c);
    }
    return set;
}

cards model_put_aside(const struct discards *discards, int game, cards twelve)
{
    const struct removal *of[SUITS];
    int best = INT16_MIN * 4;
    cards chosen = 0;

    for (int suit = 0; suit < SUITS; suit++)
        of[suit] = removals(discards, game, twelve, suit);
    for (int one = 0; one < SUITS; one++) {
        if (!of[one] || !of[one][0].bits)
            continue;
        if (of[one][1].bits && of[one][1].gain > best) {
            best = of[one][1].gain;
            chosen = removed_cards(game, one, of[one][1].bits, twelve);
        }
        for (int two = one + 1; two < SUITS; two++) {
            if (!of[two] || !of[two][0].bits || of[one][0].gain + of[two][0].gain <= best)
                continue;
            best = of[one][0].gain + of[two][0].gain;
            chosen = removed_cards(game, one, of[one][0].bits, twelve) |
                     removed_cards(game, two, of[two][0].bits, twelve);
        }
    }
    if (chosen)
        return chosen;
    cards plain = game < SUITS ? twelve & ~(JACKS | PLAIN(game)) : twelve & ~JACKS;
    return plain | spare_trumps(game, twelve & ~plain, 2 - count(plain));
}

cards model_put_aside_roughly(uint64_t deal, int game, cards twelve, int forehand, int deviation)
{
    int best = INT32_MIN;
    cards chosen = 0;

    for (cards ones = twelve & ~JACKS; ones;) {
        const card one = take(&ones);
        for (cards others = ones; others;) {
            const card other = take(&others);
            const cards aside = BIT(one) | BIT(other);
            const unsigned number = (unsigned)game << 16 | (unsigned)one << 8 | other;
            const int odds =
                model_log_odds(game, twelve & ~aside, AFTER_DISCARD, forehand, points_in(aside)) +
                error_of(deal, JUDGED_DISCARD, number, deviation);
            if (odds > best) {
                best = odds;
                chosen = aside;
            }
        }
    }
    return chosen;
}
