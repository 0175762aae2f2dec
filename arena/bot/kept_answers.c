// SPDX-License-Identifier: MIT
#include "arena/bot/kept_answers.h"

#include <string.h>

#include "engine/game/record.h"

struct kept_game *kept_own(const struct kept_place *place)
{
    return &place->store->game[place->store->games];
}

/* What follows from the moves of a game for one of its players. */
struct learned_game {
    struct kept_game *kept;
    const struct kept_asked *asked;
};

void kept_add(struct kept_game *game, const struct skat_view *view,
              const struct skat_decision *decision, const struct skat_action *action)
{
    if (game->count == KEPT_DECISIONS) {
        game->broken = true;
        return;
    }
    game->decisions[game->count++] = (struct kept_decision){*view, *decision, *action};
}

/* Hears of each action of a record. One that nobody was asked for (words beside the cards) was part
 * of an answer that is not known. */
static void note_action(void *context, const struct skat_game *game, unsigned position,
                        const struct skat_action *action)
{
    struct learned_game *learned = context;
    struct skat_decision decision = {0};
    struct skat_view view = {0};

    if (!skat_game_pending(game, &decision) || decision.position != position) {
        learned->kept->broken = true;
        return;
    }
    const struct kept_asked *asked = learned->asked;
    if (skat_game_player(game, position) != asked->position ||
        !(asked->kinds >> decision.kind & 1) || asked->elsewhere(asked->context, game, &decision))
        return;
    skat_game_view(game, asked->position, &view);
    kept_add(learned->kept, &view, &decision, action);
}

void kept_learn(struct kept_answers *store, const struct kept_asked *asked,
                const struct skat_game *started, const char *moves)
{
    struct kept_game *kept = &store->game[store->games];
    struct learned_game learned = {kept, asked};
    const struct skat_record_watcher watcher = {&learned, note_action};
    struct skat_game replayed = *started;
    struct skat_replay replay;

    if (store->games == KEPT_GAMES)
        return;
    kept->count = 0;
    kept->broken = false;
    skat_record_follow(&replayed, moves, false, &watcher, &replay);
    kept->broken |= replay.end != SKAT_REPLAY_ALL;
    store->games += !kept->broken;
}

void kept_begin(struct kept_place *place, const struct skat_random_key *deal, bool costly)
{
    place->on = costly;
    if (!costly)
        return;
    place->same = (uint8_t)((1u << place->store->games) - 1);
    place->asked_anyway = deal->words[0] % KEPT_ASKED_EVERY == 0;
    place->unasked = 0;
    kept_own(place)->count = 0;
    kept_own(place)->broken = false;
}

/* Views and decisions are zeroed before they are filled in, so that their bytes can be compared. */
static bool is_same(const struct kept_decision *kept, const struct skat_view *view,
                    const struct skat_decision *decision)
{
    return memcmp(&kept->view, view, sizeof *view) == 0 &&
           memcmp(&kept->decision, decision, sizeof *decision) == 0;
}

const struct skat_action *kept_find(struct kept_place *place, const struct skat_view *view,
                                    const struct skat_decision *decision)
{
    const struct skat_action *found = NULL;
    int n = kept_own(place)->count;

    for (int i = 0; i < place->store->games; i++) {
        const struct kept_game *game = &place->store->game[i];
        if (!(place->same >> i & 1))
            continue;
        if (!game->broken && n < game->count && is_same(&game->decisions[n], view, decision))
            found = &game->decisions[n].action;
        else
            place->same &= (uint8_t) ~(1u << i);
    }
    return found;
}
