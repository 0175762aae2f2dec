// SPDX-License-Identifier: MIT
#include "bots/stammtisch/bidding.h"

#include "bots/stammtisch/play.h"

/* ---- what games are worth ---- */

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

static int is_by_hand(struct skat_bot_contract contract)
{
    return (contract.with & SKAT_BOT_HAND) != 0;
}

int bidding_null_value(const struct rules *rules, struct skat_bot_contract null)
{
    const int ouvert = (null.with & SKAT_BOT_OUVERT) != 0;
    return rules->null_values[2 * ouvert + is_by_hand(null)];
}

/* Expected points, in thousandths, of a game with this chance. */
static int expectation(const struct rules *rules, int chance, int value, int by_hand)
{
    return stakes_expected(rules, chance, value, stakes_times(rules, by_hand));
}

/* The value that counts if a game is lost as overbid (rules.md 6). */
static int raised(int value, int base, int bid)
{
    return value >= bid ? value : (bid + base - 1) / base * base;
}

int bidding_worth(const struct rules *rules, struct skat_bot_contract contract, cards twelve,
                  int bid, int levels, int chance)
{
    const int by_hand = is_by_hand(contract), null = contract.type == NULL_GAME;
    int value = null ? bidding_null_value(rules, contract)
                     : bidding_value(rules, contract.type, twelve, levels + by_hand);

    if (value < bid) {
        if (null)
            return BIDDING_NOT_ALLOWED;
        /* Only schneider could save it, with one more level, but that is rare. */
        const int base = base_of(rules, contract.type), with_schneider = value + base >= bid;
        value = raised(value, base, bid);
        chance = with_schneider ? chance / 6 : 0;
    }
    return expectation(rules, chance, value, by_hand);
}

int bidding_brought(const struct rules *rules, struct skat_bot_contract contract, cards twelve,
                    int bid, int levels, int card_points)
{
    enum { ENOUGH = 61, IS_SCHNEIDER = 30, ALL = 120 };
    const int by_hand = is_by_hand(contract), won = card_points >= ENOUGH;

    if (contract.type == NULL_GAME)
        return expectation(rules, won ? 1000 : 0, bidding_null_value(rules, contract), by_hand);
    int schneider = won ? card_points >= rules->schneider_points : card_points <= IS_SCHNEIDER;
    int schwarz = card_points == (won ? ALL : 0);
    int value = bidding_value(rules, contract.type, twelve, levels + by_hand + schneider + schwarz);
    if (won && value >= bid)
        return 1000 * stakes_won(rules, value);
    return -1000 * stakes_lost(rules, raised(value, base_of(rules, contract.type), bid),
                               stakes_times(rules, by_hand));
}

/* ---- chances ---- */

/* The error of this player's judgement. Jacks and aces tell a grand, so it is judged better. */
static int misjudgement(const struct club_player *club, int game, int ouvert)
{
    const struct bidding_style *style = &club->style;
    enum { GRAND_PARTS = 4 };
    const int deviation = game == GRAND ? style->misjudges / GRAND_PARTS : style->misjudges;

    return deviation ? error_of(style->deal, JUDGED_GAME, (unsigned)(2 * game + ouvert), deviation)
                     : 0;
}

/* What this player adds to the tables' log odds. */
static int bonus(const struct club_player *club, int game, int forehand)
{
    return (game == GRAND ? club->style.grand_bonus : 0) +
           (forehand ? club->style.forehand_bonus : 0) + misjudgement(club, game, 0);
}

/* By hand, a null depends on the two cards that nobody has seen, and is judged so much worse. */
static int null_bonus(const struct club_player *club, enum stage stage, int forehand, int ouvert)
{
    const struct bidding_style *style = &club->style;
    enum { WORSE_BY_HAND = 5 };

    return style->null_bonus + (ouvert ? style->ouvert_bonus : 0) +
           (stage == BY_HAND ? style->null_hand_bonus : 0) +
           (forehand ? style->forehand_bonus : 0) +
           misjudgement(club, NULL_GAME, ouvert) * (stage == BY_HAND ? WORSE_BY_HAND : 1);
}

int bidding_chance(const struct club_player *club, int game, cards hand, enum stage stage,
                   int forehand, int aside)
{
    return model_chance(model_log_odds(game, hand, stage, forehand, aside) +
                        bonus(club, game, forehand));
}

