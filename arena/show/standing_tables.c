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

/* Of a bot by itself: with intervals where there are units enough. */
static void print_points(const struct run_summary *summary, const cJSON *rows,
                         enum table_format format, FILE *out)
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
               .csv = "seeger_fabian,seeger_fabian_low,seeger_fabian_high=standing.seeger_fabian",
               .leave = 2),
        COLUMN(summary->scoring,
               !own  ? NULL
               : one ? "score.per_deal:2"
                     : "standing.score:~2",
               .csv = "score,score_low,score_high=standing.score", .leave = 2),
        COLUMN("", NULL, .csv = "as_declarer=as_declarer.per_deal"),
        COLUMN("", NULL, .csv = "as_defender=as_defender.per_deal"),
        COLUMN("faults", "all_faults:", .csv = ""),
        COLUMN("inconsistent", "faults.inconsistent:", .csv = "", .presence = IF_ANY),
        COLUMN("money", "money.amount:2", .csv = "", .presence = IF_ANY),
    };

    table_print(rows, COLUMNS(columns), format, out);
}

/* ---- games ---- */

/* In the usual order: null, grand, the suits from clubs. */
static void print_games(const cJSON *rows, FILE *out)
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
    fprintf(out, "\nof the games it declared: how many were of this kind / how many it won\n");
    table_print(rows, columns, count, TABLE_TEXT, out);
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

static void print_variants(const cJSON *rows, FILE *out)
{
    static char fields[COLUMNS_MAX][60];
    struct column columns[COLUMNS_MAX] = {COLUMN("bot", "name")};
    int count = 1;

    for (int i = 0; i < tally_counter_count && count < COLUMNS_MAX; i++)
        if (is_played(rows, &tally_counters[i])) {
            snprintf(fields[count], sizeof fields[count], "%s:", tally_counters[i].key);
            columns[count] = (struct column)COLUMN(tally_counters[i].column, fields[count]);
            count++;
        }
    if (count == 1)
        return;
    fputs("\n", out);
    table_print(rows, columns, count, TABLE_TEXT, out);
}

/* ---- pairs ---- */

/* There is no interval where a test may have ended the run, and no p of pairs that were not
 * tested, or where all is alike. */
static void print_pairs(const struct run_summary *summary, const cJSON *root, FILE *out)
{
    static const struct column columns[] = {
        COLUMN("pair", "{a} - {b}"),
        COLUMN("mean (95 % interval)",
               "[{judged:?}{difference:+!2}][{!judged:?}{difference.mean:+2}]"),
        COLUMN("ahead", "superiority.mean:%1", .leave = 1),
        COLUMN("p", "{judged.p_adjusted:p}{difference:m}"),
    };
    const cJSON *pairs = json_get(root, "pairs");

    fprintf(out, "\ndifference in points a deal (%s) as seen, how often ahead, p%s\n",
            summary->scoring,
            summary->numbers.pairs_count > 1 ? " adjusted for all pairs (Holm)" : "");
    table_print(pairs, COLUMNS(columns), TABLE_TEXT, out);
    if (rows_are_marked(pairs, "difference"))
        fprintf(out, "%s\n", judged_legend);
}

void print_standings(const struct run_summary *summary, enum table_format format, FILE *out)
{
    cJSON *root = fields_to_json(&run_summary_fields, summary), *rows = rows_of_bots(summary, root);

    if (format == TABLE_TEXT)
        print_sentence(
            root,
            "\n{games} game{games:s}: {declared/games:%1} declared, {won/declared:%1} of these "
            "won, {passed_in/games:%1} passed in[, {ramsch/games:%1} ramsch][, {bock/games:%1} "
            "bock]\n[{depends_on_clock:?}time mattered (a bot uses the clock, or was too late): "
            "another machine may give another result\n]\npoints a deal[, 95 % intervals of what "
            "was seen in {units} {unit}{units:s}]\n",
            out);
    print_points(summary, rows, format, out);
    if (format == TABLE_TEXT && summary->declared)
        print_games(rows, out);
    if (format == TABLE_TEXT)
        print_variants(rows, out);
    if (format == TABLE_TEXT && summary->numbers.pairs_count && summary->numbers.units)
        print_pairs(summary, root, out);
    cJSON_Delete(root);
}
