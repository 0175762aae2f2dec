// SPDX-License-Identifier: MIT
// arena/stats/distribution.cc - C linkage for Boost.Math.
#include "arena/stats/distribution.h"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

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

double normal_quantile(double p) { return quantile(normal(), p); }
