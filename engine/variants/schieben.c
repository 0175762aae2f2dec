#include "engine/variants/schieben.h"

#include "engine/game_steps.h"

static const struct skat_contract ramsch = {SKAT_GAME_RAMSCH, 0};

static void announce_ramsch(struct skat_game *game)
{
    skat_game_announce(game, ramsch, FOREHAND);
    game->kontra_open = false;
}

/* ---- grand hand in a ramsch round ---- */

static void ask_for_grand_hand(struct skat_game *game, unsigned from)
{
    for (unsigned position = from; position < SKAT_PLAYERS; position++)
        if (game->terms.grand_hand >> position & 1) {
            ask(game, SKAT_PHASE_GRAND_HAND, position);
            return;
        }
    skat_ramsch_start(game, true);
}

void skat_ramsch_round_start(struct skat_game *game)
{
    /* Ramsch unless somebody declares grand hand: so a record may end here. */
    announce_ramsch(game);
    ask_for_grand_hand(game, FOREHAND);
}

void skat_grand_hand_declare(struct skat_game *game)
{
    record(game, game->table.turn, SKAT_ACTION_DECLARE,
           (unsigned)skat_grand_hand.type << 8 | skat_grand_hand.with);
    game->table.declarer = game->table.turn;
    skat_game_announce(game, skat_grand_hand, FOREHAND);
    game->kontra_open = false; /* no kontra on a grand hand in a ramsch round (rules.md 7.1) */
    skat_game_open(game);
}

void skat_grand_hand_decline(struct skat_game *game)
{
    ask_for_grand_hand(game, game->table.turn + 1u);
}

/* ---- passing on ---- */

void skat_ramsch_start(struct skat_game *game, bool schieben)
{
    announce_ramsch(game);
    game->shows_more = game->shows_more || schieben;
    if (schieben)
        ask(game, SKAT_PHASE_SCHIEBEN, FOREHAND);
    else
        resume_play(game);
}

static void offer_to_next(struct skat_game *game)
{
    if (game->table.turn == REARHAND)
        resume_play(game);
    else
        ask(game, SKAT_PHASE_SCHIEBEN, game->table.turn + 1u);
}

void skat_schieben_take(struct skat_game *game)
{
    game->hands[game->table.turn] |= game->skat;
    game->phase = SKAT_PHASE_PASS_ON;
}

void skat_schieben_unseen(struct skat_game *game)
{
    record(game, game->table.turn, SKAT_ACTION_PASS_ON, 0);
    game->extra.unseen++;
    offer_to_next(game);
}

skat_cards skat_schieben_cards(const struct skat_game *game)
{
    skat_cards hand = game->hands[game->table.turn];
    return game->rules->schieben_jacks ? hand : hand & ~SKAT_JACKS;
}

bool skat_schieben_pass_on(struct skat_game *game, const struct skat_action *action)
{
    skat_cards cards = action_cards(action, deck_of(game)->skat);

    if (!cards || cards & ~skat_schieben_cards(game))
        return false;
    record_with_cards(game, SKAT_ACTION_PASS_ON, 0, action);
    game->hands[game->table.turn] &= ~cards;
    game->passed_on[game->table.turn] = cards;
    game->skat = cards;
    offer_to_next(game);
    return true;
}
