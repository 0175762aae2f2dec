// SPDX-License-Identifier: MIT
/* arena/result/estimates.h - estimates in result files (docs/formats.md, "With error bars"). */
#ifndef ARENA_RESULT_ESTIMATES_H
#define ARENA_RESULT_ESTIMATES_H

#include "arena/base/fields.h"
#include "arena/stats/deciding_interval.h"
#include "arena/stats/moments.h"

/* The fields of struct estimate (arena/stats/moments.h). */
extern const struct fields estimate_fields;

enum { NUMBER_TEXT = 40, ESTIMATE_TEXT = 128 };
/* "+1.93", or "-" if it could not be computed; what rounds to nothing is "0.00", and a half is
 * rounded away from 0: -0.125 is "-0.13". */
void number_text(double number, int decimals, char text[NUMBER_TEXT]);
/* The number of decimals to which an interval is exact: two digits of its half width. */
int interval_decimals(double low, double high);
/* At least `decimals`, and as many as it takes so that each end, as printed, lies on the side of
 * `mark` on which it is. */
int decimals_apart(double low, double high, double mark, int decimals);
/* "+1.93 (+0.81 to +3.05)", with as many decimals as it is exact to; without an interval where
 * there is none, or where no unit differs from another. Returns `text`. */
const char *estimate_text(struct estimate estimate, char text[ESTIMATE_TEXT]);
/* The same with so many decimals. */
const char *estimate_text_to(struct estimate estimate, int decimals, char text[ESTIMATE_TEXT]);
/* "+0.81 to +3.05": an interval, with as many decimals as it is exact to. Returns `text`. */
const char *interval_text(double low, double high, char text[ESTIMATE_TEXT]);

/* Whether an end of an interval is known: neither NaN nor infinite, which files have as 1e308
 * (json_real()). */
bool is_end_known(double end);

/* Adds it to an object that is not made of fields. */
void estimate_put(cJSON *object, const char *key, struct estimate estimate);

#define INTERVAL_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                           \
    VALUE(OF, REAL, low, ALWAYS, "lower end of the 95 % interval")                                 \
    VALUE(OF, REAL, high, ALWAYS, "its upper end")
FIELDS_STRUCT(interval, INTERVAL_FIELDS);

/* What decides whether one of two is better, or whether a rule changes something: an interval that
 * also allows for a rare large difference that has not occurred (arena/stats/deciding_interval.h).
 * The interval beside it, by Student's t, covers what was seen. */
#define JUDGED_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                             \
    VALUE(OF, REAL, low, ALWAYS,                                                                   \
          "lower end of the 95 % interval, which also allows for a hand thrown away that was not " \
          "seen; null: there is none")                                                             \
    VALUE(OF, REAL, high, ALWAYS, "its upper end")                                                 \
    VALUE(OF, REAL, p, ALWAYS, "two-sided p-value: below 0.05 where the interval excludes 0")      \
    VALUE(OF, REAL, p_adjusted, ALWAYS,                                                            \
          "p, adjusted for all that are judged together: if it is below 0.05, the difference "     \
          "counts as shown")
FIELDS_STRUCT(judged, JUDGED_FIELDS);

/* The level of each of these verdicts, for all that are judged together. */
#define JUDGED_LEVEL 0.05

/* What is judged of values to which one hand that is thrown away adds `hand`, or takes it off
 * (deciding_interval.h); p_adjusted is p for now. */
struct judged judged_of(const struct counted_sample *sample, double hand);
/* A copy in the pool; NULL for NULL. */
struct judged *judged_copy(const struct judged *judged, struct pool *pool);
/* Whether it is shown that there is a difference. False for NULL, of which nothing is known. */
bool judged_differs(const struct judged *judged);
/* Whether what was seen differs from 0, and it is not shown that it does. */
bool judged_looks(struct estimate seen, const struct judged *judged);
/* Behind a difference in a table: " *" if it is shown, " ~" if it looks so, or "". */
const char *judged_mark(struct estimate seen, const struct judged *judged);
extern const char judged_legend[]; /* what these marks say */
/* The same of b - a. */
struct judged judged_turned(const struct judged *judged);
/* Adjusts those of a list that are not NULL and have a p value for all of them, by Holm's step-down
 * method (1979, Scandinavian Journal of Statistics 6, "A simple sequentially rejective multiple
 * test procedure"): the chance that any of those that count as shown is false stays below the
 * level, however they depend on each other. */
void judged_adjust(struct judged *const *list, int count);

/* A number above 0, or 0, rounded to two digits, where more are not known. */
double two_digits(double number);

#endif
