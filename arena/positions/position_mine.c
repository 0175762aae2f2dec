// SPDX-License-Identifier: MIT
#include "arena/positions/position_mine.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/bot/fixed_auction.h"
#include "arena/solve/play_accuracy.h"
#include "engine/game/record.h"
#include "engine/solver/solver.h"
#include "engine/game/worlds.h"
#include "engine/variants.h"

enum {
    TABLE_BITS = 14, /* positions of a few tricks */
    FIRST_TRICK = 4, /* finished tricks: before, there are too many worlds */
    WORLDS_MOST = 600,
    /* In percent of the worlds: the best card wins in so many, and in so many more than the one
     * that was played. A card within the last number of the best one passes, too. */
    BEST_LEAST = 40,
    LOST_LEAST = 25,
    NEARLY = 2
};

/* What makes a position, apart from how the bidding went. */
struct known_position {
    struct goal goal;
    struct skat_contract contract;
    unsigned declarer, played_count;
    skat_cards hands[SKAT_PLAYERS], skat;
    skat_card played[SKAT_DECK_MAX]; /* zero after the last */
};

struct position_miner {
    void *memory;
    struct skat_solver *solver;
    struct known_position *found;
    int found_count, found_room;
};

struct position_miner *position_miner_new(void)
{
    struct position_miner *miner = xcalloc(1, sizeof *miner);

    miner->memory = xcheck(malloc(skat_solver_size(TABLE_BITS)));
    miner->solver = skat_solver_init(miner->memory, TABLE_BITS);
    return miner;
}

const char *position_rules_wrong(const struct skat_rules *rules)
{
    if (!skat_variants[rules->game].solved)
        return "is not Skat: the solver plays only its games";
    if (rules->auction == SKAT_AUCTION_NONE || skat_rules_have_rounds(rules))
        return "has deals without an auction, or rounds of bock or ramsch, which positions do not "
               "have";
    return NULL;
}

void position_miner_free(struct position_miner *miner)
{
    if (!miner)
        return;
    free(miner->memory);
    free(miner->found);
    free(miner);
}

/* A decision of a game, before its card is played. */
struct mined_decision {
    const struct skat_game *game;
    unsigned player;
    skat_cards legal, played_by[SKAT_PLAYERS];
    skat_card card; /* that was played */
    struct goal goal;
};

/* ---- what wins in a layout ---- */

static struct skat_solver_position position_of(const struct mined_decision *decision,
                                               const struct skat_world *world)
{
    const struct skat_game *game = decision->game;
    struct skat_solver_position position = {
        .leader = game->table.leader[game->table.trick_count],
        .count = (uint8_t)(game->table.played_count - game->trick_began),
    };

    for (int i = 0; i < SKAT_PLAYERS; i++)
        position.hands[i] = world->hands[i];
    for (int i = 0; i < position.count; i++)
        position.trick[i] = game->table.played[game->trick_began + i];
    return position;
}

/* The legal cards with which the player's side wins the game in a layout. */
static skat_cards winning_cards(struct position_miner *miner, const struct mined_decision *decision,
                                const struct skat_world *world)
{
    const struct skat_game *game = decision->game;
    const bool alone = decision->player == game->table.declarer;
    const bool null = decision->goal.kind == GOAL_NO_TRICK;
    const struct skat_solver_position position = position_of(decision, world);
    struct skat_solver_deal deal = {.game = game->table.contract.type,
                                    .alone = game->table.declarer};
    skat_cards reaching = 0;
    int points = 1; /* null: declarer can be forced to take a trick */

    for (int i = 0; i < SKAT_PLAYERS; i++)
        deal.hands[i] = world->hands[i] | decision->played_by[i];
    skat_solver_deal(miner->solver, &deal);
    if (!null)
        points = decision->goal.points - game->table.points[game->table.declarer] -
                 skat_cards_points(world->skat);
    skat_solver_reaching(miner->solver, &position, decision->legal, points, &reaching);
    return alone != null ? reaching : decision->legal & ~reaching;
}

static struct skat_world true_world(const struct skat_game *game)
{
    struct skat_world world = {.skat = game->skat};

    for (int i = 0; i < SKAT_PLAYERS; i++)
        world.hands[i] = game->hands[i];
    return world;
}

/* ---- over all layouts ---- */

struct mined_worlds {
    int worlds, wins[SKAT_CARD_CODES], best;
};

static bool look_at_worlds(struct position_miner *miner, const struct mined_decision *decision,
                           struct mined_worlds *found)
{
    struct skat_worlds worlds;
    struct skat_view view;

