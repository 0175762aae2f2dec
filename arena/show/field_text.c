// SPDX-License-Identifier: MIT
#include "arena/show/field_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/text.h"
#include "arena/result/estimates.h"

/* ---- paths ---- */

static const cJSON *member(const cJSON *object, const char *key, size_t length)
{
    char name[120];

    snprintf(name, sizeof name, "%.*s", (int)length, key);
    return json_get(object, name);
}

/* A name may have dots of its own. */
static const cJSON *at(const cJSON *row, const char *path, size_t length)
{
    const cJSON *found = member(row, path, length);
    const char *dot = memchr(path, '.', length);

    if (found || !dot)
        return found;
    const size_t first = (size_t)(dot - path);
    return at(member(row, path, first), dot + 1, length - first - 1);
}

const cJSON *field_at(const cJSON *row, const char *path)
{
    return at(row, path, strcspn(path, "/:}"));
}

static bool says(const cJSON *value)
{
    return value && !cJSON_IsNull(value) && !cJSON_IsFalse(value) &&
           !(cJSON_IsNumber(value) && value->valuedouble == 0) &&
           !(cJSON_IsString(value) && !*value->valuestring) &&
           !((cJSON_IsArray(value) || cJSON_IsObject(value)) && !value->child);
}

bool field_says(const cJSON *row, const char *path) { return says(field_at(row, path)); }

/* ---- numbers ---- */

static double number_of(const cJSON *value)
{
    return cJSON_IsNumber(value) ? value->valuedouble : NAN;
}

/* A field as an estimate, with an interval if it has one. */
static struct estimate estimate_at(const cJSON *value)
{
    if (!cJSON_IsObject(value))
        return (struct estimate){.mean = number_of(value), .low = NAN, .high = NAN};
    return (struct estimate){
        .mean = number_of(json_get(value, "mean")),
        .low = number_of(json_get(value, "low")),
        .high = number_of(json_get(value, "high")),
    };
}

static struct estimate scaled(struct estimate estimate, double factor)
{
    estimate.mean *= factor;
    estimate.low *= is_end_known(estimate.low) ? factor : 1;
    estimate.high *= is_end_known(estimate.high) ? factor : 1;
    return estimate;
}

/* What a path with "/" is divided by: a number, or another field. */
static double divisor_of(const cJSON *row, const char *path)
{
    const char *slash = path + strcspn(path, "/:}");
    char *end;

    if (*slash != '/')
        return 1;
    const double constant = strtod(slash + 1, &end),
                 divisor = end > slash + 1 ? constant : number_of(field_at(row, slash + 1));
    return divisor == 0 ? NAN : divisor;
}

enum { AS_IT_IS = -1, THREE_DIGITS = -2 };

struct format {
    bool sign, percent, tell, half;
    int decimals;
};

/* A share in percent, without the sign of it: the head of the table says so; factors are close to
 * 1. */
static int decimals_of_unit(const cJSON *row, double *factor)
{
    enum { USUAL = 2, OF_FACTORS = 4, PERCENT = 100 };
    const char *unit = cJSON_GetStringValue(field_at(row, "measured_in"));

    *factor = unit && strcmp(unit, "share") == 0 ? PERCENT : 1;
    return unit && strcmp(unit, "number") == 0 ? OF_FACTORS : USUAL;
}

static void print_number(double number, const struct format *format, FILE *out)
{
    char text[NUMBER_TEXT];

    if (format->decimals < 0 && !isnan(number)) {
        fprintf(out, format->decimals == THREE_DIGITS ? "%.3g" : "%.15g", number);
        return;
    }
    number_text(number, format->decimals, text);
    fputs(format->sign || *text != '+' ? text : text + 1, out);
}

static bool has_interval(struct estimate estimate)
{
    return !(isnan(estimate.low) && isnan(estimate.high)) && estimate.low != estimate.high;
}

static void print_ends(struct estimate estimate, const struct format *format, FILE *out)
{
    print_number(estimate.low, format, out);
    fputs(" to ", out);
    print_number(estimate.high, format, out);
}

static void print_estimate(struct estimate estimate, struct format format, FILE *out)
{
    const char *unit = format.percent && !isnan(estimate.mean) ? "%" : "";

    if (format.tell)
        format.decimals = decimals_apart(estimate.low, estimate.high, 0, format.decimals);
    if (isnan(estimate.mean) && has_interval(estimate)) {
        print_ends(estimate, &format, out);
        return;
    }
    print_number(estimate.mean, &format, out);
    fputs(unit, out);
    if (!has_interval(estimate))
        return;
    if (format.half) {
        fputs(" +-", out);
        format.sign = false;
        print_number((estimate.high - estimate.low) / 2, &format, out);
        return;
    }
    fputs(" (", out);
    print_ends(estimate, &format, out);
    fputs(")", out);
}

static void print_formatted(const cJSON *row, struct estimate estimate, const char *words,
                            FILE *out)
{
    struct format format = {.decimals = AS_IT_IS};
    double factor = 1;

    for (; *words; words++) {
        if (*words == '+')
            format.sign = true;
        else if (*words == '!')
            format.tell = true;
        else if (*words == '~')
            format.half = true;
        else if (*words == '%')
            format.percent = true, factor = 100;
        else if (*words == 'u')
            format.decimals = decimals_of_unit(row, &factor);
        else if (*words == 'g')
            format.decimals = THREE_DIGITS;
        else
            format.decimals = *words - '0';
    }
    if (format.sign && format.decimals == AS_IT_IS)
        format.decimals = interval_decimals(estimate.low, estimate.high);
    print_estimate(scaled(estimate, factor), format, out);
}

