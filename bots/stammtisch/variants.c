// SPDX-License-Identifier: MIT
#include "bots/stammtisch/variants.h"

#include "bots/stammtisch/ramsch.h"

/* ---- revolution ---- */

/* Is the suit safe? It is if no card has more missing than own cards below it: then the declarer
 * can always duck. Cards below `from` are gone. */
static int suit_safe(unsigned mask, int from)
{
    int held = 0, missing = 0;

    for (int rank = from; rank < 8; rank++)
        if (!(mask >> rank & 1))
            missing++;
        else if (missing > held++)
            return 0;
    return 1;
}

card revolution_lead(cards hand)
{
    enum { SKAT_CARDS = 2 };

    for (int suit = 0; suit < SUITS; suit++) {
        unsigned mask = null_mask(hand, suit);
        if (mask & 1 && 8 - __builtin_popcount(mask) > SKAT_CARDS && suit_safe(mask, 1))
            return first(hand & PLAIN(suit)); /* the seven, or the six */
    }
    return SKAT_BOT_NO_CARD;
}

int revolution_safe(cards hand, int leads)
{
    for (int suit = 0; suit < SUITS; suit++)
        if (!suit_safe(null_mask(hand, suit), 0))
            return 0;
    return !leads || revolution_lead(hand) != SKAT_BOT_NO_CARD;
}

/* How often the declarer may have to take a trick in the suit: missing lower cards in excess of own
 * cards that cover them. */
static int weakness(unsigned his)
{
    int held = 0, missing = 0, sum = 0;

    for (int rank = 0; rank < 8; rank++)
        if (!(his >> rank & 1))
            missing++;
        else if (missing > held++)
            sum += missing - held + 1;
    return sum;
}

/* The worth of a card in the hand that should catch the declarer: all cards of the declarer's
 * weakest suit, so that the partner is out of it and can discard; in other suits high cards, to get
 * the lead, and low cards if the declarer has higher ones. */
static int worth_against(card c, cards shown, int target)
{
    int suit = c >> 4, rank = null_rank_of(c);

    if (suit == target)
        return 100 - rank;
    return weakness(null_mask(shown, suit)) * 2 + rank;
}

static int weakest_suit(cards shown)
{
    int target = 0, most = -1;

    for (int suit = 0; suit < SUITS; suit++) {
        int weak = weakness(null_mask(shown, suit));
        if (weak > most) {
            most = weak;
            target = suit;
        }
    }
    return target;
}

cards revolution_exchange(const struct skat_bot_view *view, cards pool)
{
    int size = count(view->hand), target = weakest_suit(view->shown);
    cards chosen = 0;

    while (count(chosen) < size) {
        cards rest = pool & ~chosen;
        card best = first(rest);
        for (; rest; rest &= rest - 1)
            if (worth_against(first(rest), view->shown, target) >
                worth_against(best, view->shown, target))
                best = first(rest);
        chosen |= BIT(best);
    }
    return chosen;
}

/* ---- Räuberskat ---- */

/* Number of random hands: for a choice, around the five cards, and for the average worth. */
enum { DRAWN = 100, DRAWN_FOR_USUAL = 600 };

/* Pseudo-random numbers that depend only on the cards (Knuth's multiplier). */
static uint32_t next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

/* Completes a hand with random other cards. */
static cards fill(cards hand, uint64_t *state)
{
    while (count(hand) < SKAT_HAND) {
        cards rest = ALL_CARDS & ~hand;
        for (uint32_t skip = next(state) % (uint32_t)count(rest); skip; skip--)
            rest &= rest - 1;
        hand |= BIT(first(rest));
    }
    return hand;
}

static int better(int one, int other) { return one > other ? one : other; }

/* Adds the worth of each game type to forehand with these ten cards. */
static void add_worth(const struct rules *rules, cards hand, int64_t sum[DUTIES])
{
    int suit = -(1 << 30), grand = 0, null[2];

    for (int game = 0; game <= GRAND; game++) {
        const int chance = model_chance(model_log_odds(game, hand, BEFORE_SKAT, 1, 0));
        grand = bidding_worth(rules, bidding_game(game), hand, 0, 0, chance);
        if (game < SUITS)
            suit = better(suit, grand);
    }
    for (int ouvert = 0; ouvert < 2; ouvert++)
        null[ouvert] =
            bidding_worth(rules, bidding_game(NULL_GAME + ouvert), hand, 0, 0,
                          model_chance(model_null_log_odds(hand, BEFORE_SKAT, 1, ouvert)));
    sum[SKAT_BOT_DUTY_SUIT] += suit;
    sum[SKAT_BOT_DUTY_GRAND] += grand;
    sum[SKAT_BOT_DUTY_NULL] += better(null[0], null[1]);
    sum[SKAT_BOT_DUTY_RAMSCH] += -1000 * schieben_cost(hand);
}

