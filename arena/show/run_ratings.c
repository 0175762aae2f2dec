// SPDX-License-Identifier: MIT
#include "arena/show/run_ratings.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/csv_text.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/terminal_fold.h"
#include "arena/base/text.h"
#include "arena/result/estimates.h"
#include "arena/show/field_text.h"
#include "arena/stats/paired_ratings.h"

/* ---- what a run has to say ---- */

/* The hash of some JSON, which it deletes. */
static void sum_of(cJSON *json, char sum[HASH_SIZE])
{
    char *text = xcheck(cJSON_PrintUnformatted(json));

    hash_text(text, sum);
    free(text);
    cJSON_Delete(json);
}

static bool counts_sessions(const cJSON *manifest)
{
    return strcmp(json_text(json_get(manifest, "schedule"), "unit"), "session") == 0;
}

void conditions_of(const cJSON *manifest, char sum[HASH_SIZE])
{
    static const char *const keys[] = {"rules", "contract", "play", "deals"};
    cJSON *conditions = cJSON_CreateObject();

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        json_copy(conditions, manifest, keys[i]);
    cJSON_AddBoolToObject(conditions, "bidding", cJSON_IsTrue(json_get(manifest, "bidding")));
    if (!counts_sessions(manifest))
        cJSON_DeleteItemFromObjectCaseSensitive(json_get(conditions, "rules"), "deals");
    sum_of(conditions, sum);
}

static void add_identity(cJSON *bot, const cJSON *of)
{
    static const char *const names[] = {"name", "module", "id", "version"};
    static const char *const parts[] = {"bid", "play"};
    cJSON *own = cJSON_Duplicate(of, true);
    char sum[HASH_SIZE];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        cJSON_DeleteItemFromObjectCaseSensitive(own, names[i]);
        for (int part = 0; part < 2; part++)
            cJSON_DeleteItemFromObjectCaseSensitive(json_get(own, parts[part]), names[i]);
    }
    sum_of(own, sum);
    cJSON_AddStringToObject(bot, "identity", sum);
}

/* Adds what a part of a manifest says of a bot, as texts: "module stammtisch", "caution=40", of a
 * composed bot "bid.caution=40". `hashes`: those alone, by their first digits, or all else. */
static void add_traits(cJSON *traits, const cJSON *of, const char *prefix, bool hashes)
{
    static const char *const silent[] = {"name", "id", "file"};
    const cJSON *item;

    cJSON_ArrayForEach (item, of) {
        const char *key = item->string ? item->string : "";
        bool is_hash = strcmp(key, "sha256") == 0, skip = !*key || is_hash != hashes;
        if (cJSON_IsObject(item) || cJSON_IsArray(item)) {
            const bool part = strcmp(key, "bid") == 0 || strcmp(key, "play") == 0;
            add_traits(traits, item, part ? key : prefix, hashes);
            continue;
        }
        for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
            skip |= strcmp(key, silent[i]) == 0;
        if (skip)
            continue;
        char *value = is_hash ? xasprintf("%.8s", json_text(of, key)) : field_text(of, key),
             *trait = xasprintf("%s%s%s=%s", prefix, *prefix ? "." : "", key, value);
        text_make_line(trait);
        cJSON_AddItemToArray(traits, cJSON_CreateString(trait));
        free(trait);
        free(value);
    }
}

static void add_seed(cJSON *seeds, const cJSON *of)
{
    char *text = cJSON_PrintUnformatted(json_get(of, "seed"));

    cJSON_AddItemToArray(seeds, cJSON_CreateString(text ? text : ""));
    free(text);
}

static int number_of_bot(const cJSON *bots, const char *name)
{
    const cJSON *bot;
    int number = 0;

    cJSON_ArrayForEach (bot, bots) {
        if (strcmp(json_text(bot, "name"), name) == 0)
            return number;
        number++;
    }
    return -1;
}

