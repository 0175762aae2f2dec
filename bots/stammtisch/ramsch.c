// SPDX-License-Identifier: MIT
#include "bots/stammtisch/ramsch.h"

/* ---- before the first card ---- */

/* What jacks and plain suits lose, in sixteenths of a point. Fitted to ramsch games of this bot
 * with itself. */
enum { UNIT = 16 };
static const int16_t jack_loss[16] = {-176, -220, -129, -182, -12, -80, 8,   58,
                                      87,   44,   200,  29,   502, 82,  671, 651};
static const int16_t plain_loss[PLAIN_MASKS] = {
    258, 101, 116, -88,  166, -71,  -36,  -225, 225, -9,   31,  -202, 58,  -178, -152, -259,
    281, 79,  99,  -185, 149, -174, -120, -268, 187, -118, -67, -253, -27, -205, -151, -245,
    347, 187, 208, -160, 267, -138, -94,  -247, 343, -77,  -25, -241, 25,  -205, -161, -250,
    375, 14,  54,  -223, 92,  -189, -117, -273, 170, -90,  -46, -268, 28,  -173, -92,  -343,
    416, 246, 264, -92,  346, -82,  -29,  -249, 429, -50,  19,  -248, 58,  -207, -166, -271,
    512, 32,  90,  -218, 155, -211, -131, -242, 283, -129, -98, -286, -13, -229, -131, -251,
    590, 214, 249, -200, 308, -194, -100, -272, 395, -138, -21, -241, 53,  -225, -132, -253,
    494, 60,  107, -254, 178, -224, -161, -247, 325, -67,  9,   -219, 127, -273, -39,  -251};

static int loss_of(cards hand)
{
    int sum = jack_loss[jack_mask(hand)];
    for (int suit = 0; suit < SUITS; suit++)
        sum += plain_loss[plain_mask(hand, suit)];
    return sum;
}

/* The average loss of ten cards in ramsch, in points. */
static int schieben_expected_loss(cards hand)
{
    int loss = loss_of(hand) / UNIT;
    return loss > 0 ? loss : 0;
}

enum { ALL_LOSE = 88 /* points that a ramsch costs the three players in total */ };

int schieben_cost(cards hand)
{
    /* The difference to the others: own loss minus half of their total loss. */
    int own = schieben_expected_loss(hand);
    return own - (ALL_LOSE - own) / 2;
}

int schieben_knocks(cards hand)
{
    return schieben_cost(hand) < 0; /* whoever loses less than the others gains by doubling */
}

int schieben_takes(const struct skat_bot_view *view)
{
    enum { SAFE = 10 };
    return schieben_expected_loss(view->hand) > SAFE;
}

/* Tries all ways to pass on `number` cards of `rest` in addition to those in `gone`. */
static void try_ways(cards hand, cards rest, int number, cards gone, int *best, cards *chosen)
{
    while (count(rest) >= number) {
        cards out = gone | BIT(take(&rest));
        int loss = number > 1 ? 0 : loss_of(hand & ~out);
        if (number > 1) {
            try_ways(hand, rest, number - 1, out, best, chosen);
        } else if (loss < *best) {
            *best = loss;
            *chosen = out;
        }
    }
}

cards schieben_passed_on(const struct skat_bot_view *view, cards allowed, int number)
{
    cards chosen = 0;
    int best = 1 << 30;

    try_ways(view->hand, allowed, number, 0, &best, &chosen);
    return chosen;
}

/* ---- a march (all tricks of a ramsch): making one, and stopping one ---- */

enum { SUSPICIOUS = 6 /* after so many tricks, one player having all of them is no accident */ };

static cards hidden_of(const struct skat_bot_view *view, int class)
{
    return unseen(view) & class_cards(class, JACKS);
}

/* The number of cards in the class that lose a trick, in the worst case that each round draws only
 * one of the others' cards. */
static int losers_in(const struct skat_bot_view *view, cards hand, int class)
{
    cards mine = hand & class_cards(class, JACKS), out = hidden_of(view, class);
    int left = count(out), losers = 0;

    for (; mine && left > 0; left--) {
        card c = strongest(mine);
        mine &= ~BIT(c);
        losers += above(out, c) != 0;
    }
    return losers;
}

static int losers(const struct skat_bot_view *view, cards hand)
{
    int sum = 0, undrawn = count(hidden_of(view, TRUMP)) - count(hand & JACKS);

    for (int class = 0; class < CLASSES; class ++)
        sum += losers_in(view, hand, class);
    return sum + (undrawn > 0 && hand & ~JACKS ? undrawn : 0);
}

