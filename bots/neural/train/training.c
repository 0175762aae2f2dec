// SPDX-License-Identifier: MIT
#include "bots/neural/train/training.h"

#include <stdlib.h>
#include <string.h>
#include <limits.h>

#include "bots/neural/hand_network.h"
#include "bots/neural/network.h"
#include "bots/neural/null_network.h"

enum { CAUTION_LEAST = 480, CAUTION_MOST = 620 }; /* of a player, in thousandths */

/* ---- tables ---- */

struct training_table training_table_of(enum training_kind kind, bool nulls,
                                        struct skat_random *random)
{
    const unsigned club_percent = nulls ? 60 : 35;
    struct training_table table = {.slips = nulls ? skat_random_bits(random) : 0};

    for (int seat = 0; seat < 3; seat++) {
        table.kinds[seat] = skat_random_below(random, 100) < club_percent ? AS_CLUB : kind;
        if (nulls && table.kinds[seat] == AS_CLUB && skat_random_below(random, 2))
            table.kinds[seat] = CARELESS;
    }
    return table;
}

/* ---- deals ---- */

void training_dealer_init(struct training_dealer *dealer)
{
    struct skat_error error;

    player_init(&dealer->club, &usual_style);
    dealer->club.rules.seeger = 1;
    dealer->club.rules.games = ALL_GAMES;
    skat_rules_official(&dealer->rules);
    if (!skat_rules_prepare(&dealer->rules, &error))
        abort();
}

struct club_player training_player(const struct training_dealer *dealer, int caution)
{
    struct club_player player = dealer->club;

    player.style.caution = caution;
    return player;
}

card training_draw(cards set, struct skat_random *random)
{
    for (unsigned skip = skat_random_below(random, (uint32_t)count(set)); skip; skip--)
        set &= set - 1;
    return first(set);
}

static cards draw_hand(cards *deck, int number, struct skat_random *random)
{
    cards hand = 0;

    while (number--) {
        const card c = training_draw(*deck, random);
        hand |= BIT(c);
        *deck &= ~BIT(c);
    }
    return hand;
}

/* How high the networks bid with this hand. */
static int limit_by_network(const struct training_dealer *dealer, cards hand, int seat, int caution)
{
    const struct skat_bot_view view = {.position = (uint8_t)seat, .hand = hand};
    const int asked = (caution - dealer->club.style.caution) / 2;
    int limit = 0;

    for (int i = 0; i < dealer->rules.derived.ladder_count; i++) {
        const int bid = dealer->rules.derived.ladder[i];
        if (bid_value(&hand_networks.bids, &dealer->club, &view, bid) <= asked)
            break;
        limit = bid;
    }
    return limit;
}

struct training_hands training_hands_next(const struct training_dealer *dealer,
                                          const struct training_table *table, int least, int most,
                                          struct skat_random *random)
{
    struct training_hands dealt = {.table = *table};
    cards deck = ALL_CARDS;

    for (int seat = 0; seat < 3; seat++) {
        dealt.cautions[seat] =
            least < most ? least + (int)skat_random_below(random, (uint32_t)(most - least + 1))
                         : least;
        dealt.hands[seat] = draw_hand(&deck, SKAT_HAND, random);
        const struct club_player player = training_player(dealer, dealt.cautions[seat]);
        dealt.limits[seat] =
            table->kinds[seat] == BY_NETWORK
                ? limit_by_network(dealer, dealt.hands[seat], seat, dealt.cautions[seat])
                : bidding_limit(&player, dealt.hands[seat], seat == 0, 0);
    }
    dealt.skat = deck;
    return dealt;
}

/* ---- the auction ---- */

struct auction_course {
    const struct skat_rules *rules;
    const int *limits;
    int next; /* of the ladder, the index of the bid that is next */
    uint16_t *highest;
};

static bool would_say(struct auction_course *course, int seat)
{
    if (course->next >= course->rules->derived.ladder_count ||
        course->limits[seat] < course->rules->derived.ladder[course->next])
        return false;
    course->highest[seat] = course->rules->derived.ladder[course->next];
    return true;
}

/* One bids, the other holds, until one passes. Returns the other one. */
static int contest(struct auction_course *course, int bidder, int holder)
{
    for (;; course->next++) {
        if (!would_say(course, bidder))
            return holder;
        if (!would_say(course, holder)) {
            course->next++;
            return bidder;
        }
    }
}

int training_auction(const struct training_dealer *dealer, const int limits[3], uint16_t highest[3])
{
    struct auction_course course = {&dealer->rules, limits, 0, highest};

    for (int seat = 0; seat < 3; seat++)
        highest[seat] = 0;
    const int winner = contest(&course, 2, contest(&course, 1, 0));
    return highest[winner] || would_say(&course, winner) ? winner : -1;
}

/* ---- the announcement ---- */

struct skat_bot_view training_view(const struct training_hands *hands, int declarer,
                                   const uint16_t highest[3])
{
    struct skat_bot_view view = {.size = sizeof view,
                                 .position = (uint8_t)declarer,
                                 .declarer = (uint8_t)declarer,
                                 .dealt = hands->hands[declarer],
                                 .hand = hands->hands[declarer],
                                 .bid = highest[declarer],
                                 .kontra_by = SKAT_BOT_NOBODY,
                                 .dummy = SKAT_BOT_NOBODY};

    for (int seat = 0; seat < 3; seat++)
        view.highest[seat] = highest[seat];
    return view;
}

void training_announce(const struct training_dealer *dealer, const struct training_hands *hands,
                       struct skat_bot_view *view, struct skat_bot_contract *contract, cards *aside)
{
    const struct club_player player = training_player(dealer, hands->cautions[view->position]);

