// SPDX-License-Identifier: MIT
/* bots/random.c - uniform over the legal options in card play; an option selects how it bids.
 *
 *   bidding = games    (default) picks a random game in each deal, bids up to a value that it may
 *                      have and then plays it, so that all types of games occur
 *             pass     never bids
 *             uniform  every legal answer is equally likely, including jumps to 264
 *   hand    = percent of its games that are hand games (bidding = games)
 *
 * Under rule sets with variants it does everything now and then: says kontra (1 time in 8), re and
 * so on (1 in 4), knocks before ramsch (1 in 4), offers to give up (1 in 50) and accepts (1 in 2),
 * claims the rest (1 in 12), says rum (1 in 8), adds a spitze if it holds the cards (1 in 4),
 * declares grand hand in ramsch rounds (1 in 8), takes the skat in schieberamsch (1 in 2), passes
 * on random cards, exchanges random cards. In Turnéskat, unless it plays a hand game, it turns a
 * card (2 times in 3; else a guckser), turns again (1 in 3), and concedes a turné when asked (1 in
 * 20). In other variant games it plays alone every other time it is asked, chooses a random game
 * type, and plays from a random place.
 *
 * All its randomness comes from the stream of the deal and seat. */
#include <stdlib.h>

#include "bots/skat_bot.h"
#include "bots/skat_bot_helpers.h"

enum bidding { BIDDING_GAMES, BIDDING_PASS, BIDDING_UNIFORM };
enum { OPTION_BIDDING, OPTION_HAND, OPTIONS };

struct random_bot {
    const struct skat_bot_host *host;
    enum bidding bidding;
    uint32_t hand_percent;
    uint16_t limit;      /* how high it bids in this deal; 0 until drawn */
    uint8_t lowest;      /* rank in the deck: the trump of this rank is the first spitze */
    uint64_t spare_bits; /* unused bits of the last word, with a mark above; 0 for none */
};

/* Uniform in 0..bound-1: Lemire's multiplication without rejection, since the bias of
 * 64 random bits for bounds below 100 is smaller than 2^-57. */
static uint32_t below(struct random_bot *bot, uint32_t bound)
{
    uint64_t bits = bot->host->random(bot->host->context);
    return (uint32_t)((bits >> 32) * bound >> 32);
}

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    struct random_bot *bot = count == OPTIONS ? calloc(1, sizeof *bot) : NULL;
    if (!bot)
        return NULL;
    bot->host = host;
    bot->bidding = (enum bidding)settings[OPTION_BIDDING].value;
    bot->hand_percent = (uint32_t)settings[OPTION_HAND].value;
    bot->lowest = SKAT_BOT_SEVEN;
    return bot;
}

static void session_begin(void *instance, const struct skat_bot_session *session)
{
    struct random_bot *bot = instance;
    bot->lowest = skat_bot_first(session->rules->deck) & 15;
}

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct random_bot *bot = instance;
    (void)view;
    bot->limit = 0;
    bot->spare_bits = 0;
}

/* A value up to which it bids: the smaller of two draws among the values of simple games, so
 * that most auctions end low and some go high, as in games between people. */
static uint16_t draw_limit(struct random_bot *bot)
{
    static const uint16_t limits[] = {1, 18, 20, 22, 23, 24, 27, 30, 33, 36, 40, 48, 59};
    uint32_t choices = sizeof limits / sizeof *limits;
    uint32_t first = below(bot, choices), second = below(bot, choices);
    return limits[first < second ? first : second];
}

__attribute__((noinline)) static int willing_at_first(struct random_bot *bot, uint16_t value)
{
    if (bot->bidding == BIDDING_PASS)
        return 0;
    if (bot->bidding == BIDDING_UNIFORM)
        return below(bot, 2);
    bot->limit = draw_limit(bot);
    return value <= bot->limit;
}

static int willing(struct random_bot *bot, uint16_t value)
{
    return bot->limit ? value <= bot->limit : willing_at_first(bot, value);
}

/* Any of the bids, or pass. */
__attribute__((noinline)) static void bid_any(struct random_bot *bot,
                                              const struct skat_bot_decision *decision,
                                              struct skat_bot_action *out)
{
    const uint32_t choice = below(bot, decision->bid_count + 1);

