// SPDX-License-Identifier: MIT
/* arena/stats/control_variate.h - scores as they would be with games of average worth.
 *
 * Besides its score y, each seat of a game has the worth x of the game: its score if all players
 * had played the announced game, with the discards that were made, as well as open cards allow. If
 * x is above its mean over all seats of the log, the bot had games of more than average worth, and
 *
 *     adjusted = mean y - b (mean x - mean x of all),  b = cov(x, y) / var(x) over the bot's seats
 *
 * has a smaller error than mean y: for the spread of single games by the factor sqrt(1 - r^2).
 * Units (deals with all their seatings) are independent, games within a unit are not. Errors are by
 * the delta method and include those of b and of the mean over all seats.
 *
 * x is not luck: it depends on bids, game and discards, which the bot chose. Only for bots that
 * choose alike in all of these does the adjusted score estimate the same quantity as the score. Nor
 * does it measure card play alone: b is one number for games that are not equally hard to play. */
#ifndef ARENA_STATS_CONTROL_VARIATE_H
#define ARENA_STATS_CONTROL_VARIATE_H

#include "arena/stats/moments.h"

/* Sums over the seats of a unit. */
struct control_variate_sums {
    int64_t seats, score, worth;
    int64_t score_squares, worth_squares, products; /* of single seats */
};
void control_variate_count(struct control_variate_sums *sums, int64_t score, int64_t worth);

/* Zero-initialise. */
struct control_variate {
    struct joint joint;
    wide score_squares;
};

/* Adds a unit in which the bot played: the sums of its seats and of all seats. */
void control_variate_add(struct control_variate *worth, const struct control_variate_sums *own,
                         const struct control_variate_sums *all);

/* The worth of all seats of a log in every unit, whichever bot had them. Zero-initialise. */
struct control_variate_log {
    struct joint joint;
};
void control_variate_add_all(struct control_variate_log *log,
                             const struct control_variate_sums *all);

/* NaN where a divisor is zero. */
struct control_variate_result {
    struct estimate score;  /* mean of y */
    struct estimate worth;  /* mean of x */
    struct estimate gained; /* mean of y - x: the plain difference, b = 1 */
    struct estimate adjusted;
    double coefficient;     /* b */
    double deviation;       /* of y, of single games (1/n) */
    double reduction;       /* of its variance, by b: r^2 */
    double reduction_plain; /* by b = 1; negative where that adds noise */
};
/* The result of a bot whose units are among those of `log`. */
void control_variate_result(const struct control_variate *bot,
                            const struct control_variate_log *log,
                            struct control_variate_result *result);

#endif
