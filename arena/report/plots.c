#include "arena/report/plots.h"

#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/report/assets.h"

extern char **environ;

/* ---- gnuplot ---- */

/* Runs gnuplot on the script in `in`, with its output to `out`. */
static bool run_gnuplot(FILE *in, FILE *out)
{
    char *const argv[] = {"gnuplot", NULL};
    posix_spawn_file_actions_t actions;
    int status = -1;
    pid_t pid;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(in), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(out), STDOUT_FILENO);
    /* gnuplot warns of empty ranges in tiny runs. */
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ) == 0)
        waitpid(pid, &status, 0);
    posix_spawn_file_actions_destroy(&actions);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static char *read_back(FILE *file)
{
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : 0;
    char *text = xcalloc((size_t)size + 1, 1);

    rewind(file);
    if (fread(text, 1, (size_t)size, file) != (size_t)size)
        *text = '\0';
    return text;
}

/* Adds the plot of `script` to `plots`, or null if that fails. Closes the script. */
static void add_plot(cJSON *plots, const char *key, FILE *script)
{
    FILE *drawn = tmpfile();
    char *svg = NULL;

    if (script && drawn && fflush(script) == 0) {
        rewind(script);
        if (lseek(fileno(script), 0, SEEK_SET) == 0 && run_gnuplot(script, drawn))
            svg = read_back(drawn);
    }
    if (svg && strstr(svg, "<svg"))
        cJSON_AddStringToObject(plots, key, svg);
    else
        cJSON_AddNullToObject(plots, key);
    free(svg);
    if (drawn)
        fclose(drawn);
    if (script)
        fclose(script);
}

/* Longer names would overlap. They are UTF-8, so they are cut between characters. */
enum { NAME_CHARACTERS = 14 };

static int shown_bytes(const char *text)
{
    int bytes = 0;

    for (int characters = 0; text[bytes]; bytes++) {
        characters += (text[bytes] & 0xc0) != 0x80;
        if (characters > NAME_CHARACTERS)
            return bytes;
    }
    return bytes;
}

/* Writes a gnuplot string in single quotes; shortens a long text. */
static void put_text(FILE *script, const char *name, const char *text)
{
    int bytes = shown_bytes(text);

    fprintf(script, "%s = '", name);
    for (int i = 0; i < bytes; i++)
        fprintf(script, text[i] == '\'' ? "''" : "%c", text[i]);
    fprintf(script, "%s'\n", text[bytes] ? "…" : "");
}

static void put_number(FILE *script, const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

    if (cJSON_IsNumber(item))
        fprintf(script, " %.9g", item->valuedouble);
    else
        fprintf(script, " NaN");
}

/* A script with the common beginning. NULL if no temporary file can be opened. */
static FILE *begin(const cJSON *comparison)
{
    FILE *script = tmpfile();
    char unit[24];

    if (!script)
        return NULL;
    snprintf(unit, sizeof unit, "%ss", json_text(comparison, "unit"));
    put_text(script, "unit", unit);
    put_text(script, "a", json_text(comparison, "a"));
    put_text(script, "b", json_text(comparison, "b"));
    return script;
}

static void end_data(FILE *script, const char *rest) { fprintf(script, "EOD\n%s", rest); }

/* ---- the plots ---- */

static void add_curve(cJSON *plots, const cJSON *comparison)
{
    const cJSON *curve = cJSON_GetObjectItemCaseSensitive(comparison, "curve");
    const cJSON *point, *points = cJSON_GetObjectItemCaseSensitive(curve, "points");
    FILE *script = cJSON_GetArraySize(points) ? begin(comparison) : NULL;

    if (script) {
        fprintf(script, "$data << EOD\n");
        cJSON_ArrayForEach (point, points) {
            put_number(script, point, "units");
            put_number(script, point, "mean");
            put_number(script, point, "low");
            put_number(script, point, "high");
            fprintf(script, "\n");
        }
        end_data(script, report_curve_gp);
    }
    add_plot(plots, "curve", script);
}

