// SPDX-License-Identifier: MIT
#include "arena/show/standing_tables.h"

#include <string.h>

#include "arena/base/json_write.h"
#include "arena/record/tally.h"
#include "arena/show/field_text.h"

enum { COLUMNS_MAX = 40 };

/* ---- points ---- */

/* A row for each bot: what it has in the summary, with its standing, if it is compared. */
static cJSON *rows_of_bots(const struct run_summary *summary, cJSON *root)
{
    cJSON *rows = json_get(root, "bots"), *row;
    const cJSON *standing;

    cJSON_ArrayForEach (row, rows)
        json_put_int(
            row, "all_faults",
            (int64_t)bot_summary_faults(run_summary_bot(summary, json_text(row, "name"))).all);
    cJSON_ArrayForEach (standing, json_get(root, "standings"))
        cJSON_ArrayForEach (row, rows)
            if (strcmp(json_text(row, "name"), json_text(standing, "bot")) == 0)
                cJSON_AddItemToObject(row, "standing", cJSON_Duplicate(standing, true));
    return rows;
}

/* The points of each bot by itself; with intervals where there are enough units. */
static void show_points(const struct run_summary *summary, const cJSON *root, const cJSON *rows,
                        const struct table_sink *to)
{
    const bool own = run_summary_has_own_scoring(summary), one = summary->bots_count < 2;
    const struct column columns[] = {
        COLUMN("bot", "name", .csv = "bot=standing.bot"),
        COLUMN("seats", "seats:", .csv = "seats=standing.seats", .leave = 3),
        COLUMN("", NULL, .csv = "units=standing.units"),
        COLUMN("declared", "declared/active:%1", .csv = "", .leave = 1),
        COLUMN("won", "won/declared:%1", .csv = "", .leave = 1),
        COLUMN("classic", one ? "classic.per_deal:2" : "standing.classic:~2",
               .csv = "classic,classic_low,classic_high=standing.classic"),
        COLUMN("Seeger",
               own   ? NULL
               : one ? "seeger_fabian.per_deal:2"
                     : "standing.seeger_fabian:~2",
               .csv = "seeger_fabian,seeger_fabian_low,seeger_fabian_high="
                      "standing.seeger_fabian",
               .leave = 2),
        COLUMN(summary->scoring,
               !own  ? NULL
               : one ? "score.per_deal:2"
                     : "standing.score:~2",
               .csv = "score,score_low,score_high=standing.score", .leave = 2),
        COLUMN("as declarer", "as_declarer.per_deal:2", .csv = "as_declarer=as_declarer.per_deal",
               .page = true),
        COLUMN("as defender", "as_defender.per_deal:2", .csv = "as_defender=as_defender.per_deal",
               .page = true),
        COLUMN("mean bid", "mean_bid:1", .page = true),
        COLUMN("faults", "all_faults:", .csv = ""),
        COLUMN("illegal", "faults.illegal:", .presence = IF_ANY, .page = true),
        COLUMN("timeout", "faults.timeout:", .presence = IF_ANY, .page = true),
        COLUMN("crash", "faults.crash:", .presence = IF_ANY, .page = true),
        COLUMN("inconsistent", "faults.inconsistent:", .csv = "", .presence = IF_ANY),
        COLUMN("money", "money.amount:2", .csv = "", .presence = IF_ANY),
    };

    table_show(to, "points", root,
               "points a deal[, 95 % intervals of what was seen in {units} {unit}{units:s}]", rows,
               COLUMNS(columns));
}

/* ---- games ---- */

/* In the usual order: null, grand, the suits from clubs. */
static void show_games(const cJSON *rows, const struct table_sink *to)
{
    static char fields[SKAT_GAME_DECLARED][120];
    struct column columns[COLUMNS_MAX] = {COLUMN("bot", "name")};
    int count = 1;

    for (unsigned type = SKAT_GAME_DECLARED; type-- > 0;) {
        const char *name = skat_games[type].name;
        snprintf(fields[type], sizeof fields[type],
                 "[{games.%s.declared/declared:%%1}/{games.%s.won/games.%s.declared:%%0}]", name,
                 name, name);
        columns[count++] = (struct column)COLUMN(name, fields[type], .presence = IF_ANY);
    }
    columns[count++] = (struct column)COLUMN("hand", "hand/declared:%1");
    columns[count++] = (struct column)COLUMN("overbid", "overbid/declared:%1");
    table_show(to, "games", NULL,
               "of the games it declared: how many were of this kind / how many it won", rows,
               columns, count);
}

