// SPDX-License-Identifier: MIT
#include "bots/pimc/verdict.h"

enum {
    AS_GOOD = WON / 100, /* a negligible mean difference */
    FEW = 20,            /* worlds needed to rule out a card */
    SOME = 40,           /* worlds needed to find a card equally good */
    SURELY = 25,         /* two and a half standard errors, squared, times four */
    HARDLY = WON / 40    /* a mean difference of cards that win: schneider in one world of five */
};

void verdict_begin(struct verdict *verdict, cards legal)
{
    *verdict = (struct verdict){0};
    while (legal)
        verdict->open[verdict->number++] = take(&legal);
}

void verdict_expect(struct verdict *verdict, const int worth[SKAT_CARD_CODES], int worlds)
{
    for (int i = 0; i < verdict->number; i++) {
        verdict->utility[i] += (int64_t)worlds * worth[verdict->open[i]];
        verdict->expected[i] += (int64_t)worlds * worth[verdict->open[i]];
    }
}

cards verdict_open(const struct verdict *verdict)
{
    cards open = 0;

    for (int i = 0; i < verdict->number; i++)
        open |= BIT(verdict->open[i]);
    return open;
}

void verdict_add(struct verdict *verdict, const int utility[SKAT_CARD_CODES])
{
    for (int i = 0; i < verdict->number; i++) {
        int one = utility[verdict->open[i]];
        verdict->utility[i] += one;
        verdict->lost[i] += one < WON;
        for (int k = 0; k < verdict->number; k++) {
            int64_t by = one - utility[verdict->open[k]];
            verdict->apart[i][k] += by * by;
        }
    }
    verdict->worlds++;
}

void verdict_join(struct verdict *verdict, int own_parts, const struct verdict *other,
                  int other_parts)
{
    enum { PARTS = 1000 }; /* of a utility, so that little is lost by the division */

    for (int i = 0; i < verdict->number; i++)
        verdict->utility[i] = own_parts * (verdict->utility[i] * PARTS / verdict->worlds) +
                              other_parts * (other->utility[i] * PARTS / other->worlds);
    verdict->worlds = (own_parts + other_parts) * PARTS;
}

static int best_of(const struct verdict *verdict)
{
    int best = 0;

    for (int i = 1; i < verdict->number; i++)
        if (verdict->utility[i] > verdict->utility[best])
            best = i;
    return best;
}

card verdict_card(const struct verdict *verdict, card preferred)
{
    int best = best_of(verdict);

    for (int i = 0; i < verdict->number; i++)
        if (verdict->open[i] == preferred &&
            verdict->utility[best] - verdict->utility[i] <= (int64_t)AS_GOOD * verdict->worlds)
            return preferred;
    return verdict->open[best];
}

/* Is the card at `i` significantly worse? Very few such cards are in fact the best. */
static int is_worse(const struct verdict *verdict, int best, int i)
{
    int64_t worlds = verdict->worlds, behind = verdict->utility[best] - verdict->utility[i];
    int64_t variance =
        verdict->apart[best][i] * worlds - behind * behind; /* of `behind`, times worlds */

    return behind > AS_GOOD * worlds && 4 * behind * behind * worlds >= SURELY * variance;
}

/* Was it equally good in nearly all worlds? */
static int is_as_good(const struct verdict *verdict, int best, int i)
{
    int64_t little = (int64_t)AS_GOOD * verdict->worlds;
    return verdict->apart[best][i] <= little * little;
}

/* Moves the card at `from` to `to`. */
static void move_to(struct verdict *verdict, int to, int from)
{
    verdict->open[to] = verdict->open[from];
    verdict->utility[to] = verdict->utility[from];
    verdict->expected[to] = verdict->expected[from];
    verdict->lost[to] = verdict->lost[from];
    for (int i = 0; i < verdict->number; i++)
        verdict->apart[to][i] = verdict->apart[from][i];
    for (int i = 0; i < verdict->number; i++)
        verdict->apart[i][to] = verdict->apart[i][from];
}

int verdict_narrow(struct verdict *verdict)
{
    int best = best_of(verdict), left = 0, alike = verdict->worlds >= SOME;
    int worse[SKAT_BOT_HAND_MAX];

    if (verdict->worlds < FEW)
        return 0;
    for (int i = 0; i < verdict->number; i++) {
        worse[i] = is_worse(verdict, best, i);
        alike &= worse[i] || is_as_good(verdict, best, i);
    }
    for (int i = 0; i < verdict->number; i++)
        if (!worse[i])
            move_to(verdict, left++, i);
    verdict->number = left;
    return left == 1 || alike;
}

/* What the worlds say of the card at `i`, without what was expected. */
static int64_t judged(const struct verdict *verdict, int i)
{
    return verdict->utility[i] - verdict->expected[i];
}

static int place_of(const struct verdict *verdict, card c)
{
    int i = 0;

    while (i < verdict->number && verdict->open[i] != c)
        i++;
    return i;
}

/* Did the card win in all worlds, and hardly less than any other? */
static int wins_as_well(const struct verdict *verdict, int i)
{
    for (int k = 0; k < verdict->number; k++)
        if (judged(verdict, k) - judged(verdict, i) > (int64_t)HARDLY * verdict->worlds)
            return 0;
    return !verdict->lost[i];
}

int verdict_settle(struct verdict *verdict, card customary)
{
    const int i = place_of(verdict, customary);

    if (verdict->worlds < FEW || i == verdict->number || !wins_as_well(verdict, i))
        return 0;
    move_to(verdict, 0, i);
    verdict->number = 1;
    return 1;
}
