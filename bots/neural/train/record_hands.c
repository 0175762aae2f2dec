// SPDX-License-Identifier: MIT
/* bots/neural/train/record_hands.c - deals hands to learn announcements and bids from, and writes
 * what games with them ended with; README.md.
 *
 * usage: neural-record-hands announcements|bids DEALS SEED linear|network FILE
 *
 * FILE.told gets what the network in the tree says of each: both outputs, in 256ths. */
#include <stdlib.h>
#include <string.h>

#include "bots/neural/train/training.h"

#include "bots/neural/hand_network.h"

enum {
    CAUTION_LEAST = 350, /* of players who declare what they should not, too */
    CAUTION_MOST = 620,
    CHOICES = 8 /* announcements that are tried in a deal */
};

struct hands_recorder {
    struct training_dealer dealer;
    struct skat_random random;
    enum training_kind learner;
    uint32_t deal;
    const struct hand_network *net;
    FILE *file, *told;
};

/* A hand as fit_hands.py reads it. Announcements: won, and won with 90 points. Bids: what declaring
 * brings more than passing, in points, classic and by Seeger and Fabian. */
struct hand_record {
    uint32_t deal;
    int16_t results[HAND_OUTPUTS];
    uint8_t inputs[HAND_INPUTS / 8]; /* bits, the lowest first */
};

static void write_record(struct hands_recorder *recorder, const struct hand_inputs *inputs,
                         int first_result, int second_result)
{
    struct hand_record record = {.deal = recorder->deal,
                                 .results = {(int16_t)first_result, (int16_t)second_result}};
    int outputs[HAND_OUTPUTS];
    int32_t told[HAND_OUTPUTS];

    for (int i = 0; i < inputs->number; i++)
        training_input_put(record.inputs, inputs->on[i]);
    fwrite(&record, sizeof record, 1, recorder->file);
    hand_network_outputs(recorder->net, inputs, outputs);
    for (int i = 0; i < HAND_OUTPUTS; i++)
        told[i] = outputs[i];
    fwrite(told, sizeof told, 1, recorder->told);
}

/* ---- announcements ---- */

static cards two_of(cards set, struct skat_random *random)
{
    const cards one = BIT(training_draw(set, random));

    return one | BIT(training_draw(set & ~one, random));
}

/* The best discards in a game, as the learner sees it. */
static cards best_discards(const struct hands_recorder *recorder, const struct skat_bot_view *view,
                           int game)
{
    struct best_game best = {.worth = INT32_MIN};

    if (recorder->learner != BY_NETWORK)
        return model_put_aside(&recorder->dealer.club.discards, game, view->hand);
    announcement_try_game(recorder->net, &recorder->dealer.club, view, game, &best);
    return best.aside;
}

/* Discards to try in a game: the best; from the sixth choice on one of them or both by chance. */
static cards discards_to_try(struct hands_recorder *recorder, const struct skat_bot_view *view,
                             int choice, int game)
{
    const cards twelve = view->hand;

    if (choice == GRAND + 1)
        return two_of(twelve & ~JACKS, &recorder->random);
    const cards best = best_discards(recorder, view, game);
    if (choice <= GRAND)
        return best;
    const cards kept = BIT(training_draw(best, &recorder->random));
    return kept | BIT(training_draw(twelve & ~JACKS & ~best, &recorder->random));
}

static void record_announcements(struct hands_recorder *recorder)
{
    struct training_table table = training_table_of(recorder->learner, false, &recorder->random);
    const struct training_hands hands = training_hands_next(
        &recorder->dealer, &table, CAUTION_LEAST, CAUTION_MOST, &recorder->random);
    struct skat_bot_contract chosen;
    struct hand_inputs inputs;
    uint16_t highest[3];
    cards aside;
    const int declarer = training_auction(&recorder->dealer, hands.limits, highest);

    if (declarer < 0)
        return;
    struct skat_bot_view view = training_view(&hands, declarer, highest);
    training_announce(&recorder->dealer, &hands, &view, &chosen, &aside);
    view.hand = hands.hands[declarer] | hands.skat;
    view.picked_up = 1;
    table.kinds[declarer] = recorder->learner;
    for (int i = 0; i < CHOICES; i++) {
        const int game = i <= GRAND ? i : chosen.type <= GRAND ? chosen.type : GRAND;
        const struct suit_order order = suit_order_of(view.hand, game);
        aside = discards_to_try(recorder, &view, i, game);
        const struct training_deal deal =
            training_announced(&hands, &view, (struct skat_bot_contract){(uint8_t)game, 0}, aside);
        const int points = training_play_on(&table, deal.table, deal.world, SKAT_BOT_NO_CARD);
        announcement_inputs(&view, game, &order, aside, &inputs);
        write_record(recorder, &inputs, points > 60, points >= 90);
    }
}

/* ---- bids ---- */

/* What a game brings a seat more than the others, whoever declares, in thousandths of a point:
 * classic and by Seeger and Fabian. */
