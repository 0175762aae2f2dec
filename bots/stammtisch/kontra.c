// SPDX-License-Identifier: MIT
#include "bots/stammtisch/kontra.h"

#include "bots/stammtisch/memory.h"
#include "bots/stammtisch/null.h"
#include "bots/stammtisch/revolution.h"
#include "bots/stammtisch/turned.h"

enum {
    BID_MOST = 48,
    BID_STEP = 8, /* higher bids carry no more information */
    /* How much a doubling tells about the cards of the side that doubles, in 256ths of log odds;
     * also for kontra against open cards. Measured, see README.md. */
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

    /* Those weights ignore who has the missing cards; this player sees half of them. */
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
    case REVOLUTION: {
        const struct rules lead = {.revolution_both = 1};
        return revolution_safe(&lead, memory_ten_of(view, view->declarer, view->shown), 0) ? SURE
                                                                                           : -SURE;
    }
    case SACHSENSPITZE:
        return trump_game_log_odds(view, GRAND, turned_cards(view->dealt)) + TURNED_DOUBT;
    case NULL_GAME:
        return view->shown ? open_null_log_odds(view) : null_log_odds(view);
    }
    return trump_game_log_odds(view, view->contract.type, view->dealt);
}

int kontra_declarers_chance(const struct skat_bot_view *view)
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

/* The declarer's own chance, given the doublings by the defenders. */
static int own_chance(const struct rules *rules, const struct skat_bot_view *view)
{
    int game = view->contract.type, forehand = view->position == 0;
    int ouvert = (view->contract.with & SKAT_BOT_OUVERT) != 0;
    enum stage stage = view->picked_up ? AFTER_DISCARD : BY_HAND;
    int aside = view->picked_up ? points_in(view->skat) : 0;
    int doubted = (view->kontra + 1) / 2 * (ouvert ? OPEN_EVIDENCE : EVIDENCE);
    cards ten = memory_ten_of(view, view->declarer, view->hand);

    if (game == REVOLUTION)
        return revolution_safe(rules, ten, forehand) ? 1000 : 0;
    if (game == NULL_GAME)
        return model_chance(model_null_log_odds(ten, stage, forehand, ouvert) - doubted);
    if (overbid(rules, view, ten | view->skat))
        return 0;
    return model_chance(bidding_log_odds(game, ten, stage, forehand, aside) - doubted);
}

int kontra_chance(const struct rules *rules, const struct skat_bot_view *view)
{
    return view->position == view->declarer ? own_chance(rules, view)
                                            : kontra_declarers_chance(view);
}

int kontra_pays(const struct bidding_style *style, const struct skat_bot_view *view, int chance)
{
    return view->position == view->declarer ? chance >= style->re : 1000 - chance >= style->kontra;
}

int kontra_says(const struct bidding_style *style, const struct rules *rules,
                const struct skat_bot_view *view)
{
    return kontra_pays(style, view, kontra_chance(rules, view));
}
