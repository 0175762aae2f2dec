// SPDX-License-Identifier: MIT
#include "arena/result/estimates.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"

#define ESTIMATE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                           \
    VALUE(OF, REAL, mean, ALWAYS, "the estimate")                                                  \
    VALUE(OF, REAL, error, ALWAYS, "its standard error")                                           \
    VALUE(OF, REAL, low, ALWAYS,                                                                   \
          "lower end of the interval, which is one of 95 % unless alpha_low and alpha_high say "   \
          "otherwise")                                                                             \
    VALUE(OF, REAL, high, ALWAYS, "its upper end")

FIELDS_ROWS(estimate, ESTIMATE_FIELDS);
FIELDS_ROWS(interval, INTERVAL_FIELDS);
FIELDS_ROWS(judged, JUDGED_FIELDS);

bool is_end_known(double end) { return fabs(end) < 1e300; }

/* Moves a number that lies halfway between two numbers with so many decimals a little away from 0,
 * so that the terminal rounds it as the script of the page does. */
static double off_the_middle(double number, int decimals)
{
    const double power = pow(10, decimals), scaled = fabs(number) * power;
    const bool middle = scaled - floor(scaled) == 0.5 && fma(fabs(number), power, -scaled) == 0;

    return middle ? nextafter(number, number < 0 ? -INFINITY : INFINITY) : number;
}

void number_text(double number, int decimals, char text[NUMBER_TEXT])
{
    if (isnan(number))
        strcpy(text, "-");
    else if (!is_end_known(number))
        strcpy(text, number > 0 ? "+infinite" : "-infinite");
    else if (fabs(number) < 0.5 * pow(10, -decimals))
        snprintf(text, NUMBER_TEXT, "%.*f", decimals, 0.0);
    else
        snprintf(text, NUMBER_TEXT, "%+.*f", decimals, off_the_middle(number, decimals));
}

int interval_decimals(double low, double high)
{
    enum { USUAL = 2, MOST = 4 };
    double half = (high - low) / 2;

    if (!(half > 0 && half < INFINITY))
        return USUAL;
    int decimals = 1 - (int)floor(log10(half));
    return decimals < 0 ? 0 : decimals > MOST ? MOST : decimals;
}

/* Does a number lie on the same side of the mark with so many decimals? */
static bool is_apart(double number, double mark, int decimals)
{
    char text[NUMBER_TEXT];

    number_text(number, decimals, text);
    const double printed = strtod(text, NULL);
    return !isfinite(number) ||
           (printed > mark) - (printed < mark) == (number > mark) - (number < mark);
}

int decimals_apart(double low, double high, double mark, int decimals)
{
    enum { ALL = 9 }; /* that files have */

    while (decimals < ALL && !(is_apart(low, mark, decimals) && is_apart(high, mark, decimals)))
        decimals++;
    return decimals;
}

const char *estimate_text(struct estimate estimate, char text[ESTIMATE_TEXT])
{
    return estimate_text_to(estimate, interval_decimals(estimate.low, estimate.high), text);
}

const char *estimate_text_to(struct estimate estimate, int decimals, char text[ESTIMATE_TEXT])
{
    char mean[NUMBER_TEXT], low[NUMBER_TEXT], high[NUMBER_TEXT];

    number_text(estimate.mean, decimals, mean);
    number_text(estimate.low, decimals, low);
    number_text(estimate.high, decimals, high);
    if ((isnan(estimate.low) && isnan(estimate.high)) || estimate.low == estimate.high)
        snprintf(text, ESTIMATE_TEXT, "%s", mean);
    else
        snprintf(text, ESTIMATE_TEXT, "%s (%s to %s)", mean, low, high);
    return text;
}

const char *interval_text(double low, double high, char text[ESTIMATE_TEXT])
{
    const int decimals = decimals_apart(low, high, 0, interval_decimals(low, high));
    char from[NUMBER_TEXT], to[NUMBER_TEXT];

    number_text(low, decimals, from);
    number_text(high, decimals, to);
    snprintf(text, ESTIMATE_TEXT, "%s to %s", from, to);
    return text;
}

void estimate_put(cJSON *object, const char *key, struct estimate estimate)
{
    cJSON_AddItemToObject(object, key, fields_to_json(&estimate_fields, &estimate));
}

struct judged judged_of(const struct counted_sample *sample, double hand)
{
    const struct deciding_interval interval = deciding_interval_of(sample, hand);

    return (struct judged){interval.low, interval.high, interval.p, interval.p};
}

struct judged *judged_copy(const struct judged *judged, struct pool *pool)
{
    struct judged *copy = judged ? pool_alloc(pool, 1, sizeof *copy) : NULL;

    if (copy)
        *copy = *judged;
    return copy;
}

bool judged_differs(const struct judged *judged)
{
    return judged && judged->p_adjusted < JUDGED_LEVEL;
}

bool judged_looks(struct estimate seen, const struct judged *judged)
{
    return judged && !judged_differs(judged) && (seen.low > 0 || seen.high < 0);
}

const char judged_legend[] =
    "* shown to differ; ~ looks so: a loss too rare to have been seen, or chance among several,\n"
    "could undo it";

const char *judged_mark(struct estimate seen, const struct judged *judged)
{
    return judged_differs(judged) ? " *" : judged_looks(seen, judged) ? " ~" : "";
}

struct judged judged_turned(const struct judged *judged)
{
    return (struct judged){-judged->high, -judged->low, judged->p, judged->p_adjusted};
}

static int by_p(const void *a, const void *b)
{
    const double one = (*(struct judged *const *)a)->p, other = (*(struct judged *const *)b)->p;

    return (one > other) - (one < other);
}

void judged_adjust(struct judged *const *list, int count)
{
    struct judged **sorted = xcalloc((size_t)count + 1, sizeof *sorted);
    double least = 0;
    int tests = 0;

    for (int i = 0; i < count; i++)
        if (list[i] && !isnan(list[i]->p))
            sorted[tests++] = list[i];
    qsort(sorted, (size_t)tests, sizeof *sorted, by_p);
    for (int i = 0; i < tests; i++) /* never below that of a smaller p */
        sorted[i]->p_adjusted = least = fmax(least, fmin(1, (tests - i) * sorted[i]->p));
    free(sorted);
}

double two_digits(double number)
{
    const double unit = number > 0 ? pow(10, fmax(0, floor(log10(number)) - 1)) : 1;

    return round(number / unit) * unit;
}
