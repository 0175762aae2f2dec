// SPDX-License-Identifier: MIT
#include "bots/neural/hand_network.h"

#include <string.h>

#include "bots/learned.h"

/* The weights; train/README.md says how they were fitted. */
LEARNED("hand_networks", "bots/neural/hands.weights");

/* Weights are in 2^-12, units in 2^-7 up to 8, the output's weights in 2^-10 (train/fit_hands.py).
 */
enum { TO_UNIT = 5, SECOND_TO_SUM = 7, UNIT_MOST = 1023, OUTPUT_TO_256 = 9, BIAS_TO_OUTPUT = 7 };

/* Places of cards, and the steps of a bid, among the inputs. */
enum { HAND_SLOTS = 32, HAND_BID_STEPS = 12 };

static int16_t unit(int32_t sum)
{
    const int32_t value = sum >> TO_UNIT;

    return (int16_t)(value < 0 ? 0 : value > UNIT_MOST ? UNIT_MOST : value);
}

static void first_units(const struct hand_network *net, const struct hand_inputs *inputs,
                        int16_t h1[HAND_HIDDEN_1])
{
    int32_t sums[HAND_HIDDEN_1];

    for (int j = 0; j < HAND_HIDDEN_1; j++)
        sums[j] = net->bias_1[j];
    for (int i = 0; i < inputs->number; i++) {
        const int16_t *weights = net->input[inputs->on[i]];
        for (int j = 0; j < HAND_HIDDEN_1; j++)
            sums[j] += weights[j];
    }
    for (int j = 0; j < HAND_HIDDEN_1; j++)
        h1[j] = unit(sums[j]);
}

void hand_network_outputs(const struct hand_network *net, const struct hand_inputs *inputs,
                          int outputs[HAND_OUTPUTS])
{
    int16_t h1[HAND_HIDDEN_1], h2[HAND_HIDDEN_2];

    first_units(net, inputs, h1);
    for (int k = 0; k < HAND_HIDDEN_2; k++) {
        int32_t sum = 0;
        for (int j = 0; j < HAND_HIDDEN_1; j++)
            sum += net->second[k][j] * h1[j];
        h2[k] = unit(net->bias_2[k] + (sum >> SECOND_TO_SUM));
    }
    for (int o = 0; o < HAND_OUTPUTS; o++) {
        int32_t sum = net->bias_3[o] * (1 << BIAS_TO_OUTPUT);
        for (int k = 0; k < HAND_HIDDEN_2; k++)
            sum += net->output[o][k] * h2[k];
        outputs[o] = sum >> OUTPUT_TO_256;
    }
}

struct suit_order suit_order_of(cards set, int game)
{
    struct suit_order order = {{0}};
    unsigned keys[SUITS];

    for (int suit = 0; suit < SUITS; suit++) {
        const unsigned mask = plain_mask(set & ~JACKS, suit);
        keys[suit] = suit == game ? ~0u : (unsigned)__builtin_popcount(mask) << 8 | mask;
    }
    for (int suit = 0; suit < SUITS; suit++)
        for (int other = 0; other < SUITS; other++)
            order.lane[suit] +=
                keys[other] > keys[suit] || (other < suit && keys[other] == keys[suit]);
    return order;
}

static void hand_inputs_put(struct hand_inputs *inputs, int input)
{
    inputs->on[inputs->number++] = (uint8_t)input;
}

/* Turns on an input for each card of the set: the jacks first, then 7 8 9 Q K T A of each suit in
 * order. */
static void hand_inputs_cards(struct hand_inputs *inputs, int first_input,
                              const struct suit_order *order, cards set)
{
    enum { PLAINS = 7 };

    while (set) {
        const card c = take(&set);
        const int rank = c & 15, suit = c >> 4;
        hand_inputs_put(inputs,
                        first_input + (rank == SKAT_BOT_JACK ? suit
                                                             : SUITS + PLAINS * order->lane[suit] +
                                                                   rank - SKAT_BOT_SEVEN));
    }
}

/* Turns on one for each of the steps that a bid reaches. */
static void hand_inputs_bid(struct hand_inputs *inputs, int first_input, int bid)
{
    static const uint8_t steps[HAND_BID_STEPS] = {18, 20, 22, 23, 24, 27, 30, 33, 36, 40, 48, 59};

    for (int i = 0; i < HAND_BID_STEPS && bid >= steps[i]; i++)
        hand_inputs_put(inputs, first_input + i);
}

