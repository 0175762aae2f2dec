// SPDX-License-Identifier: MIT
/* engine/learn/observed.h - what both observations (observation.h, observation_2.h) have, under the
 * same names: how players are numbered, the game that is seen, and the values of the table. For
 * their .c files only. */
#ifndef SKAT_ENGINE_LEARN_OBSERVED_H
#define SKAT_ENGINE_LEARN_OBSERVED_H

#include "engine/learn/action_space.h"

/* 0 for the player who looks, 1 for the next ...; the one after the last for nobody. */
static inline unsigned skat_observed_player(const struct skat_view *view, unsigned position)
{
    if (position >= SKAT_PLAYERS)
        return SKAT_PLAYERS;
    return position >= view->position ? position - view->position
                                      : position + SKAT_PLAYERS - view->position;
}

/* The announced game, or the one that is being announced. False if there is none. */
static inline bool skat_observed_game(const struct skat_view *view,
                                      const struct skat_choice *choice, struct skat_contract *game)
{
    const bool chosen =
        choice && choice->step != SKAT_CHOICE_FIRST && choice->action.kind == SKAT_ACTION_DECLARE;

    *game = chosen ? choice->action.contract : view->table.contract;
    return chosen || view->table.announced;
}

static inline int16_t skat_observed_within(int32_t value)
{
    return (int16_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value);
}

/* Sets these members of either observation, which is all zeros. */
#define SKAT_OBSERVE_TABLE(view, choice, out)                                                      \
    do {                                                                                           \
        struct skat_contract observed_game;                                                        \
        const bool observed_known = skat_observed_game(view, choice, &observed_game);              \
        (out)->position[(view)->position] = 1;                                                     \
        (out)->decision[(choice) ? (choice)->decision.kind : SKAT_DECIDE_NOTHING] = 1;             \
        if (choice)                                                                                \
            (out)->step[(choice)->step] = 1;                                                       \
        (out)->declarer[skat_observed_player(view, (view)->table.declarer)] = 1;                   \
        const bool observed_trick = (view)->table.announced && (view)->table.turn != SKAT_NOBODY;  \
        (out)->leader[observed_trick ? skat_observed_player(                                       \
                                           view, view->table.leader[(view)->table.trick_count])    \
                                     : SKAT_PLAYERS] = 1;                                          \
        (out)->game[observed_known ? observed_game.type : SKAT_GAME_TYPES] = 1;                    \
        if (observed_known) {                                                                      \
            (out)->announced[0] = !!(observed_game.with & SKAT_WITH_HAND);                         \
            (out)->announced[1] = !!(observed_game.with & SKAT_WITH_SCHNEIDER);                    \
            (out)->announced[2] = !!(observed_game.with & SKAT_WITH_SCHWARZ);                      \
            (out)->announced[3] = !!(observed_game.with & SKAT_WITH_OUVERT);                       \
            (out)->spitzen = (int16_t)skat_contract_spitzen(observed_game);                        \
        }                                                                                          \
        for (unsigned position = 0; position < SKAT_PLAYERS; position++) {                         \
            const unsigned who = skat_observed_player(view, position);                             \
            (out)->passed[who] = (view)->table.passed >> position & 1;                             \
            (out)->highest[who] = (int16_t)(view)->table.highest[position];                        \
            (out)->points[who] = (view)->table.points[position];                                   \
            (out)->tricks[who] = (view)->table.tricks[position];                                   \
            (out)->totals[who] = skat_observed_within((view)->extra.totals[position]);             \
            (out)->duties[who] = (view)->duties[position];                                         \
            (out)->knocked[who] = (view)->extra.knocked >> position & 1;                           \
        }                                                                                          \
        (out)->picked_up = (view)->table.picked_up;                                                \
        (out)->bid = (int16_t)(view)->table.bid;                                                   \
        (out)->cards_played = (view)->table.played_count;                                          \
        (out)->kontra = (view)->extra.kontra;                                                      \
        (out)->gifts_refused = (view)->extra.gifts_refused;                                        \
        (out)->rum = (view)->extra.rum;                                                            \
        (out)->unseen = (view)->extra.unseen;                                                      \
        (out)->round[(view)->extra.round] = 1;                                                     \
        (out)->bock = (view)->extra.bock;                                                          \
        (out)->round_left = skat_observed_within((view)->extra.round_left);                        \
        (out)->chosen_duty = (view)->extra.chosen;                                                 \
    } while (0)

/* The parts of both by name. PART(member, rows, help) is the file's own. */
#define SKAT_OBSERVED_TURN_PARTS                                                                   \
    PART(position, 1, "forehand, middlehand, rearhand"), PART(decision, 1, "what is asked"),       \
        PART(step, 1, "of the decision: first, cards, spitzen"),                                   \
        PART(declarer, 1, "self, next, after next, nobody"),                                       \
        PART(leader, 1, "of the open trick: self, next, after next, no trick")
#define SKAT_OBSERVED_GAME_PART                                                                    \
    PART(game, 1,                                                                                  \
         "diamonds, hearts, spades, clubs, grand, null, sachsenspitze, revolution, ramsch, none")
#define SKAT_OBSERVED_VALUE_PARTS                                                                  \
    PART(passed, 1, "who has passed in the auction"),                                              \
        PART(picked_up, 1, "declarer took the skat"), PART(bid, 1, "the bid so far"),              \
        PART(highest, 1, "the highest value that each bid or held"),                               \
        PART(points, 1, "card points in the tricks of each"), PART(tricks, 1, "tricks of each"),   \
        PART(cards_played, 1, "cards played by all"), PART(spitzen, 1, "spitzen announced"),       \
        PART(kontra, 1, "doublings: 1 kontra, 2 re"),                                              \
        PART(gifts_refused, 1, "gifts that declarer refused"), PART(rum, 1, "rum was said"),       \
        PART(unseen, 1, "schieberamsch: how often the cards were passed on unseen"),               \
        PART(round, 1, "none, bock, ramsch"), PART(bock, 1, "how many times the deal counts"),     \
        PART(round_left, 1, "deals of the round that follow"),                                     \
        PART(totals, 1, "the score of each in this session"),                                      \
        PART(duties, 1, "Räuberskat: types of game that each has left, as bits"),                  \
        PART(chosen_duty, 1, "Räuberskat: 1 + the type chosen, or 0"),                             \
        PART(knocked, 1, "who knocked before ramsch")

#endif