/* Are there few enough losers? A player with half of the points has little to lose. */
static int worth_trying(const struct skat_bot_view *view, cards hand)
{
    enum { MANY = 50, LOST_ANYWAY = 61 };
    int points = view->points[view->position];

    return losers(view, hand) <= (points >= LOST_ANYWAY ? 3 : points >= MANY ? 1 : 0);
}

static int unbeaten(const struct skat_bot_view *view, card c)
{
    return !above(hidden_of(view, class_of(c, JACKS)), c);
}

/* Leads jacks while others have some, then long suits from the top. */
static card lead_for_all(const struct skat_bot_view *view, cards legal)
{
    card chosen = first(legal);
    int best = -1;

    for (cards rest = legal; rest;) {
        card c = take(&rest);
        int class = class_of(c, JACKS);
        int value = 64 * unbeaten(view, c) + strength(c) +
                    (class == TRUMP ? (hidden_of(view, TRUMP) ? 128 : -64)
                                    : 2 * count(view->hand & PLAIN(class)));
        if (value > best) {
            best = value;
            chosen = c;
        }
    }
    return chosen;
}

static card best_in_trick(const struct skat_bot_view *view)
{
    const skat_bot_card *trick = &view->played[3 * view->trick_count];
    card best = trick[0];

    for (int i = 1; i < view->played_count - 3 * view->trick_count; i++)
        if (beats(trick[i], best, JACKS))
            best = trick[i];
    return best;
}

/* The lowest card sure to take the trick, else the highest that can take it, if any. */
static int taker(const struct skat_bot_view *view, cards legal, card *chosen)
{
    int last = view->played_count - 3 * view->trick_count == 2, sure = 0, found = 0;
    card best = best_in_trick(view);

    for (cards rest = legal; rest;) {
        card c = take(&rest);
        if (!beats(c, best, JACKS))
            continue;
        int is_sure = last || unbeaten(view, c);
        int better = !found || (is_sure && !sure) ||
                     (is_sure == sure && (strength(c) < strength(*chosen)) == is_sure);
        if (better) {
            *chosen = c;
            sure = is_sure;
        }
        found = 1;
    }
    return found && sure;
}

static int make(const struct skat_bot_view *view, cards legal, card *chosen)
{
    if (view->tricks[view->position] != view->trick_count)
        return 0;
    if (view->played_count == 3 * view->trick_count) {
        if (!worth_trying(view, view->hand))
            return 0;
        *chosen = lead_for_all(view, legal);
        return 1;
    }
    card c = 0;
    if (!taker(view, legal, &c) || !worth_trying(view, view->hand & ~BIT(c)))
        return 0;
    *chosen = c;
    return 1;
}

/* Somebody has all tricks: take one, or keep a card that may take one later. */
static int stop(const struct skat_bot_view *view, cards legal, card *chosen)
{
    int marcher = view->leader[view->trick_count];

    if (view->trick_count < SUSPICIOUS || view->tricks[marcher] != view->trick_count ||
        marcher == view->position || view->played_count == 3 * view->trick_count)
        return 0;
    card best = best_in_trick(view), lowest = first(legal);
    for (cards rest = legal; rest;) {
        card c = take(&rest);
        if (beats(c, best, JACKS)) {
            *chosen = c;
            return 1;
        }
        if (strength(c) < strength(lowest))
            lowest = c;
    }
    *chosen = lowest;
    return view->winner == marcher; /* otherwise the third player stops the march */
}

/* If a march should be made or stopped, fills in *chosen and returns 1. */
static int march_played(const struct skat_bot_view *view, cards legal, const struct rules *rules,
                        card *chosen)
{
    if (!rules->ramsch_march)
        return 0;
    return make(view, legal, chosen) || stop(view, legal, chosen);
}

enum {
    ONE = 256,
    POINT = 256,
    NOBODY = -1,
    LATE = 7 /* tricks after which the last one matters */
};

