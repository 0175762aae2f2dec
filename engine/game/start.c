// SPDX-License-Identifier: MIT
#include "engine/game/start.h"

#include <string.h>

#include "engine/game/auction.h"
#include "engine/game/phases.h"
#include "engine/game/undeclared.h"
#include "engine/game/steps.h"
#include "engine/variant.h"

static int32_t cut(int64_t total)
{
    return (int32_t)(total > INT32_MAX ? INT32_MAX : total < -INT32_MAX ? -INT32_MAX : total);
}

/* Makes public what earlier deals determine about this one. */
static void set_terms(struct skat_game *game, const struct skat_terms *terms)
{
    game->terms = *terms;
    game->extra.round = terms->round;
    game->extra.bock = (uint8_t)skat_terms_bock(terms, game->rules);
    if (terms->round)
        game->extra.round_left = (uint16_t)(terms->round_of - terms->round_deal);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        game->extra.totals[position] = cut(terms->totals[position]);
}

static void take_cards(struct skat_game *game, const struct skat_deal *deal)
{
    const struct skat_deck *deck = deck_of(game);

    game->deal = *deal;
    game->hands_dealt = (uint8_t)skat_deck_hands(deck);
    for (int position = 0; position < game->hands_dealt; position++)
        game->dealt[position] = game->hands[position] = skat_deal_hand(deal, deck, position);
    game->skat = skat_deal_skat(deal, deck);
    game->aside = skat_deal_aside(deal, deck);
}

/* What the variant game changes at the table. */
static void set_variant(struct skat_game *game)
{
    const struct skat_seating *seating = game->rules->derived.seating;

    game->variant = &skat_variant_plays[game->rules->game];
    game->dummy = seating->dummy;
    game->pile = seating->dummy_plays == SKAT_DUMMY_PILE;
    game->dummy_open = seating->dummy_plays == SKAT_DUMMY_OPEN;
    game->shows_more = game->variant->view || game->dummy != SKAT_NOBODY ||
                       game->rules->auction == SKAT_AUCTION_SUITS;
    game->blind = game->rules->derived.variant->blind;
}

/* Asks for the first decision. */
static void begin(struct skat_game *game)
{
    if (game->terms.round == SKAT_ROUND_RAMSCH)
        skat_ramsch_round_start(game);
    else if (game->variant->begin)
        game->variant->begin(game);
    else if (game->rules->auction == SKAT_AUCTION_NONE)
        skat_passed_in(game);
    else
        skat_auction_start(game);
}

void skat_game_start(struct skat_game *game, const struct skat_rules *rules,
                     const struct skat_deal *deal, const struct skat_terms *terms)
{
    memset(game, 0, offsetof(struct skat_game, moves)); /* the moves need no clearing */
    game->rules = rules;
    take_cards(game, deal);
    set_variant(game);
    game->table.declarer = SKAT_NOBODY;
    game->fault = SKAT_NOBODY;
    game->extra.kontra_by = game->extra.gift_by = SKAT_NOBODY;
    game->extra.bock = 1;
    game->games = UINT16_MAX;
    game->words_stay = rules->claims || rules->concede_later;
    if (terms)
        set_terms(game, terms);
    begin(game);
}
