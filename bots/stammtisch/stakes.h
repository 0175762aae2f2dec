// SPDX-License-Identifier: MIT
/* bots/stammtisch/stakes.h - the rules in force, as far as this bot needs to know them, and what a
 * game brings and costs under the scoring in force.
 *
 * Points are those of the player less the mean of the others': that is what players compete for,
 * and it makes all scorings alike (docs/rules.md, scoring). `minus` and `opponents` move points
 * from one side to the other and keep the difference of classic. */
#ifndef STAMMTISCH_STAKES_H
#define STAMMTISCH_STAKES_H

#include "bots/skat_bot.h"

/* ---- the rules ---- */

enum { ALL_GAMES = 0xffff };
enum { REVOLUTION_BOTH = 3 }; /* exchange and skat: bits of the option */

struct rules {
    int grand_base, jacks_only, seeger;
    int lost_factor, lost_single_hand;
    int null_values[4];
    int schneider_points;
    int passed_in;                   /* 0: the deal is void if all pass */
    int duties;                      /* Räuberskat */
    int ramsch_march;                /* 0: no march */
    int skat_to_last_trick;          /* the last trick of ramsch gets it */
    int ramsch_each;                 /* how ramsch is scored */
    int revolution, revolution_both; /* played; the defenders exchange, and with the skat, too */
    int sachsenspitze_base, rum, spitzen_max, spitzen_grand, spitzen_levels;
    int bierlachs_limit; /* 0: not Bierlachs */
    /* Turnéskat: the skat may be turned; base values by game and use of the skat; possible bids. */
    int turns, guckser_null;
    int base_values[SKAT_BOT_GRAND + 1][SKAT_BOT_WAYS];
    const uint16_t *ladder;
    int ladder_count;
    unsigned games; /* announceable now, bits 1 << SKAT_BOT_GRAND ...; ALL_GAMES in Skat */
    int any_game;   /* declarer may announce any game once it has the skat */
    int relief;    /* of caution: games with a second skat are won more often than the tables say */
    int two_hands; /* Offiziersskat */
    int usual_trumps;     /* jacks and the suit, and nothing above them: not in Ass */
    int asks_for_consent; /* concede_later: giving up is a proposal */
    int pile;             /* tables of two: the third hand is a pile, whose cards nobody chooses */
    /* Of the deal: the factor by which it counts; the scores of the session, this player's first.
     */
    int bock;
    int totals[3];
};

/* The official rules, used until a session begins. */
struct rules rules_official(void);
void rules_take_over(struct rules *rules, const struct skat_bot_rules *from);
/* What games are worth as the official rules have it, for a player who has not noticed other ones.
 */
void rules_by_habit(struct rules *rules);

/* ---- points ---- */

/* The points of a game of this value, won or lost; `times`: how often its value is charged if lost.
 * Bock multiplies the value, and in Bierlachs a round that it ends counts. */
int stakes_won(const struct rules *rules, int value);
int stakes_lost(const struct rules *rules, int value, int times);

/* How often the value of a lost game is charged. */
int stakes_times(const struct rules *rules, int by_hand);

/* Expected points, in thousandths, of a game that is won with this chance (in thousandths). */
int stakes_expected(const struct rules *rules, int chance, int value, int times);

/* What the deal is worth if another player declares, in points: an average game, of either of them.
 */
int stakes_elsewhere(const struct rules *rules);

/* The chance, in thousandths, from which a game of this value is better than what the deal is worth
 * otherwise, in points: stakes_elsewhere(), less what passing costs because of ramsch. */
int stakes_break_even(const struct rules *rules, int value, int otherwise);

#endif
