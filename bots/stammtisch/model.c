#include "bots/stammtisch/model.h"

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

/* Correction for a hand of eleven rated with its sixes as sevens, in 256ths of log odds. Measured,
 * see README.md. */
static int sixes_worth(int game, cards hand)
{
    static const int16_t worth[] = {60, 60, 60, 60, [GRAND] = -60, [NULL_GAME] = -550};

    return count(hand) > SKAT_HAND ? worth[game] : 0;
}

static int situation(enum stage stage, int forehand, int by_hand, int leading)
{
    return (stage == BY_HAND ? by_hand : 0) + (forehand ? leading : 0);
}

int model_log_odds(int game, cards hand, enum stage stage, int forehand, int aside)
{
    if (game == GRAND) {
        const struct model_grand *m = &model_grand[stage != BEFORE_SKAT];
        aside = stage == BY_HAND ? SKAT_POINTS : aside;
        int sum = m->bias + m->jacks[jack_mask(hand)] + aside * m->per_point;
        for (int suit = 0; suit < SUITS; suit++)
            sum += m->plain[plain_mask(hand, suit)];
        return sum + situation(stage, forehand, m->hand, m->forehand) + sixes_worth(game, hand);
    }
    const struct model_suit *m = &model_suit[stage != BEFORE_SKAT];
    aside = stage == BY_HAND ? SKAT_POINTS : aside;
    unsigned trumps = plain_mask(hand, game);
    int sum = m->bias + m->jacks[jack_mask(hand)] + aside * m->per_point +
              m->trumps[trumps >> 5][__builtin_popcount(trumps)];
    for (int suit = 0; suit < SUITS; suit++)
        if (suit != game)
            sum += m->plain[plain_mask(hand, suit)];
    return sum + situation(stage, forehand, m->hand, m->forehand) + sixes_worth(game, hand);
}

int model_null_log_odds(cards hand, enum stage stage, int forehand, int ouvert)
{
    const struct model_null *m = &model_null[stage != BEFORE_SKAT][ouvert];
    int sum =
        m->bias + situation(stage, forehand, m->hand, m->forehand) + sixes_worth(NULL_GAME, hand);

    for (int suit = 0; suit < SUITS; suit++)
        sum += m->suit[null_mask(hand, suit)];
    return sum;
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
    int best = INT16_MIN * 4;
    cards chosen = 0;

    for (int one = 0; one < SUITS; one++) {
        const struct removal *first_suit = removals(discards, game, twelve, one);
        if (!first_suit || !first_suit[0].bits)
            continue;
        if (first_suit[1].bits && first_suit[1].gain > best) {
            best = first_suit[1].gain;
            chosen = removed_cards(game, one, first_suit[1].bits, twelve);
        }
        for (int two = one + 1; two < SUITS; two++) {
            const struct removal *second = removals(discards, game, twelve, two);
            if (!second || !second[0].bits || first_suit[0].gain + second[0].gain <= best)
                continue;
            best = first_suit[0].gain + second[0].gain;
            chosen = removed_cards(game, one, first_suit[0].bits, twelve) |
                     removed_cards(game, two, second[0].bits, twelve);
        }
    }
    if (chosen)
        return chosen;
    cards plain = game < SUITS ? twelve & ~(JACKS | PLAIN(game)) : twelve & ~JACKS;
    return plain | spare_trumps(game, twelve & ~plain, 2 - count(plain));
}
