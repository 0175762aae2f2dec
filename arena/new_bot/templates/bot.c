/* @NAME@.c - a Skat bot. Change what you like: it plays legally as it is.
 *
 * skat_bot.h is the interface, with a comment on every field; skat_bot_helpers.h has card points,
 * trumps and who wins a trick. `man skat-arena-bot`, or bots/README.md, explains when what is
 * called. */
#include <stdlib.h>

#include "skat_bot.h"
#include "skat_bot_helpers.h"

/* An instance: one player at a table. It may remember what it saw in this deal. */
struct player {
    const struct skat_bot_host *host; /* random numbers: host->random(host->context) */
    int limit;                        /* the option "limit" */
};

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    struct player *player = count == 1 ? calloc(1, sizeof *player) : NULL;

    if (!player)
        return NULL;
    player->host = host;
    player->limit = (int)settings[0].value;
    return player;
}

/* ---- bidding ---- */

static int length_of(skat_bot_cards hand, int suit)
{
    return skat_bot_count(hand & SKAT_BOT_SUIT_CARDS(suit) & ~SKAT_BOT_JACKS);
}

static int longest_suit(skat_bot_cards hand)
{
    int best = SKAT_BOT_CLUBS;

    for (int suit = SKAT_BOT_SPADES; suit >= SKAT_BOT_DIAMONDS; suit--)
        if (length_of(hand, suit) > length_of(hand, best))
            best = suit;
    return best;
}

/* Two for each jack, one for each ace, one for each card of the longest suit. */
static int strength(skat_bot_cards hand)
{
    return 2 * skat_bot_count(hand & SKAT_BOT_JACKS) + skat_bot_count(hand & SKAT_BOT_ACES) +
           length_of(hand, longest_suit(hand));
}

static int is_willing(const struct player *player, skat_bot_cards hand, int bid)
{
    return strength(hand) >= 9 && bid <= player->limit;
}

/* Announces the longest suit if that may be announced, and puts aside the first cards that are
 * neither trump nor ace. */
static void declare(const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                    struct skat_bot_action *out)
{
    int suit = longest_suit(view->hand);
    skat_bot_cards keep = skat_bot_trumps(suit) | SKAT_BOT_ACES;
    skat_bot_cards first = decision->cards & ~keep, rest = decision->cards & keep;

    out->kind = SKAT_BOT_DECLARE;
    out->contract = decision->declarations[0];
    for (uint32_t i = 0; i < decision->declaration_count; i++)
        if (decision->declarations[i].type == suit && !decision->declarations[i].with)
            out->contract = decision->declarations[i];
    while (out->count < decision->discard_count)
        out->cards[out->count++] = skat_bot_pop(first ? &first : &rest);
}

/* ---- card play ---- */

/* Is our side winning the open trick? */
static int ours(const struct skat_bot_view *view)
{
    return (view->winner == view->declarer) == (view->position == view->declarer);
}

/* The card worth most to us: leads and takes tricks with high cards, gives low ones away. */
static skat_bot_card choose(const struct skat_bot_view *view,
                            const struct skat_bot_decision *decision)
{
    const int game = view->contract.type;
    const skat_bot_card *trick;
    const int open = skat_bot_open_trick(view, &trick);
    skat_bot_card best = skat_bot_first(decision->cards);
    int most = -1000;

    for (skat_bot_cards rest = decision->cards; rest;) {
        skat_bot_card card = skat_bot_pop(&rest);
        int takes =
            !open || skat_bot_beats(card, trick[skat_bot_trick_winner(trick, open, game)], game);
        int points = skat_bot_points(card);
        int worth = takes                ? points - skat_bot_strength(card, game) / 4
                    : ours(view) && open ? points
                                         : -points;
        if (game == SKAT_BOT_NULL || game == SKAT_BOT_RAMSCH)
            worth = -skat_bot_strength(card, game);
        if (worth > most) {
            most = worth;
            best = card;
        }
    }
    return best;
}

static void act(void *bot, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const struct player *player = bot;

    switch (decision->kind) {
    case SKAT_BOT_DECIDE_BID:
        out->kind =
            is_willing(player, view->hand, decision->bids[0]) ? SKAT_BOT_BID : SKAT_BOT_PASS;
        out->bid = decision->bids[0];
        break;
    case SKAT_BOT_DECIDE_HOLD:
        out->kind = is_willing(player, view->hand, view->bid) ? SKAT_BOT_HOLD : SKAT_BOT_PASS;
        break;
    case SKAT_BOT_DECIDE_GAME:
        out->kind = SKAT_BOT_PICK_UP;
        break;
    case SKAT_BOT_DECIDE_DECLARE:
        declare(view, decision, out);
        break;
    case SKAT_BOT_DECIDE_CARD: /* asked for forced cards, too */
        skat_bot_play(out, choose(view, decision));
        break;
    }
}

static const struct skat_bot_option options[] = {{
    .size = sizeof(struct skat_bot_option),
    .type = SKAT_BOT_OPTION_INT,
    .name = "limit",
    .help = "the highest value that it bids or holds",
    .min = 18,
    .max = 264,
    .fallback = 36,
}};

SKAT_BOT_EXPORT const struct skat_bot_module skat_bot = {
    SKAT_BOT_SIZES,
    .id = "@ID@",
    .version = "1",
    .author = "",
    .description = "my bot",
    .flags = SKAT_BOT_DETERMINISTIC, /* no clock, no rand(): the same view, the same answer */
    .option_count = 1,
    .options = options,
    .decisions = SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY,
    .create = create,
    .destroy = free,
    .act = act,
};
