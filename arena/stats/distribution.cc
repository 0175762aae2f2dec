// arena/stats/distribution.cc - C linkage for Boost.Math, and exact binomial numbers.
#include "arena/stats/distribution.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

// No exception may reach C code: an argument out of range gives NaN or an infinity.
namespace policies = boost::math::policies;
using quiet = policies::policy<policies::domain_error<policies::ignore_error>,
                               policies::pole_error<policies::ignore_error>,
                               policies::overflow_error<policies::ignore_error>,
                               policies::evaluation_error<policies::ignore_error>>;
using student = boost::math::students_t_distribution<double, quiet>;
using normal = boost::math::normal_distribution<double, quiet>;

double student_cdf(double t, double df) { return cdf(student(df), t); }

double student_quantile(double p, double df) { return quantile(student(df), p); }

double normal_cdf(double z) { return cdf(normal(), z); }

double normal_quantile(double p) { return quantile(normal(), p); }

// Uniform in [0, 1), a multiple of 2^-53.
static double uniform(skat_random *random)
{
    return double(skat_random_bits(random) >> 11) * 0x1p-53;
}

// Algorithm BINV of Kachitvichyanukul and Schmeiser 1988: walks up the probabilities. Takes about
// trials * p steps, so it is only for small means.
static int64_t draw_by_inversion(skat_random *random, int64_t trials, double p)
{
    // P(X > 110) < 1e-70 for means below 10: only rounding gets there.
    const int64_t limit = std::min<int64_t>(trials, 110);
    const double odds = p / (1 - p), none = std::exp(double(trials) * std::log1p(-p));

    for (;;) {
        double left = uniform(random), chance = none;
        for (int64_t k = 0; k <= limit; k++) {
            if (left < chance)
                return k;
            left -= chance;
            chance *= odds * double(trials - k) / double(k + 1);
        }
    }
}

// ln k! - [ln sqrt(2 pi) + (k + 1/2) ln(k + 1) - (k + 1)]: the remainder of Stirling's formula.
static double stirling_rest(double k)
{
    static const double small[] = {
        0.0810614667953272,  0.0413406959554092,  0.0276779256849983, 0.02079067210376509,
        0.0166446911898211,  0.0138761288230707,  0.0118967099458917, 0.0104112652619720,
        0.00925546218271273, 0.00833056343336287,
    };
    if (k < std::size(small))
        return small[int(k)];
    double square = (k + 1) * (k + 1);
    return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}

// ln [P(X = k) / P(X = mode)] of the binomial distribution. Logarithms of ratios, not differences
// of ln k!: those would lose nine digits for 1e8 trials.
static double log_relative(double k, double mode, double trials, double odds)
{
    double mode_rest = trials - mode + 1, rest = trials - k + 1;

    return (mode + 0.5) * std::log((mode + 1) / (odds * mode_rest)) +
           (trials + 1) * std::log(mode_rest / rest) + (k + 0.5) * std::log(odds * rest / (k + 1)) +
           stirling_rest(mode) + stirling_rest(trials - mode) - stirling_rest(k) -
           stirling_rest(trials - k);
}

// Algorithm BTRS of Hörmann 1993, "The generation of binomial random variates": a transformed
// uniform number with rejection, exactly binomial. For means of 10 and more and p <= 1/2; the
// constants are the paper's. The time does not depend on the trials, and there is hardly any set-up
// (std::binomial_distribution would need one for every draw).
static int64_t draw_by_rejection(skat_random *random, int64_t count, double p)
{
    const double trials = double(count), odds = p / (1 - p);
    const double spread = std::sqrt(trials * p * (1 - p));
    const double b = 1.15 + 2.53 * spread, a = -0.0873 + 0.0248 * b + 0.01 * p;
    const double centre = trials * p + 0.5, squeeze = 0.92 - 4.2 / b;

    for (;;) {
        double u = uniform(random) - 0.5, v = uniform(random);
        double us = 0.5 - std::fabs(u), k = std::floor((2 * a / us + b) * u + centre);
        if (us >= 0.07 && v <= squeeze)
            return int64_t(k);
        if (k < 0 || k > trials)
            continue;
        double alpha = (2.83 + 5.1 / b) * spread, mode = std::floor((trials + 1) * p);
        if (std::log(v * alpha / (a / (us * us) + b)) <= log_relative(k, mode, trials, odds))
            return int64_t(k);
    }
}

int64_t binomial_draw(skat_random *random, int64_t trials, double p)
{
    if (trials <= 0 || p <= 0)
        return 0;
    if (p > 0.5)
        return trials - binomial_draw(random, trials, 1 - p);
    if (double(trials) * p < 10)
        return draw_by_inversion(random, trials, p);
    return draw_by_rejection(random, trials, p);
}
