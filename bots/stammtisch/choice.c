// SPDX-License-Identifier: MIT
/* bots/stammtisch/choice.c - which card is played in a suit game or grand: rules of thumb add to
 * the scores of play.c, and the card with the best sum is played. */
#include <string.h>

#include "bots/stammtisch/model.h"
#include "bots/stammtisch/play.h"

/* ---- traits of cards ---- */

/* 1 if it is so and 0 otherwise, or a number; many are features of networks, too
 * (bots/neural/card_features.h). The class is all trumps, or the plain cards of a suit; what is
 * hidden is in other hands or in the skat. */
enum trait {
    ONLY,    /* this player has no other card of the class */
    TWO,     /* this player has two */
    HIGHEST, /* no hidden card of the class is higher */
    HIGHER,  /* hidden cards of the class: higher ones, */
    LOWER,   /* lower ones, */
    HIDDEN,  /* and all */
    SMEARED, /* a card of value, last in partner's trick: what it is worth to keep */
    /* Of trumps. */
    LOW_JACK,         /* of diamonds or hearts */
    LAST_TRUMP,       /* this player's only one */
    ONE_TRUMP_HIDDEN, /* one is, and declarer may have it */
    RUFFS_LITTLE,     /* takes few points with it, and others may have trumps, too */
    /* Of plain cards. */
    ACE,
    TEN,
    ACE_HIDDEN,   /* the ace of the suit is hidden */
    TEN_HIDDEN,   /* the points of the card, if the ten is */
    FROM_ACE,     /* another card than the ace that this player has */
    FROM_TEN,     /* another card than this player's ten, and the ace is hidden */
    FEW_HIDDEN,   /* at most two cards of the suit are */
    HIGH_TRUMPED, /* the highest card: how many trumps are hidden */
    HIGH_POINTS,  /* the points of the highest card */
    DISCARDED,    /* on another class: its points times this side's chance of the trick */
    TRAITS
};

static void trump_traits(const struct table *t, card c, int mine, int hidden,
                         int16_t traits[TRAITS])
{
    enum { LITTLE = 4 };

    traits[LOW_JACK] = (c & 15) == SKAT_BOT_JACK && c >> 4 < 2;
    traits[LAST_TRUMP] = mine == 1;
    traits[ONE_TRUMP_HIDDEN] = hidden == 1 && !table_is_out(t, t->declarer, TRUMP);
    traits[RUFFS_LITTLE] =
        t->in_trick && !(t->trumps >> t->led & 1) && t->trick_points <= LITTLE && hidden > 0;
}

static void plain_traits(const struct table *t, const struct weighed *one, cards mine, cards hidden,
                         int16_t traits[TRAITS])
{
    enum { FEW = 2 };
    const int points = table_points(t, one->card), rank = one->card & 15;

    traits[ACE] = rank == SKAT_BOT_ACE;
    traits[TEN] = rank == SKAT_BOT_TEN;
    traits[ACE_HIDDEN] = (hidden & ACES) != 0;
    traits[TEN_HIDDEN] = (int16_t)(hidden & TENS ? points : 0);
    traits[FROM_ACE] = mine & ACES && rank != SKAT_BOT_ACE;
    traits[FROM_TEN] = mine & TENS && hidden & ACES && rank != SKAT_BOT_TEN;
    traits[FEW_HIDDEN] = count(hidden) <= FEW;
    traits[HIGH_POINTS] = (int16_t)(traits[HIGHEST] ? points : 0);
    traits[HIGH_TRUMPED] = (int16_t)(traits[HIGHEST] ? count(t->hidden & t->trumps) : 0);
    traits[DISCARDED] =
        (int16_t)(t->in_trick && class_of(t->led, t->trumps) != one->card >> 4 ? one->wins * points
                                                                               : 0);
}