static void played(const struct hands_recorder *recorder, const struct training_table *table,
                   const struct training_deal *deal, int seat, int results[HAND_OUTPUTS])
{
    struct rules rules = recorder->dealer.club.rules;
    const int points = training_play_on(table, deal->table, deal->world, SKAT_BOT_NO_CARD);

    for (int seeger = 0; seeger < HAND_OUTPUTS; seeger++) {
        rules.seeger = seeger;
        const int result =
            bidding_brought(&rules, deal->contract, deal->twelve, deal->bid, 0, points);
        results[seeger] = seat == deal->declarer ? result : -result / 2;
    }
}

/* What passing brings. */
static void pass(struct hands_recorder *recorder, const struct training_hands *hands,
                 const struct training_table *table, int seat, int results[HAND_OUTPUTS])
{
    int limits[3] = {hands->limits[0], hands->limits[1], hands->limits[2]};
    struct skat_bot_contract contract;
    uint16_t highest[3];
    cards aside;

    limits[seat] = 0;
    results[0] = results[1] = 0;
    const int declarer = training_auction(&recorder->dealer, limits, highest);
    if (declarer < 0)
        return;
    struct skat_bot_view view = training_view(hands, declarer, highest);
    training_announce(&recorder->dealer, hands, &view, &contract, &aside);
    const struct training_deal deal = training_announced(hands, &view, contract, aside);
    played(recorder, table, &deal, seat, results);
}

/* What declaring brings; `view` is before the pick-up. */
static void declare(struct hands_recorder *recorder, const struct training_hands *hands,
                    const struct training_table *table, struct skat_bot_view view,
                    int results[HAND_OUTPUTS])
{
    const struct club_player *club = &recorder->dealer.club;
    struct skat_bot_contract contract = {0};
    cards aside = hands->skat;

    if (!bidding_hand_game(club, &view, &contract)) {
        view.hand |= hands->skat;
        view.picked_up = 1;
        announcement_choose(&hand_networks.announcements, club, &view, &contract, &aside);
    }
    const struct training_deal deal = training_announced(hands, &view, contract, aside);
    played(recorder, table, &deal, view.position, results);
}

static void record_bid(struct hands_recorder *recorder, const struct training_hands *hands,
                       struct training_table table, int seat)
{
    enum { ANY = 10000, MOST = 264 };
    int limits[3] = {hands->limits[0], hands->limits[1], hands->limits[2]};
    int declared[HAND_OUTPUTS], passed[HAND_OUTPUTS];
    struct hand_inputs inputs;
    uint16_t highest[3];

    limits[seat] = ANY;
    if (training_auction(&recorder->dealer, limits, highest) != seat || highest[seat] > MOST)
        return;
    const struct skat_bot_view view = training_view(hands, seat, highest);
    table.kinds[seat] = recorder->learner;
    declare(recorder, hands, &table, view, declared);
    pass(recorder, hands, &table, seat, passed);
    bid_value_inputs(&recorder->dealer.club, &view, highest[seat], &inputs);
    write_record(recorder, &inputs, (declared[0] - passed[0]) / 1000,
                 (declared[1] - passed[1]) / 1000);
}

/* Records the bids; of the hands on which nobody would bid, only one in eight. */
static void record_bids(struct hands_recorder *recorder)
{
    enum { ONE_IN = 8 };
    const struct training_dealer *dealer = &recorder->dealer;
    const struct club_player bold = training_player(dealer, CAUTION_LEAST);
    const struct training_table table =
        training_table_of(recorder->learner, false, &recorder->random);
    const struct training_hands hands =
        training_hands_next(dealer, &table, dealer->club.style.caution - 80,
                            dealer->club.style.caution + 50, &recorder->random);

    for (int seat = 0; seat < 3; seat++)
        if (bidding_limit(&bold, hands.hands[seat], seat == 0, 0) ||
            !skat_random_below(&recorder->random, ONE_IN))
            record_bid(recorder, &hands, table, seat);
}

int main(int argc, char **argv)
{
    static struct hands_recorder recorder;

    if (argc != 6 || (strcmp(argv[1], "announcements") != 0 && strcmp(argv[1], "bids") != 0) ||
        !training_kind_read(argv[4], &recorder.learner)) {
        fputs("usage: neural-record-hands announcements|bids DEALS SEED linear|network FILE\n",
              stderr);
        return 2;
    }
    const int bids = strcmp(argv[1], "bids") == 0;
    recorder.net = bids ? &hand_networks.bids : &hand_networks.announcements;
    training_dealer_init(&recorder.dealer);
    skat_random_start_number(&recorder.random, strtoull(argv[3], NULL, 10));
    recorder.file = training_file_create(argv[5], "");
    recorder.told = training_file_create(argv[5], ".told");
    for (long left = atol(argv[2]); left > 0; left--, recorder.deal++)
        (bids ? record_bids : record_announcements)(&recorder);
    training_file_close("neural-record-hands", recorder.file);
    training_file_close("neural-record-hands", recorder.told);
    return 0;
}
