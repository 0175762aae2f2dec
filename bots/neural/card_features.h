// SPDX-License-Identifier: MIT
/* bots/neural/card_features.h - what the worth of a card is computed from (pimc/rollout.h): what a
 * player sees of the table, and of a card, as small integers. For the bots and the programs
 * that fit the weights, so that all read the same. */
#ifndef NEURAL_CARD_FEATURES_H
#define NEURAL_CARD_FEATURES_H

#include <string.h>

#include "bots/stammtisch/play.h"

/* WINS is the chance that this side wins the trick with the card, in 256ths; "loses" the chance
 * that the others do. Products of a chance with points, and scores, are in 16ths of a card point.
 * "The class": all trumps, or the rest of the card's suit. */
enum card_feature {
    SCORE, /* stammtisch's, without its rules of thumb */
    KEPT,  /* what stammtisch gives for keeping it */
    /* The trick. */
    WINS,
    WINS_SQUARED,
    BRINGS,            /* WINS times the points of the card */
    TAKES,             /* WINS times the points on the table */
    LOSES,             /* loses, times the points of both */
    DECIDES,           /* WINS, if these points decide the game */
    DECIDES_LOST,      /* loses, if these points decide the game for the others */
    CLOSE_WINS,        /* WINS, if 20 points decide the game */
    CLOSE_POINTS,      /* the points of the card, if 20 points do */
    CLOSE_LOST,        /* loses, if 20 points decide the game for the others */
    OVERTAKES_PARTNER, /* the partner holds the trick, and the card beats it */
    SCHMEAR,           /* a plain card, when another class was led */
    SCHMEARED,         /* then, WINS times its points */
    RUFFS,             /* a trump, when another class was led */
    RUFFED,            /* then, the points on the table */
    /* The card, and others of its class. */
    POINTS,
    PLAIN_RANK,                  /* one each for 7 8 9 Q K T A of a plain suit, */
    TRUMP_RANK = PLAIN_RANK + 7, /* and of the trump suit, */
    JACK = TRUMP_RANK + 7,       /* and the jacks of diamonds, hearts, spades, clubs */
    ONLY = JACK + SUITS,         /* this player has no other card of the class */
    ONLY_POINTS,                 /* then, its points */
    TWO,                         /* two cards of it */
    FOUR,                        /* four or more */
    HIDDEN,                      /* hidden cards of the class */
    NONE_HIDDEN,                 /* none */
    HIGHEST,                     /* no hidden card is higher */
    SECOND,                      /* one is */
    HIGHER,                      /* so many are */
    LOWER,                       /* and so many lower */
    LED_BY_PARTNER,              /* the partner led the class before */
    LED_BY_DECLARER,             /* the declarer did, and is another player */
    LED_BEFORE,                  /* this player did */
    /* Leads. */
    NEXT_OUT,      /* the next player has none of the class */
    LAST_OUT,      /* the last player has none */
    DRAWS_NOTHING, /* a trump: number of the others who have none */
    BARE_DECLARER, /* a defender's: WINS, if the declarer has no trumps */
    /* Plain cards. */
    FROM_ACE,            /* another card of the suit than the ace that this player has */
    FROM_TEN,            /* another card than this player's ten, and the ace is hidden */
    BARES_TEN,           /* then, the ten stays alone */
    BARES_KING,          /* a low card, after which a king that is not the highest stays alone */
    VOIDS_TO_RUFF,       /* the only card of the suit, with trumps in hand */
    VOIDS,               /* the only card of the suit, without */
    ACE_HIDDEN,          /* the ace of the suit is hidden */
    TEN_HIDDEN,          /* the points of the card, if the ten of the suit is */
    TEN_UNDER_ACE,       /* a ten, and the ace is hidden */
    TEN_GUARDED,         /* then, the own cards of the suit */
    LONE_HIGH,           /* the only card of the suit, and a ten or an ace */
    HIGH_TRUMPED,        /* the highest one: hidden trumps, */
    HIGH_ALONE,          /* no hidden card of the suit, */
    HIGH_POINTS,         /* its points */
    FEW_HIDDEN,          /* at most two hidden cards of the suit */
    PLAIN_OWN_TRUMPS,    /* own trumps */
    PLAIN_HIDDEN_TRUMPS, /* hidden trumps */
    /* Trumps. */
    OWN_TRUMPS,
    HIDDEN_TRUMPS,
    NO_TRUMPS_HIDDEN,  /* none */
    ONE_TRUMP_HIDDEN,  /* one */
    TWO_TRUMPS_HIDDEN, /* two */
    MORE_TRUMPS,       /* this player has more than are hidden */
    LAST_TRUMP,        /* this player's only one */
    HIGHEST_JACK,      /* a jack that no hidden card beats */
    /* Where cards have been compared (card_choices_look()); otherwise 0. */
    MOST_WORTH, /* no other card is worth more */
    CLUBS,      /* none has a higher SCORE */
    CARD_FEATURES_USED,
    /* A round number, for instructions that multiply eight at once. */
    CARD_FEATURES = (CARD_FEATURES_USED + 7) / 8 * 8
};
enum { CARD_SCALE = 16 };

