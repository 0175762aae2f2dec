// SPDX-License-Identifier: MIT
#include "arena/bot/solver_player.h"

#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"

enum {
    TABLE_BITS = 18, /* 2 MB: hardly more nodes than with 8 MB, and it fits into a cache */
    LINES = 64       /* the tables of a deal, or a session of one of them */
};

/* A game that was played to its end. */
struct line {
    struct skat_solver_deal deal;
    uint8_t leader; /* forehand, except in a revolution */
    skat_card cards[SKAT_DECK_MAX];
};

struct solver_player {
    struct skat_solver *solver;
    struct line lines[LINES]; /* in a ring */
    unsigned count;           /* of games played so far */
    const struct line *line;  /* of the game in progress */
};

/* What declarer still gets in a position; no side may give any of it away. */
struct solver_goal {
    int value;       /* skat_solver_value() */
    bool wants_all;  /* declarer gets all points and has all tricks: play for all tricks */
    bool all_tricks; /* declarer also gets all remaining tricks */
};

struct solver_player *solver_player_new(void)
{
    struct solver_player *play = xcalloc(1, sizeof *play);

    play->solver = skat_solver_init(xcheck(malloc(skat_solver_size(TABLE_BITS))), TABLE_BITS);
    return play;
}

void solver_player_free(struct solver_player *play)
{
    if (play)
        free(play->solver); /* it is at the start of its memory */
    free(play);
}

/* ---- choosing a card ---- */

static bool is_null(const struct skat_solver_deal *deal)
{
    return skat_games[deal->game].fixed_value;
}

/* Declarer's gain from the trick that a card completed: points, or in null the trick. */
static int gain_of(const struct skat_solver_deal *deal, const struct skat_solver_position *before,
                   skat_card card, unsigned winner)
{
    if (winner != deal->alone)
        return 0;
    return is_null(deal) ? 1
                         : skat_card_points[before->trick[0]] + skat_card_points[before->trick[1]] +
                               skat_card_points[card];
}

/* Whether this card keeps the value. The side to play can lose value but not gain any. */
static bool keeps(struct skat_solver *solver, const struct skat_solver_deal *deal,
                  const struct skat_solver_position *before, const struct solver_goal *goal,
                  skat_card card)
{
    bool high = (skat_solver_turn(before) == deal->alone) != is_null(deal);
    struct skat_solver_position after = *before;
    unsigned winner = skat_solver_play(solver, &after, card);
    int gain = gain_of(deal, before, card, winner), most = is_null(deal) ? 1 : 120;

    if (high && goal->value > gain && !skat_solver_reaches(solver, &after, goal->value - gain))
        return false;
    if (!high && goal->value < most &&
        (gain > goal->value || skat_solver_reaches(solver, &after, goal->value + 1 - gain)))
        return false;
    if (!goal->wants_all)
        return true;
    bool lost = winner != SKAT_NO_TRICK && winner != deal->alone;
    return goal->all_tricks == (!lost && skat_solver_all_tricks(solver, &after));
}

/* The order in which cards are given away. */
static int sort_cards(const struct skat_ranking *order, skat_cards cards, skat_card *sorted)
{
    int count = 0;

    while (cards) {
        skat_card card = skat_cards_pop(&cards);
        int place = count++;
        for (; place > 0; place--) {
            skat_card other = sorted[place - 1];
            int points = skat_card_points[card] - skat_card_points[other];
            if (points > 0 || (points == 0 && order->strength[card] >= order->strength[other]))
                break;
            sorted[place] = other;
        }
        sorted[place] = card;
    }
    return count;
}

/* The first card that keeps the value. One does, so the last one need not be checked. */
static skat_card choose(struct skat_solver *solver, const struct skat_solver_deal *deal,
                        const struct skat_solver_position *position, const struct solver_goal *goal)
{
    const struct skat_ranking *order = &skat_rankings[skat_games[deal->game].ranking];
    skat_card cards[SKAT_HAND_MAX];
    int count = sort_cards(order, skat_solver_legal(solver, position), cards);

    for (int i = 0; i < count - 1; i++)
        if (keeps(solver, deal, position, goal, cards[i]))
            return cards[i];
    return cards[count - 1];
}

