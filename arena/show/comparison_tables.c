// SPDX-License-Identifier: MIT
#include "arena/show/comparison_tables.h"

#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/log/log_reader.h"
#include "arena/log/result_folder.h"
#include "arena/record/action_text.h"
#include "arena/record/game_text.h"
#include "arena/show/conclusion.h"
#include "arena/show/field_text.h"
#include "arena/show/table.h"

/* ---- what two bots would do at the decisions of a log ---- */

enum { LISTED = 8 };

/* "card, declarer leads", "bid" */
static const char decision_words[] = "{decision}[, {role} {card}s]";

/* One answer with its probability, as people read it. */
static void print_answers(const char *name, const cJSON *answers, FILE *out)
{
    const cJSON *pair;
    char text[ACTION_WORDS_SIZE];

    fprintf(out, "    %s:", name);
    cJSON_ArrayForEach (pair, answers) {
        cJSON *row = cJSON_CreateObject();
        const double probability = cJSON_GetArrayItem(pair, 1)->valuedouble;
        cJSON_AddStringToObject(
            row, "answer",
            action_token_text(cJSON_GetArrayItem(pair, 0)->valuestring, game_text_symbols(), text));
        if (probability < 1)
            json_put_real(row, "probability", probability);
        fputs(pair == answers->child ? " " : ", ", out);
        print_sentence(row, "{answer}[ {probability:2}]", out);
        cJSON_Delete(row);
    }
    fputs("\n", out);
}

static void print_largest(const cJSON *result, const char *folder, FILE *out)
{
    const cJSON *gap;
    int listed = 0;

    cJSON_ArrayForEach (gap, json_get(result, "largest")) {
        char *name = field_text(gap, decision_words), text[ACTION_WORDS_SIZE];
        if (listed++ < LISTED) {
            print_sentence(gap, "\ngame {game}, move {move}, {position}: ", out);
            fprintf(out, "%s; played: %s\n", name,
                    action_token_text(json_text(gap, "played"), game_text_symbols(), text));
            print_answers(json_text(result, "a"), json_get(gap, "a"), out);
            print_answers(json_text(result, "b"), json_get(gap, "b"), out);
        }
        cJSON_free(name);
    }
    if (!listed)
        return;
    fputs("\nto see a game: ", out);
    print_replay(folder, out);
    fputs(" --game N\n", out);
}

void print_decision_gaps(const cJSON *result, const char *folder, FILE *out)
{
    static const struct column columns[] = {
        COLUMN("decision", decision_words),
        COLUMN("number", "decisions:"),
        COLUMN("differ", "differ/decisions:%1"),
        COLUMN("distance", "distance:3"),
    };
    cJSON *rows = cJSON_Duplicate(json_get(result, "by"), true), *all = cJSON_CreateObject();

    cJSON_AddStringToObject(all, "decision", "all");
    json_copy(all, result, "decisions");
    json_copy(all, result, "differ");
    json_copy(all, result, "distance");
    cJSON_AddItemToArray(rows, all);
    print_sentence(
        result,
        "{a} and {b} at the same {decisions} decision{decisions:s} of {games} game{games:s}\n\n",
        out);
    table_print(rows, COLUMNS(columns), TABLE_TEXT, out);
    print_sentence(result, "[games that ended by a fault are left out: {left_out}\n]", out);
    print_largest(result, folder, out);
    cJSON_Delete(rows);
}

static const char *scoring_title(const char *key)
{
    return strcmp(key, "seeger_fabian") == 0 ? "Seeger" : key;
}

/* Adds a copy of an object as a row that is named. */
static cJSON *add_row(cJSON *rows, const cJSON *object, const char *name)
{
    cJSON *row = cJSON_Duplicate(object, true);

    cJSON_AddStringToObject(row, "row", name);
    cJSON_AddItemToArray(rows, row);
    return row;
}

/* ---- scorings ---- */

