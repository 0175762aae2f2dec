// SPDX-License-Identifier: MIT
#include "bots/stammtisch/kontra.h"

#include "bots/stammtisch/play.h"

enum {
    BID_MOST = 48,
    BID_STEP = 8, /* higher bids carry no more information */
    /* How much a doubling tells about the cards of the side that doubles, in 256ths of log odds;
     * also for kontra against open cards. */
    EVIDENCE = 300,
    OPEN_EVIDENCE = 900,
    /* Open null: for each suit in which this player can go under the declarer and does not have
     * to follow for long. */
    OPEN_DANGER = 100,
    SHORT = 2,
    /* Sächsische Spitze uses the weights of grand, which underrate the declarer's cards. */
    TURNED_DOUBT = 128
};

/* The part common to all games: bids and positions. */
static int table_log_odds(const struct skat_bot_view *view, int bid, int partner_bid,
                          int partner_height, int own_bid)
{
    int partner = 3 - view->position - view->declarer;
    int his = view->bid < BID_MOST ? view->bid : BID_MOST;
    int partners = view->highest[partner] < BID_MOST ? view->highest[partner] : BID_MOST;

    return his * bid / BID_STEP + (partners ? partner_bid : 0) +
           partners * partner_height / BID_STEP + (view->highest[view->position] ? own_bid : 0);
}

/* 0 if this player sits on the declarer's left, 1 on the right. */
static int side_of(const struct skat_bot_view *view)
{
    return (view->position + 3 - view->declarer) % 3 - 1;
}

static int by_hand(const struct skat_bot_view *view) { return view->contract.with & SKAT_BOT_HAND; }

static int trump_game_log_odds(const struct skat_bot_view *view, int game, cards dealt)
{
    const struct kontra_weights *w = game == GRAND ? &kontra_grand : &kontra_suit;
    int sum = w->bias + (by_hand(view) ? w->by_hand : 0) + w->jacks[jack_mask(dealt)] +
              w->places[view->declarer][side_of(view)] +
              table_log_odds(view, w->bid, w->partner_bid, w->partner_height, w->own_bid);

    for (int suit = 0; suit < SUITS; suit++)
        if (suit != game)
            sum += w->plain[plain_mask(dealt, suit)];
    if (game < SUITS) {
        unsigned trumps = plain_mask(dealt, game);
        sum += w->suits[game] + w->trumps[trumps >> 5][__builtin_popcount(trumps)];
    }
    return sum;
}

static int null_log_odds(const struct skat_bot_view *view)
{
    const struct kontra_null *w = &kontra_null;
    int sum = w->bias + (by_hand(view) ? w->by_hand : 0) +
              w->places[view->declarer][side_of(view)] +
              table_log_odds(view, w->bid, w->partner_bid, w->partner_height, w->own_bid);

    for (int suit = 0; suit < SUITS; suit++)
        sum += w->cards[null_mask(view->dealt, suit)];
    return sum;
}

static int open_null_log_odds(const struct skat_bot_view *view)
{
    cards ten = memory_ten_of(view, view->declarer, view->shown);
    int odds = model_null_log_odds(ten, AFTER_DISCARD, view->declarer == 0, 1);

    /* The tables of null ignore who has the missing cards; this player sees half of them. */
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned his = null_mask(ten, suit), mine = null_mask(view->dealt, suit);
        unsigned below_his = his ? (his & -his) - 1 : 0;
        if (mine & below_his && __builtin_popcount(mine) <= SHORT)
            odds -= OPEN_DANGER;
    }
    return odds;
}

static int log_odds_seen(const struct skat_bot_view *view)
{
    enum { SURE = 2000 };

    switch (view->contract.type) {
    case REVOLUTION:
        return revolution_safe(memory_ten_of(view, view->declarer, view->shown), 1) ? SURE : -SURE;
    case SACHSENSPITZE:
        return trump_game_log_odds(view, GRAND, turned_cards(view->dealt)) + TURNED_DOUBT;
    case NULL_GAME:
        return view->shown ? open_null_log_odds(view) : null_log_odds(view);
    }
    return trump_game_log_odds(view, view->contract.type, view->dealt);
}

