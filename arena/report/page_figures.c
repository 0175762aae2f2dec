// SPDX-License-Identifier: MIT
#include "arena/report/page_figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/show/field_text.h"
#include "arena/show/run_tables.h"

/* `part` of `whole`, which is in the same object or in another one. A file may have it already. */
static void put_share(cJSON *object, const char *key, const char *part, const cJSON *other,
                      const char *whole)
{
    const double all = json_number(other, whole);

    if (json_get(object, part) && !json_get(object, key))
        json_put_real(object, key, all > 0 ? json_number(object, part) / all : NAN);
}

/* ---- a run ---- */

static void put_figures_of_bot(cJSON *bot)
{
    cJSON *game;

    put_share(bot, "declared_share", "declared", bot, "active");
    put_share(bot, "won_share", "won", bot, "declared");
    cJSON_ArrayForEach (game, json_get(bot, "games"))
        put_share(game, "declared_share", "declared", bot, "declared");
}

static void put_shares_of_calibration(const cJSON *bidding)
{
    cJSON *row, *side;

    cJSON_ArrayForEach (row, json_get(bidding, "calibration"))
        cJSON_ArrayForEach (side, row)
            put_share(side, "won_share", "won", side, "declared");
}

/* The bin at zero also counts the units that ended equal. */
static void put_bins(const cJSON *comparison)
{
    const cJSON *distribution = json_get(comparison, "distribution");
    const double width = json_number(distribution, "width"),
                 equal = json_number(comparison, "equal");
    cJSON *bin;

    cJSON_ArrayForEach (bin, json_get(distribution, "bins")) {
        const double from = json_number(bin, "from"), count = json_number(bin, "count");
        json_put_real(bin, "to", from + width);
        json_put_int(bin, "unequal", (int64_t)(from == 0 ? count - equal : count));
    }
}

/* Deals that were played, and the sessions that these are of: a test may have ended the run before
 * all were. */
static void put_deals(cJSON *summary, const cJSON *manifest)
{
    const cJSON *schedule = json_get(manifest, "schedule"),
                *total = json_get(schedule, "total_deals"),
                *comparison = json_get(summary, "comparison");
    const double of_session = json_number(schedule, "deals"),
                 planned =
                     total ? total->valuedouble : json_number(schedule, "sessions") * of_session;
    double deals = json_number(summary, "units");

    if (strcmp(json_text(summary, "unit"), "session") == 0)
        deals *= of_session;
    if (json_get(manifest, "import") || deals > planned)
        deals = planned;
    if (comparison)
        deals = json_number(comparison, "deals");
    json_put_int(summary, "deals", (int64_t)deals);
    json_put_int(summary, "sessions", (int64_t)ceil(deals / of_session));
}

/* "numbers": its tables, which are made from an object of their own. */
static void put_tables(cJSON *summary, const struct run_summary *of)
{
    const struct table_sink to = {.page = cJSON_AddObjectToObject(summary, "numbers")};
    cJSON *root = fields_to_json(&run_summary_fields, of);

    show_standings(of, root, &to);
    if (of->numbers.comparison)
        show_comparison(of, root, &to);
    cJSON_Delete(root);
}

cJSON *page_figures_of_run(const struct run_summary *of, const cJSON *manifest)
{
    cJSON *summary = fields_to_json(&run_summary_fields, of), *bot,
          *anytime = json_get(json_get(summary, "test"), "anytime");
    const cJSON *comparison = json_get(summary, "comparison");

    put_tables(summary, of);
    cJSON_ArrayForEach (bot, json_get(summary, "bots"))
        put_figures_of_bot(bot);
    put_shares_of_calibration(json_get(comparison, "bidding"));
    put_bins(comparison);
    put_deals(summary, manifest);
    if (json_number(anytime, "p") > 0)
        json_put_real(anytime, "e_value", 1 / json_number(anytime, "p"));
    return summary;
}

/* ---- with all cards open ---- */

void page_figures_of_analysis(cJSON *analysis)
{
    static const char *const unmeasured[] = {"ramsch", "no_game", "gave_up"};
    double count = 0;

    for (int i = 0; i < 3; i++)
        count += json_number(json_get(analysis, "kinds"), unmeasured[i]);
    json_put_real(analysis, "unmeasured", count);
}

/* ---- what made it ---- */

static void add_version(cJSON *rows, const cJSON *part, const char *name, const char *what)
{
    if (!field_says(part, "version") && !field_says(part, "sha256"))
        return;
    cJSON *row = cJSON_CreateObject();
    cJSON_AddStringToObject(row, "bot", name);
    cJSON_AddStringToObject(row, "what", what);
    cJSON_AddItemToObject(row, "part", cJSON_Duplicate(part, true));
    cJSON_AddItemToArray(rows, row);
}

void page_figures_of_repeat(cJSON *repeat, const cJSON *manifest)
{
    static const struct column files[] = {
        COLUMN("file", "file"),
        COLUMN("bytes", "bytes:"),
        COLUMN("SHA-256", "sha256"),
    };
    static const struct column versions[] = {
        COLUMN("bot", "{bot}[, {what}]"),
        COLUMN("module", "[{part.id}][{!part.id:?}{part.module}]"),
        COLUMN("version", "part.version"),
        COLUMN("SHA-256 of the module", "part.sha256"),
    };
    const struct table_sink to = {.page = cJSON_AddObjectToObject(repeat, "numbers")};
    const cJSON *bots = json_get(manifest ? manifest : repeat, "bots"), *bot;
    cJSON *rows = cJSON_CreateArray();

    cJSON_ArrayForEach (bot, bots)
        if (json_get(bot, "bid")) {
            add_version(rows, json_get(bot, "bid"), json_text(bot, "name"), "bidding");
            add_version(rows, json_get(bot, "play"), json_text(bot, "name"), "cards");
        } else {
            add_version(rows, bot, json_text(bot, "name"), "");
        }
    table_show(&to, "bots", NULL, NULL, rows, COLUMNS(versions));
    table_show(&to, "files", NULL, NULL, json_get(repeat, "files"), COLUMNS(files));
    cJSON_Delete(rows);
}