static void add_pair(cJSON *met, const cJSON *pair, double deals_of_unit)
{
    const cJSON *bots = json_get(met, "bots"), *difference = json_get(pair, "difference"),
                *error = json_get(difference, "error");
    const int a = number_of_bot(bots, json_text(pair, "a")),
              b = number_of_bot(bots, json_text(pair, "b"));
    const double units = json_number(pair, "units");

    if (a < 0 || b < 0 || a == b || !cJSON_IsNumber(error) || error->valuedouble < 0 || units < 2 ||
        !(deals_of_unit > 0))
        return;
    cJSON *added = cJSON_CreateObject();
    cJSON_AddNumberToObject(added, "a", a);
    cJSON_AddNumberToObject(added, "b", b);
    cJSON_AddNumberToObject(added, "mean", json_number(difference, "mean"));
    cJSON_AddNumberToObject(added, "error", error->valuedouble);
    cJSON_AddNumberToObject(added, "units", units);
    cJSON_AddNumberToObject(added, "deals", units * deals_of_unit);
    cJSON_AddItemToArray(json_get(met, "pairs"), added);
}

void add_meetings(cJSON *entry, const cJSON *manifest, const cJSON *summary)
{
    static const char *const keys[] = {"name", "version"};
    const cJSON *item, *pooled = json_get(manifest, "pooled");
    cJSON *met = cJSON_AddObjectToObject(entry, "met");
    char conditions[HASH_SIZE];

    conditions_of(manifest, conditions);
    cJSON_AddBoolToObject(met, "fixed",
                          !json_get(summary, "test") && !json_get(summary, "extended_from") &&
                              !json_get(json_get(manifest, "schedule"), "shard") &&
                              cJSON_IsTrue(json_get(summary, "complete")));
    cJSON_AddStringToObject(met, "conditions", conditions);
    cJSON_AddStringToObject(met, "scoring", json_text(summary, "scoring"));
    cJSON *seeds = cJSON_AddArrayToObject(met, "seeds"),
          *bots = cJSON_AddArrayToObject(met, "bots");
    if (!pooled)
        add_seed(seeds, manifest);
    cJSON_ArrayForEach (item, pooled)
        add_seed(seeds, item);
    cJSON_ArrayForEach (item, json_get(manifest, "bots")) {
        cJSON *bot = cJSON_CreateObject();
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
            json_copy(bot, item, keys[i]);
        add_identity(bot, item);
        cJSON *traits = cJSON_AddArrayToObject(bot, "traits");
        add_traits(traits, item, "", false);
        add_traits(traits, item, "", true);
        cJSON_AddItemToArray(bots, bot);
    }
    cJSON_AddArrayToObject(met, "pairs");
    const double deals =
        counts_sessions(manifest) ? json_number(json_get(manifest, "schedule"), "deals") : 1;
    cJSON_ArrayForEach (item, json_get(summary, "pairs"))
        add_pair(met, item, deals);
}

/* ---- all runs ---- */

/* A bot under the conditions of a run. */
struct rated_bot {
    const cJSON *bot; /* as the run that was written last has it */
    const char *conditions, *scoring;
    double written;
    int list;   /* the lowest number of a bot that it is connected with */
    int number; /* in its list */
};

struct rated_run {
    const cJSON *entry, *met;
    int group; /* the lowest number of a run that it shares deals with, directly or not */
    bool listed;
};

struct rated_folder {
    struct rated_bot *bots;
    struct rated_run *runs;
    struct paired_difference *pairs; /* of numbers of `bots`, and runs for groups */
    int bots_count, runs_count, pairs_count;
};

static int find_bot(struct rated_folder *folder, const struct rated_run *run, const cJSON *bot)
{
    const char *conditions = json_text(run->met, "conditions");
    const double written = json_number(run->entry, "written");
    int i = 0;

    while (i < folder->bots_count &&
           (strcmp(json_text(folder->bots[i].bot, "identity"), json_text(bot, "identity")) != 0 ||
            strcmp(folder->bots[i].conditions, conditions) != 0))
        i++;
    struct rated_bot *found = &folder->bots[i];
    if (i == folder->bots_count)
        folder->bots[folder->bots_count++] =
            (struct rated_bot){bot, conditions, json_text(run->met, "scoring"), written, i, 0};
    else if (written > found->written) {
        found->bot = bot;
        found->written = written;
    }
    return i;
}

