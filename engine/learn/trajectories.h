// SPDX-License-Identifier: MIT
/* engine/learn/trajectories.h - what was seen and done at many tables, with what it brought: the
 * bookkeeping of a training loop.
 *
 *     for (;;) {
 *         ... choose actions ...
 *         skat_trajectories_add(trajectories, actions, probabilities, who);
 *         skat_tables_step(tables, actions, &error);
 *         skat_trajectories_end(trajectories);
 *         if (skat_trajectories_ready(trajectories) >= N)
 *             skat_trajectories_take(trajectories, N, &rows);
 *     }
 *
 * A row is a decision, number by number. Rows of a deal are kept until it is over, since only then
 * it is known what it brought; they are ready then, deal after deal in the order in which the deals
 * ended (those of one step by table), each in the order of play. Memory is the caller's, and its
 * size is fixed. One thread at a time, that of the tables. */
#ifndef SKAT_ENGINE_LEARN_TRAJECTORIES_H
#define SKAT_ENGINE_LEARN_TRAJECTORIES_H

#include "engine/learn/tables.h"

struct skat_trajectories; /* opaque */

/* Rows, column by column: arrays of the caller's. Of those where rows are kept, only observations
 * and masks may be NULL; of those that are taken, all, and what was not kept must be. */
struct skat_trajectory_rows {
    struct skat_observation *observation;
    struct skat_observation_open *open;
    uint8_t *mask; /* [row][number] */
    int32_t *action;
    float *probability; /* of the action, as the caller said */
    int32_t *scores;    /* [row][SKAT_TABLES_SCORES]: what the deal brought the seat that acted */
    uint64_t *session, *deal;
    int32_t *table;
    uint8_t *seat, *position;
    uint8_t *who; /* which player decided, as the caller said */
};

struct skat_trajectory_plan {
    struct skat_tables_out from; /* of the tables' plan: seat, session, deal and scores are needed,
                                    and what `rows` wants */
    int count;                   /* of tables */
    int seats, actions;          /* of the rules */
    int room;                    /* rows that can be kept, and arrays of `rows` have */
    struct skat_trajectory_rows rows;
};

/* Rows that are enough for the longest deals at all tables. */
int skat_trajectories_room(const struct skat_rules *rules, int tables);

/* Bytes, aligned as by malloc(). */
size_t skat_trajectories_size(const struct skat_trajectory_plan *plan);
struct skat_trajectories *skat_trajectories_init(void *memory,
                                                 const struct skat_trajectory_plan *plan);

/* Adds a row for each table at which actions[t] is not SKAT_TABLES_STAY, as the tables are before
 * the step. `probabilities` and `who` may be NULL: 1 and 0. False: there is no room for all of
 * them, and nothing has changed; rows that are ready must be taken first. */
bool skat_trajectories_add(struct skat_trajectories *trajectories, const int32_t *actions,
                           const float *probabilities, const uint8_t *who);

/* After the step: the rows of deals that ended are ready. */
void skat_trajectories_end(struct skat_trajectories *trajectories);

int skat_trajectories_ready(const struct skat_trajectories *trajectories);

/* Without copying: the numbers of the first `most` rows that are ready, in the arrays where rows
 * are kept. Returns how many. They stay until they are dropped, which the first `count` are. */
int skat_trajectories_list(const struct skat_trajectories *trajectories, int most,
                           int32_t *numbers);
void skat_trajectories_drop(struct skat_trajectories *trajectories, int count);

/* Moves up to `most` rows that are ready to `rows`. Returns how many. */
int skat_trajectories_take(struct skat_trajectories *trajectories, int most,
                           const struct skat_trajectory_rows *rows);

#endif