/* Where a test may have ended the run, the one interval is that of the verdict. */
static void show_scorings(const struct run_summary *summary, const cJSON *root,
                          const struct table_sink *to)
{
    static const struct column columns[] = {
        COLUMN("scoring", "row"),
        COLUMN("mean (interval)", "[{shown:?}{shown:+!2}][{!shown:?}{mean:+2}]"),
        COLUMN("decides", "[{judged:?}{judged:+!2}]", .presence = IF_ANY, .page = true),
    };
    const struct comparison *comparison = summary->numbers.comparison;
    const cJSON *verdict = json_get(root, "verdict"), *scoring;
    cJSON *rows = cJSON_CreateArray();

    cJSON_ArrayForEach (scoring, json_get(json_get(root, "comparison"), "scorings")) {
        cJSON *row = add_row(rows, scoring, scoring_title(scoring->string));
        const bool primary = strcmp(scoring->string, comparison->primary) == 0;
        if (primary && cJSON_IsObject(json_get(verdict, "difference")))
            cJSON_AddItemToObject(row, "shown",
                                  cJSON_Duplicate(json_get(verdict, "difference"), true));
        else if (json_get(row, "judged"))
            cJSON_AddItemToObject(row, "shown", cJSON_Duplicate(scoring, true));
    }
    table_show(to, "scorings", verdict,
               strcmp(json_text(verdict, "valid"), "anytime") == 0
                   ? "points a deal[, {level/0.01:0} % interval, valid whenever play stops]"
                   : "points a deal[, {level/0.01:0} % intervals of what was seen]",
               rows, COLUMNS(columns));
    cJSON_Delete(rows);
}

/* ---- splits ---- */

static void add_splits(cJSON *rows, const cJSON *splits, const char *as)
{
    const cJSON *split;

    cJSON_ArrayForEach (split, splits)
        cJSON_AddStringToObject(add_row(rows, split, as), "of", json_text(split, "name"));
}

/* The intervals are not corrected for their number, and the heading says so. A page has more splits
 * in a chart, so that its table has them, too. */
static void show_splits(const struct run_summary *summary, cJSON *root, const struct table_sink *to)
{
    const struct comparison *comparison = summary->numbers.comparison;
    const struct column columns[] = {
        COLUMN("games", "{row} {of:w}"),
        COLUMN("part (95 % interval)", "effect:+2"),
        COLUMN(comparison->a, "a.mean:+2", .leave = 1),
        COLUMN("seats", "a.seats:", .leave = 2),
        COLUMN(comparison->b, "b.mean:+2", .leave = 1),
        COLUMN("seats", "b.seats:", .leave = 2),
        COLUMN("deals", "[{deals:}]", .presence = IF_ANY, .page = true),
    };
    const cJSON *of = json_get(root, "comparison");
    cJSON *rows = cJSON_CreateArray();

    add_splits(rows, json_get(of, "roles"), "as");
    add_splits(rows, json_get(of, "contracts"), "in");
    add_splits(rows, json_get(of, "positions"), "at");
    if (to->page) {
        add_splits(rows, json_get(of, "bids"), "final bid");
        add_splits(rows, json_get(of, "decisions"), "first difference:");
    }
    cJSON_AddStringToObject(root, "unit_of_parts", scoring_title(comparison->primary));
    table_show(to, "splits", root,
               "where the difference comes from[{comparison.redeals:?}, without re-deals]"
               "[{comparison.unplayed:?}, counted in the deals that were played], in "
               "{unit_of_parts} points a deal; the parts by role, by game and by position each add "
               "up to it; then what each bot scored a seat; exploratory: with so many intervals, "
               "some miss by chance",
               rows, COLUMNS(columns));
    cJSON_Delete(rows);
}

/* ---- bidding ---- */

/* Who declared in the matches; where only one of the two did, how many it won. */
static void show_declared(const struct comparison *comparison, const cJSON *bidding,
                          const struct table_sink *to)
{
    const cJSON *declared = json_get(bidding, "declared");
    static const struct column columns[] = {
        COLUMN("declared by", "row"),
        COLUMN("matches", "share:%1"),
        COLUMN("part (95 % interval)", "worth:+2"),
        COLUMN("won", "[{only:?}{won/matches:%1}]", .presence = IF_ANY),
    };
    const struct {
        const char *key, *name, *won;
    } classes[] = {{"both", "both", NULL},
                   {"only_a", comparison->a, "a_won"},
                   {"only_b", comparison->b, "b_won"},
                   {"neither", "neither", NULL}};
    cJSON *rows = cJSON_CreateArray();

    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        cJSON *row = add_row(rows, json_get(declared, classes[i].key), classes[i].name);
        if (classes[i].won)
            json_put_int(row, "won", (int64_t)json_number(row, classes[i].won));
        cJSON_AddBoolToObject(row, "only", classes[i].won && json_number(row, "matches") > 0);
    }
    table_show(to, "declared", bidding,
               "bidding, same cards in the same position ({matches} matches), and the part of the "
               "difference by who declared",
               rows, COLUMNS(columns));
    cJSON_Delete(rows);
}