static void connect(struct rated_folder *folder, int a, int b)
{
    const int one = folder->bots[a].list, other = folder->bots[b].list,
              low = one < other ? one : other, high = one < other ? other : one;

    for (int i = 0; i < folder->bots_count; i++)
        if (folder->bots[i].list == high)
            folder->bots[i].list = low;
}

static bool share_deals(const struct rated_run *one, const struct rated_run *other)
{
    const cJSON *seed;

    if (strcmp(json_text(one->met, "conditions"), json_text(other->met, "conditions")) != 0)
        return false;
    cJSON_ArrayForEach (seed, json_get(one->met, "seeds"))
        if (json_has_text(json_get(other->met, "seeds"), seed->valuestring))
            return true;
    return false;
}

/* Joins the groups of a run and of those before it that have deals of it. */
static void join_groups(struct rated_folder *folder, int number)
{
    struct rated_run *run = &folder->runs[number];

    run->group = number;
    for (int i = 0; i < number; i++) {
        const int from = run->group, to = folder->runs[i].group;
        if (from == to || !share_deals(run, &folder->runs[i]))
            continue;
        for (int j = 0; j <= number; j++)
            if (folder->runs[j].group == from || folder->runs[j].group == to)
                folder->runs[j].group = from < to ? from : to;
    }
}

/* A copy of a run tells nothing new. */
static bool is_copy(const struct rated_folder *folder, const cJSON *met)
{
    for (int i = 0; i < folder->runs_count; i++)
        if (cJSON_Compare(folder->runs[i].met, met, true))
            return true;
    return false;
}

static void add_run(struct rated_folder *folder, const cJSON *entry)
{
    const cJSON *met = json_get(entry, "met"), *bots = json_get(met, "bots"), *pair;
    if (is_copy(folder, met))
        return;
    const int number = folder->runs_count++;
    struct rated_run *run = &folder->runs[number];

    *run = (struct rated_run){.entry = entry, .met = met};
    join_groups(folder, number);
    cJSON_ArrayForEach (pair, json_get(met, "pairs")) {
        const int a = find_bot(folder, run, cJSON_GetArrayItem(bots, (int)json_number(pair, "a"))),
                  b = find_bot(folder, run, cJSON_GetArrayItem(bots, (int)json_number(pair, "b")));
        if (a == b) /* a bot against itself */
            continue;
        connect(folder, a, b);
        folder->pairs[folder->pairs_count++] = (struct paired_difference){
            .a = a,
            .b = b,
            .mean = json_number(pair, "mean"),
            .error = json_number(pair, "error"),
            .units = (int64_t)json_number(pair, "units"),
            .weight = json_number(pair, "deals"),
            .group = number,
        };
    }
}

/* Is it there, and of a number of deals that was fixed? */
static bool is_rated(const cJSON *entry)
{
    return cJSON_IsTrue(json_get(json_get(entry, "met"), "fixed"));
}

/* The bots and pairs are at most as many as the entries have. */
static struct rated_folder read_entries(const cJSON *entries)
{
    struct rated_folder folder = {0};
    size_t bots = 1, pairs = 1;
    const cJSON *entry;

    cJSON_ArrayForEach (entry, entries) {
        bots += (size_t)cJSON_GetArraySize(json_get(json_get(entry, "met"), "bots"));
        pairs += (size_t)cJSON_GetArraySize(json_get(json_get(entry, "met"), "pairs"));
    }
    folder.runs = xcalloc((size_t)cJSON_GetArraySize(entries) + 1, sizeof *folder.runs);
    folder.bots = xcalloc(bots, sizeof *folder.bots);
    folder.pairs = xcalloc(pairs, sizeof *folder.pairs);
    cJSON_ArrayForEach (entry, entries)
        if (is_rated(entry))
            add_run(&folder, entry);
    return folder;
}

/* ---- a list ---- */

struct rated_list {
    const struct rated_folder *folder;
    int number; /* rated_bot.list */
    int *bots;  /* numbers in the folder */
    struct paired_difference *pairs;
    int bots_count, pairs_count, runs_count, shared; /* `shared`: runs that share deals */
};

static const char *name_of(const cJSON *entry)
{
    return *json_text(entry, "name") ? json_text(entry, "name") : json_text(entry, "folder");
}

