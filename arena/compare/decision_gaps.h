// SPDX-License-Identifier: MIT
/* arena/compare/decision_gaps.h - what two bots would do at the same decisions: how often and how
 * much they differ, by kind of decision, and where most.
 *
 * A bot that offers a policy has a probability for each answer, any other one
 * answer that is certain. The distance of two such distributions is half the sum of the differences
 * of their probabilities (total variation): 0 where they are the same, 1 where they have no answer
 * in common; of two certain answers, whether they differ. */
#ifndef ARENA_COMPARE_DECISION_GAPS_H
#define ARENA_COMPARE_DECISION_GAPS_H

#include <cjson/cJSON.h>

#include "arena/bot/deal_play.h"
#include "engine/game/game.h"
#include "engine/game/record.h"

enum {
    GAPS_MAX = 20,   /* the largest that are listed */
    GAPS_OF_ROW = 5, /* of one kind of decision, so that others are seen, too */
    GAP_CARDS = 6,   /* cards by lead and follow, of declarer, defenders, and in ramsch */
    GAP_ROWS = SKAT_DECISIONS + GAP_CARDS
};

/* Where a decision was made, and what was done. */
struct decision_place {
    uint64_t game;
    uint32_t move;    /* so many moves of the record came before it */
    uint8_t position; /* of who decides */
    uint8_t row;      /* decision_row() */
    char played[SKAT_TOKEN_SIZE];
};

/* The answers of a bot as texts, the most likely first; of equally likely ones, as the bot listed
 * them. */
struct answers {
    int count;
    struct answer {
        char text[SKAT_TOKEN_SIZE];
        double probability;
    } of[POLICY_MOST];
};

struct decision_gap {
    struct decision_place place;
    double distance;
    struct answers answers[2];
};

struct decision_gaps {
    struct {
        uint64_t decisions, differ; /* in `differ` of them the most likely answers do */
        double distance;            /* their sum */
    } rows[GAP_ROWS];
    int count;
    struct decision_gap largest[GAPS_MAX]; /* the largest first; of equal ones, the earliest */
};

/* The row of a decision in a game. */
unsigned decision_row(const struct skat_game *game, const struct skat_decision *decision);

/* The answers of a policy at a decision. The same cards in another order are one answer. */
void answers_of(struct answers *answers, const struct policy *policy,
                const struct skat_rules *rules, unsigned position);

/* Adds a decision. Returns the distance. */
double decision_gaps_add(struct decision_gaps *gaps, const struct decision_place *place,
                         const struct answers answers[2]);

/* {"decisions", "differ", "distance", "by": [...], "largest": [...]}. The caller deletes it. */
cJSON *decision_gaps_json(const struct decision_gaps *gaps, const struct skat_deck *deck);

/* One decision with the answers of both: an element of "largest", and a line of the file of
 * --policies. At most `most` answers of each. */
cJSON *decision_json(const struct decision_place *place, double distance,
                     const struct answers answers[2], const struct skat_deck *deck, int most);

#endif
