// SPDX-License-Identifier: MIT
#include "arena/bot/kept_answers.h"

#include <string.h>

#include "arena/base/memory.h"

struct kept_answers *kept_answers_new(void) { return xcalloc(1, sizeof(struct kept_answers)); }

static struct kept_game *own_game(const struct kept_place *place)
{
    return &place->store->game[place->store->games];
}

void kept_begin(struct kept_place *place, const struct skat_random_key *deal, bool costly)
{
    struct kept_answers *store = place->store;

    place->on = costly;
    if (!costly)
        return;
    if (memcmp(&store->key, deal, sizeof *deal) != 0 || store->games == KEPT_GAMES) {
        store->key = *deal;
        store->games = 0;
    }
    place->same = (uint8_t)((1u << store->games) - 1);
    place->audited = deal->words[0] % KEPT_AUDIT_EVERY == 0;
    place->unasked = 0;
    own_game(place)->count = 0;
    own_game(place)->broken = false;
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
    int n = own_game(place)->count;

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

void kept_add(struct kept_place *place, const struct skat_view *view,
              const struct skat_decision *decision, const struct skat_action *action)
{
    struct kept_game *game = own_game(place);

    if (game->count == KEPT_DECISIONS) {
        game->broken = true;
        return;
    }
    game->decisions[game->count++] = (struct kept_decision){*view, *decision, *action};
}

const struct kept_decision *kept_own(const struct kept_place *place, int n)
{
    return &own_game(place)->decisions[n];
}

void kept_end(struct kept_place *place, bool faulty)
{
    if (!place->on)
        return;
    if (place->given)
        *place->given += (uint64_t)place->unasked;
    if (!faulty && !own_game(place)->broken)
        place->store->games++;
}