/* ---- a whole game ---- */

static struct solver_goal goal_of(struct skat_solver *solver, const struct skat_solver_deal *deal,
                                  const struct skat_solver_position *position)
{
    struct solver_goal goal = {.value = skat_solver_value(solver, position)};
    skat_cards all = deal->hands[0] | deal->hands[1] | deal->hands[2];

    goal.wants_all = !is_null(deal) && goal.value == skat_cards_points(all);
    goal.all_tricks = goal.wants_all && skat_solver_all_tricks(solver, position);
    return goal;
}

int solver_player_line(struct solver_player *play, const struct skat_solver_deal *deal,
                       unsigned leader, skat_card cards[SKAT_DECK_MAX])
{
    struct skat_solver *solver = play->solver;
    struct skat_solver_position position = skat_solver_start(deal);
    int count = 0;

    position.leader = (uint8_t)leader;
    skat_solver_deal(solver, deal);
    struct solver_goal goal = goal_of(solver, deal, &position);
    while (position.hands[skat_solver_turn(&position)]) {
        skat_card card = choose(solver, deal, &position, &goal);
        struct skat_solver_position before = position;
        unsigned winner = skat_solver_play(solver, &position, card);
        cards[count++] = card;
        goal.value -= gain_of(deal, &before, card, winner);
        goal.wants_all &= winner == SKAT_NO_TRICK || winner == deal->alone;
        if (is_null(deal) && winner == deal->alone)
            break;
    }
    return count;
}

static bool same_game(const struct line *one, const struct line *other)
{
    return one->deal.game == other->deal.game && one->deal.alone == other->deal.alone &&
           one->leader == other->leader &&
           memcmp(one->deal.hands, other->deal.hands, sizeof one->deal.hands) == 0;
}

/* The game that is about to be led, without its cards. */
static struct line line_at(const struct skat_game *game)
{
    struct line line = {
        .deal = {.game = game->table.contract.type, .alone = game->table.declarer},
        .leader = game->table.turn,
    };

    memcpy(line.deal.hands, game->hands, sizeof line.deal.hands);
    return line;
}

static const struct line *known_line(const struct solver_player *play, const struct line *line)
{
    for (unsigned i = 0; i < LINES && i < play->count; i++)
        if (same_game(&play->lines[i], line))
            return &play->lines[i];
    return NULL;
}

static const struct line *keep_line(struct solver_player *play, const struct line *line)
{
    struct line *kept = &play->lines[play->count++ % LINES];

    *kept = *line;
    return kept;
}

static const struct line *line_of(struct solver_player *play, const struct skat_game *game)
{
    struct line line = line_at(game);
    const struct line *known = known_line(play, &line);

    if (known)
        return known;
    solver_player_line(play, &line.deal, line.leader, line.cards);
    return keep_line(play, &line);
}

/* ---- the stand-in ---- */

bool solver_player_answer(void *context, const struct skat_game *game,
                          const struct skat_decision *decision, struct skat_action *action)
{
    struct solver_player *play = context;

    if (!game->table.announced || game->table.declarer == SKAT_NOBODY ||
        (decision->kind != SKAT_DECIDE_CONCEDE && decision->kind != SKAT_DECIDE_CARD))
        return false;
    if (!action)
        return true;
    *action = (struct skat_action){.size = sizeof *action, .kind = SKAT_ACTION_PLAY_ON};
    if (decision->kind == SKAT_DECIDE_CONCEDE)
        return true;
    if (game->table.played_count == 0)
        play->line = line_of(play, game);
    action->kind = SKAT_ACTION_CARD;
    action->count = 1;
    action->cards[0] = play->line->cards[game->table.played_count];
    return true;
}
