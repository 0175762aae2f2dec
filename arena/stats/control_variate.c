// SPDX-License-Identifier: MIT
#include "arena/stats/control_variate.h"

#include <math.h>

void control_variate_count(struct control_variate_sums *sums, int64_t score, int64_t worth)
{
    sums->seats++;
    sums->score += score;
    sums->worth += worth;
    sums->score_squares += score * score;
    sums->worth_squares += worth * worth;
    sums->products += score * worth;
}

/* Indices of the joint sums. */
enum { Y, X, N, XX, XY, ALL_X, ALL_N, SUMS };
_Static_assert((int)SUMS <= (int)JOINT_MAX, "joint has room for all sums");

void control_variate_add(struct control_variate *worth, const struct control_variate_sums *own,
                         const struct control_variate_sums *all)
{
    const int64_t values[SUMS] = {
        [Y] = own->score,     [X] = own->worth,     [N] = own->seats,     [XX] = own->worth_squares,
        [XY] = own->products, [ALL_X] = all->worth, [ALL_N] = all->seats,
    };

    joint_add(&worth->joint, values, SUMS);
    worth->score_squares += own->score_squares;
}

/* Indices of the joint sums of a log. */
enum { LOG_X, LOG_N, LOG_SUMS };

void control_variate_add_all(struct control_variate_log *log,
                             const struct control_variate_sums *all)
{
    const int64_t values[LOG_SUMS] = {[LOG_X] = all->worth, [LOG_N] = all->seats};

    joint_add(&log->joint, values, LOG_SUMS);
}

/* The sums over all units of the log; the bot's own are zero in units it did not play. */
static struct joint over_all_units(const struct control_variate *worth,
                                   const struct control_variate_log *log)
{
    struct joint joint = worth->joint;

    joint.units = log->joint.units;
    joint.sum[ALL_X] = log->joint.sum[LOG_X];
    joint.sum[ALL_N] = log->joint.sum[LOG_N];
    joint.product[ALL_X][ALL_X] = log->joint.product[LOG_X][LOG_X];
    joint.product[ALL_X][ALL_N] = log->joint.product[LOG_X][LOG_N];
    joint.product[ALL_N][ALL_N] = log->joint.product[LOG_N][LOG_N];
    return joint;
}

/* (a Y + b X) / N, for the linear results. */
static struct estimate mean_of(const struct joint *joint, double a, double b)
{
    double n = (double)joint->sum[N];
    double mean = (a * (double)joint->sum[Y] + b * (double)joint->sum[X]) / n;
    const double gradient[SUMS] = {[Y] = a / n, [X] = b / n, [N] = -mean / n};

    return estimate_of(joint->sum[N] ? mean : NAN, joint_error(joint, gradient, SUMS),
                       joint->units);
}

/* n^2 times a covariance of single seats, exactly. */
static double spread(const struct joint *joint, wide products, int i, int j)
{
    return (double)(joint->sum[N] * products - (wide)joint->sum[i] * joint->sum[j]);
}

/* f(sums) = Y/N - b (X/N - ALL_X/ALL_N) with b = (XY/N - XY means) / (XX/N - square of mean X).
 * `joint` is over all units, of which the bot played in `own`; these determine the error. */
static struct estimate adjusted_mean(const struct joint *joint, int64_t own, double b,
                                     double variance)
{
    double few =
        (double)own * (double)(joint->units - 1) / ((double)(own - 1) * (double)joint->units);
    const int64_t *sum = joint->sum;
    double n = (double)sum[N], all = (double)sum[ALL_N];
    double y = (double)sum[Y] / n, x = (double)sum[X] / n, mean_of_all = (double)sum[ALL_X] / all;
    double worth = x - mean_of_all, nv = n * variance;
    /* The derivatives of b, and then those of f. */
    double b_y = -x / nv, b_x = (2 * b * x - y) / nv, b_xx = -b / nv, b_xy = 1 / nv;
    double b_n = (x * y - b * x * x) / nv; /* as XY/N = b XX/N + mean y * mean x - b * x^2 */
    const double gradient[SUMS] = {
        [Y] = 1 / n - worth * b_y,
        [X] = -b / n - worth * b_x,
        [N] = (b * x - y) / n - worth * b_n,
        [XX] = -worth * b_xx,
        [XY] = -worth * b_xy,
        [ALL_X] = b / all,
        [ALL_N] = -b * mean_of_all / all,
    };

    return estimate_of(y - b * worth, sqrt(few) * joint_error(joint, gradient, SUMS), own);
}

void control_variate_result(const struct control_variate *bot,
                            const struct control_variate_log *log,
                            struct control_variate_result *result)
{
    const struct joint *joint = &bot->joint;
    double n = (double)joint->sum[N];
    double score = spread(joint, bot->score_squares, Y, Y);
    double worth = spread(joint, joint->sum[XX], X, X);
    double both = spread(joint, joint->sum[XY], X, Y);

    *result = (struct control_variate_result){
        .score = mean_of(joint, 1, 0),
        .worth = mean_of(joint, 0, 1),
        .gained = mean_of(joint, 1, -1),
        .adjusted = mean_of(joint, 1, 0),
        .coefficient = worth > 0 ? both / worth : 0,
        .deviation = n > 0 ? sqrt(score) / n : NAN,
        .reduction = score > 0 && worth > 0 ? both * both / (score * worth) : NAN,
        .reduction_plain = score > 0 ? (2 * both - worth) / score : NAN,
    };
    if (worth > 0) { /* otherwise all have the same worth: no adjustment */
        const struct joint all = over_all_units(bot, log);
        result->adjusted = adjusted_mean(&all, joint->units, result->coefficient, worth / (n * n));
    }
}