static void print_p(double p, FILE *out)
{
    const double LEAST_SHOWN = 0.0001;

    if (isnan(p))
        fputs("-", out);
    else if (p < LEAST_SHOWN)
        fputs("<0.0001", out);
    else
        fprintf(out, "%.4f", p);
}

static void print_duration(double seconds, FILE *out)
{
    enum { MINUTE = 60, HOUR = 3600 };

    if (isnan(seconds))
        fputs("-", out);
    else if (seconds < 2 * MINUTE)
        fprintf(out, "%.0f s", ceil(seconds));
    else if (seconds < 2 * HOUR)
        fprintf(out, "%.0f min", seconds / MINUTE);
    else
        fprintf(out, "%.1f h", seconds / HOUR);
}

/* By the row's "judged", the interval that decides. */
static const char *mark_of(const cJSON *row, struct estimate seen)
{
    const cJSON *judged = field_at(row, "judged");
    const struct judged read = {.p_adjusted = number_of(field_at(judged, "p_adjusted"))};

    return cJSON_IsObject(judged) ? judged_mark(seen, &read) : "";
}

/* ---- texts ---- */

static void print_text(const char *text, bool words, FILE *out)
{
    char *copy = xstrdup(text);

    text_make_line(copy);
    for (char *at = copy; *at; at++)
        putc(words && *at == '_' ? ' ' : *at, out);
    free(copy);
}

static void print_as_it_is(const cJSON *value, FILE *out)
{
    const cJSON *item;

    if (cJSON_IsString(value))
        print_text(value->valuestring, false, out);
    else if (cJSON_IsBool(value))
        fputs(cJSON_IsTrue(value) ? "true" : "false", out);
    else if (cJSON_IsArray(value))
        cJSON_ArrayForEach (item, value) {
            fputs(item == value->child ? "" : "; ", out);
            print_as_it_is(item, out);
        }
    else if (cJSON_IsObject(value))
        cJSON_ArrayForEach (item, value) {
            fprintf(out, "%s%s ", item == value->child ? "" : ", ", item->string);
            print_as_it_is(item, out);
        }
    else if (cJSON_IsNumber(value))
        fprintf(out, "%.15g", value->valuedouble);
}

static void print_field(const cJSON *row, const char *field, FILE *out)
{
    const cJSON *value = field_at(row, field);
    const char *format = strchr(field, ':');
    const struct estimate estimate = scaled(estimate_at(value), 1 / divisor_of(row, field));

    if (!format && !strchr(field, '/'))
        print_as_it_is(value, out);
    else if (!format || (!format[1] && !cJSON_IsNumber(value) && says(value)))
        print_as_it_is(value, out);
    else if (format[1] == 's')
        fputs(estimate.mean == 1 ? "" : "s", out);
    else if (format[1] == 'w')
        print_text(cJSON_IsString(value) ? value->valuestring : "", true, out);
    else if (format[1] == 'p')
        print_p(estimate.mean, out);
    else if (format[1] == 't')
        print_duration(estimate.mean, out);
    else if (format[1] == 'm')
        fputs(mark_of(row, estimate), out);
    else if (format[1] != '?')
        print_formatted(row, estimate, format + 1, out);
}

/* ---- templates ---- */

enum { FIELD_SIZE = 160 };

/* The field in the braces that begin at `text`; returns what follows them. */
static const char *take_field(const char *text, char field[FIELD_SIZE])
{
    const size_t length = strcspn(text + 1, "}");

    snprintf(field, FIELD_SIZE, "%.*s", (int)length, text + 1);
    return text + 1 + length + (text[1 + length] == '}');
}

/* Whether the fields up to the end of the brackets say something: those that only ask, if there are
 * any, else all. */
static bool is_told(const cJSON *row, const char *text)
{
    const size_t length = strcspn(text, "]");
    const bool asked = memmem(text, length, ":?", 2);
    char field[FIELD_SIZE];

    for (const char *at = text; at < text + length;)
        if (*at != '{') {
            at++;
        } else {
            at = take_field(at, field);
            const bool no = *field == '!';
            if ((strstr(field, ":?") || !asked) && !strstr(field, ":s") &&
                field_says(row, field + no) == no)
                return false;
        }
    return true;
}

void print_sentence(const cJSON *row, const char *template, FILE *out)
{
    char field[FIELD_SIZE];

    while (*template)
        if (*template == '{') {
            template = take_field(template, field);
            if (*field != '!')
                print_field(row, field, out);
        } else if (*template == '[' && !is_told(row, template)) {
            template += strcspn(template, "]");
        } else {
            if (*template != '[' && *template != ']')
                putc(*template, out);
            template ++;
        }
}

char *field_text(const cJSON *row, const char *field)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = xcheck(open_memstream(&text, &size));

    if (strpbrk(field, "{ "))
        print_sentence(row, field, out);
    else
        print_field(row, field, out);
    fclose(out);
    return text;
}

bool rows_are_marked(const cJSON *rows, const char *field)
{
    const cJSON *row;

    cJSON_ArrayForEach (row, rows)
        if (*mark_of(row, estimate_at(field_at(row, field))))
            return true;
    return false;
}
