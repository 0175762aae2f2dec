// SPDX-License-Identifier: MIT
#include "bots/stammtisch/bidding.h"

#include "bots/stammtisch/errors.h"
#include "bots/stammtisch/revolution.h"
#include "bots/stammtisch/sixes.h"
#include "bots/stammtisch/spitzen.h"
#include "bots/stammtisch/stakes.h"
#include "bots/stammtisch/turned.h"

static int base_of(const struct rules *rules, int game)
{
    static const int8_t bases[SUITS] = {9, 10, 11, 12};
    return game == GRAND           ? rules->grand_base
           : game == SACHSENSPITZE ? rules->sachsenspitze_base
                                   : bases[game];
}

/* The matadors in these jacks and the other trumps, as jack_mask and plain_mask have them. */
static int matadors(const struct rules *rules, int game, unsigned jacks, unsigned others)
{
    enum { WORD = 32, JACKS_BITS = 4, PLAIN_BITS = 7, HIGHEST = 31 };
    int length = JACKS_BITS;
    unsigned trumps = jacks;

    if (game < SUITS && !rules->jacks_only) {
        trumps = trumps << PLAIN_BITS | others;
        length += PLAIN_BITS;
    }
    trumps <<= WORD - length; /* the highest trump is the highest bit */
    if (trumps >> HIGHEST)
        trumps = ~trumps;
    return __builtin_clz(trumps | 1u << (HIGHEST - length)); /* what breaks the run, or its end */
}

int bidding_matadors(const struct rules *rules, int game, cards set)
{
    return matadors(rules, game, jack_mask(game == SACHSENSPITZE ? turned_cards(set) : set),
                    game < SUITS ? plain_mask(set, game) : 0);
}

int bidding_value(const struct rules *rules, int game, cards set, int levels)
{
    return base_of(rules, game) * (bidding_matadors(rules, game, set) + 1 + levels);
}

/* The same of a suit game or grand. */
static int value_of(const struct rules *rules, int game, const struct features *set, int levels)
{
    const unsigned others = game < SUITS ? set->plain[game] : 0;

    return base_of(rules, game) * (matadors(rules, game, set->jacks, others) + 1 + levels);
}

/* Games excluded by the style are still played if no other game is allowed. */
static int allowed(const struct bidding_style *style, const struct rules *rules, int game)
{
    if (rules->games != ALL_GAMES)
        return rules->games >> game & 1;
    return game == GRAND ? style->grand_games : game == NULL_GAME ? style->null_games : 1;
}

int bidding_log_odds(int game, cards hand, enum stage stage, int forehand, int aside)
{
    return game == SACHSENSPITZE ? turned_log_odds(hand, stage, forehand, aside)
                                 : model_log_odds(game, hand, stage, forehand, aside);
}

/* The error of this player's judgement. Jacks and aces tell a grand, so it is judged better. */
static int misjudgement(const struct bidding_style *style, int game, int ouvert)
{
    enum { GRAND_PARTS = 4 };
    const int deviation = game == GRAND ? style->misjudges / GRAND_PARTS : style->misjudges;

    return deviation ? error_of(style->deal, JUDGED_GAME, (unsigned)(2 * game + ouvert), deviation)
                     : 0;
}

/* What this player adds to the tables' log odds. */
static int bonus(const struct bidding_style *style, int game, int forehand)
{
    return (game == GRAND ? style->grand_bonus : 0) + (forehand ? style->forehand_bonus : 0) +
           misjudgement(style, game, 0);
}

/* By hand, a null depends on the two cards that nobody has seen, and is judged so much worse. */
static int null_bonus(const struct bidding_style *style, enum stage stage, int forehand, int ouvert)
{
    enum { WORSE_BY_HAND = 5 };

    return style->null_bonus + (ouvert ? style->ouvert_bonus : 0) +
           (stage == BY_HAND ? style->null_hand_bonus : 0) +
           (forehand ? style->forehand_bonus : 0) +
           misjudgement(style, NULL_GAME, ouvert) * (stage == BY_HAND ? WORSE_BY_HAND : 1);
}

