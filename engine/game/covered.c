// SPDX-License-Identifier: MIT
#include "engine/game/covered.h"

#include "engine/declarations.h"
#include "engine/game/opening.h"
#include "engine/game/steps.h"

/* Rows of a hand: 0 and 2 are covered, 1 and 3 open on top of them. */
enum { DEALER = 1, ROW = 4, ROWS = 4 };

static skat_card card_at(const struct skat_game *game, int position, int row, int place)
{
    return game->deal.cards[position * deck_of(game)->hand + row * ROW + place];
}

static void turn(struct skat_game *game, int position, skat_card card)
{
    game->covered[position] &= ~skat_card_bit(card);
    game->hands[position] |= skat_card_bit(card);
    game->dealt[position] |= skat_card_bit(card);
}

static void open_row(struct skat_game *game, int position, int row)
{
    for (int place = 0; place < ROW; place++)
        turn(game, position, card_at(game, position, row, place));
}

void skat_covered_view(const struct skat_game *game, unsigned position, struct skat_view *view)
{
    view->seen[1 - position] = game->hands[1 - position];
}

void skat_covered_begin(struct skat_game *game)
{
    for (int position = 0; position < game->hands_dealt; position++) {
        game->covered[position] = game->hands[position];
        game->hands[position] = game->dealt[position] = 0;
    }
    open_row(game, FOREHAND, 1);
    ask(game, SKAT_PHASE_NAME, FOREHAND);
}

void skat_covered_offer(const struct skat_game *game, struct skat_decision *decision)
{
    decision->declarations = game->rules->derived.declarations[1];
    decision->declaration_count = (uint32_t)game->rules->derived.declaration_count[1];
}

enum skat_refusal skat_covered_answer(struct skat_game *game, const struct skat_action *action)
{
    if (!skat_is_declaration(game->rules, true, action->contract) || action->count)
        return SKAT_REFUSED_DECLARATION;
    record(game, FOREHAND, SKAT_ACTION_DECLARE,
           (unsigned)action->contract.type << 8 | action->contract.with);
    game->table.declarer = FOREHAND;
    skat_announce(game, action->contract, FOREHAND);
    open_row(game, DEALER, 1);
    game->rest_waits = true;
    if (!game->kontra_open)
        skat_covered_deal_rest(game);
    skat_open(game);
    return SKAT_ACCEPTED;
}

void skat_covered_deal_rest(struct skat_game *game)
{
    if (!game->rest_waits)
        return;
    game->rest_waits = false;
    for (int position = 0; position < game->hands_dealt; position++)
        open_row(game, position, 3);
}

void skat_covered_turn(struct skat_game *game)
{
    for (int position = 0; position < game->hands_dealt; position++)
        for (int row = 0; row < ROWS; row += 2)
            for (int place = 0; place < ROW; place++) {
                skat_card under = card_at(game, position, row, place);
                skat_card upon = card_at(game, position, row + 1, place);
                if (skat_cards_has(game->covered[position], under) &&
                    skat_cards_has(game->gone, upon))
                    turn(game, position, under);
            }
}