static void show_bidders(const struct comparison *comparison, const cJSON *bots,
                         const struct table_sink *to)
{
    static const struct column columns[] = {
        COLUMN("bot", "row"),
        COLUMN("declared", "declared:"),
        COLUMN("won", "won/declared:%1"),
        COLUMN("mean bid", "bid_sum/declared:1"),
        COLUMN("overbid", "overbid/declared:%2", .leave = 2),
        COLUMN("hand", "hand/declared:%1", .leave = 1),
        COLUMN("hand won", "hand_won/hand:%0", .leave = 1),
        COLUMN("kontra", "kontra.said:", .presence = IF_ANY),
        COLUMN("right", "[{kontra.right/kontra.said:%1}]", .presence = IF_ANY),
        COLUMN("lost games with it", "[{kontra.said:?}{kontra.right/kontra.lost_by_declarer:%1}]",
               .presence = IF_ANY),
    };
    cJSON *rows = cJSON_CreateArray();

    add_row(rows, json_get(bots, "a"), comparison->a);
    add_row(rows, json_get(bots, "b"), comparison->b);
    table_show(to, "bidders", NULL, NULL, rows, COLUMNS(columns));
    cJSON_Delete(rows);
}

static void show_calibration(const struct comparison *comparison, cJSON *rows,
                             const struct table_sink *to)
{
    const struct column columns[] = {
        COLUMN("final bid, games won", "{from}[-{to}][{open:?} and more]"),
        COLUMN(comparison->a, "[{a.won/a.declared:%1} of {a.declared}]"),
        COLUMN(comparison->b, "[{b.won/b.declared:%1} of {b.declared}]"),
    };
    cJSON *row;

    cJSON_ArrayForEach (row, rows) {
        cJSON_AddBoolToObject(row, "open", cJSON_IsNull(json_get(row, "to")));
        if (json_number(row, "from") == json_number(row, "to"))
            cJSON_DeleteItemFromObjectCaseSensitive(row, "to");
    }
    table_show(to, "calibration", NULL, NULL, rows, COLUMNS(columns));
}

static void show_bidding(const struct comparison *comparison, const cJSON *root,
                         const struct table_sink *to)
{
    const cJSON *of = json_get(root, "comparison"), *bidding = json_get(of, "bidding");

    if (!comparison->bidding)
        return;
    show_declared(comparison, bidding, to);
    show_bidders(comparison, json_get(bidding, "bots"), to);
    if (!(comparison->bidding->highest.a > 0 || comparison->bidding->highest.b > 0))
        return; /* some games have no auction */
    if (!to->page)
        print_sentence(
            of,
            "{a} goes higher in {bidding.higher.a/bidding.matches:%1}, {b} in "
            "{bidding.higher.b/bidding.matches:%1}, the same in "
            "{bidding.higher.same/bidding.matches:%1}; on average {bidding.highest.a:2} and "
            "{bidding.highest.b:2}\n",
            to->out);
    show_calibration(comparison, json_get(bidding, "calibration"), to);
}

/* ---- re-deals ---- */

/* How the two bid differently, and what it is worth: over the deals as dealt and dealt again. */
static void show_redealt_classes(const struct comparison *comparison, const cJSON *root,
                                 const struct table_sink *to)
{
    static const struct {
        const char *name, *words;
    } texts[] = {
        {"only_a_bids", "{a} bids on, {b} passes"},
        {"only_b_bids", "{b} bids on, {a} passes"},
        {"other_bids", "{a} bids, {b} bids another value"},
        {"only_a_hand", "{a} plays hand, {b} picks up"},
        {"only_b_hand", "{b} plays hand, {a} picks up"},
        {"other_games", "{a} plays a game, {b} plays another one"},
        {"other_discards", "{a} plays a game, {b} puts other cards aside for it"},
    };
    static const struct column columns[] = {
        COLUMN("where they bid differently", "words"),
        COLUMN("seats", "cases:"),
        COLUMN("gain of one", "worth:+2"),
        COLUMN("part (95 % interval)", "effect:+"),
    };
    cJSON *rows = json_get(json_get(json_get(root, "comparison"), "redeals"), "classes"), *row;

    if (!comparison->redeals || !comparison->redeals->classes_count)
        return;
    cJSON_ArrayForEach (row, rows)
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
            if (strcmp(texts[i].name, json_text(row, "name")) == 0) {
                char *words = field_text(json_get(root, "comparison"), texts[i].words);
                cJSON_AddStringToObject(row, "words", words);
                free(words);
            }
    table_show(to, "redealt", NULL, NULL, rows, COLUMNS(columns));
}