int bidding_chance(const struct bidding_style *style, int game, cards hand, enum stage stage,
                   int forehand, int aside)
{
    return model_chance(bidding_log_odds(game, hand, stage, forehand, aside) +
                        bonus(style, game, forehand));
}

/* The chance to win with known features: here null, below the other games. */
static int null_chance_of(const struct bidding_style *style, const struct null_features *hand,
                          enum stage stage, int forehand, int ouvert)
{
    return model_chance(model_null_log_odds_of(hand, stage, forehand, ouvert) +
                        null_bonus(style, stage, forehand, ouvert));
}

int bidding_null_chance(const struct bidding_style *style, cards hand, enum stage stage,
                        int forehand, int ouvert)
{
    const struct null_features features = model_null_features(hand);

    return null_chance_of(style, &features, stage, forehand, ouvert);
}

static int chance_of(const struct bidding_style *style, int game, const struct features *hand,
                     enum stage stage, int forehand)
{
    return model_chance(model_log_odds_of(game, hand, stage, forehand, 0) +
                        bonus(style, game, forehand));
}

/* Expected points, in thousandths, of a game with this chance. */
static int expectation(const struct rules *rules, int chance, int value, int by_hand)
{
    return stakes_expected(rules, chance, value, stakes_times(rules, by_hand));
}

int bidding_needed(const struct bidding_style *style, const struct rules *rules, int value,
                   int otherwise)
{
    /* The tables reckon with defenders half way between this bot's kind and pimc (fit/README.md),
     * so a game that breaks even against its own kind looks worse. Found by duels, see README.md.
     */
    enum { RECKONED = 70 };
    return style->caution - USUAL_CAUTION - RECKONED + stakes_break_even(rules, value, otherwise);
}

/* Is a game with this chance announced as rum? Then it counts a level more. */
static int rum_level(const struct rules *rules, int chance)
{
    enum { SURE = 680 /* a little more than two thirds, from which a level pays */ };
    return rules->rum && chance >= SURE;
}

/* The levels that will be announced besides the game: spitzen and rum. */
static int levels_to_come(const struct rules *rules, int game, cards hand, int chance)
{
    int spitzen = 0;

    if (game < SUITS && rules->spitzen_max)
        spitzen = spitzen_announced(game, hand, rules->spitzen_max);
    else if (game == GRAND && rules->spitzen_grand)
        spitzen = spitzen_of_grand(hand, hand);
    return spitzen * rules->spitzen_levels + rum_level(rules, chance);
}

/* The same for games that only variants have. */
static int limit_of_variants(const struct bidding_style *style, const struct rules *rules,
                             cards hand, int forehand, int otherwise)
{
    if (rules->revolution && revolution_safe(rules, hand, forehand))
        return REVOLUTION_VALUE; /* more than a Sächsische Spitze with such cards */
    if (!rules->sachsenspitze_base)
        return 0;
    int value = bidding_value(rules, SACHSENSPITZE, hand, 0);
    int chance = bidding_chance(style, SACHSENSPITZE, hand, BEFORE_SKAT, forehand, 0);
    return chance >= bidding_needed(style, rules, value, otherwise) ? value : 0;
}

int bidding_limit(const struct bidding_style *style, const struct rules *rules, cards hand,
                  int forehand, int passing)
{
    const struct features features = model_features(hand);
    const struct null_features null = model_null_features(hand);
    const int otherwise = stakes_elsewhere(rules) - passing * rules->bock;
    int limit = 0;

    /* When playing without many, one jack in the skat spoils the value, which is bid all the same.
     */
    for (int game = 0; game <= GRAND; game++) {
        if (!allowed(style, rules, game))
            continue;
        int chance = chance_of(style, game, &features, BEFORE_SKAT, forehand);
        int value = value_of(rules, game, &features, levels_to_come(rules, game, hand, chance));
        if (value > limit && chance >= bidding_needed(style, rules, value, otherwise))
            limit = value;
    }
    for (int ouvert = 0; ouvert < 2 && allowed(style, rules, NULL_GAME); ouvert++) {
        int value = rules->null_values[2 * ouvert];
        if (value > limit && null_chance_of(style, &null, BEFORE_SKAT, forehand, ouvert) >=
                                 bidding_needed(style, rules, value, otherwise))
            limit = value;
    }
    int variant = limit_of_variants(style, rules, hand, forehand, otherwise);
    return variant > limit ? variant : limit;
}