/* Ten cards before the game, as the tables see them. */
struct rated_hand {
    struct features trumps;
    struct null_features null;
    int forehand;
};

static inline struct rated_hand rate(cards hand, int forehand)
{
    return (struct rated_hand){model_features(hand), model_null_features(hand), forehand};
}

struct skat_bot_contract bidding_game(int game)
{
    return (struct skat_bot_contract){(uint8_t)(game == BIDDING_OUVERT ? NULL_GAME : game),
                                      game == BIDDING_OUVERT ? SKAT_BOT_OUVERT : 0};
}

/* May this player announce this type of game? Games excluded by the style are still played if no
 * other game is allowed. */
static int allowed(const struct club_player *club, int type)
{
    if (club->rules.games != ALL_GAMES)
        return club->rules.games >> type & 1;
    return type == GRAND ? club->style.grand_games : type == NULL_GAME ? club->style.null_games : 1;
}

static int chance_of_null(const struct club_player *club, const struct null_features *hand,
                          enum stage stage, int forehand, int ouvert)
{
    return model_chance(model_null_log_odds_of(hand, stage, forehand, ouvert) +
                        null_bonus(club, stage, forehand, ouvert));
}

int bidding_null_chance(const struct club_player *club, cards hand, enum stage stage, int forehand,
                        int ouvert)
{
    const struct null_features features = model_null_features(hand);

    return chance_of_null(club, &features, stage, forehand, ouvert);
}

static int chance_of(const struct club_player *club, int game, const struct rated_hand *hand,
                     enum stage stage)
{
    if (game >= NULL_GAME)
        return chance_of_null(club, &hand->null, stage, hand->forehand, game == BIDDING_OUVERT);
    return model_chance(model_log_odds_of(game, &hand->trumps, stage, hand->forehand, 0) +
                        bonus(club, game, hand->forehand));
}

static int value_of(const struct rules *rules, int game, const struct rated_hand *hand, int by_hand)
{
    if (game >= NULL_GAME)
        return rules->null_values[2 * (game == BIDDING_OUVERT) + by_hand];
    return base_of(rules, game) *
           (matadors(rules, game, hand->trumps.jacks, game < SUITS ? hand->trumps.plain[game] : 0) +
            1 + by_hand);
}

/* The expected points, in thousandths, of a game that is won with this chance. */
static int worth_of(const struct club_player *club, int game, const struct rated_hand *hand,
                    int by_hand, int chance)
{
    return expectation(&club->rules, chance, value_of(&club->rules, game, hand, by_hand), by_hand);
}

/* ---- spitzen ---- */

/* The seven wins the last trick if nobody else has a trump left. Besides the named trumps, that
 * takes a trump to draw each trump of the others, high ones to keep the lead, and some to spare. */
static int safe(int suit, cards ten, int named)
{
    static const int spare_needed[5] = {9, 2, 1, 0, -1}; /* by number of own jacks */
    cards trumps = ten & trumps_of(suit);
    int all = count(ten) > SKAT_HAND ? 12 : 11, others = all - count(trumps),
        drawing = count(trumps) - named;

    return drawing - others >= spare_needed[count(trumps & JACKS)];
}

/* How many spitzen to announce in a suit game with ten cards (eleven with sixes), 0 to `max`. */
static int spitzen_of_suit(int suit, cards ten, int max)
{
    int named = 0, lowest = count(ten) > SKAT_HAND ? SKAT_BOT_SIX : SKAT_BOT_SEVEN;

    while (named < max && ten & BIT(LANE(suit) + lowest + named) && safe(suit, ten, named + 1))
        named++;
    return named;
}

/* Announce one in grand with these ten cards? `known`: these and the discards. The diamond jack
 * wins the last trick if the other jack is gone by then: it falls to the two highest, which are led
 * before. */
static int spitzen_of_grand(cards ten, cards known)
{
    const cards needed = DIAMOND_JACK | BIT(LANE(SKAT_BOT_SPADES) + SKAT_BOT_JACK) |
                         BIT(LANE(SKAT_BOT_CLUBS) + SKAT_BOT_JACK);

    return (ten & needed) == needed && (known & JACKS) != JACKS;
}