/* The declarer's chance, in thousandths, as this defender sees it. */
static int declarers_chance(const struct skat_bot_view *view)
{
    /* Each doubling by the declarer raises the chance, each by the partner lowers it. */
    int answered = view->kontra / 2;
    return model_chance(log_odds_seen(view) + answered * EVIDENCE);
}

/* Is the game certainly lost as overbid? */
static int overbid(const struct rules *rules, const struct skat_bot_view *view, cards counted)
{
    int spitzen = (view->contract.with & SKAT_BOT_SPITZEN) / SKAT_BOT_SPITZE;
    int levels = view->rum + by_hand(view) + spitzen * rules->spitzen_levels;
    int value = bidding_value(rules, view->contract.type, counted, levels);
    return value < view->bid;
}

/* The log odds of declarer's own suit game, grand or Sächsische Spitze. */
static int own_log_odds(const struct skat_bot_view *view)
{
    const cards ten = memory_ten_of(view, view->declarer, view->hand);

    return model_log_odds(view->contract.type, ten, view->picked_up ? AFTER_DISCARD : BY_HAND,
                          view->position == 0, view->picked_up ? points_in(view->skat) : 0);
}

/* The declarer's own chance, given the doublings by the defenders. */
static int own_chance(const struct rules *rules, const struct skat_bot_view *view)
{
    int game = view->contract.type, forehand = view->position == 0;
    int ouvert = (view->contract.with & SKAT_BOT_OUVERT) != 0;
    enum stage stage = view->picked_up ? AFTER_DISCARD : BY_HAND;
    int doubted = (view->kontra + 1) / 2 * (ouvert ? OPEN_EVIDENCE : EVIDENCE);
    cards ten = memory_ten_of(view, view->declarer, view->hand);

    if (game == REVOLUTION)
        return revolution_safe(ten, forehand || rules->revolution_both) ? 1000 : 0;
    if (game == NULL_GAME)
        return model_chance(model_null_log_odds(ten, stage, forehand, ouvert) - doubted);
    if (overbid(rules, view, ten | view->skat))
        return 0;
    return model_chance(own_log_odds(view) - doubted);
}

int kontra_chance(const struct rules *rules, const struct skat_bot_view *view)
{
    return view->position == view->declarer ? own_chance(rules, view) : declarers_chance(view);
}

int kontra_pays(const struct club_player *club, const struct skat_bot_view *view, int chance)
{
    return view->position == view->declarer ? chance >= club->style.re
                                            : 1000 - chance >= club->style.kontra;
}

int kontra_says(const struct club_player *club, const struct skat_bot_view *view)
{
    return kontra_pays(club, view, kontra_chance(&club->rules, view));
}

/* ---- schenken ---- */

/* Giving up saves only the level for schneider and costs the defenders every chance, so the game
 * must be as good as lost. The declarer's chance, in thousandths. */
enum { HOPELESS = 975, PARTNER_SAYS_SO = 900 };

static int lacks_all(const struct skat_bot_view *view)
{
    cards trumps = trumps_of(view->contract.type);
    return !(view->hand & ((ACES & ~trumps) | JACKS)) && count(view->hand & trumps) <= 1;
}

int gift_proposed(const struct skat_bot_view *view)
{
    return !view->gifts_refused && !view->kontra && lacks_all(view) &&
           declarers_chance(view) >= HOPELESS;
}

int gift_agreed(const struct skat_bot_view *view)
{
    return declarers_chance(view) >= PARTNER_SAYS_SO;
}