/* The bots and pairs of the list, and in `json` the names of its runs. */
static struct rated_list list_of(struct rated_folder *folder, int number, cJSON *json)
{
    struct rated_list list = {.folder = folder, .number = number};
    cJSON *names = cJSON_AddArrayToObject(json, "runs");
    int *runs_of = xcalloc((size_t)folder->runs_count + 1, sizeof *runs_of);

    list.bots = xcalloc((size_t)folder->bots_count, sizeof *list.bots);
    list.pairs = xcalloc((size_t)folder->pairs_count + 1, sizeof *list.pairs);
    for (int i = 0; i < folder->bots_count; i++)
        if (folder->bots[i].list == number) {
            folder->bots[i].number = list.bots_count;
            list.bots[list.bots_count++] = i;
        }
    for (int i = 0, last = -1; i < folder->pairs_count; i++) {
        const struct paired_difference *pair = &folder->pairs[i];
        const struct rated_run *run = &folder->runs[pair->group];
        if (folder->bots[pair->a].list != number)
            continue;
        struct paired_difference *own = &list.pairs[list.pairs_count++];
        *own = *pair;
        own->a = folder->bots[pair->a].number;
        own->b = folder->bots[pair->b].number;
        own->group = run->group;
        if (pair->group == last)
            continue;
        last = pair->group;
        cJSON_AddItemToArray(names, cJSON_CreateString(name_of(run->entry)));
        runs_of[run->group]++;
        list.runs_count++;
    }
    for (int i = 0; i < folder->runs_count; i++)
        list.shared += runs_of[i] > 1 ? runs_of[i] : 0;
    free(runs_of);
    return list;
}

static const cJSON *bot_of(const struct rated_list *list, int bot)
{
    return list->folder->bots[list->bots[bot]].bot;
}

/* Adds to `text` a trait of a bot that some of the bots marked in `alike` do not have, and unmarks
 * these. Returns the longer text. */
static char *tell_apart(const struct rated_list *list, const char *trait, bool *alike, char *text)
{
    bool tells = false;

    for (int i = 0; i < list->bots_count; i++)
        if (alike[i] && !json_has_text(json_get(bot_of(list, i), "traits"), trait)) {
            alike[i] = false;
            tells = true;
        }
    if (!tells)
        return text;
    char *longer = xasprintf("%s%s%s", text, *text ? ", " : "", trait);
    free(text);
    return longer;
}

/* What it is called in the list, with what tells it from others of the same name: "mine (version
 * 1.1)", "bold (caution=40)"; the caller frees it. */
static char *shown_name(const struct rated_list *list, int bot)
{
    const char *name = json_text(bot_of(list, bot), "name");
    bool *alike = xcalloc((size_t)list->bots_count, sizeof *alike);
    char *text = xstrdup("");
    const cJSON *trait;

    for (int i = 0; i < list->bots_count; i++)
        alike[i] = i != bot && strcmp(json_text(bot_of(list, i), "name"), name) == 0;
    cJSON_ArrayForEach (trait, json_get(bot_of(list, bot), "traits"))
        text = tell_apart(list, trait->valuestring, alike, text);
    char *shown = *text ? xasprintf("%s (%s)", name, text) : xstrdup(name);
    free(text);
    free(alike);
    return shown;
}

static void add_name(cJSON *row, const struct rated_list *list, int bot)
{
    char *name = shown_name(list, bot);

    cJSON_AddStringToObject(row, "bot", name);
    free(name);
    json_copy(row, bot_of(list, bot), "version");
    json_copy(row, bot_of(list, bot), "identity");
}

/* How many of the others it met. */
static int count_met(const struct rated_list *list, int bot)
{
    bool *met = xcalloc((size_t)list->bots_count, sizeof *met);
    int count = 0;

    for (int i = 0; i < list->pairs_count; i++) {
        const struct paired_difference *pair = &list->pairs[i];
        if (pair->a == bot || pair->b == bot)
            met[pair->a == bot ? pair->b : pair->a] = true;
    }
    for (int i = 0; i < list->bots_count; i++)
        count += met[i];
    free(met);
    return count;
}

struct place {
    int bot;
    struct estimate points;
};

static int by_points(const void *one, const void *other)
{
    const struct place *a = one, *b = other;

    return a->points.mean > b->points.mean   ? -1
           : a->points.mean < b->points.mean ? 1
                                             : a->bot - b->bot;
}