void bidding_add_spitzen(const struct skat_bot_decision *decision, cards ten, cards known,
                         struct skat_bot_contract *contract)
{
    if (decision->grand_spitze && contract->type == GRAND && spitzen_of_grand(ten, known))
        contract->with |= SKAT_BOT_SPITZE;
    if (decision->spitzen && contract->type < SUITS)
        contract->with |=
            (uint8_t)(SKAT_BOT_SPITZE * spitzen_of_suit(contract->type, ten, decision->spitzen));
}

/* ---- how high ---- */

/* The chance, in thousandths, from which a game is worth bidding; `otherwise` as in
 * stakes_break_even(). */
static int bidding_needed(const struct club_player *club, int value, int otherwise)
{
    /* The tables reckon with defenders half way between this bot's kind and pimc (fit/README.md),
     * so a game that breaks even against its own kind looks worse. Found by duels. */
    enum { RECKONED = 70 };
    return club->style.caution - USUAL_CAUTION - RECKONED +
           stakes_break_even(&club->rules, value, otherwise);
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
        spitzen = spitzen_of_suit(game, hand, rules->spitzen_max);
    else if (game == GRAND && rules->spitzen_grand)
        spitzen = spitzen_of_grand(hand, hand);
    return spitzen * rules->spitzen_levels + rum_level(rules, chance);
}

/* The highest value worth bidding for a revolution or a Sächsische Spitze, 0 for none. */
static int limit_of_variants(const struct club_player *club, cards hand, int forehand,
                             int otherwise)
{
    const struct rules *rules = &club->rules;

    if (rules->revolution && revolution_safe(hand, forehand || rules->revolution_both))
        return REVOLUTION_VALUE; /* more than a Sächsische Spitze with such cards */
    if (!rules->sachsenspitze_base)
        return 0;
    int value = bidding_value(rules, SACHSENSPITZE, hand, 0);
    int chance = bidding_chance(club, SACHSENSPITZE, hand, BEFORE_SKAT, forehand, 0);
    return chance >= bidding_needed(club, value, otherwise) ? value : 0;
}

int bidding_limit(const struct club_player *club, cards hand, int forehand, int passing)
{
    const struct rules *rules = &club->rules;
    const struct rated_hand rated = rate(hand, forehand);
    const int otherwise = stakes_elsewhere(rules) - passing * rules->bock;
    int limit = 0;

    /* When playing without many, one jack in the skat spoils the value, which is bid all the same.
     */
    for (int game = 0; game < BIDDING_GAMES; game++) {
        if (!allowed(club, bidding_game(game).type))
            continue;
        int value = value_of(rules, game, &rated, 0);
        if (value <= limit && !rules->rum && !rules->spitzen_max)
            continue; /* saves the time that its chance takes */
        const int chance = chance_of(club, game, &rated, BEFORE_SKAT);
        if (game <= GRAND)
            value += base_of(rules, game) * levels_to_come(rules, game, hand, chance);
        if (value > limit && chance >= bidding_needed(club, value, otherwise))
            limit = value;
    }
    int variant = limit_of_variants(club, hand, forehand, otherwise);
    return variant > limit ? variant : limit;
}

int bidding_hearts(const struct club_player *club, cards hand, int forehand)
{
    int chance = bidding_chance(club, SKAT_BOT_HEARTS, hand, BEFORE_SKAT, forehand, 0);
    int value = bidding_value(&club->rules, SKAT_BOT_HEARTS, hand, 0);

    /* `caution` alone does not ensure a profit, since a lost game costs twice the value. */
    return chance >= club->style.caution && expectation(&club->rules, chance, value, 0) > 0;
}

/* ---- games by hand ---- */

/* What the best single game with the skat is worth, in thousandths, or 0. */
static int best_with_skat(const struct club_player *club, const struct rated_hand *hand)
{
    int best = 0;

    for (int game = 0; game < BIDDING_GAMES; game++) {
        if (!allowed(club, bidding_game(game).type))
            continue;
        const int worth = worth_of(club, game, hand, 0, chance_of(club, game, hand, BEFORE_SKAT));
        best = worth > best ? worth : best;
    }
    return best;
}

