// SPDX-License-Identifier: MIT
/* bots/stammtisch/bidding.h - how high to bid and which game to play. */
#ifndef STAMMTISCH_BIDDING_H
#define STAMMTISCH_BIDDING_H

#include "bots/stammtisch/model.h"
#include "bots/stammtisch/stakes.h"

/* The options about bidding (README.md). */
struct bidding_style {
    /* Lowest chance, in thousandths, for bidding on a game where USUAL_CAUTION breaks even; where
     * more or less breaks even, as much more or less. */
    int caution;
    int hand_caution; /* lowest chance for playing hand */
    /* Points by which a hand game must be better than the best single game with the skat: with it
     * the best of several games can be chosen, which is worth more than each is beforehand. */
    int hand_premium;
    /* What is added to the tables' log odds, in 256ths: in grand, in null, besides in null ouvert
     * and in null by hand, as forehand. */
    int grand_bonus, null_bonus, ouvert_bonus, null_hand_bonus, forehand_bonus;
    int null_games, hand_games, grand_games; /* 0: never */
    int habit;                               /* bids by the official rules, whatever is in force */
    int kontra, re; /* lowest chance of winning for doubling, as defender and as declarer */
    int claims;     /* claims, gives up and consents (kontra.h) */
    int schneider;  /* lowest chance of schneider, in thousandths, for announcing it by hand */
    int concede;    /* declarer gives up before it plays if it wins with less than this chance */
    int schwarz;    /* announces schwarz by hand where every trick is certain (schwarz_game()) */
    int gifts;      /* as a defender, offers to give up (gift_proposed()) */
    /* The standard deviations of its errors (error_of()): in judging a hand, in 256ths of log odds;
     * in judging a card, in 256ths of a card point. 0: it makes none. */
    int misjudges, careless;
    uint64_t deal; /* the random number of the deal, for errors and habits */
    /* Habits that people have. */
    int tournament;     /* bids by Seeger and Fabian, whatever scoring is in force */
    int schneider_suit; /* as `schneider`, in suit games, where it is higher */
    int slips;          /* of 10,000 deals, those in which it announces a game by mistake */
    int gives_rest;     /* of 100 deals, those in which it gives up as a defender (player.c) */
};

enum {
    USUAL_CAUTION = 570,
    USUAL_HAND_PREMIUM = 15,
    USUAL_CONCEDE = 50,
    BIDDING_NEVER = 1001 /* a chance that no game has */
};

enum { DUTIES = 4 }; /* SKAT_BOT_DUTY_SUIT ... */

/* A player: what it bids by, and what it knows of this deal. player.h has its calls. */
struct club_player {
    struct bidding_style style;
    int caution; /* from the options; style.caution is adapted to the rules */
    struct rules rules;
    struct discards discards;
    struct memory memory;
    int usual[DUTIES]; /* Räuberskat: average worth of each game type */
    int limit;         /* how high it bids in this deal; -1 until needed */
};

/* The games that a hand is rated for: suit games, grand, null and null ouvert. These are not
 * contract types: BIDDING_OUVERT has the number of SACHSENSPITZE. bidding_game() has the contract.
 */
enum { BIDDING_OUVERT = NULL_GAME + 1, BIDDING_GAMES };
struct skat_bot_contract bidding_game(int game);

/* The best game so far. */
struct best_game {
    int worth; /* in thousandths of a point */
    struct skat_bot_contract contract;
    cards aside;
};
static inline void best_game_keep(struct best_game *best, int worth,
                                  struct skat_bot_contract contract, cards aside)
{
    if (worth > best->worth)
        *best = (struct best_game){worth, contract, aside};
}

/* The chance of a suit game, grand or Sächsische Spitze, in thousandths, as this player sees it;
 * arguments as in model_log_odds. And of null. */
int bidding_chance(const struct club_player *club, int game, cards hand, enum stage stage,
                   int forehand, int aside);
int bidding_null_chance(const struct club_player *club, cards hand, enum stage stage, int forehand,
                        int ouvert);

/* The highest value worth bidding with ten cards, 0 for none. `passing` is the cost of passing in
 * points, because ramsch may follow; negative for a hand that does well in ramsch. */
int bidding_limit(const struct club_player *club, cards hand, int forehand, int passing);

/* Herzblatt: is hearts, without a bid, worth playing? */
int bidding_hearts(const struct club_player *club, cards hand, int forehand);