/* Names in it are those of files and folders, which may be anything. */
static void add_note(cJSON *notes, char *text)
{
    text_make_line(text);
    cJSON_AddItemToArray(notes, cJSON_CreateString(text));
    free(text);
}

static void add_notes(cJSON *json, const struct rated_list *list,
                      const struct paired_ratings *ratings)
{
    cJSON *notes = cJSON_AddArrayToObject(json, "notes");
    int a, b;

    json_put_int(json, "shared", list->shared);
    if (list->shared)
        add_note(notes,
                 field_text(json,
                            "{shared} of these runs have deals in common: the intervals allow for "
                            "that, and are wider than they would be with other seeds"));
    if (paired_ratings_worst(ratings, &a, &b) >= JUDGED_LEVEL)
        return;
    char *one = shown_name(list, a), *other = shown_name(list, b);
    add_note(notes, xasprintf("the differences do not add up: %s and %s differ otherwise in their "
                              "own games than in this list, which is an average",
                              one, other));
    free(one);
    free(other);
}

static void add_rows(cJSON *json, const struct rated_list *list)
{
    cJSON *rows = cJSON_AddArrayToObject(json, "bots");
    struct place *places = xcalloc((size_t)list->bots_count, sizeof *places);
    struct paired_ratings *ratings = paired_ratings_new(
        list->bots_count, list->pairs, list->pairs_count, list->folder->runs_count);

    for (int i = 0; i < list->bots_count; i++)
        places[i] = (struct place){i, paired_ratings_of(ratings, i)};
    qsort(places, (size_t)list->bots_count, sizeof *places, by_points);
    for (int i = 0; i < list->bots_count; i++) {
        cJSON *row = cJSON_CreateObject();
        const int bot = places[i].bot;
        add_name(row, list, bot);
        estimate_put(row, "points", places[i].points);
        if (i + 1 < list->bots_count)
            estimate_put(row, "ahead", paired_ratings_between(ratings, bot, places[i + 1].bot));
        else
            cJSON_AddNullToObject(row, "ahead");
        json_put_int(row, "met", count_met(list, bot));
        json_copy(row, json, "list");
        json_copy(row, json, "scoring");
        cJSON_AddItemToArray(rows, row);
    }
    add_notes(json, list, ratings);
    paired_ratings_free(ratings);
    free(places);
}

static void add_list(cJSON *lists, struct rated_folder *folder, int number)
{
    cJSON *json = cJSON_CreateObject();

    json_put_int(json, "list", cJSON_GetArraySize(lists) + 1);
    cJSON_AddStringToObject(json, "scoring", folder->bots[number].scoring);
    struct rated_list list = list_of(folder, number, json);
    if (list.runs_count > 1) {
        for (int i = 0; i < folder->pairs_count; i++)
            if (folder->bots[folder->pairs[i].a].list == number)
                folder->runs[folder->pairs[i].group].listed = true;
        add_rows(json, &list);
        cJSON_AddItemToArray(lists, json);
    } else {
        cJSON_Delete(json);
    }
    free(list.bots);
    free(list.pairs);
}

/* ---- all lists ---- */

/* Adds a note that ends with the names of these runs, or of the first five. */
static void add_note_of_runs(cJSON *notes, const char *why, const cJSON *runs)
{
    enum { NAMED = 5 };
    char *names = xstrdup("");
    const cJSON *entry;
    int count = 0;

    cJSON_ArrayForEach (entry, runs) {
        char *longer = count < NAMED ? xasprintf("%s%s%s", names, count ? ", " : "", name_of(entry))
                                     : xasprintf("%s%s", names, count == NAMED ? ", ..." : "");
        free(names);
        names = longer;
        count++;
    }
    if (count)
        add_note(notes, xasprintf("%s: %s", why, names));
    free(names);
}