/* What variants add: the counters of each that was played, which another counter tells. */
static bool is_played(const cJSON *rows, const struct tally_counter *counter)
{
    const cJSON *row;

    cJSON_ArrayForEach (row, rows)
        if (counter->group && json_number(row, counter->group) > 0)
            return true;
    return false;
}

/* On a page all that is counted but what the points have, as shares of other counts where that says
 * more. */
static void show_counters(const cJSON *rows, const struct table_sink *to)
{
    static char fields[COLUMNS_MAX][120];
    struct column columns[COLUMNS_MAX] = {COLUMN("bot", "name")};
    int count = 1;

    for (int i = 0; i < tally_counter_count && count < COLUMNS_MAX; i++) {
        const struct tally_counter *counter = &tally_counters[i];
        const bool share = to->page && counter->share_of;
        if (to->page ? counter->section == TALLY_DEALS : !is_played(rows, counter))
            continue;
        snprintf(fields[count], sizeof fields[count], share ? "%s/%s:%%1" : "%s:", counter->key,
                 counter->share_of);
        columns[count] =
            (struct column)COLUMN(to->page ? counter->title : counter->column, fields[count],
                                  .presence = to->page ? IF_ANY : ALWAYS);
        count++;
    }
    if (count > 1)
        table_show(to, "counters", NULL, NULL, rows, columns, count);
}

/* ---- pairs ---- */

/* There is no interval where a test may have ended the run, and no p of pairs that were not
 * tested, or where all is alike. */
static void show_pairs(const struct run_summary *summary, const cJSON *root,
                       const struct table_sink *to)
{
    static const struct column columns[] = {
        COLUMN("pair", "{a} - {b}"),
        COLUMN("mean (95 % interval)",
               "[{judged:?}{difference:+!2}][{!judged:?}{difference.mean:+2}]"),
        COLUMN("decides", "[{judged:?}{judged:+!2}]", .presence = IF_ANY, .page = true),
        COLUMN("ahead", "superiority.mean:%1", .leave = 1),
        COLUMN("p", "{judged.p_adjusted:p}{difference:m}"),
    };
    const cJSON *pairs = json_get(root, "pairs");

    table_show(to, "pairs", root,
               summary->numbers.pairs_count > 1
                   ? "difference in points a deal ({scoring}) as seen, how often ahead, p adjusted "
                     "for all pairs (Holm)"
                   : "difference in points a deal ({scoring}) as seen, how often ahead, p",
               pairs, COLUMNS(columns));
    if (rows_are_marked(pairs, "difference"))
        table_note(to, "pairs", judged_legend);
}

/* Only a page has them. */
static void show_ratings(const cJSON *root, const struct table_sink *to)
{
    static const struct column columns[] = {
        COLUMN("bot", "bot"),
        COLUMN("rating (95 % interval)", "{rating:1} ({low:1} to {high:1})"),
    };
    const cJSON *ratings = json_get(root, "ratings");

    if (field_says(ratings, "bounded"))
        table_show(to, "ratings", NULL, "ratings (Plackett-Luce, 400 points: odds of 10 to 1)",
                   json_get(ratings, "bots"), COLUMNS(columns));
}

static void show_standings(const struct run_summary *summary, cJSON *root,
                           const struct table_sink *to)
{
    const cJSON *rows = rows_of_bots(summary, root);

    show_points(summary, root, rows, to);
    if (to->format != TABLE_TEXT)
        return;
    if (summary->declared)
        show_games(rows, to);
    show_counters(rows, to);
    if (summary->numbers.pairs_count && summary->numbers.units)
        show_pairs(summary, root, to);
}

void print_standings(const struct run_summary *summary, enum table_format format, FILE *out)
{
    cJSON *root = fields_to_json(&run_summary_fields, summary);

    if (format == TABLE_TEXT)
        print_sentence(root,
                       "\n{games} game{games:s}: {declared/games:%1} declared, {won/declared:%1} "
                       "of these won, {passed_in/games:%1} passed in[, {ramsch/games:%1} ramsch][, "
                       "{bock/games:%1} bock]\n[{depends_on_clock:?}time mattered (a bot uses the "
                       "clock, or was too late): another machine may give another result\n]",
                       out);
    show_standings(summary, root, &(struct table_sink){format, out, NULL});
    cJSON_Delete(root);
}

void page_standings(const struct run_summary *summary, cJSON *page)
{
    cJSON *root = fields_to_json(&run_summary_fields, summary);
    const struct table_sink to = {.page = page};

    show_standings(summary, root, &to);
    show_ratings(root, &to);
    cJSON_Delete(root);
}
