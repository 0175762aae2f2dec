// SPDX-License-Identifier: MIT
#include "engine/game/revolution.h"

#include "engine/game/opening.h"
#include "engine/game/steps.h"

static unsigned first_defender(const struct skat_game *game)
{
    return game->table.declarer == FOREHAND ? MIDDLEHAND : FOREHAND;
}
static bool is_first(const struct skat_game *game)
{
    return game->table.turn == first_defender(game);
}
static unsigned partner_of(const struct skat_game *game, unsigned defender)
{
    return third_position(defender, game->table.declarer);
}

/* What is exchanged: in a grand ouvert, the defenders' cards alone. */
static int mode_of(const struct skat_game *game)
{
    return game->table.contract.type == SKAT_GAME_REVOLUTION
               ? game->rules->revolution & SKAT_REVOLUTION_BOTH
               : SKAT_REVOLUTION_EXCHANGE;
}

static bool with_skat(const struct skat_game *game)
{
    return mode_of(game) != SKAT_REVOLUTION_EXCHANGE;
}
static bool with_partner(const struct skat_game *game)
{
    return mode_of(game) != SKAT_REVOLUTION_SKAT;
}

unsigned skat_revolution_leader(const struct skat_game *game)
{
    return (game->rules->revolution & SKAT_REVOLUTION_BOTH) == SKAT_REVOLUTION_BOTH
               ? game->table.declarer
               : FOREHAND;
}

void skat_revolution_start(struct skat_game *game)
{
    game->shows_more = true;
    game->defenders_open = with_partner(game);
    ask(game, SKAT_PHASE_EXCHANGE, first_defender(game));
}

/* The cards from which the player to move chooses. */
static skat_cards cards_on_offer(const struct skat_game *game)
{
    unsigned turn = game->table.turn;
    skat_cards pool = game->hands[turn];

    if (with_skat(game))
        pool |= is_first(game) ? game->skat : game->left_over;
    if (with_partner(game) && is_first(game))
        pool |= game->hands[partner_of(game, turn)];
    return pool;
}

/* Until the partner has chosen, the partner holds ten of the cards that the first defender leaves:
 * the partner's old ones, as far as they are left. Returns the others. */
static skat_cards leave_to_partner(struct skat_game *game, skat_cards left)
{
    unsigned partner = partner_of(game, game->table.turn);
    skat_cards hand = left & game->hands[partner];

    left &= ~hand;
    while (skat_cards_count(hand) < deck_of(game)->hand)
        hand |= skat_card_bit(skat_cards_pop(&left));
    game->hands[partner] = hand;
    return left;
}

void skat_revolution_offer(const struct skat_game *game, struct skat_decision *decision)
{
    decision->cards = cards_on_offer(game);
}

enum skat_refusal skat_revolution_answer(struct skat_game *game, const struct skat_action *action)
{
    unsigned turn = game->table.turn;
    skat_cards pool = cards_on_offer(game);
    skat_cards hand = action_cards(action, deck_of(game)->hand);

    if (!hand || hand & ~pool)
        return SKAT_REFUSED_EXCHANGE;
    record_with_cards(game, SKAT_ACTION_EXCHANGE, 0, action);
    game->passed_on[turn] = game->dealt[turn] & ~hand;
    game->hands[turn] = hand;
    skat_cards left = pool & ~hand;
    if (with_partner(game) && is_first(game))
        left = leave_to_partner(game, left);
    if (is_first(game)) {
        game->left_over = left;
        if (!with_partner(game))
            game->skat = left;
        ask(game, SKAT_PHASE_EXCHANGE, partner_of(game, turn));
        return SKAT_ACCEPTED;
    }
    if (with_skat(game))
        game->skat = left; /* only now, since both have chosen */
    skat_open(game);
    return SKAT_ACCEPTED;
}