/* The best hand game of those that are sure enough, with what it is worth, in thousandths. */
static struct best_game best_by_hand(const struct club_player *club, const struct rated_hand *hand,
                                     int bid)
{
    struct best_game best = {.worth = 0};

    for (int game = 0; game < BIDDING_GAMES; game++) {
        if (!allowed(club, bidding_game(game).type))
            continue;
        const int chance = chance_of(club, game, hand, BY_HAND);
        struct skat_bot_contract contract = bidding_game(game);
        contract.with |= SKAT_BOT_HAND;
        if (chance >= club->style.hand_caution && value_of(&club->rules, game, hand, 1) >= bid)
            best_game_keep(&best, worth_of(club, game, hand, 1, chance), contract, 0);
    }
    return best;
}

int bidding_hand_game(const struct club_player *club, const struct skat_bot_view *view,
                      struct skat_bot_contract *contract)
{
    const struct rated_hand hand = rate(view->hand, view->position == 0);

    if (club->rules.revolution && view->bid <= REVOLUTION_VALUE &&
        revolution_safe(view->hand, hand.forehand || club->rules.revolution_both)) {
        *contract = (struct skat_bot_contract){REVOLUTION, 0};
        return 1;
    }
    if (!club->style.hand_games)
        return 0;
    const struct best_game by_hand = best_by_hand(club, &hand, view->bid);
    if (!by_hand.worth ||
        by_hand.worth <= best_with_skat(club, &hand) + 1000 * club->style.hand_premium)
        return 0;
    *contract = by_hand.contract;
    return 1;
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
static int announces_schneider(const struct club_player *club, const struct skat_bot_view *view,
                               struct skat_bot_contract contract)
{
    enum { MORE_IN_GRAND = 420 };
    const struct bidding_style *style = &club->style;

    if (contract.type > GRAND || contract.with != SKAT_BOT_HAND)
        return 0;
    const int odds = model_log_odds(contract.type, view->hand, BY_HAND, view->position == 0, 0) +
                     (contract.type == GRAND ? MORE_IN_GRAND : 0);
    const int least = contract.type < SUITS && style->schneider_suit > style->schneider
                          ? style->schneider_suit
                          : style->schneider;
    return bidding_schneider_chance(odds) >= least;
}

void bidding_add_schneider(const struct club_player *club, const struct skat_bot_view *view,
                           const struct skat_bot_decision *decision,
                           struct skat_bot_contract *contract)
{
    if (!announces_schneider(club, view, *contract))
        return;
    for (uint32_t i = 0; i < decision->declaration_count; i++)
        if (decision->declarations[i].type == contract->type &&
            decision->declarations[i].with == (SKAT_BOT_HAND | SKAT_BOT_SCHNEIDER))
            *contract = decision->declarations[i];
}

int bidding_rum(const struct club_player *club, const struct skat_bot_view *view)
{
    const struct rated_hand hand = rate(view->hand, view->position == 0);
    int best = 0, chance_of_best = 0;

    for (int game = 0; game < BIDDING_GAMES; game++) {
        const int chance = chance_of(club, game, &hand, BEFORE_SKAT);
        const int worth = worth_of(club, game, &hand, 0, chance);
        if (!allowed(club, bidding_game(game).type) || worth <= best)
            continue;
        if (game >= NULL_GAME)
            return 0; /* showing the skat would gain nothing */
        best = worth;
        chance_of_best = chance;
    }
    return rum_level(&club->rules, chance_of_best);
}

int bidding_grand_hand(const struct club_player *club, const struct skat_bot_view *view,
                       int passing)
{
    const struct rules *rules = &club->rules;
    int chance = bidding_chance(club, GRAND, view->hand, BY_HAND, view->position == 0, 0);
    int value = bidding_value(rules, GRAND, view->hand, 1);
    return chance >= club->style.caution &&
           expectation(rules, chance, value, 1) > -1000 * rules->bock * passing;
}

/* ---- schwarz ---- */

/* All cards must be the highest of their suits, and as many trumps as the others can have at most
 * are led before anything else. If another player leads, no trump may be out: it could take the
 * lead's suit from this player. */
int schwarz_certain(int game, cards ten, int leads)
{
    const cards trumps = trumps_of(game), out = ALL_CARDS & ~ten;

    return all_highest(ten, out, trumps) &&
           count(out & trumps) <= (leads ? count(ten & trumps) : 0);
}

int schwarz_game(const struct rules *rules, const struct skat_bot_view *view,
                 const struct skat_bot_decision *decision, struct skat_bot_contract *contract)
{
    enum { NEEDED = SKAT_BOT_HAND | SKAT_BOT_SCHWARZ };
    int best = 0;

    if (!rules->usual_trumps || count(view->hand) != SKAT_HAND)
        return 0;
    for (uint32_t i = 0; i < decision->declaration_count; i++) {
        const struct skat_bot_contract offered = decision->declarations[i];
        if (offered.type > GRAND || (offered.with & NEEDED) != NEEDED)
            continue;
        const int value = bidding_value(rules, offered.type, view->hand, count(offered.with));
        if (value > best && value >= view->bid &&
            schwarz_certain(offered.type, view->hand, view->position == 0)) {
            best = value;
            *contract = offered;
        }
    }
    return best > 0;
}

/* ---- after the pick-up ---- */

static cards put_aside(const struct club_player *club, const struct skat_bot_view *view, int game)
{
    const struct bidding_style *style = &club->style;
    const cards hand = view->hand, plain = game == NULL_GAME ? hand : hand & ~trumps_of(game);
    const int number = count(hand) - count(view->dealt), forehand = view->position == 0;

    if (has_sixes(view)) /* discards trumps only if there are too few other cards */
        return model_put_aside_by_trial(game, hand, count(plain) >= number ? plain : hand, number,
                                        forehand, 0, 0);
    if (game == SACHSENSPITZE || (style->misjudges && game <= GRAND))
        return model_put_aside_by_trial(game, hand, hand & ~JACKS, 2, forehand, style->deal,
                                        game <= GRAND ? style->misjudges * 2 : 0);
    return model_put_aside(&club->discards, game, hand);
}

int bidding_slips(const struct club_player *club)
{
    enum { DEALS = 10000 };
    return club->rules.any_game && club->style.deal % DEALS < (uint64_t)club->style.slips;
}

/* A suit game or grand, but not this one. */
static int mistaken_for(int game, uint64_t deal)
{
    const unsigned others = game > GRAND ? GRAND + 1 : GRAND;
    const int other = (int)((deal >> 32) % others);

    return other < game ? other : other + 1;
}

void bidding_declare(const struct club_player *club, const struct skat_bot_view *view,
                     struct skat_bot_contract *contract, cards *aside)
{
    static const uint8_t types[] = {SKAT_BOT_DIAMONDS, SKAT_BOT_HEARTS, SKAT_BOT_SPADES,
                                    SKAT_BOT_CLUBS,    GRAND,           SACHSENSPITZE,
                                    NULL_GAME};
    const int forehand = view->position == 0;
    struct best_game best = {BIDDING_NOT_ALLOWED, *contract, *aside};