/* Decides between pick-up and hand game: for a hand game fills in *contract and returns 1. */
int bidding_hand_game(const struct club_player *club, const struct skat_bot_view *view,
                      struct skat_bot_contract *contract);

/* Does the declarer of this deal announce another game than it meant to, once it has the skat? */
int bidding_slips(const struct club_player *club);

/* The chance of schneider as declarer, in thousandths, where winning has these log odds. */
int bidding_schneider_chance(int log_odds);

/* Adds to a contract of DECLARE or GAME what may be announced besides: spitzen, of declarer's ten
 * cards (eleven with sixes), where `known` are these and the discards; and schneider by hand. */
void bidding_add_spitzen(const struct skat_bot_decision *decision, cards ten, cards known,
                         struct skat_bot_contract *contract);
void bidding_add_schneider(const struct club_player *club, const struct skat_bot_view *view,
                           const struct skat_bot_decision *decision,
                           struct skat_bot_contract *contract);

/* Is it worth a level to show the skat before picking it up? */
int bidding_rum(const struct club_player *club, const struct skat_bot_view *view);

/* Declare grand hand instead of ramsch? `passing` as above. */
int bidding_grand_hand(const struct club_player *club, const struct skat_bot_view *view,
                       int passing);

/* Length of the run of matadors that the cards have or lack in a suit game or grand. */
int bidding_matadors(const struct rules *rules, int game, cards set);

/* Value of a game with the cards that count for matadors and `levels` levels besides the game. */
int bidding_value(const struct rules *rules, int game, cards set, int levels);

/* The value of a null game. */
int bidding_null_value(const struct rules *rules, struct skat_bot_contract null);

/* The expected points, in thousandths, of a game that is won with this chance (in thousandths),
 * including the cost of overbidding; BIDDING_NOT_ALLOWED, less than any game can cost, if the bid
 * is higher than the value of null. `twelve` are declarer's cards, with the skat. `levels` are
 * those besides the game and hand, which null has not. */
enum { BIDDING_NOT_ALLOWED = -100000000 };
int bidding_worth(const struct rules *rules, struct skat_bot_contract contract, cards twelve,
                  int bid, int levels, int chance);

/* What a game brought, in thousandths of a point: its declarer, with these twelve cards and this
 * bid, took so many card points; all or none of them count as schwarz, and as null won or lost.
 * `levels` are those besides the game, hand, schneider and schwarz. */
int bidding_brought(const struct rules *rules, struct skat_bot_contract contract, cards twelve,
                    int bid, int levels, int card_points);

/* After the pick-up: the game and the two discards. */
void bidding_declare(const struct club_player *club, const struct skat_bot_view *view,
                     struct skat_bot_contract *contract, cards *aside);

/* ---- the auction by suits (rules.md 3.1) ---- */

/* The highest rank worth naming or holding, 0 for none; `passing` as in bidding_limit. */
int calls_limit(const struct club_player *club, cards hand, int forehand, int passing);

/* CALL and HOLD_CALL, up to this rank. */
void calls_bid(const struct skat_bot_view *view, const struct skat_bot_decision *decision,
               int limit, struct skat_bot_action *out);

/* GAME: is one of the games by hand better than taking the skat for those that are owed? Then fills
 * in *contract and returns 1. */
int calls_hand_game(const struct club_player *club, const struct skat_bot_view *view,
                    const struct skat_bot_decision *decision, struct skat_bot_contract *contract);

/* DECLARE after a game by hand was named: the best of those on offer. */
struct skat_bot_contract calls_by_hand(const struct club_player *club,
                                       const struct skat_bot_view *view,
                                       const struct skat_bot_decision *decision);

/* ---- schwarz by hand: announcing it where every trick is certain (and play_as_announced()) ----
 */

/* Does declarer take every trick of a suit game or grand by hand with these ten cards, however the
 * others lie? `leads`: plays to the first trick first. Jacks and the suit are trumps. */
int schwarz_certain(int game, cards ten, int leads);

/* Is there such a game among the hand games that may be announced with schwarz? Then fills in
 * *contract with the one that counts most: open, since open cards lose nothing, unless the rules
 * have it that an open game does not count as schwarz. */
int schwarz_game(const struct rules *rules, const struct skat_bot_view *view,
                 const struct skat_bot_decision *decision, struct skat_bot_contract *contract);

#endif
