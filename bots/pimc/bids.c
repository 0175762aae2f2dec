#include "bots/pimc/bids.h"

#include "bots/pimc/belief.h"

enum {
    SKATS = 12,     /* worlds that are drawn, each with another skat */
    PRIOR = 2,      /* the tables' chance counts as much as so many worlds */
    HOPELESS = 250, /* with no game that has this chance by the tables, in thousandths, it passes */
    GAMES = 5       /* suit games and grand */
};

/* What can be played with a skat. */
struct find {
    cards twelve;
    struct {
        cards aside;
        int prior;  /* chance by the tables, in thousandths */
        int played; /* prior holds what came of it too */
    } game[GAMES];
    int null_chance[2]; /* null, null ouvert */
};

static void look_at(const struct player *club, const struct skat_bot_view *view,
                    const struct world *world, struct find *find)
{
    int forehand = view->position == 0;

    find->twelve = view->hand | world->skat;
    for (int game = 0; game < GAMES; game++) {
        cards aside = model_put_aside(&club->discards, game, find->twelve);
        find->game[game].aside = aside;
        find->game[game].played = 0;
        find->game[game].prior = model_chance(bidding_log_odds(
            game, find->twelve & ~aside, AFTER_DISCARD, forehand, points_in(aside)));
    }
    cards aside = model_put_aside(&club->discards, NULL_GAME, find->twelve);
    for (int ouvert = 0; ouvert < 2; ouvert++)
        find->null_chance[ouvert] = model_chance(
            model_null_log_odds(find->twelve & ~aside, AFTER_DISCARD, forehand, ouvert));
}

/* Plays a game with the skat once. The chance by the tables stays where the budget is used up. */
static void play(struct judge *judge, const struct skat_bot_view *view, const struct world *world,
                 struct find *find, int game)
{
    struct skat_solver_deal deal = {.game = (uint8_t)game, .alone = view->position};

    for (int seat = 0; seat < 3; seat++)
        deal.hands[seat] = world->hands[seat];
    deal.hands[view->position] = find->twelve & ~find->game[game].aside;
    const struct skat_solver_position start = skat_solver_start(&deal);
    int won = judge_deal(judge, &deal, &start, JUDGE_ENOUGH - points_in(find->game[game].aside));
    if (won >= 0)
        find->game[game].prior = (find->game[game].prior * PRIOR + won * 1000) / (PRIOR + 1);
    find->game[game].played = 1;
}

/* The best that can be played with a skat when `table` is what the auction came to, in thousandths of a point.
 * It is chosen before it is played: afterwards it would be chosen by the cards of the others. */
static int worth_of(struct judge *judge, const struct player *club,
                    const struct skat_bot_view *table, const struct world *world, struct find *find)
{
    struct skat_bot_view view = *table;
    int best = -1, most = 0;

    view.hand = find->twelve;
    for (int game = 0; game < GAMES; game++) {
        int worth = bidding_worth(&club->rules, &view, game, 0, find->game[game].prior);
        if (best < 0 || worth > most) {
            best = game;
            most = worth;
        }
    }
    if (!find->game[best].played) {
        play(judge, table, world, find, best);
        most = bidding_worth(&club->rules, &view, best, 0, find->game[best].prior);
    }
    for (int ouvert = 0; ouvert < 2; ouvert++)
        if (club->rules.null_values[2 * ouvert] >= view.bid) {
            int worth = bidding_null_worth(&club->rules, ouvert, find->null_chance[ouvert]);
            most = worth > most ? worth : most;
        }
    return most;
}

/* Is there a game that may be worth playing? */
static int is_hopeless(const struct skat_bot_view *view)
{
    int forehand = view->position == 0;

    for (int game = 0; game < GAMES; game++)
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
            worth += worth_of(judge, club, &table, &worlds[i], &finds[i]);
        if (worth < 1000 * SKATS * passing)
            break;
        limit = ladder[rung];
    }
    return limit;
}
