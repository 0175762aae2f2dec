/* bots/stammtisch/play.c - suit and grand games.
 *
 * Each legal card is scored as a club player would weigh it: what the trick will probably gain
 * or lose, what the card could be worth later, and, for a lead, its effect on the other hands:
 * drawing trumps, setting up a long suit, forcing the declarer to ruff, playing through the
 * declarer to the partner. The card with the best score is played. */
#include "bots/stammtisch/play.h"

enum { ONE = 256, POINT = 256, CLASS_MAX = 12 /* cards of a class: trumps with the six */ };

/* The weights of the scores, in 256ths of a card point. Tuned by duels of the bot with a copy of
 * itself with one changed weight (README.md in this folder). */
static const struct {
    int keep_jack, keep_jack_step;   /* keeping a jack, and more for each higher one */
    int keep_trump, keep_trump_rank; /* keeping a trump; its rank above the seven */
    int keep_last_trump;             /* declarer: keeping a trump when nobody else has any */
    int keep_master, keep_guard;     /* keeping the highest plain card in play; the second */
    int draw, draw_grand;            /* declarer's lead: per trump of the others that falls */
    int own_trump_spent;             /* and per own trump above theirs */
    int trump_wasted;                /* declarer's lead of a trump when nobody else has any */
    int trumps_first;                /* declarer's lead of another card before they are drawn */
    int long_suit;                   /* declarer's lead from a suit that will be high */
    int force;                       /* defenders' lead that the declarer must ruff */
    int to_partner;                  /* defenders' lead that the partner can ruff */
    int declarers_turn_last;         /* short suit if the declarer plays last, long if second */
    int lead_trump_as_defender;
    int touch_ten; /* leading away from a guarded ten or an ace */
} weigh = {
    .keep_jack = 8 * POINT,
    .keep_jack_step = POINT,
    .keep_trump = 4 * POINT,
    .keep_trump_rank = POINT / 4,
    .keep_last_trump = 14 * POINT,
    .keep_master = 5 * POINT,
    .keep_guard = 13 * POINT / 4,
    .draw = 14 * POINT,
    .draw_grand = 22 * POINT,
    .own_trump_spent = 2 * POINT,
    .trump_wasted = 24 * POINT,
    .trumps_first = 19 * POINT,
    .long_suit = 13 * POINT / 4,
    .force = 4 * POINT,
    .to_partner = 5 * POINT,
    .declarers_turn_last = POINT,
    .lead_trump_as_defender = -4 * POINT,
    .touch_ten = -7 * POINT / 4,
};

/* The table as seen by the player to move. */
struct table {
    const struct skat_bot_view *view;
    const struct memory *memory;
    const int8_t *points;       /* card points, by rank */
    cards trumps, hand, hidden; /* hidden: cards in other hands or the skat */
    /* Tables of two: positions whose cards are seen (bits), these cards, the hidden others. */
    int seen;
    cards known, elsewhere;
    int me, declarer, partner; /* partner: -1 for the declarer */
    int in_trick;              /* cards in the open trick */
    int trick_points;
    card led, best; /* of the open trick */
    int holder;     /* who is winning it, -1 if this player leads */
    int without;    /* chance that this side wins it with a card that does not take it */
    /* Points that the players after this one add if this side does not win it, or does. */
    int to_come[2];
    int after_count;
    struct after {
        int position;
        cards his; /* the cards that may be in this hand */
        /* By class, in 256ths: the chance of having none of so many of them, of having no card at all, and of having
         * none and a trump. Filled in for the classes that matter now. */
        const uint16_t *none_of[CLASSES];
        unsigned none[CLASSES], ruff[SUITS];
    } after[2];
};

static int points_of_card(const struct table *t, card c) { return t->points[c & 15]; }

/* ---- chances ---- */

static int is_out(const struct table *t, int position, int class)
{
    return t->memory->out[position] >> class & 1;
}