static void add_distribution(cJSON *plots, const cJSON *comparison)
{
    const cJSON *distribution = cJSON_GetObjectItemCaseSensitive(comparison, "distribution");
    const cJSON *bin, *bins = cJSON_GetObjectItemCaseSensitive(distribution, "bins");
    FILE *script = cJSON_GetArraySize(bins) ? begin(comparison) : NULL;

    if (script) {
        fprintf(script, "width = %f\nzero = %.0f\n$data << EOD\n",
                json_number(distribution, "width"), json_number(comparison, "zero"));
        cJSON_ArrayForEach (bin, bins) {
            put_number(script, bin, "from");
            put_number(script, bin, "count");
            fprintf(script, "\n");
        }
        end_data(script, report_distribution_gp);
    }
    add_plot(plots, "distribution", script);
}

/* The bots whose contracts are drawn: the two being compared, else the first six. */
enum { DRAWN_MAX = 6 };

static int choose_bots(const cJSON *summary, const cJSON *drawn[DRAWN_MAX])
{
    const cJSON *bot, *comparison = cJSON_GetObjectItemCaseSensitive(summary, "comparison");
    const char *first[2] = {json_text(comparison, "a"), json_text(comparison, "b")};
    int count = 0;

    for (int side = 0; side < 3; side++)
        cJSON_ArrayForEach (bot, cJSON_GetObjectItemCaseSensitive(summary, "bots")) {
            const char *name = json_text(bot, "name");
            bool is_first = strcmp(name, first[0]) == 0 || strcmp(name, first[1]) == 0;
            bool now = side < 2 ? strcmp(name, first[side]) == 0 : !is_first;
            if (now && count < DRAWN_MAX && json_number(bot, "declared"))
                drawn[count++] = bot;
        }
    return count;
}

static void put_contracts(FILE *script, const cJSON *const *bots, int count)
{
    const cJSON *game;

    fprintf(script, "bots = %d\n$data << EOD\ngame", count);
    for (int i = 0; i < count; i++) { /* names have no quotes */
        const char *name = json_text(bots[i], "name");
        int bytes = shown_bytes(name);
        fprintf(script, " \"%.*s%s\"", bytes, name, name[bytes] ? "…" : "");
    }
    cJSON_ArrayForEach (game, cJSON_GetObjectItemCaseSensitive(bots[0], "games")) {
        fprintf(script, "\n%s", game->string);
        for (int i = 0; i < count; i++) {
            const cJSON *games = cJSON_GetObjectItemCaseSensitive(bots[i], "games");
            fprintf(script, " %.3f",
                    100 * json_number_within(games, game->string, "declared") /
                        json_number(bots[i], "declared"));
        }
    }
    fprintf(script, "\n");
}

static void add_contracts(cJSON *plots, const cJSON *summary)
{
    const cJSON *bots[DRAWN_MAX];
    int count = choose_bots(summary, bots);
    FILE *script = count ? tmpfile() : NULL;

    if (script) {
        put_contracts(script, bots, count);
        end_data(script, report_contracts_gp);
    }
    add_plot(plots, "contracts", script);
}

static void add_bids(cJSON *plots, const cJSON *comparison)
{
    const cJSON *bidding = cJSON_GetObjectItemCaseSensitive(comparison, "bidding");
    const cJSON *row, *rows = cJSON_GetObjectItemCaseSensitive(bidding, "calibration");
    FILE *script = cJSON_GetArraySize(rows) ? begin(comparison) : NULL;

    if (script) {
        fprintf(script, "$data << EOD\n");
        cJSON_ArrayForEach (row, rows) {
            double from = json_number(row, "from"), to = json_number(row, "to");
            fprintf(script, from == to ? "%.0f" : to ? "%.0f–%.0f" : "%.0f+", from, to);
            fprintf(script, " %.0f %.0f %.0f %.0f\n", json_number_within(row, "a", "declared"),
                    json_number_within(row, "a", "won"), json_number_within(row, "b", "declared"),
                    json_number_within(row, "b", "won"));
        }
        end_data(script, report_bids_gp);
    }
    add_plot(plots, "bids", script);
}

cJSON *plots_of(const cJSON *summary)
{
    const cJSON *comparison = cJSON_GetObjectItemCaseSensitive(summary, "comparison");
    cJSON *plots = cJSON_CreateObject();

    add_curve(plots, comparison);
    add_distribution(plots, comparison);
    add_contracts(plots, summary);
    add_bids(plots, comparison);
    return plots;
}
