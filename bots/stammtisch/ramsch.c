// SPDX-License-Identifier: MIT
#include "bots/stammtisch/ramsch.h"

#include "bots/stammtisch/march.h"

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