    if (choice == decision->bid_count)
        return;
    out->kind = SKAT_BOT_BID;
    out->bid = decision->bids[choice];
}

static void bid(struct random_bot *bot, const struct skat_bot_decision *decision,
                struct skat_bot_action *out)
{
    out->kind = SKAT_BOT_PASS;
    if (!decision->bid_count)
        return;
    if (bot->bidding == BIDDING_UNIFORM) {
        bid_any(bot, decision, out);
    } else if (willing(bot, decision->bids[0])) {
        out->kind = SKAT_BOT_BID;
        out->bid = decision->bids[0];
    }
}

/* Card number `skip` of a set, starting with the lowest. */
static skat_bot_card card_number(skat_bot_cards cards, uint32_t skip)
{
    for (; skip; skip--)
        cards &= cards - 1;
    return skat_bot_first(cards);
}

static uint32_t number_of(skat_bot_cards cards) { return (uint32_t)__builtin_popcountll(cards); }

/* Plays the card that the low 32 of `bits` draw, all of `cards` equally likely. */
static void play_drawn(struct skat_bot_action *out, skat_bot_cards cards, uint64_t bits)
{
    skat_bot_play(
        out, card_number(cards, (uint32_t)((uint32_t)bits * (uint64_t)number_of(cards) >> 32)));
}

/* One word of random bits serves two cards: this is the first. */
__attribute__((noinline)) static void
play_with_new_word(struct random_bot *bot, skat_bot_cards cards, struct skat_bot_action *out)
{
    const uint64_t MARK = (uint64_t)1 << 32;
    const uint64_t bits = bot->host->random(bot->host->context);

    bot->spare_bits = bits >> 32 | MARK;
    play_drawn(out, cards, bits);
}

/* Plays a random legal card. */
static void play_any(struct random_bot *bot, skat_bot_cards cards, struct skat_bot_action *out)
{
    const uint64_t bits = bot->spare_bits;

    if (!(cards & (cards - 1))) {
        skat_bot_play(out, skat_bot_first(cards)); /* needs no draw */
    } else if (bits) {
        bot->spare_bits = 0;
        play_drawn(out, cards, bits);
    } else {
        play_with_new_word(bot, cards, out);
    }
}

/* Chooses `number` of `cards`, all choices equally likely. */
static void choose_cards(struct random_bot *bot, skat_bot_cards cards, int number,
                         struct skat_bot_action *out)
{
    while (out->count < number) {
        skat_bot_card card = card_number(cards, below(bot, number_of(cards)));
        out->cards[out->count++] = card;
        cards &= ~((skat_bot_cards)1 << card);
    }
}

/* Sometimes adds a spitze if it holds the lowest trump (and another one with the next trump). */
static void add_spitzen(struct random_bot *bot, const struct skat_bot_view *view,
                        const struct skat_bot_decision *decision, skat_bot_cards ten,
                        struct skat_bot_action *out)
{
    const skat_bot_cards known = view->hand & SKAT_BOT_JACKS;
    int suit = out->contract.type;

    if (suit == SKAT_BOT_GRAND && decision->grand_spitze && ten >> SKAT_BOT_JACK & 1 &&
        known != SKAT_BOT_JACKS && below(bot, 4) == 0)
        out->contract.with += SKAT_BOT_SPITZE;
    if (suit >= SKAT_BOT_GRAND)
        return;
    for (int n = 0; n < decision->spitzen && below(bot, 4) == 0; n++) {
        if (!(ten >> (16 * suit + bot->lowest + n) & 1))
            return;
        out->contract.with += SKAT_BOT_SPITZE;
    }
}

/* Is this a game with the skat? In Turnéskat, `declarations` include gucksers. */
static int takes_skat(struct skat_bot_contract contract)
{
    return !(contract.with & (SKAT_BOT_HAND | SKAT_BOT_TURN));
}

static void declare(struct random_bot *bot, const struct skat_bot_view *view,
                    const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    skat_bot_cards ten = view->hand;

    out->kind = SKAT_BOT_DECLARE;
    out->contract = decision->declarations[below(bot, decision->declaration_count)];
    choose_cards(bot, decision->cards, decision->discard_count, out);
    for (int i = 0; i < out->count; i++)
        ten &= ~((skat_bot_cards)1 << out->cards[i]);
    add_spitzen(bot, view, decision, ten, out);
}

