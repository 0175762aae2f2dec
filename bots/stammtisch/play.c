/* bots/stammtisch/play.c - suit and grand games.
 *
 * Each legal card is scored as a club player would weigh it: what the trick will probably gain
 * or lose, what the card could be worth later, and, for a lead, its effect on the other hands:
 * drawing trumps, setting up a long suit, forcing the declarer to ruff, playing through the
 * declarer to the partner. The card with the best score is played. */
#include "bots/stammtisch/play.h"

enum { ONE = 256, POINT = 256 };

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
    card led, best;            /* of the open trick */
    int holder;                /* who is winning it, -1 if this player leads */
    int after[2], after_count; /* the players after this one */
    /* For the players after this one, by class, in 256ths: the chance of having a given hidden
     * card, and of having none. Filled in for the classes that matter now. */
    unsigned share[2][CLASSES], none[2][CLASSES];
};

static int points_of_card(const struct table *t, card c) { return t->points[c & 15]; }

/* ---- chances ---- */

static int is_out(const struct table *t, int position, int class)
{
    return t->memory->out[position] >> class & 1;
}

/* Chance, in 256ths, that a hidden card of `class` is in the hand of `position`. The declarer has
 * more than an equal share of the trumps, and nobody plays the cards in the skat. */
static unsigned share(const struct table *t, int position, int class)
{
    if (is_out(t, position, class))
        return 0;
    if (t->seen >> position & 1)
        return ONE;
    int other = 3 - t->me - position;
    int not_others = is_out(t, other, class) || t->seen >> other & 1;
    if (t->me == t->declarer)
        return not_others ? ONE : ONE / 2;
    if (position == t->declarer)
        return not_others ? ONE - ONE / 16 : class == TRUMP ? 160 : 128;
    return not_others ? (class == TRUMP ? 240 : 200) : class == TRUMP ? 100 : 104;
}

/* The cards that share() is about. */
static cards candidates(const struct table *t, int position)
{
    return t->seen >> position & 1 ? t->known : t->elsewhere;
}

/* Chance that none of `number` (up to all cards of a class) cards is in a hand that has each with chance `q`. Unsigned,
 * here and below, because a division by ONE is then a shift. */
static unsigned none_of(unsigned q, int number)
{
    unsigned chance = ONE;
    for (; number > 0 && chance; number--)
        chance = chance * (ONE - q) / ONE;
    return chance;
}

static void weigh_chances(struct table *t, int i, int class)
{
    int position = t->after[i];

    t->share[i][class] = share(t, position, class);
    t->none[i][class] = is_out(t, position, class)
                            ? ONE
                            : none_of(t->share[i][class], count(candidates(t, position) &
                                                                class_cards(class, t->trumps)));
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
    t->after_count = 2 - t->in_trick;
    for (int i = 0; i < t->after_count; i++) {
        t->after[i] = (t->me + 1 + i) % 3;
        weigh_chances(t, i, TRUMP);
        if (t->in_trick)
            weigh_chances(t, i, class_of(t->led, t->trumps));
        else
            for (int suit = 0; suit < SUITS; suit++)
                if (t->hand & class_cards(suit, t->trumps)) /* it can be led */
                    weigh_chances(t, i, suit);
    }
}

/* The next card of a pile can be any hidden card. */
static unsigned pile_beats(const struct table *t, card best)
{
    unsigned higher = 0;

    for (cards rest = t->hidden; rest;)
        higher += (unsigned)beats(take(&rest), best, t->trumps);
    return t->hidden ? ONE * higher / (unsigned)count(t->hidden) : 0;
}

/* Chance that player number `i` of those still to play beats `best` after the lead `led`. */
static unsigned can_beat(const struct table *t, int i, card best, int led)
{
    int best_class = class_of(best, t->trumps);
    unsigned higher = 0, ruff = 0;
    cards his = candidates(t, t->after[i]);

    if (t->memory->pile >> t->after[i] & 1)
        return pile_beats(t, best);
    if (best_class == led) {
        cards over = above(his & class_cards(led, t->trumps), best);
        higher = ONE - none_of(t->share[i][led], count(over));
    }
    if (led != TRUMP && t->none[i][led]) {
        unsigned no_trump = best_class == TRUMP
                                ? none_of(t->share[i][TRUMP], count(above(his & t->trumps, best)))
                                : t->none[i][TRUMP];
        ruff = (ONE - no_trump) * t->none[i][led] / ONE;
    }
    return higher + ruff > ONE ? ONE : higher + ruff;
}

/* Chance that this player's side wins the open trick by playing `c`. */
static int side_wins(const struct table *t, card c, int *with_own)
{
    int led_class = class_of(t->in_trick ? t->led : c, t->trumps);
    int takes = t->in_trick == 0 || beats(c, t->best, t->trumps);
    card best = takes ? c : t->best;
    int holder = takes ? t->me : t->holder;
    int friendly = holder == t->me || holder == t->partner;
    unsigned chance = friendly ? ONE : 0;

    *with_own = takes;
    for (int i = 0; i < t->after_count; i++) {
        int position = t->after[i];
        unsigned beat = can_beat(t, i, best, led_class);
        if (position == t->partner)
            chance += (ONE - chance) * beat / ONE;
        else
            chance = chance * (ONE - beat) / ONE;
    }
    return (int)chance;
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

/* ---- following ---- */

/* Points still to come in the trick if this player's side wins it, or does not. */
static int to_come(const struct table *t, int ours)
{
    static const int friend_adds[2] = {0, 5}, foe_adds[2] = {2, 1};
    int sum = 0;

    for (int i = 0; i < t->after_count; i++) {
        int is_friend = t->after[i] == t->partner;
        if (t->me == t->declarer)
            sum += ours ? 3 : 9; /* the defenders add points to each other's tricks */
        else
            sum += is_friend ? friend_adds[ours] : foe_adds[ours];
    }
    return sum;
}

static int score_following(const struct table *t, card c)
{
    int takes;
    int chance = side_wins(t, c, &takes);
    int in = t->trick_points + points_of_card(t, c);
    int score = chance * (in + to_come(t, 1)) - (ONE - chance) * (in + to_come(t, 0));

    return score - keep(t, c);
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
        if (is_out(t, t->after[0], TRUMP) || is_out(t, t->after[1], TRUMP))
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
    int declarer_last = t->after[1] == t->declarer;

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
    int takes;
    int chance = side_wins(t, c, &takes);
    int in = points_of_card(t, c);
    int score = chance * (in + to_come(t, 1)) - (ONE - chance) * (in + to_come(t, 0));

    score -= keep(t, c);
    return score + (t->me == t->declarer ? lead_as_declarer(t, c) : lead_as_defender(t, c));
}

/* ---- the choice ---- */

/* Of equal cards (with equal points and no card of others between them) one is enough: skips the
 * higher ones of a run. */
static int equal_to_lower(const struct table *t, card c)
{
    int rank = c & 15;
    return rank > SKAT_BOT_SEVEN && rank != SKAT_BOT_JACK && t->hand >> (c - 1) & 1 &&
           points_of_card(t, c) == 0 && points_of_card(t, (card)(c - 1)) == 0;
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
    for (cards rest = legal; rest;) {
        card c = take(&rest);
        if (equal_to_lower(&t, c))
            continue;
        int score = t.in_trick ? score_following(&t, c) : score_leading(&t, c);
        if (score > best) {
            best = score;
            chosen = c;
        }
    }
    return chosen;
}