/* The chances, in 256ths, that none of 0, 1 ... CLASS_MAX cards is in a hand that has each with chance `q`. */
#define NONE_OF(chance, q) ((chance) * (ONE - (q)) / ONE)
#define NONE_OF_1(q) NONE_OF(ONE, q)
#define NONE_OF_2(q) NONE_OF(NONE_OF_1(q), q)
#define NONE_OF_3(q) NONE_OF(NONE_OF_2(q), q)
#define NONE_OF_4(q) NONE_OF(NONE_OF_3(q), q)
#define NONE_OF_5(q) NONE_OF(NONE_OF_4(q), q)
#define NONE_OF_6(q) NONE_OF(NONE_OF_5(q), q)
#define NONE_OF_7(q) NONE_OF(NONE_OF_6(q), q)
#define NONE_OF_8(q) NONE_OF(NONE_OF_7(q), q)
#define NONE_OF_9(q) NONE_OF(NONE_OF_8(q), q)
#define NONE_OF_10(q) NONE_OF(NONE_OF_9(q), q)
#define NONE_OF_11(q) NONE_OF(NONE_OF_10(q), q)
#define NONE_OF_12(q) NONE_OF(NONE_OF_11(q), q)
#define NONE_OF_MANY(q)                                                                            \
    {                                                                                              \
        ONE, NONE_OF_1(q), NONE_OF_2(q), NONE_OF_3(q), NONE_OF_4(q), NONE_OF_5(q), NONE_OF_6(q),   \
            NONE_OF_7(q), NONE_OF_8(q), NONE_OF_9(q), NONE_OF_10(q), NONE_OF_11(q), NONE_OF_12(q)  \
    }
enum share { NO_CARD, OF_256_100, OF_256_104, HALF, OF_256_160, OF_256_200, NEARLY_ALL, ALL };
static const uint16_t none_of_many[][CLASS_MAX + 1] = {
    [NO_CARD] = NONE_OF_MANY(0),      [OF_256_100] = NONE_OF_MANY(100),
    [OF_256_104] = NONE_OF_MANY(104), [HALF] = NONE_OF_MANY(ONE / 2),
    [OF_256_160] = NONE_OF_MANY(160), [OF_256_200] = NONE_OF_MANY(200),
    [NEARLY_ALL] = NONE_OF_MANY(240), [ALL] = NONE_OF_MANY(ONE),
};

/* What a player after this one is to the one to move. */
enum role { DEFENDER_OF_MINE, DECLARER, PARTNER, ROLES };

static enum role role_of(const struct table *t, int position)
{
    return t->me == t->declarer ? DEFENDER_OF_MINE : position == t->declarer ? DECLARER : PARTNER;
}

/* Chance that a hidden card is in the hand of a player, if the other one may have it, or cannot; plain, or a trump. The
 * declarer has more than an equal share of the trumps, and nobody plays the cards in the skat. */
static const uint8_t shares[ROLES][2][2] = {
    [DEFENDER_OF_MINE] = {{HALF, HALF}, {ALL, ALL}},
    [DECLARER] = {{HALF, OF_256_160}, {NEARLY_ALL, NEARLY_ALL}},
    [PARTNER] = {{OF_256_104, OF_256_100}, {OF_256_200, NEARLY_ALL}},
};

/* Fills in a player after this one, for these classes (bits). */
static void weigh_chances(const struct table *t, struct after *after, unsigned classes)
{
    const unsigned none = (1u << CLASSES) - 1;
    const int position = after->position, other = 3 - t->me - position;
    const unsigned out = t->memory->out[position],
                   others_out = t->seen >> other & 1 ? none : t->memory->out[other];
    const uint8_t(*mine)[2] = shares[role_of(t, position)];
    const int seen = t->seen >> position & 1;

    after->his = seen ? t->known : t->elsewhere;
    for (int class = TRUMP; class >= 0; class --) {
        if (!(classes >> class & 1))
            continue;
        unsigned share = out >> class & 1 ? NO_CARD
                         : seen           ? ALL
                                          : mine[others_out >> class & 1][class == TRUMP];
        after->none_of[class] = none_of_many[share];
        after->none[class] =
            after->none_of[class][count(after->his & class_cards(class, t->trumps))];
        if (class != TRUMP)
            after->ruff[class] = (ONE - after->none[TRUMP]) * after->none[class] / ONE;
    }
}

/* Tables of two: the declarer sees the dummy, the defending hands see each other. */
static void look_at_dummy(struct table *t)
{
    t->seen = 0;
    t->known = 0;
    if (dummy_cards(t->view)) {
        t->seen = 1 << (t->me == t->declarer ? t->view->dummy : t->partner);
        t->known = t->me == t->declarer ? dummy_cards(t->view) : t->view->partner;
    }
    t->elsewhere = t->hidden & ~t->known;
}

/* The next card of a pile can be any hidden card. */
static unsigned pile_beats(const struct table *t, card best)
{
    unsigned higher = 0;

    for (cards rest = t->hidden; rest;)
        higher += (unsigned)beats(take(&rest), best, t->trumps);
    return t->hidden ? ONE * higher / (unsigned)count(t->hidden) : 0;
}

/* Chance that a player beats the best card, whose class is `best`, with one of these cards of it, after the lead of
 * class `led`. */
static unsigned can_beat(const struct after *after, int best, cards higher, int led)
{
    int number = count(higher);
    unsigned chance;

    if (best != led)
        return (ONE - after->none_of[best][number]) * after->none[led] / ONE;
    chance = ONE - after->none_of[led][number];
    if (led != TRUMP)
        chance += after->ruff[led];
    return chance > ONE ? ONE : chance;
}

