/* tests/bots/ponders.c - plays a random legal card after a moment's thought, so that its answers are worth keeping
 * (arena/bot/kept_answers.h). How high it bids is drawn in its first decision of a deal and remembered: a bot that is not asked
 * everything in order is noticed. Options: `bold`, how high; `lie`, 1 in so many answers depends on what was played
 * before the deal, which a deterministic bot must not do. */
#include <stdlib.h>

#include "tests/bots/bot.h"

enum { BOLD, LIE, OPTIONS, WORK = 200000 };

struct ponders {
    const struct skat_bot_host *host;
    int bold, lie, answers, asked, limit;
    volatile int work;
};

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    struct ponders *bot = count == OPTIONS ? calloc(1, sizeof *bot) : NULL;

    if (bot) {
        bot->host = host;
        bot->bold = (int)settings[BOLD].value;
        bot->lie = (int)settings[LIE].value;
    }
    return bot;
}

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct ponders *bot = instance;
    (void)view;
    bot->limit = -1;
}

static void act(void *instance, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct ponders *bot = instance;
    uint64_t bits = bot->host->random(bot->host->context);

    for (bot->work = 0; bot->work < WORK; bot->work++)
        ;
    if (bot->limit < 0)
        bot->limit = (int)(bits % 4 ? 0 : 18 + bits / 4 % (unsigned)(bot->bold + 1));
    out->reserved[0] = (uint8_t)++bot->asked; /* rubbish in fields that are not used is no answer */
    if (bot->lie && ++bot->answers % bot->lie == 0)
        bits++;
    switch (decision->kind) {
    case SKAT_BOT_DECIDE_BID:
        out->kind =
            decision->bid_count && decision->bids[0] <= bot->limit ? SKAT_BOT_BID : SKAT_BOT_PASS;
        out->bid = out->kind == SKAT_BOT_BID ? decision->bids[0] : 0;
        return;
    case SKAT_BOT_DECIDE_HOLD:
        out->kind = view->bid <= bot->limit ? SKAT_BOT_HOLD : SKAT_BOT_PASS;
        return;
    case SKAT_BOT_DECIDE_GAME:
        out->kind = SKAT_BOT_PICK_UP;
        return;
    default:
        break;
    }
    skat_bot_cards cards = decision->cards;
    if (decision->kind == SKAT_BOT_DECIDE_DECLARE) {
        out->kind = SKAT_BOT_DECLARE;
        out->contract = decision->declarations[decision->declaration_count - 1];
        while (out->count < decision->discard_count) {
            out->cards[out->count++] = skat_bot_first(cards);
            cards &= cards - 1;
        }
        return;
    }
    for (uint64_t skip = bits % (uint64_t)__builtin_popcountll(cards); skip; skip--)
        cards &= cards - 1;
    skat_bot_play(out, skat_bot_first(cards));
}

static const struct skat_bot_option options[OPTIONS] = {
    INT_OPTION("bold", "how high it may bid, less one", 100, 10),
    INT_OPTION("lie", "1 in so many answers is not deterministic; 0: all are", 1000, 0),
};

TEST_BOT(.id = "ponders", .description = "plays a random card after a moment",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options), .create = create,
         .destroy = free, .act = act, .deal_begin = deal_begin);
