// SPDX-License-Identifier: MIT
#include "arena/show/decision_tables.h"

#include <inttypes.h>
#include <string.h>

#include "arena/base/text.h"
#include "arena/base/json_write.h"
#include "arena/base/terminal.h"
#include "arena/base/terminal_table.h"
#include "arena/show/comparison_tables.h"

enum { LISTED = 8 };

static const cJSON *member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static uint64_t count_of(const cJSON *object, const char *key)
{
    return (uint64_t)json_number(object, key);
}

/* "card, declarer leads", "bid" */
static void put_name(const cJSON *row, char *text, size_t size)
{
    if (member(row, "role"))
        snprintf(text, size, "%s, %s %ss", json_text(row, "decision"), json_text(row, "role"),
                 json_text(row, "card"));
    else
        snprintf(text, size, "%s", json_text(row, "decision"));
}

static void print_sums(const char *name, const cJSON *row, FILE *out)
{
    const double decisions = json_number(row, "decisions");

    fprintf(out, "%-24s\v %10.0f\v %8.1f %%\v %9.3f\n", name, decisions,
            decisions ? 100 * json_number(row, "differ") / decisions : 0,
            json_number(row, "distance"));
}

static void print_answers(const char *name, int width, const cJSON *answers, FILE *out)
{
    const cJSON *pair;
    const char *comma = "";

    fputs("    ", out);
    print_name(name, width, out);
    cJSON_ArrayForEach (pair, answers) {
        const double probability = cJSON_GetArrayItem(pair, 1)->valuedouble;
        fprintf(out, "%s %s", comma, cJSON_GetArrayItem(pair, 0)->valuestring);
        if (probability < 1)
            fprintf(out, " %.2f", probability);
        comma = ",";
    }
    fputs("\n", out);
}

static void print_largest(const cJSON *result, const char *folder, FILE *out)
{
    const char *names[2] = {json_text(result, "a"), json_text(result, "b")};
    const int widths[2] = {text_width(names[0]), text_width(names[1])};
    const int width = widths[0] > widths[1] ? widths[0] : widths[1];
    const cJSON *gap;
    char name[60];
    int listed = 0;

    cJSON_ArrayForEach (gap, member(result, "largest")) {
        if (listed++ == LISTED)
            break;
        put_name(gap, name, sizeof name);
        fprintf(out, "\ngame %" PRIu64 ", move %" PRIu64 ", %s: %s; played: %s\n",
                count_of(gap, "game"), count_of(gap, "move"), json_text(gap, "position"), name,
                json_text(gap, "played"));
        print_answers(names[0], width, member(gap, "a"), out);
        print_answers(names[1], width, member(gap, "b"), out);
    }
    if (!listed)
        return;
    fputs("\nto see a game: ", out);
    print_replay(folder, out);
    fputs(" --game N\n", out);
}

void print_decision_gaps(const cJSON *result, const char *folder, FILE *out)
{
    const cJSON *row;
    char name[60];
    struct terminal_table table;

    fprintf(out, "%s and %s at the same %" PRIu64 " decision%s of %" PRIu64 " game%s\n",
            json_text(result, "a"), json_text(result, "b"), count_of(result, "decisions"),
            text_plural((long long)count_of(result, "decisions")), count_of(result, "games"),
            text_plural((long long)count_of(result, "games")));
    FILE *rows = terminal_table_begin(&table);
    fprintf(rows, "\n%-24s\v %10s\v %10s\v %9s\n", "decision", "number", "differ", "distance");
    cJSON_ArrayForEach (row, member(result, "by")) {
        put_name(row, name, sizeof name);
        print_sums(name, row, rows);
    }
    print_sums("all", result, rows);
    terminal_table_end(&table, out);
    if (count_of(result, "left_out"))
        fprintf(out, "games that ended by a fault are left out: %" PRIu64 "\n",
                count_of(result, "left_out"));
    print_largest(result, folder, out);
}
