// SPDX-License-Identifier: MIT
/* bots/stammtisch/play.c - suit games, grand and Sächsische Spitze, and the cards that an announced
 * spitze or schwarz leaves to choose from.
 *
 * Each legal card is scored as a club player would weigh it: what the trick will probably gain
 * or lose, what the card could be worth later, and, for a lead, its effect on the other hands:
 * drawing trumps, setting up a long suit, forcing the declarer to ruff, playing through the
 * declarer to the partner. choice.c adds rules of thumb, and chooses. */
#include "bots/stammtisch/play.h"

/* ---- chances ---- */

/* The chances, in 256ths, that none of 0, 1 ... CLASS_MAX cards is in a hand that has each with the
 * chance of the row, which are 0, 100, 104 ... 240, 256: each is the one before it times 256 less
 * the chance, divided by 256 and rounded down. */
enum { CLASS_MAX = 12 /* cards of a class: trumps with the six */ };
enum share { NO_CARD, OF_256_100, OF_256_104, HALF, OF_256_160, OF_256_200, NEARLY_ALL, ALL };
static const uint16_t table_none[][CLASS_MAX + 1] = {
    [NO_CARD] = {256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256},
    [OF_256_100] = {256, 156, 95, 57, 34, 20, 12, 7, 4, 2, 1, 0, 0},
    [OF_256_104] = {256, 152, 90, 53, 31, 18, 10, 5, 2, 1, 0, 0, 0},
    [HALF] = {256, 128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0},
    [OF_256_160] = {256, 96, 36, 13, 4, 1, 0, 0, 0, 0, 0, 0, 0},
    [OF_256_200] = {256, 56, 12, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    [NEARLY_ALL] = {256, 16, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    [ALL] = {256, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
};

/* The row of it for cards of a class in the hand of a player after this one. */
static inline const uint16_t *table_none_of(const struct later_player *after, int class)
{
    const unsigned cannot = after->out >> class & 1, other_cannot = after->others_out >> class & 1;

    return table_none[after->shares[2 * cannot + other_cannot][class == TRUMP]];
}

/* What a player after this one is to the one to move. */
enum table_role { DEFENDER_OF_MINE, DECLARER, PARTNER, ROLES, SEEN = ROLES };

static enum table_role role_of(const struct table *t, int position)
{
    return t->declares ? DEFENDER_OF_MINE : position == t->declarer ? DECLARER : PARTNER;
}

/* Chance that a card that is not known to be elsewhere is in the hand of a player: if the third
 * player may have it, too, or cannot; if this player cannot (twice); plain, or a trump. The
 * declarer has more than an equal share of the trumps, and nobody plays the cards in the skat. */
static const uint8_t shares[ROLES + 1][4][2] = {
    [DEFENDER_OF_MINE] = {{HALF, HALF}, {ALL, ALL}},
    [DECLARER] = {{HALF, OF_256_160}, {NEARLY_ALL, NEARLY_ALL}},
    [PARTNER] = {{OF_256_104, OF_256_100}, {OF_256_200, NEARLY_ALL}},
    [SEEN] = {{ALL, ALL}, {ALL, ALL}},
};

/* ---- the table ---- */

const struct card_points usual_points = {.of = RANK_POINTS,
                                         .blank = OF_RANK(SKAT_BOT_EIGHT) | OF_RANK(SKAT_BOT_NINE)};
/* Points of the cards of a Sächsische Spitze by the place that they take: A K Q T 9 8 7 at
 * 7 8 9 Q K T A. */
static const struct card_points turned_points = {
    .of = {[SKAT_BOT_SEVEN] = 11,
           [SKAT_BOT_EIGHT] = 4,
           [SKAT_BOT_NINE] = 3,
           [SKAT_BOT_QUEEN] = 10,
           [SKAT_BOT_JACK] = 2},
    .blank = OF_RANK(SKAT_BOT_TEN) | OF_RANK(SKAT_BOT_ACE),
};

/* Tables of two: the declarer sees the dummy, the defending hands see each other. The position
 * whose cards are seen, or -1. */
static int seen_at(const struct table *t)
{
    if (!dummy_cards(t->view))
        return -1;
    return t->declares ? t->view->dummy : t->partner;
}

static void look_at_player(struct table *t, struct later_player *after, int position, int seen)
{
    const unsigned all = (1u << CLASSES) - 1;
    const int other = 3 - t->me - position;
    const cards known = seen < 0 ? 0 : t->declares ? dummy_cards(t->view) : t->view->partner;

    /* Points that one adds to the open trick if this player's side does not win it, or does: the
     * defenders add points to each other's tricks. */
    static const int adds[ROLES][2] = {
        [DEFENDER_OF_MINE] = {9, 3}, [DECLARER] = {2, 1}, [PARTNER] = {0, 5}};
    const enum table_role role = role_of(t, position);

    after->position = position;
    after->partner = position == t->partner;
    after->his = position == seen ? known : t->hidden & ~known;
    after->out = t->memory->out[position];
    after->others_out = other == seen ? all : t->memory->out[other];
    after->shares = shares[position == seen ? SEEN : role];
    after->trumpless = table_none_of(after, TRUMP)[count(after->his & t->trumps)];
    t->to_come[0] += adds[role][0];
    t->to_come[1] += adds[role][1];
}

/* The players after this one. */
static void look_at_players(struct table *t)
{
    const int seen = seen_at(t);

    t->to_come[0] = t->to_come[1] = 0;
    t->after_count = 2 - t->in_trick;
    for (int i = 0, position = t->me; i < t->after_count; i++) {
        position = position == 2 ? 0 : position + 1;
        look_at_player(t, &t->after[i], position, seen);
    }
}

void table_look(struct table *t, const struct skat_bot_view *view, const struct memory *memory)
{
    t->points = view->contract.type == SACHSENSPITZE ? &turned_points : &usual_points;
    t->view = view;
    t->memory = memory;
    t->trumps = memory->trumps;
    t->hand = view->hand;
    t->hidden = unseen(view) & ~view->shown;
    t->me = view->position;
    t->declarer = view->declarer;
    t->declares = t->me == t->declarer;
    t->partner = t->declares ? -1 : 3 - t->me - t->declarer;
    t->in_trick = view->played_count - 3 * view->trick_count;
    t->trick_points = 0;
    t->holder = t->in_trick ? view->winner : -1;
    for (int i = 0; i < t->in_trick; i++) {
        card c = view->played[3 * view->trick_count + i];
        t->trick_points += table_points(t, c);
        if (i == 0)
            t->led = t->best = c;
        else if (beats(c, t->best, t->trumps))
            t->best = c;
    }
    look_at_players(t);
}

/* ---- weights ---- */

/* The weights of the scores, in 256ths of a card point. Tuned by duels of the bot with a copy of
 * itself with one changed weight. */
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

/* How a player after this one answers cards of the led class: with a higher one in its hand, or by
 * ruffing. */
struct class_answer {
    cards his;
    const uint16_t *none_of; /* chances of having none of so many cards of the class */
    unsigned nothing, ruffs; /* chances of having none at all, and of a ruff then */
    int pile;                /* any hidden card may come */
};

static struct class_answer answer_to(const struct table *t, const struct later_player *after,
                                     int class)
{
    const uint16_t *none = table_none_of(after, class);
    const unsigned nothing = none[count(after->his & class_cards(class, t->trumps))];

    return (struct class_answer){after->his, none, nothing,
                                 class == TRUMP ? 0 : (ONE - after->trumpless) * nothing / ONE,
                                 t->memory->pile >> after->position & 1};
}

static unsigned pile_holds(const struct table *t, card best)
{
    unsigned higher = 0;

    for (cards rest = t->hidden; rest;)
        higher += (unsigned)beats(take(&rest), best, t->trumps);
    return t->hidden ? ONE - ONE * higher / (unsigned)count(t->hidden) : ONE;
}

/* Chance that the player does not beat a card of the led class, of which these are the higher ones.
 */
static unsigned holds(const struct table *t, const struct class_answer *answer, card best,
                      cards higher)
{
    if (answer->pile)
        return pile_holds(t, best);
    const unsigned none = answer->none_of[count(answer->his & higher)];
    return none > answer->ruffs ? none - answer->ruffs : 0;
}

/* The same of a ruff. */
static unsigned ruff_holds(const struct table *t, const struct class_answer *answer, card best,
                           cards higher)
{
    if (answer->pile)
        return pile_holds(t, best);
    const unsigned none = table_none_of(&t->after[0], TRUMP)[count(answer->his & higher)];
    return ONE - (ONE - none) * answer->nothing / ONE;
}

/* ---- the worth of keeping a card ---- */

static int keep_trump(const struct table *t, card c)
{
    int rank = c & 15;
    cards out = t->hidden & t->trumps;

    if (!out && t->declares)
        return weigh.keep_last_trump + table_points(t, c) * POINT; /* it wins whenever played */
    if (rank == SKAT_BOT_JACK)
        return weigh.keep_jack + (c >> 4) * weigh.keep_jack_step;
    if (rank <= SKAT_BOT_SEVEN)
        return weigh.keep_trump;
    return weigh.keep_trump + (rank - SKAT_BOT_SEVEN) * weigh.keep_trump_rank;
}

/* `mine` and `others`: the cards of its suit that this player has, and that are hidden. Inlined: it
 * is asked for each card, sixty times a game, and calls cost a third of it (callgrind). */
__attribute__((always_inline)) static inline int keep_plain(const struct table *t, card c,
                                                            cards mine, cards others)
{
    const cards over = above(others, c);
    const int points = table_points(t, c);

    if (!over)
        return others || t->view->trick_count > 6 ? points * POINT / 2 + weigh.keep_master
                                                  : POINT * points;
    if (points >= 4 && !several(over) && several(mine))
        return weigh.keep_guard;
    return 0;
}

static int keep(const struct table *t, card c)
{
    return t->trumps >> c & 1
               ? keep_trump(t, c)
               : keep_plain(t, c, t->hand & PLAIN(c >> 4), t->hidden & PLAIN(c >> 4));
}

/* ---- the trick ---- */

/* What a card brings that gives this side such a chance of a trick with `in` points so far. */
static int worth(const struct table *t, int chance, int in)
{
    /* chance * (in + to_come[1]) - (ONE - chance) * (in + to_come[0]) */
    return chance * (2 * in + t->to_come[0] + t->to_come[1]) - ONE * (in + t->to_come[0]);
}

/* ---- following ---- */

/* Chance that this player's side wins the open trick with `best` in it; if nobody beats that, it
 * does (ours is 1) or not. */
static int side_wins(const struct table *t, const struct class_answer *answer, card best, int ours)
{
    const struct later_player *after = &t->after[0];

    if (!t->after_count || after->partner == ours)
        return ours ? ONE : 0;
    const int trump = t->trumps >> best & 1;
    const cards higher = above(class_cards(trump ? TRUMP : best >> 4, t->trumps), best);
    const int ruffed = trump && !(t->trumps >> t->led & 1);
    const unsigned chance =
        ruffed ? ruff_holds(t, answer, best, higher) : holds(t, answer, best, higher);
    return (int)(ours ? chance : ONE - chance);
}

static int weigh_following(const struct table *t, cards candidates, struct weighed *weighed)
{
    const int led = class_of(t->led, t->trumps), best = class_of(t->best, t->trumps);
    /* Cards that take the trick: higher ones than the one that holds it, and ruffs. */
    const cards over =
        above(class_cards(best, t->trumps), t->best) | (best == TRUMP ? 0 : t->trumps);
    const struct class_answer answer =
        t->after_count ? answer_to(t, &t->after[0], led) : (struct class_answer){0};
    const int without = side_wins(t, &answer, t->best, t->holder == t->partner);
    int number = 0;

    while (candidates) {
        const card c = take(&candidates);
        const int wins = over >> c & 1 ? side_wins(t, &answer, c, 1) : without, kept = keep(t, c);
        weighed[number++] = (struct weighed){
            c, wins, kept, worth(t, wins, t->trick_points + table_points(t, c)) - kept};
    }
    return number;
}

/* ---- leading ---- */

/* A class that can be led. */
struct lead {
    int class;
    cards all, mine, out;
    struct class_answer answers[2];
};

/* Chance that this player's side wins the trick that begins with `c`. */
static int lead_wins(const struct table *t, const struct lead *lead, card c)
{
    const cards higher = above(lead->all, c);
    const unsigned last = holds(t, &lead->answers[1], c, higher);

    if (t->after[0].partner)
        return (int)last;
    const unsigned next = holds(t, &lead->answers[0], c, higher);
    return (int)(t->after[1].partner ? next + (ONE - next) * (ONE - last) / ONE
                                     : next * last / ONE);
}

static int draws_trumps(const struct table *t, const struct lead *lead)
{
    const int theirs = count(lead->out);
    int falls = theirs > 2 ? 2 : theirs;

    if (table_is_out(t, t->after[0].position, TRUMP) ||
        table_is_out(t, t->after[1].position, TRUMP))
        falls = falls > 1 ? 1 : falls;
    int bonus = falls * (t->trumps == JACKS ? weigh.draw_grand : weigh.draw);
    /* Pointless if no trumps are left, and expensive if the others' trumps are higher. */
    if (!theirs)
        return bonus - weigh.trump_wasted;
    if (theirs >= count(lead->mine) && !above(lead->mine, first(lead->out)))
        return bonus - weigh.own_trump_spent;
    return bonus;
}

static int declarer_leads_class(const struct table *t, const struct lead *lead)
{
    if (lead->class == TRUMP)
        return draws_trumps(t, lead);
    int bonus = count(lead->mine) > count(lead->out) ? weigh.long_suit : 0;
    /* Trumps first, as long as trumps of the others can be drawn. */
    if (t->hidden & t->trumps && count(t->hand & t->trumps) > count(t->hidden & t->trumps) / 2)
        bonus -= weigh.trumps_first;
    return bonus;
}

static int declarer_leads_card(const struct table *t, const struct lead *lead, card c)
{
    return lead->class != TRUMP && lead->mine & TENS && !(lead->mine & ACES) &&
                   table_points(t, c) < 10 && above(lead->out, c)
               ? weigh.touch_ten / 2
               : 0;
}

static int defender_leads_class(const struct table *t, const struct lead *lead)
{
    const int class = lead->class, number = count(lead->mine);
    const int declarer_last = t->after[1].position == t->declarer;

    if (class == TRUMP)
        return table_is_out(t, t->declarer, TRUMP) ? 0 : weigh.lead_trump_as_defender;
    /* "Dem Freunde kurz, dem Feinde lang": short suits if the declarer plays last, long ones if
     * the declarer plays second. */
    int bonus = (declarer_last ? 4 - number : number - 3) * weigh.declarers_turn_last;
    if (table_is_out(t, t->partner, class) && !table_is_out(t, t->partner, TRUMP))
        bonus += weigh.to_partner;
    if (lead->mine & TENS && !(lead->mine & ACES) && lead->out & ACES)
        bonus += weigh.touch_ten;
    return bonus;
}

static int defender_leads_card(const struct table *t, const struct lead *lead, card c)
{
    const int class = lead->class;

    if (class == TRUMP)
        return 0;
    const int forces = table_is_out(t, t->declarer, class) && !table_is_out(t, t->declarer, TRUMP);
    return (forces && table_points(t, c) < 10 ? weigh.force : 0) +
           (lead->mine & ACES && !(BIT(c) & ACES) ? weigh.touch_ten : 0);
}

static int weigh_class(const struct table *t, int class, cards candidates, struct weighed *weighed)
{
    const cards all = class_cards(class, t->trumps);
    const struct lead lead = {
        .class = class,
        .all = all,
        .mine = t->hand & all,
        .out = t->hidden & all,
        .answers = {answer_to(t, &t->after[0], class), answer_to(t, &t->after[1], class)}};
    const int for_class =
        t->declares ? declarer_leads_class(t, &lead) : defender_leads_class(t, &lead);
    int number = 0;

    for (candidates &= all; candidates;) {
        const card c = take(&candidates);
        const int kept = class == TRUMP ? keep_trump(t, c) : keep_plain(t, c, lead.mine, lead.out);
        const int for_card =
            t->declares ? declarer_leads_card(t, &lead, c) : defender_leads_card(t, &lead, c);
        const int wins = lead_wins(t, &lead, c);
        weighed[number++] = (struct weighed){
            c, wins, kept, worth(t, wins, table_points(t, c)) - kept + for_class + for_card};
    }
    return number;
}

static int weigh_leads(const struct table *t, cards candidates, struct weighed *weighed)
{
    int number = 0;

    for (int class = 0; class < CLASSES; class ++)
        if (candidates & class_cards(class, t->trumps))
            number += weigh_class(t, class, candidates, weighed + number);
    return number;
}

int play_weigh(const struct table *t, cards legal, struct weighed weighed[SKAT_BOT_HAND_MAX])
{
    return t->in_trick ? weigh_following(t, legal, weighed) : weigh_leads(t, legal, weighed);
}

/* ---- what declarer has announced ---- */

cards play_spare_spitzen(const struct skat_bot_view *view, cards legal)
{
    int spitzen = (view->contract.with & SKAT_BOT_SPITZEN) / SKAT_BOT_SPITZE;

    if (!spitzen) /* always so except in suit games and grand */
        return legal;
    cards named = view->contract.type == GRAND
                      ? DIAMOND_JACK
                      : (((cards)1 << spitzen) - 1)
                            << (LANE(view->contract.type) +
                                (has_sixes(view) ? SKAT_BOT_SIX : SKAT_BOT_SEVEN));
    const cards others = legal & ~named;
    return others ? others : BIT(strongest(legal)); /* the seven comes last, the eight before it */
}

cards play_as_announced(const struct skat_bot_view *view, cards legal)
{
    const cards trumps = trumps_of(view->contract.type);

    if (view->position != view->declarer)
        return legal;
    legal = play_spare_spitzen(view, legal);
    return view->contract.with & SKAT_BOT_SCHWARZ && view->contract.type <= GRAND &&
                   view->played_count % 3 == 0 && unseen(view) & trumps && legal & trumps
               ? legal & trumps
               : legal;
}

/* ---- Sächsische Spitze ---- */

card play_turned(const struct skat_bot_view *view, cards legal, const struct memory *memory)
{
    struct skat_bot_view grand = *view;

    grand.hand = turned_cards(view->hand);
    grand.skat = turned_cards(view->skat);
    grand.shown = turned_cards(view->shown);
    grand.gone = turned_cards(view->gone);
    for (int i = 0; i < view->played_count; i++)
        grand.played[i] = first(turned_cards(BIT(view->played[i])));
    const card chosen = play_card(&grand, turned_cards(legal), memory);
    while (first(turned_cards(legal & -legal)) != chosen)
        legal &= legal - 1;
    return first(legal);
}
