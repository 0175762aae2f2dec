/* bots/stammtisch/bidding.h - how high to bid, what to play. */
#ifndef STAMMTISCH_BIDDING_H
#define STAMMTISCH_BIDDING_H

#include "bots/stammtisch/model.h"

/* The options that speak of bidding, as percentages and switches (README.md). */
struct bidding_style {
    int caution;         /* chance in thousandths from which it bids on a game */
    int hand_caution;    /* and from which it plays by hand */
    int null_games, hand_games, grand_games; /* 0: never */
};

struct rules {
    int grand_base, jacks_only, seeger, lost_single_hand;
    int null_values[4];
};

/* The highest value worth bidding with ten cards, 0 for none. */
int bidding_limit(const struct bidding_style *style, const struct rules *rules, cards hand,
                  int forehand);

/* Decides between the pick-up and a hand game: fills *contract and returns 1 for a hand game. */
int bidding_hand_game(const struct bidding_style *style, const struct rules *rules,
                      const struct skat_bot_view *view, struct skat_bot_contract *contract);

/* After the pick-up: the game and the two cards to put aside. */
void bidding_declare(const struct bidding_style *style, const struct rules *rules,
                     const struct discards *discards, const struct skat_bot_view *view,
                     struct skat_bot_contract *contract, cards *aside);

#endif
