// SPDX-License-Identifier: MIT
/* bots/beginner.c - plays as somebody who has just learned the rules.
 *
 * Counts jacks and aces to bid, picks up always, and keeps aces and tens from the discards. Follows
 * suit and wins whenever it can, from its partner, too, as cheaply as possible; throws its
 * cheapest card otherwise; saves aces until there is something in the trick; leads its longest suit
 * from below and leaves trumps for later. Remembers no card that was played. */
#include "bots/skat_bot_helpers.h"

enum {
    ENOUGH_TRUMPS = 5, /* to play a suit with an ace; without one it takes more */
    FULL = 10,         /* card points of a ten, and an ace has more */
    GRAND_JACKS = 3,
    GRAND_ACES = 2,
    WORTH_AN_ACE = 4 /* card points in a trick that it takes with an ace */
};

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    static char instance; /* remembers nothing */
    (void)host, (void)settings, (void)count;
    return &instance;
}

static void destroy(void *bot) { (void)bot; }

/* ---- bids and games ---- */

static int trumps_in(skat_bot_cards hand, int game)
{
    return skat_bot_count(hand & skat_bot_trumps(game));
}

static int is_grand(skat_bot_cards hand)
{
    return skat_bot_count(hand & SKAT_BOT_JACKS) >= GRAND_JACKS &&
           skat_bot_count(hand & SKAT_BOT_ACES) >= GRAND_ACES;
}

/* Grand, or the suit of which there are most trumps; the dearer of several. */
static int favourite(skat_bot_cards hand)
{
    int best = SKAT_BOT_DIAMONDS;

    if (is_grand(hand))
        return SKAT_BOT_GRAND;
    for (int suit = SKAT_BOT_DIAMONDS; suit <= SKAT_BOT_CLUBS; suit++)
        if (trumps_in(hand, suit) >= trumps_in(hand, best))
            best = suit;
    return best;
}

/* How high it bids: the game with one matador, which it does not count. 0: it passes. */
static int limit(skat_bot_cards hand)
{
    static const int base[] = {9, 10, 11, 12, 24};
    const int game = favourite(hand), aces = skat_bot_count(hand & SKAT_BOT_ACES);

    return is_grand(hand) || (trumps_in(hand, game) >= ENOUGH_TRUMPS && aces) ||
                   trumps_in(hand, game) > ENOUGH_TRUMPS
               ? 2 * base[game]
               : 0;
}

/* The declaration without extras, of those on offer, that comes first in its preference. */
static struct skat_bot_contract choose_game(const struct skat_bot_decision *decision, int game)
{
    struct skat_bot_contract chosen = decision->declarations[0];

    for (uint32_t i = 0; i < decision->declaration_count; i++)
        if (decision->declarations[i].type == game && !decision->declarations[i].with)
            chosen = decision->declarations[i];
    return chosen;
}

/* What it likes to keep: trumps most, then aces and tens, then long suits. */
static int keeps(skat_bot_cards hand, skat_bot_card card, int game)
{
    const int in_suit = skat_bot_count(hand & skat_bot_same_suit(card, game));

    return 100 * skat_bot_has(skat_bot_trumps(game), card) + 20 * (skat_bot_points(card) >= FULL) +
           in_suit;
}

static void discard(skat_bot_cards hand, skat_bot_cards allowed, int game, uint32_t number,
                    struct skat_bot_action *out)
{
    while (out->count < number) {
        skat_bot_card least = skat_bot_first(allowed);
        for (skat_bot_cards rest = allowed; rest;) {
            const skat_bot_card card = skat_bot_pop(&rest);
            if (keeps(hand, card, game) < keeps(hand, least, game))
                least = card;
        }
        out->cards[out->count++] = least;
        allowed &= ~SKAT_BOT_CARD_BIT(least);
        hand &= ~SKAT_BOT_CARD_BIT(least);
    }
}

/* ---- cards ---- */