static void average(const struct rules *rules, cards five, int drawn, int worth[DUTIES])
{
    int64_t sum[DUTIES] = {0};
    uint64_t state = five;
    struct rules plain = *rules; /* the factor of a deal is the same for all games */

    plain.bock = 1;
    for (int i = 0; i < drawn; i++)
        add_worth(&plain, fill(five, &state), sum);
    for (int duty = 0; duty < DUTIES; duty++)
        worth[duty] = (int)(sum[duty] / drawn);
}

void duties_usual(struct club_player *club)
{
    average(&club->rules, 0, DRAWN_FOR_USUAL, club->usual);
}

int duties_choice(const struct club_player *club, cards five, unsigned allowed)
{
    int worth[DUTIES], chosen = __builtin_ctz(allowed);

    if (!(allowed & (allowed - 1)))
        return chosen;
    average(&club->rules, five, DRAWN, worth);
    for (int duty = 0; duty < DUTIES; duty++)
        if (allowed >> duty & 1 &&
            worth[duty] - club->usual[duty] > worth[chosen] - club->usual[chosen])
            chosen = duty;
    return chosen;
}

/* ---- Offiziersskat ----
 *
 * Both players see all open cards, so a trick can be analysed: a lead and the best answer to it.
 * Covered cards, which are turned up when the card above is played, are ignored. */

enum { POINT = 16 }; /* scores are in sixteenths of a card point */

/* The worth of keeping a card, roughly what it will take later. */
static int worth(card c, cards trumps)
{
    int rank = c & 15;

    if (rank == SKAT_BOT_JACK)
        return (9 + (c >> 4)) * POINT;
    if (trumps >> c & 1)
        return (4 + (rank - SKAT_BOT_SEVEN) / 2) * POINT;
    return rank == SKAT_BOT_ACE ? 5 * POINT : rank == SKAT_BOT_TEN ? 2 * POINT : 0;
}

static int strength_of(cards hand, int game)
{
    cards trumps = trumps_of(game);
    int sum = 0;

    while (hand) {
        card c = take(&hand);
        sum += worth(c, trumps);
    }
    return sum;
}

int two_hands_name(cards open)
{
    int best = GRAND, most = 0;

    if (count(open & JACKS) >= 3 || count(open & (JACKS | ACES)) == 4)
        return GRAND;
    for (int suit = 0; suit < SUITS; suit++) {
        /* Of equal strength, the more valuable suit. */
        int here = strength_of(open, suit) + suit;
        if (here > most) {
            most = here;
            best = suit;
        }
    }
    return best;
}

/* The open cards of the other player. */
static cards across(const struct skat_bot_view *view) { return view->seen[1 - view->position]; }

int two_hands_doubles(const struct skat_bot_view *view)
{
    enum { AHEAD = 16 * POINT, FAR_AHEAD = 26 * POINT };
    int lead = strength_of(view->hand, view->contract.type) -
               strength_of(across(view), view->contract.type);

    return lead > (view->kontra ? FAR_AHEAD : AHEAD);
}

/* The result of the trick for the leader of `led` if the answer is `answer`. */
static int outcome(card led, card answer, cards trumps)
{
    int points = (points_of(led) + points_of(answer)) * POINT;
    int lead_again = POINT; /* the next lead is worth something, too */

    return beats(answer, led, trumps) ? -points - lead_again : points + lead_again;
}

static cards following(cards hand, card led, cards trumps)
{
    cards same = hand & class_cards(class_of(led, trumps), trumps);
    return same ? same : hand;
}

/* The score of a lead after the other player's best answer. */
static int score_lead(const struct skat_bot_view *view, card led, cards trumps)
{
    int least = 1 << 20;

    for (cards rest = following(across(view), led, trumps); rest;) {
        card answer = take(&rest);
        int score = outcome(led, answer, trumps) + worth(answer, trumps);
        least = score < least ? score : least;
    }
    return (least == 1 << 20 ? 0 : least) - worth(led, trumps);
}

card two_hands_play(const struct skat_bot_view *view, cards legal)
{
    cards trumps = trumps_of(view->contract.type);
    int leads = view->played_count % 2 == 0, best = -(1 << 20);
    card chosen = first(legal);

    for (cards rest = legal; rest;) {
        card c = take(&rest);
        int score =
            leads ? score_lead(view, c, trumps)
                  : -outcome(view->played[view->played_count - 1], c, trumps) - worth(c, trumps);
        if (score > best) {
            best = score;
            chosen = c;
        }
    }
    return chosen;
}
