#include "engine/variants/dummy.h"

#include "engine/game_steps.h"
#include "engine/variants/kontra.h"

void skat_dummy_passes(struct skat_game *game)
{
    game->table.passed |= (uint8_t)(1u << game->two.dummy);
    game->speaker = REARHAND;
    game->hearer = FOREHAND;
    game->table.turn = REARHAND;
}

/* The cards of the pile are in dealing order, the first on top. One goes to each trick. */
static skat_card top_card(const struct skat_game *game)
{
    return game->deal.cards[game->two.dummy * deck_of(game)->hand + game->table.trick_count];
}

void skat_dummy_turns(struct skat_game *game)
{
    while (game->pile && game->phase == SKAT_PHASE_PLAY && game->table.turn == game->two.dummy) {
        skat_card card = top_card(game);
        record(game, game->two.dummy, SKAT_MOVE_TURNED, card);
        skat_game_put_card(game, card);
        if (game->kontra_open && game->phase == SKAT_PHASE_PLAY)
            skat_kontra_moment(game);
    }
}

skat_cards skat_dummy_shown(const struct skat_game *game)
{
    bool open = game->rules->derived.seating->dummy_plays == SKAT_DUMMY_OPEN;
    return open && game->table.played_count ? game->hands[game->two.dummy] : 0;
}