/* In 256ths of a card point, except for the shares. Tuned by duels of the bot with itself. */
static const struct {
    int thrown;            /* extra for a player who cannot follow, since the chance of that is
                              underestimated: computed as if cards fell singly */
    int caught;            /* extra for a card that takes a trick, besides its points */
    int jack_caught;       /* the same for a jack */
    int void_suit;         /* worth of being out of a suit */
    int gift, gift_leader; /* 256ths of points that others get; that the player with most gets */
    int burden;            /* 256ths of the cost of the next lead */
    int danger;            /* 256ths of the danger of the remaining hand */
    int skat;              /* for taking the last trick */
} weigh = {
    .thrown = 86 * POINT,
    .caught = 16 * POINT,
    .jack_caught = 9 * POINT,
    .void_suit = 13 * POINT,
    .gift = 64,
    .gift_leader = 96,
    .burden = 154,
    .danger = 192,
    .skat = 8 * POINT,
};

/* The table as seen by the player to move. */
struct ramsch_table {
    const struct skat_bot_view *view;
    const struct memory *memory;
    const struct rules *rules;
    cards hand, hidden; /* hidden: cards that this player has not seen */
    int me, in_trick, trick_points;
    card led, best;            /* of the open trick */
    int holder;                /* who is winning it, or NOBODY */
    int after[2], after_count; /* the players after this one */
    int skat;                  /* extra cost of the last trick, when it is near */
    int own_weight;            /* 256ths: how much a point in the own tricks costs */
    int gift_weight[SKAT_BOT_PLAYERS];
};

static cards class_of_all(int class) { return class_cards(class, JACKS); }

static int is_out(const struct ramsch_table *t, int position, int class)
{
    return t->memory->out[position] >> class & 1;
}

/* Chance, in 256ths, that a hidden card of the class is in the hand of `position`. */
static int share(const struct ramsch_table *t, int position, int class)
{
    int other = 3 - t->me - position;
    if (is_out(t, position, class))
        return 0;
    return is_out(t, other, class) ? ONE - ONE / 8 : ONE / 2 - ONE / 24;
}

static int none_of(int q, int number)
{
    int chance = ONE;
    for (; number > 0 && chance; number--)
        chance = chance * (ONE - q) / ONE;
    return chance;
}

/* ---- what is at stake ---- */

/* Only the player with the most points loses: the nearer this player is to that, the more its
 * points cost, and points for the leader are welcome. */
static void weigh_players(struct ramsch_table *t)
{
    const uint8_t *points = t->view->points;
    int one = (t->me + 1) % 3, two = (t->me + 2) % 3;
    int front = points[one] >= points[two] ? one : two;
    int ahead = points[front] - points[t->me];
    int left = points_in(deck_of(t->view)) - points[0] - points[1] - points[2];

    t->gift_weight[one] = t->gift_weight[two] = weigh.gift;
    t->own_weight = ONE;
    if (t->rules->ramsch_each)
        return;
    t->gift_weight[front] = weigh.gift_leader;
    if (ahead > 0)
        t->own_weight = ahead >= left ? ONE / 8 : ONE - ahead * (ONE - ONE / 8) / left;
}

static void look(struct ramsch_table *t, const struct skat_bot_view *view,
                 const struct memory *memory, const struct rules *rules)
{
    *t = (struct ramsch_table){.view = view,
                               .memory = memory,
                               .rules = rules,
                               .hand = view->hand,
                               .me = view->position,
                               .holder = NOBODY};
    t->hidden = unseen(view);
    if (view->position == 2)
        t->hidden &= ~view->passed_on; /* rearhand knows the skat */
    t->in_trick = view->played_count - 3 * view->trick_count;
    for (int i = 0; i < t->in_trick; i++) {
        card c = view->played[3 * view->trick_count + i];
        t->trick_points += points_of(c) * POINT;
        if (i == 0)
            t->led = t->best = c;
        else if (beats(c, t->best, JACKS))
            t->best = c;
        t->holder = view->winner;
    }
    if (view->trick_count >= LATE && rules->skat_to_last_trick)
        t->skat = weigh.skat;
    t->after_count = 2 - t->in_trick;
    for (int i = 0; i < t->after_count; i++)
        t->after[i] = (t->me + 1 + i) % 3;
    weigh_players(t);
}

/* ---- a trick ---- */

/* A later player's reply when `best` is winning the trick: a lower card if possible. */
struct ramsch_reply {
    int over; /* chance of having to take the trick */
    int out;  /* chance of being out of the class */
};

static struct ramsch_reply reply_of(const struct ramsch_table *t, int position, card best)
{
    int class = class_of(best, JACKS), q = share(t, position, class);
    cards all = t->hidden & class_of_all(class);
    cards over = above(all, best);
    int no_lower = none_of(q, count(all & ~over)), no_higher = none_of(q, count(over));

