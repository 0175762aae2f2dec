// SPDX-License-Identifier: MIT
#include "bots/stammtisch/model.h"

/* ---- errors such as people make ---- */

/* The finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
 * 2014): each bit of the result depends on all bits of `x`. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

int error_of(uint64_t deal, enum judged_thing judged, unsigned number, int deviation)
{
    /* The sum of four numbers of 0 to LANE - 1 has the standard deviation LANE / sqrt(3). */
    enum { LANE_BITS = 16, LANES = 4, MEAN = LANES << (LANE_BITS - 1), SPREAD = 37837 };
    const uint64_t bits = mix(deal + mix((uint64_t)judged << 32 | number));
    int64_t sum = -MEAN;

    for (int lane = 0; lane < LANES; lane++)
        sum += bits >> lane * LANE_BITS & ((1 << LANE_BITS) - 1);
    return (int)(sum * deviation / SPREAD);
}

/* ---- chances ---- */

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

/* Correction for a hand of eleven rated with its sixes as sevens, in 256ths of log odds, as
 * measured. */
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
    const struct model_trumps *m =
        &(game == GRAND ? model_grand : model_suit)[stage != BEFORE_SKAT];
    int sum =
        m->bias + m->jacks[hand->jacks] + (stage == BY_HAND ? SKAT_POINTS : aside) * m->per_point;

    for (int suit = 0; suit < SUITS; suit++)
        if (suit != game)
            sum += m->plain[hand->plain[suit]];
    if (game < SUITS) {
        const unsigned trumps = hand->plain[game];
        sum += m->trumps[trumps >> 5][__builtin_popcount(trumps)];
    }
    return sum + situation(stage, forehand, m->hand, m->forehand) + sixes_worth(game, hand->cards);
}

int model_log_odds(int game, cards hand, enum stage stage, int forehand, int aside)
{
    /* How much lower the chance of a Sächsische Spitze is than in a grand with the same places, in
     * 256ths of log odds: the high cards have no points. As measured. */
    enum { TURNED_WORSE = 64 };

    if (game == SACHSENSPITZE)
        return model_log_odds(GRAND, turned_cards(hand), stage, forehand, aside) - TURNED_WORSE;
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

static int plain_gain(unsigned mask, unsigned bits, const void *with)
{
    const struct model_trumps *weights = with;
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
    for (unsigned mask = 0; mask < PLAIN_MASKS; mask++) {
        find_removals(discards->plain[0][mask], mask, plain_gain, &model_suit[AFTER_DISCARD]);
        find_removals(discards->plain[1][mask], mask, plain_gain, &model_grand[AFTER_DISCARD]);
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

/* A choice of discards that is made by trying all ways. */
struct trial {
    int game, forehand;
    cards hand;
    uint64_t deal;
    int deviation;
};

/* The log odds of a game after these discards, as the player judges them. */
static int odds_after(const struct trial *trial, cards aside)
{
    const cards left = trial->hand & ~aside;
    const int odds =
        trial->game == NULL_GAME
            ? model_null_log_odds(left, AFTER_DISCARD, trial->forehand, 0)
            : model_log_odds(trial->game, left, AFTER_DISCARD, trial->forehand, points_in(aside));

    if (!trial->deviation)
        return odds;
    const unsigned one = first(aside), other = first(aside & (aside - 1));
    return odds + error_of(trial->deal, JUDGED_DISCARD,
                           (unsigned)trial->game << 16 | one << 8 | other, trial->deviation);
}

/* Finds the best `number` cards of `rest` to discard besides `aside`. Returns the log odds then. */
static int try_ways(const struct trial *trial, cards rest, int number, cards aside, cards *chosen)
{
    int best = INT32_MIN;

    *chosen = aside;
    if (!number)
        return odds_after(trial, aside);
    while (count(rest) >= number) {
        const cards one = BIT(take(&rest));
        cards found;
        const int odds = try_ways(trial, rest, number - 1, aside | one, &found);
        if (odds > best) {
            best = odds;
            *chosen = found;
        }
    }
    return best;
}

cards model_put_aside_by_trial(int game, cards hand, cards allowed, int number, int forehand,
                               uint64_t deal, int deviation)
{
    const struct trial trial = {game, forehand, hand, deal, deviation};
    cards chosen;

    try_ways(&trial, allowed, number, 0, &chosen);
    return chosen;
}
