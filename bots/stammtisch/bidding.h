/* bots/stammtisch/bidding.h - how high to bid, what to play. */
#ifndef STAMMTISCH_BIDDING_H
#define STAMMTISCH_BIDDING_H

#include "bots/stammtisch/model.h"
#include "bots/stammtisch/rules.h"

/* The options that speak of bidding, as percentages and switches (README.md). */
struct bidding_style {
    int caution;      /* chance in thousandths from which it bids on a game */
    int hand_caution; /* and from which it plays by hand */
    int null_games, hand_games, grand_games; /* 0: never */
    int kontra, re; /* chance of winning, as defender and as declarer, from which it doubles */
};

/* The highest value worth bidding with ten cards, 0 for none. `passing` is what it costs to pass,
 * in points: the ramsch that may follow; negative for a hand that does well in it. */
int bidding_limit(const struct bidding_style *style, const struct rules *rules, cards hand,
                  int forehand, int passing);

/* Herzblatt: is hearts, at no bid, worth playing? */
int bidding_hearts(const struct bidding_style *style, const struct rules *rules, cards hand,
                   int forehand);

/* Decides between the pick-up and a hand game: fills *contract and returns 1 for a hand game. */
int bidding_hand_game(const struct bidding_style *style, const struct rules *rules,
                      const struct skat_bot_view *view, struct skat_bot_contract *contract);

/* Is it worth a level to have the skat shown before it is picked up? */
int bidding_rum(const struct bidding_style *style, const struct rules *rules,
                const struct skat_bot_view *view);

/* Grand hand instead of ramsch; `passing` as above. */
int bidding_grand_hand(const struct bidding_style *style, const struct rules *rules,
                       const struct skat_bot_view *view, int passing);

/* Length of the run of matadors that the cards hold or miss, in a suit game or grand. */
int bidding_matadors(const struct rules *rules, int game, cards set);

/* Value of a game with the cards that count for matadors, at so many levels above the game. */
int bidding_value(const struct rules *rules, int game, cards set, int levels);

/* log odds of a suit game, grand or sächsische Spitze; arguments as in model_log_odds. */
int bidding_log_odds(int game, cards hand, enum stage stage, int forehand, int aside);

/* After the pick-up, with the twelve cards in view->hand: the expected points, in thousandths, of a suit
 * game, grand or sächsische Spitze that is won with that chance (in thousandths) - what an overbid costs is
 * in it - and of null. `levels` are those beside the game. */
int bidding_worth(const struct rules *rules, const struct skat_bot_view *view, int game, int levels,
                  int chance);
int bidding_null_worth(const struct rules *rules, int ouvert, int chance);

/* After the pick-up: the game and the two cards to put aside. */
void bidding_declare(const struct bidding_style *style, const struct rules *rules,
                     const struct discards *discards, const struct skat_bot_view *view,
                     struct skat_bot_contract *contract, cards *aside);

#endif