    return (struct ramsch_reply){.over = no_lower * (ONE - no_higher) / ONE,
                                 .out = no_lower * no_higher / ONE};
}

static int average_points(cards set) { return set ? points_in(set) * POINT / count(set) : 0; }

/* The expected points of the trick, and the chance that this player's `best` wins it. */
static int trick_of(const struct ramsch_table *t, card best, int *stays)
{
    int class = class_of(best, JACKS), sum = 0;
    cards all = t->hidden & class_of_all(class);

    *stays = ONE;
    for (int i = 0; i < t->after_count; i++) {
        struct ramsch_reply reply = reply_of(t, t->after[i], best);
        sum += (reply.out * weigh.thrown + (ONE - reply.out) * average_points(all)) / ONE;
        *stays = *stays * (ONE - reply.over) / ONE;
    }
    return sum;
}

/* ---- the remaining hand ---- */

/* A card is in danger if many lower and few higher cards are still in play: each round of the suit
 * draws two lower cards from the others and one from this player. */
static int card_danger(int below, int over, int cover, int points)
{
    static const int16_t by_over[4] = {256, 150, 80, 40};
    int excess = below - 2 * cover;
    int rounds = excess > 4 ? 4 : excess;

    if (excess <= 0)
        return 0;
    return points * by_over[over > 3 ? 3 : over] / ONE * (2 + rounds) / 6;
}

static int class_danger(const struct ramsch_table *t, cards hand, int class)
{
    cards mine = hand & class_of_all(class), out = t->hidden & class_of_all(class);
    int danger = 0, cover = 0;

    if (class == TRUMP) {
        for (; mine; mine &= mine - 1) {
            int over = count(above(out, first(mine)));
            danger += (weigh.jack_caught + t->skat) / (1 + over);
        }
        return danger;
    }
    if (!mine)
        return out ? -weigh.void_suit : 0;
    for (cards rest = mine; rest; cover++) { /* the codes of plain cards are in suit order */
        card c = take(&rest);
        int over = count(above(out, c));
        danger += card_danger(count(out) - over, over, cover,
                              points_of(c) * POINT + weigh.caught + t->skat);
    }
    return danger;
}

/* The cost of the best next lead from `hand`. */
static int next_lead(const struct ramsch_table *t, cards hand)
{
    int best = 1 << 30;

    if (!hand)
        return 0;
    for (cards rest = hand; rest;) {
        card c = take(&rest);
        int class = class_of(c, JACKS), stays = ONE;
        cards all = t->hidden & class_of_all(class), over = above(all, c);
        int no_lower = none_of(ONE / 2, count(all & ~over));
        int takes = no_lower * (ONE - none_of(ONE / 2, count(over))) / ONE;
        stays = (ONE - takes) * (ONE - takes) / ONE;
        int cost = stays * (points_of(c) * POINT + weigh.caught + t->skat) / ONE;
        best = cost < best ? cost : best;
    }
    return best;
}

/* ---- the choice ---- */

static int score(const struct ramsch_table *t, card c)
{
    int class = class_of(c, JACKS), stays = 0, to_come = 0, own = points_of(c) * POINT;
    int takes = !t->in_trick || beats(c, t->best, JACKS);
    cards rest = t->hand & ~BIT(c);

    if (takes)
        to_come = trick_of(t, c, &stays);
    int cost = (t->trick_points + own + to_come) / ONE * t->own_weight +
               next_lead(t, rest) * weigh.burden / ONE * t->own_weight / ONE;
    int to = t->holder == NOBODY || takes ? t->after[0] : t->holder;
    int given = own / ONE * t->gift_weight[to];
    int relief = class_danger(t, t->hand, class) - class_danger(t, rest, class);

    return (-cost / ONE * stays + given / ONE * (ONE - stays)) +
           relief * weigh.danger / ONE * t->own_weight / ONE;
}

card ramsch_play(const struct skat_bot_view *view, cards legal, const struct memory *memory,
                 const struct rules *rules)
{
    struct ramsch_table t;
    card chosen = first(legal);
    int best = -(1 << 30);

    if (!(legal & (legal - 1)))
        return chosen;
    if (march_played(view, legal, rules, &chosen))
        return chosen;
    look(&t, view, memory, rules);
    for (cards rest = legal; rest;) {
        card c = take(&rest);
        int value = score(&t, c);
        if (value > best) {
            best = value;
            chosen = c;
        }
    }
    return chosen;
}
