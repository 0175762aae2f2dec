// SPDX-License-Identifier: MIT
#include "engine/game/in_world.h"

#include "engine/game/phases.h"
#include "engine/game/record.h"
#include "engine/variant.h"

/* Cards to deal from place `at` on: as they were dealt if they are the same. */
static void deal_cards(struct skat_deal *deal, int at, skat_cards cards, skat_cards dealt)
{
    while (cards != dealt && cards)
        deal->cards[at++] = skat_cards_pop(&cards);
}

/* What declarer found in the skat, of all cards that declarer had: those that everybody saw there,
 * then those that declarer put there. */
static skat_cards found_in_skat(const struct skat_game *game, skat_cards cards, skat_cards put)
{
    skat_cards found = game->open_skat;

    for (int i = 0; i < game->turned.count; i++)
        found |= skat_card_bit(game->turned.cards[i]);
    put &= ~found;
    cards &= ~(found | put);
    while (skat_cards_count(found) < game->rules->derived.deck->skat)
        found |= skat_card_bit(skat_cards_pop(put ? &put : &cards));
    return found;
}

/* Deals the cards so that `world` is left of them. False if the hands have other sizes. */
static bool deal_world(const struct skat_game *game, const struct skat_world *world,
                       struct skat_deal *deal)
{
    const struct skat_deck *deck = game->rules->derived.deck;
    const skat_cards dealt_skat = skat_deal_skat(&game->deal, deck);
    skat_cards skat = world->skat, all = 0;

    *deal = game->deal;
    for (int position = 0; position < skat_deck_hands(deck); position++) {
        const bool took_skat = position == game->table.declarer && game->table.picked_up;
        const skat_cards dealt = skat_deal_hand(&game->deal, deck, position);
        const skat_cards held = dealt | (took_skat ? dealt_skat : 0);
        skat_cards cards = world->hands[position] | (game->gone & held);
        if (took_skat) {
            cards |= skat;
            skat = cards == held ? dealt_skat : found_in_skat(game, cards, skat);
            cards &= ~skat;
        }
        if (skat_cards_count(cards) != deck->hand || all & cards)
            return false;
        all |= cards;
        deal_cards(deal, position * deck->hand, cards, dealt);
    }
    deal_cards(deal, skat_deck_skat_at(deck), skat, dealt_skat);
    return skat_cards_count(skat) == deck->skat && (all | skat) == deck->cards;
}

/* Has declarer discard the cards that the world has in the skat. False if cards were passed on. */
static bool discard_world(struct skat_game *game, skat_cards skat)
{
    unsigned before = SKAT_ACTION_NONE;

    for (int i = 0; i < game->move_count; i++) {
        struct skat_move *move = &game->moves[i];
        if (move->kind != SKAT_MOVE_CARD_OF)
            before = move->kind;
        else if (before != SKAT_ACTION_DECLARE)
            return false;
        else if (skat != game->skat && skat)
            move->value = skat_cards_pop(&skat);
    }
    return true;
}

static bool waits_as(const struct skat_game *game, const struct skat_game *other)
{
    return game->phase == other->phase && game->table.turn == other->table.turn;
}

bool skat_game_in_world(const struct skat_game *game, const struct skat_world *world,
                        struct skat_game *other)
{
    char moves[SKAT_RECORD_SIZE];
    struct skat_replay replay;
    struct skat_deal deal;
    skat_cards hands = 0;

    if (!deal_world(game, world, &deal))
        return false;
    *other = *game;
    other->deal = deal;
    if (!discard_world(other, world->skat))
        return false;
    skat_record_moves(other, moves);
    skat_game_start(other, game->rules, &deal, &game->terms);
    skat_record_follow(other, moves, false, NULL, &replay);
    /* Records leave out what nobody said. */
    while (replay.end == SKAT_REPLAY_ALL && !waits_as(game, other)) {
        const struct skat_action silent = {
            .size = sizeof silent,
            .kind = skat_decision_rows[skat_phases[other->phase].decision].silence};
        if (silent.kind == SKAT_ACTION_NONE ||
            skat_game_apply(other, other->table.turn, &silent) != SKAT_ACCEPTED)
            return false;
    }
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        if (other->hands[position] != world->hands[position])
            return false;
        hands |= world->hands[position];
    }
    return replay.end == SKAT_REPLAY_ALL && (other->skat & ~hands) == world->skat &&
           other->move_count == game->move_count;
}
