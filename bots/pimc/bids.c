#include "bots/pimc/bids.h"

#include "bots/pimc/belief.h"

enum {
    SKATS = 12,     /* worlds drawn, each with a different skat */
    HOPELESS = 250, /* passes if no game has this chance, in thousandths, by the tables */
    /* suit games, grand, null and null ouvert */
    OUVERT = NULL_GAME + 1,
    GAMES
};

/* How many worlds the tables' chance counts for; null's is fitted to defenders without search. */
static int prior_worlds(int game) { return game < NULL_GAME ? 2 : 1; }

/* A game that can be played with a skat. */
struct find {
    cards twelve;
    struct {
        cards aside;
        int prior;  /* chance by the tables, in thousandths */
        int chance; /* chance by the tables and the result, after playing it */
        int played;
    } game[GAMES];
};

static void look_at(const struct player *club, const struct skat_bot_view *view,
                    const struct world *world, struct find *find)
{
    int forehand = view->position == 0;

    *find = (struct find){.twelve = view->hand | world->skat};
    for (int game = 0; game < GAMES; game++) {
        int type = game < OUVERT ? game : NULL_GAME;
        cards aside = model_put_aside(&club->discards, type, find->twelve);
        cards ten = find->twelve & ~aside;
        find->game[game].aside = aside;
        find->game[game].prior = find->game[game].chance = model_chance(
            type == NULL_GAME
                ? model_null_log_odds(ten, AFTER_DISCARD, forehand, game == OUVERT)
                : bidding_log_odds(type, ten, AFTER_DISCARD, forehand, points_in(aside)));
    }
}

/* Plays a game with the skat once. Keeps the tables' chance if the budget is used up. */
static void play(struct judge *judge, const struct skat_bot_view *view, const struct world *world,
                 struct find *find, int game)
{
    struct skat_solver_deal deal = {.game = (uint8_t)(game < OUVERT ? game : NULL_GAME),
                                    .alone = view->position};
    int worlds = prior_worlds(game);

    for (int seat = 0; seat < 3; seat++)
        deal.hands[seat] = world->hands[seat];
    deal.hands[view->position] = find->twelve & ~find->game[game].aside;
    int won = judge_deal(judge, &deal, points_in(find->game[game].aside));
    if (won >= 0)
        find->game[game].chance = (find->game[game].prior * worlds + won * 1000) / (worlds + 1);
    find->game[game].played = 1;
}

/* The worth of a game with this chance at the bid table->bid, in thousandths of a point; far below
 * everything else if it may not be announced. */
static int worth_of(const struct player *club, const struct skat_bot_view *table,
                    const struct find *find, int game, int chance)
{
    enum { NOT_ALLOWED = -1000000 };
    struct skat_bot_view view = *table;

    view.hand = find->twelve;
    if (game < NULL_GAME)
        return bidding_worth(&club->rules, &view, game, 0, chance);
    int ouvert = game == OUVERT;
    return club->rules.null_values[2 * ouvert] < view.bid
               ? NOT_ALLOWED
               : bidding_null_worth(&club->rules, ouvert, chance);
}

/* The worth of the best game. It is chosen before it is played; otherwise the choice would depend
 * on the others' cards. */
static int most_of(struct judge *judge, const struct player *club,
                   const struct skat_bot_view *table, const struct world *world, struct find *find)
{
    int best = 0;

    for (int game = 1; game < GAMES; game++)
        if (worth_of(club, table, find, game, find->game[game].prior) >
            worth_of(club, table, find, best, find->game[best].prior))
            best = game;
    if (!find->game[best].played)
        play(judge, table, world, find, best);
    return worth_of(club, table, find, best, find->game[best].chance);
}

/* Is no game likely to be worth playing? */
static int is_hopeless(const struct skat_bot_view *view)
{
    int forehand = view->position == 0;

    for (int game = 0; game < NULL_GAME; game++)
        if (model_chance(model_log_odds(game, view->hand, BEFORE_SKAT, forehand, 0)) >= HOPELESS)
            return 0;
    for (int ouvert = 0; ouvert < 2; ouvert++)
        if (model_chance(model_null_log_odds(view->hand, BEFORE_SKAT, forehand, ouvert)) >=
            HOPELESS)
            return 0;
    return 1;
}

int bids_limit(struct judge *judge, const struct player *club, const struct skat_bot_view *view,
               unsigned by, const uint16_t *ladder, int ladder_count, int passing)
{
    struct world worlds[SKATS];
    struct find finds[SKATS];
    int limit = 0;

    if (is_hopeless(view))
        return 0;
    belief_draw(club, view, by, &judge->random, worlds, SKATS);
    for (int i = 0; i < SKATS; i++)
        look_at(club, view, &worlds[i], &finds[i]);
    for (int rung = 0; rung < ladder_count; rung++) {
        struct skat_bot_view table = *view;
        int worth = 0;
        table.bid = ladder[rung];
        for (int i = 0; i < SKATS; i++)
            worth += most_of(judge, club, &table, &worlds[i], &finds[i]);
        if (worth < 1000 * SKATS * passing)
            break;
        limit = ladder[rung];
    }
    return limit;
}