int bidding_hearts(const struct bidding_style *style, const struct rules *rules, cards hand,
                   int forehand)
{
    int chance = bidding_chance(style, SKAT_BOT_HEARTS, hand, BEFORE_SKAT, forehand, 0);
    int value = bidding_value(rules, SKAT_BOT_HEARTS, hand, 0);

    /* `caution` alone does not ensure a profit, since a lost game costs twice the value. */
    return chance >= style->caution && expectation(rules, chance, value, 0) > 0;
}

/* What the best single game with the skat is worth, in thousandths, or 0. */
static int best_with_skat(const struct bidding_style *style, const struct rules *rules,
                          const struct features *hand, const struct null_features *null,
                          int forehand)
{
    int best = 0;

    for (int game = 0; game <= GRAND; game++) {
        if (!allowed(style, rules, game))
            continue;
        int chance = chance_of(style, game, hand, BEFORE_SKAT, forehand);
        int expected = expectation(rules, chance, value_of(rules, game, hand, 0), 0);
        best = expected > best ? expected : best;
    }
    for (int ouvert = 0; ouvert < 2 && allowed(style, rules, NULL_GAME); ouvert++) {
        int chance = null_chance_of(style, null, BEFORE_SKAT, forehand, ouvert);
        int expected = expectation(rules, chance, rules->null_values[2 * ouvert], 0);
        best = expected > best ? expected : best;
    }
    return best;
}

/* What the best hand game is worth, in thousandths, of those that are sure enough; 0: there is
 * none. */
static int best_by_hand(const struct bidding_style *style, const struct rules *rules,
                        const struct features *hand, const struct null_features *null,
                        const struct skat_bot_view *view, struct skat_bot_contract *contract)
{
    const int forehand = view->position == 0;
    int best = 0;

    for (int game = 0; game <= GRAND; game++) {
        if (!allowed(style, rules, game))
            continue;
        int chance = chance_of(style, game, hand, BY_HAND, forehand);
        int value = value_of(rules, game, hand, 1);
        if (chance < style->hand_caution || value < view->bid)
            continue;
        int expected = expectation(rules, chance, value, 1);
        if (expected > best) {
            best = expected;
            *contract = (struct skat_bot_contract){(uint8_t)game, SKAT_BOT_HAND};
        }
    }
    for (int ouvert = 0; ouvert < 2 && allowed(style, rules, NULL_GAME); ouvert++) {
        int chance = null_chance_of(style, null, BY_HAND, forehand, ouvert);
        int value = rules->null_values[2 * ouvert + 1];
        int expected = expectation(rules, chance, value, 1);
        if (chance >= style->hand_caution && value >= view->bid && expected > best) {
            best = expected;
            *contract = (struct skat_bot_contract){
                NULL_GAME, (uint8_t)(SKAT_BOT_HAND | (ouvert ? SKAT_BOT_OUVERT : 0))};
        }
    }
    return best;
}

int bidding_hand_game(const struct bidding_style *style, const struct rules *rules,
                      const struct skat_bot_view *view, struct skat_bot_contract *contract)
{
    const struct features hand = model_features(view->hand);
    const struct null_features null = model_null_features(view->hand);
    const int forehand = view->position == 0;

    if (rules->revolution && revolution_safe(rules, view->hand, forehand) &&
        view->bid <= REVOLUTION_VALUE) {
        *contract = (struct skat_bot_contract){REVOLUTION, 0};
        return 1;
    }
    if (!style->hand_games)
        return 0;
    const int by_hand = best_by_hand(style, rules, &hand, &null, view, contract);
    return by_hand > 0 && by_hand > best_with_skat(style, rules, &hand, &null, forehand) +
                                        1000 * style->hand_premium;
}

