// SPDX-License-Identifier: MIT
/* bots/stammtisch/null.c - null games.
 *
 * The declarer discards the most dangerous cards and ducks with the highest possible card.
 * Defenders attack suits in which the declarer is weak, and keep their low cards for that. */
#include "bots/stammtisch/attack.h"
#include "bots/stammtisch/null.h"
#include "bots/stammtisch/play.h"

/* Null's order is A K Q J T 9 8 7: the lane's bits 1..8 are 7 8 9 Q K T A J. */
static const uint8_t null_rank[16] = {
    /* the six has the rank of the seven */
    [SKAT_BOT_SEVEN] = 0, [SKAT_BOT_EIGHT] = 1, [SKAT_BOT_NINE] = 2, [SKAT_BOT_TEN] = 3,
    [SKAT_BOT_JACK] = 4,  [SKAT_BOT_QUEEN] = 5, [SKAT_BOT_KING] = 6, [SKAT_BOT_ACE] = 7,
};

int null_rank_of(card c) { return null_rank[c & 15]; }

unsigned null_mask(cards set, int suit)
{
    /* From 7 8 9 Q K T A J to 7 8 9 T J Q K A, by shifts: a loop over the ranks took a fifteenth of
     * a game. */
    unsigned lane = without_six((unsigned)(set >> LANE(suit)) & 0x1ff) >> 1;
    unsigned ten = lane >> 2 & 8, jack = lane >> 3 & 16, queen_king = lane << 2 & 96,
             ace = lane << 1 & 128;
    return (lane & 7) | ten | jack | queen_king | ace;
}

/* The danger of a suit; 0 is safe. The i-th lowest card is safe if at most i of the cards below it
 * are missing, since a lower own card can be played to each earlier attack. */
static int suit_danger(const struct skat_bot_view *view, cards hand, int suit)
{
    /* Cards that are gone are no threat any more: they count as held. */
    unsigned gone = null_mask(view->gone | view->skat, suit), mask = null_mask(hand, suit);
    int danger = 0, held = 0, missing = 0;

    for (int rank = 0; rank < 8; rank++) {
        if (mask >> rank & 1) {
            danger += missing > held ? (missing - held) * 2 + (held == 0) : 0;
            held++;
        } else if (!(gone >> rank & 1)) {
            missing++;
        }
    }
    return danger;
}

int null_beats(card c, card best)
{
    if (null_rank_of(c) == null_rank_of(best))
        return c >> 4 == best >> 4 && c > best; /* seven and six */
    return c >> 4 == best >> 4 && null_rank_of(c) > null_rank_of(best);
}

/* ---- declarer ---- */

static card declarer_leads(const struct skat_bot_view *view, cards legal)
{
    card chosen = first(legal);
    int best = -1000;

    for (cards rest = legal; rest;) {
        card c = take(&rest);
        cards out = NULL_SUIT(c >> 4) & unseen(view);
        unsigned over = null_mask(out, c >> 4) >> null_rank_of(c);
        /* Others should hold higher cards, and leading this one should reduce the danger. */
        int score = (over ? 4 + __builtin_popcount(over) : -20) - null_rank_of(c) * 3 +
                    suit_danger(view, view->hand, c >> 4) -
                    suit_danger(view, view->hand & ~BIT(c), c >> 4);
        if (score > best) {
            best = score;
            chosen = c;
        }
    }
    return chosen;
}

static card declarer_follows(const struct skat_bot_view *view, cards legal, card best)
{
    card chosen = first(legal);
    int best_score = -1000;

    for (cards rest = legal; rest;) {
        card c = take(&rest);
        int score;
        if (c >> 4 == best >> 4)
            score = null_beats(c, best) ? -500 - null_rank_of(c) : null_rank_of(c);
        else
            score = 8 * (suit_danger(view, view->hand, c >> 4) -
                         suit_danger(view, view->hand & ~BIT(c), c >> 4)) +
                    null_rank_of(c);
        if (score > best_score) {
            best_score = score;
            chosen = c;
        }
    }
    return chosen;
}

/* ---- defenders ---- */

/* The worth of a lead; tuned by duels like the weights in play.c. */
static const struct {
    int rank;                     /* per rank above the seven */
    int length;                   /* per own card in the suit */
    int lower;                    /* per unseen lower card: the declarer may have it */
    int over;                     /* per unseen higher card: the declarer may have to take */
    int none_over;                /* nobody can play a higher card */
    int partner_out;              /* the partner can discard a card */
    int declarer_out;             /* so can the declarer */
    int again;                    /* per card of the suit that is gone */
    int forces;                   /* the declarer's cards are open, and none is lower */
    int open_danger;              /* open cards: per step of danger in the suit */
    int throw_useless;            /* discarding from a suit that the declarer is out of */
    int throw_works, throw_fails; /* can the suit still catch the declarer without it? */
} attack = {
    .rank = -10,
    .length = -90,
    .lower = 40,
    .over = 0,
    .none_over = -140,
    .partner_out = 120,
    .declarer_out = -600,
    .again = 0,
    .forces = 700,
    .open_danger = 100,
    .throw_useless = 20,
    .throw_works = 20,
    .throw_fails = -20,
};

static int is_out(const struct memory *memory, int position, int suit)
{
    return memory->out[position] >> suit & 1;
}

/* The suit as a defender sees it when the declarer's cards are open: hidden cards count as the
 * partner's, though two of them are in the skat. In a revolution the partner's may be known. */
