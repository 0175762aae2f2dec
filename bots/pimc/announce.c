// SPDX-License-Identifier: MIT
#include "bots/pimc/announce.h"

/* ---- prospects ---- */

enum { SUIT, GRAND_GAME, NULL_CLOSED, NULL_OUVERT, KINDS };
enum { WHOLE = 1000, PRIOR = 10 };

/* Fitted to games of this bot with itself (docs/research/pimc-parts.md). */
static const struct {
    int shift; /* of the tables' log odds, in 256ths */
    int share; /* thousandths that the tables count, however many worlds there are */
} corrections[KINDS] = {
    [SUIT] = {0, 500},
    [GRAND_GAME] = {260, 150},
    [NULL_CLOSED] = {-120, 0},
    [NULL_OUVERT] = {-120, 100},
};

static int kind_of(struct skat_bot_contract contract)
{
    if (contract.type == NULL_GAME)
        return contract.with & SKAT_BOT_OUVERT ? NULL_OUVERT : NULL_CLOSED;
    return contract.type == GRAND ? GRAND_GAME : SUIT;
}

/* The chance by the tables, in thousandths, of a suit game, grand or null with ten cards after the
 * discard, or by hand, where nobody knows what is `aside`: 0. */
static int prospect_chance(struct skat_bot_contract contract, cards ten, cards aside, int forehand)
{
    const int kind = kind_of(contract);
    const enum stage stage = contract.with & SKAT_BOT_HAND ? BY_HAND : AFTER_DISCARD;
    int log_odds = contract.type == NULL_GAME
                       ? model_null_log_odds(ten, stage, forehand, kind == NULL_OUVERT)
                       : model_log_odds(contract.type, ten, stage, forehand, points_in(aside));

    return model_chance(log_odds + corrections[kind].shift);
}

int prospect_mean(struct skat_bot_contract contract, int by_tables, int played, int worlds)
{
    int share = corrections[kind_of(contract)].share;
    int at_first = PRIOR * WHOLE / (PRIOR + worlds); /* few worlds say little */

    share = share > at_first ? share : at_first;
    return (int)(((int64_t)by_tables * share + (int64_t)played * (WHOLE - share)) / WHOLE);
}

/* ---- picking up ---- */

enum {
    UNKNOWN = -1, /* what judge_announced() returns, too */
    THOUSAND = 1000,
    CHOICE = 15 /* points that the choice after the pick-up is worth */
};

void pick_up_look(struct pick_up *pick_up, const struct club_player *club,
                  const struct skat_bot_view *view, const struct world *world)
{
    const int forehand = view->position == 0;

    *pick_up = (struct pick_up){.world = *world, .twelve = view->hand | world->skat};
    for (int game = 0; game < BIDDING_GAMES; game++) {
        const struct skat_bot_contract contract = bidding_game(game);
        const cards aside = model_put_aside(&club->discards, contract.type, pick_up->twelve);
        pick_up->game[game].aside = aside;
        pick_up->game[game].points = UNKNOWN;
        pick_up->game[game].chance =
            prospect_chance(contract, pick_up->twelve & ~aside, aside, forehand);
    }
}

static int worth_in(const struct club_player *club, const struct pick_up *pick_up, int game,
                    int bid)
{
    return bidding_worth(&club->rules, bidding_game(game), pick_up->twelve, bid, 0,
                         pick_up->game[game].chance);
}

/* The game is chosen before it is played; otherwise the choice would depend on the others' cards.
 * What the tables say of it counts as much as what playing brings, which is a single game. The game
 * and the discards will be chosen among many and not by the tables, which is worth something more.
 */
int pick_up_worth(struct judge *judge, const struct skat_bot_view *view, struct pick_up *pick_up,
                  int bid)
{
    const struct club_player *club = judge->belief->club;
    int best = 0, by_tables = worth_in(club, pick_up, 0, bid);

    for (int game = 1; game < BIDDING_GAMES; game++) {
        int worth = worth_in(club, pick_up, game, bid);
        if (worth > by_tables) {
            by_tables = worth;
            best = game;
        }
    }
    const struct skat_bot_contract contract = bidding_game(best);
    int *const points = &pick_up->game[best].points;
    if (*points == UNKNOWN)
        *points = judge_announced(judge, view, &pick_up->world, view->position, pick_up->twelve,
                                  pick_up->game[best].aside, contract);
    if (*points == UNKNOWN)
        return by_tables; /* the budget was used up */
    int played = bidding_brought(&club->rules, contract, pick_up->twelve, bid, 0, *points);
    return (by_tables + played) / 2 + CHOICE * THOUSAND;
}