/* Turnéskat: turns a card (2 times in 3), or takes the skat for guckser grand or null. */
static void turn_or_take(struct random_bot *bot, const struct skat_bot_decision *decision,
                         struct skat_bot_action *out)
{
    uint32_t guckser = 0;

    out->kind = SKAT_BOT_TURN_CARD;
    if (below(bot, 3))
        return;
    for (uint32_t i = 0; i < decision->declaration_count; i++)
        if (takes_skat(decision->declarations[i]) && below(bot, ++guckser) == 0) {
            out->kind = SKAT_BOT_DECLARE;
            out->contract = decision->declarations[i];
        }
}

static void choose_game(struct random_bot *bot, const struct skat_bot_view *view,
                        const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    out->kind = SKAT_BOT_PICK_UP;
    if (!decision->declaration_count)
        return; /* rum was said */
    if (bot->bidding == BIDDING_UNIFORM ? below(bot, decision->declaration_count + 1) > 0
                                        : below(bot, 100) < bot->hand_percent)
        declare(bot, view, decision, out);
    else if (decision->may_turn)
        turn_or_take(bot, decision, out);
    else if (decision->may_rum && below(bot, 8) == 0)
        out->kind = SKAT_BOT_RUM;
}

/* The auction by suits: names one of the games on offer. Usually a low one, as values in bid(). */
static void call(struct random_bot *bot, const struct skat_bot_decision *decision,
                 struct skat_bot_action *out)
{
    const uint32_t games = decision->declaration_count;
    uint32_t choice = 0;

    out->kind = SKAT_BOT_PASS;
    if (!games || bot->bidding == BIDDING_PASS || below(bot, 2))
        return;
    if (bot->bidding == BIDDING_UNIFORM || below(bot, 4) == 0)
        choice = below(bot, games);
    out->kind = SKAT_BOT_CALL;
    out->contract = decision->declarations[choice];
}

/* Decisions that only variants have. */
static void answer_variant(struct random_bot *bot, const struct skat_bot_view *view,
                           const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    switch (decision->kind) {
    case SKAT_BOT_DECIDE_KONTRA:
        out->kind = below(bot, view->kontra ? 4 : 8) ? SKAT_BOT_PLAY_ON : SKAT_BOT_KONTRA;
        break;
    case SKAT_BOT_DECIDE_AGREE:
    case SKAT_BOT_DECIDE_GIFT:
        out->kind = below(bot, 2) ? SKAT_BOT_HOLD : SKAT_BOT_REFUSE;
        break;
    case SKAT_BOT_DECIDE_GRAND_HAND:
        out->kind = below(bot, 8) ? SKAT_BOT_PLAY_ON : SKAT_BOT_DECLARE;
        out->contract = decision->declarations[0];
        break;
    case SKAT_BOT_DECIDE_SCHIEBEN:
        out->kind = below(bot, 2) ? SKAT_BOT_PICK_UP : SKAT_BOT_PASS_ON;
        break;
    case SKAT_BOT_DECIDE_PASS_ON:
        out->kind = SKAT_BOT_PASS_ON;
        choose_cards(bot, decision->cards, decision->discard_count, out);
        break;
    case SKAT_BOT_DECIDE_NAME:
        out->kind = SKAT_BOT_DECLARE;
        out->contract = decision->declarations[below(bot, decision->declaration_count)];
        break;
    case SKAT_BOT_DECIDE_EXCHANGE:
        out->kind = SKAT_BOT_EXCHANGE;
        choose_cards(bot, decision->cards, (int)number_of(view->hand), out);
        break;
    case SKAT_BOT_DECIDE_TURN:
        out->kind = SKAT_BOT_TURN_CARD;
        if (!decision->may_turn || below(bot, 3))
            declare(bot, view, decision, out);
        break;
    case SKAT_BOT_DECIDE_CONCEDE:
        out->kind = view->contract.with & SKAT_BOT_TURN && below(bot, 20) == 0 ? SKAT_BOT_CONCEDE
                                                                               : SKAT_BOT_PLAY_ON;
        break;
    case SKAT_BOT_DECIDE_CONSENT:
        out->kind = below(bot, 2) ? SKAT_BOT_HOLD : SKAT_BOT_REFUSE;
        break;
    case SKAT_BOT_DECIDE_CALL:
        call(bot, decision, out);
        break;
    case SKAT_BOT_DECIDE_HOLD_CALL:
        out->kind = bot->bidding != BIDDING_PASS && below(bot, 2) ? SKAT_BOT_HOLD : SKAT_BOT_PASS;
        break;
    case SKAT_BOT_DECIDE_KNOCK:
        out->kind = below(bot, 4) ? SKAT_BOT_PLAY_ON : SKAT_BOT_KNOCK;
        break;
    case SKAT_BOT_DECIDE_OFFER:
        out->kind = below(bot, 2) ? SKAT_BOT_HOLD : SKAT_BOT_PASS;
        break;
    case SKAT_BOT_DECIDE_CHOOSE:
        out->kind = SKAT_BOT_CHOOSE;
        out->number = card_number(decision->duties, below(bot, number_of(decision->duties)));
        break;
    case SKAT_BOT_DECIDE_BLIND:
        out->kind =
            decision->may_give_up && below(bot, 50) == 0 ? SKAT_BOT_GIVE_UP : SKAT_BOT_PLACE;
        out->number = card_number(decision->places, below(bot, number_of(decision->places)));
        break;
    }
}