/* The one with the fewest points, of several the weakest. */
static skat_bot_card cheapest(skat_bot_cards cards, int game)
{
    skat_bot_card best = skat_bot_first(cards);

    while (cards) {
        const skat_bot_card card = skat_bot_pop(&cards);
        const int fewer = skat_bot_points(card) - skat_bot_points(best);
        if (fewer < 0 || (!fewer && skat_bot_strength(card, game) < skat_bot_strength(best, game)))
            best = card;
    }
    return best;
}

/* The cards of the longest plain suit, or what there is. */
static skat_bot_cards longest(skat_bot_cards cards, int game)
{
    skat_bot_cards best = 0;

    for (int suit = SKAT_BOT_DIAMONDS; suit <= SKAT_BOT_CLUBS; suit++) {
        const skat_bot_cards plain = cards & SKAT_BOT_SUIT_CARDS(suit) & ~skat_bot_trumps(game);
        if (skat_bot_count(plain) > skat_bot_count(best))
            best = plain;
    }
    return best ? best : cards;
}

/* The highest of the cards that do not win, in null and in ramsch: low cards are needed later. */
static skat_bot_card stay_below(skat_bot_cards legal, skat_bot_cards over, int game)
{
    skat_bot_cards rest = legal & ~over ? legal & ~over : legal;
    skat_bot_card best = skat_bot_first(rest);

    while (rest) {
        const skat_bot_card card = skat_bot_pop(&rest);
        if (skat_bot_strength(card, game) > skat_bot_strength(best, game))
            best = card;
    }
    return best;
}

static skat_bot_card follow(const struct skat_bot_view *view, skat_bot_cards legal, int game)
{
    const skat_bot_card *trick;
    const int count = skat_bot_open_trick(view, &trick);
    const skat_bot_card best = trick[skat_bot_trick_winner(trick, count, game)];
    skat_bot_cards over = skat_bot_beating(legal, best, game);
    int points = 0;

    if (skat_bot_is_null(game) || game == SKAT_BOT_RAMSCH)
        return stay_below(legal, over, game);
    for (int i = 0; i < count; i++)
        points += skat_bot_points(trick[i]);
    if (points < WORTH_AN_ACE)
        over &= ~SKAT_BOT_ACES;
    return cheapest(over ? over : legal, game);
}

static skat_bot_card choose_card(const struct skat_bot_view *view, skat_bot_cards legal)
{
    const skat_bot_card *trick;
    const int game = view->contract.type;

    if (!(legal & (legal - 1)))
        return skat_bot_first(legal);
    return skat_bot_open_trick(view, &trick) ? follow(view, legal, game)
                                             : cheapest(longest(legal, game), game);
}

/* ---- the module ---- */

static void bid(const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                struct skat_bot_action *out)
{
    const int most = limit(view->hand);

    out->kind = SKAT_BOT_PASS;
    if (decision->kind == SKAT_BOT_DECIDE_HOLD && view->bid <= most) {
        out->kind = SKAT_BOT_HOLD;
    } else if (decision->bid_count && decision->bids[0] <= most) {
        out->kind = SKAT_BOT_BID;
        out->bid = decision->bids[0];
    }
}

static void act(void *bot, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const int game = favourite(view->hand);

    (void)bot;
    switch (decision->kind) {
    case SKAT_BOT_DECIDE_BID:
    case SKAT_BOT_DECIDE_HOLD:
        bid(view, decision, out);
        break;
    case SKAT_BOT_DECIDE_GAME:
        out->kind = SKAT_BOT_PICK_UP;
        break;
    case SKAT_BOT_DECIDE_DECLARE:
        out->kind = SKAT_BOT_DECLARE;
        out->contract = choose_game(decision, game);
        discard(view->hand, decision->cards, game, decision->discard_count, out);
        break;
    case SKAT_BOT_DECIDE_CARD:
        skat_bot_play(out, choose_card(view, decision->cards));
        break;
    }
}

SKAT_BOT_EXPORT const struct skat_bot_module skat_bot = {
    SKAT_BOT_SIZES,
    .id = "beginner",
    .version = "1.0",
    .author = "Skat Arena",
    .description = "has just learned the rules: follows, wins when it can, saves its aces",
    .flags = SKAT_BOT_DETERMINISTIC,
    .decisions = SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY,
    .create = create,
    .destroy = destroy,
    .act = act,
};