static void add_left_out(cJSON *notes, const cJSON *entries, const struct rated_folder *folder)
{
    cJSON *open = cJSON_CreateArray(), *alone = cJSON_CreateArray();
    const cJSON *entry;

    cJSON_ArrayForEach (entry, entries)
        if (json_get(entry, "met") && !is_rated(entry))
            cJSON_AddItemReferenceToArray(open, (cJSON *)(uintptr_t)entry);
    for (int i = 0; i < folder->runs_count; i++)
        if (!folder->runs[i].listed)
            cJSON_AddItemReferenceToArray(alone, (cJSON *)(uintptr_t)folder->runs[i].entry);
    add_note_of_runs(notes,
                     "left out, since the number of deals was not fixed beforehand (a test, an "
                     "extension, an interruption, a shard)",
                     open);
    add_note_of_runs(notes,
                     "in no list, since no other run compares one of their bots, with the same "
                     "options and limits, under the same rules",
                     alone);
    cJSON_Delete(open);
    cJSON_Delete(alone);
}

cJSON *run_ratings_of(const cJSON *entries)
{
    struct rated_folder folder = read_entries(entries);
    cJSON *root = cJSON_CreateObject(), *lists = cJSON_AddArrayToObject(root, "lists"),
          *notes = cJSON_AddArrayToObject(root, "notes");

    for (int i = 0; i < folder.bots_count; i++)
        if (folder.bots[i].list == i)
            add_list(lists, &folder, i);
    if (cJSON_GetArraySize(lists) > 1)
        add_note(notes, xstrdup("bots of different lists are not connected by any runs under the "
                                "same rules, so nothing is known of who is better"));
    add_left_out(notes, entries, &folder);
    free(folder.bots);
    free(folder.runs);
    free(folder.pairs);
    return root;
}

/* Prints a line in a format for people; beside CSV, which has no place for it. */
static void print_line(const char *text, enum table_format format, FILE *out)
{
    if (format == TABLE_CSV) {
        print_note("%s\n", text);
    } else if (format == TABLE_MD) {
        markdown_print_text(text, out);
        fputs("\n\n", out);
    } else {
        fprintf(out, "%s\n", text);
    }
}

static void print_notes(const cJSON *notes, enum table_format format, FILE *out)
{
    const cJSON *note;

    cJSON_ArrayForEach (note, notes)
        print_line(note->valuestring, format, out);
}

/* The columns of a list: points and lead are as exact as their intervals. */
static const struct column columns[] = {
    COLUMN("bot", "bot"),
    COLUMN("version", "version", .leave = 3),
    COLUMN("points a deal (95 % interval)", "points:+", .csv = "points,low,high=points"),
    COLUMN("ahead of the next", "ahead:+", .csv = "ahead,ahead_low,ahead_high=ahead", .leave = 1),
    COLUMN("met", "met:", .leave = 2),
    COLUMN("", NULL, .csv = "identity"),
    COLUMN("", NULL, .csv = "list"),
    COLUMN("", NULL, .csv = "scoring"),
};

void print_run_ratings(const cJSON *ratings, enum table_format format, FILE *out)
{
    cJSON *rows = cJSON_CreateArray(); /* of all lists, for programs */
    const cJSON *list, *row;

    cJSON_ArrayForEach (list, json_get(ratings, "lists")) {
        char *head = field_text(
            list,
            "list {list}: points a deal ({scoring}), above the mean of the list; runs: {runs}");
        print_line(head, format, out);
        if (format != TABLE_CSV)
            table_print(json_get(list, "bots"), COLUMNS(columns), format, out);
        fputs(format == TABLE_MD ? "\n" : "", out);
        print_notes(json_get(list, "notes"), format, out);
        fputs(format == TABLE_TEXT ? "\n" : "", out);
        cJSON_ArrayForEach (row, json_get(list, "bots"))
            cJSON_AddItemReferenceToArray(rows, (cJSON *)(uintptr_t)row);
        free(head);
    }
    if (format == TABLE_CSV)
        table_print(rows, COLUMNS(columns), format, out);
    print_notes(json_get(ratings, "notes"), format, out);
    cJSON_Delete(rows);
}

void page_run_ratings(cJSON *ratings)
{
    cJSON *list;

    cJSON_ArrayForEach (list, json_get(ratings, "lists"))
        table_show(&(struct table_sink){.page = cJSON_AddObjectToObject(list, "numbers")}, "bots",
                   NULL, NULL, json_get(list, "bots"), COLUMNS(columns));
}
