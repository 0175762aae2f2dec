// SPDX-License-Identifier: MIT
#include "engine/learn/trajectories.h"

#include <string.h>

enum { NO_ROW = -1 };

/* A list of rows by `next`; empty if `first` is NO_ROW. */
struct row_list {
    int first, last;
};

struct skat_trajectories {
    struct skat_trajectory_plan plan;
    struct row_list free_rows; /* the one that was freed last comes first: it is in the cache */
    struct row_list ready;
    int free_count, ready_count;
    int *next;              /* [row] */
    struct row_list open[]; /* [table]: of the deal in progress; then the array of `next` */
};

int skat_trajectories_room(const struct skat_rules *rules, int tables)
{
    /* Each value bid and held, three passes, and what follows, as in SKAT_MOVES_MAX. */
    return tables * (2 * rules->derived.ladder_count + 112);
}

size_t skat_trajectories_size(const struct skat_trajectory_plan *plan)
{
    return sizeof(struct skat_trajectories) + (size_t)plan->count * sizeof(struct row_list) +
           (size_t)plan->room * sizeof(int);
}

/* ---- lists ---- */

static void append(struct skat_trajectories *of, struct row_list *list, struct row_list rows)
{
    if (list->first == NO_ROW)
        list->first = rows.first;
    else
        of->next[list->last] = rows.first;
    list->last = rows.last;
}

static int take_first(const struct skat_trajectories *of, struct row_list *list)
{
    const int row = list->first;

    list->first = row == list->last ? NO_ROW : of->next[row];
    return row;
}

static void free_row(struct skat_trajectories *of, int row)
{
    of->next[row] = of->free_rows.first;
    if (of->free_rows.first == NO_ROW)
        of->free_rows.last = row;
    of->free_rows.first = row;
    of->free_count++;
}

struct skat_trajectories *skat_trajectories_init(void *memory,
                                                 const struct skat_trajectory_plan *plan)
{
    struct skat_trajectories *of = memory;
    const struct row_list none = {NO_ROW, NO_ROW};

    *of = (struct skat_trajectories){
        .plan = *plan,
        .free_rows = none,
        .ready = none,
        .next = (int *)(void *)&of->open[plan->count],
    };
    for (int t = 0; t < plan->count; t++)
        of->open[t] = none;
    for (int row = plan->room; row > 0; row--)
        free_row(of, row - 1);
    return of;
}

/* ---- rows ---- */

#define COPY(column, each)                                                                         \
    do {                                                                                           \
        if (to->column)                                                                            \
            memcpy(&to->column[(size_t)row * (size_t)(each)],                                      \
                   &from->column[(size_t)index * (size_t)(each)],                                  \
                   (size_t)(each) * sizeof *to->column);                                           \
    } while (0)

static void copy_from_table(const struct skat_trajectory_plan *plan, int row, int index)
{
    const struct skat_tables_out *from = &plan->from;
    const struct skat_trajectory_rows *to = &plan->rows;

    COPY(observation, 1);
    COPY(open, 1);
    COPY(mask, plan->actions);
    COPY(session, 1);
    COPY(deal, 1);
    COPY(seat, 1);
    COPY(position, 1);
}

static void copy_row(const struct skat_trajectory_plan *plan, const struct skat_trajectory_rows *to,
                     int row, int index)
{
    const struct skat_trajectory_rows *from = &plan->rows;

    COPY(observation, 1);
    COPY(open, 1);
    COPY(mask, plan->actions);
    COPY(action, 1);
    COPY(probability, 1);
    COPY(scores, SKAT_TABLES_SCORES);
    COPY(session, 1);
    COPY(deal, 1);
    COPY(table, 1);
    COPY(seat, 1);
    COPY(position, 1);
    COPY(who, 1);
}
#undef COPY

static int count_of(const struct skat_trajectory_plan *plan, const int32_t *actions)
{
    int count = 0;

    for (int t = 0; t < plan->count; t++)
        count += actions[t] != SKAT_TABLES_STAY;
    return count;
}

/* Asks for the memory of the row that is used next, which is in no cache: while it comes, the row
 * before it is written. */
static void fetch_next(const struct skat_trajectories *of)
{
    const struct skat_trajectory_rows *rows = &of->plan.rows;
    const int row = of->free_rows.first;

    if (row == NO_ROW || !rows->observation)
        return;
    for (size_t i = 0; i < sizeof *rows->observation; i += 64)
        __builtin_prefetch((const char *)&rows->observation[row] + i, 1);
}

bool skat_trajectories_add(struct skat_trajectories *of, const int32_t *actions,
                           const float *probabilities, const uint8_t *who)
{
    const struct skat_trajectory_plan *plan = &of->plan;
    const struct skat_trajectory_rows *rows = &plan->rows;

    if (count_of(plan, actions) > of->free_count)
        return false;
    for (int t = 0; t < plan->count; t++) {
        if (actions[t] == SKAT_TABLES_STAY)
            continue;
        const int row = take_first(of, &of->free_rows);
        of->free_count--;
        fetch_next(of);
        append(of, &of->open[t], (struct row_list){row, row});
        copy_from_table(plan, row, t);
        rows->action[row] = actions[t];
        rows->table[row] = t;
        rows->probability[row] = probabilities ? probabilities[t] : 1;
        rows->who[row] = who ? who[t] : 0;
    }
    return true;
}

/* ---- the end of a deal ---- */

static void end_deal(struct skat_trajectories *of, int table)
{
    const struct skat_trajectory_plan *plan = &of->plan;
    const int32_t *scores = plan->from.scores + (ptrdiff_t)table * SKAT_TABLES_SCORES * plan->seats;
    struct row_list *deal = &of->open[table];

    for (int row = deal->first;; row = of->next[row]) {
        for (int kind = 0; kind < SKAT_TABLES_SCORES; kind++)
            plan->rows.scores[row * SKAT_TABLES_SCORES + kind] =
                scores[kind * plan->seats + plan->rows.seat[row]];
        of->ready_count++;
        if (row == deal->last)
            break;
    }
    append(of, &of->ready, *deal);
    deal->first = NO_ROW;
}

void skat_trajectories_end(struct skat_trajectories *of)
{
    const struct skat_trajectory_plan *plan = &of->plan;

    for (int t = 0; t < plan->count; t++) {
        const int row = of->open[t].last;
        if (of->open[t].first != NO_ROW && (plan->rows.session[row] != plan->from.session[t] ||
                                            plan->rows.deal[row] != plan->from.deal[t]))
            end_deal(of, t);
    }
}

int skat_trajectories_ready(const struct skat_trajectories *of) { return of->ready_count; }

int skat_trajectories_list(const struct skat_trajectories *of, int most, int32_t *numbers)
{
    const int count = most < of->ready_count ? most : of->ready_count;

    for (int n = 0, row = of->ready.first; n < count; n++, row = of->next[row])
        numbers[n] = row;
    return count;
}

void skat_trajectories_drop(struct skat_trajectories *of, int count)
{
    for (int n = 0; n < count; n++)
        free_row(of, take_first(of, &of->ready));
    of->ready_count -= count;
}

int skat_trajectories_take(struct skat_trajectories *of, int most,
                           const struct skat_trajectory_rows *rows)
{
    const int count = most < of->ready_count ? most : of->ready_count;

    for (int n = 0; n < count; n++) {
        const int row = take_first(of, &of->ready);
        copy_row(&of->plan, rows, n, row);
        free_row(of, row);
    }
    of->ready_count -= count;
    return count;
}