/* Weights are fitted for each kind of decision: by trick, suit game or grand, role, and place in
 * the trick. */
enum { CARD_PHASES = 5, CARD_ROLES = 3, CARD_CONTEXTS = CARD_PHASES * 2 * CARD_ROLES * 3 };

/* What all cards of a decision have in common. */
struct card_scene {
    const struct table *table;
    int context;
    int need, others_need; /* card points that decide the game for this side, and for the others */
    int own_trumps, hidden_trumps;
    unsigned led_by[3]; /* classes that each position has led, as bits */
};

static inline int card_context(const struct table *t)
{
    static const uint8_t phase_of[SKAT_BOT_HAND_MAX] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4};
    /* The declarer; a defender before the declarer; one after. */
    const int role = t->declares ? 0 : (t->me + 1) % 3 == t->declarer ? 1 : 2;
    const int phase = phase_of[t->view->trick_count], grand = t->trumps == JACKS;

    return ((phase * 2 + grand) * CARD_ROLES + role) * 3 + t->in_trick;
}

/* Looks at a table of a suit game or grand, which has to outlive it. */
static inline struct card_scene card_scene_of(const struct table *t)
{
    /* A defender guesses the skat; both sides reckon with simple games: 61 points against 60. */
    enum { IN_SKAT = 5, DECLARER = 61, DEFENDERS = 60 };
    const struct skat_bot_view *view = t->view;
    const int his = view->points[t->declarer];
    const int theirs = view->points[0] + view->points[1] + view->points[2] - his;
    const int declarer = DECLARER - his - (t->declares ? points_in(view->skat) : IN_SKAT);
    struct card_scene scene = {.table = t,
                               .context = card_context(t),
                               .need = t->declares ? declarer : DEFENDERS - theirs,
                               .others_need = t->declares ? DEFENDERS - theirs : declarer,
                               .own_trumps = count(t->hand & t->trumps),
                               .hidden_trumps = count(t->hidden & t->trumps)};

    for (int trick = 0; trick < view->trick_count; trick++)
        scene.led_by[view->leader[trick]] |= 1u << class_of(view->played[3 * trick], t->trumps);
    return scene;
}

/* ---- the features of a card ---- */

static inline void card_trick_features(const struct card_scene *scene,
                                       const struct weighed *weighed, int16_t x[CARD_FEATURES])
{
    enum { CLOSE = 20 };
    const struct table *t = scene->table;
    const int points = table_points(t, weighed->card), in = t->trick_points + points;
    const int wins = weighed->wins, loses = ONE - wins;

    x[SCORE] = weighed->score / CARD_SCALE;
    x[KEPT] = weighed->kept / CARD_SCALE;
    x[WINS] = wins;
    x[WINS_SQUARED] = wins * wins / ONE;
    x[BRINGS] = wins * points / CARD_SCALE;
    x[TAKES] = wins * t->trick_points / CARD_SCALE;
    x[LOSES] = loses * in / CARD_SCALE;
    x[DECIDES] = in >= scene->need ? wins : 0;
    x[DECIDES_LOST] = in >= scene->others_need ? loses : 0;
    x[CLOSE_WINS] = scene->need <= CLOSE ? wins : 0;
    x[CLOSE_POINTS] = scene->need <= CLOSE ? points : 0;
    x[CLOSE_LOST] = scene->others_need <= CLOSE ? loses : 0;
    x[POINTS] = points;
    x[OVERTAKES_PARTNER] =
        t->in_trick && t->holder == t->partner && beats(weighed->card, t->best, t->trumps);
}