    for (unsigned i = 0; i < sizeof types; i++) {
        const int type = types[i];
        if (!allowed(club, type) || (type == SACHSENSPITZE && !club->rules.sachsenspitze_base))
            continue;
        const cards out = put_aside(club, view, type), ten = view->hand & ~out;
        for (int ouvert = 0; ouvert < (type == NULL_GAME ? 2 : 1); ouvert++) {
            const struct skat_bot_contract game = {types[i], ouvert ? SKAT_BOT_OUVERT : 0};
            const int chance =
                type == NULL_GAME
                    ? bidding_null_chance(club, ten, AFTER_DISCARD, forehand, ouvert)
                    : bidding_chance(club, type, ten, AFTER_DISCARD, forehand, points_in(out));
            best_game_keep(
                &best, bidding_worth(&club->rules, game, view->hand, view->bid, view->rum, chance),
                game, out);
        }
    }
    *contract = best.contract;
    *aside = best.aside;
    if (bidding_slips(club))
        *contract =
            (struct skat_bot_contract){(uint8_t)mistaken_for(contract->type, club->style.deal), 0};
}

/* ---- the auction by suits ---- */

/* The ranks of rules.md 3.1. */
enum { FRAGE = 1, SOLO = 5, NULL_HAND = 9, GRAND_HAND = 10, NULL_OPEN = 11 };

/* Is a game by hand one that this player plays? It announces nothing besides. */
static int plays_by_hand(const struct club_player *club, struct skat_bot_contract contract)
{
    const struct bidding_style *style = &club->style;

    if (!style->hand_games || (contract.type == GRAND && !style->grand_games))
        return 0;
    return contract.type == NULL_GAME ? style->null_games : contract.with == SKAT_BOT_HAND;
}

/* Is a game worth playing? */
static int pays(const struct club_player *club, int game, const struct rated_hand *hand,
                int by_hand, int otherwise)
{
    const int chance = chance_of(club, game, hand, by_hand ? BY_HAND : BEFORE_SKAT);
    const int value = value_of(&club->rules, game, hand, by_hand);

    return chance && chance >= bidding_needed(club, value, otherwise);
}

/* The rank of a game that can be named. */
static int rank_of(struct skat_bot_contract contract)
{
    int open = contract.with & SKAT_BOT_OUVERT ? NULL_OPEN - NULL_HAND : 0;

    if (contract.type < SUITS)
        return (contract.with & SKAT_BOT_HAND ? SOLO : FRAGE) + contract.type;
    return (contract.type == GRAND ? GRAND_HAND : NULL_HAND) + open;
}

static void raise_to(int *limit, int rank)
{
    if (rank > *limit)
        *limit = rank;
}

int calls_limit(const struct club_player *club, cards hand, int forehand, int passing)
{
    const int otherwise = stakes_elsewhere(&club->rules) - passing * club->rules.bock;
    const struct rated_hand rated = rate(hand, forehand);
    int limit = 0;

    for (int game = 0; game < BIDDING_GAMES; game++) {
        struct skat_bot_contract solo = bidding_game(game);
        solo.with |= SKAT_BOT_HAND;
        if (game < SUITS && pays(club, game, &rated, 0, otherwise))
            raise_to(&limit, FRAGE + game);
        if (plays_by_hand(club, solo) && pays(club, game, &rated, 1, otherwise))
            raise_to(&limit, rank_of(solo));
    }
    return limit;
}

void calls_bid(const struct skat_bot_view *view, const struct skat_bot_decision *decision,
               int limit, struct skat_bot_action *out)
{
    out->kind = SKAT_BOT_PASS;
    if (decision->kind == SKAT_BOT_DECIDE_HOLD_CALL) {
        if (view->called_rank <= limit)
            out->kind = SKAT_BOT_HOLD;
    } else if (decision->declaration_count && rank_of(decision->declarations[0]) <= limit) {
        out->kind = SKAT_BOT_CALL;
        out->contract = decision->declarations[0];
    }
}

/* The best game by hand on offer with at least this chance, and what it is worth. */
static struct best_game best_named(const struct club_player *club, const struct rated_hand *hand,
                                   const struct skat_bot_decision *decision, int least)
{
    struct best_game best = {.worth = BIDDING_NOT_ALLOWED, .contract = decision->declarations[0]};

    for (uint32_t i = 0; i < decision->declaration_count; i++) {
        const struct skat_bot_contract named = decision->declarations[i];
        const int game =
            named.with & SKAT_BOT_OUVERT && named.type == NULL_GAME ? BIDDING_OUVERT : named.type;
        const int chance = plays_by_hand(club, named) ? chance_of(club, game, hand, BY_HAND) : 0;
        if (chance && chance >= least)
            best_game_keep(&best, worth_of(club, game, hand, 1, chance), named, 0);
    }
    return best;
}

int calls_hand_game(const struct club_player *club, const struct skat_bot_view *view,
                    const struct skat_bot_decision *decision, struct skat_bot_contract *contract)
{
    const struct rated_hand hand = rate(view->hand, view->position == 0);
    const struct best_game named = best_named(club, &hand, decision, club->style.hand_caution);
    int with_skat = BIDDING_NOT_ALLOWED;

    for (int suit = view->called_rank - FRAGE; suit < SUITS; suit++) {
        const int worth = worth_of(club, suit, &hand, 0, chance_of(club, suit, &hand, BEFORE_SKAT));
        with_skat = worth > with_skat ? worth : with_skat;
    }
    if (named.worth <= with_skat + 1000 * club->style.hand_premium)
        return 0;
    *contract = named.contract;
    return 1;
}

struct skat_bot_contract calls_by_hand(const struct club_player *club,
                                       const struct skat_bot_view *view,
                                       const struct skat_bot_decision *decision)
{
    const struct rated_hand hand = rate(view->hand, view->position == 0);

    return best_named(club, &hand, decision, 0).contract;
}