    *found = (struct mined_worlds){0};
    skat_game_view(decision->game, decision->player, &view);
    if (!skat_worlds_of(&worlds, decision->game->rules, &view) ||
        skat_worlds_count(&worlds) > WORLDS_MOST)
        return false;
    found->worlds = (int)skat_worlds_count(&worlds);
    for (int i = 0; i < found->worlds; i++) {
        struct skat_world world;
        skat_worlds_at(&worlds, (uint64_t)i, &world);
        for (skat_cards rest = winning_cards(miner, decision, &world); rest;)
            found->wins[skat_cards_pop(&rest)]++;
    }
    for (skat_cards rest = decision->legal; rest;) {
        int wins = found->wins[skat_cards_pop(&rest)];
        found->best = wins > found->best ? wins : found->best;
    }
    return 100 * found->best >= BEST_LEAST * found->worlds &&
           100 * (found->best - found->wins[decision->card]) >= LOST_LEAST * found->worlds;
}

/* ---- only once ---- */

static struct known_position known_position_of(const struct mined_decision *decision)
{
    const struct skat_game *game = decision->game;
    struct known_position position = {
        .goal = decision->goal,
        .contract = game->table.contract,
        .declarer = game->table.declarer,
        .played_count = game->table.played_count,
        .skat = game->skat,
    };

    memcpy(position.hands, game->hands, sizeof position.hands);
    memcpy(position.played, game->table.played, game->table.played_count * sizeof(skat_card));
    return position;
}

static bool same_position(const struct known_position *a, const struct known_position *b)
{
    return a->goal.kind == b->goal.kind && a->goal.points == b->goal.points &&
           skat_contract_same(a->contract, b->contract) && a->declarer == b->declarer &&
           a->played_count == b->played_count && a->skat == b->skat &&
           !memcmp(a->hands, b->hands, sizeof a->hands) &&
           !memcmp(a->played, b->played, sizeof a->played);
}

/* Whether it was found in an earlier game: where a deal is played in all seats, many of its games
 * begin alike. */
static bool was_found(const struct position_miner *miner, const struct mined_decision *decision)
{
    const struct known_position position = known_position_of(decision);

    for (int i = miner->found_count; i-- > 0;)
        if (same_position(&miner->found[i], &position))
            return true;
    return false;
}

static void remember(struct position_miner *miner, const struct mined_decision *decision)
{
    if (miner->found_count == miner->found_room) {
        miner->found_room = miner->found_room ? 2 * miner->found_room : 64;
        miner->found = xrealloc(miner->found, (size_t)miner->found_room * sizeof *miner->found);
    }
    miner->found[miner->found_count++] = known_position_of(decision);
}

int position_miner_count(const struct position_miner *miner) { return miner->found_count; }

const void *position_miner_found(const struct position_miner *miner, int first, size_t *size)
{
    *size = (size_t)(miner->found_count - first) * sizeof *miner->found;
    return miner->found ? miner->found + first : NULL;
}

/* Whether the bytes of a journal can be a position. Nothing more is checked, since it is only
 * compared with others. */
static bool is_position(const struct known_position *position)
{
    return (unsigned)position->goal.kind <= GOAL_UNKNOWN && position->declarer < SKAT_PLAYERS &&
           position->played_count <= SKAT_DECK_MAX && position->contract.type < SKAT_GAME_DECLARED;
}

bool position_miner_restore(struct position_miner *miner, const void *found, size_t size)
{
    const size_t MOST = INT_MAX / 2;
    const char *bytes = found;

    if (size % sizeof *miner->found ||
        size / sizeof *miner->found > MOST - (size_t)miner->found_count)
        return false;
    const int count = (int)(size / sizeof *miner->found);
    for (int i = 0; i < count; i++) {
        struct known_position position;
        memcpy(&position, bytes + (size_t)i * sizeof position, sizeof position);
        if (!is_position(&position))
            return false;
    }
    miner->found_room = miner->found_count + count;
    miner->found = xrealloc(miner->found, (size_t)(miner->found_room + 1) * sizeof *miner->found);
    memcpy(miner->found + miner->found_count, found, (size_t)count * sizeof *miner->found);
    miner->found_count = miner->found_room;
    return true;
}

/* ---- writing ---- */

static const char *kind_of(unsigned type)
{
    return skat_games[type].fixed_value ? "null" : type == SKAT_GAME_GRAND ? "grand" : "suit game";
}

