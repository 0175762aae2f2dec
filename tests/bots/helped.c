// SPDX-License-Identifier: MIT
/* tests/bots/helped.c - checks in play what skat_bot_helpers.h reads from views against what
 * happened, which it writes down from events. It fails the game where the two differ. */
#include <string.h>

#include "bots/skat_bot_helpers.h"
#include "tests/bots/bot.h"

struct helped {
    INSTANCE_FIELDS;
    skat_bot_cards deck, ten, played[SKAT_BOT_PLAYERS];
    uint8_t by[SKAT_BOT_DECK_MAX];
    skat_bot_card cards[SKAT_BOT_DECK_MAX];
    skat_bot_cards lacked[SKAT_BOT_PLAYERS]; /* what each could not hold, as far as was seen */
    int lied;
    int count;
};
INSTANCES_ARE(struct helped);

static void session_begin(void *context, const struct skat_bot_session *session)
{
    struct helped *bot = context;
    bot->deck = session->rules->deck;
}

static void game_begin(void *context, const struct skat_bot_view *view)
{
    struct helped *bot = context;
    bot->ten = view->hand;
    bot->count = 0;
    bot->lied = 0;
    memset(bot->played, 0, sizeof bot->played);
    memset(bot->lacked, 0, sizeof bot->lacked);
}

static void observe(void *context, const struct skat_bot_event *event)
{
    struct helped *bot = context;
    if (event->action.kind != SKAT_BOT_CARD)
        return;
    bot->lied |= (bot->lacked[event->position] >> event->action.cards[0] & 1) != 0;
    bot->by[bot->count] = event->position;
    bot->cards[bot->count++] = event->action.cards[0];
    bot->played[event->position] |= SKAT_BOT_CARD_BIT(event->action.cards[0]);
}

static const char *wrong(const struct helped *bot, const struct skat_bot_view *view)
{
    const skat_bot_card *trick;
    int open = skat_bot_open_trick(view, &trick), game = view->contract.type;

    if (view->played_count != bot->count ||
        memcmp(view->played, bot->cards, (size_t)bot->count) != 0)
        return "the view has other cards than the events";
    for (int i = 0; i < bot->count; i++)
        if (skat_bot_player_of(view, i) != bot->by[i])
            return "skat_bot_player_of";
    for (int i = 0; i < SKAT_BOT_PLAYERS; i++) {
        if (skat_bot_played_by(view, i) != bot->played[i])
            return "skat_bot_played_by";
        if ((bot->lacked[i] | skat_bot_cannot_hold(view, i)) &
            (i == view->position ? view->hand : view->seen[i]))
            return "skat_bot_cannot_hold";
        if (bot->lied)
            return "skat_bot_cannot_hold: the card came later";
    }
    if (skat_bot_own_ten(view) != bot->ten)
        return "skat_bot_own_ten";
    if (open != bot->count % SKAT_BOT_PLAYERS)
        return "skat_bot_open_trick";
    if (open &&
        view->winner != bot->by[bot->count - open + skat_bot_trick_winner(trick, open, game)])
        return "skat_bot_trick_winner";
    /* Ten cards each and the skat: what is unknown are the others' cards, and the skat unless it
     * was seen. */
    skat_bot_cards unknown = skat_bot_unknown(view, bot->deck);
    if (unknown & (view->hand | view->gone | view->skat))
        return "skat_bot_unknown has a card that is known";
    if (!view->shown && !view->open_skat && !view->passed_on && !view->partner && !view->turned &&
        !view->seen[0] && !view->seen[1] && !view->seen[2] && view->declarer != SKAT_BOT_NOBODY &&
        view->declarer != view->position && skat_bot_count(bot->deck) == 32 &&
        skat_bot_count(unknown) != 32 - bot->count - skat_bot_count(view->hand))
        return "skat_bot_unknown";
    return NULL;
}

static void act(void *context, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct helped *bot = context;
    skat_bot_cards cards = decision->cards;

    if (decision->kind == SKAT_BOT_DECIDE_CARD) {
        const char *text = wrong(bot, view);
        for (int i = 0; i < SKAT_BOT_PLAYERS; i++)
            bot->lacked[i] |= skat_bot_cannot_hold(view, i);
        if (text)
            bot->host->fail(bot->host->context, SKAT_BOT_FAIL_CRASH, text);
        skat_bot_play(out, nth_card(cards, bot->host->random(bot->host->context)));
    } else if (decision->kind == SKAT_BOT_DECIDE_BID) {
        out->kind = view->bid == 0 && decision->bid_count ? SKAT_BOT_BID : SKAT_BOT_PASS;
        out->bid = decision->bid_count ? decision->bids[0] : 0;
    } else if (decision->kind == SKAT_BOT_DECIDE_DECLARE) {
        out->kind = SKAT_BOT_DECLARE;
        out->contract =
            decision
                ->declarations[bot->host->random(bot->host->context) % decision->declaration_count];
        while (out->count < decision->discard_count)
            out->cards[out->count++] = skat_bot_pop(&cards);
    } else if (decision->kind == SKAT_BOT_DECIDE_GAME) {
        out->kind = SKAT_BOT_PICK_UP;
    } else {
        out->kind = SKAT_BOT_PASS;
    }
}

TEST_BOT(.id = "helped", .description = "checks the helpers for bots", .create = create_instance,
         .destroy = free, .act = act, .session_begin = session_begin, .game_begin = game_begin,
         .observe = observe, .variants = SKAT_BOT_KNOWS_ALL);