/* Beside a card something may be said: says it, or plays one. */
__attribute__((noinline)) static void speak_or_play(struct random_bot *bot,
                                                    const struct skat_bot_decision *decision,
                                                    struct skat_bot_action *out)
{
    if (decision->may_give_up && below(bot, 50) == 0)
        out->kind = SKAT_BOT_GIVE_UP;
    else if (decision->may_claim && below(bot, 12) == 0)
        out->kind = SKAT_BOT_CLAIM;
    else if (decision->may_resign && below(bot, 20) == 0)
        out->kind = SKAT_BOT_CONCEDE;
    else
        play_any(bot, decision->cards, out);
}

/* All other decisions. This and what few cards need is out of line, so that most cards and bids
 * need no stack (callgrind: a seventh of their instructions). */
__attribute__((noinline)) static void answer(struct random_bot *bot,
                                             const struct skat_bot_view *view,
                                             const struct skat_bot_decision *decision,
                                             struct skat_bot_action *out)
{
    if (decision->kind == SKAT_BOT_DECIDE_GAME)
        choose_game(bot, view, decision, out);
    else if (decision->kind == SKAT_BOT_DECIDE_DECLARE)
        declare(bot, view, decision, out);
    else
        answer_variant(bot, view, decision, out);
}

static void act(void *instance, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    if (decision->kind == SKAT_BOT_DECIDE_BID)
        bid(instance, decision, out);
    else if (decision->kind == SKAT_BOT_DECIDE_HOLD)
        out->kind = willing(instance, view->bid) ? SKAT_BOT_HOLD : SKAT_BOT_PASS;
    else if (decision->kind != SKAT_BOT_DECIDE_CARD)
        answer(instance, view, decision, out);
    else if (decision->may_give_up | decision->may_claim | decision->may_resign)
        speak_or_play(instance, decision, out);
    else
        play_any(instance, decision->cards, out);
}

static const char *const bidding_choices[] = {"games", "pass", "uniform", NULL};
static const struct skat_bot_option options[OPTIONS] = {
    [OPTION_BIDDING] = {.size = sizeof(struct skat_bot_option),
                        .type = SKAT_BOT_OPTION_CHOICE,
                        .name = "bidding",
                        .help = "how it bids",
                        .choices = bidding_choices},
    [OPTION_HAND] = {.size = sizeof(struct skat_bot_option),
                     .type = SKAT_BOT_OPTION_INT,
                     .name = "hand",
                     .help = "percent of hand games (bidding = games)",
                     .fallback = 10,
                     .max = 100},
};

SKAT_BOT_EXPORT const struct skat_bot_module skat_bot = {
    SKAT_BOT_SIZES,
    .id = "random",
    .version = "1.1",
    .author = "Skat Arena",
    .description = "uniform over legal cards; bids by option",
    .flags = SKAT_BOT_DETERMINISTIC,
    .option_count = OPTIONS,
    .options = options,
    .decisions = SKAT_BOT_DECIDES_ALL,
    .variants = SKAT_BOT_KNOWS_ALL,
    .create = create,
    .destroy = free,
    .act = act,
    .session_begin = session_begin,
    .deal_begin = deal_begin,
};