/* Chance that this player's side wins the open trick, which `holder` would win with `best` now. */
static int side_holds(const struct table *t, int holder, card best, int led)
{
    const int class = class_of(best, t->trumps);
    const cards over = above(class_cards(class, t->trumps), best);
    unsigned chance = holder == t->me || holder == t->partner ? ONE : 0;

    for (int i = 0; i < t->after_count; i++) {
        const struct after *after = &t->after[i];
        unsigned beat = t->memory->pile >> after->position & 1
                            ? pile_beats(t, best)
                            : can_beat(after, class, after->his & over, led);
        if (after->position == t->partner)
            chance += (ONE - chance) * beat / ONE;
        else
            chance = chance * (ONE - beat) / ONE;
    }
    return (int)chance;
}

/* The same if this player plays `c`. */
static int side_wins(const struct table *t, card c)
{
    if (t->in_trick && !beats(c, t->best, t->trumps))
        return t->without;
    return side_holds(t, t->me, c, class_of(t->in_trick ? t->led : c, t->trumps));
}

/* The classes that can be led, or that is led, and trumps; as bits. */
static unsigned classes_that_matter(const struct table *t)
{
    unsigned classes = 1 << TRUMP;

    if (t->in_trick)
        return classes | 1u << class_of(t->led, t->trumps);
    for (int suit = 0; suit < SUITS; suit++)
        if (t->hand & class_cards(suit, t->trumps))
            classes |= 1u << suit;
    return classes;
}

/* The players after this one. */
static void look_at_players(struct table *t)
{
    /* Points that one adds to the open trick if this player's side does not win it, or does: the defenders add points to
     * each other's tricks. */
    static const int adds[ROLES][2] = {
        [DEFENDER_OF_MINE] = {9, 3}, [DECLARER] = {2, 1}, [PARTNER] = {0, 5}};
    const unsigned classes = classes_that_matter(t);

    t->to_come[0] = t->to_come[1] = 0;
    t->after_count = 2 - t->in_trick;
    for (int i = 0; i < t->after_count; i++) {
        struct after *after = &t->after[i];
        after->position = (t->me + 1 + i) % 3;
        weigh_chances(t, after, classes);
        enum role role = role_of(t, after->position);
        t->to_come[0] += adds[role][0];
        t->to_come[1] += adds[role][1];
    }
}

static void look(struct table *t, const struct skat_bot_view *view, const struct memory *memory)
{
    t->view = view;
    t->memory = memory;
    t->trumps = memory->trumps;
    t->hand = view->hand;
    t->hidden = unseen(view) & ~view->shown;
    t->me = view->position;
    t->declarer = view->declarer;
    t->partner = t->me == t->declarer ? -1 : 3 - t->me - t->declarer;
    look_at_dummy(t);
    t->in_trick = view->played_count - 3 * view->trick_count;
    t->trick_points = 0;
    t->holder = t->in_trick ? view->winner : -1;
    for (int i = 0; i < t->in_trick; i++) {
        card c = view->played[3 * view->trick_count + i];
        t->trick_points += points_of_card(t, c);
        if (i == 0)
            t->led = t->best = c;
        else if (beats(c, t->best, t->trumps))
            t->best = c;
    }
    look_at_players(t);
    if (t->in_trick)
        t->without = side_holds(t, t->holder, t->best, class_of(t->led, t->trumps));
}

/* ---- the worth of keeping a card ---- */

static int keep_trump(const struct table *t, card c)
{
    int rank = c & 15;
    cards out = t->hidden & t->trumps;

    if (!out && t->me == t->declarer)
        return weigh.keep_last_trump + points_of_card(t, c) * POINT; /* it wins whenever played */
    if (rank == SKAT_BOT_JACK)
        return weigh.keep_jack + (c >> 4) * weigh.keep_jack_step;
    if (rank <= SKAT_BOT_SEVEN)
        return weigh.keep_trump;
    return weigh.keep_trump + (rank - SKAT_BOT_SEVEN) * weigh.keep_trump_rank;
}

static int keep_plain(const struct table *t, card c)
{
    cards suit = PLAIN(c >> 4) & ~t->trumps;
    cards mine = t->hand & suit;
    int over = count(above(t->hidden & suit, c));

    if (over == 0)
        return count(t->hidden & suit) || t->view->trick_count > 6
                   ? points_of_card(t, c) * POINT / 2 + weigh.keep_master
                   : POINT * points_of_card(t, c);
    if (over == 1 && count(mine) > 1 && points_of_card(t, c) >= 4)
        return weigh.keep_guard;
    return 0;
}