    *contract = (struct skat_bot_contract){0};
    *aside = hands->skat;
    if (bidding_hand_game(&player, view, contract))
        return;
    view->hand |= hands->skat;
    view->picked_up = 1;
    if (hands->table.kinds[view->position] == BY_NETWORK)
        announcement_choose(&hand_networks.announcements, &dealer->club, view, contract, aside);
    else
        bidding_declare(&player, view, contract, aside);
}

struct training_deal training_announced(const struct training_hands *hands,
                                        const struct skat_bot_view *view,
                                        struct skat_bot_contract contract, cards aside)
{
    struct training_deal deal = {
        .declarer = view->position, .bid = view->bid, .contract = contract};

    for (int seat = 0; seat < 3; seat++)
        deal.world.hands[seat] = hands->hands[seat];
    deal.twelve = hands->hands[deal.declarer] | hands->skat;
    deal.world.hands[deal.declarer] = deal.twelve & ~aside;
    deal.world.skat = aside;
    deal.table = rollout_announced(view, deal.declarer, contract, deal.world.hands[deal.declarer]);
    return deal;
}

/* Whether a player with these twelve cards tries a null, which, and what is put aside. */
static bool try_null(const struct training_dealer *dealer, const struct skat_bot_view *view,
                     struct skat_random *random, struct skat_bot_contract *contract, cards *aside)
{
    enum { TRIES_NULL = 250 };
    const cards put = model_put_aside(&dealer->club.discards, NULL_GAME, view->hand);

    for (int ouvert = skat_random_below(random, 3) > 0; ouvert >= 0; ouvert--) {
        const struct skat_bot_contract null = bidding_game(NULL_GAME + ouvert);
        if (bidding_null_value(&dealer->club.rules, null) >= view->bid &&
            bidding_null_chance(&dealer->club, view->hand & ~put, AFTER_DISCARD,
                                view->position == 0, ouvert) >= TRIES_NULL) {
            *contract = null;
            *aside = put;
            return true;
        }
    }
    return false;
}

struct training_deal training_deal_next(const struct training_dealer *dealer,
                                        const struct training_table *table, bool nulls,
                                        struct skat_random *random)
{
    for (;;) {
        const struct training_hands hands =
            training_hands_next(dealer, table, CAUTION_LEAST, CAUTION_MOST, random);
        struct skat_bot_contract contract;
        uint16_t highest[3];
        cards aside;
        const int declarer = training_auction(dealer, hands.limits, highest);
        if (declarer < 0)
            continue;
        struct skat_bot_view view = training_view(&hands, declarer, highest);
        training_announce(dealer, &hands, &view, &contract, &aside);
        if (nulls ? contract.type == NULL_GAME ||
                        (view.picked_up && try_null(dealer, &view, random, &contract, &aside))
                  : contract.type <= GRAND)
            return training_announced(&hands, &view, contract, aside);
    }
}

/* ---- play ---- */

/* Errs in one card of four, whatever was played before it. */
static card careless_card(const struct training_table *table, const struct rollout *rollout,
                          cards legal)
{
    enum { ONE_IN = 4 };
    struct skat_random random;

    skat_random_start_number(&random, table->slips + rollout->view.played_count);
    return skat_random_below(&random, ONE_IN) ? play_null(&rollout->view, legal, &rollout->memory)
                                              : training_draw(legal, &random);
}

static card training_null_card(const struct training_table *table, const struct rollout *rollout,
                               cards legal)
{
    switch (table->kinds[rollout->view.position]) {
    case BY_NETWORK:
        return null_card(&rollout->view, legal, &rollout->memory);
    case CARELESS:
        return careless_card(table, rollout, legal);
    default:
        return play_null(&rollout->view, legal, &rollout->memory);
    }
}

card training_card(const struct training_table *table, const struct rollout *rollout, cards legal)
{
    const struct skat_bot_view *view = &rollout->view;

    if (view->contract.type == NULL_GAME)
        return training_null_card(table, rollout, legal);
    switch (table->kinds[view->position]) {
    case BY_NETWORK:
        return network_card(view, legal, &rollout->memory);
    case BY_LINE:
        return card_values_best(&usual_card_weights, view, legal, &rollout->memory);
    default:
        return play_card(view, legal, &rollout->memory);
    }
}

int training_play_on(const struct training_table *table, struct rollout rollout, struct world world,
                     card first)
{
    while (rollout_turn(&rollout, &world)) {
        const card c = first != SKAT_BOT_NO_CARD
                           ? first
                           : training_card(table, &rollout,
                                           rollout_legal(&rollout.view, rollout.memory.trumps));
        first = SKAT_BOT_NO_CARD;
        rollout_put(&rollout, &world, c);
    }
    return rollout_outcome(&rollout, world.skat);
}

/* ---- records ---- */

bool training_kind_read(const char *argument, enum training_kind *kind)
{
    *kind = strcmp(argument, "network") == 0 ? BY_NETWORK : BY_LINE;
    return *kind == BY_NETWORK || strcmp(argument, "linear") == 0;
}

FILE *training_file_create(const char *path, const char *name)
{
    char whole[PATH_MAX];

    snprintf(whole, sizeof whole, "%s%s", path, name);
    FILE *file = fopen(whole, "wb");
    if (!file) {
        perror(whole);
        exit(1);
    }
    return file;
}

void training_file_close(const char *program, FILE *file)
{
    const int failed = ferror(file);

    if (fclose(file) != 0 || failed) {
        fprintf(stderr, "%s: cannot write the records\n", program);
        exit(1);
    }
}
