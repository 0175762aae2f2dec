// SPDX-License-Identifier: MIT
#include "bots/stammtisch/schwarz.h"

#include "bots/stammtisch/bidding.h"
#include "bots/stammtisch/memory.h"

/* All cards must be the highest of their suits, and as many trumps as the others can have at most
 * are led before anything else. If another player leads, no trump may be out: it could take the
 * lead's suit from this player. */
int schwarz_certain(int game, cards ten, int leads)
{
    const cards trumps = trumps_of(game), out = ALL_CARDS & ~ten;

    for (cards rest = ten; rest;) {
        const card c = take(&rest);
        if (above(out & class_cards(class_of(c, trumps), trumps), c))
            return 0;
    }
    return count(out & trumps) <= (leads ? count(ten & trumps) : 0);
}

int schwarz_game(const struct rules *rules, const struct skat_bot_view *view,
                 const struct skat_bot_decision *decision, struct skat_bot_contract *contract)
{
    enum { NEEDED = SKAT_BOT_HAND | SKAT_BOT_SCHWARZ };
    int best = 0;

    if (!rules->usual_trumps || count(view->hand) != SKAT_HAND)
        return 0;
    for (uint32_t i = 0; i < decision->declaration_count; i++) {
        const struct skat_bot_contract offered = decision->declarations[i];
        if (offered.type > GRAND || (offered.with & NEEDED) != NEEDED)
            continue;
        const int value = bidding_value(rules, offered.type, view->hand, count(offered.with));
        if (value > best && value >= view->bid &&
            schwarz_certain(offered.type, view->hand, view->position == 0)) {
            best = value;
            *contract = offered;
        }
    }
    return best > 0;
}

cards schwarz_leads(const struct skat_bot_view *view, cards legal)
{
    const cards trumps = trumps_of(view->contract.type);

    if (!(view->contract.with & SKAT_BOT_SCHWARZ) || view->contract.type > GRAND ||
        view->position != view->declarer || view->played_count % 3 || !(unseen(view) & trumps) ||
        !(legal & trumps))
        return legal;
    return legal & trumps;
}