static void look_at_card(const struct table *t, const struct weighed *one, int16_t traits[TRAITS])
{
    enum { OF_VALUE = 4 };
    const card c = one->card;
    const int class = class_of(c, t->trumps);
    const cards all = class_cards(class, t->trumps), mine = t->hand & all, hidden = t->hidden & all;
    const int number = count(mine), out = count(hidden), higher = count(above(hidden, c));

    memset(traits, 0, TRAITS * sizeof *traits);
    traits[ONLY] = number == 1;
    traits[TWO] = number == 2;
    traits[HIGHEST] = higher == 0;
    traits[HIGHER] = (int16_t)higher;
    traits[LOWER] = (int16_t)(out - higher);
    traits[HIDDEN] = (int16_t)out;
    if (t->in_trick == 2 && t->holder == t->partner && table_points(t, c) >= OF_VALUE)
        traits[SMEARED] = (int16_t)one->kept;
    if (class == TRUMP)
        trump_traits(t, c, number, out, traits);
    else
        plain_traits(t, one, mine, hidden, traits);
}

/* ---- rules of thumb ---- */

enum occasion {
    LEADS_SUIT_GAME, /* the declarer */
    LEADS_GRAND,
    PLAYS_SECOND,
    PLAYS_LAST,
    LEADS_TO_DECLARER,         /* a defender, when declarer plays second, */
    LEADS_TO_PARTNER,          /* or last */
    SECOND_OF_DEFENDERS_TRICK, /* and declarer plays last */
    SECOND_OF_DECLARERS_TRICK,
    DEFENDS_LAST,
    OCCASIONS
};

static enum occasion occasion_of(const struct table *t)
{
    if (t->declares)
        return t->in_trick == 0 ? (t->trumps == JACKS ? LEADS_GRAND : LEADS_SUIT_GAME)
                                : (t->in_trick == 1 ? PLAYS_SECOND : PLAYS_LAST);
    if (t->in_trick == 2)
        return DEFENDS_LAST;
    const int declarer_next = t->after[0].position == t->declarer;
    return t->in_trick == 0
               ? (declarer_next ? LEADS_TO_DECLARER : LEADS_TO_PARTNER)
               : (declarer_next ? SECOND_OF_DEFENDERS_TRICK : SECOND_OF_DECLARERS_TRICK);
}

/* What a trait adds to the score of a card, in 256ths of a card point; 0 ends a row. Found with the
 * values of neural's network as a teacher (fit/README.md). */
static const struct rule_of_thumb {
    enum trait trait;
    int adds;
} rules_of_thumb[OCCASIONS][6] = {
    /* Draw trumps with low jacks, but keep the last trump; then lead high cards, or what is
     * nearly established. */
    [LEADS_SUIT_GAME] = {{LOW_JACK, 5 * POINT},
                         {LAST_TRUMP, -16 * POINT},
                         {FEW_HIDDEN, 16 * POINT},
                         {HIGH_POINTS, POINT},
                         {TEN_HIDDEN, -POINT}},
    /* High cards before somebody can ruff them, and low ones of a suit whose ace stays as an
     * entry. */
    [LEADS_GRAND] = {{HIGH_TRUMPED, 8 * POINT},
                     {HIGHEST, 12 * POINT},
                     {FROM_ACE, 16 * POINT},
                     {FEW_HIDDEN, 12 * POINT}},
    /* Play low rather than in between. */
    [PLAYS_SECOND] = {{HIGHER, 3 * POINT}, {RUFFS_LITTLE, -6 * POINT}},
    /* Tens, and cards of a suit whose ace is out, but not those that guard its ten. */
    [PLAYS_LAST] = {{HIGHER, POINT / 2},
                    {TEN, 3 * POINT},
                    {ACE_HIDDEN, 6 * POINT},
                    {FROM_TEN, -8 * POINT},
                    {RUFFS_LITTLE, -6 * POINT}},
    /* Through the declarer long suits, high cards except an ace whose ten is out, and from the ten
     * if the ace is out. */
    [LEADS_TO_DECLARER] = {{HIDDEN, -6 * POINT},
                           {HIGHEST, 16 * POINT},
                           {FROM_TEN, 16 * POINT},
                           {TEN_HIDDEN, -3 * POINT / 2}},
    /* To the partner no aces, and a single card rather than one of two; a trump for declarer's
     * last. */
    [LEADS_TO_PARTNER] = {{ACE, -8 * POINT}, {TWO, -4 * POINT}, {ONE_TRUMP_HIDDEN, 4 * POINT}},
    /* The ace at once, or a card of a suit whose ace is out. */
    [SECOND_OF_DEFENDERS_TRICK] = {{ACE, 8 * POINT}, {ACE_HIDDEN, 8 * POINT}},
    /* Points for a trick that partner will get, low cards, and the last one of a suit. */
    [SECOND_OF_DECLARERS_TRICK] = {{ONLY, 6 * POINT}, {LOWER, -2 * POINT}, {DISCARDED, 2}},
    /* Full cards behind partner, but none that leaves a ten to the ace. */
    [DEFENDS_LAST] = {{SMEARED, 1}, {FROM_TEN, -6 * POINT}},
};

