#include "arena/show/tune_tables.h"

#include <stdbool.h>
#include <string.h>

#include "arena/base/json_write.h"

static const cJSON *member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static void print_options(const cJSON *tune, FILE *out)
{
    const cJSON *option;

    fprintf(out, "%-20s %10s %10s   range\n", "option", "start", "winner");
    cJSON_ArrayForEach (option, member(tune, "options"))
        fprintf(out, "%-20s %10.0f %10.0f   %.0f..%.0f\n", json_text(option, "name"),
                json_number(option, "start"), json_number(option, "winner"),
                json_number(option, "low"), json_number(option, "high"));
}

/* "module:caution=61,null_bonus=-20", to be copied to a command line. */
static void print_spec(const cJSON *tune, FILE *out)
{
    const cJSON *option;
    const char *separator = ":";

    fprintf(out, "%s", json_text(tune, "module"));
    cJSON_ArrayForEach (option, member(tune, "options")) {
        fprintf(out, "%s%s=%.0f", separator, json_text(option, "name"),
                json_number(option, "winner"));
        separator = ",";
    }
}

void print_tune(const cJSON *tune, const char *folder, FILE *out)
{
    const cJSON *check = member(tune, "check"), *difference = member(check, "difference");

    fprintf(out, "\n%s: %s after %.0f rounds of %.0f deals\n", json_text(tune, "bot"),
            json_text(tune, "verdict"), json_number(tune, "rounds"), json_number(tune, "deals"));
    print_options(tune, out);
    if (cJSON_IsFalse(member(tune, "complete")))
        fprintf(out, "interrupted: --resume continues\n");
    else if (strcmp(json_text(tune, "verdict"), "no difference") == 0)
        fprintf(out, "no better values were found: nothing tells the winner from the start\n");
    else
        fprintf(
            out,
            "winner - start %+.2f (%+.2f to %+.2f) points a deal, on %.0f deals that the search "
            "did not use\n",
            json_number(difference, "mean"), json_number(difference, "low"),
            json_number(difference, "high"), json_number(check, "deals"));
    fprintf(out, "\n%s: tune.json, tune.jsonl; the winner%s is ", folder,
            cJSON_IsFalse(member(tune, "complete")) ? " so far" : "");
    print_spec(tune, out);
    fprintf(out, "\n");
}

/* ---- sweep ---- */

static void print_values(const cJSON *values, int width, FILE *out)
{
    const cJSON *value;
    int used = 0;

    cJSON_ArrayForEach (value, values)
        used += fprintf(out, "%s%s=%.0f", used ? "," : "", value->string, value->valuedouble);
    fprintf(out, "%*s", used < width ? width - used : 0, "");
}

static void print_point(const cJSON *point, int width, FILE *out)
{
    const cJSON *difference = member(point, "difference"), *p = member(point, "p_holm");

    print_values(member(point, "options"), width, out);
    fprintf(out, " %+8.2f (%+.2f to %+.2f)", json_number(difference, "mean"),
            json_number(difference, "low"), json_number(difference, "high"));
    if (cJSON_IsTrue(member(point, "equal")))
        fprintf(out, "  plays alike");
    else if (cJSON_IsNumber(p))
        fprintf(out, "  p %.4f%s", p->valuedouble, p->valuedouble < 0.05 ? " *" : "");
    fprintf(out, "\n");
}

void print_sweep(const cJSON *sweep, FILE *out)
{
    enum { WIDTH = 32 };
    const cJSON *point;

    fprintf(out, "\n%s: each against the bot's own values (", json_text(sweep, "bot"));
    print_values(member(sweep, "start"), 0, out);
    fprintf(
        out,
        "), %.0f deals\npoints a deal more, with 95 %% intervals; p adjusted for all %d, * below "
        "0.05\n",
        json_number(sweep, "deals"), cJSON_GetArraySize(member(sweep, "points")));
    cJSON_ArrayForEach (point, member(sweep, "points"))
        print_point(point, WIDTH, out);
}