/* ---- announcements ---- */

enum {
    KEPT_CARD,
    ASIDE_CARD = KEPT_CARD + HAND_SLOTS,
    POSITION = ASIDE_CARD + HAND_SLOTS,
    PLAYS_GRAND = POSITION + 3,
    BID_OF,                                  /* of the next player, and of the last */
    BID_ON = BID_OF + 2 * HAND_BID_STEPS,    /* the suit whose value each has bid last */
    ANNOUNCEMENT_INPUTS = BID_ON + 2 * SUITS /* at most HAND_INPUTS */
};
_Static_assert(ANNOUNCEMENT_INPUTS <= (int)HAND_INPUTS, "the network has an input for each");

static const uint8_t bases[SUITS] = {9, 10, 11, 12};

void announcement_inputs(const struct skat_bot_view *view, int game, const struct suit_order *order,
                         cards aside, struct hand_inputs *inputs)
{
    inputs->number = 0;
    hand_inputs_cards(inputs, KEPT_CARD, order, view->hand & ~aside);
    hand_inputs_cards(inputs, ASIDE_CARD, order, aside);
    hand_inputs_put(inputs, POSITION + view->position);
    if (game == GRAND)
        hand_inputs_put(inputs, PLAYS_GRAND);
    for (int other = 0; other < 2; other++) {
        const int bid = view->highest[(view->position + 1 + other) % 3];
        hand_inputs_bid(inputs, BID_OF + other * HAND_BID_STEPS, bid);
        for (int suit = 0; suit < SUITS; suit++)
            if (bid && bid % bases[suit] == 0)
                hand_inputs_put(inputs, BID_ON + other * SUITS + order->lane[suit]);
    }
}

/* What a level more would bring: schneider, with this chance in thousandths. */
static int schneider_worth(const struct rules *rules, const struct skat_bot_view *view, int game,
                           int chance)
{
    const int value = bidding_value(rules, game, view->hand, 0);

    return value < view->bid ? 0 : chance * (bidding_value(rules, game, view->hand, 1) - value);
}

/* What such a game is worth by its chances of winning and of schneider, in thousandths of a point.
 */
static int announcement_worth(const struct hand_network *net, const struct rules *rules,
                              const struct skat_bot_view *view, int game,
                              const struct suit_order *order, cards aside)
{
    struct hand_inputs inputs;
    int outputs[HAND_OUTPUTS]; /* winning, schneider */

    announcement_inputs(view, game, order, aside, &inputs);
    hand_network_outputs(net, &inputs, outputs);
    return bidding_worth(rules, bidding_game(game), view->hand, view->bid, view->rum,
                         model_chance(outputs[0])) +
           schneider_worth(rules, view, game, model_chance(outputs[1]));
}

void announcement_try_game(const struct hand_network *net, const struct club_player *club,
                           const struct skat_bot_view *view, int game, struct best_game *best)
{
    const struct suit_order order = suit_order_of(view->hand, game);

    for (cards rest = view->hand & ~JACKS; rest;) {
        const cards one = BIT(take(&rest));
        for (cards others = rest; others;) {
            const cards aside = one | BIT(take(&others));
            best_game_keep(best, announcement_worth(net, &club->rules, view, game, &order, aside),
                           bidding_game(game), aside);
        }
    }
}

static void try_nulls(const struct club_player *club, const struct skat_bot_view *view,
                      struct best_game *best)
{
    const cards aside = model_put_aside(&club->discards, NULL_GAME, view->hand);

    for (int ouvert = 0; ouvert < 2; ouvert++) {
        const struct skat_bot_contract null = bidding_game(NULL_GAME + ouvert);
        const int chance = bidding_null_chance(club, view->hand & ~aside, AFTER_DISCARD,
                                               view->position == 0, ouvert);
        best_game_keep(best, bidding_worth(&club->rules, null, view->hand, view->bid, 0, chance),
                       null, aside);
    }
}

void announcement_choose(const struct hand_network *net, const struct club_player *club,
                         const struct skat_bot_view *view, struct skat_bot_contract *contract,
                         cards *aside)
{
    struct best_game best = {.worth = INT32_MIN};

    for (int game = 0; game <= GRAND; game++)
        announcement_try_game(net, club, view, game, &best);
    if (club->style.null_games)
        try_nulls(club, view, &best);
    *contract = best.contract;
    *aside = best.aside;
}