static int keep(const struct table *t, card c)
{
    return t->trumps >> c & 1 ? keep_trump(t, c) : keep_plain(t, c);
}

/* ---- the trick ---- */

/* What a card brings that gives this side such a chance of a trick with `in` points so far. */
static int worth(const struct table *t, int chance, int in)
{
    return chance * (in + t->to_come[1]) - (ONE - chance) * (in + t->to_come[0]);
}

static int score_following(const struct table *t, card c)
{
    return worth(t, side_wins(t, c), t->trick_points + points_of_card(t, c)) - keep(t, c);
}

/* ---- leading ---- */

static int lead_as_declarer(const struct table *t, card c)
{
    int class = class_of(c, t->trumps), bonus = 0;
    cards out = t->hidden & class_cards(class, t->trumps);
    cards mine = t->hand & class_cards(class, t->trumps);

    if (class == TRUMP) {
        int theirs = count(out);
        int falls = theirs > 2 ? 2 : theirs;
        if (is_out(t, t->after[0].position, TRUMP) || is_out(t, t->after[1].position, TRUMP))
            falls = falls > 1 ? 1 : falls;
        bonus += falls * (t->trumps == JACKS ? weigh.draw_grand : weigh.draw);
        /* Pointless if no trumps are left, and expensive if the others' trumps are higher. */
        if (!theirs)
            bonus -= weigh.trump_wasted;
        else if (theirs >= count(mine) && !above(mine, first(out)))
            bonus -= weigh.own_trump_spent;
        return bonus;
    }
    if (count(mine) > count(out))
        bonus += weigh.long_suit;
    if (points_of_card(t, c) < 10 && above(t->hidden & PLAIN(c >> 4) & ~t->trumps, c) &&
        (mine & (ACES | TENS)) == (mine & TENS) && (mine & TENS))
        bonus += weigh.touch_ten / 2;
    /* Trumps first, as long as trumps of the others can be drawn. */
    if (t->hidden & t->trumps && count(t->hand & t->trumps) > count(t->hidden & t->trumps) / 2)
        bonus -= weigh.trumps_first;
    return bonus;
}

static int lead_as_defender(const struct table *t, card c)
{
    int class = class_of(c, t->trumps), bonus = 0;
    cards mine = t->hand & class_cards(class, t->trumps);
    cards out = t->hidden & class_cards(class, t->trumps);
    int declarer_last = t->after[1].position == t->declarer;

    if (class == TRUMP)
        return is_out(t, t->declarer, TRUMP) ? 0 : weigh.lead_trump_as_defender;
    if (is_out(t, t->declarer, class) && !is_out(t, t->declarer, TRUMP))
        bonus += points_of_card(t, c) >= 10 ? 0 : weigh.force;
    if (is_out(t, t->partner, class) && !is_out(t, t->partner, TRUMP))
        bonus += weigh.to_partner;
    /* "Dem Freunde kurz, dem Feinde lang": short suits if the declarer plays last, long ones if
     * the declarer plays second. */
    bonus += (declarer_last ? 4 - count(mine) : count(mine) - 3) * weigh.declarers_turn_last;
    if ((mine & TENS) && !(mine & ACES) && out & ACES)
        bonus += weigh.touch_ten;
    if (mine & ACES && !(BIT(c) & ACES))
        bonus += weigh.touch_ten;
    return bonus;
}

static int score_leading(const struct table *t, card c)
{
    int score = worth(t, side_wins(t, c), points_of_card(t, c)) - keep(t, c);

    return score + (t->me == t->declarer ? lead_as_declarer(t, c) : lead_as_defender(t, c));
}

/* ---- the choice ---- */

/* Of equal cards (without points and with no card of others between them) one is enough: the higher ones of a run. */
static cards equal_to_lower(const struct table *t)
{
    const cards ALL_SUITS = 0x0001000100010001;
    cards same = 0;

    for (int rank = SKAT_BOT_EIGHT; rank < SKAT_BOT_JACK; rank++)
        if (!t->points[rank] && !t->points[rank - 1])
            same |= ALL_SUITS << rank;
    return same & t->hand & t->hand << 1;
}

card play_card(const struct skat_bot_view *view, cards legal, const struct memory *memory,
               const int8_t points[16])
{
    struct table t;
    card chosen = first(legal);
    int best = -(1 << 30);

    if (!(legal & (legal - 1)))
        return chosen;
    t.points = points;
    look(&t, view, memory);
    for (cards rest = legal & ~equal_to_lower(&t); rest;) {
        card c = take(&rest);
        int score = t.in_trick ? score_following(&t, c) : score_leading(&t, c);
        if (score > best) {
            best = score;
            chosen = c;
        }
    }
    return chosen;
}