/* ---- hand games ---- */

enum {
    HOPEFUL = 400,  /* considers games with this chance, in thousandths, by the tables */
    CLEARLY = 10000 /* so much better than picking up, in thousandths of a point */
};

struct hand_choice {
    struct skat_bot_contract contract;
    int chance; /* by the tables */
    int64_t by_tables, played;
};

/* Returns their number. */
static int list_hand_games(const struct rules *rules, const struct skat_bot_view *view,
                           struct hand_choice choices[BIDDING_GAMES])
{
    int number = 0;

    for (int game = 0; game < BIDDING_GAMES; game++) {
        struct hand_choice choice = {.contract = bidding_game(game)};
        choice.contract.with |= SKAT_BOT_HAND;
        choice.chance = prospect_chance(choice.contract, view->hand, 0, view->position == 0);
        const int allowed = choice.contract.type != NULL_GAME ||
                            bidding_null_value(rules, choice.contract) >= view->bid;
        if (allowed && choice.chance >= HOPEFUL)
            choices[number++] = choice;
    }
    return number;
}

/* Adds what a choice is worth in a world. Returns 0 if the budget is used up. */
static int add_world(struct judge *judge, const struct skat_bot_view *view,
                     const struct world *world, struct hand_choice *choice)
{
    const struct rules *rules = &judge->belief->club->rules;
    const struct skat_bot_contract contract = choice->contract;
    const cards twelve = view->hand | world->skat;
    const int points =
        judge_announced(judge, view, world, view->position, twelve, world->skat, contract);

    if (points < 0)
        return 0;
    choice->by_tables += bidding_worth(rules, contract, twelve, view->bid, 0, choice->chance);
    choice->played += bidding_brought(rules, contract, twelve, view->bid, 0, points);
    return 1;
}

int hand_game(struct judge *judge, const struct skat_bot_view *view, int worlds,
              struct skat_bot_contract *contract)
{
    const struct club_player *club = judge->belief->club;
    struct world drawn[HAND_GAME_WORLDS];
    struct hand_choice choices[BIDDING_GAMES];
    const int number = list_hand_games(&club->rules, view, choices);
    int64_t pick_up = 0, best = INT64_MIN;

    if (!number)
        return 0;
    belief_draw(judge->belief, view, judge->seed, drawn, worlds);
    for (int i = 0; i < worlds; i++) {
        struct pick_up one;
        pick_up_look(&one, club, view, &drawn[i]);
        pick_up += pick_up_worth(judge, view, &one, view->bid);
        for (int k = 0; k < number; k++)
            if (!add_world(judge, view, &drawn[i], &choices[k]))
                return 0;
    }
    for (int k = 0; k < number; k++) {
        const int64_t worth =
            prospect_mean(choices[k].contract, (int)(choices[k].by_tables / worlds),
                          (int)(choices[k].played / worlds), worlds);
        if (worth > best) {
            best = worth;
            *contract = choices[k].contract;
        }
    }
    return best > pick_up / worlds + CLEARLY;
}

struct skat_bot_contract hand_game_announced(struct judge *judge, const struct skat_bot_view *view,
                                             int worlds, int needed,
                                             struct skat_bot_contract contract)
{
    enum { ALL = 120, OF = 1000 };
    const int enough = judge->belief->club->rules.schneider_points;
    struct world drawn[HAND_GAME_WORLDS];
    int schneider = 0, schwarz = 0;

    belief_draw(judge->belief, view, judge->seed, drawn, worlds);
    for (int i = 0; i < worlds; i++) {
        const int points = judge_announced(judge, view, &drawn[i], view->position,
                                           view->hand | drawn[i].skat, drawn[i].skat, contract);
        if (points < 0)
            return contract;
        schneider += points >= enough;
        schwarz += points == ALL;
    }
    if (schneider * OF >= needed * worlds)
        contract.with |= SKAT_BOT_SCHNEIDER;
    if (schwarz * OF >= needed * worlds)
        contract.with |= SKAT_BOT_SCHWARZ;
    return contract;
}