/* It rises with the chance of winning, but with much lower log odds. A guess, not fitted: gifts are
 * too rare to measure it. */
int bidding_schneider_chance(int log_odds)
{
    enum { BEHIND = 1100 };
    return model_chance(log_odds - BEHIND);
}

/* At a chance of 70 % and more, 74 % of the suit games that were announced became schneider, but
 * 94 % of the grands, whose log odds are therefore raised. */
int bidding_announces_schneider(const struct bidding_style *style, const struct skat_bot_view *view,
                                struct skat_bot_contract contract)
{
    enum { MORE_IN_GRAND = 420 };

    if (contract.type > GRAND || contract.with != SKAT_BOT_HAND)
        return 0;
    const int odds = model_log_odds(contract.type, view->hand, BY_HAND, view->position == 0, 0) +
                     (contract.type == GRAND ? MORE_IN_GRAND : 0);
    const int least = contract.type < SUITS && style->schneider_suit > style->schneider
                          ? style->schneider_suit
                          : style->schneider;
    return bidding_schneider_chance(odds) >= least;
}

int bidding_rum(const struct bidding_style *style, const struct rules *rules,
                const struct skat_bot_view *view)
{
    int forehand = view->position == 0, best = 0, chance_of_best = 0;

    for (int game = 0; game <= GRAND; game++) {
        int chance = bidding_chance(style, game, view->hand, BEFORE_SKAT, forehand, 0);
        int expected = expectation(rules, chance, bidding_value(rules, game, view->hand, 0), 0);
        if (allowed(style, rules, game) && expected > best) {
            best = expected;
            chance_of_best = chance;
        }
    }
    for (int ouvert = 0; ouvert < 2 && allowed(style, rules, NULL_GAME); ouvert++) {
        int chance = bidding_null_chance(style, view->hand, BEFORE_SKAT, forehand, ouvert);
        if (expectation(rules, chance, rules->null_values[2 * ouvert], 0) > best)
            return 0; /* showing the skat would gain nothing */
    }
    return rum_level(rules, chance_of_best);
}

int bidding_grand_hand(const struct bidding_style *style, const struct rules *rules,
                       const struct skat_bot_view *view, int passing)
{
    int chance = bidding_chance(style, GRAND, view->hand, BY_HAND, view->position == 0, 0);
    int value = bidding_value(rules, GRAND, view->hand, 1);
    return chance >= style->caution &&
           expectation(rules, chance, value, 1) > -1000 * rules->bock * passing;
}

/* The value that counts if a game is lost as overbid (rules.md 6). */
static int raised(int value, int base, int bid)
{
    return value >= bid ? value : (bid + base - 1) / base * base;
}

static int is_by_hand(struct skat_bot_contract contract)
{
    return (contract.with & SKAT_BOT_HAND) != 0;
}

int bidding_worth(const struct rules *rules, const struct skat_bot_view *view,
                  struct skat_bot_contract contract, int levels, int chance)
{
    const int by_hand = is_by_hand(contract), base = base_of(rules, contract.type);
    int value = bidding_value(rules, contract.type, view->hand, levels + by_hand);

    if (value < view->bid) {
        /* Only schneider could save it, with one more level, but that is rare. */
        int with_schneider = value + base >= view->bid;
        value = raised(value, base, view->bid);
        chance = with_schneider ? chance / 6 : 0;
    }
    return expectation(rules, chance, value, by_hand);
}

