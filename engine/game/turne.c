// SPDX-License-Identifier: MIT
#include "engine/game/turne.h"

#include "engine/game/opening.h"
#include "engine/game/steps.h"
#include "engine/value.h"

/* The games that a turned card allows: its suit, and grand if it is a jack. */
static const struct skat_contract allowed[SKAT_SUITS][2] = {
    {{SKAT_GAME_DIAMONDS, SKAT_WITH_TURN}, {SKAT_GAME_GRAND, SKAT_WITH_TURN}},
    {{SKAT_GAME_HEARTS, SKAT_WITH_TURN}, {SKAT_GAME_GRAND, SKAT_WITH_TURN}},
    {{SKAT_GAME_SPADES, SKAT_WITH_TURN}, {SKAT_GAME_GRAND, SKAT_WITH_TURN}},
    {{SKAT_GAME_CLUBS, SKAT_WITH_TURN}, {SKAT_GAME_GRAND, SKAT_WITH_TURN}},
};

struct turne_games {
    const struct skat_contract *list;
    int count;
};

/* Null games come first in a list, by ascending value: leaves out those below the bid. */
static struct turne_games without_low_nulls(const struct skat_game *game, struct turne_games games)
{
    while (games.count && skat_contract_is_null(*games.list) &&
           (game->table.picked_up ? skat_null_value : skat_null_reach)(game->rules, *games.list) <
               game->table.bid)
        games.list++, games.count--;
    return games;
}

static struct turne_games games_of_turned_card(const struct skat_game *game)
{
    skat_card card = game->turned.cards[game->turned.count - 1];

    return (struct turne_games){allowed[skat_card_suit(card)],
                                skat_card_rank(card) == SKAT_JACK ? 2 : 1};
}

/* After the pick-up: the announced game; a null may become ouvert. */
static struct turne_games games_left(const struct skat_game *game)
{
    const struct skat_contract *list = game->rules->derived.declarations[1];
    int nulls = game->rules->derived.null_count[1];

    if (game->turned.count) {
        struct turne_games games = games_of_turned_card(game);
        games.list += games.list[0].type != game->named.type;
        return (struct turne_games){games.list, 1};
    }
    if (skat_contract_is_null(game->named))
        return without_low_nulls(game, (struct turne_games){list, nulls});
    return (struct turne_games){list + nulls, 1};
}

static struct turne_games games_on_offer(const struct skat_game *game)
{
    if (game->table.picked_up)
        return games_left(game);
    if (game->turned.count)
        return games_of_turned_card(game);
    return without_low_nulls(game, (struct turne_games){game->rules->derived.declarations[0],
                                                        game->rules->derived.declaration_count[0]});
}

static bool may_turn(const struct skat_game *game)
{
    return game->turned.count < deck_of(game)->skat && !game->table.picked_up;
}

static void offer(const struct skat_game *game, struct skat_decision *decision)
{
    struct turne_games games = games_on_offer(game);

    decision->declarations = games.list;
    decision->declaration_count = (uint32_t)games.count;
    decision->may_turn = may_turn(game);
    if (game->table.picked_up) {
        decision->cards = game->hands[game->table.declarer];
        decision->discard_count = deck_of(game)->skat;
    }
}

static enum skat_refusal may_declare(const struct skat_game *game, struct skat_contract contract)
{
    struct turne_games games = games_on_offer(game);

    for (int i = 0; i < games.count; i++)
        if (skat_contract_same(games.list[i], contract))
            return SKAT_ACCEPTED;
    return skat_contract_is_null(contract) &&
                   skat_null_value(game->rules, contract) < game->table.bid
               ? SKAT_REFUSED_NULL_VALUE
               : SKAT_REFUSED_DECLARATION;
}

/* Can the game be worth the bid if the declarer, who has seen the skat, takes all tricks? */
static bool can_reach_bid(const struct skat_game *game, struct skat_contract contract)
{
    struct skat_facts facts = {
        .announced = true,
        .contract = contract,
        .bid = game->table.bid,
        .matadors =
            skat_matadors(skat_contract_ranking(contract), game->hands[game->table.declarer],
                          skat_matadors_max(game->rules, contract)),
        .points = skat_cards_points(deck_of(game)->cards),
        .tricks = deck_of(game)->hand,
    };
    struct skat_result result;

    if (skat_contract_is_null(contract))
        return true;
    skat_value(game->rules, &facts, &result);
    return !result.overbid;
}

/* The declarer takes the skat and must discard next; or the game is over if the bid is too high. */
static void take_contract(struct skat_game *game, struct skat_contract contract)
{
    unsigned declarer = game->table.declarer;

    game->table.picked_up = true;
    game->hands[declarer] |= game->skat;
    game->named = contract;
    game->phase = SKAT_PHASE_DECLARE;
    if (!can_reach_bid(game, contract)) {
        game->hands[declarer] &= ~game->skat; /* the declarer shows it and puts it back */
        game->too_high = true;
        skat_announce(game, contract, FOREHAND);
        game->ending = SKAT_ENDED_CONCEDED;
        end_game(game);
    }
}

/* Turns the next card of the skat. Refused if there is none. */
static enum skat_refusal turn_card(struct skat_game *game)
{
    if (!may_turn(game))
        return SKAT_REFUSED_KIND;
    /* Any card (rules.md 10.1; the upper one in Lathund): here the first dealt. */
    skat_card card = game->deal.cards[SKAT_PLAYERS * deck_of(game)->hand + game->turned.count];
    record(game, game->table.turn, SKAT_ACTION_TURN_CARD, card);
    game->turned.cards[game->turned.count++] = card;
    struct turne_games games = games_of_turned_card(game);
    if (may_turn(game) || games.count > 1) {
        game->phase = SKAT_PHASE_TURN;
        return SKAT_ACCEPTED;
    }
    record(game, game->table.turn, SKAT_MOVE_SKAT, 0); /* no choice left */
    take_contract(game, games.list[0]);
    return SKAT_ACCEPTED;
}

/* Announces a game with the skat, and takes the skat. */
static void name(struct skat_game *game, struct skat_contract contract)
{
    unsigned declarer = game->table.declarer;

    record(game, declarer, SKAT_ACTION_DECLARE, (unsigned)contract.type << 8 | contract.with);
    record(game, declarer, SKAT_MOVE_SKAT, 0);
    take_contract(game, contract);
}

/* Without an announcement it is guckser grand (rules.md 10.1). */
static void pick_up(struct skat_game *game)
{
    record(game, game->table.declarer, SKAT_ACTION_PICK_UP, 0);
    take_contract(game, (struct skat_contract){SKAT_GAME_GRAND, 0});
}

const struct skat_declaring skat_declaring_turned = {.offer = offer,
                                                     .may_declare = may_declare,
                                                     .pick_up = pick_up,
                                                     .name = name,
                                                     .turn_card = turn_card};

void skat_turn_view(const struct skat_game *game, unsigned position, struct skat_view *view)
{
    (void)position; /* open to everybody */
    view->turned = game->turned;
}
