// SPDX-License-Identifier: MIT
#include "bots/pimc/judge.h"

#include "bots/stammtisch/cards.h"

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
                               ? value[c] ? 0 : WON
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