int bidding_brought(const struct rules *rules, struct skat_bot_contract contract, cards twelve,
                    int bid, int levels, int card_points)
{
    enum { ENOUGH = 61, IS_SCHNEIDER = 30, ALL = 120 };
    int won = card_points >= ENOUGH;
    int schneider = won ? card_points >= rules->schneider_points : card_points <= IS_SCHNEIDER;
    int schwarz = card_points == (won ? ALL : 0);
    const int by_hand = is_by_hand(contract);
    int value = bidding_value(rules, contract.type, twelve, levels + by_hand + schneider + schwarz);

    if (won && value >= bid)
        return 1000 * stakes_won(rules, value);
    return -1000 * stakes_lost(rules, raised(value, base_of(rules, contract.type), bid),
                               stakes_times(rules, by_hand));
}

int bidding_null_value(const struct rules *rules, struct skat_bot_contract null)
{
    const int ouvert = (null.with & SKAT_BOT_OUVERT) != 0;
    return rules->null_values[2 * ouvert + is_by_hand(null)];
}

int bidding_null_worth(const struct rules *rules, struct skat_bot_contract null, int chance)
{
    return expectation(rules, chance, bidding_null_value(rules, null), is_by_hand(null));
}

static cards put_aside(const struct bidding_style *style, const struct discards *discards,
                       const struct skat_bot_view *view, int game)
{
    int forehand = view->position == 0;

    if (has_sixes(view))
        return sixes_put_aside(game, view->hand, count(view->hand) - count(view->dealt), forehand);
    if (style->misjudges && game <= GRAND)
        return model_put_aside_roughly(style->deal, game, view->hand, forehand,
                                       style->misjudges * 2);
    return game == SACHSENSPITZE ? turned_put_aside(view->hand, forehand)
                                 : model_put_aside(discards, game, view->hand);
}

int bidding_slips(const struct bidding_style *style, const struct rules *rules)
{
    enum { DEALS = 10000 };
    return rules->any_game && style->deal % DEALS < (uint64_t)style->slips;
}

/* A suit game or grand, but not this one. */
static int mistaken_for(int game, uint64_t deal)
{
    const unsigned others = game > GRAND ? GRAND + 1 : GRAND;
    const int other = (int)((deal >> 32) % others);

    return other < game ? other : other + 1;
}

void bidding_declare(const struct bidding_style *style, const struct rules *rules,
                     const struct discards *discards, const struct skat_bot_view *view,
                     struct skat_bot_contract *contract, cards *aside)
{
    int best = -(1 << 30), forehand = view->position == 0, levels = view->rum;
    cards twelve = view->hand;

    for (int game = 0; game <= SACHSENSPITZE; game++) {
        if (game == NULL_GAME || !allowed(style, rules, game) ||
            (game == SACHSENSPITZE && !rules->sachsenspitze_base))
            continue;
        cards out = put_aside(style, discards, view, game);
        int chance =
            bidding_chance(style, game, twelve & ~out, AFTER_DISCARD, forehand, points_in(out));
        const struct skat_bot_contract plain = {(uint8_t)game, 0};
        int expected = bidding_worth(rules, view, plain, levels, chance);
        if (expected > best) {
            best = expected;
            *contract = plain;
            *aside = out;
        }
    }
    cards out = put_aside(style, discards, view, NULL_GAME);
    const struct null_features ten = model_null_features(twelve & ~out);
    for (int ouvert = 0; ouvert < 2 && allowed(style, rules, NULL_GAME); ouvert++) {
        const struct skat_bot_contract null = {NULL_GAME, ouvert ? SKAT_BOT_OUVERT : 0};
        int chance = null_chance_of(style, &ten, AFTER_DISCARD, forehand, ouvert);
        int expected = bidding_null_worth(rules, null, chance);
        if (bidding_null_value(rules, null) >= view->bid && expected > best) {
            best = expected;
            *contract = null;
            *aside = out;
        }
    }
    if (bidding_slips(style, rules))
        *contract =
            (struct skat_bot_contract){(uint8_t)mistaken_for(contract->type, style->deal), 0};
}
