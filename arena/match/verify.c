// SPDX-License-Identifier: MIT
#include "arena/match/verify.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/base/memory.h"
#include "arena/compare/redeals_check.h"
#include "arena/record/game_stats.h"
#include "arena/record/game_json.h"
#include "arena/base/json_differences.h"
#include "arena/base/json_read.h"
#include "arena/log/log_replayer.h"
#include "arena/log/manifest.h"
#include "arena/log/result_folder.h"
#include "arena/config/schedule.h"
#include "arena/match/fault_report.h"
#include "arena/compare/run_fold.h"
#include "arena/base/json_write.h"
#include "engine/deal.h"
#include "engine/variant.h"
#include "engine/rules.h"
#include "arena/config/seed_json.h"
#include "arena/result/run_summary.h"

enum { ERRORS_SHOWN = 100 };

struct verification {
    struct log_reader log;
    const struct verify_watcher *watcher; /* or NULL */
    uint64_t games;
    struct run_fold *fold;         /* of a log with a manifest, by its rules; else NULL */
    struct redeals_check *redeals; /* of a run with re-deals */
    const cJSON *given;            /* deal number `given_of`, if the manifest lists the deals */
    uint64_t given_of;
    bool seeded; /* the deals come from the manifest's seed; `key` is its key */
    struct skat_random_key key;
    struct fault_reader faults;
    bool wrong_fault; /* a report was missing, or said something else than its game */
    bool has_summary;
    struct errors *errors;
};

/* ---- fault reports ---- */

static void wrong_fault(struct verification *check, uint64_t game, const char *what)
{
    check->wrong_fault = true;
    errors_add(check->errors, check->faults.path, what, (unsigned long long)game);
}

static void refuse_foreign(struct verification *check)
{
    if (check->faults.foreign)
        wrong_fault(check, check->faults.number, "line %llu is no report of a fault");
}

static bool is_report_of(const char *report, const struct game_json *line)
{
    const char *bot = line->table[line->outcome.seat_of[line->game.fault]];

    return fault_report_is_of(&line->game, &line->outcome, bot, report);
}

static void check_report(struct verification *check, const struct game_json *line)
{
    const uint64_t game = line->id.game;
    const bool is_fault = game_status_is_fault(line->outcome.status),
               fits = is_fault && is_report_of(check->faults.text, line);

    fault_reader_next(&check->faults);
    refuse_foreign(check);
    if (check->faults.more && check->faults.game == game)
        wrong_fault(check, game, "game %llu has more than one report");
    else if (!is_fault)
        wrong_fault(check, game, "game %llu ended without a fault, but has a report");
    else if (!fits)
        wrong_fault(check, game,
                    "the report of game %llu has another bot, seat, position or status than the "
                    "log");
}

static const char not_in_the_log[] =
    "line %llu is about a game that is not in the log, or not in its order";

/* A game that ended by a fault has a report, and no other game has one. One error is enough: what
 * was cut off is missing. */
static void check_fault(struct verification *check, const struct game_json *line)
{
    const struct fault_reader *faults = &check->faults;

    if (check->wrong_fault)
        return;
    if (faults->more && faults->game < line->id.game)
        wrong_fault(check, faults->number, not_in_the_log);
    else if (faults->more && faults->game == line->id.game)
        check_report(check, line);
    else if (game_status_is_fault(line->outcome.status))
        wrong_fault(check, line->id.game, "game %llu ended by a fault, but has no report");
}

/* Can the run still be continued? Then not all of its files need be there. */
static bool may_be_unfinished(const struct verification *check)
{
    char path[FOLDER_PATH_SIZE];

    return access(folder_file(check->log.folder, RESUME_FILE, path), F_OK) == 0;
}

/* Checks that a whole log has no reports of other games, nor the beginning of one, unless a run
 * that can still be continued was cut off. */
static void check_other_faults(struct verification *check)
{
    const struct fault_reader *faults = &check->faults;

    if (faults->more)
        wrong_fault(check, faults->number, not_in_the_log);
    else if (faults->torn && !may_be_unfinished(check))
        wrong_fault(check, faults->number, "line %llu is torn");
}

/* ---- a line ---- */

/* The given deal with this number in the manifest. Games come in order and the list may be long, so
 * the search starts at the last one. */
static const cJSON *given_deal(struct verification *check, const cJSON *deals, uint64_t number)
{
    if (!check->given || number < check->given_of) {
        check->given = deals->child;
        check->given_of = 0;
    }
    for (; check->given && check->given_of < number; check->given_of++)
        check->given = check->given->next;
    return check->given;
}

/* A game that a fault ended early has only part of its auction. */
static bool begins_alike(const char *moves, const char *auction)
{
    size_t one = strlen(moves), other = strlen(auction), shorter = one < other ? one : other;

    return strncmp(moves, auction, shorter) == 0;
}