static struct attack_suit open_suit(const struct skat_bot_view *view, const struct memory *memory,
                                    cards hand, int suit)
{
    int partner = 3 - view->position - view->declarer;
    struct attack_suit look = {.declarer = view->declarer};
    cards hidden = NULL_SUIT(suit) & unseen(view) & ~view->shown;

    look.cards[view->position] = null_mask(hand, suit);
    look.cards[view->declarer] = null_mask(view->shown, suit);
    look.cards[partner] = is_out(memory, partner, suit) ? 0
                          : view->partner               ? null_mask(view->partner, suit)
                                                        : null_mask(hidden, suit);
    return look;
}

/* A lead against open cards: one that catches the declarer, else one that draws low cards. */
static int open_lead(const struct skat_bot_view *view, const struct memory *memory, card c)
{
    struct attack_suit look = open_suit(view, memory, view->hand, c >> 4);

    if (!look.cards[view->declarer])
        return attack.declarer_out;
    return (attack_lead(&look, view->position, null_rank_of(c)) ? attack.forces : 0) +
           attack.open_danger * suit_danger(view, view->shown, c >> 4);
}

/* A lead against hidden cards. */
static int blind_lead(const struct skat_bot_view *view, const struct memory *memory, card c)
{
    int suit = c >> 4;
    cards out = NULL_SUIT(suit) & unseen(view);
    unsigned lower = null_mask(out, suit) & ((1u << null_rank_of(c)) - 1);
    unsigned over = null_mask(out, suit) >> null_rank_of(c);

    if (is_out(memory, view->declarer, suit))
        return attack.declarer_out;
    return attack.length * count(view->hand & NULL_SUIT(suit)) +
           attack.lower * __builtin_popcount(lower) + attack.over * __builtin_popcount(over) +
           (over ? 0 : attack.none_over) + attack.again * count(view->gone & NULL_SUIT(suit));
}

static card defender_leads(const struct skat_bot_view *view, cards legal,
                           const struct memory *memory)
{
    int partner = 3 - view->position - view->declarer;
    card chosen = first(legal);
    int best = -100000;

    for (cards rest = legal; rest;) {
        card c = take(&rest);
        int score = attack.rank * null_rank_of(c) +
                    (view->shown ? open_lead(view, memory, c) : blind_lead(view, memory, c)) +
                    (is_out(memory, partner, c >> 4) ? attack.partner_out : 0);
        if (score > best) {
            best = score;
            chosen = c;
        }
    }
    return chosen;
}

/* A discard: high cards, which could save the declarer, go first; attacking cards are kept. */
static int throw_away(const struct skat_bot_view *view, const struct memory *memory, card c)
{
    int suit = c >> 4;
    int score = 20 + null_rank_of(c) - 2 * count(view->hand & NULL_SUIT(suit));
    unsigned his = null_mask(view->shown, suit);

    if (is_out(memory, view->declarer, suit) || (view->shown && !his))
        return score + attack.throw_useless;
    if (!his)
        return score;
    /* Can the declarer be caught in the suit without it? A high card may save the declarer. */
    struct attack_suit without = open_suit(view, memory, view->hand & ~BIT(c), suit);
    return score + (attack_works(&without) ? attack.throw_works : attack.throw_fails);
}

/* Is the declarer, with open cards and still to play, caught if `high` is the highest card? */
static int caught_under(const struct skat_bot_view *view, card high)
{
    unsigned his = null_mask(view->shown, high >> 4);
    return his && !(his & ((1u << null_rank_of(high)) - 1));
}

static card defender_follows(const struct skat_bot_view *view, cards legal, card best,
                             const struct memory *memory)
{
    int in_trick = view->played_count - 3 * view->trick_count;
    int declarer_played = in_trick == 2 || view->leader[view->trick_count] == view->declarer;
    int declarer_holds = view->winner == view->declarer;
    card chosen = first(legal);
    int best_score = -1000;

    for (cards rest = legal; rest;) {
        card c = take(&rest);
        int score;
        if (c >> 4 != best >> 4)
            score = throw_away(view, memory, c);
        else if (declarer_played && declarer_holds)
            score = null_beats(c, best) ? -100 + null_rank_of(c) : 100 + null_rank_of(c);
        else if (declarer_played)
            score = null_rank_of(c); /* the declarer is below: play high cards */
        else if (view->shown)
            score = 100 * caught_under(view, null_beats(c, best) ? c : best) + null_rank_of(c);
        else
            score = null_beats(c, best) ? 10 - null_rank_of(c) : 40 + null_rank_of(c);
        if (score > best_score) {
            best_score = score;
            chosen = c;
        }
    }
    return chosen;
}

card play_null(const struct skat_bot_view *view, cards legal, const struct memory *memory)
{
    int in_trick = view->played_count - 3 * view->trick_count;
    int declarer = view->position == view->declarer;
    const skat_bot_card *trick = &view->played[3 * view->trick_count];

    if (!(legal & (legal - 1)))
        return first(legal);
    if (!in_trick)
        return declarer ? declarer_leads(view, legal) : defender_leads(view, legal, memory);
    card best = in_trick == 2 && null_beats(trick[1], trick[0]) ? trick[1] : trick[0];
    return declarer ? declarer_follows(view, legal, best)
                    : defender_follows(view, legal, best, memory);
}
