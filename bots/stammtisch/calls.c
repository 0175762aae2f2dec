// SPDX-License-Identifier: MIT
#include "bots/stammtisch/calls.h"

#include "bots/stammtisch/stakes.h"

/* The ranks of rules.md 3.1. */
enum { FRAGE = 1, SOLO = 5, NULL_HAND = 9, GRAND_HAND = 10, NULL_OPEN = 11 };

enum { NEVER = -(1 << 30) }; /* expectation of a game that is not played */

/* What is expected of a game: its chance, in thousandths, and its value. */
struct outlook {
    int chance, value;
};

/* The outlook of a suit game or grand with ten cards. */
static struct outlook of_trumps(const struct bidding_style *style, const struct rules *rules,
                                cards hand, int forehand, int game, int by_hand)
{
    return (struct outlook){
        bidding_chance(style, game, hand, by_hand ? BY_HAND : BEFORE_SKAT, forehand, 0),
        bidding_value(rules, game, hand, by_hand)};
}

/* The outlook of a game by hand; a chance of 0 if this player does not play it. */
static struct outlook by_hand(const struct bidding_style *style, const struct rules *rules,
                              cards hand, int forehand, struct skat_bot_contract contract)
{
    const struct outlook none = {0, 0};
    int open = (contract.with & SKAT_BOT_OUVERT) != 0;

    if (!style->hand_games || (contract.type == GRAND && !style->grand_games))
        return none;
    if (contract.type == NULL_GAME)
        return style->null_games
                   ? (struct outlook){bidding_null_chance(style, hand, BY_HAND, forehand, open),
                                      bidding_null_value(rules, contract)}
                   : none;
    return contract.with == SKAT_BOT_HAND
               ? of_trumps(style, rules, hand, forehand, contract.type, 1)
               : none; /* nothing is announced besides */
}

/* The rank if a game with this outlook is worth playing, else 0. */
static int worthwhile(const struct bidding_style *style, const struct rules *rules,
                      struct outlook outlook, int otherwise, int rank)
{
    return outlook.chance &&
                   outlook.chance >= bidding_needed(style, rules, outlook.value, otherwise)
               ? rank
               : 0;
}

static void raise_to(int *limit, int rank)
{
    if (rank > *limit)
        *limit = rank;
}

int calls_limit(const struct bidding_style *style, const struct rules *rules, cards hand,
                int forehand, int passing)
{
    static const struct {
        struct skat_bot_contract contract;
        int rank;
    } others[] = {{{NULL_GAME, SKAT_BOT_HAND}, NULL_HAND},
                  {{GRAND, SKAT_BOT_HAND}, GRAND_HAND},
                  {{NULL_GAME, SKAT_BOT_HAND | SKAT_BOT_OUVERT}, NULL_OPEN}};
    const int otherwise = stakes_elsewhere(rules) - passing * rules->bock;
    int limit = 0;

    for (int suit = 0; suit < SUITS; suit++) {
        struct skat_bot_contract solo = {(uint8_t)suit, SKAT_BOT_HAND};
        raise_to(&limit, worthwhile(style, rules, of_trumps(style, rules, hand, forehand, suit, 0),
                                    otherwise, FRAGE + suit));
        raise_to(&limit, worthwhile(style, rules, by_hand(style, rules, hand, forehand, solo),
                                    otherwise, SOLO + suit));
    }
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
        raise_to(&limit,
                 worthwhile(style, rules, by_hand(style, rules, hand, forehand, others[i].contract),
                            otherwise, others[i].rank));
    return limit;
}

/* The rank of a game that can be named. */
static int rank_of(struct skat_bot_contract contract)
{
    int open = contract.with & SKAT_BOT_OUVERT ? NULL_OPEN - NULL_HAND : 0;

    if (contract.type < SUITS)
        return (contract.with & SKAT_BOT_HAND ? SOLO : FRAGE) + contract.type;
    return (contract.type == GRAND ? GRAND_HAND : NULL_HAND) + open;
}

void calls_bid(const struct skat_bot_view *view, const struct skat_bot_decision *decision,
               int limit, struct skat_bot_action *out)
{
    out->kind = SKAT_BOT_PASS;
    if (decision->kind == SKAT_BOT_DECIDE_HOLD_CALL) {
        if (view->called_rank <= limit)
            out->kind = SKAT_BOT_HOLD;
    } else if (decision->declaration_count && rank_of(decision->declarations[0]) <= limit) {
        out->kind = SKAT_BOT_CALL;
        out->contract = decision->declarations[0];
    }
}

static int expected(const struct rules *rules, struct outlook outlook, int hand)
{
    return stakes_expected(rules, outlook.chance, outlook.value, stakes_times(rules, hand));
}

/* The best game by hand on offer with at least this chance, and what it is worth. */
static int best_by_hand(const struct bidding_style *style, const struct rules *rules,
                        const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                        int chance, struct skat_bot_contract *contract)
{
    int best = NEVER;

    for (uint32_t i = 0; i < decision->declaration_count; i++) {
        struct outlook outlook =
            by_hand(style, rules, view->hand, view->position == 0, decision->declarations[i]);
        int worth = expected(rules, outlook, 1);
        if (outlook.chance && outlook.chance >= chance && worth > best) {
            best = worth;
            *contract = decision->declarations[i];
        }
    }
    return best;
}

int calls_hand_game(const struct bidding_style *style, const struct rules *rules,
                    const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                    struct skat_bot_contract *contract)
{
    int with_skat = NEVER;

    for (int suit = view->called_rank - FRAGE; suit < SUITS; suit++) {
        int worth =
            expected(rules, of_trumps(style, rules, view->hand, view->position == 0, suit, 0), 0);
        if (worth > with_skat)
            with_skat = worth;
    }
    return best_by_hand(style, rules, view, decision, style->hand_caution, contract) >
           with_skat + 1000 * style->hand_premium;
}

struct skat_bot_contract calls_by_hand(const struct bidding_style *style, const struct rules *rules,
                                       const struct skat_bot_view *view,
                                       const struct skat_bot_decision *decision)
{
    struct skat_bot_contract contract = decision->declarations[0];

    best_by_hand(style, rules, view, decision, 0, &contract);
    return contract;
}