/* Whether bots can be brought to this position: nobody has spoken out of turn before it. */
static bool can_be_reached(const struct skat_game *game)
{
    struct fixed_auction moves = {0};
    struct skat_error error;
    char text[SKAT_RECORD_SIZE];

    text[skat_record_moves(game, text)] = '\0';
    if (!fixed_auction_read_position(&moves, &game->deal, text, game->rules, &error))
        return false;
    fixed_auction_free(&moves);
    return true;
}

static void write_position(const struct game_json *line, const struct mined_decision *decision,
                           const struct mined_worlds *found, FILE *out)
{
    const struct skat_game *game = decision->game;
    cJSON *root = cJSON_CreateObject(), *play = cJSON_CreateArray(), *wins = cJSON_CreateObject();
    char text[SKAT_RECORD_SIZE], card_text[3] = "";

    snprintf(text, sizeof text, "%llu-%d", (unsigned long long)line->id.game,
             game->table.played_count);
    cJSON_AddStringToObject(root, "id", text);
    snprintf(text, sizeof text, "%s, %s, %s", kind_of(game->table.contract.type),
             decision->player == game->table.declarer ? "declarer" : "defender",
             game->table.played_count == game->trick_began ? "lead" : "follow");
    cJSON_AddStringToObject(root, "theme", text);
    skat_deal_print(&game->deal, game->rules->derived.deck, text);
    cJSON_AddStringToObject(root, "deal", text);
    text[skat_record_moves(game, text)] = '\0';
    cJSON_AddStringToObject(root, "moves", text);
    cJSON_AddItemToObject(root, "play", play);
    cJSON_AddNumberToObject(root, "worlds", found->worlds);
    cJSON_AddItemToObject(root, "wins", wins);
    for (skat_cards rest = decision->legal; rest;) {
        const skat_card card = skat_cards_pop(&rest);
        skat_card_print(card, card_text);
        cJSON_AddNumberToObject(wins, card_text, found->wins[card]);
        if (100 * (found->best - found->wins[card]) <= NEARLY * found->worlds)
            cJSON_AddItemToArray(play, cJSON_CreateString(card_text));
    }
    char *json = cJSON_PrintUnformatted(root);
    fprintf(out, "%s\n", json);
    free(json);
    cJSON_Delete(root);
}

/* ---- a game ---- */

/* Whether a card is one of a game with a declarer, was played late enough, and lost the game with
 * all cards open. */
static bool is_candidate(struct position_miner *miner, const struct mined_decision *decision)
{
    const struct skat_game *game = decision->game;
    const struct skat_world world = true_world(game);

    if (game->table.trick_count < FIRST_TRICK || !(decision->legal & (decision->legal - 1)))
        return false;
    skat_cards winning = winning_cards(miner, decision, &world);
    return winning && !skat_cards_has(winning, decision->card);
}

static bool can_be_looked_at(const struct skat_game *finished, struct goal *goal)
{
    struct skat_facts facts;

    if (finished->table.declarer == SKAT_NOBODY || !finished->table.announced ||
        finished->dummy != SKAT_NOBODY || finished->table.contract.type > SKAT_GAME_NULL)
        return false;
    skat_game_facts(finished, &facts);
    *goal = goal_of(finished->rules, &facts);
    return goal->kind == GOAL_POINTS || goal->kind == GOAL_NO_TRICK;
}

int position_mine(struct position_miner *miner, const struct game_json *line, int most, FILE *out)
{
    struct fixed_auction moves = {.moves = (struct skat_move *)line->game.moves,
                                  .count = line->game.move_count};
    struct skat_game game;
    struct skat_decision pending;
    struct mined_decision decision = {.game = &game};
    struct skat_action action;
    struct mined_worlds found;
    int count = 0;

    if (!can_be_looked_at(&line->game, &decision.goal))
        return 0;
    skat_game_start(&game, line->game.rules, &line->game.deal, NULL);
    while (count < most && skat_game_pending(&game, &pending) &&
           fixed_auction_answer(&moves, &game, &pending, &action)) {
        if (pending.kind == SKAT_DECIDE_CARD && action.kind == SKAT_ACTION_CARD) {
            decision.player = pending.position;
            decision.legal = pending.cards;
            decision.card = action.cards[0];
            if (is_candidate(miner, &decision) && !was_found(miner, &decision) &&
                look_at_worlds(miner, &decision, &found) && can_be_reached(&game)) {
                write_position(line, &decision, &found, out);
                remember(miner, &decision);
                count++;
            }
            decision.played_by[pending.position] |= skat_card_bit(decision.card);
        }
        if (skat_game_apply(&game, pending.position, &action) != SKAT_ACCEPTED)
            break;
    }
    return count;
}