int gift_accepted(const struct rules *rules, const struct skat_bot_view *view)
{
    enum { TWO_LEVELS = 2, SURE = 800 };
    int game = view->contract.type;
    int levels = view->rum + (view->contract.with & SKAT_BOT_HAND);

    if (view->gifts_refused || game > GRAND)
        return 1; /* schwarz would be the next goal */
    cards counted = memory_ten_of(view, view->declarer, view->hand) | view->skat;
    int simple = bidding_value(rules, game, counted, levels);
    int with_schneider = bidding_value(rules, game, counted, levels + TWO_LEVELS);
    if (simple < view->bid)
        return with_schneider < view->bid; /* accepted, the game would be lost as overbid */
    /* Refusing wins with_schneider or loses lost_factor times that; accepting wins `simple`. */
    int chance = bidding_schneider_chance(own_log_odds(view));
    int refused = chance * with_schneider - (1000 - chance) * with_schneider * rules->lost_factor;
    return chance < SURE || refused <= 1000 * simple;
}

/* ---- claiming, and giving up ---- */

enum { ANNOUNCED = SKAT_BOT_SCHNEIDER | SKAT_BOT_SCHWARZ | SKAT_BOT_OUVERT | SKAT_BOT_SPITZEN };

static int all_points(const struct skat_bot_view *view) { return points_in(deck_of(view)); }

int giving_up_claims(const struct rules *rules, const struct skat_bot_view *view)
{
    const int game = view->contract.type;

    if (!rules->usual_trumps || game > GRAND || view->played_count != 3 * view->trick_count)
        return 0;
    const cards trumps = trumps_of(game), out = unseen(view);
    return all_highest(view->hand, out, trumps) && (!(out & trumps) || !(view->hand & ~trumps));
}

int giving_up_yields(const struct rules *rules, const struct skat_bot_view *view)
{
    const int game = view->contract.type;

    if (!rules->usual_trumps || game > GRAND || view->played_count != 3 * view->trick_count)
        return 0;
    const cards trumps = trumps_of(game);
    for (cards rest = view->seen[view->gift_by]; rest;) {
        const card c = take(&rest);
        const int class = class_of(c, trumps);
        if (above(view->hand & class_cards(class, trumps), c) ||
            (class != TRUMP && view->hand & trumps))
            return 0;
    }
    return 1;
}

int giving_up_lost(const struct rules *rules, const struct skat_bot_view *view)
{
    const int half = all_points(view) / 2;

    if (!rules->asks_for_consent || view->contract.type > GRAND)
        return 0;
    if (view->position == view->declarer)
        return defenders_points(view) >= half;
    return declarers_points(view) > half && !(view->contract.with & ANNOUNCED) &&
           !view->gifts_refused;
}

int giving_up_concedes(const struct club_player *club, const struct skat_bot_view *view)
{
    const int game = view->contract.type;

    if (game > GRAND || count(view->hand) < SKAT_HAND)
        return 0;
    return bidding_chance(club, game, view->hand, view->picked_up ? AFTER_DISCARD : BY_HAND,
                          view->position == 0,
                          view->picked_up ? points_in(view->skat) : 0) < club->style.concede;
}

/* The defenders give up. Declarer plays on for schneider, once the game is won, and takes no win
 * that does not reach the bid. */
static int declarer_accepts(const struct rules *rules, const struct skat_bot_view *view)
{
    const int game = view->contract.type, all = all_points(view);

    if (game > GRAND)
        return 1;
    cards counted = memory_ten_of(view, view->declarer, view->hand) | view->skat;
    int levels = view->rum + (view->contract.with & SKAT_BOT_HAND);
    if (!(view->contract.with & ANNOUNCED) &&
        bidding_value(rules, game, counted, levels) < view->bid)
        return 0;
    return declarers_points(view) <= all / 2 ||
           all - defenders_points(view) < rules->schneider_points;
}

int giving_up_agreed(const struct rules *rules, const struct skat_bot_view *view)
{
    if (view->position == view->declarer)
        return declarer_accepts(rules, view);
    if (view->gift_by != view->declarer)
        return giving_up_lost(rules, view);
    /* Schneider is a quarter of all points. */
    return is_null(view->contract.type) || declarers_points(view) > all_points(view) / 4;
}