/* How much more often one of the two declares, of its seats; only a page has this. */
static void show_declares(const struct comparison *comparison, const cJSON *root,
                          const struct table_sink *to)
{
    const struct column columns[] = {
        COLUMN("how often they declare", "name"),
        COLUMN(comparison->a, "[{a.share:%1}, {a.declared} games]"),
        COLUMN(comparison->b, "[{b.share:%1}, {b.declared} games]"),
        COLUMN("difference in points (95 % interval)", "difference/0.01:+1"),
    };

    table_show(to, "declares", NULL, "how often they declare, of their seats",
               json_get(json_get(root, "comparison"), "declares"), COLUMNS(columns));
}

/* ---- deals ---- */

static bool has_log(const char *folder) { return log_mode_of_folder(folder) != LOG_NONE; }

/* Says what one of the two did, in words. */
static void put_words(cJSON *side)
{
    char text[ACTION_WORDS_SIZE];

    cJSON_AddStringToObject(side, "words",
                            action_in_words(json_text(side, "action"), game_text_symbols(), text));
}

/* The deal, the first decision that differs, and the command that shows it, if there is a log. */
static void print_deal(const struct noted_deal *deal, const char *folder, FILE *out)
{
    cJSON *row = fields_to_json(&noted_deal_fields, deal);
    char *games = cJSON_PrintUnformatted(json_get(row, "games")); /* "[1,2,3]" */

    print_sentence(row, "  {difference:+2}  session {session}, deal {deal}", out);
    if (has_log(folder)) {
        fprintf(out, ": ");
        print_replay(folder, out);
        fprintf(out, " --game %.*s", (int)strcspn(games + 1, "]"), games + 1);
    }
    fprintf(out, "\n");
    if (deal->first) {
        put_words(json_get(json_get(row, "first"), "a"));
        put_words(json_get(json_get(row, "first"), "b"));
        print_sentence(
            row,
            "      move {first.move}[, {first.position_name}]: {first.a.bot} {first.a.words} in "
            "game {first.a.game}, {first.b.bot} {first.b.words} in game {first.b.game}\n",
            out);
    }
    free(games);
    cJSON_Delete(row);
}

/* The position in which the first decision of a deal differed, from the log. */
static void print_position(const char *folder, const struct first_difference *first, FILE *out)
{
    static struct game_json line; /* 7 kB, used one at a time */
    struct errors errors = {0};
    struct log_reader log;

    if (!first || first->position < 0 || first->position >= SKAT_PLAYERS)
        return;
    bool open = log_reader_open(&log, folder, NULL, &errors);
    while (open && log_reader_next(&log) && (int64_t)log_reader_game(&log) < first->a.game)
        ;
    if (open && game_json_read(log.text, log.length, &log.rules, NULL, log.path, &line, &errors)) {
        const struct game_text text = {&line, game_text_symbols(), out, NULL, {0}};
        fprintf(out, "      ");
        game_text_print_position(&text, (int)first->move, (unsigned)first->position);
        cJSON_Delete(line.root);
    }
    log_reader_close(&log);
    errors_free(&errors);
}

void print_divergences(const struct run_summary *summary, const char *folder, FILE *out)
{
    const struct comparison *comparison = summary ? summary->numbers.comparison : NULL;

    if (!comparison || !comparison->divergences_count)
        return;
    fprintf(out, "\nthe first deals played differently (%s - %s in points a deal)\n", comparison->a,
            comparison->b);
    for (int i = 0; i < comparison->divergences_count; i++) {
        print_deal(&comparison->divergences[i], folder, out);
        print_position(folder, comparison->divergences[i].first, out);
    }
}

static void show_comparison(const struct run_summary *summary, const struct table_sink *to)
{
    const struct comparison *comparison = summary->numbers.comparison;
    cJSON *root = fields_to_json(&run_summary_fields, summary);

    show_scorings(summary, root, to);
    if (!comparison_is_alike(comparison))
        show_splits(summary, root, to);
    show_bidding(comparison, root, to);
    show_redealt_classes(comparison, root, to);
    if (to->page)
        show_declares(comparison, root, to);
    cJSON_Delete(root);
}

void page_comparison_tables(const struct run_summary *summary, cJSON *page)
{
    if (summary->numbers.comparison)
        show_comparison(summary, &(struct table_sink){.page = page});
}

void print_comparison_tables(const struct run_summary *summary, const char *folder, FILE *out)
{
    const struct comparison *comparison = summary->numbers.comparison;

    show_comparison(summary, &(struct table_sink){TABLE_TEXT, out, NULL});
    if (comparison->swings_count)
        fprintf(out, "\nlargest swings, up or down, points a deal%s\n",
                has_log(folder) ? ", and the first decision that differed"
                                : " (only a log tells which decisions differed)");
    for (int i = 0; i < comparison->swings_count; i++)
        print_deal(&comparison->swings[i], folder, out);
}
