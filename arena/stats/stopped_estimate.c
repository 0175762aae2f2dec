// SPDX-License-Identifier: MIT
#include "arena/stats/stopped_estimate.h"

#include <math.h>

#include "arena/stats/distribution.h"
#include "engine/random.h"

/* A test of normal differences: when it looks, and where it stops. */
struct walk {
    double middle, slope; /* LLR = slope * (sum - units * middle) */
    double lower, upper;  /* its bounds */
    double deviation;     /* of a difference */
    double first, block;  /* units at the first look, and between looks */
    double planned;       /* units at the last */
};

enum { WALKS = 400, MOST_LOOKS = 200 };

/* The mean at the stop of one walk whose true mean is `mean`. */
static double stopped_mean(const struct walk *walk, double mean, struct skat_random *random)
{
    double units = 0, noise = 0, step = fmin(walk->first, walk->planned);

    for (;;) {
        double u = ((double)(skat_random_bits(random) >> 11) + 0.5) * 0x1p-53;
        noise += walk->deviation * sqrt(step) * normal_quantile(u);
        units += step;
        double sum = noise + units * mean, llr = walk->slope * (sum - units * walk->middle);
        if (llr <= walk->lower || llr >= walk->upper || units >= walk->planned)
            return sum / units;
        step = fmin(walk->block, walk->planned - units);
    }
}

static double mean_of_walks(const struct walk *walk, double mean)
{
    struct skat_random random;
    double sum = 0;

    skat_random_start_number(&random, 1); /* the same for all means: averages grow with them */
    for (int i = 0; i < WALKS; i++)
        sum += stopped_mean(walk, mean, &random);
    return sum / WALKS;
}

/* The true mean under which walks stop at `seen` on average. */
static double adjusted(const struct walk *walk, double seen, double reach)
{
    enum { STEPS = 12 };
    double low = seen - reach, high = seen + reach;

    for (int i = 0; i < STEPS; i++) {
        double middle = (low + high) / 2;
        if (mean_of_walks(walk, middle) < seen)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

double stopped_width(int64_t units, int64_t first)
{
    const double ALPHA = 1 - STATS_CONFIDENCE;
    double tuned = -2 * log(ALPHA) + log(-2 * log(ALPHA)) + 1;
    double scale = tuned * (double)units / (double)first;

    return sqrt(2 * (scale + 1) / scale * log(sqrt(scale + 1) / ALPHA));
}

struct estimate stopped_estimate(const struct test_plan *plan, const struct counted_sample *sample,
                                 int64_t least, int64_t planned)
{
    double units = counted_units(sample), deviation = counted_deviation(sample);
    double unit = plan->model == TEST_NORMALISED ? deviation : 1;
    double distance = (plan->h1 - plan->h0) * unit;

    if (!units)
        return (struct estimate){NAN, NAN, NAN, NAN};
    struct estimate estimate = empirical_estimate(sample, stopped_width((int64_t)units, least));
    if (!deviation || planned <= least)
        return estimate; /* one look at most: nothing was selected */
    const struct walk walk = {
        .middle = (plan->h0 + plan->h1) * unit / 2,
        .slope = distance / (deviation * deviation),
        .lower = test_lower(plan),
        .upper = test_upper(plan),
        .deviation = deviation,
        .first = (double)least,
        .block = fmax((double)plan->block, (double)(planned - least) / MOST_LOOKS),
        .planned = (double)planned,
    };
    estimate.mean = adjusted(&walk, estimate.mean, fabs(distance));
    return estimate;
}