/* What only variants have is left to the tables: spitzen that they announce, games of their own,
 * and the auction by suits. */
void announcement_answer(const struct hand_network *net, const struct club_player *club,
                         const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                         struct skat_bot_action *out)
{
    cards aside = 0;

    if (!view->picked_up || decision->discard_count != 2 || out->contract.with & SKAT_BOT_SPITZEN ||
        out->contract.type > NULL_GAME || view->called_rank || club->rules.turns ||
        club->rules.games != ALL_GAMES)
        return;
    announcement_choose(net, club, view, &out->contract, &aside);
    for (int i = 0; i < 2; i++)
        out->cards[i] = take(&aside);
}

/* ---- bids ---- */

enum {
    CHANCE_STEPS = 10,
    CHANCES = SUITS + 2, /* of the suits in order, of grand and null */
    DEALT_CARD = 0,
    BIDDER = DEALT_CARD + HAND_SLOTS,
    PRICE = BIDDER + 3,
    SUIT_AT = PRICE + HAND_BID_STEPS,            /* which suit is at each place of the order */
    CHANCE = SUIT_AT + SUITS * SUITS,            /* steps of the chance by stammtisch's tables */
    BID_INPUTS = CHANCE + CHANCES * CHANCE_STEPS /* at most HAND_INPUTS */
};
_Static_assert(BID_INPUTS <= (int)HAND_INPUTS, "the network has an input for each");

int bid_value_knows(const struct rules *rules)
{
    const struct rules official = rules_official();

    return memcmp(rules->null_values, official.null_values, sizeof rules->null_values) == 0 &&
           rules->grand_base == official.grand_base && rules->jacks_only == official.jacks_only &&
           rules->lost_factor == official.lost_factor && rules->bock == 1 && !rules->passed_in &&
           !rules->bierlachs_limit && !rules->revolution && !rules->sachsenspitze_base &&
           !rules->spitzen_max && !rules->rum;
}

static void put_chance(struct hand_inputs *inputs, int place, int chance)
{
    enum { LEAST = 200, STEP = 75 };

    for (int i = 0; i < CHANCE_STEPS && chance >= LEAST + i * STEP; i++)
        hand_inputs_put(inputs, CHANCE + place * CHANCE_STEPS + i);
}

void bid_value_inputs(const struct club_player *club, const struct skat_bot_view *view, int bid,
                      struct hand_inputs *inputs)
{
    const struct suit_order order = suit_order_of(view->hand, GRAND);
    const int forehand = view->position == 0;

    inputs->number = 0;
    hand_inputs_cards(inputs, DEALT_CARD, &order, view->hand);
    hand_inputs_put(inputs, BIDDER + view->position);
    hand_inputs_bid(inputs, PRICE, bid);
    for (int suit = 0; suit < SUITS; suit++) {
        hand_inputs_put(inputs, SUIT_AT + order.lane[suit] * SUITS + suit);
        put_chance(inputs, order.lane[suit],
                   bidding_chance(club, suit, view->hand, BEFORE_SKAT, forehand, 0));
    }
    put_chance(inputs, SUITS, bidding_chance(club, GRAND, view->hand, BEFORE_SKAT, forehand, 0));
    put_chance(inputs, SUITS + 1, bidding_null_chance(club, view->hand, BEFORE_SKAT, forehand, 0));
}

int bid_value(const struct hand_network *net, const struct club_player *club,
              const struct skat_bot_view *view, int bid)
{
    struct hand_inputs inputs;
    int outputs[HAND_OUTPUTS]; /* classic, Seeger and Fabian */

    bid_value_inputs(club, view, bid, &inputs);
    hand_network_outputs(net, &inputs, outputs);
    return outputs[club->rules.seeger != 0];
}

void bid_value_answer(const struct hand_network *net, const struct club_player *club,
                      const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                      struct skat_bot_action *out)
{
    const int holds = decision->kind == SKAT_BOT_DECIDE_HOLD;
    const int next = holds ? view->bid : decision->bid_count ? decision->bids[0] : 0;

    player_bid(view, decision, next && bid_value(net, club, view, next) > 0 ? next : 0, out);
}
