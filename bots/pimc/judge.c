// SPDX-License-Identifier: MIT
#include "bots/pimc/judge.h"

#include <string.h>

#include "bots/stammtisch/ramsch.h"
#include "engine/ramsch.h"
#include "engine/rule_set.h"

/* ---- verdicts ---- */

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

/* ---- one world ---- */

enum {
    SCHNEIDER = 120, /* for making or avoiding it, besides WON: one level of several */
    STEP = 14,       /* card points: step of the target when all cards win, or none */
    NEARLY = 150
};

int judge_solvers_part(const struct skat_bot_view *view)
{
    static const int defender[SKAT_HAND + 1] = {8, 8, 8, 8, 8, 7, 5, 3, 3, 3, 2};
    static const int declarer[SKAT_HAND + 1] = {8, 8, 8, 8, 8, 7, 6, 5, 4, 2, 2};

    return (view->position == view->declarer ? declarer : defender)[count(view->hand)];
}

/* Sets up the solver's position: the hands at the beginning of the open trick. */
static void set_up(const struct skat_bot_view *view, const struct world *world,
                   struct skat_solver_deal *deal, struct skat_solver_position *position)
{
    int open = view->played_count % 3, first_open = view->played_count - open;

    *deal = (struct skat_solver_deal){.game = view->contract.type, .alone = view->declarer};
    *position = (struct skat_solver_position){.count = (uint8_t)open};
    for (int seat = 0; seat < 3; seat++)
        deal->hands[seat] = position->hands[seat] = world->hands[seat];
    position->leader = view->leader[view->played_count / 3];
    for (int i = 0; i < open; i++) {
        position->trick[i] = view->played[first_open + i];
        deal->hands[(position->leader + i) % 3] |= BIT(position->trick[i]);
    }
}

/* Card points that the declarer needs to win. */
static int needed(const struct skat_bot_view *view)
{
    return view->contract.with & SKAT_BOT_SCHWARZ     ? 120
           : view->contract.with & SKAT_BOT_SCHNEIDER ? 90
                                                      : 61;
}

int judge_utility(const struct skat_bot_view *view, int points)
{
    if (view->contract.type == NULL_GAME)
        return points ? WON : 0; /* rollout_outcome() */
    return (points >= needed(view)) * WON + (points >= 90) * SCHNEIDER + (points > 30) * SCHNEIDER +
           2 * points;
}

static int exact(struct judge *judge, const struct skat_bot_view *view,
                 const struct skat_solver_position *position, int points,
                 int utilities[SKAT_CARD_CODES])
{
    int16_t value[SKAT_CARD_CODES];

    if (skat_solver_cards(judge->solver, position, value) == SKAT_SOLVER_GAVE_UP)
        return 0;
    for (int c = 0; c < SKAT_CARD_CODES; c++)
        if (value[c] >= 0)
            utilities[c] = view->contract.type == NULL_GAME
                               ? value[c] ? 0 : WON /* a trick of declarer's */
                               : judge_utility(view, points + value[c]);
    return 1;
}

/* Adds `worth` to cards after which the declarer gets `points` more. Returns their number or -1. */
static int reaching(struct judge *judge, const struct skat_solver_position *position, cards asked,
                    int points, int worth, int utilities[SKAT_CARD_CODES])
{
    skat_cards which;

    if (!skat_solver_reaching(judge->solver, position, asked, points, &which))
        return -1;
    int number = count(which);
    while (which)
        utilities[take(&which)] += worth;
    return number;
}

/* Rates won or lost; if that is the same for all cards, by how much. */
static int won_or_lost(struct judge *judge, const struct skat_bot_view *view,
                       const struct skat_solver_position *position, int points, cards asked,
                       int utilities[SKAT_CARD_CODES])
{
    int more = needed(view) - points;
    int winning = reaching(judge, position, asked, more, WON, utilities);

    if (winning < 0 || (winning > 0 && winning < count(asked)))
        return winning >= 0;
    return reaching(judge, position, asked, winning ? more + STEP : more - STEP, NEARLY,
                    utilities) >= 0;
}

/* Deducts the nodes that the search has used. */
static void pay(struct judge *judge)
{
    uint64_t used = skat_solver_nodes(judge->solver);
    judge->budget -= used < judge->budget ? used : judge->budget;
}

/* What each card that is still in question is worth to the declarer, by the solver. Returns 0 if
 * the budget was used up. */
static int solve(struct judge *judge, const struct skat_bot_view *view, const struct world *world,
                 const struct verdict *verdict, int utilities[SKAT_CARD_CODES])
{
    struct skat_solver_deal deal;
    struct skat_solver_position position;
    int points = view->points[view->declarer] + points_in(world->skat), done;

    if (!judge->budget)
        return 0;
    set_up(view, world, &deal, &position);
    skat_solver_deal(judge->solver, &deal);
    skat_solver_limit(judge->solver, judge->budget);
    if (view->contract.type == NULL_GAME || count(view->hand) <= judge->exact_cards)
        done = exact(judge, view, &position, points, utilities);
    else
        done = won_or_lost(judge, view, &position, points, verdict_open(verdict), utilities);
    pay(judge);
    return done;
}

/* Deducts a game from the table on. A card takes as long as one or two nodes. Returns 0 if it is
 * too much. */
static int pay_rollout(struct judge *judge, const struct rollout *table)
{
    uint64_t left = (uint64_t)(3 * SKAT_HAND - table->view.played_count);

    if (judge->budget < left)
        return 0;
    judge->budget -= left;
    return 1;
}

