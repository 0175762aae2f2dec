#include "bots/stammtisch/bidding.h"

enum { GAMES = 6, SKAT_POINTS = 7 /* of two unknown cards, a little less than 2/32 of 120 */ };

static int base_of(const struct rules *rules, int game)
{
    static const int8_t bases[SUITS] = {9, 10, 11, 12};
    return game == GRAND ? rules->grand_base : bases[game];
}

/* Matadors of a suit or grand game, with or without. */
static int matadors(const struct rules *rules, int game, cards set)
{
    unsigned tops = 0; /* the trumps from the highest, as bits from the lowest */
    int length = 4;
    unsigned jacks = jack_mask(set);

    for (int i = 0; i < 4; i++)
        tops |= (jacks >> (3 - i) & 1) << i;
    if (game != GRAND && !rules->jacks_only) {
        unsigned plain = plain_mask(set, game);
        for (int i = 0; i < 7; i++)
            tops |= (plain >> (6 - i) & 1) << (4 + i);
        length = 11;
    }
    if (!(tops & 1))
        tops = ~tops;
    return __builtin_ctz(~tops | 1u << length); /* the first that breaks the run, or its end */
}

static int value_of(const struct rules *rules, int game, cards set, int levels)
{
    return base_of(rules, game) * (matadors(rules, game, set) + 1 + levels);
}

static int allowed(const struct bidding_style *style, int game)
{
    return game == GRAND ? style->grand_games : game == NULL_GAME ? style->null_games : 1;
}

/* Expected points of a game with that chance, in thousandths. Seeger and Fabian's extras make
 * winning and losing weigh the same for small games as for big ones. */
static int expectation(const struct rules *rules, int chance, int value, int by_hand)
{
    int lost = by_hand && rules->lost_single_hand ? value : 2 * value;
    int extra = rules->seeger ? 50 : 0, others = rules->seeger ? 40 : 0;
    return chance * (value + extra) - (1000 - chance) * (lost + extra + others);
}

int bidding_limit(const struct bidding_style *style, const struct rules *rules, cards hand,
                  int forehand)
{
    int limit = 0;

    for (int game = 0; game <= GRAND; game++) {
        int chance = model_chance(model_log_odds(game, hand, BEFORE_SKAT, forehand, 0));
        if (!allowed(style, game) || chance < style->caution)
            continue;
        int value = value_of(rules, game, hand, 0);
        /* Without many, one jack in the skat spoils the value: bid as if one were there when the
         * game is not a sure one. */
        limit = value > limit ? value : limit;
    }
    for (int ouvert = 0; ouvert < 2 && style->null_games; ouvert++)
        if (model_chance(model_null_log_odds(hand, BEFORE_SKAT, forehand, ouvert)) >=
            style->caution) {
            int value = rules->null_values[2 * ouvert];
            limit = value > limit ? value : limit;
        }
    return limit;
}

int bidding_hand_game(const struct bidding_style *style, const struct rules *rules,
                      const struct skat_bot_view *view, struct skat_bot_contract *contract)
{
    int best = 0, chosen = 0, forehand = view->position == 0, with_skat = 0;

    if (!style->hand_games)
        return 0;
    for (int game = 0; game <= GRAND; game++) {
        if (!allowed(style, game))
            continue;
        int before = model_chance(model_log_odds(game, view->hand, BEFORE_SKAT, forehand, 0));
        int picked = expectation(rules, before, value_of(rules, game, view->hand, 0), 0);
        with_skat = picked > with_skat ? picked : with_skat;
        int chance =
            model_chance(model_log_odds(game, view->hand, AFTER_DISCARD, forehand, SKAT_POINTS));
        int value = value_of(rules, game, view->hand, 1);
        int expected = expectation(rules, chance, value, 1);
        if (chance >= style->hand_caution && value >= view->bid && expected > best) {
            best = expected;
            *contract = (struct skat_bot_contract){(uint8_t)game, SKAT_BOT_HAND};
            chosen = 1;
        }
    }
    for (int ouvert = 0; ouvert < 2 && style->null_games; ouvert++) {
        int chance = model_chance(model_null_log_odds(view->hand, AFTER_DISCARD, forehand, ouvert));
        int value = rules->null_values[2 * ouvert + 1];
        int expected = expectation(rules, chance, value, 1);
        int before = model_chance(model_null_log_odds(view->hand, BEFORE_SKAT, forehand, ouvert));
        int picked = expectation(rules, before, rules->null_values[2 * ouvert], 0);
        with_skat = picked > with_skat ? picked : with_skat;
        if (chance >= style->hand_caution && value >= view->bid && expected > best) {
            best = expected;
            *contract = (struct skat_bot_contract){
                NULL_GAME, (uint8_t)(SKAT_BOT_HAND | (ouvert ? SKAT_BOT_OUVERT : 0))};
            chosen = 1;
        }
    }
    return chosen && best > with_skat;
}

/* The value that will count when a game is lost on too high a bid (rulebook 6). */
static int raised(int value, int base, int bid)
{
    return value >= bid ? value : (bid + base - 1) / base * base;
}

void bidding_declare(const struct bidding_style *style, const struct rules *rules,
                     const struct discards *discards, const struct skat_bot_view *view,
                     struct skat_bot_contract *contract, cards *aside)
{
    int best = -(1 << 30), forehand = view->position == 0;
    cards twelve = view->hand;

    for (int game = 0; game <= GRAND; game++) {
        if (!allowed(style, game) && game == GRAND)
            continue;
        cards out = model_put_aside(discards, game, twelve);
        int chance = model_chance(
            model_log_odds(game, twelve & ~out, AFTER_DISCARD, forehand, points_in(out)));
        int value = value_of(rules, game, twelve, 0);
        if (value < view->bid) {
            /* Only schneider could save it: that is one level more, and seldom made. */
            int with_schneider = value + base_of(rules, game) >= view->bid;
            value = raised(value, base_of(rules, game), view->bid);
            chance = with_schneider ? chance / 6 : 0;
        }
        int expected = expectation(rules, chance, value, 0);
        if (expected > best) {
            best = expected;
            *contract = (struct skat_bot_contract){(uint8_t)game, 0};
            *aside = out;
        }
    }
    cards out = model_put_aside(discards, NULL_GAME, twelve);
    for (int ouvert = 0; ouvert < 2 && style->null_games; ouvert++) {
        int value = rules->null_values[2 * ouvert];
        int chance =
            model_chance(model_null_log_odds(twelve & ~out, AFTER_DISCARD, forehand, ouvert));
        int expected = expectation(rules, chance, value, 0);
        if (value >= view->bid && expected > best) {
            best = expected;
            *contract = (struct skat_bot_contract){NULL_GAME, ouvert ? SKAT_BOT_OUVERT : 0};
            *aside = out;
        }
    }
}