/* Checks a game against a given deal of the manifest: the cards, and the auction if it has one. */
static void check_given(struct verification *check, const struct game_json *line,
                        const cJSON *given, const char *where)
{
    const struct skat_deck *deck = check->log.rules.derived.deck;
    const char *text = cJSON_IsString(given) ? given->valuestring : "";
    size_t length = strcspn(text, " ");
    char cards[2 * SKAT_DEAL_TEXT_SIZE], moves[SKAT_RECORD_SIZE];
    struct skat_deal deal;

    snprintf(cards, sizeof cards, "%.*s", (int)length, text);
    if (!skat_deal_parse(&deal, deck, cards, NULL) ||
        memcmp(deal.cards, line->game.deal.cards, deck->count) != 0)
        errors_add(check->errors, where, "field \"cards\": not the deal in the manifest");
    moves[skat_record_moves(&line->game, moves)] = '\0';
    if (text[length] && !begins_alike(moves, text + length + 1))
        errors_add(check->errors, where, "field \"moves\": not the auction in the manifest");
}

/* Sets `seeded` and `key` from the manifest. */
static void read_seed(struct verification *check)
{
    const cJSON *root = check->log.manifest.root;
    const cJSON *deals = json_get(root, "deals");
    const char *dealer = json_text(root, "dealer");
    struct skat_seed seed;

    if (cJSON_IsArray(deals) || check->log.manifest.schedule.kind == SCHEDULE_RECORDED)
        return;
    if (!cJSON_IsString(deals) || strcmp(deals->valuestring, "seed") != 0) {
        errors_add(check->errors, check->log.path,
                   "the manifest's \"deals\" is neither \"seed\" nor a list of deals: the cards "
                   "cannot be checked");
        return;
    }
    if (strcmp(dealer, SEED_DEALER) != 0)
        errors_add(
            check->errors, check->log.path,
            "the manifest's \"dealer\" is \"%.40s\": the cards cannot be checked, because this "
            "program deals \"%s\" from a seed",
            dealer, SEED_DEALER);
    else if (!seed_json_read(json_get(root, "seed"), &seed))
        errors_add(check->errors, check->log.path, "the manifest's \"seed\" is not a seed");
    else
        check->seeded = true;
    if (check->seeded)
        check->key = skat_seed_key(&seed);
}

/* Checks the cards of a game against the manifest. */
static void check_cards(struct verification *check, const struct replayed_line *line)
{
    const cJSON *root = check->log.manifest.root;
    const cJSON *deals = json_get(root, "deals");

    if (cJSON_IsArray(deals))
        check_given(check, &line->game, given_deal(check, deals, line->game.id.deal), line->where);
    else if (check->seeded && !line->dealt)
        errors_add(check->errors, line->where,
                   "field \"cards\": not the deal that the manifest's seed gives");
}

static void add_to_fold(struct verification *check, const struct replayed_line *line)
{
    if (!check->fold || check->errors->count)
        return; /* what follows would be wrong for the same reason */
    if (run_fold_decided(check->fold))
        errors_add(check->errors, check->log.path,
                   "continues after the game with which the sequential test decided");
    if (run_fold_read(check->fold, line, check->errors))
        run_fold_take(check->fold);
}

/* Counts a game that could be replayed, and checks what does not follow from its line. */
static void check_game(struct verification *check, const struct replayed_line *replayed)
{
    const struct game_json *line = &replayed->game;

    if (check->log.has_manifest)
        check_cards(check, replayed);
    check->games++;
    if (check->log.has_manifest && check->log.manifest.schedule.kind != SCHEDULE_RECORDED)
        check_fault(check, line);
    if (check->redeals) {
        static struct played_moves moves; /* used one at a time */
        played_moves_of(&moves, &line->game);
        redeals_check_add(check->redeals, &line->id, &moves);
    }
    if (check->watcher)
        check->watcher->game(check->watcher->context, replayed);
}

static void check_line(struct verification *check, struct replayed_line *line)
{
    errors_move(check->errors, &line->errors);
    if (check->log.torn) {
        errors_add(check->errors, line->where,
                   "the last line is torn: the run was cut off while writing it");
        return;
    }
    if (!line->is_bids && line->game.seats) /* the indices are valid */
        log_reader_check_place(&check->log, &line->game, line->where, check->errors);
    if (line->sound && !line->is_bids)
        check_game(check, line);
    if (line->sound)
        add_to_fold(check, line);
}

