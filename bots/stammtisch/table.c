// SPDX-License-Identifier: MIT
#include "bots/stammtisch/table.h"

/* ---- chances ---- */

/* The chances, in 256ths, that none of 0, 1 ... CLASS_MAX cards is in a hand that has each with
 * chance `q`. */
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
const uint16_t table_none[][CLASS_MAX + 1] = {
    [NO_CARD] = NONE_OF_MANY(0),      [OF_256_100] = NONE_OF_MANY(100),
    [OF_256_104] = NONE_OF_MANY(104), [HALF] = NONE_OF_MANY(ONE / 2),
    [OF_256_160] = NONE_OF_MANY(160), [OF_256_200] = NONE_OF_MANY(200),
    [NEARLY_ALL] = NONE_OF_MANY(240), [ALL] = NONE_OF_MANY(ONE),
};

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

void table_look(struct table *t, const struct skat_bot_view *view, const struct memory *memory,
                const int8_t points[16])
{
    t->points = points;
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
