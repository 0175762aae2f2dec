// SPDX-License-Identifier: MIT
#include "engine/game/blind.h"

#include "engine/game/steps.h"

skat_card skat_blind_card(const struct skat_game *game, unsigned position, unsigned place)
{
    const struct skat_deck *deck = deck_of(game);

    if (place >= deck->hand)
        return SKAT_NO_CARD;
    skat_card card = game->deal.cards[position * deck->hand + place];
    return skat_cards_has(game->hands[position], card) ? card : SKAT_NO_CARD;
}

unsigned skat_blind_place(const struct skat_game *game, unsigned position, skat_card card)
{
    for (unsigned place = 0; place < deck_of(game)->hand; place++)
        if (skat_blind_card(game, position, place) == card)
            return place;
    return SKAT_HAND_MAX;
}

uint16_t skat_blind_places(const struct skat_game *game, unsigned position)
{
    uint16_t places = 0;

    for (unsigned place = 0; place < deck_of(game)->hand; place++)
        if (skat_blind_card(game, position, place) != SKAT_NO_CARD)
            places |= (uint16_t)(1u << place);
    return places;
}

void skat_blind_view(const struct skat_game *game, unsigned position, struct skat_view *view)
{
    view->dealt = view->hand = view->skat = view->shown = 0;
    for (unsigned other = 0; other < SKAT_PLAYERS; other++)
        view->seen[other] = other == position ? 0 : game->hands[other];
}
