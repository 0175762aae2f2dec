// SPDX-License-Identifier: MIT
#include "engine/game/card_play.h"

#include "engine/game/phases.h"

void skat_game_finish_trick(struct skat_game *game)
{
    struct skat_table *table = &game->table;
    const skat_card *behind = &table->played[table->played_count];
    const unsigned winner = table->winner, tricks = table->trick_count + 1u;
    const bool fixed_value = skat_contract_is_null(table->contract);
    unsigned points = skat_card_points[behind[-1]] + skat_card_points[behind[-2]];

    if (game->hands_dealt == SKAT_PLAYERS)
        points += skat_card_points[behind[-3]];
    table->points[winner] += (uint8_t)points;
    table->tricks[winner]++;
    table->trick_count = (uint8_t)tricks;
    game->trick_began = table->played_count;
    if (game->hands_dealt != SKAT_PLAYERS)
        game->variant->after_trick(game);
    if (tricks == deck_of(game)->hand || (fixed_value && winner == table->declarer)) {
        end_game(game, SKAT_ENDED_PLAYED);
        return;
    }
    table->leader[tricks] = (uint8_t)winner;
    give_turn(game, winner);
    /* A declarer who leads can concede instead of playing a card. */
    if (tricks == 1 && game->rules->concede == SKAT_CONCEDE_BEFORE_SECOND_LEAD &&
        winner != table->declarer && skat_may_concede(game))
        ask_to_concede(game);
}

void skat_game_between_cards(struct skat_game *game)
{
    if (game->kontra_open && game->phase == SKAT_PHASE_PLAY)
        skat_kontra_moment(game);
    if (game->pile)
        game->variant->turn_pile(game);
}

enum skat_refusal skat_game_refused_card(const struct skat_game *game, skat_card card)
{
    if (!skat_card_valid(card) || !skat_cards_has(game->hands[game->table.turn], card))
        return SKAT_REFUSED_NOT_HELD;
    return game->blind ? SKAT_REFUSED_KIND : SKAT_REFUSED_REVOKE; /* blind: a place is played */
}

void skat_game_offer_words(const struct skat_game *game, struct skat_decision *decision)
{
    decision->may_concede = game->table.turn == game->table.declarer && skat_may_concede(game);
    decision->may_give_up = game->rules->schenken && skat_gift_possible(game, game->table.turn);
    if (!game->words_stay)
        return; /* nor are there claims or later concessions */
    decision->may_claim = skat_may_claim(game);
    decision->may_resign = !decision->may_concede && skat_may_resign(game, game->table.turn);
}

void skat_card_offer(const struct skat_game *game, struct skat_decision *decision)
{
    if (skat_game_next_card(game, decision))
        return;
    decision->kind = SKAT_DECIDE_BLIND; /* otherwise there is always a playable card */
    decision->places = skat_blind_places(game, game->table.turn);
    if (game->table.trick_count < SKAT_TRICKS_WITH_WORDS)
        skat_game_offer_words(game, decision);
}

/* A card that the player does not see. */
static enum skat_refusal play_place(struct skat_game *game, unsigned place)
{
    skat_card card = skat_blind_card(game, game->table.turn, place);

    if (card == SKAT_NO_CARD)
        return SKAT_REFUSED_PLACE;
    skat_game_record(game, game->table.turn, SKAT_ACTION_CARD, card);
    skat_game_put_card(game, card);
    if (game->kontra_open)
        skat_game_between_cards(game);
    return SKAT_ACCEPTED;
}

enum skat_refusal skat_card_answer(struct skat_game *game, const struct skat_action *action)
{
    if (action->kind == SKAT_ACTION_PLACE)
        return game->blind ? play_place(game, action->number) : SKAT_REFUSED_KIND;
    if (action->kind == SKAT_ACTION_CLAIM)
        return skat_claim(game);
    return action->count == 1 ? skat_game_play_card(game, action->cards[0]) : SKAT_REFUSED_NOT_HELD;
}