static void check_lines(struct verification *check)
{
    struct log_replayer *replayer =
        log_replayer_new(&check->log, check->seeded ? &check->key : NULL);
    struct replayed_line *line = NULL;

    do
        if ((line = log_replayer_next(replayer)))
            check_line(check, line);
    while (line && check->errors->count < ERRORS_SHOWN);
    log_replayer_free(replayer);
    if (!line && log_reader_ended(&check->log, check->errors) && check->log.zstd &&
        check->log.zstd->inside)
        errors_add(check->errors, check->log.path,
                   "ends inside a frame: the run was cut off while writing it");
}

/* False once there are too many. */
static bool name_difference(void *context, const char *place, const char *what)
{
    struct verification *check = context;

    errors_add(check->errors, place, "%s", what);
    return check->errors->count < ERRORS_SHOWN;
}

/* The summary is a function of the log, so recomputing it must give the same one. */
static void check_summary(struct verification *check)
{
    char path[FOLDER_PATH_SIZE], place[1400];

    check_other_faults(check);
    if (check->redeals)
        redeals_check_end(check->redeals);
    check->has_summary = access(folder_file(check->log.folder, "summary.json", path), F_OK) == 0;
    if (!check->has_summary) {
        if (!may_be_unfinished(check))
            errors_add(check->errors, path, "is missing: nothing says what the log shows");
        return;
    }
    cJSON *is = json_load(path, check->errors);
    struct pool pool = {0};
    struct run_summary summary;
    run_fold_finish(check->fold, check->log.path, &summary, &pool);
    cJSON *should = fields_to_json(&run_summary_fields, &summary);
    snprintf(place, sizeof place, "%s: $", path);
    if (is)
        json_differences(place, is, should, "the log gives", name_difference, check);
    if (check->errors->count >= ERRORS_SHOWN)
        errors_add(check->errors, path, "too many differences: these are the first %d",
                   ERRORS_SHOWN);
    cJSON_Delete(is);
    cJSON_Delete(should);
    pool_free(&pool);
}

static void open_redeals(struct verification *check)
{
    const struct manifest *manifest = &check->log.manifest;

    check->redeals =
        redeals_check_new(check->log.folder, &manifest->rules, &manifest->schedule,
                          &manifest->compared, &check->key, manifest->names, check->errors);
    if (check->redeals)
        run_stats_take_redeals(run_fold_stats(check->fold), redeals_check_change, check->redeals);
}

/* All that the manifest says of the schedule follows from what was read of it: counts, too. */
static void check_schedule(struct verification *check)
{
    const struct manifest *manifest = &check->log.manifest;
    char path[FOLDER_PATH_SIZE], place[1400];
    cJSON *should = schedule_to_json(&manifest->schedule, manifest->names);

    snprintf(place, sizeof place, "%s: $.schedule",
             folder_file(check->log.folder, "manifest.json", path));
    json_differences(place, json_get(manifest->root, "schedule"), should, "the log gives",
                     name_difference, check);
    cJSON_Delete(should);
}

/* Checks an open log; with `own`, by the rules of its manifest, also its summary.json. */
static void check_log(struct verification *check, bool own)
{
    if (check->log.has_manifest) {
        read_seed(check);
        check_schedule(check);
    }
    if (check->log.has_manifest && own) {
        check->fold = run_fold_new(&check->log.manifest);
        if (check->seeded)
            open_redeals(check);
    }
    fault_reader_open(&check->faults, check->log.folder, check->errors);
    refuse_foreign(check);
    check_lines(check);
    if (check->errors->count >= ERRORS_SHOWN)
        errors_add(check->errors, check->log.path, "too many errors: stopped after line %llu",
                   (unsigned long long)check->log.number);
    if (!check->errors->count && check->fold)
        check_summary(check);
}

bool verify_log(const char *path, const char *rules, int workers, bool quiet,
                const struct verify_watcher *watcher, struct verified *verified,
                struct errors *errors)
{
    struct verification *check = xcalloc(1, sizeof *check);

    *verified = (struct verified){.games = 0};
    check->errors = errors;
    check->watcher = watcher;
    if (log_reader_open(&check->log, path, rules, errors)) {
        check->log.workers = workers;
        check_log(check, !rules);
    }
    verified->games = check->games;
    verified->has_manifest = check->fold;
    verified->has_summary = check->has_summary;
    verified->played =
        check->log.has_manifest && check->log.manifest.schedule.kind != SCHEDULE_RECORDED;
    snprintf(verified->path, sizeof verified->path, "%s", check->log.path);
    if (!quiet && !errors->count && check->fold)
        run_fold_warn(check->fold, INCONSISTENCIES_KEPT);
    redeals_check_free(check->redeals);
    run_fold_free(check->fold);
    log_reader_close(&check->log);
    fault_reader_close(&check->faults);
    free(check);
    return !errors->count;
}