static inline void card_plain_features(const struct card_scene *scene, card c, cards mine,
                                       cards others, cards over, int16_t x[CARD_FEATURES])
{
    const struct table *t = scene->table;
    const int rank = c & 15, points = table_points(t, c), number = count(mine);
    const int ten = (mine & TENS) != 0, ace_hidden = (others & ACES) != 0;

    x[PLAIN_RANK + rank - SKAT_BOT_SEVEN] = 1;
    x[FROM_ACE] = mine & ACES && rank != SKAT_BOT_ACE;
    x[FROM_TEN] = ten && ace_hidden && rank != SKAT_BOT_TEN;
    x[BARES_TEN] = number == 2 && x[FROM_TEN];
    x[BARES_KING] =
        number == 2 && mine & OF_RANK(SKAT_BOT_KING) && rank < SKAT_BOT_KING && over != 0;
    x[VOIDS_TO_RUFF] = number == 1 && scene->own_trumps > 0;
    x[VOIDS] = number == 1 && scene->own_trumps == 0;
    x[ACE_HIDDEN] = ace_hidden;
    x[TEN_HIDDEN] = others & TENS ? points : 0;
    x[TEN_UNDER_ACE] = rank == SKAT_BOT_TEN && ace_hidden;
    x[TEN_GUARDED] = x[TEN_UNDER_ACE] * number;
    x[LONE_HIGH] = number == 1 && points >= 10;
    if (!over) {
        x[HIGH_TRUMPED] = scene->hidden_trumps;
        x[HIGH_ALONE] = !others;
        x[HIGH_POINTS] = points;
    }
    x[PLAIN_OWN_TRUMPS] = scene->own_trumps;
    x[PLAIN_HIDDEN_TRUMPS] = scene->hidden_trumps;
    x[FEW_HIDDEN] = count(others) <= 2;
}

static inline void card_trump_features(const struct card_scene *scene, card c, cards over,
                                       int16_t x[CARD_FEATURES])
{
    const struct table *t = scene->table;
    const int rank = c & 15, out = scene->hidden_trumps;

    if (rank == SKAT_BOT_JACK)
        x[JACK + (c >> 4)] = 1;
    else
        x[TRUMP_RANK + rank - SKAT_BOT_SEVEN] = 1;
    x[OWN_TRUMPS] = scene->own_trumps;
    x[HIDDEN_TRUMPS] = out;
    x[NO_TRUMPS_HIDDEN] = out == 0;
    x[ONE_TRUMP_HIDDEN] = out == 1;
    x[TWO_TRUMPS_HIDDEN] = out == 2;
    x[MORE_TRUMPS] = scene->own_trumps > out;
    x[LAST_TRUMP] = scene->own_trumps == 1;
    x[HIGHEST_JACK] = rank == SKAT_BOT_JACK && !over;
    if (!t->in_trick)
        for (int seat = 0; seat < 3; seat++)
            x[DRAWS_NOTHING] += seat != t->me && table_is_out(t, seat, TRUMP);
}

/* Their sum, weighted. */
static inline int card_features_sum(const int16_t weights[CARD_FEATURES],
                                    const int16_t x[CARD_FEATURES])
{
    int sum = 0;

    for (int i = 0; i < CARD_FEATURES; i++)
        sum += weights[i] * x[i];
    return sum;
}

/* The features of a card that is weighed at the table of the scene. Inlined, since calls cost a
 * twentieth of it (callgrind). */
__attribute__((always_inline)) static inline void card_features(const struct card_scene *scene,
                                                                const struct weighed *weighed,
                                                                int16_t x[CARD_FEATURES])
{
    const struct table *t = scene->table;
    const skat_bot_card c = weighed->card;
    const int class = class_of(c, t->trumps), points = table_points(t, c);
    const cards all = class_cards(class, t->trumps), mine = t->hand & all, others = t->hidden & all;
    const cards over = above(others, c);
    const int number = count(mine), higher = count(over);

    memset(x, 0, CARD_FEATURES * sizeof *x);
    card_trick_features(scene, weighed, x);
    x[ONLY] = number == 1;
    x[TWO] = number == 2;
    x[FOUR] = number >= 4;
    x[ONLY_POINTS] = number == 1 ? points : 0;
    x[HIDDEN] = count(others);
    x[NONE_HIDDEN] = !others;
    x[HIGHEST] = !higher;
    x[SECOND] = higher == 1;
    x[HIGHER] = higher;
    x[LOWER] = x[HIDDEN] - higher;
    x[LED_BY_PARTNER] = t->partner >= 0 && scene->led_by[t->partner] >> class & 1;
    x[LED_BY_DECLARER] = !t->declares && scene->led_by[t->declarer] >> class & 1;
    x[LED_BEFORE] = scene->led_by[t->me] >> class & 1;
    if (class == TRUMP)
        card_trump_features(scene, c, over, x);
    else
        card_plain_features(scene, c, mine, others, over, x);
    if (!t->in_trick) {
        x[NEXT_OUT] = t->after[0].out >> class & 1;
        x[LAST_OUT] = t->after[1].out >> class & 1;
        x[BARE_DECLARER] = !t->declares && table_is_out(t, t->declarer, TRUMP) ? weighed->wins : 0;
    } else if (class != class_of(t->led, t->trumps)) {
        x[class == TRUMP ? RUFFS : SCHMEAR] = 1;
        x[class == TRUMP ? RUFFED : SCHMEARED] =
            class == TRUMP ? t->trick_points : weighed->wins * points / CARD_SCALE;
    }
}

#endif