int judge_rollout(struct judge *judge, const struct rollout *table, const struct world *world)
{
    return pay_rollout(judge, table) ? rollout_play(*table, world, SKAT_BOT_NO_CARD) : -1;
}

int judge_announced(struct judge *judge, const struct skat_bot_view *view,
                    const struct world *world, int declarer, cards twelve, cards aside,
                    struct skat_bot_contract contract)
{
    struct world dealt = *world;

    dealt.hands[declarer] = twelve & ~aside;
    dealt.skat = aside;
    const struct rollout table = rollout_announced(view, declarer, contract, dealt.hands[declarer]);
    return judge_rollout(judge, &table, &dealt);
}

/* What the cards in question are worth, by playing each, and then the game to its end. */
static int play_out(struct judge *judge, const struct skat_bot_view *view,
                    const struct world *world, const struct verdict *verdict,
                    int utilities[SKAT_CARD_CODES])
{
    const struct rollout table = rollout_at(view);

    for (int i = 0; i < verdict->number; i++) {
        if (!pay_rollout(judge, &table))
            return 0;
        utilities[verdict->open[i]] =
            judge_utility(view, rollout_play(table, world, verdict->open[i]));
    }
    return 1;
}

int judge_cards(struct judge *judge, const struct skat_bot_view *view, const struct world *world,
                int solvers, struct verdict *verdict)
{
    const int sign = view->position == view->declarer ? 1 : -1;
    int solved[SKAT_CARD_CODES] = {0}, played[SKAT_CARD_CODES] = {0};

    if ((solvers && !solve(judge, view, world, verdict, solved)) ||
        (solvers < JUDGE_PARTS && !play_out(judge, view, world, verdict, played)))
        return 0;
    for (int i = 0; i < verdict->number; i++) {
        const card c = verdict->open[i];
        const int sum = solvers * solved[c] + (JUDGE_PARTS - solvers) * played[c];
        solved[c] = sign * sum / JUDGE_PARTS;
    }
    verdict_add(verdict, solved);
    return 1;
}

/* ---- ramsch ---- */

/* The rules of ramsch among the options that bots are told, which have the names of the engine. */
struct skat_rules judge_ramsch_rules(const struct skat_bot_rules *from)
{
    static const char group[] = "ramsch.";
    struct skat_rules rules;

    skat_rules_official(&rules);
    skat_rules_prepare(&rules, NULL);
    for (uint32_t i = 0; i < from->option_count; i++) {
        const struct skat_bot_rule *told = &from->options[i];
        const struct skat_rule_option *option = skat_rule_option_find(told->name);
        if (option && strncmp(told->name, group, sizeof group - 1) == 0)
            memcpy(skat_rule_option_value(&rules, option), told->values,
                   told->value_count * sizeof *told->values);
    }
    return rules;
}

/* The facts after the last card. */
static struct skat_ramsch_facts facts_of(const struct skat_bot_view *view,
                                         const struct world *world)
{
    struct skat_ramsch_facts facts = {.skat_points = (uint8_t)points_in(world->skat),
                                      .unseen = view->unseen,
                                      .knocks = (uint8_t)__builtin_popcount(view->knocked),
                                      .bock = view->bock};

    for (int seat = 0; seat < SKAT_PLAYERS; seat++) {
        facts.points[seat] = view->points[seat];
        facts.tricks[seat] = view->tricks[seat];
        facts.last_trick[seat] = -1;
    }
    for (int trick = 0; trick < view->trick_count; trick++) /* who leads next has won it */
        facts.last_trick[view->leader[trick + 1]] = (int8_t)trick;
    return facts;
}

static int ramsch_utility(const struct judge *judge, const struct skat_bot_view *view,
                          const struct world *world, int position)
{
    const struct skat_ramsch_facts facts = facts_of(view, world);
    struct skat_ramsch_result result;

    skat_ramsch_count(&judge->ramsch, &facts, &result);
    const int32_t *score = result.score;
    return RAMSCH_POINT * (3 * score[position] - score[0] - score[1] - score[2]) / 2;
}

/* What this player's first card brings, played in this world. */
static int play_ramsch_out(const struct judge *judge, struct rollout table,
                           const struct world *world, card first, int position)
{
    const struct rules *rules = &judge->belief->club->rules;
    const struct skat_bot_view *view = &table.view;
    struct world left = *world;

    while (rollout_turn(&table, &left)) {
        const card c = first != SKAT_BOT_NO_CARD
                           ? first
                           : ramsch_play(view, rollout_legal(view, JACKS), &table.memory, rules);
        first = SKAT_BOT_NO_CARD;
        rollout_put(&table, &left, c);
    }
    return ramsch_utility(judge, view, world, position);
}

int judge_ramsch_cards(struct judge *judge, const struct skat_bot_view *view,
                       const struct world *world, struct verdict *verdict)
{
    const uint64_t cost =
        (uint64_t)verdict->number * (uint64_t)(3 * SKAT_HAND - view->played_count);
    const struct rollout table = rollout_at(view);
    int worth[SKAT_CARD_CODES] = {0};

    if (judge->budget < cost)
        return 0;
    judge->budget -= cost;
    for (int i = 0; i < verdict->number; i++) {
        const card c = verdict->open[i];
        worth[c] = play_ramsch_out(judge, table, world, c, view->position);
    }
    verdict_add(verdict, worth);
    return 1;
}