static void apply_rules_of_thumb(const struct table *t, struct weighed *weighed, int number)
{
    const struct rule_of_thumb *row = rules_of_thumb[occasion_of(t)];
    int16_t traits[TRAITS];

    for (struct weighed *one = weighed; one < weighed + number; one++) {
        look_at_card(t, one, traits);
        for (const struct rule_of_thumb *rule = row; rule->adds; rule++)
            one->score += rule->adds * traits[rule->trait];
    }
}

/* ---- the choice ---- */

card play_best(const struct weighed *weighed, int number)
{
    const struct weighed *best = weighed;

    for (const struct weighed *one = weighed + 1; one < weighed + number; one++)
        if (one->score > best->score || (one->score == best->score && one->card < best->card))
            best = one;
    return best->card;
}

void play_above_mean(const struct weighed *weighed, int number, int unit, int values[CARD_CODES])
{
    int64_t sum = 0;

    for (int i = 0; i < number; i++)
        sum += weighed[i].score;
    for (int i = 0; i < number; i++)
        values[weighed[i].card] = (int)((weighed[i].score - sum / number) / unit);
}

card play_customary_jack(const struct skat_bot_view *view, cards legal, card chosen)
{
    if (!(JACKS >> chosen & 1))
        return chosen;
    const int open = view->played_count % 3;
    const int leads = !open && view->position == view->declarer;
    cards between = unseen(view); /* the others', and those on the table */

    for (int i = 1; i <= open; i++)
        between |= BIT(view->played[view->played_count - i]);
    between &= JACKS;
    for (cards rest = legal & JACKS; rest;) {
        const card c = take(&rest);
        const int is_customary = leads ? c > chosen : c < chosen;
        if (is_customary && above(between, c) == above(between, chosen))
            chosen = c;
    }
    return chosen;
}

int play_weigh_all(const struct skat_bot_view *view, cards legal, const struct memory *memory,
                   struct weighed weighed[SKAT_BOT_HAND_MAX])
{
    struct table t;

    table_look(&t, view, memory);
    const int number = play_weigh(&t, play_distinct(&t, legal), weighed);
    apply_rules_of_thumb(&t, weighed, number);
    return number;
}

card play_card_carelessly(const struct skat_bot_view *view, cards legal,
                          const struct memory *memory, uint64_t deal, int deviation)
{
    struct weighed weighed[SKAT_BOT_HAND_MAX];

    if (!several(legal))
        return first(legal);
    const int number = play_weigh_all(view, legal, memory, weighed);
    for (int i = 0; deviation && i < number; i++)
        weighed[i].score +=
            error_of(deal, JUDGED_CARD, (unsigned)view->played_count * CARD_CODES + weighed[i].card,
                     deviation);
    return play_customary_jack(view, legal, play_best(weighed, number));
}

card play_card(const struct skat_bot_view *view, cards legal, const struct memory *memory)
{
    return play_card_carelessly(view, legal, memory, 0, 0);
}

card play_to_lose(const struct skat_bot_view *view, cards legal, const struct memory *memory)
{
    struct weighed weighed[SKAT_BOT_HAND_MAX];
    struct table t;

    table_look(&t, view, memory);
    const int number = play_weigh(&t, play_distinct(&t, legal), weighed);
    for (int i = 0; i < number; i++)
        weighed[i].score = -weighed[i].wins;
    return play_best(weighed, number);
}
